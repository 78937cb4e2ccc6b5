//! What one play changes on the board, in words: lanes, cards, and tiles to play on.

use super::words::{owner_words, signed, tile_words};
use crate::rules::{Board, Lane, Owner, Powers, Rulebook, Side, TileId, TileSet};

/// The boards before and after a play.
pub(super) struct BoardChanges<'a> {
    book: &'a Rulebook,
    before: &'a Board,
    after: &'a Board,
    old: Powers,
    new: Powers,
    placed_on: Option<TileId>,
}

/// One change. Its weight is in points, and negative if it is bad for you.
pub(super) struct Change {
    pub tag: &'static str,
    pub text: String,
    pub weight: f64,
}

/// How many points an open tile counts.
const TILE: f64 = 1.0;

impl<'a> BoardChanges<'a> {
    pub fn between(
        book: &'a Rulebook,
        before: &'a Board,
        after: &'a Board,
        placed_on: Option<TileId>,
    ) -> BoardChanges<'a> {
        BoardChanges {
            old: before.powers(book),
            new: after.powers(book),
            book,
            before,
            after,
            placed_on,
        }
    }

    /// Every change as a sentence without its full stop.
    pub fn sentences(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for lane in Lane::ALL {
            let (was, is) = self.lead(lane);
            if was == is {
                continue;
            }
            let (tag, text) = match (was.signum(), is.signum()) {
                (..=0, 1) => ("takesLane", format!("Takes {lane}, {is} ahead")),
                (1, 0) => ("givesLane", format!("Gives up the lead in {lane}")),
                (1, -1) => ("givesLane", format!("Gives {lane} away")),
                _ => (
                    "lanePower",
                    format!("{} for you in {lane}", signed(is - was)),
                ),
            };
            let weight = f64::from(is - was);
            changes.push(Change { tag, text, weight });
        }
        changes.extend(self.cards());
        changes.extend(self.tiles());
        changes
    }

    /// The change that hurts you most, as the rest of a sentence about a reply.
    pub fn worst_effect(&self) -> Option<String> {
        self.blow().or_else(|| self.lesser_effect())
    }

    /// A lane or a card that you lose, as the rest of a sentence about a reply.
    pub fn blow(&self) -> Option<String> {
        for lane in Lane::ALL {
            let (was, is) = self.lead(lane);
            match (was.signum(), is.signum()) {
                (0 | 1, -1) => return Some(format!("takes {lane}")),
                (1, 0) => return Some(format!("ties {lane}")),
                _ => {}
            }
        }
        for tile in TileId::all() {
            if let Some(was) = self.before.card(tile)
                && was.side == Side::You
                && !self.is_kept(tile)
            {
                let name = &self.book.catalogue[was.card].name;
                return Some(format!("destroys your {name} on {tile}"));
            }
        }
        None
    }

    /// The lane in which you lose the most points; none if you lose none.
    pub fn costliest_lane(&self) -> Option<Lane> {
        let points = |board: &Board, powers: &Powers, lane: Lane| {
            let score = board.score_with(self.book, powers).lanes[lane];
            match score.winner {
                Some(Side::You) => score.points,
                Some(Side::Enemy) => -score.points,
                None => 0,
            }
        };
        let lost =
            |lane: Lane| points(self.before, &self.old, lane) - points(self.after, &self.new, lane);
        let mut worst = None;
        for lane in Lane::ALL {
            if lost(lane) > worst.map_or(0, lost) {
                worst = Some(lane);
            }
        }
        worst
    }

    /// Tiles or power that you lose.
    fn lesser_effect(&self) -> Option<String> {
        let closed = self.open(self.before, Side::You);
        let closed = closed.without(self.open(self.after, Side::You));
        if !closed.is_empty() {
            return Some(format!("takes {} from you", tile_words(closed)));
        }

        Lane::ALL.into_iter().find_map(|lane| {
            let (was, is) = self.lead(lane);
            (is < was).then(|| format!("gains {} in {lane}", was - is))
        })
    }

    fn lead(&self, lane: Lane) -> (i32, i32) {
        let of = |board: &Board, powers: &Powers| {
            let power = board.score_with(self.book, powers).lanes[lane].power;
            power.you - power.enemy
        };
        (of(self.before, &self.old), of(self.after, &self.new))
    }

    /// Whether the card of a tile is still there.
    fn is_kept(&self, tile: TileId) -> bool {
        match (self.before.card(tile), self.after.card(tile)) {
            (Some(was), Some(is)) => was.card == is.card && was.side == is.side,
            _ => false,
        }
    }

    /// What happens to the other cards on the board.
    fn cards(&self) -> Vec<Change> {
        let mut changes = Vec::new();
        for tile in TileId::all() {
            let Some(was) = self.before.card(tile) else {
                continue;
            };
            let name = &self.book.catalogue[was.card].name;
            let whose = owner_words(was.side);
            let sign = match was.side {
                Side::You => 1.0,
                Side::Enemy => -1.0,
            };
            let change = self.new.power[tile] - self.old.power[tile];
            if self.placed_on == Some(tile) {
                // Your own card, which the new one replaces.
                changes.push(Change {
                    tag: "replaces",
                    text: format!("Replaces {whose} {name} on {tile}"),
                    weight: -f64::from(self.old.power[tile]),
                });
            } else if !self.is_kept(tile) {
                changes.push(Change {
                    tag: "destroys",
                    text: format!("Destroys {whose} {name} on {tile}"),
                    weight: -sign * f64::from(self.old.power[tile]),
                });
            } else if change != 0 {
                let (tag, verb) = match change > 0 {
                    true => ("raises", "Raises"),
                    false => ("lowers", "Lowers"),
                };
                changes.push(Change {
                    tag,
                    text: format!("{verb} {whose} {name} on {tile} by {}", change.abs()),
                    weight: sign * f64::from(change),
                });
            }
        }
        changes
    }

    /// The tiles that become or stop being open for a side. The tile that was played on
    /// does not count.
    fn tiles(&self) -> Vec<Change> {
        let change = |side: Side| {
            let (was, is) = (self.open(self.before, side), self.open(self.after, side));
            (is.without(was), was.without(is))
        };
        let (opened, closed) = change(Side::You);
        let (their_opened, their_closed) = change(Side::Enemy);
        let both = |a: TileSet, b: TileSet| a.without(a.without(b));
        let taken = both(opened, their_closed);
        let given = both(closed, their_opened);
        let mut changes = Vec::new();
        let mut add = |tag, tiles: TileSet, sign: f64, text: &dyn Fn(&str, u32) -> String| {
            if !tiles.is_empty() {
                let number = tiles.len();
                changes.push(Change {
                    tag,
                    text: text(&tile_words(tiles), number),
                    weight: sign * TILE * f64::from(number),
                });
            }
        };
        let tiles = |number: u32| if number == 1 { "tile" } else { "tiles" };
        add("takesTile", taken, 2.0, &|names, _| {
            format!("Takes {names} from the enemy")
        });
        add("givesTile", given, -2.0, &|names, _| {
            format!("Gives {names} to the enemy")
        });
        add("opens", opened.without(taken), 1.0, &|names, number| {
            format!("Opens {number} more {} for you: {names}", tiles(number))
        });
        add(
            "closes",
            their_closed.without(taken),
            1.0,
            &|names, number| format!("Closes {number} {} for the enemy: {names}", tiles(number)),
        );
        add(
            "opensEnemy",
            their_opened.without(given),
            -1.0,
            &|names, number| format!("Opens {number} {} for the enemy: {names}", tiles(number)),
        );
        add(
            "closesOwn",
            closed.without(given),
            -1.0,
            &|names, number| format!("Closes {number} {} for you: {names}", tiles(number)),
        );
        changes
    }

    /// The empty tiles that a side holds, without the one that was played on.
    fn open(&self, board: &Board, side: Side) -> TileSet {
        let mut open = TileSet::EMPTY;
        for tile in TileId::all() {
            let is_open = board.card(tile).is_none() && board.owner(tile) == Owner::Held(side);
            if is_open && self.placed_on != Some(tile) {
                open.insert(tile);
            }
        }
        open
    }
}
