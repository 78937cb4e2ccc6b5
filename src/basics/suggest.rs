//! "Did you mean": the known words nearest to a misspelt one.

use super::shorten::shortened;

/// The words nearest to `wrong`, best first and at most `most`, ignoring case. The
/// best word is always included, others only if they are about as near. Only the
/// beginning of a text that is too long for a name is compared.
pub fn closest<'a>(
    wrong: &str,
    words: impl IntoIterator<Item = &'a str>,
    most: usize,
) -> Vec<&'a str> {
    const ALIKE: f64 = 0.7;
    const ABOUT_AS_GOOD: f64 = 0.12;
    let wrong = shortened(wrong).to_lowercase();
    let mut scored: Vec<(f64, &str)> = words
        .into_iter()
        .map(|word| (likeness(&wrong, &word.to_lowercase()), word))
        .collect();
    // The sort is stable: words of equal likeness keep the order of the list.
    scored.sort_by(|a, b| b.0.total_cmp(&a.0));
    let best = scored.first().map_or(0.0, |(score, _)| *score);
    let good = ALIKE.max(best - ABOUT_AS_GOOD);
    let alike = scored.iter().filter(|(score, _)| *score >= good).count();
    scored.truncate(most.min(alike.max(1)));
    scored.into_iter().map(|(_, word)| word).collect()
}

/// 1 for equal words, 0 for words with nothing in common. One word of a longer name
/// counts as nearly equal to the name: "malboro" means "Great Malboro".
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
