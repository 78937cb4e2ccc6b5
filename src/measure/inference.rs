//! Measures the belief about the enemy's hand by its log-loss over matches between
//! shipped decks. The enemy's own deck is left out of the archetypes.

use super::selfplay::{Competitor, Seat, StoppedMatch, TwoSeatMatch};
use qbcoach_basics::chance::Chance;
use qbcoach_engine::coaching::{Coach, CoachError, SearchStyle};
use qbcoach_engine::observation::AnnotatedState;
use qbcoach_engine::prediction::{Archetypes, DeckBelief, HandSize, Padding, marginals};
use qbcoach_engine::rules::{BySide, CardId, Rulebook, Side};
use qbcoach_engine::simulation::deck_library::{DeckLibrary, NamedDeck};

/// The compared beliefs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Believer {
    /// The belief that prediction uses.
    Ours,
    /// Every card is as likely as any other.
    Uniform,
    /// Candidates without archetypes, filled only by the costs of the seen cards.
    ByCost,
    /// Ours, weighed by what the enemy has played: the belief of the search.
    Plays,
}

impl Believer {
    pub const ALL: [Believer; 4] = [
        Believer::Ours,
        Believer::Uniform,
        Believer::ByCost,
        Believer::Plays,
    ];
}

/// The losses of one turn of the match, over all matches that reached it.
#[derive(Clone, Copy, Debug, Default, PartialEq)]
pub struct TurnLoss {
    pub turn: u32,
    pub hands: u32,
    /// The mean loss per hand in bits, in the order of [`Believer::ALL`].
    pub bits: [f64; 4],
}

#[derive(Clone, Debug, PartialEq)]
pub struct InferenceReport {
    pub matches: u32,
    pub turns: Vec<TurnLoss>,
    pub overall: TurnLoss,
}

/// The limit of moves of a match.
pub(crate) const MOST_MOVES: u32 = 200;
/// Chances closer to 0 or 1 than this are moved to this distance.
const SUREST: f64 = 0.0005;

/// How many deals are weighed by the enemy's plays. With few, chance alone makes the belief
/// look worse: 600 cost a third of a bit.
const DEALS: usize = 8_000;

/// What is measured.
pub struct InferenceSetting<'a> {
    pub book: &'a Rulebook,
    pub library: &'a DeckLibrary,
    pub matches: u32,
    pub seed: u64,
    /// Who plays the matches, on both sides.
    pub players: Competitor,
    /// The belief from plays.
    pub style: SearchStyle,
}

/// Plays the matches and measures before each turn of the first seat.
pub fn measure(setting: &InferenceSetting<'_>) -> Result<InferenceReport, StoppedMatch> {
    let book = setting.book;
    let decks: Vec<NamedDeck> = setting.library.list().cloned().collect();
    let mut chance = Chance::new(setting.seed, 2);
    let mut turns: Vec<TurnLoss> = Vec::new();
    let mut overall = TurnLoss::default();
    for number in 0..setting.matches {
        // Every deck is left out equally often.
        let held_out = &decks[number as usize % decks.len().max(1)];
        let yours = &decks[chance.below(decks.len())];
        let seats = BySide::new((yours, held_out), (held_out, yours)).map(|(_, enemy_deck)| Seat {
            book,
            shipped: &decks,
            enemy_deck,
        });
        let players = BySide::new(
            seats.you.player(&setting.players),
            seats.enemy.player(&setting.players),
        );
        let believers = Believers {
            known: seats.you.archetypes().decks,
            coach: seats.you.coach(),
            style: setting.style,
        };
        let match_seed = setting.seed.wrapping_add(number.into());
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
                let losses = believers.losses(book, view)?;
                let turn = view.state.turn;
                if turns.iter().all(|known| known.turn != turn) {
                    turns.push(TurnLoss {
                        turn,
                        ..TurnLoss::default()
                    });
                }
                let of_turn = turns.iter_mut().find(|known| known.turn == turn);
                for sum in of_turn.into_iter().chain([&mut overall]) {
                    sum.hands += 1;
                    for (bits, loss) in sum.bits.iter_mut().zip(losses) {
                        *bits += loss;
                    }
                }
            }
            let made = players[seat].choose(game.view(seat), &mut chances[seat])?;
            game.act(book, seat, made)?;
        }
    }
    turns.sort_by_key(|loss| loss.turn);
    for sum in turns.iter_mut().chain([&mut overall]) {
        sum.bits = sum.bits.map(|bits| bits / f64::from(sum.hands.max(1)));
    }
    Ok(InferenceReport {
        matches: setting.matches,
        turns,
        overall,
    })
}

/// What the beliefs of one match start from.
struct Believers {
    known: Vec<Vec<CardId>>,
    coach: Coach,
    style: SearchStyle,
}

impl Believers {
    fn losses(&self, book: &Rulebook, view: &AnnotatedState) -> Result<[f64; 4], CoachError> {
        let hand = &view.state.holdings[Side::Enemy].hand;
        let unknown = HandSize::now(&view.state).unknown as usize;
        let hidden = hand.known.iter().filter(|held| held.instance.is_none());
        let held: Vec<CardId> = hidden.map(|held| held.card).collect();
        let mut losses = [0.0; 4];
        for (loss, believer) in losses.iter_mut().zip(Believer::ALL) {
            let mut chances = chances(book, view, &self.known, believer, unknown);
            if believer == Believer::Plays {
                self.weigh(view, &mut chances)?;
            }
            *loss = loss_of(book, &chances, &held);
        }
        Ok(losses)
    }

    /// Multiplies the exact chances by how much more often the enemy holds each card in
    /// the deals that its plays make likely. So deals are sampled for the change alone.
    fn weigh(&self, view: &AnnotatedState, chances: &mut [f64]) -> Result<(), CoachError> {
        // A card in few deals may have any ratio by chance; it is drawn to 1.
        const DOUBT: f64 = 0.01;
        for (card, [before, after]) in self.coach.held_by_enemy(view, &self.style, DEALS)? {
            let ratio = (after + DOUBT) / (before + DOUBT);
            chances[card.index()] = (chances[card.index()] * ratio).min(1.0);
        }
        Ok(())
    }
}

/// The believed chance of each card, by its index in the catalogue.
fn chances(
    book: &Rulebook,
    annotated: &AnnotatedState,
    known: &[Vec<CardId>],
    believer: Believer,
    unknown: usize,
) -> Vec<f64> {
    let cards = book.catalogue.cards().len();
    let archetypes = match believer {
        Believer::Ours | Believer::Plays => Archetypes {
            decks: known.to_vec(),
            padding: Padding::Popular,
            ..Archetypes::default()
        },
        Believer::ByCost => Archetypes {
            decks: Vec::new(),
            padding: Padding::ByCost,
            ..Archetypes::default()
        },
        Believer::Uniform => {
            let one = 1.0 / book.catalogue.collectible().count() as f64;
            return vec![1.0 - (1.0 - one).powi(unknown as i32); cards];
        }
    };
    believed_chances(book, annotated, &archetypes, unknown)
}

/// The chance of each card, by its index in the catalogue, if the enemy's deck is guessed
/// from these archetypes.
pub(crate) fn believed_chances(
    book: &Rulebook,
    annotated: &AnnotatedState,
    archetypes: &Archetypes,
    unknown: usize,
) -> Vec<f64> {
    let mut chances = vec![0.0; book.catalogue.cards().len()];
    if let Ok(belief) = DeckBelief::of(book, &annotated.observation, archetypes) {
        for (card, chance) in marginals(&belief, &[], unknown) {
            chances[card.index()] = chance;
        }
    }
    chances
}

/// The log-loss, in bits, of the believed chances for this real hand.
pub(crate) fn loss_of(book: &Rulebook, chances: &[f64], held: &[CardId]) -> f64 {
    book.catalogue
        .collectible()
        .map(|card| {
            let chance = chances[card.id.index()].clamp(SUREST, 1.0 - SUREST);
            let chance_of_truth = if held.contains(&card.id) {
                chance
            } else {
                1.0 - chance
            };
            -chance_of_truth.log2()
        })
        .sum()
}
