//! Compares the advice of the first version with the enumeration of every choice and every draw.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::mulligan::reference::advise;
use qbcoach_engine::coaching::mulligan::{KeepOrReplace, MulliganAdvice};
use qbcoach_engine::prediction::evaluation::evaluate;
use qbcoach_engine::rules::{Board, CardId, Cost, Play, Rulebook, Rules, Side, TileId};
use qbcoach_engine::simulation::deck_library::DeckLibrary;

use crate::mulligan::canon;

/// The worth of a card, and 1 if it is an opener.
fn worth(book: &Rulebook, card: CardId) -> (f64, usize) {
    let mut best: Option<f64> = None;
    for tile in TileId::all() {
        let mut board = Board::opening();
        if board
            .play(book, Side::You, Play { card, tile }, &mut ())
            .is_ok()
        {
            let value = evaluate(&board, &board.powers(book)).total();
            best = Some(best.map_or(value, |best| best.max(value)));
        }
    }
    let known = &book.catalogue[card];
    let power = f64::from(known.power);
    match (best, known.cost) {
        (Some(best), _) => (best, 1),
        (None, Cost::Pawns(rank)) if rank.get() == 2 => (0.7 * power, 0),
        (None, _) => (0.5 * power, 0),
    }
}

fn value(worths: &[(f64, usize)]) -> f64 {
    let openers: usize = worths.iter().map(|(_, opener)| opener).sum();
    let bonus = match openers {
        0 => 0.0,
        1 => 3.0,
        2 => 5.0,
        3 | 4 => 6.0,
        more => 6.0 - (more - 4) as f64,
    };
    worths.iter().map(|(worth, _)| worth).sum::<f64>() + bonus
}

/// The sum of the values of all hands that drawing `left` more cards can give, and
/// their number. The next card is drawn from index `from` of the deck on.
fn draw(
    hand: &mut Vec<(f64, usize)>,
    deck: &[(f64, usize)],
    from: usize,
    left: usize,
) -> (f64, u64) {
    if left == 0 {
        return (value(hand), 1);
    }
    let (mut sum, mut number) = (0.0, 0);
    for next in from..deck.len() {
        hand.push(deck[next]);
        let (more, hands) = draw(hand, deck, next + 1, left - 1);
        sum += more;
        number += hands;
        hand.pop();
    }
    (sum, number)
}

fn expected(hand: &[(f64, usize)], rest: &[(f64, usize)], choice: usize) -> f64 {
    let (mut kept, mut deck) = (Vec::new(), rest.to_vec());
    for (index, card) in hand.iter().enumerate() {
        match choice >> index & 1 {
            0 => kept.push(*card),
            _ => deck.push(*card),
        }
    }
    let left = hand.len() - kept.len();
    let (sum, number) = draw(&mut kept, &deck, 0, left);
    sum / number as f64
}

#[track_caller]
fn near(found: f64, exact: f64) {
    assert!((found - exact).abs() < 1e-9, "{found}, not {exact}");
}

#[track_caller]
fn check(book: &Rulebook, hand: &[CardId], rest: &[CardId]) -> MulliganAdvice {
    let advice = advise(book, hand, rest).expect("the hand is small");
    let mut sorted = hand.to_vec();
    sorted.sort_unstable();
    let worths: Vec<_> = sorted.iter().map(|card| worth(book, *card)).collect();
    let deck: Vec<_> = rest.iter().map(|card| worth(book, *card)).collect();
    let values: Vec<f64> = (0..1 << hand.len())
        .map(|choice| expected(&worths, &deck, choice))
        .collect();
    let best = values.iter().copied().fold(f64::MIN, f64::max);
    near(advice.value_kept, values[0]);
    near(advice.value_after, best);
    // The advised choice has the best value, and the losses are those of every choice
    // that differs in one card.
    let chosen: usize = advice
        .reasons
        .iter()
        .enumerate()
        .map(|(index, reason)| usize::from(reason.decision == KeepOrReplace::Replace) << index)
        .sum();
    near(values[chosen], best);
    for (index, reason) in advice.reasons.iter().enumerate() {
        assert_eq!(reason.card, sorted[index]);
        near(reason.loss_otherwise, best - values[chosen ^ 1 << index]);
    }
    // Of equal choices the one with fewer cards is advised, then with lower ids.
    let replaced = |choice: usize| -> Vec<CardId> {
        let indices = (0..hand.len()).filter(|index| choice >> index & 1 == 1);
        indices.map(|index| sorted[index]).collect()
    };
    let equals = (0..values.len()).filter(|choice| values[*choice] > best - 1e-9);
    let first = equals.map(replaced).min_by_key(|r| (r.len(), r.clone()));
    assert_eq!(first.as_ref(), Some(&advice.replace));
    advice
}

#[test]
fn advice_for_shipped_decks_agrees_with_every_draw() {
    for rules in [Rules::canon(), Rules::rebirth()] {
        let book = Rulebook::embedded(rules);
        let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are right");
        for (seed, named) in library.list().enumerate() {
            let mut deck = named.cards.clone();
            Chance::new(seed as u64, 0).shuffle(&mut deck);
            check(&book, &deck[..5], &deck[5..]);
        }
    }
}

#[test]
fn advice_for_random_small_decks_agrees_with_every_draw() {
    let book = canon();
    let all: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    let mut chance = Chance::new(11, 0);
    for _ in 0..300 {
        let mut any = |number: usize| -> Vec<CardId> {
            (0..number)
                .filter_map(|_| chance.pick(&all).copied())
                .collect()
        };
        let (hand, rest) = (any(6), any(9));
        for size in [0, 1, 3, 6] {
            for left in [0, 1, 4, 9] {
                if size * left < 30 {
                    check(&book, &hand[..size], &rest[..left]);
                }
            }
        }
    }
}

#[test]
fn advice_does_not_depend_on_the_order_of_the_cards() {
    let book = canon();
    let library = DeckLibrary::embedded(&book.catalogue).expect("the shipped decks are right");
    let mut chance = Chance::new(3, 0);
    for named in library.list() {
        let mut deck = named.cards.clone();
        chance.shuffle(&mut deck);
        let (hand, rest) = deck.split_at_mut(5);
        let first = advise(&book, hand, rest);
        chance.shuffle(hand);
        chance.shuffle(rest);
        assert_eq!(advise(&book, hand, rest), first);
    }
}
