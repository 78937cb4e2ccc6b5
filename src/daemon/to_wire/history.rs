//! The history of a session, for the player and for the audience of a stream.

use qbcoach_protocol as wire;
use qbcoach_protocol::Audience;

use super::{card_name, number, side};
use crate::Moment;

use qbcoach_engine::rules::{CardId, Catalogue, Event, Move, Side};
use qbcoach_engine::simulation::action::Action;
use qbcoach_sessions::mage_knight::CombatStanding;
use qbcoach_sessions::queens_blood::MatchStanding;
use qbcoach_sessions::{AnyAction, AnyEvent, AnyGame, AnyStanding, Mark};

pub fn history(moment: &Moment, audience: Audience) -> wire::SessionHistory {
    // An act belongs to the turn that it ends.
    let marks = moment.course.marks();
    let turns = marks.iter().map(|mark| turn(&mark.standing));
    let turns = std::iter::once(FIRST_TURN).chain(turns);
    let entries = marks.iter().zip(turns);
    wire::SessionHistory {
        seq: moment.seq,
        entries: entries
            .filter_map(|(mark, turn)| entry(&moment.game, mark, turn, audience))
            .collect(),
    }
}

const FIRST_TURN: u32 = 1;

fn turn(standing: &AnyStanding) -> u32 {
    match standing {
        AnyStanding::QueensBlood(standing) => standing.turn,
        AnyStanding::MageKnight(standing) => standing.actions,
    }
}

fn entry(
    game: &AnyGame,
    mark: &Mark<AnyGame>,
    turn: u32,
    audience: Audience,
) -> Option<wire::HistoryEntry> {
    match (game, &mark.action, &mark.standing) {
        (
            AnyGame::QueensBlood(game),
            AnyAction::QueensBlood(action),
            AnyStanding::QueensBlood(standing),
        ) => {
            let catalogue = &game.book().catalogue;
            let events = mark.events.iter().filter_map(|event| match event {
                AnyEvent::QueensBlood(event) => Some(event),
                AnyEvent::MageKnight(_) => None,
            });
            let described = describe(catalogue, action, audience);
            let act = wire::HistoryAct {
                text: sentence(catalogue, described.text, events, audience),
                seq: mark.seq,
                turn,
                side: described.side.map(side),
                action: described.action.to_owned(),
                card: described.card.map(|card| card_name(catalogue, card)),
                tile: described.tile,
            };
            Some(wire::HistoryEntry::Match(wire::MatchEntry {
                act,
                standing: match_standing(standing),
            }))
        }
        (
            AnyGame::MageKnight(_),
            AnyAction::MageKnight(action),
            AnyStanding::MageKnight(standing),
        ) => Some(combat_entry(mark, action, standing, audience)),
        // A session has no acts of another game.
        _ => None,
    }
}

fn match_standing(standing: &MatchStanding) -> wire::MatchStanding {
    let score = super::score(&standing.score);
    wire::MatchStanding {
        total_you: score.total_you,
        total_enemy: score.total_enemy,
        margin: score.margin,
        eval: number::score(standing.evaluation),
    }
}

/// The description of an act that an audience may see.
struct ActDescription {
    action: &'static str,
    side: Option<Side>,
    card: Option<CardId>,
    tile: Option<String>,
    text: String,
}

impl ActDescription {
    fn of(action: &'static str, side: Option<Side>, text: String) -> ActDescription {
        ActDescription {
            action,
            side,
            card: None,
            tile: None,
            text,
        }
    }
}

fn who(side: Side) -> &'static str {
    match side {
        Side::You => "You",
        Side::Enemy => "The enemy",
    }
}

fn whose(side: Side) -> &'static str {
    match side {
        Side::You => "Your",
        Side::Enemy => "The enemy's",
    }
}

/// A verb in the form that follows `who`.
fn verb(side: Side, word: &str) -> String {
    match side {
        Side::You => word.to_owned(),
        Side::Enemy if word.ends_with('s') => format!("{word}es"),
        Side::Enemy => format!("{word}s"),
    }
}

fn describe(catalogue: &Catalogue, action: &Action, audience: Audience) -> ActDescription {
    let name = |card: CardId| catalogue[card].name.as_str();
    match action {
        Action::Mulligan { side, replace, .. } => {
            let number = match replace.len() {
                0 => "the whole hand".to_owned(),
                1 => "one card back".to_owned(),
                number => format!("{number} cards back"),
            };
            let verb = match replace.is_empty() {
                true => verb(*side, "keep"),
                false => verb(*side, "put"),
            };
            let text = format!("{} {verb} {number}", who(*side));
            ActDescription::of("mulligan", Some(*side), text)
        }
        Action::Draw { card } => match audience {
            Audience::Player => ActDescription {
                card: Some(*card),
                ..ActDescription::of("draw", Some(Side::You), format!("You draw {}", name(*card)))
            },
            Audience::Stream => {
                ActDescription::of("draw", Some(Side::You), "You draw a card".to_owned())
            }
        },
        Action::Move {
            side,
            made: Move::Play(play),
        } => {
            let text = format!(
                "{} {} {} on {}",
                who(*side),
                verb(*side, "play"),
                name(play.card),
                play.tile
            );
            ActDescription {
                card: Some(play.card),
                tile: Some(play.tile.to_string()),
                ..ActDescription::of("play", Some(*side), text)
            }
        }
        Action::Move {
            side,
            made: Move::Pass,
        } => ActDescription::of(
            "pass",
            Some(*side),
            format!("{} {}", who(*side), verb(*side, "pass")),
        ),
        Action::SetHand { .. } => {
            ActDescription::of("setHand", None, "Your hand is corrected".to_owned())
        }
        Action::SetDeck { side, .. } => {
            let text = format!("{} deck is corrected", whose(*side));
            ActDescription::of("setDeck", None, text)
        }
        Action::Resync { tiles } => {
            let names: Vec<String> = tiles.iter().map(|fix| fix.tile.to_string()).collect();
            let text = match names.as_slice() {
                [one] => format!("Tile {one} is corrected"),
                several => format!("Tiles {} are corrected", several.join(", ")),
            };
            ActDescription::of("resync", None, text)
        }
    }
}

/// The act in words, with its most important events.
fn sentence<'a>(
    catalogue: &Catalogue,
    act: String,
    events: impl Iterator<Item = &'a Event>,
    audience: Audience,
) -> String {
    let mut parts = vec![act];
    for event in events {
        let part = match event {
            Event::Played {
                replaced: Some(card),
                ..
            } => format!("over {}", catalogue[*card].name),
            Event::Destroyed { subject, .. } => {
                format!(
                    "{} on {} is destroyed",
                    catalogue[subject.card].name, subject.tile
                )
            }
            Event::Spawned { subject, .. } => {
                format!(
                    "{} appears on {}",
                    catalogue[subject.card].name, subject.tile
                )
            }
            Event::AddedToHand { side, card, .. } => {
                let is_secret = *side == Side::You && audience == Audience::Stream;
                let card = match is_secret {
                    true => "a card",
                    false => catalogue[*card].name.as_str(),
                };
                match side {
                    Side::You => format!("{card} comes to your hand"),
                    Side::Enemy => format!("{card} comes to the enemy's hand"),
                }
            }
            Event::Over => "the match is over".to_owned(),
            _ => continue,
        };
        parts.push(part);
    }
    parts.join("; ")
}

fn combat_entry(
    mark: &Mark<AnyGame>,
    action: &qbcoach_mage_knight::Action,
    standing: &CombatStanding,
    audience: Audience,
) -> wire::HistoryEntry {
    let events = mark.events.iter().filter_map(|event| match event {
        // The text of this event names cards of the hand.
        AnyEvent::MageKnight(qbcoach_mage_knight::Event::HandLost { .. })
            if audience == Audience::Stream =>
        {
            Some("the hand is lost".to_owned())
        }
        AnyEvent::MageKnight(event) => Some(event.to_string()),
        AnyEvent::QueensBlood(_) => None,
    });
    let text = events.collect::<Vec<_>>().join("; ");
    wire::HistoryEntry::Combat(wire::CombatEntry {
        act: wire::HistoryAct {
            seq: mark.seq,
            turn: standing.actions,
            side: Some(wire::Side::You),
            action: action.word().to_owned(),
            card: None,
            tile: None,
            text,
        },
        standing: wire::CombatStanding {
            wounds: standing.wounds,
            fame_gained: standing.fame,
        },
    })
}
