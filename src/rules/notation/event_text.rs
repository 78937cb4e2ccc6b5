//! Events as sentences for people.

use super::super::catalogue::Catalogue;
use super::super::event::{Actor, Event, PawnCause};
use super::super::power::Status;
use super::super::side::{Owner, Side};
use super::super::words::describe;

/// What happened, in one sentence without a full stop.
pub fn event_text(catalogue: &Catalogue, event: &Event) -> String {
    let name = |actor: &Actor| {
        format!(
            "{} {} on {}",
            possessive(actor.side),
            catalogue[actor.card].name,
            actor.tile
        )
    };
    match event {
        Event::Played { actor, replaced } => {
            let replacing = replaced
                .map(|card| format!(" in place of {}", catalogue[card].name))
                .unwrap_or_default();
            let verb = match actor.side {
                Side::You => "you play",
                Side::Enemy => "the enemy plays",
            };
            let card = &catalogue[actor.card].name;
            format!("{verb} {card} to {}{replacing}", actor.tile)
        }
        Event::Pawns {
            tile,
            owner,
            ranks,
            cause,
        } => {
            let holder = match owner {
                Owner::Neutral => "is nobody's".to_owned(),
                Owner::Held(side) => {
                    let other = ranks[side.opponent()].get();
                    let against = if other == 0 {
                        String::new()
                    } else {
                        format!(" against {other}")
                    };
                    format!("is {} at rank {}{against}", theirs(*side), ranks[*side])
                }
            };
            match cause {
                PawnCause::Laid(_) => format!("{tile} {holder}"),
                PawnCause::Destruction => format!("{tile} {holder} now"),
            }
        }
        Event::Power {
            actor,
            before,
            after,
            status,
            ..
        } => {
            let mark = match status {
                Status::Enhanced => ", enhanced",
                Status::Enfeebled => ", enfeebled",
                Status::Neutral => "",
            };
            if before == after {
                format!("{} stays at {after}{mark}", name(actor))
            } else {
                format!("{} goes from {before} to {after}{mark}", name(actor))
            }
        }
        Event::Triggered { actor, effect, .. } => {
            let card = &catalogue[actor.card];
            let words = card
                .effects
                .get(*effect)
                .map(|effect| describe(catalogue, effect))
                .unwrap_or_default();
            format!("{} acts: {}", name(actor), words.trim_end_matches('.'))
        }
        Event::Destroyed { actor, by } => {
            let by = by
                .map(|by| format!(" by {}", name(&by)))
                .unwrap_or_default();
            format!("{} is destroyed{by}", name(actor))
        }
        Event::Spawned { actor, .. } => format!("{} appears", name(actor)),
        Event::AddedToHand { side, card, .. } => {
            format!(
                "{} goes to {} hand",
                catalogue[*card].name,
                possessive(*side)
            )
        }
        Event::Turn { side } => match side {
            Side::You => "it is your turn".to_owned(),
            Side::Enemy => "it is the enemy's turn".to_owned(),
        },
        Event::Over => "the match is over".to_owned(),
    }
}

fn possessive(side: Side) -> &'static str {
    match side {
        Side::You => "your",
        Side::Enemy => "the enemy's",
    }
}

fn theirs(side: Side) -> &'static str {
    match side {
        Side::You => "yours",
        Side::Enemy => "the enemy's",
    }
}
