//! The deal as it turned out: which cards were in the hands, and what was drawn next.
//!
//! A simulated match knows it. In a live match your later draws are known, and the cards
//! that the enemy showed later: the next ones it showed are taken to have been in its
//! hand, the others to have been drawn in that order. What was never shown is filled up
//! from the likeliest deck.

use super::recorded_match::{RecordedMatch, RecordedStep};
use crate::coaching::coach::{Coach, CoachError};
use crate::coaching::search::{HeldCards, World};
use crate::rules::{BySide, CardId, Side};
use crate::simulation::action::Action;
use crate::simulation::game_state::MatchMode;
use crate::simulation::pile::Pile;
use qbcoach_basics::chance::Chance;

/// The true deal before a step, as far as it is known in the end.
pub(super) fn true_deal(
    coach: &Coach,
    played: &RecordedMatch,
    index: usize,
) -> Result<World, CoachError> {
    let step = &played.steps[index];
    let holdings = &step.before.state.holdings;
    if let (Pile::Ordered(yours), Pile::Ordered(enemys)) =
        (&holdings.you.pile, &holdings.enemy.pile)
    {
        let in_order = |cards: &[CardId]| cards.iter().rev().copied().collect();
        return Ok(World {
            hands: BySide::new(
                HeldCards::of(holdings.you.hand.cards()),
                HeldCards::of(holdings.enemy.hand.cards()),
            ),
            piles: BySide::new(in_order(yours), in_order(enemys)),
        });
    }
    let (your_hand, your_pile) = yours(played, index);
    let (enemy_hand, enemy_pile) = enemys(coach, played, step)?;
    Ok(World {
        hands: BySide::new(your_hand, enemy_hand),
        piles: BySide::new(your_pile, enemy_pile),
    })
}

/// Your hand, and what you drew later.
fn yours(played: &RecordedMatch, index: usize) -> (HeldCards, Vec<CardId>) {
    let holdings = &played.steps[index].before.state.holdings.you;
    let mut hand = HeldCards::of(holdings.hand.cards());
    let mut drawn: Vec<CardId> = Vec::new();
    for step in &played.steps[index..] {
        if let Action::Draw { card } = step.action {
            drawn.push(card);
        }
    }
    let mut rest = match &holdings.pile {
        Pile::Hidden {
            pool: Some(pool), ..
        } => without(pool, &drawn),
        _ => Vec::new(),
    };
    Chance::new(index as u64, 0).shuffle(&mut rest);
    let mut rest = rest.into_iter();
    for card in rest.by_ref().take(holdings.hand.unknown as usize) {
        hand.insert(card);
    }
    drawn.extend(rest);
    drawn.truncate(holdings.pile.len() as usize);
    (hand, drawn)
}

/// The enemy's hand and pile.
fn enemys(
    coach: &Coach,
    played: &RecordedMatch,
    step: &RecordedStep,
) -> Result<(HeldCards, Vec<CardId>), CoachError> {
    let holdings = &step.before.state.holdings.enemy;
    let before = step.before.observation.seen_deck_cards(Side::Enemy);
    let in_the_end = played.end.observation.seen_deck_cards(Side::Enemy);
    let mut coming = without(&in_the_end, &before);
    let mut hand = HeldCards::of(holdings.hand.cards());
    if step.before.state.mode() == MatchMode::Analysis {
        // Nothing is drawn, so the enemy held all that it played.
        coming.into_iter().for_each(|card| hand.insert(card));
        return Ok((hand, Vec::new()));
    }
    let belief = coach
        .prediction()
        .infer_enemy_decks(&played.end.observation)?;
    if let Some(likeliest) = belief.decks.first() {
        let copies = |(card, copies): &(CardId, usize)| std::iter::repeat_n(*card, *copies);
        let mut rest: Vec<CardId> = likeliest.unseen.iter().flat_map(copies).collect();
        Chance::new(step.number, 1).shuffle(&mut rest);
        coming.extend(rest);
    }
    let mut coming = coming.into_iter();
    for card in coming.by_ref().take(holdings.hand.unknown as usize) {
        hand.insert(card);
    }
    let pile = coming.take(holdings.pile.len() as usize).collect();
    Ok((hand, pile))
}

/// The cards without one copy of each of the others, in the same order.
fn without(cards: &[CardId], others: &[CardId]) -> Vec<CardId> {
    let mut left = cards.to_vec();
    for card in others {
        if let Some(at) = left.iter().position(|known| known == card) {
            left.remove(at);
        }
    }
    left
}
