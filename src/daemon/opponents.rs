//! What is remembered of named opponents. It is worked out from the sessions in the
//! journal, so that an undo, a correction or a deleted session takes its evidence back;
//! what a session showed is kept in memory until it changes.

use std::collections::BTreeMap;
use std::sync::{Mutex, MutexGuard, PoisonError};

use super::Daemon;
use super::rpc_error::{RpcError, of_session};
use qbcoach_engine::observation::Origin;
use qbcoach_engine::prediction::{RememberedDeck, SeenInMatch, remembered_decks};
use qbcoach_engine::rules::Side;
use qbcoach_engine::simulation::game_state::MatchMode;
use qbcoach_sessions::nodes::Whereabouts;
use qbcoach_sessions::queens_blood::{Match, MatchMemory};
use qbcoach_sessions::{AnyGame, AnySetup, FinalTotals, Listed, Seq, SessionError, SessionId};

/// What the sessions showed, as of their `seq`.
#[derive(Debug, Default)]
pub(crate) struct OpponentMemory {
    shown: Mutex<BTreeMap<SessionId, Shown>>,
}

#[derive(Clone, Debug)]
struct Shown {
    seq: Seq,
    /// None if the session says nothing about its opponent.
    evidence: Option<SeenInMatch>,
}

/// One match against a named opponent.
#[derive(Clone, Debug)]
pub(crate) struct MetInMatch {
    pub session: SessionId,
    /// The opponent's name as the session has it.
    pub tag: String,
    pub result: Option<FinalTotals>,
    pub updated_ms: u64,
    pub seen: SeenInMatch,
}

/// The most matches that a prior is made from, the latest ones.
const MOST_MATCHES: usize = 100;

/// Two names that differ in case or spaces at their ends are one opponent's.
pub(crate) fn key_of(tag: &str) -> String {
    tag.trim().to_lowercase()
}

impl OpponentMemory {
    fn shown(&self) -> MutexGuard<'_, BTreeMap<SessionId, Shown>> {
        self.shown.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Drops what is kept of a session.
    pub(crate) fn drop_session(&self, id: SessionId) {
        self.shown().remove(&id);
    }
}

impl Daemon {
    /// Every match against a named opponent that still counts, the oldest first. With a
    /// key, only those against that opponent.
    pub(crate) async fn met(&self, key: Option<&str>) -> Result<Vec<MetInMatch>, RpcError> {
        let listed = self.sessions.list().await;
        let listed = listed.map_err(|error| of_session(&self.library().catalogue, error))?;
        self.forget_deleted(&listed);
        let mut met = Vec::new();
        for session in listed {
            let Some(tag) = session.summary.opponent.clone() else {
                continue;
            };
            if key.is_some_and(|key| key_of(&tag) != key) {
                continue;
            }
            if let Some(seen) = self.evidence(session.id, session.seq).await? {
                met.push(MetInMatch {
                    session: session.id,
                    tag,
                    result: session.summary.result,
                    updated_ms: session.updated_ms,
                    seen,
                });
            }
        }
        Ok(met)
    }

    /// Forgets what a session shows of its opponent, also if another node owns it.
    pub(crate) async fn forget_session(&self, id: SessionId) -> Result<(), RpcError> {
        const TRIES: u32 = 20;
        let mut failure = SessionError::Elsewhere;
        for _ in 0..TRIES {
            match self.sessions.replace_setup(id, forgotten).await {
                Ok(()) => return Ok(()),
                Err(SessionError::Elsewhere) => {}
                Err(error) => {
                    failure = error;
                    break;
                }
            }
            if let (Some(nodes), Ok(Whereabouts::At(owner))) =
                (&self.nodes, self.sessions.whereabouts(id).await)
                && nodes.forget(&owner, id).await
            {
                return Ok(());
            }
        }
        Err(of_session(&self.library().catalogue, failure))
    }

    /// What is known about the decks of this opponent, for a new match.
    pub(crate) async fn remembered(
        &self,
        tag: Option<&str>,
    ) -> Result<Vec<RememberedDeck>, RpcError> {
        let Some(key) = tag.map(key_of).filter(|key| !key.is_empty()) else {
            return Ok(Vec::new());
        };
        let met = self.met(Some(&key)).await?;
        let latest = met.len().saturating_sub(MOST_MATCHES);
        let mut seen: Vec<SeenInMatch> = met[latest..].iter().map(|met| met.seen.clone()).collect();
        if let Some(person) = crate::people::find(&key) {
            seen.extend(person.seen(&self.library().catalogue));
        }
        let deck_size = self.library().book(Default::default()).rules.deck_size;
        Ok(remembered_decks(deck_size.into(), &seen))
    }

    async fn evidence(&self, id: SessionId, seq: Seq) -> Result<Option<SeenInMatch>, RpcError> {
        if let Some(shown) = self.opponents.shown().get(&id)
            && shown.seq == seq
        {
            return Ok(shown.evidence.clone());
        }
        let evidence = match self.sessions.peek(id).await {
            Ok(AnyGame::QueensBlood(game)) => seen_in(&game),
            Ok(AnyGame::MageKnight(_)) => None,
            // It was deleted meanwhile, or its cards are not loaded: it says nothing.
            Err(SessionError::Unknown { .. } | SessionError::Unreadable { .. }) => None,
            Err(error) => return Err(of_session(&self.library().catalogue, error)),
        };
        let shown = Shown {
            seq,
            evidence: evidence.clone(),
        };
        self.opponents.shown().insert(id, shown);
        Ok(evidence)
    }

    fn forget_deleted(&self, listed: &[Listed]) {
        let is_listed = |id: &SessionId| listed.binary_search_by_key(id, |known| known.id).is_ok();
        self.opponents.shown().retain(|id, _| is_listed(id));
    }
}

/// What a match shows of its enemy; none before the first move, of an analysis, or of a
/// forgotten opponent.
fn seen_in(game: &Match) -> Option<SeenInMatch> {
    let observation = &game.annotated.observation;
    let has_moves = observation
        .observations()
        .iter()
        .any(|seen| seen.origin == Origin::Deck)
        || !observation.enemy_turns().is_empty()
        || game.annotated.state.position.passes() > 0;
    let counts = game.setup.memory == MatchMemory::Kept && game.mode() != MatchMode::Analysis;
    (has_moves && counts).then(|| SeenInMatch {
        cards: observation.seen_deck_cards(Side::Enemy),
        deck: observation.deck().full.clone(),
    })
}

/// A setup that knows what is remembered of its opponent.
pub(crate) fn with_memory(setup: AnySetup, remembered: Vec<RememberedDeck>) -> AnySetup {
    match setup {
        AnySetup::QueensBlood(mut setup) if setup.mode != MatchMode::Analysis => {
            setup.remembered = remembered;
            AnySetup::QueensBlood(setup)
        }
        other => other,
    }
}

/// The same setup after its opponent was forgotten.
pub(crate) fn forgotten(setup: &AnySetup) -> AnySetup {
    match setup {
        AnySetup::QueensBlood(setup) => {
            let mut setup = setup.clone();
            setup.remembered = Vec::new();
            setup.memory = MatchMemory::Forgotten;
            AnySetup::QueensBlood(setup)
        }
        AnySetup::MageKnight(setup) => AnySetup::MageKnight(setup.clone()),
    }
}
