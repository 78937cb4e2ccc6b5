//! A board made by hand. A [`Setup`] may be anything; a [`Board`] is made of it
//! only when nothing is wrong with it, and otherwise every fault is named.

use std::fmt;

use super::board::{Board, CardInPlay, Fired};
use super::card::{CardId, CardKind, Rank};
use super::effect::Trigger;
use super::knobs::DestroyedPawns;
use super::pawns::RankChange;
use super::power::Status;
use super::rulebook::Rulebook;
use super::side::{BySide, Owner, Side};
use super::tile::{ByTile, TileId};

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    pub tiles: ByTile<SetupTile>,
}

#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct SetupTile {
    pub owner: Owner,
    /// The ranks of the tile, the pawns of cards in play included; outside 0–3
    /// only as an undo leaves them.
    pub ranks: RankChange,
    pub card: Option<SetupCard>,
}

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupCard {
    pub card: CardId,
    pub side: Side,
    pub power_delta: i32,
    pub scale_delta: i32,
    /// Abilities that act once and have acted, by their places on the card.
    pub fired: Vec<usize>,
    /// Abilities that have not acted although the card is in the state that sets
    /// them off; those count as fired otherwise.
    pub unfired: Vec<usize>,
    pub replaced_pawns: u8,
    pub spawned_by: Option<CardId>,
    /// The changes its pawns made, contained in the ranks of those tiles.
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
    #[error(
        "{tile}: the {side} rank is {rank} without the pawns of cards in play; ranks go from 0 to 3"
    )]
    RankOutOfRange { tile: TileId, side: Side, rank: i8 },
    #[error("{tile}: it belongs to nobody but one side has more pawns; say whose it is")]
    NeutralWithRank { tile: TileId },
    #[error("{tile}: it belongs to {owner}, but the opponent's rank there is higher")]
    OwnerHasLowerRank { tile: TileId, owner: Side },
    #[error("{tile}: the card has no ability {} that acts once", .place + 1)]
    NoSuchAbility { tile: TileId, place: usize },
    #[error("{tile}: only a token can have taken the place of pawns, at most 3")]
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
        let lines: Vec<String> = self.faults.iter().map(SetupFault::to_string).collect();
        f.write_str(&lines.join("\n"))
    }
}

impl std::error::Error for SetupError {}

/// Pawns without a card may carry a base past 0–3, but never far.
const FARTHEST_BASE: i8 = 60;

impl Setup {
    /// The setup that gives back exactly this board.
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
                        .filter(|place| !placed.fired.contains(*place))
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

    /// Everything wrong with it under these rules.
    pub fn faults(&self, book: &Rulebook) -> Vec<SetupFault> {
        let mut faults = Vec::new();
        for (tile, setup) in self.tiles.iter() {
            self.check_ranks(book, tile, &mut faults);
            match &setup.card {
                Some(card) => check_card(book, tile, card, &mut faults),
                None => check_owner(tile, setup, &mut faults),
            }
        }
        faults
    }

    fn check_ranks(&self, book: &Rulebook, tile: TileId, faults: &mut Vec<SetupFault>) {
        let recorded = self
            .tiles
            .iter()
            .filter_map(|(_, setup)| setup.card.as_ref())
            .any(|card| card.pawns.iter().any(|(on, _)| *on == tile));
        // Pawns that stay without their card, kept by the rules or left by a card
        // that was taken off by hand, may have met others' pawns.
        let reach = match book.rules.destroyed_pawns {
            DestroyedPawns::Undo if !recorded => 0..=Rank::MAX.get() as i8,
            _ => -FARTHEST_BASE..=FARTHEST_BASE,
        };
        for side in Side::BOTH {
            let laid = self
                .tiles
                .iter()
                .filter_map(|(_, setup)| setup.card.as_ref())
                .flat_map(|card| &card.pawns)
                .filter(|(on, _)| *on == tile)
                .map(|(_, change)| i32::from(change[side]));
            let base = i32::from(self.tiles[tile].ranks[side]) - laid.sum::<i32>();
            let base = base.clamp(i8::MIN.into(), i8::MAX.into()) as i8;
            if !reach.contains(&base) {
                faults.push(SetupFault::RankOutOfRange {
                    tile,
                    side,
                    rank: base,
                });
            }
        }
    }

    /// The board, unless something is wrong. Nothing fires and no pawns are laid.
    pub fn into_board(self, book: &Rulebook) -> Result<Board, SetupError> {
        let faults = self.faults(book);
        if !faults.is_empty() {
            return Err(SetupError { faults });
        }
        let mut board = Board::bare();
        for (tile, setup) in self.tiles.iter() {
            board.pawns.set_base(tile, setup.ranks);
            board.owners[tile] = setup.owner;
        }
        for (tile, setup) in self.tiles.iter() {
            let Some(card) = &setup.card else {
                continue;
            };
            let mut fired = Fired::default();
            card.fired.iter().for_each(|place| fired.insert(*place));
            board.put_card(
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
        let implied = implied_fired(&board, book);
        for (tile, setup) in self.tiles.iter() {
            if let (Some(placed), Some(card)) = (board.cards[tile].as_mut(), &setup.card) {
                implied[tile]
                    .iter()
                    .filter(|place| !card.unfired.contains(place))
                    .for_each(|place| placed.fired.insert(place));
            }
        }
        Ok(board)
    }
}

/// The once-only abilities whose state each card is in now.
fn implied_fired(board: &Board, book: &Rulebook) -> ByTile<Fired> {
    let powers = board.powers(book);
    let mut implied = ByTile::all(Fired::default());
    for tile in board.occupied().iter() {
        let Some(placed) = board.card(tile) else {
            continue;
        };
        for (place, effect) in book.catalogue[placed.card].effects.iter().enumerate() {
            let holds = match effect.trigger {
                Trigger::OnFirstEnhanced => powers.status[tile] == Status::Enhanced,
                Trigger::OnFirstEnfeebled => powers.status[tile] == Status::Enfeebled,
                Trigger::OnPowerThreshold => effect
                    .threshold
                    .is_some_and(|threshold| powers.power[tile] >= threshold),
                _ => false,
            };
            if holds {
                implied[tile].insert(place);
            }
        }
    }
    implied
}

fn check_owner(tile: TileId, setup: &SetupTile, faults: &mut Vec<SetupFault>) {
    let shown = setup.ranks.map(Rank::clamped);
    match setup.owner {
        // A tie that an undo makes out of nobody's tile stays nobody's.
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
    for &place in setup.fired.iter().chain(&setup.unfired) {
        let acts_once = card
            .effects
            .get(place)
            .is_some_and(|effect| effect.trigger.fires_once());
        if !acts_once {
            faults.push(SetupFault::NoSuchAbility { tile, place });
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
    for (place, (on, _)) in setup.pawns.iter().enumerate() {
        if *on == tile {
            faults.push(SetupFault::PawnOnOwnTile { tile });
        }
        if setup.pawns[..place]
            .iter()
            .any(|(earlier, _)| earlier == on)
        {
            faults.push(SetupFault::PawnsTwice { tile, on: *on });
        }
    }
}

/// What the real table shows on one tile, to be taken over into the model.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TileCorrection {
    pub tile: TileId,
    pub owner: Owner,
    pub ranks: BySide<Rank>,
    /// The card that lies there, if any.
    pub card: Option<CardInPlay>,
}

impl Board {
    /// Sets tiles to what the table shows (RULES 2, set by hand): nothing fires,
    /// no pawns are laid, the ranks become the base, and what the rest of the
    /// board shows stays as it is. On a fault nothing changes.
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
                // The card has left the table, but the pawns it laid are still there.
                board.pawns.keep(tile);
            }
            board.take_card(tile);
            board
                .pawns
                .set_base(tile, correction.ranks.map(|rank| rank.get() as i8));
            board.owners[tile] = correction.owner;
            if let Some(card) = correction.card {
                board.put_card(tile, card);
            }
        }
        if book.rules.destroyed_pawns == DestroyedPawns::Undo {
            board.pawns.show_bases();
        }
        let mut setup = Setup::of(&board, book);
        // Correcting one tile may change the powers on others: a status or
        // threshold any card then has counts as fired.
        for tile in &mut setup.tiles.0 {
            if let Some(card) = &mut tile.card {
                card.unfired.clear();
            }
        }
        *self = setup.into_board(book)?;
        Ok(())
    }
}
