//! Enums whose values have words: in data files, in texts and on the wire. The macro
//! [`words!`](crate::words!) writes each word once, next to its value.

/// The value that a table of words gives to `word`.
pub fn meaning_of<T: Copy>(word: &str, words: &[(&str, T)]) -> Option<T> {
    let found = words.iter().find(|(known, _)| *known == word);
    found.map(|(_, meaning)| *meaning)
}

/// The words of a table as a list for messages: `step, takeOver`.
pub(crate) fn list_of<T>(words: &[(&str, T)]) -> String {
    let words: Vec<&str> = words.iter().map(|(word, _)| *word).collect();
    words.join(", ")
}

/// Gives a type the table `WORDS` and the functions `word` and `from_word`.
///
/// The first form defines an enum together with its words. The compiler then checks
/// that every variant has one. The second form is for types whose values are not plain
/// variants; the caller must list every value.
///
/// ```
/// qbcoach_basics::words! {
///     /// What a lamp does.
///     #[derive(Clone, Copy, Debug, PartialEq)]
///     pub enum Lamp {
///         On = "on",
///         /// No light.
///         Off = "off",
///     }
/// }
///
/// #[derive(Clone, Copy, Debug, PartialEq)]
/// pub struct Lamps(Lamp, Lamp);
///
/// qbcoach_basics::words! {
///     impl Lamps {
///         "both" => Lamps(Lamp::On, Lamp::On),
///         "neither" => Lamps(Lamp::Off, Lamp::Off),
///     }
/// }
///
/// assert_eq!(Lamp::Off.word(), "off");
/// assert_eq!(Lamp::from_word("dim"), None);
/// assert_eq!(Lamp::WORDS, [("on", Lamp::On), ("off", Lamp::Off)]);
/// assert_eq!(Lamps::from_word("both"), Some(Lamps(Lamp::On, Lamp::On)));
/// assert_eq!(Lamps(Lamp::Off, Lamp::Off).word(), "neither");
/// ```
#[macro_export]
macro_rules! words {
    (
        $(#[$meta:meta])*
        $visibility:vis enum $name:ident {
            $($(#[$variant_meta:meta])* $variant:ident = $word:literal,)+
        }
    ) => {
        $(#[$meta])*
        $visibility enum $name {
            $($(#[$variant_meta])* $variant,)+
        }

        impl $name {
            /// Every value with its word, in the order of the definition.
            pub const WORDS: [(&'static str, $name); [$($word),+].len()] =
                [$(($word, $name::$variant)),+];

            /// The word of this value.
            #[inline]
            pub const fn word(self) -> &'static str {
                match self {
                    $($name::$variant => $word,)+
                }
            }

            /// The value that has this word.
            pub fn from_word(word: &str) -> Option<$name> {
                $crate::words::meaning_of(word, &$name::WORDS)
            }
        }
    };
    (
        impl $name:ident {
            $($word:literal => $value:expr,)+
        }
    ) => {
        impl $name {
            /// Every value with its word.
            pub const WORDS: [(&'static str, $name); [$($word),+].len()] =
                [$(($word, $value)),+];

            /// The word of this value.
            pub fn word(self) -> &'static str {
                let found = $name::WORDS.iter().find(|(_, value)| *value == self);
                found.map_or("", |(word, _)| word)
            }

            /// The value that has this word.
            pub fn from_word(word: &str) -> Option<$name> {
                $crate::words::meaning_of(word, &$name::WORDS)
            }
        }
    };
}
