//! Candidates for an unknown deck: they are legal, contain the seen cards, and fit the
//! archetypes.

use qbcoach_basics::chance::Chance;
use qbcoach_engine::prediction::{
    Archetypes, DeckBelief, DeckMode, MOST_CANDIDATES, Padding, PredictionEngine, PredictionError,
    marginals,
};
use qbcoach_engine::rules::{CardId, CardKind, Rulebook};
use qbcoach_engine::simulation::deck::Deck;
use qbcoach_engine::simulation::deck_library::DeckLibrary;

use crate::prediction::fixtures::{assert_close, book, card, cards, chance, having_seen, shipped};

const RULES: [&str; 6] = [
    "canon",
    "rebirth",
    "canon deckSize=10",
    "rebirth deckSize=10",
    "rebirth deckSize=60 maxCopies=1",
    "canon deckSize=3",
];

/// The three kinds of evidence an engine may start from.
fn evidence(book: &Rulebook) -> [Archetypes; 3] {
    let by_cost = Archetypes {
        padding: Padding::ByCost,
        ..shipped(book)
    };
    [Archetypes::default(), shipped(book), by_cost]
}

fn infer(
    book: &Rulebook,
    archetypes: &Archetypes,
    seen: &[CardId],
) -> Result<DeckBelief, PredictionError> {
    let engine = PredictionEngine::new(book.clone(), archetypes.clone());
    engine.infer_enemy_decks(&having_seen(book, None, seen))
}

/// `number` random cards that can be in one legal deck.
fn seen_of_a_legal_deck(book: &Rulebook, number: usize, chance: &mut Chance) -> Vec<CardId> {
    let mut seen: Vec<CardId> = Vec::new();
    let all: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
    while seen.len() < number {
        // Half of the cards are repeated, so that copies run out.
        let repeated = if chance.below(2) == 0 {
            chance.pick(&seen)
        } else {
            None
        };
        let next = *repeated.or(chance.pick(&all)).expect("there are cards");
        let copies = seen.iter().filter(|card| **card == next).count();
        let rarity = book.catalogue[next].rarity;
        let allowed = match rarity {
            qbcoach_engine::rules::Rarity::Standard => book.rules.max_copies,
            qbcoach_engine::rules::Rarity::Legendary => book.rules.max_legendary_copies,
        };
        if copies < usize::from(allowed) {
            seen.push(next);
        }
    }
    seen
}

fn assert_sound(book: &Rulebook, belief: &DeckBelief, seen: &[CardId]) {
    assert_eq!(belief.mode, DeckMode::Unknown);
    assert!((1..=MOST_CANDIDATES).contains(&belief.decks.len()));
    for (index, deck) in belief.decks.iter().enumerate() {
        assert!(deck.cards.is_sorted());
        if let Err(error) = Deck::check(&book.catalogue, &book.rules, &deck.cards) {
            panic!("under {}: {error}", book.rules);
        }
        let mut rest = deck.cards.clone();
        for card in seen {
            let found = rest.iter().position(|other| other == card);
            rest.remove(found.expect("every seen copy is in the deck"));
        }
        let kinds = deck.unseen.iter();
        let unseen = kinds.flat_map(|(card, copies)| std::iter::repeat_n(*card, *copies));
        assert_eq!(unseen.collect::<Vec<_>>(), rest);
        assert_eq!(deck.unseen_size(), rest.len());
        assert!(deck.weight > 0.0);
        if let Some(next) = belief.decks.get(index + 1) {
            let tied = deck.weight == next.weight;
            assert!(deck.weight >= next.weight, "the likeliest first");
            assert!(
                !tied || deck.cards < next.cards,
                "equal ones by their cards"
            );
        }
        let others = &belief.decks[index + 1..];
        assert!(others.iter().all(|other| other.cards != deck.cards));
    }
    let sum: f64 = belief.decks.iter().map(|deck| deck.weight).sum();
    assert_close(sum, 1.0, "the sum of the weights");
}

#[test]
fn candidates_are_legal_distinct_ordered_and_contain_all_seen_cards() {
    let mut chance = Chance::new(1, 0);
    for rules in RULES {
        let book = book(rules);
        let size = usize::from(book.rules.deck_size);
        for archetypes in evidence(&book) {
            for number in [0, 1, 2, 3, 5, 8, size - 1, size] {
                let seen = seen_of_a_legal_deck(&book, number.min(size), &mut chance);
                let belief = infer(&book, &archetypes, &seen).expect("such a deck is possible");
                assert_sound(&book, &belief, &seen);
            }
        }
    }
}

#[test]
fn a_completely_seen_deck_is_the_only_candidate() {
    for rules in ["canon", "rebirth", "canon deckSize=10"] {
        let book = book(rules);
        let size = usize::from(book.rules.deck_size);
        let mut seen = shipped(&book).decks[0].clone();
        seen.truncate(size);
        let belief = infer(&book, &shipped(&book), &seen).unwrap();
        assert_eq!(belief.decks.len(), 1);
        assert_eq!(belief.decks[0].weight, 1.0);
        assert_eq!(belief.decks[0].unseen, []);
    }
}

#[test]
fn with_one_open_slot_nearly_every_card_gives_a_candidate() {
    let book = book("canon");
    let seen = cards(
        &book,
        "001 001 001 007 007 007 008 008 008 010 011 012 013 014",
    );
    let belief = infer(&book, &Archetypes::default(), &seen).unwrap();
    assert!(belief.decks.len() > 50, "nearly any card may be the last");
    for full in cards(&book, "001 007 008") {
        let of_it = belief.decks.iter().filter(|deck| {
            let unseen = deck.unseen.iter().find(|(card, _)| *card == full);
            unseen.is_some()
        });
        assert_eq!(of_it.count(), 0, "no fourth copy");
    }
}

#[test]
fn the_same_evidence_gives_the_same_decks() {
    let book = book("canon");
    for archetypes in evidence(&book) {
        for seen in ["", "001", "020 003 020"] {
            let seen = cards(&book, seen);
            let first = infer(&book, &archetypes, &seen);
            assert_eq!(infer(&book, &archetypes, &seen), first);
            let mut turned = seen.clone();
            turned.reverse();
            assert_eq!(
                infer(&book, &archetypes, &turned),
                first,
                "the order does not matter"
            );
        }
    }
}

#[test]
fn candidates_have_no_tokens_and_cover_every_cost() {
    let book = book("canon");
    let belief = infer(&book, &shipped(&book), &[]).unwrap();
    let kinds = || belief.decks.iter().flat_map(|deck| &deck.unseen);
    let mut costs = std::collections::BTreeSet::new();
    for (card, _) in kinds() {
        assert_eq!(book.catalogue[*card].kind, CardKind::Collectible);
        costs.insert(book.catalogue[*card].cost);
    }
    assert_eq!(costs.len(), 4, "ranks 1, 2, 3 and replacement");
}

/// The mean chance of these cards.
fn mean(list: &[(CardId, f64)], of: &[CardId]) -> f64 {
    let sum: f64 = of.iter().map(|card| chance(list, *card)).sum();
    sum / of.len() as f64
}

#[test]
fn a_partly_seen_shipped_deck_makes_its_other_cards_likelier() {
    for rules in ["canon", "rebirth"] {
        let book = book(rules);
        let all: Vec<CardId> = book.catalogue.collectible().map(|card| card.id).collect();
        let library = DeckLibrary::embedded(&book.catalogue).expect("the decks are right");
        let archetypes = shipped(&book);
        let before = infer(&book, &archetypes, &[]).unwrap();
        let before = marginals(&before, &[], 5);
        for deck in library.list() {
            // Every third card, beginning with the first.
            let seen: Vec<CardId> = deck.cards.iter().copied().step_by(3).collect();
            let mut others: Vec<CardId> = deck.cards.clone();
            others.dedup();
            others.retain(|card| !seen.contains(card));
            let belief = infer(&book, &archetypes, &seen).unwrap();
            let after = marginals(&belief, &[], 5);
            let average = mean(&after, &all);
            for card in &others {
                let number = &book.catalogue[*card].number;
                assert!(
                    chance(&after, *card) > average,
                    "{rules}, {}: {number} is below the average {average}",
                    deck.tag
                );
            }
            assert!(mean(&after, &others) > 2.0 * average, "{}", deck.tag);
            assert!(
                mean(&after, &others) > mean(&before, &others),
                "{}",
                deck.tag
            );
        }
    }
}

#[test]
fn without_archetypes_seen_costs_make_the_same_costs_likelier() {
    let book = book("canon");
    let share_of_rank_3 = |seen: &str| {
        let belief = infer(&book, &Archetypes::default(), &cards(&book, seen)).unwrap();
        let list = marginals(&belief, &[], 5);
        let of_rank_3: Vec<CardId> = book
            .catalogue
            .collectible()
            .filter(|card| card.cost.to_string() == "3")
            .map(|card| card.id)
            .collect();
        mean(&list, &of_rank_3)
    };
    let cheap = share_of_rank_3("001 007 008 010 019");
    let dear = share_of_rank_3("053 055 056 060 084");
    assert!(
        dear > cheap,
        "{dear} after dear cards, {cheap} after cheap ones"
    );
}

#[test]
fn seen_cards_that_no_deck_can_contain_are_an_error() {
    let canon = book("canon");
    let rebirth = book("rebirth");
    let none = Archetypes::default();
    let four = vec![card(&canon, "001"); 4];
    assert_eq!(
        infer(&canon, &none, &four),
        Err(PredictionError::TooManyCopies {
            number: "001".to_owned(),
            name: "Security Officer".to_owned(),
            seen: 4,
            allowed: 3,
        })
    );
    let twice = cards(&rebirth, "096 096");
    let error = infer(&rebirth, &none, &twice).unwrap_err();
    assert_eq!(
        error.to_string(),
        "card 096 Shiva was seen 2 times, but the rules allow 1 in a deck"
    );
    assert!(infer(&canon, &none, &twice).is_ok(), "canon allows three");
    let many = cards(
        &canon,
        "001 001 007 007 008 008 010 010 011 011 012 012 013 013 014 014",
    );
    assert_eq!(
        infer(&canon, &none, &many),
        Err(PredictionError::TooManySeen {
            seen: 16,
            deck_size: 15,
        })
    );
    assert!(infer(&book("canon deckSize=16"), &none, &many).is_ok());
    let mut nothing_allowed = book("canon");
    nothing_allowed.rules.max_copies = 0;
    nothing_allowed.rules.max_legendary_copies = 0;
    assert_eq!(
        infer(&nothing_allowed, &none, &[]),
        Err(PredictionError::TooFewCards {
            available: 0,
            deck_size: 15,
        })
    );
}

#[test]
fn a_known_deck_is_used_even_if_the_rules_forbid_it() {
    let book = book("rebirth");
    let five = "001 001 001 001 002";
    let observation = having_seen(&book, Some(five), &cards(&book, "001 001"));
    let engine = PredictionEngine::new(book.clone(), shipped(&book));
    let belief = engine.infer_enemy_decks(&observation).unwrap();
    assert_eq!(belief.mode, DeckMode::Known);
    assert_eq!(
        crate::prediction::fixtures::unseen(&book, &belief),
        "001 001 002"
    );
}
