//! What subscribers follow: one document for each topic of a moment, worked out
//! once however many follow it, and the patches between them.

use std::ops::ControlFlow;
use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use qbcoach_protocol as wire;
use qbcoach_protocol::{Audience, Topic, UpdateKind};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use serde_json::{Value, json};
use tokio::sync::OnceCell;

use super::failure::{Failure, of_coach, of_prediction};
use super::{Moment, patch, to_wire};
use crate::coaching::CoachError;
use crate::coaching::locks::Sight;
use crate::mage_knight::advice::{self, AdviceError};
use crate::sessions::queens_blood::Match;
use crate::sessions::{AnyGame, Seq, SessionId};

/// A topic's document of one moment.
#[derive(Debug)]
pub struct Document {
    pub seq: Seq,
    value: Value,
    session: SessionId,
    topic: Topic,
    /// The update that sends it whole, made when somebody needs it.
    snapshot: OnceLock<Box<RawValue>>,
    /// The latest patch that led to it, and from where: subscribers who keep up
    /// all need the same one.
    patch: Mutex<Option<(Seq, Arc<RawValue>)>>,
}

/// Somebody has moved on while this was worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Superseded;

/// Whether work on a moment is worth finishing when a newer one is there.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    OnlyIfLatest,
    Anyway,
}

/// The documents of one moment, kept with it.
#[derive(Debug, Default)]
struct Documents {
    quick: [OnceLock<Arc<Document>>; 6],
    threat: OnceCell<Arc<Document>>,
    coach: OnceCell<Arc<Document>>,
    evaluation: OnceCell<Arc<Document>>,
    evaluation_for_streams: OnceCell<Arc<Document>>,
    hand: OnceCell<Arc<Document>>,
}

/// The document of a topic as this audience may see it.
pub async fn document(
    moment: &Arc<Moment>,
    topic: Topic,
    audience: Audience,
    wanted: Wanted,
) -> Result<Arc<Document>, Superseded> {
    let documents: &Documents = moment.derived();
    let quick = |place: usize| &documents.quick[place];
    match (topic, audience) {
        (Topic::State, Audience::Player) => Ok(state(moment, quick(0), audience)),
        (Topic::State, Audience::Stream) => Ok(state(moment, quick(1), audience)),
        (Topic::Observation, Audience::Player) => Ok(observation(moment, quick(2), audience)),
        (Topic::Observation, Audience::Stream) => Ok(observation(moment, quick(3), audience)),
        (Topic::History, Audience::Player) => Ok(history(moment, quick(4), audience)),
        (Topic::History, Audience::Stream) => Ok(history(moment, quick(5), audience)),
        (Topic::Evaluation, Audience::Player) => {
            slow(moment, &documents.evaluation, wanted, |moment, _| {
                Ok(evaluation_value(moment, Audience::Player))
            })
            .await
        }
        (Topic::Evaluation, Audience::Stream) => {
            slow(
                moment,
                &documents.evaluation_for_streams,
                wanted,
                |moment, _| Ok(evaluation_value(moment, Audience::Stream)),
            )
            .await
        }
        (Topic::Hand, _) => {
            slow(moment, &documents.hand, wanted, |moment, _| {
                Ok(hand_value(moment))
            })
            .await
        }
        // Neither says anything of your hand; advice is not for a stream at all.
        (Topic::Threat, _) if is_quick_to_threaten(moment) => {
            let work = async || {
                let (topic, value) = threat_value(moment);
                Arc::new(Document::of(moment, topic, &value))
            };
            Ok(documents.threat.get_or_init(work).await.clone())
        }
        (Topic::Threat, _) => {
            slow(moment, &documents.threat, wanted, |moment, _| {
                Ok(threat_value(moment))
            })
            .await
        }
        (Topic::Coach, _) => slow(moment, &documents.coach, wanted, coach_value).await,
    }
}

fn state(moment: &Moment, kept: &OnceLock<Arc<Document>>, audience: Audience) -> Arc<Document> {
    let make = || {
        Document::of(
            moment,
            Topic::State,
            &to_wire::session::snapshot(moment, audience),
        )
    };
    kept.get_or_init(|| Arc::new(make())).clone()
}

fn observation(
    moment: &Moment,
    kept: &OnceLock<Arc<Document>>,
    audience: Audience,
) -> Arc<Document> {
    let make = || {
        let seen = to_wire::session::observation(moment, audience);
        Document::of(moment, Topic::Observation, &seen)
    };
    kept.get_or_init(|| Arc::new(make())).clone()
}

fn history(moment: &Moment, kept: &OnceLock<Arc<Document>>, audience: Audience) -> Arc<Document> {
    let make = || {
        let course = to_wire::history::history(moment, audience);
        Document::of(moment, Topic::History, &course)
    };
    kept.get_or_init(|| Arc::new(make())).clone()
}

type Make = fn(&Moment, Wanted) -> Result<(Topic, Value), Superseded>;

/// What takes long is worked out away from the async threads, and once: whoever
/// comes while it is under way waits for it.
async fn slow(
    moment: &Arc<Moment>,
    kept: &OnceCell<Arc<Document>>,
    wanted: Wanted,
    make: Make,
) -> Result<Arc<Document>, Superseded> {
    let work = || async {
        if wanted == Wanted::OnlyIfLatest && moment.is_superseded() {
            return Err(Superseded);
        }
        let moment = moment.clone();
        let made = tokio::task::spawn_blocking(move || {
            let (topic, value) = make(&moment, wanted)?;
            Ok(Arc::new(Document::of(&moment, topic, &value)))
        });
        match made.await {
            Ok(document) => document,
            Err(failure) => {
                tracing::error!(%failure, "a document could not be worked out");
                Err(Superseded)
            }
        }
    };
    kept.get_or_try_init(work).await.cloned()
}

/// With one deck to count, a threat map takes less time than another thread would
/// take to wake up; so does one of a combat.
fn is_quick_to_threaten(moment: &Moment) -> bool {
    match &moment.game {
        AnyGame::QueensBlood(game) => game.annotated.observation.deck().full.is_some(),
        AnyGame::MageKnight(_) => true,
    }
}

fn threat_value(moment: &Moment) -> (Topic, Value) {
    (Topic::Threat, shown(moment, Topic::Threat, threat(moment)))
}

fn evaluation_value(moment: &Moment, audience: Audience) -> (Topic, Value) {
    let report = evaluation(moment, audience);
    (Topic::Evaluation, shown(moment, Topic::Evaluation, report))
}

fn hand_value(moment: &Moment) -> (Topic, Value) {
    (Topic::Hand, shown(moment, Topic::Hand, hand(moment)))
}

/// A topic always has a document: where its method would refuse, it says why.
fn shown<T: Serialize>(moment: &Moment, topic: Topic, answer: Result<T, Failure>) -> Value {
    match answer {
        Ok(answer) => json!(answer),
        Err(failure) => nothing_to_show(moment, topic, failure.reason()),
    }
}

fn nothing_to_show(moment: &Moment, topic: Topic, reason: &str) -> Value {
    let empty_of = |other: Topic| (topic == other).then_some([]);
    json!(wire::NothingToShow {
        seq: moment.seq,
        moves: empty_of(Topic::Coach),
        outcomes: empty_of(Topic::Threat),
        message: reason.to_owned(),
    })
}

fn coach_value(moment: &Moment, wanted: Wanted) -> Result<(Topic, Value), Superseded> {
    let go_on = || match wanted == Wanted::OnlyIfLatest && moment.is_superseded() {
        true => ControlFlow::Break(()),
        false => ControlFlow::Continue(()),
    };
    let value = match &moment.game {
        AnyGame::QueensBlood(game) => {
            let view = &game.annotated;
            match game.coach.recommend_while(view, |_| go_on()) {
                Ok(advice) => json!(wire::MatchRecommendation {
                    seq: moment.seq,
                    advice: to_wire::advice(&game.book().catalogue, &advice, usize::MAX),
                }),
                Err(CoachError::Cancelled) => return Err(Superseded),
                Err(error) => nothing_to_show(moment, Topic::Coach, of_coach(&error).reason()),
            }
        }
        AnyGame::MageKnight(game) => {
            let budget = advice::DEFAULT_BUDGET;
            match advice::recommend_while(&game.combat, &game.data, budget, |_| go_on()) {
                Ok(advice) => {
                    let advice = to_wire::combat::advice(moment.seq, &advice, usize::MAX);
                    json!(advice)
                }
                Err(AdviceError::Cancelled) => return Err(Superseded),
                Err(error) => nothing_to_show(moment, Topic::Coach, &error.to_string()),
            }
        }
    };
    Ok((Topic::Coach, value))
}

/// `coach/evaluate` of a moment.
pub fn evaluation(moment: &Moment, audience: Audience) -> Result<wire::PositionReport, Failure> {
    let game = match_of(moment)?;
    let sight = match audience {
        Audience::Player => Sight::YourHand,
        Audience::Stream => Sight::TableOnly,
    };
    let report = game.coach.evaluate(&game.annotated, sight);
    Ok(to_wire::belief::position_report(moment.seq, &report))
}

/// `prediction/hand` of a moment.
pub fn hand(moment: &Moment) -> Result<wire::HandBelief, Failure> {
    let game = match_of(moment)?;
    let prediction = game.coach.prediction();
    let decks = prediction.infer_enemy_decks(&game.annotated.observation);
    let hand = decks.and_then(|decks| prediction.infer_enemy_hand(&game.annotated.state, &decks));
    let hand = hand.map_err(|error| of_prediction(&error))?;
    Ok(to_wire::belief::hand(
        &game.book().catalogue,
        moment.seq,
        &hand,
    ))
}

/// The match of a session, for what only matches can be asked.
pub fn match_of(moment: &Moment) -> Result<&Match, Failure> {
    match &moment.game {
        AnyGame::QueensBlood(game) => Ok(game),
        AnyGame::MageKnight(_) => {
            let reason = "this can be asked of Queen's Blood sessions only";
            let hint = "of a combat ask `prediction/threatMap` and `coach/recommend`";
            Err(Failure::params("sessionId", reason).hint(hint))
        }
    }
}

/// `prediction/threatMap` of a moment.
pub fn threat(moment: &Moment) -> Result<wire::ThreatReport, Failure> {
    match &moment.game {
        AnyGame::QueensBlood(game) => {
            let threat = match_threat(moment.seq, game)?;
            Ok(wire::ThreatReport::Match(Box::new(threat)))
        }
        AnyGame::MageKnight(game) => {
            let map = game.combat.threat(&game.data);
            let threat = to_wire::combat::threat(moment.seq, &map);
            Ok(wire::ThreatReport::Combat(threat))
        }
    }
}

fn match_threat(seq: Seq, game: &Match) -> Result<wire::MatchThreat, Failure> {
    let view = &game.annotated;
    let prediction = game.coach.prediction();
    let map = prediction.full_enemy_prediction(&view.state, &view.observation);
    let map = map.map_err(|error| of_prediction(&error))?;
    Ok(wire::MatchThreat {
        seq,
        threat: to_wire::threat_map(&game.book().catalogue, &map),
    })
}

#[derive(Serialize)]
#[serde(rename_all = "camelCase")]
struct Update<'a, D: Serialize> {
    session_id: String,
    topic: Topic,
    seq: Seq,
    kind: UpdateKind,
    #[serde(skip_serializing_if = "Option::is_none")]
    base_seq: Option<Seq>,
    data: &'a D,
}

impl Document {
    fn of(moment: &Moment, topic: Topic, content: &impl Serialize) -> Document {
        Document {
            seq: moment.seq,
            session: moment.session,
            topic,
            value: serde_json::to_value(content).unwrap_or_default(),
            snapshot: OnceLock::new(),
            patch: Mutex::new(None),
        }
    }

    fn whole(&self) -> &RawValue {
        self.snapshot.get_or_init(|| {
            raw(&Update {
                session_id: self.session.to_string(),
                topic: self.topic,
                seq: self.seq,
                kind: UpdateKind::Snapshot,
                base_seq: None,
                data: &self.value,
            })
        })
    }

    pub fn value(&self) -> &Value {
        &self.value
    }

    /// The update that sends the whole document.
    pub fn snapshot(&self) -> Box<RawValue> {
        self.whole().to_owned()
    }

    /// The update that leads from what was sent before to this: a patch, or the
    /// whole document where that is smaller.
    pub fn update_from(&self, before: &Document) -> Box<RawValue> {
        let mut kept = self.patch.lock().unwrap_or_else(PoisonError::into_inner);
        if let Some((base, update)) = &*kept
            && *base == before.seq
        {
            return RawValue::to_owned(update);
        }
        let update = raw(&Update {
            session_id: self.session.to_string(),
            topic: self.topic,
            seq: self.seq,
            kind: UpdateKind::Patch,
            base_seq: Some(before.seq),
            data: &patch::diff(&before.value, &self.value),
        });
        // No document is as small as a small patch, so most need no comparing.
        let is_small = update.get().len() < SMALL;
        let update = match is_small || update.get().len() <= self.whole().get().len() {
            true => update,
            false => self.whole().to_owned(),
        };
        *kept = Some((before.seq, update.clone().into()));
        update
    }
}

/// Bytes of an update that is surely smaller than the whole document.
const SMALL: usize = 200;

fn raw(update: &impl Serialize) -> Box<RawValue> {
    to_raw_value(update).unwrap_or_else(|_| RawValue::NULL.to_owned())
}
