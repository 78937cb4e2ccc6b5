//! Long work: its progress goes to the assistant, and it can be cancelled.

use rmcp::RoleServer;
use rmcp::model::{ProgressNotificationParam, ProgressToken};
use rmcp::service::{Peer, RequestContext};
use serde_json::Value;

/// Who hears of the progress of a call.
pub(crate) struct Work {
    listener: Option<(Peer<RoleServer>, ProgressToken)>,
}

impl Work {
    pub(crate) fn of(context: &RequestContext<RoleServer>) -> Work {
        let token = context.meta.get_progress_token();
        Work {
            listener: token.map(|token| (context.peer.clone(), token)),
        }
    }

    /// Passes on a report of the daemon. Reports that do not get further are left out:
    /// progress has to rise.
    async fn tell(&self, so_far: &mut f64, report: &Value) {
        let Some((peer, token)) = &self.listener else {
            return;
        };
        let percent = match report["kind"].as_str() {
            Some("begin") => 0.0,
            Some("end") => 100.0,
            _ => report["percentage"].as_f64().unwrap_or_default(),
        };
        if percent <= *so_far {
            return;
        }
        *so_far = percent;
        let mut params = ProgressNotificationParam::new(token.clone(), percent).with_total(100.0);
        params.message = report["message"].as_str().map(str::to_owned);
        // An assistant that has gone away hears nothing.
        let _ = peer.notify_progress(params).await;
    }

    /// Waits for a call while its progress is passed on.
    pub(crate) async fn watched<T>(
        &self,
        mut progress: qbcoach_protocol::client::Progress,
        call: impl Future<Output = T>,
    ) -> T {
        tokio::pin!(call);
        let mut so_far = -1.0;
        loop {
            tokio::select! {
                biased;
                Some(report) = progress.next() => self.tell(&mut so_far, &report).await,
                answer = &mut call => return answer,
            }
        }
    }
}
