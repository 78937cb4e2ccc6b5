//! Cards and decks.

use qbcoach_protocol::{Card, CardName, Deck, DeckVerdict};

use super::DOT;

pub fn card(card: &Card) -> String {
    let rank = match card.rank.as_str() {
        "R" => "replaces a card".to_owned(),
        rank => format!("rank {rank}"),
    };
    let mut parts = vec![
        format!("{} {}", card.card.id, card.card.name),
        rank,
        format!("power {}", card.power),
    ];
    if card.rarity == "legendary" {
        parts.push("legendary".to_owned());
    }
    if card.kind == "token" {
        parts.push("token".to_owned());
    }
    parts.extend(range(&card.range));
    parts.extend(card.abilities.iter().cloned());
    parts.join(DOT)
}

/// The rows of the range from top to bottom, the enemy to the right: `#` is the card, P
/// a pawn, E an effect, X both.
fn range(squares: &[String]) -> Option<String> {
    const COLUMNS: &str = "EDCBA";
    let mut rows = [['-'; 5]; 5];
    rows[2][2] = '#';
    let mut reached = Vec::new();
    for square in squares {
        let mut letters = square.chars();
        let column = letters.next().and_then(|letter| COLUMNS.find(letter));
        let row = letters.next().and_then(|digit| digit.to_digit(10));
        let (Some(column), Some(row @ 1..=5), Some(kind)) = (column, row, letters.next()) else {
            continue;
        };
        let row = row as usize - 1;
        rows[row][column] = kind;
        reached.push(row);
    }
    let first = *reached.iter().min()?;
    let last = *reached.iter().max()?;
    let drawn = rows[first.min(2)..=last.max(2)].iter();
    let drawn: Vec<String> = drawn.map(|row| row.iter().collect()).collect();
    Some(format!("reaches {}", drawn.join("/")))
}

/// Cards with their number of copies: `2x Crawler, Levrikon`.
pub fn grouped(cards: &[CardName], shown: impl Fn(&CardName) -> String) -> String {
    let mut groups: Vec<(&CardName, usize)> = Vec::new();
    for card in cards {
        match groups.iter_mut().find(|(known, _)| known.id == card.id) {
            Some((_, number)) => *number += 1,
            None => groups.push((card, 1)),
        }
    }
    let shown = groups.iter().map(|(card, number)| match number {
        1 => shown(card),
        _ => format!("{number}x {}", shown(card)),
    });
    shown.collect::<Vec<_>>().join(", ")
}

/// A deck to copy: its code if the daemon sent one, otherwise its cards in the form that
/// `session/create` reads.
pub fn deck(deck: &Deck, code: Option<&str>) -> String {
    let numbers = || grouped(&deck.cards, |card| card.id.clone());
    let copied = code.map_or_else(numbers, str::to_owned);
    format!("{} ({}): {copied}", deck.name, deck.tag)
}

/// A deck of a user: whether it is legal, its cards and its code.
pub fn verdict(verdict: &DeckVerdict, code: Option<&str>) -> String {
    let names = grouped(&verdict.cards, |card| card.name.clone());
    let mut parts = vec![match verdict.faults.first() {
        None => format!("A legal deck: {names}"),
        Some(fault) => format!("Not a legal deck, {fault}: {names}"),
    }];
    parts.extend(code.map(str::to_owned));
    parts.join(DOT)
}

pub fn decks(decks: &[Deck]) -> String {
    let tags: Vec<&str> = decks.iter().map(|deck| deck.tag.as_str()).collect();
    format!("Decks: {}", tags.join(", "))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn check(squares: &[&str], drawn: Option<&str>) {
        let squares: Vec<String> = squares.iter().map(|square| (*square).to_owned()).collect();
        assert_eq!(range(&squares).as_deref(), drawn);
    }

    #[test]
    fn a_range_is_drawn_from_the_players_side() {
        check(
            &["D2P", "C2P", "D4P", "C4P"],
            Some("reaches -PP--/--#--/-PP--"),
        );
        check(&["B2X", "B3X", "B4X"], Some("reaches ---X-/--#X-/---X-"));
        check(&["A3E"], Some("reaches --#-E"));
        check(
            &["C1E", "C5E"],
            Some("reaches --E--/-----/--#--/-----/--E--"),
        );
        check(&[], None);
        check(&["nonsense", "Z9P", ""], None);
    }
}
