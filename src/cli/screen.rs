//! The board as lines of text, at most 80 columns wide.

use crate::condition::{Counter, PileId, View};
use crate::play::{Position, Sight};
use crate::rules::{Game, Group, PileDisplay};
use crate::text::pluralize;

const MAX_WIDTH: usize = 80;
/// How many cards are shown of a pile that displays only its last cards.
const LAST_CARDS_SHOWN: usize = 8;
/// The longest run of face-down cards that is still shown card by card.
const MAX_UNCOLLAPSED_RUN: usize = 9;

/// Formats the board: a title, every pile, and a status line with the base rank, the limits and the score.
pub(super) fn format_board(title: &str, position: &Position) -> Vec<String> {
    let game = position.game();
    let mut lines = vec![title.to_owned()];
    for group in &game.groups {
        let is_empty_stock = group.piles.first == game.stock && position.size(game.stock) == 0;
        if !is_empty_stock || game.uses_stock() {
            format_group(game, group, position, &mut lines);
        }
    }
    lines.push(format_status(game, position));
    lines
}

/// Formats a group of piles in the layout that suits it.
fn format_group(game: &Game, group: &Group, position: &Position, lines: &mut Vec<String>) {
    let cards = |pile| format_pile(group, position, pile);
    if group.piles.count == 1 {
        let pile = group.piles.first;
        wrap(
            &format!("{} {}:", group.name, game.pile_name(pile)),
            &cards(pile),
            lines,
        );
        return;
    }
    if game.piles[group.piles.range()]
        .iter()
        .any(|p| p.place.row > 1)
    {
        lines.push(format!("{}:", group.name));
        format_rows(game, group, &cards, lines);
        return;
    }
    let side_by_side = group.display == PileDisplay::Top
        || group.capacity == Some(1)
        || holds_single_cards(group, position);
    if side_by_side {
        let words: Vec<String> = group
            .piles
            .iter()
            .map(|p| format!("{} {}", game.pile_name(p), cards(p).join(" ")))
            .collect();
        let width = words.iter().map(String::len).max().unwrap_or(0);
        let padded: Vec<String> = words.iter().map(|w| format!("{w:width$} ")).collect();
        wrap(&format!("{}:", group.name), &padded, lines);
        return;
    }
    lines.push(format!("{}:", group.name));
    let width = group
        .piles
        .iter()
        .map(|p| game.pile_name(p).len())
        .max()
        .unwrap_or(0);
    for pile in group.piles.iter() {
        wrap(
            &format!("  {:width$}", game.pile_name(pile)),
            &cards(pile),
            lines,
        );
    }
}

/// Formats a group with a `shape`, row by row. If the names of the piles do not fit, each row begins with the names of
/// its first and last piles.
fn format_rows(
    game: &Game,
    group: &Group,
    cards: &impl Fn(PileId) -> Vec<String>,
    lines: &mut Vec<String>,
) {
    let place = |pile: PileId| game.piles[pile.index()].place;
    let with_name = |pile: PileId| format!("{} {}", game.pile_name(pile), cards(pile).join(" "));
    let cards_only = |pile: PileId| cards(pile).join(" ");
    let column_width = |text: &dyn Fn(PileId) -> String| {
        let widths = group.piles.iter().map(|p| text(p).len());
        widths.max().unwrap_or(0) + 2
    };
    let cols = group.piles.iter().map(|p| place(p).col).max().unwrap_or(1);
    let shows_names = column_width(&with_name) * usize::from(cols) <= MAX_WIDTH;
    let width = if shows_names {
        column_width(&with_name)
    } else {
        column_width(&cards_only)
    };
    let rows = group.piles.iter().map(|p| place(p).row).max().unwrap_or(1);
    for row in 1..=rows {
        let piles: Vec<PileId> = group
            .piles
            .iter()
            .filter(|&p| place(p).row == row)
            .collect();
        let (Some(first), Some(last)) = (piles.first(), piles.last()) else {
            continue;
        };
        let mut line = if shows_names {
            "  ".to_owned()
        } else {
            let range = format!("{}-{}", game.pile_name(*first), game.pile_name(*last));
            format!("  {range:10} ")
        };
        let start = line.len();
        for &pile in &piles {
            let text = if shows_names {
                with_name(pile)
            } else {
                cards_only(pile)
            };
            let column = start + width * usize::from(place(pile).col - 1);
            line = format!("{line:column$}{text}");
        }
        lines.push(line);
    }
}

/// Whether a group has `fill` and at most one card in each pile, such as a grid of single cards.
fn holds_single_cards(group: &Group, position: &Position) -> bool {
    !group.fill.is_empty()
        && group.build.is_none()
        && group.piles.iter().all(|p| position.size(p) <= 1)
}

/// The text shown for a pile, split into words for wrapping.
fn format_pile(group: &Group, position: &Position, pile: PileId) -> Vec<String> {
    let size = position.size(pile);
    if size == 0 {
        return vec!["-".to_owned()];
    }
    let sight = Sight::for_player(position);
    let word = |card| {
        sight
            .face(card)
            .map_or("#".to_owned(), |face| face.to_string())
    };
    let mut cards: Vec<String> = position.cards(pile).into_iter().map(word).collect();
    match group.display {
        PileDisplay::Count => vec![pluralize(size, "card")],
        PileDisplay::Top => {
            let top = cards.pop().unwrap_or_default();
            vec![if size == 1 {
                top
            } else {
                format!("{top} ({size})")
            }]
        }
        PileDisplay::Last if cards.len() > LAST_CARDS_SHOWN => {
            let mut shown = vec![format!("({size}) ...")];
            shown.extend_from_slice(&cards[cards.len() - LAST_CARDS_SHOWN..]);
            shown
        }
        PileDisplay::Last | PileDisplay::All => collapse_face_down(&cards),
    }
}

/// Replaces long runs of face-down cards with a count: `#x12`.
fn collapse_face_down(cards: &[String]) -> Vec<String> {
    let mut words: Vec<String> = Vec::new();
    for run in cards.chunk_by(|a, b| a == "#" && b == "#") {
        if run.len() > MAX_UNCOLLAPSED_RUN {
            words.push(format!("#x{}", run.len()));
        } else {
            words.extend_from_slice(run);
        }
    }
    words
}

/// Adds a label and the words after it, wrapped at the maximum width; continuation lines are indented past the label.
fn wrap(label: &str, words: &[String], lines: &mut Vec<String>) {
    let mut line = label.to_owned();
    let indent = " ".repeat(label.len());
    for word in words {
        if line.len() + 1 + word.trim_end().len() > MAX_WIDTH {
            lines.push(line.trim_end().to_owned());
            line.clone_from(&indent);
        }
        line.push(' ');
        line.push_str(word);
    }
    lines.push(line.trim_end().to_owned());
}

/// The base rank, the actions that have a limit, and the score.
fn format_status(game: &Game, position: &Position) -> String {
    let mut parts = Vec::new();
    if game.base.is_some() {
        parts.push(format!(
            "base {}",
            position
                .base()
                .map_or("not set".to_owned(), |b| b.to_string())
        ));
    }
    for (id, action) in game.actions().zip(&game.actions) {
        let used = position.counter(Counter::Action(id));
        if let Some(limit) = action.limit {
            parts.push(format!("{} {used} of {limit}", action.name));
        }
    }
    let score = position.visible_score();
    let score = score.map_or("?".to_owned(), |score| score.to_string());
    parts.push(format!("score {score}"));
    parts.join(", ")
}
