//! An undo is an event of its own: the undone actions stay in the history.

use crate::sessions::counter::CounterSetup;
use crate::sessions::counter_sessions::check;

#[test]
fn an_undo_removes_the_given_number_of_actions() {
    check(
        &CounterSetup::ALONE,
        "add 1 => 1=1
         add 10 => 2=11
         add 100 => 3=111
         undo 2 => 4=1
         add 5 => 5=6
         undo 2 => 6=0",
    );
}

#[test]
fn an_undo_of_more_actions_than_there_are_is_refused() {
    check(
        &CounterSetup::ALONE,
        "undo 1 => 1 events cannot be undone: 0 are left to undo
         add 1 => 1=1
         add 1 => 2=2
         undo 3 => 3 events cannot be undone: 2 are left to undo
         undo 1 => 3=1
         undo 2 => 2 events cannot be undone: 1 are left to undo
         undo 9223372036854775807 => 9223372036854775807 events cannot be undone: 1 are left to undo
         undo 1 => 4=0
         undo 1 => 1 events cannot be undone: 0 are left to undo",
    );
}

#[test]
fn an_undo_of_zero_actions_is_refused() {
    check(
        &CounterSetup::ALONE,
        "add 1 => 1=1
         undo 0 => 0 events cannot be undone: 1 are left to undo",
    );
}

/// An undo removes actions, never another undo.
#[test]
fn two_undos_go_further_back() {
    check(
        &CounterSetup::ALONE,
        "add 1 => 1=1
         add 10 => 2=11
         add 100 => 3=111
         undo 1 => 4=11
         undo 1 => 5=1
         add 7 => 6=8
         undo 1 => 7=1
         undo 1 => 8=0",
    );
}

#[test]
fn undoing_an_action_also_undoes_the_programs_answers() {
    check(
        &CounterSetup::ANSWERED,
        "add 1 => 1=1 2=101
         add 2 => 3=103 4=203
         undo 1 => 5=101
         add 3 => 6=104 7=204
         undo 2 => 8=101
         undo 1 => 9=0",
    );
}

#[test]
fn an_undo_never_ends_between_the_programs_answers() {
    let twice = CounterSetup {
        answers: 2,
        ..CounterSetup::ALONE
    };
    check(
        &twice,
        "add 1 => 1=1 2=101 3=201
         add 2 => 4=203 5=303 6=403
         undo 4 => 7=0
         add 3 => 8=3 9=103 10=203
         undo 3 => 11=0",
    );
}

/// The program does not answer an undo: its move would revert the undo.
#[test]
fn undoing_the_programs_first_move_leads_to_the_start() {
    let begins = CounterSetup {
        begins: true,
        ..CounterSetup::ANSWERED
    };
    check(
        &begins,
        "undo 1 => 2=0
         add 1 => 3=1 4=101",
    );
}
