//! Ids and names of cards and enemies.

use std::fmt;
use std::sync::Arc;

macro_rules! id {
    ($(#[$meta:meta])* $name:ident) => {
        $(#[$meta])*
        #[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Arc<str>);

        impl $name {
            pub fn as_str(&self) -> &str {
                &self.0
            }
        }

        impl From<&str> for $name {
            fn from(text: &str) -> $name {
                $name(text.into())
            }
        }

        impl From<String> for $name {
            fn from(text: String) -> $name {
                $name(text.into())
            }
        }

        impl fmt::Display for $name {
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str(&self.0)
            }
        }
    };
}

id! {
    /// The id of a card, unit or skill in the data.
    CardId
}
id! {
    /// The id of a kind of enemy in the data.
    EnemyId
}
id! {
    /// The id of one enemy in one combat: `enemy_0`, `enemy_1`, … in order of arrival.
    InstanceId
}

impl InstanceId {
    pub(super) fn of_arrival(number: usize) -> InstanceId {
        InstanceId::from(format!("enemy_{number}"))
    }
}

/// The id and display name of an enemy, for events and refusals.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct EnemyName {
    pub id: InstanceId,
    pub name: Arc<str>,
}

impl fmt::Display for EnemyName {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} ({})", self.name, self.id)
    }
}

/// "a", "a and b", "a, b and c".
pub(super) fn listed<T: fmt::Display>(parts: &[T]) -> String {
    match parts {
        [] => String::new(),
        [one] => one.to_string(),
        [first @ .., last] => {
            let first: Vec<String> = first.iter().map(T::to_string).collect();
            format!("{} and {last}", first.join(", "))
        }
    }
}

/// "1 wound", "2 wounds".
pub(super) fn counted(number: u32, noun: &str) -> String {
    let ending = if number == 1 { "" } else { "s" };
    format!("{number} {noun}{ending}")
}
