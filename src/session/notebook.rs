//! The moves that an author tried in a game, to write a test from.

use super::history::{History, Point};

/// The most refused moves that are remembered.
const MAX_REFUSED: usize = 500;

/// The mark, and the moves that were refused.
#[derive(Debug, Default)]
pub(crate) struct Notebook {
    /// Where the next test begins, and whether it may name face-down cards.
    mark: Option<(Point, bool)>,
    refused: Vec<(Point, String)>,
}

impl Notebook {
    /// Lets the next test begin here. Earlier refusals are forgotten.
    pub(super) fn set_mark(&mut self, history: &History, is_open: bool) {
        self.refused.clear();
        self.mark = Some((history.point(), is_open));
    }

    /// The number of moves before the next test, and whether it may name face-down cards. `None` if the position that was
    /// marked was taken back.
    pub(crate) fn mark(&self, history: &History) -> Option<(usize, bool)> {
        self.mark.map_or(Some((0, false)), |(point, is_open)| {
            let is_there = history.leads_through(point);
            is_there.then_some((point.move_count, is_open))
        })
    }

    /// Remembers a move that was refused in the current position.
    pub(super) fn note_refused(&mut self, history: &History, text: &str) {
        let entry = (history.point(), text.to_owned());
        if self.refused.len() < MAX_REFUSED && !self.refused.contains(&entry) {
            self.refused.push(entry);
        }
    }

    /// The moves that were refused after at least so many moves, and were not taken back: each with the number of moves
    /// before it.
    pub(crate) fn refused_since<'a>(
        &'a self,
        mark: usize,
        history: &History,
    ) -> Vec<(usize, &'a str)> {
        let kept = self.refused.iter();
        let kept =
            kept.filter(|(point, _)| point.move_count >= mark && history.leads_through(*point));
        kept.map(|(point, text)| (point.move_count, text.as_str()))
            .collect()
    }
}
