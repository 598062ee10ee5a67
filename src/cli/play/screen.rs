//! What is printed: replies and boards.

use std::sync::Arc;

use unicode_width::UnicodeWidthStr;

use super::kept::Kept;
use super::program::{Program, Setting};
use crate::board::{describe_board, describe_change, format_board};
use patience::dialogue::{Board, Dialogue, Reply};
use patience::internals::wrap;

impl Program {
    /// The board, and the outcome if the game has ended.
    pub(super) fn show(&mut self, dialogue: &mut Dialogue<Kept>) -> Vec<String> {
        let told = self.told.take();
        let (game, index) = (dialogue.game(), dialogue.games_before());
        let position = game.position();
        let mut lines = match told {
            _ if !self.look.spoken => format_board(&game.title, position, &self.look.style()),
            Some((number, told))
                if number == index && Arc::ptr_eq(told.game(), position.game()) =>
            {
                describe_change(&told, position)
            }
            _ => describe_board(&game.title, position),
        };
        if self.look.spoken {
            self.told = Some((index, position.clone()));
        }
        let end = game.session.describe_end();
        lines.extend(end.iter().flat_map(|end| wrap(end, self.board_width())));
        lines.extend(dialogue.tell_winnable(self));
        lines
    }

    /// What is printed for a reply. On a terminal, lines that are too wide are wrapped; others keep their spaces.
    pub(super) fn lines_of(&mut self, reply: &Reply, dialogue: &mut Dialogue<Kept>) -> Vec<String> {
        let width = self.board_width();
        let may_wrap = self.setting == Setting::Terminal && !reply.is_verbatim;
        let write = |line: &String| {
            if reply.is_verbatim {
                return line.clone();
            }
            self.look.suits.write_text(line)
        };
        let lines = reply.lines.iter().map(write).flat_map(|line| match line {
            line if may_wrap && line.width() > width => wrap(&line, width),
            line => vec![line],
        });
        let mut lines: Vec<String> = lines.collect();
        if reply.board == Board::All {
            self.told = None;
        }
        if reply.board > Board::None {
            lines.extend(self.show(dialogue));
        }
        lines
    }
}
