//! Sessions, for the player and for the audience of a stream.

use qbcoach_protocol as wire;
use serde_json::{Map, Value};

use super::{board, card_name, combat, score, side};
use crate::{Acted, Moment, documents};
use qbcoach_engine::observation::{Observation, ObservedCard};
use qbcoach_engine::rules::notation::{draw, position_text};
use qbcoach_engine::rules::{CardId, Catalogue, Move, Rules, Side};
use qbcoach_engine::simulation::action::Phase;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_sessions::game::Game;
use qbcoach_sessions::journal::NodeRow;
use qbcoach_sessions::queens_blood::Match;
use qbcoach_sessions::{AnyEvent, AnyGame, Listed};

pub fn mode(mode: MatchMode) -> wire::Mode {
    match mode {
        MatchMode::Live => wire::Mode::Live,
        MatchMode::Simulated => wire::Mode::Simulated,
        MatchMode::Analysis => wire::Mode::Analysis,
    }
}

fn phase(phase: Phase) -> wire::Phase {
    match phase {
        Phase::Mulligan => wire::Phase::Mulligan,
        Phase::Draw => wire::Phase::Draw,
        Phase::Play => wire::Phase::Play,
        Phase::Over => wire::Phase::Over,
    }
}

/// A preset's name, or the preset with the knobs that differ, as `session/create`
/// takes them.
pub fn rules(rules: &Rules) -> Value {
    let text = rules.to_string();
    let mut words = text.split(' ');
    let preset = words.next().unwrap_or_default();
    let knobs: Vec<&str> = words.collect();
    if knobs.is_empty() {
        return preset.into();
    }
    let mut object = Map::new();
    object.insert("preset".to_owned(), preset.into());
    for (knob, value) in knobs.iter().filter_map(|knob| knob.split_once('=')) {
        let value = match value.parse::<u64>() {
            Ok(number) => number.into(),
            Err(_) => value.into(),
        };
        object.insert(knob.to_owned(), value);
    }
    object.into()
}

fn names(catalogue: &Catalogue, cards: &[CardId]) -> Vec<wire::CardName> {
    let name = |card: &CardId| card_name(catalogue, *card);
    cards.iter().map(name).collect()
}

/// Whether an answer has drawings for people, which most clients make themselves.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Drawing {
    None,
    Text,
}

impl Drawing {
    pub(crate) fn asked(text: Option<bool>) -> Drawing {
        match text {
            Some(true) => Drawing::Text,
            Some(false) | None => Drawing::None,
        }
    }
}

/// The snapshot with the drawing of a match; a combat always has its drawing.
pub(crate) fn drawn_snapshot(moment: &Moment, audience: wire::Audience) -> wire::Snapshot {
    let mut snapshot = snapshot(moment, audience);
    if let (wire::Snapshot::Match(snapshot), AnyGame::QueensBlood(game)) =
        (&mut snapshot, &moment.game)
    {
        let board = &game.annotated.state.position.board;
        snapshot.text = Some(draw(game.book(), board));
    }
    snapshot
}

/// The snapshot as this audience may see it.
pub fn snapshot(moment: &Moment, audience: wire::Audience) -> wire::Snapshot {
    match &moment.game {
        AnyGame::QueensBlood(game) => {
            wire::Snapshot::Match(Box::new(match_snapshot(moment, game, audience)))
        }
        AnyGame::MageKnight(game) => {
            let (session, seq) = (moment.session, moment.seq);
            let snapshot = combat::snapshot(session, seq, game, audience);
            wire::Snapshot::Combat(Box::new(snapshot))
        }
    }
}

fn match_snapshot(moment: &Moment, game: &Match, audience: wire::Audience) -> wire::MatchSnapshot {
    let book = game.book();
    let state = &game.annotated.state;
    let holdings = &state.holdings;
    let hand = |side: Side| names(&book.catalogue, &holdings[side].hand.cards());
    wire::MatchSnapshot {
        session_id: moment.session.to_string(),
        game: Match::game_word(&game.setup).to_owned(),
        mode: mode(game.mode()),
        rules: rules(&book.rules),
        seq: moment.seq,
        turn: state.turn,
        side_to_act: side(state.position.to_act),
        phase: phase(state.phase()),
        board: board(book, &state.position.board),
        you: wire::OwnCards {
            hand: match audience {
                wire::Audience::Player => Some(hand(Side::You)),
                wire::Audience::Stream => None,
            },
            hand_size: holdings.you.hand.len(),
            deck_size: holdings.you.pile.len(),
            name: game.setup.name.clone(),
        },
        enemy: wire::EnemyCards {
            hand: hand(Side::Enemy),
            hand_size: holdings.enemy.hand.len(),
            deck_size: holdings.enemy.pile.len(),
            tag: game.setup.enemy_tag.clone(),
        },
        score: score(&state.position.board.score(book)),
        position: position_text(book, &state.position),
        text: None,
    }
}

pub(crate) fn acted(acted: &Acted) -> wire::Acted {
    let events = acted.steps.iter().flat_map(|step| {
        let events = step.events.iter();
        let event = |event| session_event(&step.after, event);
        events.filter_map(event).collect::<Vec<_>>()
    });
    wire::Acted {
        seq: acted.now.seq,
        events: events.collect(),
        snapshot: documents::snapshot(&acted.now, wire::Audience::Player),
    }
}

fn session_event(after: &Moment, event: &AnyEvent) -> Option<wire::SessionEvent> {
    match (event, &after.game) {
        (AnyEvent::QueensBlood(event), AnyGame::QueensBlood(game)) => {
            let board = &game.annotated.state.position.board;
            let event = super::event(game.book(), event, board);
            Some(wire::SessionEvent::Match(event))
        }
        (AnyEvent::MageKnight(event), _) => Some(wire::SessionEvent::Combat(combat::event(event))),
        // A match has no events of another game.
        (AnyEvent::QueensBlood(_), AnyGame::MageKnight(_)) => None,
    }
}

pub(crate) fn listed(listed: Listed) -> wire::ListedSession {
    wire::ListedSession {
        session_id: listed.id.to_string(),
        game: listed.summary.game,
        mode: listed.summary.mode,
        title: listed.summary.title,
        opponent: listed.summary.opponent,
        seq: listed.seq,
        turn: listed.summary.turn,
        over: listed.summary.over,
        result: listed.summary.result.map(|result| wire::MatchResult {
            winner: result.winner().map(side),
            total_you: result.0.you,
            total_enemy: result.0.enemy,
        }),
        closed: listed.closed,
        updated_at: super::time::rfc3339(listed.updated_ms),
        owner: None,
    }
}

pub(crate) fn owner(node: &NodeRow) -> wire::SessionOwner {
    wire::SessionOwner {
        id: node.id.number(),
        name: node.name.clone(),
    }
}

/// An action to be sent back. It names the side, which need not be the side to act.
pub(crate) fn offer(catalogue: &Catalogue, whose: Side, made: Move) -> wire::OfferedAction {
    let label = match made {
        Move::Play(play) => format!("{} to {}", catalogue[play.card].name, play.tile),
        Move::Pass => "pass".to_owned(),
    };
    wire::OfferedAction {
        action: wire::AnyAction::Match(super::action(catalogue, Some(whose), made)),
        label,
        detail: None,
    }
}

pub fn observation(moment: &Moment, audience: wire::Audience) -> wire::Observation {
    match &moment.game {
        AnyGame::QueensBlood(game) => {
            wire::Observation::Match(Box::new(match_observation(moment, game, audience)))
        }
        AnyGame::MageKnight(game) => {
            wire::Observation::Combat(combat::observation(moment.seq, &game.combat))
        }
    }
}

fn match_observation(
    moment: &Moment,
    game: &Match,
    audience: wire::Audience,
) -> wire::MatchObservation {
    let catalogue = &game.book().catalogue;
    let seen: &Observation = &game.annotated.observation;
    let observed = |card: &ObservedCard| wire::ObservedCard {
        card: card_name(catalogue, card.card),
        side: side(card.side),
        origin: card.origin.word().to_owned(),
        turn_observed: card.turn_observed,
        tile: card.tile.map(|tile| tile.to_string()),
        destroyed_on_turn: card.destroyed_on_turn,
    };
    // A stream sees no card of your hand, not even one that an effect put there.
    let public = |card: &&ObservedCard| {
        let hidden = card.side == Side::You && card.tile.is_none();
        !hidden || audience == wire::Audience::Player
    };
    let deck = seen.deck();
    wire::MatchObservation {
        seq: moment.seq,
        last_updated_turn: seen.last_updated_turn(),
        observations: seen
            .observations()
            .iter()
            .filter(public)
            .map(observed)
            .collect(),
        enemy_board_cards: seen.enemy_board_cards().map(observed).collect(),
        enemy_destroyed_cards: seen.enemy_destroyed_cards().map(observed).collect(),
        enemy_tokens: seen.enemy_tokens().map(observed).collect(),
        deck: wire::DeckKnowledge {
            mode: match deck.full {
                Some(_) => "known".to_owned(),
                None => "unknown".to_owned(),
            },
            full: deck.full.as_ref().map(|cards| names(catalogue, cards)),
            played: names(catalogue, &deck.played),
            remaining: seen
                .known_enemy_deck_remaining()
                .map(|cards| names(catalogue, cards)),
        },
    }
}
