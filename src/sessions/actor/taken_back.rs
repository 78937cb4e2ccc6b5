//! How many acts an undo or a redo takes.

use super::*;

/// How many acts an undo of `count` undoes, and the game without them.
pub(super) fn acts_to_undo<G: Game, D: Derived>(
    history: &History<G>,
    shared: &SessionStore<G, D>,
    count: u64,
) -> Result<(u64, Played<G>), SessionError<G::Refusal>> {
    let undoable = history.acts_in_effect(history.seq()).len() as u64;
    if count == 0 || count > undoable {
        return Err(SessionError::TooManyUndone {
            asked: count,
            undoable,
        });
    }
    let unreadable = |problem: String| SessionError::Unreadable {
        id: history.session.to_string(),
        problem,
    };
    let mut left = undoable - count;
    loop {
        let played = history
            .played_acts(&shared.library, left)
            .map_err(|error| unreadable(error.to_string()))?;
        if left == 0 || !played.game.is_programs_turn() {
            return Ok((undoable - left, played));
        }
        left -= 1;
    }
}

/// How many acts a redo of `count` redoes, and the game with them.
pub(super) fn acts_to_redo<G: Game, D: Derived>(
    history: &History<G>,
    shared: &SessionStore<G, D>,
    now: &Moment<G, D>,
    count: u64,
) -> Result<(u64, Played<G>), SessionError<G::Refusal>> {
    let undone = history.undone_acts();
    let redoable = undone.len() as u64;
    if count == 0 || count > redoable {
        return Err(SessionError::TooManyRedone {
            asked: count,
            redoable,
        });
    }
    let mut played = Played {
        game: now.game.clone(),
        course: now.course.clone(),
    };
    let mut redone = 0;
    for (number, entry) in undone.into_iter().rev() {
        if redone >= count && !played.game.is_programs_turn() {
            break;
        }
        if let SessionChange::Act(action) = &entry.change {
            let next = step(&shared.library, &played, action, number);
            played = next.map_err(|error| SessionError::Unreadable {
                id: history.session.to_string(),
                problem: error.to_string(),
            })?;
        }
        redone += 1;
    }
    Ok((redone, played))
}
