//! "Did you mean": the nearest right words to a wrong one.

/// The words nearest to `wrong`, best first and at most `most`, whatever the
/// case. The best is always there; others only if they are about as good.
pub fn closest<'a>(
    wrong: &str,
    words: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    const ALIKE: f64 = 0.7;
    const ABOUT_AS_GOOD: f64 = 0.12;
    let wrong = wrong.to_lowercase();
    let mut scored: Vec<(f64, &str)> = words
        .into_iter()
        .map(|word| (likeness(&wrong, &word.to_lowercase()), word))
        .collect();
    // Equal likeness keeps the order of the list, so that answers are stable.
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = scored.first().map_or(0.0, |(score, _)| *score);
    let good = ALIKE.max(best - ABOUT_AS_GOOD);
    let alike = scored.iter().filter(|(score, _)| *score >= good).count();
    scored.truncate(most.min(alike.max(1)));
    scored.into_iter().map(|(_, word)| word).collect()
}

/// 1 for equal words, 0 for words with nothing in common. A whole word typed of
/// a longer name counts as nearly right: "malboro" means "Great Malboro".
fn likeness(wrong: &str, word: &str) -> f64 {
    let whole = strsim::jaro_winkler(wrong, word);
    let part = word
        .split([' ', '-'])
        .map(|part| strsim::jaro_winkler(wrong, part) * 0.97)
        .fold(0.0, f64::max);
    let inside = if wrong.len() >= 3 && word.contains(wrong) {
        0.95
    } else {
        0.0
    };
    whole.max(part).max(inside)
}
