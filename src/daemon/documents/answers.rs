//! The answers of the methods about one moment. The topics of a subscription show
//! the same answers.

use std::ops::ControlFlow;

use qbcoach_protocol as wire;
use qbcoach_protocol::{Audience, Topic};
use serde::Serialize;

use super::cache::{Superseded, Wanted, snapshot};
use super::tree::Node;
use crate::rpc_error::{RpcError, of_coach, of_prediction};
use crate::to_wire::AdviceExtent;
use crate::{Moment, to_wire};
use qbcoach_engine::coaching::locks::Sight;
use qbcoach_engine::coaching::{Advice, Budget, CoachError, Thinking};
use qbcoach_engine::prediction::ThreatMap;
use qbcoach_mage_knight::advice::{self, AdviceError};
use qbcoach_sessions::queens_blood::Match;
use qbcoach_sessions::{AnyGame, Seq};

/// The content of a topic's document.
pub(crate) fn content(
    moment: &Moment,
    topic: Topic,
    audience: Audience,
    wanted: Wanted,
) -> Result<Node, Superseded> {
    Ok(match topic {
        Topic::State => Node::of(&snapshot(moment, audience)),
        Topic::Observation => Node::of(&to_wire::session::observation(moment, audience)),
        Topic::History => Node::of(&to_wire::history::history(moment, audience)),
        Topic::Threat => answer_or_reason(moment, topic, threat(moment, audience)),
        Topic::Hand => answer_or_reason(moment, topic, hand(moment, HandExtent::USUAL)),
        Topic::Evaluation => answer_or_reason(moment, topic, evaluation(moment, audience)),
        Topic::Coach => return advice_content(moment, wanted),
    })
}

/// A topic always has a document: where the method would answer an error, the
/// document gives its reason.
fn answer_or_reason<T: Serialize>(
    moment: &Moment,
    topic: Topic,
    answer: Result<T, RpcError>,
) -> Node {
    match answer {
        Ok(answer) => Node::of(&answer),
        Err(error) => nothing_to_show(moment, topic, error.reason()),
    }
}

fn nothing_to_show(moment: &Moment, topic: Topic, reason: &str) -> Node {
    let empty_of = |other: Topic| (topic == other).then_some([]);
    Node::of(&wire::NothingToShow {
        seq: moment.seq,
        moves: empty_of(Topic::Coach),
        outcomes: empty_of(Topic::Threat),
        message: reason.to_owned(),
    })
}

/// Advice for a match as `coach/recommend` answers it.
pub(crate) fn recommendation(
    seq: Seq,
    game: &Match,
    advice: &Advice,
    extent: AdviceExtent,
) -> wire::MatchRecommendation {
    wire::MatchRecommendation {
        seq,
        advice: to_wire::advice(&game.book().catalogue, advice, extent),
    }
}

/// The first advice, which comes at once; a search makes it better.
fn advice_content(moment: &Moment, wanted: Wanted) -> Result<Node, Superseded> {
    let go_on = || match wanted.is_given_up(moment) {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    Ok(match &moment.game {
        AnyGame::QueensBlood(game) => {
            let view = &game.annotated;
            match game.coach.draft(view, Budget::default(), |_| go_on()) {
                Ok(draft) => {
                    let mut advice = draft.reference(Thinking::Yes);
                    // The search soon brings other ones; until then those of the best
                    // move are enough, and the update is smaller.
                    for other in advice.moves.iter_mut().skip(1) {
                        other.reasons.clear();
                    }
                    Node::of(&recommendation(
                        moment.seq,
                        game,
                        &advice,
                        AdviceExtent::USUAL,
                    ))
                }
                Err(CoachError::Cancelled) => return Err(Superseded),
                Err(error) => nothing_to_show(moment, Topic::Coach, of_coach(&error).reason()),
            }
        }
        AnyGame::MageKnight(game) => {
            let budget = advice::default_budget(&game.combat);
            match advice::recommend_while(&game.combat, &game.data, budget, |_| go_on()) {
                Ok(advice) => {
                    let top = AdviceExtent::USUAL.top;
                    Node::of(&to_wire::combat::advice(moment.seq, &advice, top))
                }
                Err(AdviceError::Cancelled) => return Err(Superseded),
                Err(error) => nothing_to_show(moment, Topic::Coach, &error.to_string()),
            }
        }
    })
}

/// `coach/evaluate` of a moment.
pub fn evaluation(moment: &Moment, audience: Audience) -> Result<wire::PositionReport, RpcError> {
    let game = match_of(moment)?;
    let sight = match audience {
        Audience::Player => Sight::YourHand,
        Audience::Stream => Sight::PublicOnly,
    };
    let report = game.coach.evaluate(&game.annotated, sight);
    Ok(to_wire::belief::position_report(moment.seq, &report))
}

/// How much of the belief about a hand is shown.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct HandExtent {
    pub hands: usize,
    pub cards: usize,
}

impl HandExtent {
    /// What a client that asks for nothing else gets, and the topic `hand`.
    pub const USUAL: HandExtent = HandExtent {
        hands: 10,
        cards: 20,
    };

    pub fn asked(params: &wire::HandParams) -> HandExtent {
        HandExtent {
            hands: params.hands.unwrap_or(HandExtent::USUAL.hands),
            cards: params.cards.unwrap_or(HandExtent::USUAL.cards),
        }
    }
}

/// `prediction/hand` of a moment.
pub(crate) fn hand(moment: &Moment, extent: HandExtent) -> Result<wire::HandBelief, RpcError> {
    let game = match_of(moment)?;
    let prediction = game.coach.prediction();
    let decks = prediction.infer_enemy_decks(&game.annotated.observation);
    let state = &game.annotated.state;
    let hand =
        decks.and_then(|decks| prediction.likeliest_enemy_hands(state, &decks, extent.hands));
    let hand = hand.map_err(|error| of_prediction(&error))?;
    Ok(to_wire::belief::hand(
        &game.book().catalogue,
        moment.seq,
        &hand,
        extent.cards,
    ))
}

/// The match of a session, for methods that combats do not have.
pub(crate) fn match_of(moment: &Moment) -> Result<&Match, RpcError> {
    match &moment.game {
        AnyGame::QueensBlood(game) => Ok(game),
        AnyGame::MageKnight(_) => {
            let reason = "this can be asked of Queen's Blood sessions only";
            let hint = "of a combat ask `prediction/threatMap` and `coach/recommend`";
            Err(RpcError::params("sessionId", reason).hint(hint))
        }
    }
}

/// `prediction/threatMap` of a moment.
pub fn threat(moment: &Moment, audience: Audience) -> Result<wire::ThreatReport, RpcError> {
    match &moment.game {
        AnyGame::QueensBlood(game) => {
            let threat = match_threat(moment.seq, game)?;
            Ok(wire::ThreatReport::Match(Box::new(threat)))
        }
        AnyGame::MageKnight(game) => {
            let counts = game.combat.holdings().is_some();
            let threat = match (counts, audience) {
                (true, Audience::Player) => {
                    let map = game.combat.threat_with_blocks(&game.data);
                    to_wire::combat::threat_with_blocks(moment.seq, &map)
                }
                _ => to_wire::combat::threat(moment.seq, &game.combat.threat(&game.data)),
            };
            Ok(wire::ThreatReport::Combat(threat))
        }
    }
}

fn match_threat(seq: Seq, game: &Match) -> Result<wire::MatchThreat, RpcError> {
    Ok(wire::MatchThreat {
        seq,
        threat: to_wire::threat_map(&game.book().catalogue, &threat_map(game)?),
    })
}

fn threat_map(game: &Match) -> Result<ThreatMap, RpcError> {
    let view = &game.annotated;
    let prediction = game.coach.prediction();
    let map = prediction.full_enemy_prediction(&view.state, &view.observation);
    map.map_err(|error| of_prediction(&error))
}

/// `prediction/outcomes` of a moment.
pub(crate) fn outcomes(
    moment: &Moment,
    params: &wire::OutcomesParams,
) -> Result<wire::Outcomes, RpcError> {
    let game = match_of(moment)?;
    let all = to_wire::outcomes(&game.book().catalogue, &threat_map(game)?);
    let total = all.len();
    let asked = all.into_iter().skip(params.offset.unwrap_or(0));
    Ok(wire::Outcomes {
        seq: moment.seq,
        total,
        outcomes: asked.take(params.limit.unwrap_or(total)).collect(),
    })
}
