//! The board as lines of text: a title, every pile, and a status line.
//!
//! Groups stand in the order of the rules file. One with several rows is drawn in its shape; a group that shows only a
//! word or two for each pile has them side by side; any other has them one below the other, in several columns if there
//! are many. So a pile stays where the eye has found it while cards come and go: what does not fit beside its name
//! continues below. No card is split between two lines, and no line is wider than asked for.

mod arrange;
mod cell;
mod drawn;
mod line;
mod pile;
mod spoken;
mod style;

pub(super) use spoken::{describe_board, describe_change};
pub(super) use style::{Look, WIDTHS};
pub use style::{Style, Suits};

use arrange::{Block, arrange, width_of_labels};
use line::{Line, Word, flow};
use patience::Position;
use patience::internals::Compiled;
use pile::PileWords;

/// The space between two groups on a line.
const GAP: usize = 3;

/// Formats the board: a title, every pile, and a status line with the base rank, the limits and the score.
pub fn format_board(title: &str, position: &Position, style: &Style) -> Vec<String> {
    let game = position.game();
    let words = PileWords::new(position, style.suits);
    let labels = width_of_labels(&words);
    let mut lines = flow(&Word::split(title, style.width), 0, style.width);
    // Where a group of that kind can begin on the last line.
    let mut next: Option<(bool, usize)> = None;
    for group in Compiled::new(game).groups {
        if !position.is_on_table(group) {
            continue;
        }
        let block = arrange(group, &words, labels, style.width);
        // Single piles share lines, and so do rows of piles.
        let is_single = group.piles.count == 1;
        let column = next
            .filter(|(kind, _)| *kind == is_single)
            .map(|(_, column)| column);
        let column = add_block(block, column, &mut lines, style.width);
        next = column.map(|column| (is_single, column));
    }
    let status = position.status().join(", ");
    lines.extend(flow(&Word::split(&status, style.width), 0, style.width));
    lines.iter().map(|line| line.to_text(style.color)).collect()
}

/// Adds the lines of a group: from a column of the last line if it fits there. Returns where the next group can begin on
/// that line.
fn add_block(
    block: Block,
    column: Option<usize>,
    lines: &mut Vec<Line>,
    width: usize,
) -> Option<usize> {
    let Block {
        lines: added,
        label_pad,
        room,
    } = block;
    let column = column.filter(|column| room.is_some_and(|room| column + room <= width));
    if let (Some(column), Some(last)) = (column, lines.last_mut()) {
        for line in added {
            last.append(column, line);
        }
        return room.map(|room| column + room + GAP);
    }
    lines.extend(
        added
            .into_iter()
            .map(|line| line.with_label_padded(label_pad)),
    );
    room.map(|room| label_pad + room + GAP)
}
