//! Cards, scores and boards in words, for hovers and details.

use std::fmt::Write;

use qbcoach_engine::rules::notation::draw;
use qbcoach_engine::rules::range::SquareKind;
use qbcoach_engine::rules::words::describe;
use qbcoach_engine::rules::{
    Card, CardId, Catalogue, Event, Lane, MatchScore, Rarity, Rulebook, Side,
};
use qbcoach_sessions::queens_blood::Match;

/// What a card is and does, with its range as its player sees it.
pub(crate) fn card(catalogue: &Catalogue, id: CardId) -> String {
    let card = &catalogue[id];
    let mut text = format!("**{} {}**", card.number, card.name);
    if let Some(name) = catalogue.japanese_name(id) {
        let _ = write!(text, " · {name}");
    }
    let _ = write!(text, "\n\n{}", card_line(card));
    let abilities: Vec<String> = card
        .effects
        .iter()
        .map(|effect| describe(catalogue, effect))
        .collect();
    if !abilities.is_empty() {
        let _ = write!(text, "\n\n{}", abilities.join(" "));
    }
    let _ = write!(text, "\n\n```text\n{}```", range(card));
    text
}

/// Rank, power and rarity.
pub(crate) fn card_line(card: &Card) -> String {
    let rarity = match card.rarity {
        Rarity::Legendary => ", legendary",
        Rarity::Standard => "",
    };
    format!("rank {}, power {}{rarity}", card.cost, card.power)
}

fn range(card: &Card) -> String {
    let mut rows = String::new();
    for down in -2..=2 {
        for ahead in -2..=2 {
            let mut squares = card.range.squares().iter();
            let square = squares.find(|square| (square.ahead, square.down) == (ahead, down));
            rows.push_str(match square.map(|square| square.kind) {
                _ if (ahead, down) == (0, 0) => " #",
                Some(SquareKind::Pawn) => " P",
                Some(SquareKind::Effect) => " E",
                Some(SquareKind::PawnAndEffect) => " X",
                None => " .",
            });
        }
        rows.push('\n');
    }
    rows
}

/// `you 5, enemy 3`
pub(crate) fn totals(score: &MatchScore) -> String {
    format!("you {}, enemy {}", score.totals.you, score.totals.enemy)
}

/// The board after a line, with the score and the lanes.
pub(crate) fn board(game: &Match) -> String {
    let (book, state) = (game.book(), &game.annotated.state);
    let score = state.position.board.score(book);
    let mut text = format!("**{}**", totals(&score));
    let next = match state.position.is_over() {
        true => match score.winner() {
            Some(Side::You) => "you won".to_owned(),
            Some(Side::Enemy) => "the enemy won".to_owned(),
            None => "a draw".to_owned(),
        },
        false => format!("turn {}, {} to act", state.turn, state.position.to_act),
    };
    let _ = write!(text, " · {next}\n\n```text\n");
    let _ = writeln!(text, "{}", draw(book, &state.position.board).trim_end());
    for lane in Lane::ALL {
        let of_lane = &score.lanes[lane];
        let result = match of_lane.winner {
            Some(Side::You) => format!("yours, {} points", of_lane.points),
            Some(Side::Enemy) => format!("theirs, {} points", of_lane.points),
            None => "tied".to_owned(),
        };
        let (you, enemy) = (of_lane.power.you, of_lane.power.enemy);
        let _ = writeln!(text, "{lane}  you {you:>3}  enemy {enemy:>3}  {result}");
    }
    text.push_str("```");
    text
}

/// What a play does to the score and to other cards.
pub(crate) fn effect_of_play(
    book: &Rulebook,
    before: &MatchScore,
    after: &MatchScore,
    events: &[Event],
) -> String {
    let mut parts = vec![totals(after)];
    for lane in Lane::ALL {
        let lead = |score: &MatchScore| {
            let power = score.lanes[lane].power;
            power.you - power.enemy
        };
        let change = lead(after) - lead(before);
        if change != 0 {
            parts.push(format!("{lane} {change:+}"));
        }
    }
    for event in events {
        if let Event::Destroyed { subject, .. } = event {
            let name = &book.catalogue[subject.card].name;
            parts.push(format!("destroys {name} on {}", subject.tile));
        }
    }
    parts.join(" · ")
}
