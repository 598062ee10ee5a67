//! What the project's own tests and benchmarks look at beside the interface. Nothing here is part of the interface:
//! it may change or vanish in any version.

pub use crate::cards::{CardSet, Pack, shuffle_deal, shuffle_foreign};
pub use crate::cli::{
    Accepted, Character, CpuTime, DecidedBy, characters, complete_word, find_gaps,
};
pub use crate::cli::{
    Counts, GameRef, HonestRow, Known, ListedOdds, Named, RecordedOdds, Row, percents, read_honest,
    read_rows, recorded, recorded_honest,
};
pub use crate::cli::{MeasuredGame, list_with_measures};
pub use crate::cli::{Style, Suits, format_board, split_arguments};
pub use crate::condition::{
    Condition, Expr, ExprKind, MAX_COST_ONCE, MAX_COST_PER_CARD, Quantifier, Scene, Slot, Variable,
    View, WORDS, Word, WordKind, is_reserved, parse,
};
#[cfg(feature = "editor")]
pub use crate::editor;
pub use crate::lint::Traffic;
pub use crate::lint::{Claim, claims};
pub use crate::play::{BoardView, MAX_COMMAND_WORK, Target, WorkBudget, pile_named, read};
pub use crate::rules::field::Key;
pub use crate::rules::file;
pub use crate::rules::{BuiltIn, Group, MAX_PILES, PileDisplay, Step, Unit, Verb};
pub use crate::testcase::pile_text;
pub use crate::text::{Diagnostics, group_digits, is_printable, printable, printable_line};
pub use crate::text::{render, render_one, to_json};

use crate::cards::{DealNumber, Stream};
use crate::rules::{Action, Auto, Base, Game, Pile, Score};
use crate::{Move, PileId, Position};

/// Returns all legal moves of a position, and spends the work of finding them.
pub fn legal_moves_within(position: &mut Position, budget: &mut WorkBudget) -> Vec<Move> {
    let mut moves = Vec::new();
    position.legal_moves_within(&mut moves, budget);
    moves
}

/// Plays a legal move and its consequences, and spends that work.
pub fn play_within(position: &mut Position, mv: Move, budget: &mut WorkBudget) {
    position.play_within(mv, budget);
}

/// The cards that are not face down.
pub fn shown_cards(position: &Position) -> CardSet {
    position.shown_cards()
}

/// The position in which the cards that are not known, all of them face down, are shuffled.
pub fn shuffle_unknown(position: &Position, known: CardSet, seed: u64) -> Position {
    let mut unknown = position.unknown_cards(known);
    Stream::new(DealNumber(seed)).shuffle(&mut unknown);
    position.rearranged(known, &unknown, seed)
}

/// Whether cards were shuffled since an earlier position.
pub fn has_shuffled_since(position: &Position, before: &Position) -> bool {
    position.has_shuffled_since(before)
}

/// The compiled rules of a game.
#[derive(Debug)]
pub struct Compiled<'a> {
    pub groups: &'a [Group],
    pub piles: &'a [Pile],
    pub actions: &'a [Action],
    pub autos: &'a [Auto],
    pub base: Option<&'a Base>,
    pub discard: Option<PileId>,
    pub score: &'a Score,
    pub steps_in_play: Vec<&'a Step>,
}

impl<'a> Compiled<'a> {
    /// The compiled rules of a game.
    pub fn new(game: &'a Game) -> Compiled<'a> {
        Compiled {
            groups: &game.groups,
            piles: &game.piles,
            actions: &game.actions,
            autos: &game.autos,
            base: game.base.as_ref(),
            discard: game.discard,
            score: &game.score,
            steps_in_play: game.steps_in_play().collect(),
        }
    }

    /// The group of a pile.
    pub fn group_of(&self, pile: PileId) -> &'a Group {
        &self.groups[self.piles[pile.index()].group.index()]
    }
}
