//! What the program, the page for browsers and the tests use beside the interface. Nothing here is part of the interface:
//! it may change or vanish in any version.

pub use crate::cards::{CardSet, Pack, Stream, shuffle_deal, shuffle_foreign};
pub use crate::condition::{
    Condition, Expr, ExprKind, MAX_OPERATIONS, Quantifier, Scene, Slot, Variable, View, WORDS,
    Word, WordKind, is_reserved, parse,
};
pub use crate::dialogue::{MAX_GAMES, describe_refused, move_of, replace_unprintable, to_json};
pub use crate::lint::{Claim, Traffic, claims};
pub use crate::lookup::{
    did_you_mean, find, find_entry, find_saved, games_named, is_described, is_game, is_of_family,
    is_path, near, simplify, suggest,
};
pub use crate::play::{BoardView, Halt, Sight, Target, pile_named, read};
pub use crate::prose::{title_of, words};
pub use crate::reply::{format_moves, lines_of, to_sentence};
pub use crate::rules::field::Key;
pub use crate::rules::{
    BuiltIn, Fingerprint, Group, MAX_PILES, PileDisplay, Step, Unit, Verb, content_offset, file,
    keys, overlay_keys, read_file, rules_files, tree,
};
pub use crate::session::{MAX_LINE, list_changes, parse_seconds};
pub use crate::simulate::{MAX_JOBS, MAX_MOVES, as_float, interval};
pub use crate::testcase::{judge, pile_text};
pub use crate::text::{
    group_digits, is_printable, join_with, nearest, pluralize, printable, printable_line,
    printable_path, quote_list, wrap,
};

use crate::Position;
use crate::cards::DealNumber;
use crate::condition::PileId;
use crate::rules::{Action, Auto, Base, Game, Pile, Score};

/// The work of this thread by kind, in the order of [`Kind::ALL`](crate::work::Kind::ALL). It is counted only in builds with
/// debug assertions.
#[cfg(debug_assertions)]
pub fn work_by_kind() -> [u64; crate::work::Kind::ALL.len()] {
    crate::work::by_kind::done()
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
        }
    }
}
