//! A play from beginning to end, in the order of RULES.md, section 6.
//!
//! One [`Resolution`] is made for each play. It lives on the stack and allocates nothing,
//! so that a search can make millions of plays a second.

mod destruction;
mod looking;
mod operations;
mod queue;

use super::board::{Board, CardInPlay};
use super::card::{Card, CardKind, Cost, Trait};
use super::effect::{Trigger, Whose};
use super::event::{CardOnTile, Event, EventSink, PawnCause};
use super::legality::{IllegalPlay, Play};
use super::power::{AuraChange, Powers};
use super::rulebook::Rulebook;
use super::side::Side;
use super::tile::{ByTile, TileId, TileSet};
use queue::{Queue, QueuedAbility};

/// Facts about a play that the board does not show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The powers after the play, from the last look at the board.
    pub powers: Powers,
    /// Counting and status kept changing each other, so the first counts were used.
    pub counting_never_settled: bool,
    /// Abilities kept setting each other off: more than [`MOST_ABILITIES`] would have
    /// acted, or too many waited at once. The rest did not act.
    pub cut_short: bool,
}

/// The limits that a play ran into. Only cards made for it do.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct LimitsHit {
    pub counting_never_settled: bool,
    pub cut_short: bool,
}

/// How many abilities act in one play. Only cards made to set each other off forever
/// reach this.
pub(crate) const MOST_ABILITIES: u32 = 1_000;

/// One instance of a card during a play. The tile alone does not identify it, because
/// another card may be put there later in the play.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Occupant {
    tile: TileId,
    birth: u16,
}

/// The cards that count as a card's destroyer if it is destroyed (RULES.md, section 8).
#[derive(Clone, Copy, Debug, Default)]
struct Blame {
    destroyer: Option<Occupant>,
    lowerer: Option<Occupant>,
}

struct Resolution<'a, S: EventSink> {
    board: &'a mut Board,
    book: &'a Rulebook,
    mover: Side,
    sink: &'a mut S,
    /// The powers at the last look at the board.
    seen: &'a mut Powers,
    births: ByTile<u16>,
    next_birth: u16,
    /// Cards hit by `destroy_cards` that are not destroyed yet.
    marked: TileSet,
    /// Filled only where somebody asks for it; see [`Resolution::asks_for_destroyers`].
    blame: Option<ByTile<Blame>>,
    /// The tile a replacement card is about to be placed on.
    reserved: TileSet,
    played: Option<Occupant>,
    replaced_power: i32,
    waiting: Queue,
    abilities: u32,
    limits: LimitsHit,
}

impl Board {
    /// Plays a card for `side`. A refused play leaves the board as it was.
    pub fn play<S: EventSink>(
        &mut self,
        book: &Rulebook,
        side: Side,
        play: Play,
        sink: &mut S,
    ) -> Result<Resolved, IllegalPlay> {
        match self.refusal(book, side, play) {
            Some(refusal) => Err(refusal),
            None => Ok(self.play_unchecked(book, side, play, sink)),
        }
    }

    /// Makes a play that is known to be legal. An illegal play does not panic, but
    /// results in a board that no match can reach.
    pub fn play_unchecked<S: EventSink>(
        &mut self,
        book: &Rulebook,
        side: Side,
        play: Play,
        sink: &mut S,
    ) -> Resolved {
        let mut powers = self.powers(book);
        let limits = self.play_with_powers(book, side, play, &mut powers, sink);
        Resolved {
            powers,
            counting_never_settled: limits.counting_never_settled,
            cut_short: limits.cut_short,
        }
    }

    /// Makes a play that is known to be legal, as [`Board::play_unchecked`], but with the
    /// powers before it given. They are brought up to date, which is much faster than
    /// computing them: a search keeps them with the board.
    pub fn play_with_powers<S: EventSink>(
        &mut self,
        book: &Rulebook,
        side: Side,
        play: Play,
        powers: &mut Powers,
        sink: &mut S,
    ) -> LimitsHit {
        let mut resolution = Resolution {
            board: self,
            book,
            mover: side,
            sink,
            seen: powers,
            births: ByTile::all(0),
            next_birth: 1,
            marked: TileSet::EMPTY,
            blame: None,
            reserved: TileSet::EMPTY,
            played: None,
            replaced_power: 0,
            waiting: Queue::new(),
            abilities: 0,
            limits: LimitsHit::default(),
        };
        resolution.resolve(play);
        resolution.limits
    }
}

impl<'a, S: EventSink> Resolution<'a, S> {
    /// The comments give the numbers of the steps in RULES.md, section 6.
    fn resolve(&mut self, play: Play) {
        let card = &self.book.catalogue[play.card];
        let tile = play.tile;
        let mut replaced = None;
        if card.cost == Cost::Replacement {
            replaced = self.board.card(tile).map(|placed| placed.card);
            self.replace(tile); // 1
        }
        let spawned_by = match card.kind {
            CardKind::Token => card.made_by,
            CardKind::Collectible => None,
        };
        let arriving = CardInPlay {
            spawned_by,
            ..CardInPlay::new(card.id, self.mover)
        };
        self.place(tile, arriving); // 2
        self.played = Some(self.occupant(tile));
        let subject = self.card_on(tile);
        if let Some(subject) = subject {
            self.sink.event(Event::Played { subject, replaced });
        }
        self.project(tile, card); // 3
        let reached = self.change_auras(tile, AuraChange::Begin); // 4
        self.look(subject, reached.or(TileSet::of(tile)), TileSet::EMPTY);
        self.act(tile, card, Trigger::OnPlay); // 5
        self.notify_watchers(Trigger::OnCardPlayed, self.mover, tile); // 6
        self.settle(); // 7 and 8
    }

    /// Destroys the ally that a replacement card replaces, and resolves everything that
    /// follows before the card is placed.
    fn replace(&mut self, tile: TileId) {
        self.replaced_power = self.seen.power[tile];
        self.reserved = TileSet::of(tile);
        self.destroy(TileSet::of(tile));
        self.settle();
        self.reserved = TileSet::EMPTY;
    }

    /// Runs triggers and destroys cards in turn, until no trigger waits and no card is to
    /// be destroyed.
    fn settle(&mut self) {
        loop {
            while let Some(QueuedAbility { occupant, effect }) = self.waiting.pop() {
                if self.is_in_play(occupant) {
                    self.run_ability(occupant.tile, effect.into());
                }
            }
            let batch = self.next_batch();
            if batch.is_empty() {
                return;
            }
            self.destroy(batch);
        }
    }

    /// Puts a card on a tile. Until the next look it counts as neutral and at its printed
    /// power.
    fn place(&mut self, tile: TileId, card: CardInPlay) {
        self.board.put_card(self.book, tile, card);
        self.births[tile] = self.next_birth;
        self.next_birth = self.next_birth.wrapping_add(1);
        self.forget_blame(tile);
        let printed_power = self.book.catalogue.profile(card.card).power;
        self.seen.enter(tile, printed_power);
    }

    /// Lays the pawns of the card on `source`, in board order.
    fn project(&mut self, source: TileId, card: &Card) {
        let Some(side) = self.board.card(source).map(|placed| placed.side) else {
            return;
        };
        let reached = card.range.pawns(side, source).and(self.free_tiles());
        for tile in reached.in_board_order(self.mover) {
            self.lay_pawn(
                source,
                side,
                tile,
                self.book.catalogue.profile(card.id).pawn_amount,
            );
        }
    }

    fn lay_pawn(&mut self, source: TileId, side: Side, tile: TileId, amount: i8) {
        let claim = self.book.rules.claim;
        let changed = self.board.lay_pawn(source, side, tile, amount, claim);
        if S::LISTENS
            && changed
            && let Some(subject) = self.card_on(source)
        {
            self.send_pawns(tile, PawnCause::Laid(subject));
        }
    }

    fn send_pawns(&mut self, tile: TileId, cause: PawnCause) {
        self.sink.event(Event::Pawns {
            tile,
            owner: self.board.owner(tile),
            ranks: self.board.ranks(tile),
            cause,
        });
    }

    /// Runs the abilities of a card that act at `trigger`, in the card's order.
    fn act(&mut self, tile: TileId, card: &Card, trigger: Trigger) {
        if !self.book.catalogue.profile(card.id).has(trigger) {
            return;
        }
        for (index, effect) in card.effects.iter().enumerate() {
            if effect.trigger == trigger {
                self.run_ability(tile, index);
            }
        }
    }

    /// Lets every other card in play react to what happened to the card on
    /// `watched_tile`, which belongs to `side`.
    fn notify_watchers(&mut self, trigger: Trigger, side: Side, watched_tile: TileId) {
        let watchers = self.board.with_trait(match trigger {
            Trigger::OnCardPlayed => Trait::WatchesPlays,
            _ => Trait::WatchesDestructions,
        });
        let others = watchers.without(TileSet::of(watched_tile));
        for tile in others.in_board_order(self.mover) {
            let Some(placed) = self.board.card(tile).copied() else {
                continue;
            };
            let card = &self.book.catalogue[placed.card];
            for (index, effect) in card.effects.iter().enumerate() {
                let watched = match effect.watches {
                    Some(Whose::Allies) => side == placed.side,
                    Some(Whose::Enemies) => side != placed.side,
                    Some(Whose::All) => true,
                    None => false,
                };
                if effect.trigger == trigger && watched {
                    self.run_ability(tile, index);
                }
            }
        }
    }

    /// Runs one ability of the card on `tile`: its operations in order.
    fn run_ability(&mut self, tile: TileId, effect_index: usize) {
        if self.abilities >= MOST_ABILITIES {
            self.limits.cut_short = true;
            return;
        }
        self.abilities += 1;
        let (Some(placed), Some(subject)) = (self.board.card(tile).copied(), self.card_on(tile))
        else {
            return;
        };
        let book = self.book;
        let Some(effect) = book.catalogue[placed.card].effects.get(effect_index) else {
            return;
        };
        self.sink.event(Event::Triggered {
            subject,
            trigger: effect.trigger,
            effect: effect_index,
        });
        for operation in &effect.operations {
            self.operate(subject, placed, effect.scope, operation);
        }
    }

    /// Empty tiles on which pawns and tokens may land.
    fn free_tiles(&self) -> TileSet {
        TileSet::ALL
            .without(self.board.occupied())
            .without(self.reserved)
    }

    /// Begins or ends the auras of one card and returns the tiles that they reach.
    #[inline]
    fn change_auras(&mut self, tile: TileId, change: AuraChange) -> TileSet {
        self.board.change_auras(self.book, tile, change, self.seen)
    }

    /// Whether it matters which card destroyed another: for events, and where a pawn of
    /// the destroying card lands.
    fn asks_for_destroyers(&self) -> bool {
        S::LISTENS || self.book.rules.destroyed_tile.lets_pawns_land()
    }

    fn blame_for(&mut self, tile: TileId) -> &mut Blame {
        let blame = self
            .blame
            .get_or_insert_with(|| ByTile::all(Blame::default()));
        &mut blame[tile]
    }

    #[inline]
    fn forget_blame(&mut self, tile: TileId) {
        if let Some(blame) = &mut self.blame {
            blame[tile] = Blame::default();
        }
    }

    fn occupant(&self, tile: TileId) -> Occupant {
        Occupant {
            tile,
            birth: self.births[tile],
        }
    }

    fn is_in_play(&self, occupant: Occupant) -> bool {
        self.board.card(occupant.tile).is_some() && self.births[occupant.tile] == occupant.birth
    }

    fn card_on(&self, tile: TileId) -> Option<CardOnTile> {
        self.board.card(tile).map(|placed| CardOnTile {
            tile,
            card: placed.card,
            side: placed.side,
        })
    }
}
