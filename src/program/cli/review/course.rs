//! The course of the win chance, drawn with letters.

/// How many rows the drawing has; an odd number, so that one of them is 50%.
const ROWS: usize = 9;

/// One column for each chance from 0 to 1, the first one on the left.
pub(super) fn drawn(chances: &[f64]) -> Vec<String> {
    let row_of = |chance: f64| ((1.0 - chance) * (ROWS - 1) as f64).round() as usize;
    (0..ROWS)
        .map(|row| {
            let title = match row {
                0 => "100%",
                row if row == ROWS / 2 => " 50%",
                row if row == ROWS - 1 => "  0%",
                _ => "    ",
            };
            let empty = if row == ROWS / 2 { '·' } else { ' ' };
            let cells = chances.iter().map(|chance| match row_of(*chance) == row {
                true => '●',
                false => empty,
            });
            let cells: String = cells.flat_map(|cell| [cell, empty]).collect();
            format!("{title} │{cells}").trim_end().to_owned()
        })
        .collect()
}

#[cfg(test)]
mod tests {
    use super::drawn;

    #[test]
    fn a_course_goes_from_top_to_bottom() {
        assert_eq!(
            drawn(&[0.5, 1.0, 0.0]),
            [
                "100% │  ●",
                "     │",
                "     │",
                "     │",
                " 50% │●·····",
                "     │",
                "     │",
                "     │",
                "  0% │    ●",
            ]
        );
    }
}
