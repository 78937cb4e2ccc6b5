//! Acts, undo and redo: the requests that change a session.

use std::convert::Infallible;

use tokio::sync::{mpsc, oneshot};

use super::{SessionResult, Sessions};
use crate::actor::{ActCondition, Acted, ActionList, ReadAction, SessionCommand};
use crate::error::{ListRefused, RequestError, SessionError};
use crate::game::Game;
use crate::history::Seq;
use crate::moment::Derived;
use crate::session_id::SessionId;

impl<G: Game, D: Derived> Sessions<G, D> {
    pub async fn act(
        &self,
        id: SessionId,
        action: &G::Action,
        if_seq: Option<Seq>,
    ) -> SessionResult<G, Acted<G, D>> {
        let action = action.clone();
        let condition = ActCondition {
            if_seq,
            act_id: None,
        };
        let acted = self.act_with(id, condition, |_| Ok::<_, Infallible>((action, ())));
        match acted.await {
            Ok((acted, ())) => Ok(acted),
            Err(RequestError::Session(error)) => Err(error),
            Err(RequestError::Unread(never)) => match never {},
        }
    }

    /// Carries out an action that the caller reads against the session's state at
    /// the time. The actor calls `read`, in the order of its commands. `W` is what
    /// reading finds besides the action, such as warnings.
    pub async fn act_with<W: Default + Send + 'static, E: Send + 'static>(
        &self,
        id: SessionId,
        condition: ActCondition,
        read: impl FnOnce(&G) -> Result<(G::Action, W), E> + Send + 'static,
    ) -> Result<(Acted<G, D>, W), RequestError<E, G::Refusal>> {
        let (reading, result) = oneshot::channel();
        let read: ReadAction<G> = Box::new(move |game| {
            let (action, rest) = match read(game) {
                Ok((action, found)) => (Some(action), Ok(found)),
                Err(error) => (None, Err(error)),
            };
            let _ = reading.send(rest);
            action
        });
        let command = |reply| SessionCommand::Act {
            read,
            condition,
            reply,
        };
        let acted = self.ask(id, command).await??;
        match (acted, result.await) {
            (Some(acted), Ok(Ok(found))) => Ok((acted, found)),
            // The act was carried out before, and its action is not legal any more.
            (Some(acted), _) => Ok((acted, W::default())),
            (None, Ok(Err(error))) => Err(RequestError::Unread(error)),
            // The actor answers only after it has called `read`.
            _ => Err(SessionError::Stopping.into()),
        }
    }

    /// Carries out the actions that `read` reads, by their numbers from 0 on, each
    /// against the state after those before it. If one of them is refused, none is carried
    /// out, and the error comes with its number.
    pub async fn act_all_with<E: Send + 'static>(
        &self,
        id: SessionId,
        condition: ActCondition,
        count: usize,
        mut read: impl FnMut(usize, &G) -> Result<G::Action, E> + Send + 'static,
    ) -> Result<Acted<G, D>, ListRefused<E, G::Refusal>> {
        let (reading, mut results) = mpsc::unbounded_channel();
        let read = move |index: usize, game: &G| {
            let (action, rest) = match read(index, game) {
                Ok(action) => (Some(action), None),
                Err(error) => (None, Some(error)),
            };
            let _ = reading.send((index, rest));
            action
        };
        let list = ActionList {
            count,
            read: Box::new(read),
        };
        let command = |reply| SessionCommand::ActAll {
            list,
            condition,
            reply,
        };
        let acted = match self.ask(id, command).await {
            Ok(acted) => acted,
            Err(error) => Err(error),
        };
        // The last one that was read is the one that failed.
        let (mut index, mut unread) = (None, None);
        while let Some((number, error)) = results.recv().await {
            (index, unread) = (Some(number), error);
        }
        let error = match (acted, unread) {
            (Ok(Some(acted)), _) => return Ok(acted),
            (Ok(None), Some(error)) => RequestError::Unread(error),
            (Ok(None), None) => SessionError::Stopping.into(),
            (Err(error), _) => error.into(),
        };
        Err(ListRefused { index, error })
    }

    pub async fn undo(
        &self,
        id: SessionId,
        count: u64,
        condition: ActCondition,
    ) -> SessionResult<G, Acted<G, D>> {
        self.ask(id, |reply| SessionCommand::Undo {
            count,
            condition,
            reply,
        })
        .await?
    }

    pub async fn redo(
        &self,
        id: SessionId,
        count: u64,
        condition: ActCondition,
    ) -> SessionResult<G, Acted<G, D>> {
        self.ask(id, |reply| SessionCommand::Redo {
            count,
            condition,
            reply,
        })
        .await?
    }
}
