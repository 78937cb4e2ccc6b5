//! What the end of a combat is worth to the player.

/// The worth of each thing at the end of a combat. The player may set them.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Weights {
    pub fame: f64,
    /// A card that stays in the hand.
    pub card: f64,
    /// A wound in the hand. It stays there for long, while a played card comes back with
    /// the deck; so it costs more than a card.
    pub wound: f64,
    /// A wound in the discard pile.
    pub poison_wound: f64,
    /// In addition to the wounds and the discarded hand.
    pub knock_out: f64,
    /// A crystal that is kept.
    pub crystal: f64,
    /// A mana token that is kept.
    pub token: f64,
    /// A unit that is ready at the end.
    pub ready_unit: f64,
    pub wounded_unit: f64,
    pub destroyed_unit: f64,
    /// A skill that was not used.
    pub skill: f64,
    /// A card that left the game, in addition to the card.
    pub thrown_card: f64,
}

impl Weights {
    pub const DEFAULT: Weights = Weights {
        fame: 2.0,
        card: 1.0,
        wound: 3.0,
        poison_wound: 2.0,
        knock_out: 6.0,
        crystal: 0.6,
        token: 0.1,
        ready_unit: 0.8,
        wounded_unit: 2.5,
        destroyed_unit: 6.0,
        skill: 0.2,
        thrown_card: 3.0,
    };

    /// The names of the weights, on the wire and in combat texts.
    pub const WORDS: [&'static str; 12] = [
        "fame",
        "card",
        "wound",
        "poisonWound",
        "knockOut",
        "crystal",
        "token",
        "readyUnit",
        "woundedUnit",
        "destroyedUnit",
        "skill",
        "thrownCard",
    ];
    pub const MOST: f64 = 100.0;

    pub fn named(&mut self, word: &str) -> Option<&mut f64> {
        Some(match word {
            "fame" => &mut self.fame,
            "card" => &mut self.card,
            "wound" => &mut self.wound,
            "poisonWound" => &mut self.poison_wound,
            "knockOut" => &mut self.knock_out,
            "crystal" => &mut self.crystal,
            "token" => &mut self.token,
            "readyUnit" => &mut self.ready_unit,
            "woundedUnit" => &mut self.wounded_unit,
            "destroyedUnit" => &mut self.destroyed_unit,
            "skill" => &mut self.skill,
            "thrownCard" => &mut self.thrown_card,
            _ => return None,
        })
    }

    /// The weights that differ from the default, by name.
    pub fn changed(&self) -> Vec<(&'static str, f64)> {
        let (mut mine, mut usual) = (*self, Weights::DEFAULT);
        let mut changed = Vec::new();
        for word in Weights::WORDS {
            if let (Some(mine), Some(usual)) = (mine.named(word), usual.named(word))
                && mine != usual
            {
                changed.push((word, *mine));
            }
        }
        changed
    }
}

impl Default for Weights {
    fn default() -> Weights {
        Weights::DEFAULT
    }
}

// Weights are finite numbers; the setup refuses others.
impl Eq for Weights {}
