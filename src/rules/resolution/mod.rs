//! A play from beginning to end, in the order of RULES 6.
//!
//! One [`Resolution`] lives for one play. It lives on the stack: nothing in here
//! allocates, which is what lets a search make a million plays a second.

mod destruction;
mod looking;
mod operations;
mod queue;

use super::board::{Board, CardInPlay};
use super::card::{Card, CardKind, Cost};
use super::effect::{Trigger, Whose};
use super::event::{Actor, Event, EventSink, PawnCause};
use super::legality::{IllegalPlay, Play};
use super::power::{Powers, Status};
use super::rulebook::Rulebook;
use super::side::Side;
use super::tile::{ByTile, TileId, TileSet};
use queue::{Queue, Waiting};

/// How a play went, beyond what is on the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resolved {
    /// The powers after the play: the engine's last look at the board.
    pub powers: Powers,
    /// Counting and status kept changing each other, so the first counts stand.
    pub counting_never_settled: bool,
    /// Abilities kept setting each other off; after [`MOST_ABILITIES`] no further
    /// one acts in this play.
    pub cut_short: bool,
}

/// No play of the shipped cards comes near; only data made to loop does.
pub const MOST_ABILITIES: u32 = 1_000;

/// One instance of a card during a play. Another card may come to stand on its
/// tile, so the tile alone would not do.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Instance {
    tile: TileId,
    birth: u16,
}

/// Who is to blame for a card's death, if it dies (RULES 8, under `clear`).
#[derive(Clone, Copy, Debug, Default)]
struct Blame {
    destroyer: Option<Instance>,
    lowerer: Option<Instance>,
}

struct Resolution<'a, S: EventSink> {
    board: &'a mut Board,
    book: &'a Rulebook,
    mover: Side,
    sink: &'a mut S,
    auras: ByTile<i32>,
    /// The last look at the board.
    seen: Powers,
    births: ByTile<u16>,
    next_birth: u16,
    /// Cards hit by `destroy_cards` that have not died yet.
    marked: TileSet,
    blame: ByTile<Blame>,
    /// The tile a replacement card is about to be placed on.
    reserved: TileSet,
    played: Option<Instance>,
    replaced_power: i32,
    waiting: Queue,
    abilities: u32,
    counting_never_settled: bool,
    cut_short: bool,
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

    /// Plays a card that is known to be legal. An illegal one does not panic, but
    /// makes a board that no match can reach.
    pub fn play_unchecked<S: EventSink>(
        &mut self,
        book: &Rulebook,
        side: Side,
        play: Play,
        sink: &mut S,
    ) -> Resolved {
        let auras = self.auras(book);
        let seen = self.powers_under(book, &auras);
        let mut resolution = Resolution {
            board: self,
            book,
            mover: side,
            sink,
            auras,
            seen,
            births: ByTile::all(0),
            next_birth: 1,
            marked: TileSet::EMPTY,
            blame: ByTile::all(Blame::default()),
            reserved: TileSet::EMPTY,
            played: None,
            replaced_power: 0,
            waiting: Queue::new(),
            abilities: 0,
            counting_never_settled: false,
            cut_short: false,
        };
        resolution.resolve(play);
        Resolved {
            powers: resolution.seen,
            counting_never_settled: resolution.counting_never_settled,
            cut_short: resolution.cut_short,
        }
    }
}

impl<'a, S: EventSink> Resolution<'a, S> {
    /// The steps of RULES 6, by their numbers there.
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
        self.played = Some(self.instance(tile));
        let actor = self.actor(tile);
        if let Some(actor) = actor {
            self.sink.event(Event::Played { actor, replaced });
        }
        self.project(tile, card); // 3
        self.refresh_auras(); // 4
        self.look(actor, TileSet::EMPTY);
        self.act(tile, card, Trigger::OnPlay); // 5
        self.notify_watchers(Trigger::OnCardPlayed, self.mover, tile); // 6
        self.settle(); // 7 and 8
    }

    /// Destroys the ally a replacement card takes the place of, and lets all that
    /// follows from it happen first.
    fn replace(&mut self, tile: TileId) {
        self.replaced_power = self.seen.power[tile];
        self.reserved = TileSet::of(tile);
        self.destroy(TileSet::of(tile));
        self.settle();
        self.reserved = TileSet::EMPTY;
    }

    /// Triggers and destruction alternate until nothing waits and nobody dies.
    fn settle(&mut self) {
        loop {
            while let Some(Waiting { instance, effect }) = self.waiting.pop() {
                if self.is_in_play(instance) {
                    self.run_ability(instance.tile, effect.into());
                }
            }
            let doomed = self.doomed();
            if doomed.is_empty() {
                return;
            }
            self.destroy(doomed);
        }
    }

    /// Puts a card on a tile, as neutral and at its printed power until the next look.
    fn place(&mut self, tile: TileId, card: CardInPlay) {
        self.board.put_card(tile, card);
        self.births[tile] = self.next_birth;
        self.next_birth = self.next_birth.wrapping_add(1);
        self.blame[tile] = Blame::default();
        self.seen.power[tile] = self.book.catalogue[card.card].power;
        self.seen.status[tile] = Status::Neutral;
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
                self.book.catalogue.plan(card.id).pawn_amount,
            );
        }
    }

    fn lay_pawn(&mut self, source: TileId, side: Side, tile: TileId, amount: i8) {
        let claim = self.book.rules.claim;
        let changed = self.board.lay_pawn(source, side, tile, amount, claim);
        if S::LISTENS
            && changed
            && let Some(actor) = self.actor(source)
        {
            self.tell_pawns(tile, PawnCause::Laid(actor));
        }
    }

    fn tell_pawns(&mut self, tile: TileId, cause: PawnCause) {
        self.sink.event(Event::Pawns {
            tile,
            owner: self.board.owner(tile),
            ranks: self.board.ranks(tile),
            cause,
        });
    }

    /// Runs the abilities of a card that act at `trigger`, in the card's order.
    fn act(&mut self, tile: TileId, card: &Card, trigger: Trigger) {
        if !self.book.catalogue.plan(card.id).has(trigger) {
            return;
        }
        for (place, effect) in card.effects.iter().enumerate() {
            if effect.trigger == trigger {
                self.run_ability(tile, place);
            }
        }
    }

    /// Lets every other card in play react to what happened to the card on
    /// `subject`, which belongs to `side`.
    fn notify_watchers(&mut self, trigger: Trigger, side: Side, subject: TileId) {
        let watchers = self.board.occupied().without(TileSet::of(subject));
        for tile in watchers.in_board_order(self.mover) {
            let Some(placed) = self.board.card(tile).copied() else {
                continue;
            };
            if !self.book.catalogue.plan(placed.card).has(trigger) {
                continue;
            }
            let card = &self.book.catalogue[placed.card];
            for (place, effect) in card.effects.iter().enumerate() {
                let watched = match effect.watches {
                    Some(Whose::Allies) => side == placed.side,
                    Some(Whose::Enemies) => side != placed.side,
                    Some(Whose::All) => true,
                    None => false,
                };
                if effect.trigger == trigger && watched {
                    self.run_ability(tile, place);
                }
            }
        }
    }

    /// Runs one ability of the card on `tile`: its operations in order.
    fn run_ability(&mut self, tile: TileId, effect_place: usize) {
        if self.abilities >= MOST_ABILITIES {
            self.cut_short = true;
            return;
        }
        self.abilities += 1;
        let (Some(placed), Some(actor)) = (self.board.card(tile).copied(), self.actor(tile)) else {
            return;
        };
        let book = self.book;
        let Some(effect) = book.catalogue[placed.card].effects.get(effect_place) else {
            return;
        };
        self.sink.event(Event::Triggered {
            actor,
            trigger: effect.trigger,
            effect: effect_place,
        });
        for operation in &effect.operations {
            self.operate(actor, placed, effect.scope, operation);
        }
    }

    /// Empty tiles on which pawns and tokens may land.
    fn free_tiles(&self) -> TileSet {
        TileSet::ALL
            .without(self.board.occupied())
            .without(self.reserved)
    }

    fn refresh_auras(&mut self) {
        self.auras = self.board.auras(self.book);
    }

    fn instance(&self, tile: TileId) -> Instance {
        Instance {
            tile,
            birth: self.births[tile],
        }
    }

    fn is_in_play(&self, instance: Instance) -> bool {
        self.board.card(instance.tile).is_some() && self.births[instance.tile] == instance.birth
    }

    fn actor(&self, tile: TileId) -> Option<Actor> {
        self.board.card(tile).map(|placed| Actor {
            tile,
            card: placed.card,
            side: placed.side,
        })
    }
}
