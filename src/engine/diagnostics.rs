//! The start-up diagnostics. Each check runs its part of the engine on the loaded data
//! and rules, and reports what it did.

use crate::coaching::{EndsMatch, EnemyCard, Forecast, Predictor, decided, rank};
use crate::prediction::evaluation::evaluate;
use crate::rules::knobs::{DestroyedPawns, DestroyedTile};
use crate::rules::words::describe;
use crate::rules::{Board, BySide, CardId, Lane, Move, Owner, Play, Rank, Rulebook, Side, TileId};
use qbcoach_basics::chance::Chance;

#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Finding {
    pub name: &'static str,
    pub result: Result<String, String>,
}

/// Runs the seven checks.
pub fn run(book: &Rulebook) -> Vec<Finding> {
    vec![
        Finding {
            name: "card hydration",
            result: card_hydration(book),
        },
        Finding {
            name: "pawn records",
            result: over_random_plays(book, "the ranks are base plus records", pawn_records),
        },
        Finding {
            name: "tile ownership",
            result: over_random_plays(book, "every tile has the right owner", ownership),
        },
        Finding {
            name: "scoring",
            result: over_random_plays(
                book,
                "the lanes add up to the totals, and the board is unchanged",
                scoring,
            ),
        },
        Finding {
            name: "lane evaluation",
            result: over_random_plays(
                book,
                "the factors are within bounds, and the mirrored board has the opposite value",
                lane_evaluation,
            ),
        },
        Finding {
            name: "predictor",
            result: over_random_plays(
                book,
                "the worst reply is the worst of all replies tried one by one",
                predictor,
            ),
        },
        Finding {
            name: "move ranking",
            result: over_random_plays(
                book,
                "the order does not depend on how the moves are listed",
                move_ranking,
            ),
        },
    ]
}

/// Every card can be found by its number and name, and every ability has a description.
fn card_hydration(book: &Rulebook) -> Result<String, String> {
    let catalogue = &book.catalogue;
    let mut abilities = 0;
    for card in catalogue.cards() {
        if catalogue.find(&card.number) != Ok(card.id) {
            return Err(format!("card {} is not found by its number", card.number));
        }
        // Tokens may share a name. Then the error must suggest this token as well.
        let by_name = match catalogue.find(&card.name) {
            Ok(found) => found == card.id,
            Err(error) => error
                .suggestions()
                .iter()
                .any(|suggestion| suggestion.starts_with(&card.number)),
        };
        if !by_name {
            return Err(format!(
                "card {} is not found as {}",
                card.number, card.name
            ));
        }
        for effect in &card.effects {
            abilities += 1;
            if describe(catalogue, effect).is_empty() {
                return Err(format!("effect {} has no description", effect.id));
            }
        }
    }
    Ok(format!(
        "{} cards with {abilities} abilities, data {}",
        catalogue.cards().len(),
        &catalogue.sha256()[..12],
    ))
}

const MATCHES: u64 = 40;
const MOST_PLAYS: usize = 20;

/// Calls `check` with the board after each play of random matches with all cards.
fn over_random_plays(
    book: &Rulebook,
    claim: &str,
    check: fn(&Rulebook, &Board) -> Result<(), String>,
) -> Result<String, String> {
    let cards: Vec<CardId> = book.catalogue.cards().iter().map(|card| card.id).collect();
    let mut plays_made = 0;
    for seed in 0..MATCHES {
        let mut chance = Chance::new(seed, 0);
        let mut board = Board::opening();
        let mut side = Side::You;
        for _ in 0..MOST_PLAYS {
            let plays: Vec<Play> = board.legal_plays(book, side, &cards);
            if let Some(play) = chance.pick(&plays) {
                board.play_unchecked(book, side, *play, &mut ());
                plays_made += 1;
                check(book, &board).map_err(|fault| {
                    let card = &book.catalogue[play.card].name;
                    format!("after {card} to {} in match {seed}: {fault}", play.tile)
                })?;
            }
            side = side.opponent();
        }
    }
    Ok(format!("{plays_made} plays: {claim}"))
}

fn pawn_records(book: &Rulebook, board: &Board) -> Result<(), String> {
    let opening = Board::opening();
    for tile in TileId::all() {
        let base = board.pawns().base(tile);
        let mut sum = base;
        for source in TileId::all() {
            let record = board.pawns().record(source, tile);
            if record != BySide::new(0, 0) && board.card(source).is_none() {
                return Err(format!("{source} is empty but has pawns on {tile}"));
            }
            sum = BySide::new(sum.you + record.you, sum.enemy + record.enemy);
        }
        if sum.map(Rank::clamped) != board.ranks(tile) {
            return Err(format!("the ranks of {tile} are not base plus records"));
        }
        let untouched = book.rules.destroyed_pawns == DestroyedPawns::Undo
            && book.rules.destroyed_tile != DestroyedTile::Clear;
        if untouched && base != opening.pawns().base(tile) {
            return Err(format!("the base of {tile} has changed"));
        }
    }
    Ok(())
}

fn ownership(_book: &Rulebook, board: &Board) -> Result<(), String> {
    for tile in TileId::all() {
        let ranks = board.ranks(tile);
        let owner = board.owner(tile);
        let right = match board.card(tile) {
            Some(card) => owner == Owner::Held(card.side),
            None => match owner {
                Owner::Neutral => ranks.you == ranks.enemy,
                Owner::Held(side) => {
                    ranks[side] > Rank::ZERO && ranks[side] >= ranks[side.opponent()]
                }
            },
        };
        if !right {
            return Err(format!("{tile} cannot be {}'s", owner.word()));
        }
    }
    Ok(())
}

fn scoring(book: &Rulebook, board: &Board) -> Result<(), String> {
    let before = *board;
    let score = board.score(book);
    let powers = board.powers(book);
    if *board != before || board.score(book) != score {
        return Err("scoring changed the board or gave two results".to_owned());
    }
    let mut totals = BySide::new(0, 0);
    for lane in Lane::ALL {
        let lane_score = score.lanes[lane];
        for side in Side::BOTH {
            let cards = board.cards_of(side).and(lane.tiles());
            let sum: i32 = cards.iter().map(|tile| powers.power[tile]).sum();
            if sum != lane_score.power[side] {
                return Err(format!(
                    "{lane} has {sum} for {side}, which differs from the score"
                ));
            }
        }
        match lane_score.winner {
            Some(winner) => totals[winner] += lane_score.points,
            None if lane_score.points != 0 => return Err(format!("{lane} is drawn but scores")),
            None => {}
        }
    }
    if totals != score.totals {
        return Err("the lanes do not add up to the totals".to_owned());
    }
    Ok(())
}

fn lane_evaluation(book: &Rulebook, board: &Board) -> Result<(), String> {
    let value = evaluate(board, &board.powers(book));
    let mirrored = board.mirrored();
    let opposite = evaluate(&mirrored, &mirrored.powers(book));
    if (value.total() + opposite.total()).abs() > 1e-9 {
        return Err("the mirrored board does not have the opposite value".to_owned());
    }
    for lane in Lane::ALL {
        let factors = value.lanes[lane];
        let within = factors.stability.abs() <= 1.0
            && factors.access.abs() <= 1.0
            && factors.effect.abs() <= 0.5;
        if !within {
            return Err(format!("a factor of {lane} is out of bounds"));
        }
    }
    Ok(())
}

/// Only some of the cards, so that the program starts quickly.
fn some_cards(book: &Rulebook) -> Vec<CardId> {
    let cards = book.catalogue.cards().iter().map(|card| card.id);
    cards.step_by(SPARSE).collect()
}

const SPARSE: usize = 23;

fn predictor(book: &Rulebook, board: &Board) -> Result<(), String> {
    let cards = some_cards(book);
    let enemy_cards: Vec<EnemyCard> = cards
        .iter()
        .map(|card| EnemyCard {
            card: *card,
            chance: 0.5,
        })
        .collect();
    let Some(play) = board.legal_plays(book, Side::You, &cards).first().copied() else {
        return Ok(());
    };
    let forecast = Predictor::new(book, &enemy_cards).forecast(board, Move::Play(play), 0);
    let replies = forecast.board.legal_plays(book, Side::Enemy, &cards);
    let worst = replies.iter().map(|reply| {
        let mut after = forecast.board;
        after.play_unchecked(book, Side::Enemy, *reply, &mut ());
        let powers = after.powers(book);
        if after.is_full() {
            decided(after.score(book).margin())
        } else {
            evaluate(&after, &powers).total()
        }
    });
    let worst = worst.fold(f64::INFINITY, f64::min);
    let expected = if worst.is_finite() {
        worst
    } else {
        forecast.immediate
    };
    if (forecast.worst_reply - expected).abs() > 1e-9 && forecast.ends_match == EndsMatch::No {
        return Err(format!(
            "the worst reply is worth {expected}, not {}",
            forecast.worst_reply
        ));
    }
    Ok(())
}

fn move_ranking(book: &Rulebook, board: &Board) -> Result<(), String> {
    let plays = board.legal_plays(book, Side::You, &some_cards(book));
    let moves = plays.into_iter().map(Move::Play).chain([Move::Pass]);
    let mut predictor = Predictor::new(book, &[]);
    let mut forecasts: Vec<Forecast> = moves
        .map(|made| predictor.forecast(board, made, 0))
        .collect();
    let order = |forecasts: &[Forecast]| -> Vec<Move> {
        let ranked = rank(book, forecasts.to_vec());
        ranked.iter().map(|moved| moved.forecast.made).collect()
    };
    let first = order(&forecasts);
    forecasts.reverse();
    if order(&forecasts) != first {
        return Err("the order of the moves depends on how they were listed".to_owned());
    }
    Ok(())
}
