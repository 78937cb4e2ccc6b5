//! Mana: tokens, crystals and the dice of the source, and the ways to pay with them.

use std::fmt;

use super::card::ManaColor;

#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Mana {
    Red,
    Blue,
    Green,
    White,
    Gold,
    Black,
}

impl Mana {
    pub const WORDS: [(&'static str, Mana); 6] = [
        ("red", Mana::Red),
        ("blue", Mana::Blue),
        ("green", Mana::Green),
        ("white", Mana::White),
        ("gold", Mana::Gold),
        ("black", Mana::Black),
    ];
    pub const BASIC: [Mana; 4] = [Mana::Red, Mana::Blue, Mana::Green, Mana::White];

    pub const fn word(self) -> &'static str {
        match self {
            Mana::Red => "red",
            Mana::Blue => "blue",
            Mana::Green => "green",
            Mana::White => "white",
            Mana::Gold => "gold",
            Mana::Black => "black",
        }
    }

    pub const fn is_basic(self) -> bool {
        !matches!(self, Mana::Gold | Mana::Black)
    }

    const fn index(self) -> usize {
        self as usize
    }
}

impl From<ManaColor> for Mana {
    fn from(color: ManaColor) -> Mana {
        match color {
            ManaColor::Red => Mana::Red,
            ManaColor::Blue => Mana::Blue,
            ManaColor::Green => Mana::Green,
            ManaColor::White => Mana::White,
        }
    }
}

/// Gold mana is used by day, black mana at night.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DayTime {
    #[default]
    Day,
    Night,
}

/// Where mana comes from. Tokens and dice are gone at the end of the turn, crystals stay.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ManaSource {
    Token,
    Die,
    Crystal,
}

impl ManaSource {
    pub const WORDS: [(&'static str, ManaSource); 3] = [
        ("token", ManaSource::Token),
        ("die", ManaSource::Die),
        ("crystal", ManaSource::Crystal),
    ];

    pub const fn word(self) -> &'static str {
        match self {
            ManaSource::Token => "token",
            ManaSource::Die => "die",
            ManaSource::Crystal => "crystal",
        }
    }
}

/// One mana that is paid.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManaPayment {
    pub source: ManaSource,
    pub mana: Mana,
}

impl fmt::Display for ManaPayment {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{} {}", self.mana.word(), self.source.word())
    }
}

/// A price: for each entry, one mana of one of its colors.
pub type Price = Vec<Vec<Mana>>;

/// Amounts by color.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ByMana([u8; 6]);

impl ByMana {
    pub const fn of(&self, mana: Mana) -> u8 {
        self.0[mana.index()]
    }

    pub fn add(&mut self, mana: Mana, amount: u8) {
        let held = &mut self.0[mana.index()];
        *held = held.saturating_add(amount);
    }

    pub(crate) fn take(&mut self, mana: Mana) -> bool {
        let held = &mut self.0[mana.index()];
        let some = *held > 0;
        *held = held.saturating_sub(1);
        some
    }

    pub fn total(&self) -> u32 {
        self.0.iter().map(|held| u32::from(*held)).sum()
    }

    /// The colors that are held, with their amounts.
    pub fn held(&self) -> impl Iterator<Item = (Mana, u8)> {
        Mana::WORDS
            .iter()
            .map(|(_, mana)| (*mana, self.of(*mana)))
            .filter(|(_, held)| *held > 0)
    }

    /// How much of this is still there in `now`, more not counted.
    pub(crate) fn kept(&self, now: &ByMana) -> u32 {
        let pairs = self.0.iter().zip(&now.0);
        pairs.map(|(first, now)| u32::from(*first.min(now))).sum()
    }
}

/// The mana that the hero can use in this turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ManaSupply {
    pub tokens: ByMana,
    pub crystals: ByMana,
    /// The dice of the source that are not used yet.
    pub dice: ByMana,
    /// How many dice may still be used in this turn.
    pub dice_left: u8,
    /// Colors of which there is mana without end in this turn.
    pub endless: ByMana,
    /// Gold may be used at night, black by day.
    pub any_time: ByMana,
    /// Dice of these colors pay any basic color.
    pub wild: ByMana,
    pub dice_used: u8,
}

impl Default for ManaSupply {
    fn default() -> ManaSupply {
        ManaSupply {
            tokens: ByMana::default(),
            crystals: ByMana::default(),
            dice: ByMana::default(),
            dice_left: 1,
            endless: ByMana::default(),
            any_time: ByMana::default(),
            wild: ByMana::default(),
            dice_used: 0,
        }
    }
}

/// Nobody may hold more crystals of a color; a further one becomes a token.
pub(crate) const MOST_CRYSTALS: u8 = 3;
/// The most ways to pay that are offered for one price.
const MOST_WAYS: usize = 12;

impl ManaSupply {
    fn is_usable(&self, mana: Mana, time: DayTime) -> bool {
        match mana {
            Mana::Gold => time == DayTime::Day || self.any_time.of(mana) > 0,
            Mana::Black => time == DayTime::Night || self.any_time.of(mana) > 0,
            _ => true,
        }
    }

    fn has(&self, payment: ManaPayment) -> bool {
        let ManaPayment { source, mana } = payment;
        match source {
            ManaSource::Token => self.tokens.of(mana) > 0 || self.endless.of(mana) > 0,
            ManaSource::Die => self.dice_left > 0 && self.dice.of(mana) > 0,
            ManaSource::Crystal => self.crystals.of(mana) > 0,
        }
    }

    /// Takes the mana away; says whether it was there.
    pub(crate) fn pay(&mut self, payment: ManaPayment) -> bool {
        let ManaPayment { source, mana } = payment;
        if !self.has(payment) {
            return false;
        }
        match source {
            ManaSource::Token if self.endless.of(mana) > 0 => true,
            ManaSource::Token => self.tokens.take(mana),
            ManaSource::Die => {
                self.dice_left -= 1;
                self.dice_used = self.dice_used.saturating_add(1);
                self.dice.take(mana)
            }
            ManaSource::Crystal => self.crystals.take(mana),
        }
    }

    /// The cheapest mana of a color, which is taken away: a token, a die, or a crystal.
    pub fn take_cheapest(&mut self, mana: Mana) -> ManaPayment {
        let sources = [ManaSource::Token, ManaSource::Die, ManaSource::Crystal];
        let payments = sources.map(|source| ManaPayment { source, mana });
        let found = payments.into_iter().find(|payment| self.has(*payment));
        let payment = found.unwrap_or(payments[0]);
        self.pay(payment);
        payment
    }

    /// Every mana of a color, whether it may be used at this time or not.
    pub(crate) fn of_color(&self, mana: Mana) -> Vec<ManaPayment> {
        let sources = [ManaSource::Token, ManaSource::Die, ManaSource::Crystal];
        let all = sources.map(|source| ManaPayment { source, mana });
        let held = all.into_iter().filter(|payment| self.has(*payment));
        held.collect()
    }

    pub(crate) fn gain_crystal(&mut self, mana: Mana, amount: u8) {
        for _ in 0..amount {
            if self.crystals.of(mana) < MOST_CRYSTALS {
                self.crystals.add(mana, 1);
            } else {
                self.tokens.add(mana, 1);
            }
        }
    }

    /// What may be used for one entry of a price.
    fn usable_for(&self, wanted: &[Mana], time: DayTime) -> Vec<ManaPayment> {
        let mut colors = wanted.to_vec();
        if wanted.iter().any(|mana| mana.is_basic()) {
            colors.push(Mana::Gold);
        }
        let mut found = Vec::new();
        if wanted.iter().any(|mana| mana.is_basic()) {
            for (mana, _) in self.wild.held() {
                let payment = ManaPayment {
                    source: ManaSource::Die,
                    mana,
                };
                found.extend(Some(payment).filter(|payment| self.has(*payment)));
            }
        }
        for mana in colors {
            if !self.is_usable(mana, time) {
                continue;
            }
            for source in [ManaSource::Token, ManaSource::Die, ManaSource::Crystal] {
                let payment = ManaPayment { source, mana };
                if self.has(payment) && !found.contains(&payment) {
                    found.push(payment);
                }
            }
        }
        found
    }

    /// Every way to pay a price, the one that costs least first: tokens, then dice, then
    /// crystals.
    pub(crate) fn ways(&self, price: &[Vec<Mana>], time: DayTime) -> Vec<Vec<ManaPayment>> {
        let Some((first, rest)) = price.split_first() else {
            return vec![Vec::new()];
        };
        let mut ways = Vec::new();
        for payment in self.usable_for(first, time) {
            let mut left = *self;
            left.pay(payment);
            for mut way in left.ways(rest, time) {
                way.insert(0, payment);
                ways.push(way);
            }
        }
        ways.sort_by_key(|way: &Vec<ManaPayment>| {
            let crystals = way.iter().filter(|one| one.source == ManaSource::Crystal);
            let dice = way.iter().filter(|one| one.source == ManaSource::Die);
            (crystals.count(), dice.count())
        });
        ways.truncate(MOST_WAYS);
        ways
    }

    /// The ways that a search has to try where a crystal is never better than a token of
    /// the same color.
    pub(crate) fn ways_that_spare_crystals(
        &self,
        price: &[Vec<Mana>],
        time: DayTime,
    ) -> Vec<Vec<ManaPayment>> {
        let mut ways = self.ways(price, time);
        let better = |payment: &ManaPayment| {
            payment.source == ManaSource::Crystal
                && self.has(ManaPayment {
                    source: ManaSource::Token,
                    mana: payment.mana,
                })
        };
        let all = ways.clone();
        ways.retain(|way| {
            !way.iter().any(better)
                || !all.iter().any(|other| {
                    other.len() == way.len()
                        && other
                            .iter()
                            .zip(way)
                            .all(|(one, two)| one.mana == two.mana && !better(one))
                })
        });
        ways
    }

    /// Whether a payment named by the player pays the price.
    pub(crate) fn settles(&self, pay: &[ManaPayment], price: &[Vec<Mana>], time: DayTime) -> bool {
        if pay.len() != price.len() {
            return false;
        }
        let mut left = *self;
        let mut open: Vec<&Vec<Mana>> = price.iter().collect();
        // The player may name the mana in any order. Black is never paid with gold, so
        // the first entry that a mana fits is the right one.
        pay.iter().all(|payment| {
            let fits = |wanted: &&Vec<Mana>| left.usable_for(wanted, time).contains(payment);
            let Some(index) = open.iter().position(fits) else {
                return false;
            };
            open.remove(index);
            left.pay(*payment)
        })
    }
}
