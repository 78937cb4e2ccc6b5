//! Reads sessions: their history, their moments and the list of them.

use super::*;

impl<G: Game, D: Derived> Sessions<G, D> {
    pub async fn history(&self, id: SessionId) -> SessionResult<G, History<G>> {
        self.ask(id, |reply| SessionCommand::History { reply })
            .await
    }

    /// The session now, or as it was after `seq` events.
    pub async fn moment(
        &self,
        id: SessionId,
        seq: Option<Seq>,
    ) -> SessionResult<G, Arc<Moment<G, D>>> {
        let latest = self.open(id).await?.latest();
        match seq.filter(|seq| *seq != latest.seq) {
            None => Ok(latest),
            Some(seq) => {
                let history = self.history(id).await?;
                let newest = history.seq();
                self.past_moment(history, seq, newest).await
            }
        }
    }

    /// The same for a reader with a delay, to whom everything younger than `delay` does
    /// not exist yet.
    pub async fn delayed_moment(
        &self,
        id: SessionId,
        seq: Option<Seq>,
        delay: Duration,
    ) -> SessionResult<G, Arc<Moment<G, D>>> {
        let latest = self.open(id).await?.latest();
        let is_settled = latest.since + delay <= Instant::now();
        if is_settled && seq.is_none_or(|seq| seq == latest.seq) {
            return Ok(latest);
        }
        let history = self.history(id).await?;
        let unknown = || SessionError::Unknown { id: id.to_string() };
        let newest = history.seq_before(delay).ok_or_else(unknown)?;
        self.past_moment(history, seq.unwrap_or(newest), newest)
            .await
    }

    /// The session after `seq` events; the reader may see `newest` of them.
    pub(super) async fn past_moment(
        &self,
        mut history: History<G>,
        seq: Seq,
        newest: Seq,
    ) -> SessionResult<G, Arc<Moment<G, D>>> {
        if seq > newest {
            return Err(SessionError::NoSuchSeq {
                seq,
                latest: newest,
            });
        }
        history.entries.truncate(seq as usize);
        let past = &self.shared.workers.past;
        let played = self.replayed(past, &history, History::played).await?;
        let since = history
            .entries
            .last()
            .map_or(history.created, |entry| entry.since);
        Ok(Arc::new(Moment::new(history.session, seq, played, since)))
    }

    /// Every moment of the last `age`, and the one before them.
    pub async fn moments_of_the_last(
        &self,
        id: SessionId,
        age: Duration,
    ) -> SessionResult<G, Vec<Arc<Moment<G, D>>>> {
        let (history, shared) = (self.history(id).await?, self.shared.clone());
        let now = Instant::now();
        let when = now.checked_sub(age).unwrap_or(shared.times.started());
        let replay = move || {
            let moments = history.moments_from(&shared.library, when)?;
            Ok::<_, ReplayError>(shared.shared(moments))
        };
        let unreadable = |problem: String| SessionError::Unreadable {
            id: id.to_string(),
            problem,
        };
        match self.shared.workers.past.run(replay).await {
            Ok(moments) => moments.map_err(|error| unreadable(error.to_string())),
            Err(failure) => Err(unreadable(failure.to_string())),
        }
    }

    pub async fn list(&self) -> SessionResult<G, Vec<Listed>> {
        let rows = self.shared.journal.list().await?;
        let listed = |row: SessionRow| Listed {
            id: row.id,
            summary: row.summary,
            seq: row.seq,
            updated_ms: row.updated_ms,
            closed: row.closed,
        };
        Ok(rows.into_iter().map(listed).collect())
    }

    /// The same for a reader with a delay.
    pub async fn delayed_list(&self, delay: Duration) -> SessionResult<G, Vec<Listed>> {
        let mut seen = Vec::new();
        for listed in self.list().await? {
            let is_over = |since: Instant| since + delay <= Instant::now();
            let times = self.known_times(listed.id, listed.updated_ms);
            if is_over(times.last) {
                seen.push(listed);
            } else if times.created.is_some_and(|created| !is_over(created)) {
                // The whole session is too young.
            } else if let Ok(then) = self.delayed_moment(listed.id, None, delay).await {
                seen.push(Listed {
                    summary: then.game.summary(),
                    seq: then.seq,
                    updated_ms: listed.updated_ms.min(
                        now_ms()
                            .saturating_sub(u64::try_from(delay.as_millis()).unwrap_or(u64::MAX)),
                    ),
                    ..listed
                });
            }
        }
        Ok(seen)
    }

    /// When a session was created and changed last, without loading it.
    pub(super) fn known_times(&self, id: SessionId, updated_ms: u64) -> KnownTimes {
        let open = self.shared.open();
        match open.get(&id) {
            Some(handle) => KnownTimes {
                created: None,
                last: handle.latest().since,
            },
            None => self.shared.times.known(id, updated_ms),
        }
    }
}
