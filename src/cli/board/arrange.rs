//! The arrangement of a group of piles.

use super::cell::{Cell, Cells, Names, beside};
use super::drawn::draw;
use super::line::{Line, Word, flow};
use super::pile::{LAST_CARDS_SHOWN, PileWords};
use patience::Game;
use patience::id::PileId;
use patience::internals::{Compiled, Group, PileDisplay, pluralize};

/// How many piles may stand one below the other, so that a game fits a terminal of 24 lines.
const MAX_ROWS: usize = 13;
/// The indent of piles below the name of their group.
const INDENT: usize = 2;
/// The space between piles that are side by side.
const GAP: usize = 2;

/// The lines of a group.
pub(super) struct Block {
    pub(super) lines: Vec<Line>,
    /// Extra space after the group's name that aligns its piles with those of other groups. It is not used if the
    /// group continues another's line.
    pub(super) label_pad: usize,
    /// If the group is on one line and stays there: how wide it can become.
    pub(super) room: Option<usize>,
}

/// The longest name of a group that others are aligned with.
const MAX_LABEL: usize = 12;

/// The width of the names of groups whose piles are side by side, with the space after it.
pub(super) fn width_of_labels(words: &PileWords<'_>) -> usize {
    let game = words.game();
    let groups = Compiled::new(game).groups.iter().filter(|group| {
        group.piles.count > 1 && !has_rows(game, group) && words.position.shows_little(group)
    });
    let widths = groups.map(label_width).filter(|&width| width <= MAX_LABEL);
    widths.max().unwrap_or(0)
}

/// Arranges a group in the way that suits it, given the width of the names of groups.
pub(super) fn arrange(group: &Group, words: &PileWords<'_>, labels: usize, width: usize) -> Block {
    let game = words.game();
    let pile = group.piles.first;
    if group.piles.count == 1 {
        let label = [
            Word::plain(&group.name),
            Word::plain(format!("{}:", group.short)),
        ];
        let label_width = format!("{} {}: ", group.name, group.short).len();
        let indent = if label_width * 2 > width {
            INDENT
        } else {
            label_width
        };
        let all: Vec<Word> = label.into_iter().chain(words.of(group, pile)).collect();
        return Block {
            lines: flow(&all, indent, width),
            label_pad: 0,
            room: max_width(game, group).map(|cards| label_width + cards),
        };
    }
    let cell = |pile: PileId| Cell {
        name: game.pile_name(pile),
        words: words.of(group, pile),
    };
    let count = count_live(game, group, words);
    let cells = Cells::new(group.piles.iter().take(count).map(cell).collect());
    if has_rows(game, group) {
        let mut spots = words.position.spots(group);
        spots.truncate(count);
        if let Some(lines) = draw(&cells, &spots, width.saturating_sub(INDENT)) {
            return below_label(group, lines);
        }
    }
    if words.position.shows_little(group) {
        return side_by_side(game, group, &cells, labels, width);
    }
    one_below_the_other(group, &cells, width)
}

/// How many piles of a group are shown: without those at its end that are empty, if no card can come there any more.
fn count_live(game: &Game, group: &Group, words: &PileWords<'_>) -> usize {
    let all = usize::from(group.piles.count);
    let is_filled = game.steps_in_play().any(|step| step.fills(group.piles));
    if !game.closes_up(group.piles) || group.start.is_some() || is_filled {
        return all;
    }
    let dead = group.piles.iter().rev();
    let dead = dead.take_while(|&pile| words.size(pile) == 0).count();
    (all - dead).max(1)
}

/// Piles below the name of their group.
fn below_label(group: &Group, lines: Vec<Line>) -> Block {
    let mut all = vec![label_of(group)];
    all.extend(beside([(INDENT, lines)]));
    Block {
        lines: all,
        label_pad: 0,
        room: None,
    }
}

/// Whether a group has more than one row.
fn has_rows(game: &Game, group: &Group) -> bool {
    let mut piles = Compiled::new(game).piles[group.piles.range()].iter();
    piles.any(|pile| pile.place.row > 1)
}

/// The width of the name of a group with its colon and the space after it.
fn label_width(group: &Group) -> usize {
    group.name.len() + ": ".len()
}

fn label_of(group: &Group) -> Line {
    let mut line = Line::default();
    line.push(0, Word::plain(format!("{}:", group.name)));
    line
}

/// The width of what a pile can show at most; `None` if that has no limit.
fn max_width(game: &Game, group: &Group) -> Option<usize> {
    let max_size = group.capacity.map_or(game.deck().len(), usize::from);
    let count = format!("({max_size})").len();
    match group.display {
        PileDisplay::Count => Some(pluralize(max_size, "card").len()),
        _ if max_size == 1 => Some("TD".len()),
        PileDisplay::Top => Some("TD ".len() + count),
        PileDisplay::Last => Some(count + " ...".len() + " TD".len() * LAST_CARDS_SHOWN),
        PileDisplay::All if group.capacity.is_some() => Some("TD ".len() * max_size - 1),
        PileDisplay::All => None,
    }
}

/// Piles side by side, behind the name of their group: on as few lines as possible, with about as many on each.
fn side_by_side(game: &Game, group: &Group, cells: &Cells, labels: usize, width: usize) -> Block {
    let label_width = label_width(group);
    let label_pad = labels.saturating_sub(label_width);
    let left = label_width + label_pad;
    let room = width.saturating_sub(left) + GAP;
    let count = cells.list.len();
    let natural = cells.natural_width() + GAP;
    if room < natural {
        return one_below_the_other(group, cells, width);
    }
    // If columns of the final width fit, they are used, so that they never shift.
    let widest = max_width(game, group).map(|cards| cells.name_width + 1 + cards + GAP);
    let lasting = widest.filter(|&column| count * column <= room);
    let column = lasting.unwrap_or(natural);
    let rows = count.div_ceil(room / column);
    let columns = count.div_ceil(rows);
    let place = |number| (number / columns, number % columns * column);
    let lines = cells.arrange(place, Names::Left, column - GAP);
    Block {
        lines: beside([(0, vec![label_of(group)]), (label_width, lines)]),
        label_pad,
        room: lasting.map(|column| label_width + count * column - GAP),
    }
}

/// Piles one below the other; many piles in several columns.
fn one_below_the_other(group: &Group, cells: &Cells, width: usize) -> Block {
    let room = width.saturating_sub(INDENT) + GAP;
    let max_columns = (room / (cells.min_width() + GAP)).max(1);
    let columns = cells.list.len().div_ceil(MAX_ROWS).min(max_columns);
    let column = (room / columns).max(GAP);
    let names = cells.names_in(column - GAP).unwrap_or(Names::Above);
    let place = |number| (number / columns, number % columns * column);
    below_label(group, cells.arrange(place, names, column - GAP))
}
