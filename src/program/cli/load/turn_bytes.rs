//! How many bytes a subscriber of every topic gets for each turn of a match.

use std::collections::BTreeMap;

use qbcoach_protocol::client::{Client, ClientError, DaemonAddress, Subscription};
use qbcoach_protocol::method::{MatchAct, Method, SessionClose, SessionCreate};
use qbcoach_protocol::{SubscribeParams, Topic};
use serde::Deserialize;
use serde_json::{Value, json};

use super::script::{EnemyDeck, Reported, Script};

/// The sizes of all updates of some matches, without the first one of each topic.
#[derive(Clone, Debug, Default)]
pub(crate) struct TurnBytes {
    pub by_topic: BTreeMap<Topic, Vec<usize>>,
    /// All topics of one turn together.
    pub turns: Vec<usize>,
    /// The largest update, the first ones included.
    pub largest: usize,
}

#[derive(Deserialize)]
struct UpdateHead {
    topic: Topic,
    seq: u64,
    data: Value,
}

impl UpdateHead {
    /// Whether the coach will send better advice on the same event: the whole document
    /// or the patch says so.
    fn is_thinking(&self, before: bool) -> bool {
        match &self.data {
            Value::Array(patch) => {
                let mut said = patch.iter().rev();
                let said = said.find(|operation| operation["path"] == "/thinking");
                said.map_or(before, |operation| operation["value"] == true)
            }
            whole => whole["thinking"] == true,
        }
    }
}

impl TurnBytes {
    /// Reports matches, one after the other, and waits for all updates of each action, so
    /// that none is skipped.
    pub(crate) async fn measure(
        address: &DaemonAddress,
        matches: u64,
        enemy_deck: EnemyDeck,
    ) -> Result<TurnBytes, ClientError> {
        let mut bytes = TurnBytes::default();
        let client = Client::connect(address).await?;
        for number in 0..matches {
            let script = Script::new(number, enemy_deck, Reported::PlaysAndHand);
            bytes.follow(&client, &script).await?;
        }
        for sizes in bytes.by_topic.values_mut() {
            sizes.sort_unstable();
        }
        bytes.turns.sort_unstable();
        Ok(bytes)
    }

    async fn follow(&mut self, client: &Client, script: &Script) -> Result<(), ClientError> {
        let created = client
            .call_value(SessionCreate::NAME, &script.setup)
            .await?;
        let session = created["sessionId"].as_str().unwrap_or_default().to_owned();
        let params = SubscribeParams {
            session_id: session.clone(),
            topics: Some(Topic::ALL.to_vec()),
            ..SubscribeParams::default()
        };
        let mut subscription = client.subscribe(&params).await?;
        let mut thinking = false;
        let first = updates(&mut subscription, 0, &mut thinking).await?;
        self.note_largest(first.iter().map(|(_, size)| *size));
        for turn in &script.turns {
            let mut together = 0;
            for action in turn {
                let params = json!({ "sessionId": session, "action": action });
                let acted: Value = client.call_value(MatchAct::NAME, &params).await?;
                let seq = acted["seq"].as_u64().unwrap_or_default();
                let updates = updates(&mut subscription, seq, &mut thinking).await?;
                self.note_largest(updates.iter().map(|(_, size)| *size));
                for (topic, size) in updates {
                    self.by_topic.entry(topic).or_default().push(size);
                    together += size;
                }
            }
            self.turns.push(together);
        }
        let params = json!({ "sessionId": session });
        client.call_value(SessionClose::NAME, &params).await?;
        Ok(())
    }

    fn note_largest(&mut self, sizes: impl Iterator<Item = usize>) {
        self.largest = sizes.fold(self.largest, usize::max);
    }

    /// The middle size of each topic and of whole turns, and the largest of all.
    pub(crate) fn figures(&self) -> Value {
        let median = |sizes: &[usize]| sizes.get(sizes.len() / 2).copied();
        let mut figures = json!({});
        for (topic, sizes) in &self.by_topic {
            let most = sizes.last();
            if let Value::String(word) = json!(topic) {
                figures[word] = json!({ "median": median(sizes), "max": most });
            }
        }
        figures["all"] = json!({ "median": median(&self.turns), "max": self.turns.last() });
        figures["largestUpdate"] = json!(self.largest);
        figures
    }
}

/// Reads until every topic has reached `seq` and the coach has finished thinking: the
/// topic and size of each update.
async fn updates(
    subscription: &mut Subscription,
    seq: u64,
    thinking: &mut bool,
) -> Result<Vec<(Topic, usize)>, ClientError> {
    let mut waiting = Topic::ALL.to_vec();
    let mut read = Vec::new();
    while !waiting.is_empty() {
        let next = subscription.next_sized::<UpdateHead>().await;
        let (head, size) = next.map_err(|_| ClientError::ConnectionEnded)?;
        read.push((head.topic, size));
        if head.topic == Topic::Coach {
            *thinking = head.is_thinking(*thinking);
        }
        let goes_on = head.topic == Topic::Coach && *thinking;
        if head.seq >= seq && !goes_on {
            waiting.retain(|topic| *topic != head.topic);
        }
    }
    Ok(read)
}
