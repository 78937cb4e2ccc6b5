//! A board set by hand. A [`Setup`] may be illegal; a [`Board`] is made from it only if it
//! has no faults, and otherwise all faults are returned.

use std::fmt;

use super::board::{Board, CardInPlay, Fired};
use super::card::{CardId, CardKind, Rank};
use super::effect::Trigger;
use super::pawns::RankChange;
use super::power::Status;
use super::rulebook::Rulebook;
use super::side::{BySide, Owner, Side};
use super::tile::{ByTile, TileId};
use qbcoach_basics::shorten::first_lines;

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    pub tiles: ByTile<SetupTile>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupTile {
    pub owner: Owner,
    /// The ranks of the tile, including the pawns of cards in play. They may be outside
    /// 0–3 only on a tile on which cards in play have records.
    pub ranks: RankChange,
    pub card: Option<SetupCard>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupCard {
    pub card: CardId,
    pub side: Side,
    pub power_delta: i32,
    pub scale_delta: i32,
    /// The indices of the abilities that act once and have acted.
    pub fired: Vec<usize>,
    /// The indices of abilities that have not acted although the card is in the state
    /// that sets them off. Other abilities in that state count as fired.
    pub unfired: Vec<usize>,
    pub replaced_pawns: u8,
    pub spawned_by: Option<CardId>,
    /// The records of its pawns, which the ranks of those tiles include.
    pub pawns: Vec<(TileId, RankChange)>,
}

impl SetupCard {
    pub fn new(card: CardId, side: Side) -> SetupCard {
        SetupCard {
            card,
            side,
            power_delta: 0,
            scale_delta: 0,
            fired: Vec::new(),
            unfired: Vec::new(),
            replaced_pawns: 0,
            spawned_by: None,
            pawns: Vec::new(),
        }
    }
}

#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash, thiserror::Error)]
pub enum SetupFault {
    #[error("{tile}: the {side} rank is {rank}; ranks go from 0 to 3")]
    RankOutOfRange { tile: TileId, side: Side, rank: i8 },
    #[error("{tile}: it is neutral, but one side has more pawns; give its owner")]
    NeutralWithRank { tile: TileId },
    #[error("{tile}: it belongs to {owner}, but the opponent's rank there is higher")]
    OwnerHasLowerRank { tile: TileId, owner: Side },
    #[error("{tile}: the card has no ability {} that acts once", .ability + 1)]
    NoSuchAbility { tile: TileId, ability: usize },
    #[error("{tile}: only a token can have replaced pawns, and at most 3")]
    ReplacedPawns { tile: TileId },
    #[error(
        "{tile}: a change of power of {change} is beyond {}",
        CardInPlay::POWER_LIMIT
    )]
    PowerOutOfRange { tile: TileId, change: i32 },
    #[error("{tile}: a card lays no pawns on its own tile")]
    PawnOnOwnTile { tile: TileId },
    #[error("{tile}: its pawns on {on} are given twice")]
    PawnsTwice { tile: TileId, on: TileId },
}

/// Every fault of a setup, in the order of the tiles.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupError {
    pub faults: Vec<SetupFault>,
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&first_lines(&self.faults))
    }
}

impl std::error::Error for SetupError {}

impl Setup {
    /// The setup that `Setup::into_board` turns into exactly this board.
    pub fn of(board: &Board, book: &Rulebook) -> Setup {
        let mut setup = Setup::default();
        let implied = implied_fired(board, book);
        for tile in TileId::all() {
            let card = board.card(tile).map(|placed| {
                let pawns = TileId::all()
                    .map(|on| (on, board.pawns().record(tile, on)))
                    .filter(|(_, change)| *change != RankChange::default())
                    .collect();
                SetupCard {
                    power_delta: placed.power_delta,
                    scale_delta: placed.scale_delta,
                    fired: placed.fired.iter().collect(),
                    unfired: implied[tile]
                        .iter()
                        .filter(|ability| !placed.fired.contains(*ability))
                        .collect(),
                    replaced_pawns: placed.replaced_pawns.get(),
                    spawned_by: placed.spawned_by,
                    pawns,
                    ..SetupCard::new(placed.card, placed.side)
                }
            });
            setup.tiles[tile] = SetupTile {
                owner: board.owner(tile),
                ranks: board.pawns().sum(tile),
                card,
            };
        }
        setup
    }

    /// All faults of the setup with these cards.
    pub(crate) fn faults(&self, book: &Rulebook) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for (tile, setup) in self.tiles.iter() {
            self.check_ranks(tile, &mut faults);
            match &setup.card {
                Some(card) => check_card(book, tile, card, &mut faults),
                None => check_owner(tile, setup, &mut faults),
            }
        }
        faults
    }

    /// Without records a tile shows its base. With records its ranks are a sum, which may
    /// lie outside 0–3 after an undo.
    fn check_ranks(&self, tile: TileId, faults: &mut Vec<SetupFault>) {
        let cards = self
            .tiles
            .iter()
            .filter_map(|(_, setup)| setup.card.as_ref());
        let recorded = cards
            .flat_map(|card| &card.pawns)
            .any(|(on, _)| *on == tile);
        if recorded {
            return;
        }
        for side in Side::BOTH {
            let rank = self.tiles[tile].ranks[side];
            if !(0..=Rank::MAX.get() as i8).contains(&rank) {
                faults.push(SetupFault::RankOutOfRange { tile, side, rank });
            }
        }
    }

    /// The board, or all faults of the setup. Nothing fires and no pawns are laid.
    pub(crate) fn into_board(self, book: &Rulebook) -> Result<Board, SetupError> {
        let faults = self.faults(book);
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        let mut board = Board::bare();
        for (tile, setup) in self.tiles.iter() {
            board.pawns.set_base(tile, setup.ranks);
            board.set_owner(tile, setup.owner);
        }
        for (tile, setup) in self.tiles.iter() {
            let Some(card) = &setup.card else {
                continue;
            };
            let mut fired = Fired::default();
            card.fired.iter().for_each(|ability| fired.insert(*ability));
            board.put_card(
                book,
                tile,
                CardInPlay {
                    power_delta: card.power_delta,
                    scale_delta: card.scale_delta,
                    fired,
                    replaced_pawns: Rank::new(card.replaced_pawns).unwrap_or_default(),
                    spawned_by: card.spawned_by,
                    ..CardInPlay::new(card.card, card.side)
                },
            );
            for (on, change) in &card.pawns {
                board.pawns.attribute(tile, *on, *change);
            }
        }
        board.pawns.settle(book.rules.destroyed_pawns);
        let implied = implied_fired(&board, book);
        for (tile, setup) in self.tiles.iter() {
            if let Some(card) = &setup.card {
                let fired = implied[tile].iter();
                for ability in fired.filter(|ability| !card.unfired.contains(ability)) {
                    board.fire(tile, ability);
                }
            }
        }
        Ok(board)
    }
}

/// The abilities acting once that each card's present state sets off.
fn implied_fired(board: &Board, book: &Rulebook) -> ByTile<Fired> {
    let powers = board.powers(book);
    let mut implied = ByTile::all(Fired::default());
    for tile in board.occupied().iter() {
        let Some(placed) = board.card(tile) else {
            continue;
        };
        for (index, effect) in book.catalogue[placed.card].effects.iter().enumerate() {
            let holds = match effect.trigger {
                Trigger::OnFirstEnhanced => powers.status(tile) == Status::Enhanced,
                Trigger::OnFirstEnfeebled => powers.status(tile) == Status::Enfeebled,
                Trigger::OnPowerThreshold => effect
                    .threshold
                    .is_some_and(|threshold| powers.power[tile] >= threshold),
                _ => false,
            };
            if holds {
                implied[tile].insert(index);
            }
        }
    }
    implied
}

fn check_owner(tile: TileId, setup: &SetupTile, faults: &mut Vec<SetupFault>) {
    let shown = setup.ranks.map(Rank::clamped);
    match setup.owner {
        // A neutral tile stays neutral when an undo leaves equal ranks on it.
        Owner::Neutral if shown.you != shown.enemy => {
            faults.push(SetupFault::NeutralWithRank { tile });
        }
        Owner::Held(owner) if shown[owner] < shown[owner.opponent()] => {
            faults.push(SetupFault::OwnerHasLowerRank { tile, owner });
        }
        _ => {}
    }
}

fn check_card(book: &Rulebook, tile: TileId, setup: &SetupCard, faults: &mut Vec<SetupFault>) {
    let card = &book.catalogue[setup.card];
    for &ability in setup.fired.iter().chain(&setup.unfired) {
        let acts_once = card
            .effects
            .get(ability)
            .is_some_and(|effect| effect.trigger.fires_once());
        if !acts_once {
            faults.push(SetupFault::NoSuchAbility { tile, ability });
        }
    }
    let replaced = setup.replaced_pawns;
    if replaced > Rank::MAX.get() || (replaced > 0 && card.kind != CardKind::Token) {
        faults.push(SetupFault::ReplacedPawns { tile });
    }
    for change in [setup.power_delta, setup.scale_delta] {
        if change.unsigned_abs() > CardInPlay::POWER_LIMIT as u32 {
            faults.push(SetupFault::PowerOutOfRange { tile, change });
        }
    }
    for (index, (on, _)) in setup.pawns.iter().enumerate() {
        if *on == tile {
            faults.push(SetupFault::PawnOnOwnTile { tile });
        }
        if setup.pawns[..index]
            .iter()
            .any(|(earlier, _)| earlier == on)
        {
            faults.push(SetupFault::PawnsTwice { tile, on: *on });
        }
    }
}

/// The real state of one tile, to be taken over into the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileCorrection {
    pub tile: TileId,
    pub owner: Owner,
    pub ranks: BySide<Rank>,
    /// The card on the tile, if any.
    pub card: Option<CardInPlay>,
}

impl Board {
    /// Sets tiles by hand (RULES.md, section 2): nothing fires, no pawns are laid, the
    /// ranks become the base, and the ranks shown on other tiles stay as they are. On a
    /// fault nothing changes.
    pub fn set_by_hand(
        &mut self,
        book: &Rulebook,
        corrections: &[TileCorrection],
    ) -> Result<(), SetupError> {
        let mut board = *self;
        for correction in corrections {
            let tile = correction.tile;
            let stays = match (board.card(tile), &correction.card) {
                (Some(old), Some(new)) => old.card == new.card && old.side == new.side,
                _ => false,
            };
            if !stays {
                // The card has left the board, but the pawns it laid stay.
                board.pawns.keep(tile);
            }
            board.take_card(tile);
            board
                .pawns
                .set_base(tile, correction.ranks.map(|rank| rank.get() as i8));
            board.set_owner(tile, correction.owner);
            if let Some(card) = correction.card {
                board.put_card(book, tile, card);
            }
        }
        board.pawns.settle(book.rules.destroyed_pawns);
        let mut setup = Setup::of(&board, book);
        // Correcting one tile may change the powers on others. An ability that acts
        // once counts as fired if its card's new status or power sets it off.
        for tile in &mut setup.tiles.0 {
            if let Some(card) = &mut tile.card {
                card.unfired.clear();
            }
        }
        *self = setup.into_board(book)?;
        Ok(())
    }
}
