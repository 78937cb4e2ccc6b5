//! The end of the program, as its parts are told of it.

use tokio::sync::watch;

#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<bool>);

/// Whoever holds it may end the program; so does dropping it.
#[derive(Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stop {
    pub fn new() -> (Stopper, Stop) {
        let (sender, receiver) = watch::channel(false);
        (Stopper(sender), Stop(receiver))
    }

    /// Waits for the end.
    pub async fn told(&mut self) {
        let _ = self.0.wait_for(|stop| *stop).await;
    }
}

impl Stopper {
    pub fn stop(self) {
        self.0.send_replace(true);
    }
}
