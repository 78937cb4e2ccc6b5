//! `qbcoach measure`

use std::io::Write;
use std::sync::Arc;

use serde_json::json;

use super::CommandError;
use super::match_table::{ProgressBar, threads, wrong};
use super::measure_args::{
    FitChanceOptions, FitMulliganOptions, FitOptions, InferenceOptions, PuzzlesOptions,
};
use qbcoach_engine::coaching::SearchStyle;
use qbcoach_engine::coaching::puzzle::write_puzzles;
use qbcoach_engine::coaching::search::PlayBeliefStyle;
use qbcoach_engine::prediction::Archetypes;
use qbcoach_engine::rules::{Catalogue, Rulebook, Rules};
use qbcoach_engine::simulation::deck_library::{DeckLibrary, NamedDeck};
use qbcoach_measure::calibration::Calibration;
use qbcoach_measure::chance_fit::fit_curve;
use qbcoach_measure::fit::{Fitting, Generation, HELD_OUT};
use qbcoach_measure::inference::{InferenceSetting, TurnLoss, measure};
use qbcoach_measure::made_decks::MadeDecks;
use qbcoach_measure::memory::{MemoryLoss, measure_memory};
use qbcoach_measure::opening_fit::OpeningFit;
use qbcoach_measure::puzzles::{PuzzleSearch, find_puzzles};
use qbcoach_measure::selfplay::{Competitor, DeckLists, Policy};

pub fn inference(
    catalogue: &Arc<Catalogue>,
    options: &InferenceOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let library = DeckLibrary::embedded(catalogue).map_err(wrong)?;
    let rules = Rules::parse(&options.rules).map_err(wrong)?;
    let book = Rulebook::new(catalogue.clone(), rules);
    let players = Competitor {
        nodes: options.nodes,
        ..Competitor::new(Policy::parse(&options.policy).map_err(wrong)?)
    };
    let setting = InferenceSetting {
        book: &book,
        library: &library,
        matches: options.matches,
        seed: options.seed,
        players,
        style: SearchStyle {
            belief: Some(PlayBeliefStyle::default()),
            ..SearchStyle::default()
        },
    };
    let report = measure(&setting).map_err(wrong)?;
    let memory = measure_memory(&setting).map_err(wrong)?;
    if options.json {
        let line = |loss: &TurnLoss| {
            let [ours, uniform, by_cost, plays] = loss.bits;
            json!({"turn": loss.turn, "hands": loss.hands, "ours": ours,
                "uniform": uniform, "byCost": by_cost, "plays": plays})
        };
        let turns: Vec<_> = report.turns.iter().map(line).collect();
        let document = json!({
            "matches": report.matches,
            "turns": turns,
            "overall": line(&report.overall),
            "memory": memory.iter().zip(1..).map(|(loss, number)| json!({
                "match": number, "hands": loss.hands, "with": loss.with,
                "without": loss.without})).collect::<Vec<_>>(),
        });
        writeln!(out, "{document}")?;
        return Ok(());
    }
    writeln!(
        out,
        "Bits of surprise at the enemy's hand, its deck unknown and held out, {} matches",
        report.matches
    )?;
    writeln!(out, "turn  hands   ours  by plays  uniform  by cost")?;
    for loss in &report.turns {
        write_line(&format!("{:>4}", loss.turn), loss, out)?;
    }
    write_line(" all", &report.overall, out)?;
    writeln!(
        out,
        "\nThe same in a row of matches against one opponent, {} in all",
        report.matches
    )?;
    writeln!(out, "match  hands  remembered  forgotten")?;
    for (loss, number) in memory.iter().zip(1..) {
        let MemoryLoss {
            hands,
            without,
            with,
        } = loss;
        writeln!(out, "{number:>5}  {hands:>5}  {with:>10.2}  {without:>9.2}")?;
    }
    Ok(())
}

fn write_line(turn: &str, loss: &TurnLoss, out: &mut impl Write) -> Result<(), CommandError> {
    let [ours, uniform, by_cost, plays] = loss.bits;
    let hands = loss.hands;
    writeln!(
        out,
        "{turn}  {hands:>5}  {ours:>5.2}  {plays:>8.2}  {uniform:>7.2}  {by_cost:>7.2}"
    )?;
    Ok(())
}

/// Prints puzzles as the data file has them.
pub fn puzzles(
    catalogue: &Arc<Catalogue>,
    options: &PuzzlesOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let library = DeckLibrary::embedded(catalogue).map_err(wrong)?;
    let book = Rulebook::new(catalogue.clone(), Rules::canon());
    let found = find_puzzles(&PuzzleSearch {
        book: &book,
        library: &library,
        number: options.number as usize,
        seed: options.seed,
    });
    let PuzzlesOptions { number, seed } = options;
    let made_by = format!("qbcoach measure puzzles --number {number} --seed {seed}");
    write!(
        out,
        "{}",
        write_puzzles(&book, &made_by, &found.map_err(wrong)?)
    )?;
    Ok(())
}

/// Prints the weights of the leaf value as the data file has them. How good each
/// generation is goes to the other output.
pub fn fit(
    catalogue: &Arc<Catalogue>,
    options: &FitOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let library = DeckLibrary::embedded(catalogue).map_err(wrong)?;
    let shipped: Vec<NamedDeck> = library.list().cloned().collect();
    let book = |rules: Rules| Rulebook::new(catalogue.clone(), rules);
    // One match in four is played by the rules of the console game.
    let books = [
        Rules::canon(),
        Rules::canon(),
        Rules::canon(),
        Rules::rebirth(),
    ]
    .map(book);
    let generations = Generation::standard(options.matches);
    let fitting = Fitting {
        books: &books,
        shipped: &shipped,
        seed: options.seed,
        generations: &generations,
        start: None,
        validation: JUDGED_MATCHES,
    };
    eprintln!("held out: {}", HELD_OUT.join(", "));
    let net = fitting.run(|number, _, report| {
        eprintln!(
            "generation {}: {} positions; log loss {:.4}, on the decks held out {:.4}, without \
             a fit {:.4}; margin off by {:.1}",
            number + 1,
            report.examples,
            report.training_loss,
            report.held_out_loss,
            report.base_loss,
            report.margin_error,
        );
    });
    let made_by = format!(
        "qbcoach measure fit --matches {} --seed {}",
        options.matches, options.seed
    );
    if let Some(net) = net {
        write!(out, "{}", net.text(&made_by))?;
    }
    Ok(())
}

/// How many matches of the decks held out judge a fit.
const JUDGED_MATCHES: u32 = 400;

/// Prints the weights as the data file has them.
pub fn fit_mulligan(
    catalogue: &Arc<Catalogue>,
    options: &FitMulliganOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let library = DeckLibrary::embedded(catalogue).map_err(wrong)?;
    let policy = Policy::parse(&options.policy).map_err(wrong)?;
    let fit = OpeningFit {
        catalogue,
        archetypes: &Archetypes {
            decks: library.list().map(|deck| deck.cards.clone()).collect(),
            ..Archetypes::default()
        },
        competitor: Competitor {
            nodes: options.nodes,
            ..Competitor::new(policy)
        },
        matches: options.matches,
        seed: options.seed,
        threads: threads(options.threads),
    };
    let mut bar = ProgressBar::new(options.matches, "matches");
    let weights = fit.run(|done| bar.show(done)).map_err(wrong);
    drop(bar);
    let weights = weights?.weights;
    let made_by = format!(
        "qbcoach measure fit-mulligan --policy {} --nodes {} --matches {} --seed {}",
        fit.competitor.policy.word(),
        fit.competitor.nodes,
        fit.matches,
        fit.seed
    );
    let document = json!({ "madeBy": made_by, "weights": weights });
    let text = serde_json::to_string_pretty(&document).map_err(wrong)?;
    writeln!(out, "{text}")?;
    Ok(())
}

/// How many decks the curve of win chances is fitted with.
const CURVE_DECKS: u32 = 40;

/// Prints the curve of win chances as the data file has it. The coach plays against itself
/// with decks made for it, so that the shipped decks are held out.
pub fn fit_chance(
    catalogue: &Arc<Catalogue>,
    options: &FitChanceOptions,
    out: &mut impl Write,
) -> Result<(), CommandError> {
    let library = DeckLibrary::embedded(catalogue).map_err(wrong)?;
    let shipped: Vec<NamedDeck> = library.list().cloned().collect();
    let book = Rulebook::new(catalogue.clone(), Rules::canon());
    let made = MadeDecks {
        seed: options.seed,
        number: CURVE_DECKS,
    };
    let decks = made.make(&book).map_err(wrong)?;
    let calibration = Calibration {
        book: &book,
        shipped: &shipped,
        decks: &decks,
        nodes: options.nodes,
        style: SearchStyle::default(),
        enemies: &[Policy::Coach],
        lists: DeckLists::Withheld,
        matches: options.matches,
        seed: options.seed,
        threads: threads(options.threads),
    };
    let mut bar = ProgressBar::new(options.matches, "matches");
    let curve = fit_curve(&calibration, |done| bar.show(done)).map_err(wrong);
    drop(bar);
    let made_by = format!(
        "qbcoach measure fit-chance --nodes {} --matches {} --seed {}",
        options.nodes, options.matches, options.seed
    );
    write!(out, "{}", curve?.text(&made_by))?;
    Ok(())
}
