//! Closes, opens again and deletes sessions.

use super::*;

impl<G: Game, D: Derived> Sessions<G, D> {
    /// A closed session takes no more events; it can still be read.
    pub async fn close(&self, id: SessionId) -> SessionResult<G, ()> {
        self.open(id).await?;
        let _loading = self.loading(id).lock().await;
        self.leave(id).await;
        let epoch = self.taken(id).await?;
        self.shared.journal.close(id, epoch).await?;
        self.give_up(id, epoch).await;
        self.changed();
        Ok(())
    }

    /// A session that was closed takes events again.
    pub async fn reopen(&self, id: SessionId) -> SessionResult<G, ()> {
        let reopen = |reply| SessionCommand::Reopen { reply };
        self.ask(id, reopen).await??;
        self.changed();
        Ok(())
    }

    /// Replaces the setup of a session by another that begins the same game.
    pub async fn replace_setup(
        &self,
        id: SessionId,
        change: impl FnOnce(&G::Setup) -> G::Setup,
    ) -> SessionResult<G, ()> {
        let _loading = self.loading(id).lock().await;
        self.leave(id).await;
        let epoch = self.taken(id).await?;
        let (history, _) = self.stored(id).await?;
        let setup = G::write_setup(&self.shared.library, &change(&history.setup));
        let replaced = self.shared.journal.replace_setup(id, epoch, setup).await;
        self.give_up(id, epoch).await;
        Ok(replaced?)
    }

    pub async fn delete(&self, id: SessionId) -> SessionResult<G, ()> {
        let _loading = self.loading(id).lock().await;
        // A session that cannot be read can still be deleted.
        if let Ok(None) = self.shared.journal.load(id).await {
            return Err(SessionError::Unknown { id: id.to_string() });
        }
        self.leave(id).await;
        let epoch = self.taken(id).await?;
        self.shared.journal.delete(id, epoch).await?;
        self.roster.deleted(id);
        self.shared.upstream().tell(RosterNews::Deleted(id));
        Ok(())
    }

    fn changed(&self) {
        self.roster.notify();
        self.shared.upstream().tell(RosterNews::Changed);
    }

    /// Returns when the session has no actor.
    pub(super) async fn leave(&self, id: SessionId) {
        loop {
            let handle = self.shared.open().get(&id).cloned();
            let Some(handle) = handle else {
                return;
            };
            let (reply, answer) = oneshot::channel();
            if handle
                .inbox
                .send(SessionCommand::Leave { reply })
                .await
                .is_ok()
            {
                let _ = answer.await;
            }
            tokio::task::yield_now().await;
        }
    }
}
