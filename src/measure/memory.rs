//! Measures what remembering an opponent is worth: the log-loss of the belief about its
//! hand in the first, second, … match against the same deck, with and without memory.

use super::inference::{InferenceSetting, MOST_MOVES, believed_chances, loss_of};
use super::selfplay::{Seat, StoppedMatch, TwoSeatMatch};
use qbcoach_basics::chance::Chance;
use qbcoach_engine::prediction::{Archetypes, HandSize, SeenInMatch, remembered_decks};
use qbcoach_engine::rules::{BySide, CardId, Side};
use qbcoach_engine::simulation::deck_library::NamedDeck;

/// How many matches are played against the same deck.
pub const MATCHES_IN_A_ROW: usize = 5;

/// The losses of all matches of one number in their row, in bits a hand.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct MemoryLoss {
    pub hands: u32,
    pub without: f64,
    pub with: f64,
}

/// Plays `setting.matches` matches in rows against the same deck, which is left out of the
/// archetypes. The first entry is the first match of all rows.
pub fn measure_memory(
    setting: &InferenceSetting<'_>,
) -> Result<[MemoryLoss; MATCHES_IN_A_ROW], StoppedMatch> {
    let book = setting.book;
    let decks: Vec<NamedDeck> = setting.library.list().cloned().collect();
    let mut chance = Chance::new(setting.seed, 5);
    let mut losses = [MemoryLoss::default(); MATCHES_IN_A_ROW];
    let rows = setting.matches.div_ceil(MATCHES_IN_A_ROW as u32);
    for row in 0..rows {
        let held_out = &decks[row as usize % decks.len().max(1)];
        let mut seen: Vec<SeenInMatch> = Vec::new();
        for (number, loss) in losses.iter_mut().enumerate() {
            let yours = &decks[chance.below(decks.len())];
            let seats = BySide::new((yours, held_out), (held_out, yours));
            let seats = seats.map(|(_, enemy_deck)| Seat {
                book,
                shipped: &decks,
                enemy_deck,
            });
            let players = BySide::new(
                seats.you.player(&setting.players),
                seats.enemy.player(&setting.players),
            );
            let without = seats.you.archetypes();
            let deck_size = usize::from(book.rules.deck_size);
            let with = Archetypes {
                remembered: remembered_decks(deck_size, &seen),
                ..without.clone()
            };
            let match_number = u64::from(row) * MATCHES_IN_A_ROW as u64 + number as u64;
            let match_seed = setting.seed.wrapping_add(match_number);
            let cards = BySide::new(yours.cards.clone(), held_out.cards.clone());
            let mut game = TwoSeatMatch::deal(book, match_seed, cards)?;
            let mut chances = BySide::new(Chance::new(match_seed, 3), Chance::new(match_seed, 4));
            for _ in 0..MOST_MOVES {
                if game.is_over() {
                    break;
                }
                let seat = game.to_act();
                if seat == Side::You {
                    let view = game.view(seat);
                    let hand = &view.state.holdings[Side::Enemy].hand;
                    let unknown = HandSize::now(&view.state).unknown as usize;
                    let hidden = hand.known.iter().filter(|held| held.instance.is_none());
                    let held: Vec<CardId> = hidden.map(|held| held.card).collect();
                    let bits = |archetypes: &Archetypes| {
                        let chances = believed_chances(book, view, archetypes, unknown);
                        loss_of(book, &chances, &held)
                    };
                    loss.hands += 1;
                    loss.without += bits(&without);
                    loss.with += bits(&with);
                }
                let made = players[seat].choose(game.view(seat), &mut chances[seat])?;
                game.act(book, seat, made)?;
            }
            let observation = &game.view(Side::You).observation;
            seen.push(SeenInMatch {
                cards: observation.seen_deck_cards(Side::Enemy),
                deck: None,
            });
        }
    }
    for loss in &mut losses {
        let hands = f64::from(loss.hands.max(1));
        loss.without /= hands;
        loss.with /= hands;
    }
    Ok(losses)
}
