//! Events as sentences for people.

use super::super::catalogue::Catalogue;
use super::super::event::{CardOnTile, Event, PawnCause};
use super::super::power::Status;
use super::super::side::{Owner, Side};
use super::super::words::describe;

/// The event as one sentence without a full stop.
pub fn event_text(catalogue: &Catalogue, event: &Event) -> String {
    let name = |subject: &CardOnTile| {
        format!(
            "{} {} on {}",
            possessive(subject.side),
            catalogue[subject.card].name,
            subject.tile
        )
    };
    match event {
        Event::Played { subject, replaced } => {
            let replacing = replaced
                .map(|card| format!(" in place of {}", catalogue[card].name))
                .unwrap_or_default();
            let verb = match subject.side {
                Side::You => "you play",
                Side::Enemy => "the enemy plays",
            };
            let card = &catalogue[subject.card].name;
            format!("{verb} {card} to {}{replacing}", subject.tile)
        }
        Event::Pawns {
            tile,
            owner,
            ranks,
            cause,
        } => {
            let holder = match owner {
                Owner::Neutral => "is neutral".to_owned(),
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
            subject,
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
                format!("{} stays at {after}{mark}", name(subject))
            } else {
                format!("{} goes from {before} to {after}{mark}", name(subject))
            }
        }
        Event::Triggered {
            subject, effect, ..
        } => {
            let card = &catalogue[subject.card];
            let words = card
                .effects
                .get(*effect)
                .map(|effect| describe(catalogue, effect))
                .unwrap_or_default();
            format!("{} acts: {}", name(subject), words.trim_end_matches('.'))
        }
        Event::Destroyed { subject, by } => {
            let by = by
                .map(|by| format!(" by {}", name(&by)))
                .unwrap_or_default();
            format!("{} is destroyed{by}", name(subject))
        }
        Event::Spawned { subject, .. } => format!("{} appears", name(subject)),
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
