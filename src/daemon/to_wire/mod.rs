//! The only place where a rules type becomes a wire type.

pub mod belief;
pub mod combat;
mod combat_catalogue;
pub mod history;
pub mod session;
pub mod time;

pub use combat_catalogue::combat_catalogue;

use qbcoach_protocol as wire;

use crate::coaching::{Advice, Standing};
use crate::prediction::evaluation::Evaluation;
use crate::prediction::{Outcome, ThreatMap};
use crate::rules::effect::word_of;
use crate::rules::event::{Actor, PawnCause};
use crate::rules::words::describe;
use crate::rules::{
    Board, BySide, Card, CardId, CardKind, Catalogue, Event, Lane, MatchScore, Move, Owner, Rank,
    Rarity, Rulebook, Side, Status, TileId,
};

pub fn side(side: Side) -> wire::Side {
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

pub fn card_name(catalogue: &Catalogue, card: CardId) -> wire::CardName {
    let card = &catalogue[card];
    wire::CardName {
        id: card.number.clone(),
        name: card.name.clone(),
    }
}

pub fn card(catalogue: &Catalogue, card: &Card) -> wire::Card {
    wire::Card {
        card: card_name(catalogue, card.id),
        kind: word_of(card.kind, &CardKind::WORDS).to_owned(),
        rank: card.cost.to_string(),
        power: card.power,
        rarity: word_of(card.rarity, &Rarity::WORDS).to_owned(),
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
                status: status(powers.status[tile]),
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

/// An event; `after` is the board when all of the play had happened.
pub fn event(book: &Rulebook, event: &Event, after: &Board) -> wire::Event {
    let catalogue = &book.catalogue;
    let name = |card: CardId| card_name(catalogue, card);
    let source = |actor: Actor| wire::Source {
        tile: actor.tile.to_string(),
        card: name(actor.card),
        side: side(actor.side),
    };
    match *event {
        Event::Played { actor, replaced } => wire::Event::Played {
            side: side(actor.side),
            card: name(actor.card),
            tile: actor.tile.to_string(),
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
                PawnCause::Laid(actor) => Some(source(actor)),
                PawnCause::Destruction => None,
            },
        },
        Event::Power {
            actor,
            before,
            after,
            status: now,
            by,
        } => wire::Event::Power {
            tile: actor.tile.to_string(),
            card: name(actor.card),
            side: side(actor.side),
            before,
            after,
            status: status(now),
            by: by.map(source),
        },
        Event::Triggered {
            actor,
            trigger,
            effect,
        } => wire::Event::Triggered {
            tile: actor.tile.to_string(),
            card: name(actor.card),
            side: side(actor.side),
            trigger: trigger.word().to_owned(),
            text: catalogue[actor.card]
                .effects
                .get(effect)
                .map(|effect| describe(catalogue, effect))
                .unwrap_or_default(),
        },
        Event::Destroyed { actor, by } => wire::Event::Destroyed {
            tile: actor.tile.to_string(),
            card: name(actor.card),
            side: side(actor.side),
            by: by.map(source),
        },
        Event::Spawned { actor, by } => wire::Event::Spawned {
            tile: actor.tile.to_string(),
            card: name(actor.card),
            side: side(actor.side),
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

pub fn threat_map(catalogue: &Catalogue, map: &ThreatMap) -> wire::ThreatMap {
    let outcome = |outcome: &Outcome| wire::Outcome {
        card: outcome.play.map(|play| card_name(catalogue, play.card)),
        tile: outcome.play.map(|play| play.tile.to_string()),
        resulting_score: outcome.resulting_score,
        match_score: score(&outcome.match_score),
        weight: outcome.weight,
    };
    let lanes = Lane::ALL.map(|lane| (lane.word().to_owned(), map.lane_pressure[lane]));
    let tiles = map.tile_pressure.iter();
    wire::ThreatMap {
        basis: wire::Basis {
            mode: map.basis.mode.word().to_owned(),
            decks: map.basis.decks,
            hand_size: map.basis.hand.total(),
            unknown_cards: map.basis.hand.unknown,
        },
        outcomes: map.outcomes.iter().map(outcome).collect(),
        best_enemy_score: map.best_enemy_score,
        expected_enemy_score: map.expected_enemy_score,
        expected_best_reply: map.expected_best_reply,
        lane_pressure: lanes.into(),
        tile_pressure: tiles
            .map(|(tile, value)| (tile.to_string(), *value))
            .collect(),
    }
}

/// The action a client may send back.
pub fn action(catalogue: &Catalogue, made: Move) -> wire::Action {
    match made {
        Move::Play(play) => wire::Action::Play {
            side: None,
            card: catalogue[play.card].number.clone(),
            tile: play.tile.to_string(),
        },
        Move::Pass => wire::Action::Pass { side: None },
    }
}

pub fn evaluation(
    evaluation: &Evaluation,
    score: &MatchScore,
    standing: Standing,
) -> wire::Evaluation {
    let lane_value = |which: Lane| {
        let value = &evaluation.lanes[which];
        wire::LaneValue {
            lane: lane(which),
            diff: value.diff,
            stability: value.stability,
            access: value.access,
            effect: value.effect,
            value: value.value(),
        }
    };
    wire::Evaluation {
        eval: evaluation.total(),
        margin: score.margin(),
        standing: standing.word().to_owned(),
        lanes: Lane::ALL.map(lane_value).into(),
    }
}

/// Advice with its `top` moves.
pub fn advice(catalogue: &Catalogue, advice: &Advice, top: usize) -> wire::Advice {
    let moves = advice.moves.iter().take(top).zip(1..);
    wire::Advice {
        evaluation: evaluation(&advice.evaluation, &advice.score, advice.standing),
        moves: moves
            .map(|(moved, rank)| wire::AdvisedMove {
                rank,
                action: action(catalogue, moved.made),
                label: moved.label.clone(),
                move_score: moved.move_score,
                immediate: moved.immediate,
                worst_reply: moved.worst_reply,
                likely_reply: moved.likely_reply,
                predicted: moved.predicted,
                margin_after: moved.margin_after,
                quality: moved.quality.word().to_owned(),
                reasons: moved
                    .reasons
                    .iter()
                    .map(|reason| wire::Reason {
                        tag: reason.tag.to_owned(),
                        text: reason.text.clone(),
                        weight: reason.weight,
                    })
                    .collect(),
                text_after: moved.text_after.clone(),
            })
            .collect(),
        message: advice.message.clone(),
        notes: advice.notes.clone(),
    }
}
