//! The faults found in one data file.

use qbcoach_basics::data::{DataFault, Fields, Json};

/// Collects the faults of one file.
pub(super) struct Faults<'f> {
    pub file: &'f str,
    pub list: &'f mut Vec<DataFault>,
}

impl<'f> Faults<'f> {
    pub(crate) fn push(
        &mut self,
        item: &str,
        field: &str,
        problem: String,
        allowed: impl Into<String>,
    ) {
        self.list.push(DataFault {
            file: self.file.to_owned(),
            item: item.to_owned(),
            field: field.to_owned(),
            problem,
            allowed: allowed.into(),
        });
    }

    /// The fields of an object of this file.
    pub(crate) fn fields<'a, 'b>(
        &'b mut self,
        item: String,
        value: &'a Json,
    ) -> Option<Fields<'a, 'b>>
    where
        'f: 'a,
    {
        Fields::of(self.file, item, value, self.list)
    }
}
