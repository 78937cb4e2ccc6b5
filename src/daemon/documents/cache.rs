//! One document for each topic and moment, worked out once for all its subscribers.

use std::sync::{Arc, OnceLock};

use qbcoach_protocol as wire;
use qbcoach_protocol::{Audience, Topic};

use super::advice_track::AdviceTrack;
use super::answers;
use super::updates::Document;
use crate::reads::DocumentShare;
use crate::{Moment, to_wire};
use qbcoach_sessions::AnyGame;

/// A newer moment has come while the document was being worked out.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Superseded;

/// Whether a document is still wanted when there is a newer moment.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Wanted {
    OnlyIfLatest,
    Anyway,
}

impl Wanted {
    pub(crate) fn is_given_up(self, moment: &Moment) -> bool {
        self == Wanted::OnlyIfLatest && moment.is_superseded()
    }
}

#[derive(Debug, Default)]
struct DocumentSlot {
    made: OnceLock<Arc<Document>>,
    /// Held by the subscriber that has the document made; the others wait for it.
    making: tokio::sync::Mutex<()>,
}

/// The documents of one moment, kept with it.
#[derive(Debug, Default)]
pub struct Documents {
    player: [DocumentSlot; Topic::ALL.len()],
    stream: [DocumentSlot; Topic::ALL.len()],
    /// The player's snapshot: in the answers to the player's requests and in the
    /// document of the topic `state`.
    snapshot: OnceLock<Arc<wire::Snapshot>>,
    /// The advice that a search makes better.
    pub(crate) advice: AdviceTrack,
}

impl Documents {
    fn slot(&self, topic: Topic, audience: Audience) -> &DocumentSlot {
        match audience {
            Audience::Player => &self.player[topic as usize],
            Audience::Stream => &self.stream[topic as usize],
        }
    }
}

/// The slot of a topic's document for an audience.
fn slot(moment: &Moment, topic: Topic, audience: Audience) -> &DocumentSlot {
    // What says nothing about your hand is shared by both audiences. The advice is never
    // sent to a stream.
    let shared = match topic {
        Topic::Threat => matches!(moment.game, AnyGame::QueensBlood(_)),
        Topic::Hand | Topic::Coach => true,
        _ => false,
    };
    match shared {
        true => moment.derived.slot(topic, Audience::Player),
        false => moment.derived.slot(topic, audience),
    }
}

/// The snapshot of a moment; the player's is made once.
pub fn snapshot(moment: &Moment, audience: Audience) -> Arc<wire::Snapshot> {
    let make = || Arc::new(to_wire::session::snapshot(moment, audience));
    match audience {
        Audience::Player => moment.derived.snapshot.get_or_init(make).clone(),
        Audience::Stream => make(),
    }
}

/// The document of a topic for an audience, if it is there already or takes no time.
pub fn quick_document(
    moment: &Arc<Moment>,
    topic: Topic,
    audience: Audience,
) -> Option<Arc<Document>> {
    let slot = slot(moment, topic, audience);
    match slot.made.get() {
        Some(made) if topic != Topic::Coach => Some(made.clone()),
        _ if is_quick(moment, topic) => make(moment, topic, audience, Wanted::Anyway).ok(),
        _ => None,
    }
}

fn make(
    moment: &Moment,
    topic: Topic,
    audience: Audience,
    wanted: Wanted,
) -> Result<Arc<Document>, Superseded> {
    let slot = slot(moment, topic, audience);
    if let Some(made) = slot.made.get() {
        return Ok(made.clone());
    }
    let content = answers::content(moment, topic, audience, wanted)?;
    let made = Arc::new(Document::new(moment, topic, content));
    Ok(slot.made.get_or_init(|| made).clone())
}

/// The document of a topic for an audience, worked out on a thread for documents.
pub async fn document(
    moment: &Arc<Moment>,
    topic: Topic,
    audience: Audience,
    wanted: Wanted,
    share: &DocumentShare,
) -> Result<Arc<Document>, Superseded> {
    let slot = slot(moment, topic, audience);
    if let Some(made) = slot.made.get() {
        return Ok(made.clone());
    }
    // A connection that has many documents made waits for its turn before it takes the
    // slot, so that it does not keep others from having this one made.
    let _turn = share.turn().await;
    let _making = slot.making.lock().await;
    if let Some(made) = slot.made.get() {
        return Ok(made.clone());
    }
    if wanted.is_given_up(moment) {
        return Err(Superseded);
    }
    // The document is kept even if the subscriber has left meanwhile.
    let work = {
        let moment = moment.clone();
        move || make(&moment, topic, audience, wanted)
    };
    share.run(work).await.unwrap_or_else(|failure| {
        tracing::error!(%failure, "a document could not be worked out");
        Err(Superseded)
    })
}

/// Whether a document takes less time than it takes to wake another thread. The
/// threat of a match is quick when there is only one deck to count.
fn is_quick(moment: &Moment, topic: Topic) -> bool {
    match topic {
        Topic::State | Topic::Observation | Topic::History => true,
        Topic::Threat => match &moment.game {
            AnyGame::QueensBlood(game) => game.annotated.observation.deck().full.is_some(),
            AnyGame::MageKnight(game) => game.combat.holdings().is_none(),
        },
        Topic::Coach | Topic::Evaluation | Topic::Hand => false,
    }
}
