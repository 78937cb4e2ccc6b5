//! The states of a session that is replayed, for its undo and redo.

/// One state for each action that is in effect, and those that a redo brings back.
pub struct UndoLine<G> {
    before: Vec<G>,
    now: G,
    /// The next one last.
    undone: Vec<G>,
}

impl<G> UndoLine<G> {
    pub fn new(beginning: G) -> UndoLine<G> {
        UndoLine {
            before: Vec::new(),
            now: beginning,
            undone: Vec::new(),
        }
    }

    pub fn now(&self) -> &G {
        &self.now
    }

    /// The state after one more action.
    pub fn push(&mut self, next: G) {
        self.before.push(std::mem::replace(&mut self.now, next));
        self.undone.clear();
    }

    pub fn undo(&mut self, count: u64) -> Result<(), String> {
        let most = self.before.len();
        let left = left(most, count).ok_or_else(|| refused(most, "undone", count))?;
        for earlier in self.before.drain(left..).rev() {
            self.undone.push(std::mem::replace(&mut self.now, earlier));
        }
        Ok(())
    }

    pub fn redo(&mut self, count: u64) -> Result<(), String> {
        let most = self.undone.len();
        let left = left(most, count).ok_or_else(|| refused(most, "redone", count))?;
        for later in self.undone.drain(left..).rev() {
            self.before.push(std::mem::replace(&mut self.now, later));
        }
        Ok(())
    }
}

fn left(most: usize, count: u64) -> Option<usize> {
    most.checked_sub(usize::try_from(count).ok()?)
}

fn refused(most: usize, verb: &str, count: u64) -> String {
    format!("{most} actions can be {verb}, not {count}")
}
