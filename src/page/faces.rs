//! Numbers of cards, faces, and shapes of groups of piles.

use crate::prose::words::{count, number, ordinal};
use crate::rules::{Game, Group};
use crate::text::join_with;

/// What leads from a number of piles to the list of how many cards they have.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(super) enum Lead {
    /// "piles: six of one card and two of none".
    Colon,
    /// "piles of 1, 2 and 1 cards from left to right".
    Of,
    /// "piles, with one card in the first, two in the second and so on up to seven in the last".
    With,
}

/// Lists the numbers of cards of piles, and says what leads to the list.
pub(super) fn list_sizes(sizes: &[usize], one: &str) -> (String, Lead) {
    let of = |size: usize| match size {
        0 => "none".to_owned(),
        size => count(size, "card"),
    };
    let runs = sizes.chunk_by(|a, b| a == b);
    let runs: Vec<(usize, usize)> = runs.map(|run| (run.len(), run[0])).collect();
    let goes_up = sizes.windows(2).all(|pair| pair[0] + 1 == pair[1]);
    let goes_down = sizes.windows(2).all(|pair| pair[0] == pair[1] + 1);
    let is_stairs = sizes.len() > 3 && (goes_up || goes_down);
    let text = match *runs.as_slice() {
        [(1, size)] | [(1, size), (_, 0)] if size > 0 => {
            format!("{} on the first {one}", of(size))
        }
        [(filled, size)] | [(filled, size), (_, 0)] if size > 0 => {
            format!("{} on each of the first {}", of(size), number(filled))
        }
        [(_, first), (_, second), .., (_, last)] if is_stairs => {
            let way = if goes_up { "up" } else { "down" };
            let (second, last) = (number(second), number(last));
            let text = format!(
                "{} in the first, {second} in the second and so on {way} to {last} in the last",
                of(first)
            );
            return (text, Lead::With);
        }
        [(first, size), (second, other)] => {
            let the_first = match first {
                1 => format!("the first of {}", of(size)),
                first => format!("the first {} of {} each", number(first), of(size)),
            };
            let the_others = match second {
                1 => format!("the last of {}", of(other)),
                second => format!("the other {} of {} each", number(second), of(other)),
            };
            format!("{the_first}, {the_others}")
        }
        ref runs if runs.len() <= 4 && runs.len() * 2 <= sizes.len() => {
            let run =
                |&(piles, size): &(usize, usize)| format!("{} of {}", number(piles), of(size));
            join_with(&runs.iter().map(run).collect::<Vec<_>>(), "and")
        }
        _ => {
            let sizes: Vec<String> = sizes.iter().map(ToString::to_string).collect();
            let sizes = join_with(&sizes, "and");
            return (format!("{sizes} cards from left to right"), Lead::Of);
        }
    };
    (text, Lead::Colon)
}

/// Says which cards are face up, after how many there are: ", the top card of each face up, the others face down"; after a
/// long list as a clause: "; the top card of each is face up, the others face down".
pub(super) fn describe_faces(piles: &[Vec<bool>], is_clause: bool) -> String {
    let text = faces_in_words(piles, is_clause);
    if is_clause && text.starts_with("the ") {
        format!("; {text}")
    } else if is_clause && text.starts_with("face ") {
        format!(", all {text}")
    } else {
        format!(", {text}")
    }
}

fn faces_in_words(piles: &[Vec<bool>], is_clause: bool) -> String {
    let filled: Vec<&Vec<bool>> = piles.iter().filter(|faces| !faces.is_empty()).collect();
    for (all_up, text) in [(true, "face up"), (false, "face down")] {
        if filled
            .iter()
            .all(|faces| faces.iter().all(|&up| up == all_up))
        {
            return text.to_owned();
        }
    }
    let below = |faces: &&Vec<bool>| faces.iter().take_while(|&&up| !up).count();
    let hidden: Vec<usize> = filled.iter().map(below).collect();
    let split = || filled.iter().zip(hidden.iter().copied());
    if split().any(|(faces, h)| faces[h..].contains(&false)) {
        let longest = filled.iter().max_by_key(|faces| faces.len());
        let starts_alike = |first: bool| filled.iter().all(|faces| faces.first() == Some(&first));
        let alternates = |faces: &&&Vec<bool>| faces.windows(2).all(|pair| pair[0] != pair[1]);
        for (first, word) in [(true, "up"), (false, "down")] {
            if starts_alike(first) && filled.iter().all(|faces| alternates(&faces)) {
                let other = if first { "down" } else { "up" };
                return format!(
                    "alternately face {word} and face {other}, the bottom card face {word}"
                );
            }
        }
        let words = longest.into_iter().flat_map(|faces| faces.iter());
        let words: Vec<&str> = words.map(|&up| if up { "up" } else { "down" }).collect();
        return format!("faces from the bottom: {}", words.join(", "));
    }
    let cards = |cards: usize, end: &str| match cards {
        1 => format!("the {end} card"),
        cards => format!("the {end} {} cards", number(cards)),
    };
    let each = if filled.len() > 1 { " of each" } else { "" };
    let be = |cards: usize| match (is_clause, cards) {
        (false, _) => "",
        (true, 1) => " is",
        (true, _) => " are",
    };
    let most = split().map(|(faces, h)| faces.len() - h).max().unwrap_or(0);
    if split().all(|(faces, h)| faces.len() - h == most.min(faces.len())) {
        let top = cards(most, "top") + each + be(most);
        return format!("{top} face up, the others face down");
    }
    let (first, last) = (hidden[0], hidden[hidden.len() - 1]);
    let of_first = hidden.iter().take_while(|&&h| h == first).count();
    if of_first == hidden.len() {
        let bottom = cards(first, "bottom") + each + be(first);
        return format!("{bottom} face down, the others face up");
    }
    if hidden[of_first..].iter().all(|&h| h == last) && first.min(last) == 0 {
        let mut those = match last {
            0 => format!("the first {}", number(of_first)),
            _ => format!("the last {}", number(hidden.len() - of_first)),
        };
        if filled.iter().any(|faces| faces.len() > 1) {
            those = format!(
                "{} of each of {those} piles",
                cards(first.max(last), "bottom")
            );
        }
        let are = be(2);
        return format!("{those}{are} face down, the others face up");
    }
    // Of the piles with face-down cards, the first is described in full, the others more briefly.
    let places = (1..).zip(piles);
    let places = places.map(|(place, faces)| (place, below(&faces)));
    let places = places.filter(|&(_, hidden)| hidden > 0).enumerate();
    let hidden = places.map(|(index, (place, hidden))| {
        let pile = match (ordinal(place), index) {
            (Some(nth), 0) => format!("the {nth} pile"),
            (Some(nth), _) => format!("the {nth}"),
            (None, _) => format!("pile {place}"),
        };
        match index {
            0 => format!("{} of {pile}", cards(hidden, "bottom")),
            _ => format!("{} of {pile}", number(hidden)),
        }
    });
    let hidden = join_with(&hidden.collect::<Vec<_>>(), "and");
    format!("face up except for {hidden}")
}

/// Describes how piles are laid out, if not in one row: "in a pyramid of 7 rows".
pub(super) fn shape(game: &Game, group: &Group) -> Option<String> {
    let places = || game.piles[group.piles.range()].iter().map(|p| p.place);
    let last = places()
        .map(|place| place.row)
        .max()
        .filter(|&last| last > 1)?;
    let columns = |row| places().filter(move |place| place.row == row);
    let rows = (1..=last).map(|row| columns(row).map(|place| usize::from(place.col)).collect());
    let rows: Vec<Vec<usize>> = rows.collect();
    let (count, in_words) = (rows.len(), number(rows.len()));
    let widths = || rows.iter().map(Vec::len);
    if rows
        .iter()
        .all(|cols| cols.iter().copied().eq(1..=cols.len()))
    {
        if widths().all(|width| width == rows[0].len()) {
            return Some(format!("in {in_words} rows of {}", number(rows[0].len())));
        }
        if widths().eq(1..=count) {
            return Some(format!(
                "in a pyramid of {in_words} rows, one pile in the first and {in_words} in the last"
            ));
        }
        if widths().rev().eq(1..=count) {
            return Some(format!(
                "in a pyramid of {in_words} rows that stands on its tip, {in_words} piles in the first and one in the last"
            ));
        }
    }
    let drawing = rows.iter().map(|cols| {
        let last = cols.iter().max().copied().unwrap_or(0);
        let place = |col| if cols.contains(&col) { 'x' } else { '.' };
        (1..=last).map(place).collect()
    });
    let drawing: Vec<String> = drawing.collect();
    Some(format!(
        "in rows laid out as {}, where x stands for a pile, a dot for a gap, and a slash for the end of a row",
        drawing.join(" / ")
    ))
}
