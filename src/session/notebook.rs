//! The moves that an author tried in a game, to write a test from.

use super::history::History;

/// The most refused moves that are remembered.
const MAX_REFUSED: usize = 500;

/// The mark, and the moves that were refused.
#[derive(Debug, Default)]
pub(crate) struct Notebook {
    mark: Option<Mark>,
    refused: Vec<(Point, String)>,
}

/// Where the next test begins.
#[derive(Clone, Copy, Debug)]
struct Mark {
    point: Point,
    /// Whether the test may name face-down cards.
    is_open: bool,
}

/// A position of the game: the number of moves before it, and its hash, which differs once other moves were played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Point {
    move_count: usize,
    hash: u64,
}

impl Point {
    fn current(history: &History) -> Point {
        Point {
            move_count: history.move_count(),
            hash: history.current().hash(),
        }
    }

    /// Whether the moves that were played since lead through it.
    fn is_in(&self, history: &History) -> bool {
        history.hashes().get(self.move_count) == Some(&self.hash)
    }
}

impl Notebook {
    /// Lets the next test begin here. Earlier refusals are forgotten.
    pub(super) fn set_mark(&mut self, history: &History, is_open: bool) {
        self.refused.clear();
        self.mark = Some(Mark {
            point: Point::current(history),
            is_open,
        });
    }

    /// The number of moves before the next test, and whether it may name face-down cards. `None` if the position that was
    /// marked was taken back.
    pub(crate) fn mark(&self, history: &History) -> Option<(usize, bool)> {
        match self.mark {
            None => Some((0, false)),
            Some(mark) => {
                let is_there = mark.point.is_in(history);
                is_there.then_some((mark.point.move_count, mark.is_open))
            }
        }
    }

    /// Remembers a move that was refused in the current position.
    pub(super) fn note_refused(&mut self, history: &History, text: &str) {
        let entry = (Point::current(history), text.to_owned());
        if self.refused.len() < MAX_REFUSED && !self.refused.contains(&entry) {
            self.refused.push(entry);
        }
    }

    /// The moves that were refused after at least so many moves, and were not taken back: each with the number of moves
    /// before it.
    pub(crate) fn refused_since(&self, mark: usize, history: &History) -> Vec<(usize, String)> {
        let kept = self.refused.iter();
        let kept = kept.filter(|(point, _)| point.move_count >= mark && point.is_in(history));
        kept.map(|(point, text)| (point.move_count, text.clone()))
            .collect()
    }
}
