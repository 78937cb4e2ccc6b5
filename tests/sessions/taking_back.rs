//! Taking back is an event like any other: what it takes back stays in the
//! history.

use crate::counter::CounterSetup;
use crate::table::check;

#[test]
fn so_many_acts_are_taken_back_as_are_asked() {
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
fn no_more_is_taken_back_than_stands() {
    check(
        &CounterSetup::ALONE,
        "undo 1 => 1 events cannot be taken back: 0 stand
         add 1 => 1=1
         add 1 => 2=2
         undo 3 => 3 events cannot be taken back: 2 stand
         undo 1 => 3=1
         undo 2 => 2 events cannot be taken back: 1 stand
         undo 9223372036854775807 => 9223372036854775807 events cannot be taken back: 1 stand
         undo 1 => 4=0
         undo 1 => 1 events cannot be taken back: 0 stand",
    );
}

#[test]
fn nothing_at_all_is_not_taken_back() {
    check(
        &CounterSetup::ALONE,
        "add 1 => 1=1
         undo 0 => 0 events cannot be taken back: 1 stand",
    );
}

/// An undo takes back acts, never another undo.
#[test]
fn taking_back_twice_goes_further_back() {
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
fn the_programs_answers_go_with_the_act_they_answered() {
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
fn an_answer_in_the_middle_is_never_where_taking_back_ends() {
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

/// The program does not answer an undo at once: it would undo the undo.
#[test]
fn taking_back_the_programs_first_move_leaves_the_beginning() {
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
