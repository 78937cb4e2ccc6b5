//! The course of a session, for the player and for the audience of a stream.

use qbcoach_protocol as wire;
use qbcoach_protocol::Audience;

use super::{card_name, side};
use crate::daemon::Moment;
use crate::mage_knight;
use crate::rules::{CardId, Catalogue, Event, Move, Side};
use crate::sessions::mage_knight::CombatStanding;
use crate::sessions::queens_blood::MatchStanding;
use crate::sessions::{AnyAction, AnyEvent, AnyGame, AnyStanding, Mark};
use crate::simulation::action::Action;

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
            let told = tell(catalogue, action, audience);
            let act = wire::HistoryAct {
                text: sentence(catalogue, told.text, events, audience),
                seq: mark.seq,
                turn,
                side: told.side.map(side),
                action: told.action.to_owned(),
                card: told.card.map(|card| card_name(catalogue, card)),
                tile: told.tile,
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
        // A session never has the acts of another game.
        _ => None,
    }
}

fn match_standing(standing: &MatchStanding) -> wire::MatchStanding {
    let score = super::score(&standing.score);
    wire::MatchStanding {
        total_you: score.total_you,
        total_enemy: score.total_enemy,
        margin: score.margin,
        eval: standing.evaluation,
    }
}

/// What may be told of an action.
struct Told {
    action: &'static str,
    side: Option<Side>,
    card: Option<CardId>,
    tile: Option<String>,
    text: String,
}

impl Told {
    fn of(action: &'static str, side: Option<Side>, text: String) -> Told {
        Told {
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

/// A verb as it follows `who`.
fn verb(side: Side, word: &str) -> String {
    match side {
        Side::You => word.to_owned(),
        Side::Enemy if word.ends_with('s') => format!("{word}es"),
        Side::Enemy => format!("{word}s"),
    }
}

fn tell(catalogue: &Catalogue, action: &Action, audience: Audience) -> Told {
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
            Told::of("mulligan", Some(*side), text)
        }
        Action::Draw { card } => match audience {
            Audience::Player => Told {
                card: Some(*card),
                ..Told::of("draw", Some(Side::You), format!("You draw {}", name(*card)))
            },
            Audience::Stream => Told::of("draw", Some(Side::You), "You draw a card".to_owned()),
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
            Told {
                card: Some(play.card),
                tile: Some(play.tile.to_string()),
                ..Told::of("play", Some(*side), text)
            }
        }
        Action::Move {
            side,
            made: Move::Pass,
        } => Told::of(
            "pass",
            Some(*side),
            format!("{} {}", who(*side), verb(*side, "pass")),
        ),
        Action::SetHand { .. } => Told::of("setHand", None, "Your hand is corrected".to_owned()),
        Action::Resync { tiles } => {
            let text = match tiles.len() {
                1 => "A tile is corrected".to_owned(),
                number => format!("{number} tiles are corrected"),
            };
            Told::of("resync", None, text)
        }
    }
}

/// The act, and what came of it that people would talk about.
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
            Event::Destroyed { actor, .. } => {
                format!(
                    "{} on {} is destroyed",
                    catalogue[actor.card].name, actor.tile
                )
            }
            Event::Spawned { actor, .. } => {
                format!("{} appears on {}", catalogue[actor.card].name, actor.tile)
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
    action: &mage_knight::Action,
    standing: &CombatStanding,
    audience: Audience,
) -> wire::HistoryEntry {
    let events = mark.events.iter().filter_map(|event| match event {
        // Its words name the cards.
        AnyEvent::MageKnight(mage_knight::Event::HandLost { .. })
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
