//! A redo brings back what was undone, until something else is done.

use crate::sessions::counter::CounterSetup;
use crate::sessions::counter_sessions::check;

#[test]
fn a_redo_brings_back_the_given_number_of_actions_in_their_order() {
    check(
        &CounterSetup::ALONE,
        "add 1 => 1=1
         add 10 => 2=11
         add 100 => 3=111
         undo 3 => 4=0
         redo 1 => 5=1
         redo 2 => 6=111",
    );
}

#[test]
fn undos_one_after_the_other_are_redone_from_the_last_on() {
    check(
        &CounterSetup::ALONE,
        "add 1 => 1=1
         add 10 => 2=11
         undo 1 => 3=1
         undo 1 => 4=0
         redo 2 => 5=11
         undo 1 => 6=1
         redo 1 => 7=11",
    );
}

#[test]
fn after_another_action_there_is_nothing_to_redo() {
    check(
        &CounterSetup::ALONE,
        "redo 1 => 1 events cannot be redone: 0 are left to redo
         add 1 => 1=1
         undo 1 => 2=0
         add 5 => 3=5
         redo 1 => 1 events cannot be redone: 0 are left to redo",
    );
}

#[test]
fn a_redo_of_more_than_was_undone_or_of_nothing_is_refused() {
    check(
        &CounterSetup::ALONE,
        "add 1 => 1=1
         undo 1 => 2=0
         redo 0 => 0 events cannot be redone: 1 are left to redo
         redo 2 => 2 events cannot be redone: 1 are left to redo
         redo 1 if 1 => the session has moved on to 2
         redo 1 if 2 => 3=1",
    );
}

#[test]
fn redoing_an_action_also_redoes_the_programs_answers() {
    check(
        &CounterSetup::ANSWERED,
        "add 1 => 1=1 2=101
         add 2 => 3=103 4=203
         undo 2 => 5=101
         redo 1 => 6=203
         undo 3 => 7=0
         redo 3 => 8=203",
    );
}
