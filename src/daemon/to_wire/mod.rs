//! Converts the types of the games to wire types. Only this module does so.

mod advice;
pub(crate) mod belief;
pub mod combat;
mod combat_catalogue;
pub mod history;
mod number;
mod review;
pub(crate) mod session;
mod threat;
pub(crate) mod time;

pub(crate) use advice::evaluation;
pub use advice::{AdviceExtent, advice};
pub(crate) use combat_catalogue::combat_catalogue;
pub use review::{match_result, review};
pub use session::Drawing;
pub use threat::{outcomes, threat_map};

use qbcoach_protocol as wire;

use qbcoach_engine::rules::event::{CardOnTile, PawnCause};
use qbcoach_engine::rules::words::describe;
use qbcoach_engine::rules::{
    Board, BySide, Card, CardId, CardKind, Catalogue, Event, Lane, MatchScore, Move, Owner, Rank,
    Rulebook, Side, Status, TileId,
};

/// A win chance as clients see it.
pub(crate) fn win_chance(chance: f64) -> f64 {
    number::chance(chance)
}

pub(crate) fn side(side: Side) -> wire::Side {
    match side {
        Side::You => wire::Side::You,
        Side::Enemy => wire::Side::Enemy,
    }
}

fn owner(owner: Owner) -> wire::Owner {
    match owner {
        Owner::Neutral => wire::Owner::Neutral,
        Owner::Held(Side::You) => wire::Owner::You,
        Owner::Held(Side::Enemy) => wire::Owner::Enemy,
    }
}

fn lane(lane: Lane) -> wire::Lane {
    match lane {
        Lane::Top => wire::Lane::Top,
        Lane::Mid => wire::Lane::Mid,
        Lane::Bot => wire::Lane::Bot,
    }
}

fn status(status: Status) -> wire::Status {
    match status {
        Status::Enhanced => wire::Status::Enhanced,
        Status::Enfeebled => wire::Status::Enfeebled,
        Status::Neutral => wire::Status::Neutral,
    }
}

pub(crate) fn card_name(catalogue: &Catalogue, card: CardId) -> wire::CardName {
    let card = &catalogue[card];
    wire::CardName {
        id: card.number.clone(),
        name: card.name.clone(),
    }
}

pub fn card(catalogue: &Catalogue, card: &Card) -> wire::Card {
    wire::Card {
        card: card_name(catalogue, card.id),
        kind: card.kind.word().to_owned(),
        rank: card.cost.to_string(),
        power: card.power,
        rarity: card.rarity.word().to_owned(),
        range: card
            .range
            .squares()
            .iter()
            .map(ToString::to_string)
            .collect(),
        abilities: card
            .effects
            .iter()
            .map(|effect| describe(catalogue, effect))
            .collect(),
        names: catalogue
            .japanese_name(card.id)
            .map(|name| ("ja".to_owned(), name.to_owned()))
            .into_iter()
            .collect(),
    }
}

pub fn board(book: &Rulebook, board: &Board) -> wire::Board {
    let powers = board.powers(book);
    let tiles = TileId::all().map(|tile| {
        let ranks = board.ranks(tile);
        let card = board.card(tile).map(|placed| {
            let printed = &book.catalogue[placed.card];
            wire::PlacedCard {
                card: card_name(&book.catalogue, placed.card),
                side: side(placed.side),
                base_power: printed.power,
                power: powers.power[tile],
                power_delta: placed.power_delta,
                scale_delta: placed.scale_delta,
                status: status(powers.status(tile)),
                origin: match printed.kind {
                    CardKind::Token => wire::Origin::Token,
                    CardKind::Collectible => wire::Origin::Deck,
                },
                spawned_by: placed
                    .spawned_by
                    .map(|maker| card_name(&book.catalogue, maker)),
            }
        });
        wire::Tile {
            tile: tile.to_string(),
            owner: owner(board.owner(tile)),
            rank: board.visible_rank(tile).get(),
            player_rank: ranks.you.get(),
            enemy_rank: ranks.enemy.get(),
            card,
            effect_sources: board
                .effect_sources(book, tile)
                .iter()
                .map(|source| source.to_string())
                .collect(),
        }
    });
    wire::Board {
        tiles: tiles.collect(),
    }
}

pub fn score(score: &MatchScore) -> wire::Score {
    let lanes = Lane::ALL.map(|which| {
        let lane_score = &score.lanes[which];
        wire::LaneScore {
            lane: lane(which),
            power_you: lane_score.power.you,
            power_enemy: lane_score.power.enemy,
            winner: lane_score.winner.map(side),
            lane_points: lane_score.points,
        }
    });
    wire::Score {
        lanes: lanes.into(),
        total_you: score.totals.you,
        total_enemy: score.totals.enemy,
        winner: score.winner().map(side),
        margin: score.margin(),
    }
}

/// An event; `after` is the board after the whole play.
pub fn event(book: &Rulebook, event: &Event, after: &Board) -> wire::Event {
    let catalogue = &book.catalogue;
    let name = |card: CardId| card_name(catalogue, card);
    let source = |subject: CardOnTile| wire::Source {
        tile: subject.tile.to_string(),
        card: name(subject.card),
        side: side(subject.side),
    };
    match *event {
        Event::Played { subject, replaced } => wire::Event::Played {
            side: side(subject.side),
            card: name(subject.card),
            tile: subject.tile.to_string(),
            replaced: replaced.map(name),
        },
        Event::Pawns {
            tile,
            owner: holder,
            ranks: BySide { you, enemy },
            cause,
        } => wire::Event::Pawns {
            tile: tile.to_string(),
            owner: owner(holder),
            rank: Rank::max(you, enemy).get(),
            player_rank: you.get(),
            enemy_rank: enemy.get(),
            by: match cause {
                PawnCause::Laid(subject) => Some(source(subject)),
                PawnCause::Destruction => None,
            },
        },
        Event::Power {
            subject,
            before,
            after,
            status: now,
            by,
        } => wire::Event::Power {
            tile: subject.tile.to_string(),
            card: name(subject.card),
            side: side(subject.side),
            before,
            after,
            status: status(now),
            by: by.map(source),
        },
        Event::Triggered {
            subject,
            trigger,
            effect,
        } => wire::Event::Triggered {
            tile: subject.tile.to_string(),
            card: name(subject.card),
            side: side(subject.side),
            trigger: trigger.word().to_owned(),
            text: catalogue[subject.card]
                .effects
                .get(effect)
                .map(|effect| describe(catalogue, effect))
                .unwrap_or_default(),
        },
        Event::Destroyed { subject, by } => wire::Event::Destroyed {
            tile: subject.tile.to_string(),
            card: name(subject.card),
            side: side(subject.side),
            by: by.map(source),
        },
        Event::Spawned { subject, by } => wire::Event::Spawned {
            tile: subject.tile.to_string(),
            card: name(subject.card),
            side: side(subject.side),
            by: source(by),
        },
        Event::AddedToHand {
            side: whose,
            card,
            by,
        } => wire::Event::AddedToHand {
            side: side(whose),
            card: name(card),
            by: source(by),
        },
        Event::Turn { side: whose } => wire::Event::Turn { side: side(whose) },
        Event::Over => wire::Event::Over {
            score: score(&after.score(book)),
        },
    }
}

/// A move as an action that a client may send back; without a side it is a move of
/// the side to act.
pub fn action(catalogue: &Catalogue, whose: Option<Side>, made: Move) -> wire::Action {
    let side = whose.map(side);
    match made {
        Move::Play(play) => wire::Action::Play(wire::Play {
            side,
            card: catalogue[play.card].number.clone(),
            tile: wire::TileName(play.tile.to_string()),
        }),
        Move::Pass => wire::Action::Pass(wire::Pass { side }),
    }
}
