//! The fitted leaf value and its data.

use qbcoach_engine::coaching::search::{
    EMBEDDED_LEAF, FeatureReader, INPUTS, Inputs, LeafNet, LeafSource, LeafValue, SearchState,
    SearchStyle, flipped_input, logistic,
};
use qbcoach_engine::rules::Side;
use qbcoach_engine::rules::data::DataFile;
use serde_json::{Value, json};

use crate::coaching::advice::{coach, your_turns};

const SCHEMA: &str = include_str!("../../../data/leaf.schema.json");

fn shipped() -> Value {
    serde_json::from_str(EMBEDDED_LEAF.text).expect("the file is JSON")
}

fn is_valid(document: &Value) -> bool {
    let schema = serde_json::from_str(SCHEMA).expect("the schema is JSON");
    let schema = jsonschema::draft202012::new(&schema).expect("the schema is a schema");
    schema.is_valid(document)
}

fn read(document: &Value) -> Result<LeafNet, String> {
    let text = document.to_string();
    let name = "leaf.json";
    LeafNet::read(DataFile { name, text: &text }).map_err(|error| error.to_string())
}

#[test]
fn the_shipped_file_fits_its_schema_and_loads() {
    assert!(is_valid(&shipped()));
    let net = read(&shipped()).expect("the shipped file loads");
    assert_eq!(net.inputs.len(), INPUTS);
    let again = net.text("a command");
    let again = LeafNet::read(DataFile {
        name: "leaf.json",
        text: &again,
    });
    assert_eq!(again.expect("its own text loads"), net);
}

/// Checks that a changed file is refused by the loader and by the schema.
#[track_caller]
fn check_refused(change: impl Fn(&mut Value), reason: &str) {
    let mut document = shipped();
    change(&mut document);
    assert!(!is_valid(&document), "the schema allows it");
    let error = read(&document).expect_err("the loader allows it");
    assert!(error.contains(reason), "{error}");
}

#[test]
fn a_file_of_the_wrong_size_is_refused() {
    check_refused(
        |document| document["biases"] = json!([1, 2, 3]),
        "leaf.json: `biases` has 3 numbers, and 16 are needed",
    );
    check_refused(
        |document| document["outputBiases"] = json!([1]),
        "`outputBiases` has 1 numbers, and 2 are needed",
    );
    check_refused(
        |document| document["inputs"] = json!([]),
        "`inputs` has 0 numbers",
    );
    check_refused(
        |document| document["inputs"][4] = json!([0]),
        "`inputs` has 1 numbers, and 16 are needed",
    );
    check_refused(
        |document| document["outputs"] = json!([]),
        "`outputs` has 0 numbers, and 2 are needed",
    );
}

#[test]
fn absurd_weights_and_unknown_fields_are_refused() {
    check_refused(
        |document| document["biases"][0] = json!(1e9),
        "a weight is not a finite number between -1000 and 1000",
    );
    check_refused(|document| document["extra"] = json!(1), "extra");
}

/// Every position of some matches, both sides to act.
fn states() -> Vec<(qbcoach_engine::coaching::Coach, Vec<SearchState>)> {
    let mut all = Vec::new();
    for rules in ["canon", "rebirth"] {
        let coach = coach(rules);
        let mut states = Vec::new();
        for view in your_turns(&coach.book, 30..36) {
            let world = &coach.imagined_deals(&view, 1).expect("a deck fits")[0];
            let state = SearchState::root(&coach.book, &view.state, world);
            for made in view.state.legal_moves(&coach.book) {
                states.push(state.after(&coach.book, world, made));
            }
            states.push(state);
        }
        states.retain(|state| !state.is_over());
        all.push((coach, states));
    }
    all
}

#[test]
fn the_tables_of_the_search_say_what_the_network_says() {
    let net = read(&shipped()).expect("the shipped file loads");
    for (coach, states) in states() {
        let reader = FeatureReader::new(&coach.book.catalogue);
        let leaf = LeafValue::new(&coach.book, &SearchStyle::default());
        for state in states.iter().filter(|state| state.passes == 0) {
            let (logit, margin) = net.value(&Inputs::of(&reader, state));
            let (logit, margin) = match state.to_act {
                Side::You => (logit, margin),
                Side::Enemy => (-logit, -margin),
            };
            let outcome = leaf.of(&coach.book, state);
            assert!((outcome.win - logistic(logit)).abs() < 1e-4);
            assert!((outcome.margin - margin).abs() < 1e-2);
        }
    }
}

#[test]
fn exchanging_top_and_bot_twice_changes_no_input() {
    for input in 0..INPUTS {
        assert_eq!(flipped_input(flipped_input(input)), input);
    }
}

#[test]
fn the_value_prefers_a_won_end_to_going_on() {
    // After a pass the side to act may end the match, so the value is at least the end's.
    for (coach, states) in states() {
        for leaf in [LeafSource::Plain, LeafSource::Shipped] {
            let style = SearchStyle {
                leaf,
                ..SearchStyle::default()
            };
            let leaf = LeafValue::new(&coach.book, &style);
            for state in states.iter().filter(|state| state.passes == 1) {
                let margin = state.margin(&coach.book);
                let outcome = leaf.of(&coach.book, state);
                match state.to_act {
                    Side::You if margin > 0 => assert_eq!(outcome.win, 1.0),
                    Side::Enemy if margin < 0 => assert_eq!(outcome.win, 0.0),
                    _ => assert!((0.0..=1.0).contains(&outcome.win)),
                }
            }
        }
    }
}

#[test]
fn the_logistic_curve_is_near_the_true_one() {
    for step in -100..=100 {
        let logit = step as f32 / 12.0;
        let exact = 1.0 / (1.0 + (-logit).exp());
        assert!((logistic(logit) - exact).abs() < 2e-3, "{logit}");
        assert_eq!(logistic(logit) + logistic(-logit), 1.0, "{logit}");
    }
}
