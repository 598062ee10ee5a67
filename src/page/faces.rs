//! Numbers of cards, faces, and shapes of groups of piles.

use crate::prose::words::{count, number};
use crate::rules::{Game, Group};
use crate::text::join_with;

/// The numbers of cards of piles, in words.
pub(super) struct Sizes {
    pub(super) text: String,
    /// Whether the text begins with a numeral: "1 to 7 cards".
    pub(super) is_of_numbers: bool,
}

impl Sizes {
    fn of_numbers(text: String) -> Sizes {
        Sizes {
            text,
            is_of_numbers: true,
        }
    }

    fn in_words(text: String) -> Sizes {
        Sizes {
            text,
            is_of_numbers: false,
        }
    }
}

/// Lists the numbers of cards of piles.
pub(super) fn list_sizes(sizes: &[usize], one: &str) -> Sizes {
    let of = |size: usize| match size {
        0 => "none".to_owned(),
        size => count(size, "card"),
    };
    let filled = sizes.iter().take_while(|&&size| size == sizes[0]).count();
    if sizes[0] > 0 && sizes[filled..].iter().all(|&size| size == 0) {
        return Sizes::in_words(match filled {
            1 => format!("{} on the first {one}", of(sizes[0])),
            filled => format!("{} on each of the first {}", of(sizes[0]), number(filled)),
        });
    }
    let mut runs: Vec<(usize, usize)> = Vec::new();
    for &size in sizes {
        match runs.last_mut() {
            Some((count, last)) if *last == size => *count += 1,
            _ => runs.push((1, size)),
        }
    }
    let is_climbing = |step: i64| {
        sizes.windows(2).all(|pair| {
            let (a, b) = (i64::try_from(pair[0]), i64::try_from(pair[1]));
            matches!((a, b), (Ok(a), Ok(b)) if b - a == step)
        })
    };
    let last = sizes.last().copied().unwrap_or(0);
    if is_climbing(1) || is_climbing(-1) {
        return Sizes::of_numbers(format!("{} to {} cards", sizes[0], last));
    }
    if let &[(first, size), (second, other)] = runs.as_slice() {
        let the_first = match first {
            1 => "the first".to_owned(),
            first => format!("the first {}", number(first)),
        };
        let the_others = match second {
            1 => "the last".to_owned(),
            second => format!("the other {}", number(second)),
        };
        let (size, other) = (of(size), of(other));
        return Sizes::in_words(format!("{the_first} of {size}, {the_others} of {other}"));
    }
    if runs.len() <= 4 && runs.len() * 2 <= sizes.len() {
        let parts: Vec<String> = runs
            .iter()
            .map(|&(piles, size)| format!("{} of {}", number(piles), of(size)))
            .collect();
        return Sizes::in_words(join_with(&parts, "and"));
    }
    let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
    Sizes::of_numbers(format!(
        "{} cards from left to right",
        join_with(&sizes, "and")
    ))
}

/// Describes which cards are face up: "the top card of each face up, the others face down".
pub(super) fn describe_faces(piles: &[Vec<bool>]) -> String {
    let filled: Vec<&Vec<bool>> = piles.iter().filter(|faces| !faces.is_empty()).collect();
    if filled.iter().all(|faces| faces.iter().all(|&up| up)) {
        return "face up".to_owned();
    }
    if filled.iter().all(|faces| faces.iter().all(|&up| !up)) {
        return "face down".to_owned();
    }
    let each = if filled.len() > 1 { " of each" } else { "" };
    let open: Vec<usize> = filled
        .iter()
        .map(|faces| faces.iter().rev().take_while(|&&up| up).count())
        .collect();
    let hidden: Vec<usize> = filled
        .iter()
        .map(|faces| faces.iter().take_while(|&&up| !up).count())
        .collect();
    let is_split = (0..filled.len()).all(|i| hidden[i] + open[i] >= filled[i].len());
    let most = open.iter().copied().max().unwrap_or(0);
    if is_split && (0..filled.len()).all(|i| open[i] == most.min(filled[i].len())) {
        return match most {
            1 => format!("the top card{each} face up, the others face down"),
            most => format!(
                "the top {} cards{each} face up, the others face down",
                number(most)
            ),
        };
    }
    if is_split && hidden.iter().all(|&h| h == hidden[0]) {
        return match hidden[0] {
            1 => format!("the bottom card{each} face down, the others face up"),
            h => format!(
                "the bottom {} cards{each} face down, the others face up",
                number(h)
            ),
        };
    }
    if let (true, &[first, ..], Some(&last)) = (is_split, hidden.as_slice(), hidden.last()) {
        let of_first = hidden.iter().take_while(|&&h| h == first).count();
        let is_two_parts = hidden[of_first..].iter().all(|&h| h == last);
        let (those, h) = match (first, last) {
            (h, 0) => (format!("the first {}", number(of_first)), h),
            (0, h) => (format!("the last {}", number(hidden.len() - of_first)), h),
            _ => (String::new(), 0),
        };
        if is_two_parts && h > 0 {
            let cards = match h {
                1 => "the bottom card".to_owned(),
                h => format!("the bottom {} cards", number(h)),
            };
            return if filled.iter().all(|faces| faces.len() == 1) {
                format!("{those} face down, the others face up")
            } else {
                format!("{cards} of {those} face down, the others face up")
            };
        }
    }
    if is_split {
        let hidden: Vec<String> = hidden.iter().map(ToString::to_string).collect();
        return format!(
            "the bottom {} of them face down in turn, the others face up",
            join_with(&hidden, "and")
        );
    }
    let longest = filled.iter().max_by_key(|faces| faces.len());
    let words = longest.into_iter().flat_map(|faces| faces.iter());
    let words: Vec<&str> = words.map(|&up| if up { "up" } else { "down" }).collect();
    format!("faces from the bottom: {}", words.join(", "))
}

/// Describes how piles are laid out, if not in one row: "in a pyramid of 7 rows".
pub(super) fn shape(game: &Game, group: &Group) -> Option<String> {
    let places = || game.piles[group.piles.range()].iter().map(|p| p.place);
    let rows = places().map(|place| place.row).max().unwrap_or(1);
    if rows == 1 {
        return None;
    }
    let widths: Vec<usize> = (1..=rows)
        .map(|row| places().filter(|place| place.row == row).count())
        .collect();
    let is_tight = |row: u8| {
        let cols = places()
            .filter(|place| place.row == row)
            .map(|place| place.col);
        cols.enumerate()
            .all(|(index, col)| usize::from(col) == index + 1)
    };
    let is_full = (1..=rows).all(is_tight);
    let rows = usize::from(rows);
    let rows_in_words = number(rows);
    if is_full && widths.iter().all(|&width| width == widths[0]) {
        return Some(format!("in {rows_in_words} rows of {}", number(widths[0])));
    }
    if is_full && widths.iter().enumerate().all(|(i, &width)| width == i + 1) {
        return Some(format!(
            "in a pyramid of {rows_in_words} rows, one pile in the first and {} in the last",
            number(rows)
        ));
    }
    if is_full
        && widths
            .iter()
            .rev()
            .enumerate()
            .all(|(i, &width)| width == i + 1)
    {
        return Some(format!(
            "in a pyramid of {rows_in_words} rows that stands on its tip, {} piles in the first and one in the last",
            number(rows)
        ));
    }
    let drawing: Vec<String> = (1..=rows)
        .map(|row| {
            let cols: Vec<u8> = places()
                .filter(|place| usize::from(place.row) == row)
                .map(|place| place.col)
                .collect();
            let last = cols.iter().max().copied().unwrap_or(0);
            (1..=last)
                .map(|col| if cols.contains(&col) { 'x' } else { '.' })
                .collect()
        })
        .collect();
    Some(format!("in rows laid out as {}", drawing.join(" / ")))
}
