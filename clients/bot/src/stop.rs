//! Tells the tasks of the program to stop.

use tokio::sync::watch;

#[derive(Clone, Debug)]
pub struct Stop(watch::Receiver<bool>);

/// Stops the program, by a call or when it is dropped.
#[derive(Debug)]
pub struct Stopper(watch::Sender<bool>);

impl Stop {
    pub fn new() -> (Stopper, Stop) {
        let (sender, receiver) = watch::channel(false);
        (Stopper(sender), Stop(receiver))
    }

    /// Waits until the program is to stop.
    pub async fn requested(&mut self) {
        let _ = self.0.wait_for(|stop| *stop).await;
    }
}

impl Stopper {
    pub fn stop(self) {
        self.0.send_replace(true);
    }
}
