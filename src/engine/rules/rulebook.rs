//! The cards and the rules under which plays are made.

use std::sync::Arc;

use super::catalogue::Catalogue;
use super::data;
use super::knobs::Rules;

#[derive(Clone, Debug)]
pub struct Rulebook {
    pub catalogue: Arc<Catalogue>,
    pub rules: Rules,
}

impl Rulebook {
    pub fn new(catalogue: Arc<Catalogue>, rules: Rules) -> Rulebook {
        Rulebook { catalogue, rules }
    }

    /// The embedded cards under the given rules.
    pub fn embedded(rules: Rules) -> Rulebook {
        Rulebook::new(data::embedded(), rules)
    }
}
