//! What the rules of a game become before it is played.
//!
//! What a pile accepts is an `and` of parts. Each of them goes to the first form that holds it:
//!
//! 1. *A table of faces*: it reads the card, the card it would lie on, the base rank, and where piles lie. The tables of
//!    a pile become one, which is looked up once for each change of the pile.
//! 2. *Origins*: it reads where piles lie and where the card comes from. It becomes a set of piles.
//! 3. *A fact*: it reads neither the card nor where it comes from. It is asked once when moves are listed.
//! 4. *A table by another card*: in place of the card that it would lie on, or beside it, it reads the top card of one
//!    other pile, or of the pile that the card comes from.
//! 5. *The rest* is asked of each card. Even so the card and its origin may settle much of it beforehand.
//!
//! A fact is made as simple as it can be: where piles lie is settled beforehand, piles that are empty are looked at, a
//! sentence about the piles of a group is said of each of them, and one about the cards of two places becomes a relation
//! of cards. What is still to be asked is asked once for all facts in which it occurs. The conditions of steps that read no
//! card are facts, too.
//!
//! There is no list of what a condition reads. A part is asked with every card and base rank, of a view that knows nothing
//! but what the form may read and notes when it is asked for more; so a table can hold nothing that changes.

mod check;
mod fact;
mod given;
mod group;
mod meet;
mod part;
mod steps;
mod tables;

use super::file::Take;
use super::game::Game;
use super::rule::{Refuser, Rule};
use crate::cards::{Order, Rank};
use crate::condition::{PileId, Piles, Place, View};
pub use check::Check;
pub use fact::{Fact, Question};
pub use meet::Relation;
use part::Parts;
use tables::Collector;
pub use tables::{FaceTable, FaceTables};

/// How many things are looked at for the tables of a game at most: some twenty times what a game of the library needs.
const MAX_TABLED: u64 = 20_000_000;

/// The rules of a game as they are asked when moves are listed.
#[derive(Clone, Debug, Default)]
pub struct Folded {
    /// By pile: what is asked of it on the path of every move.
    pub piles: Vec<PileRules>,
    /// By action: its rules.
    pub actions: Vec<FoldedAction>,
    /// The piles that accept cards from a player, in their order.
    pub targets: Vec<Target>,
    /// What the tables of the targets leave to be asked, the quickest first; the first of these is nothing.
    pub left: Vec<Vec<Check>>,
    /// The facts that are asked.
    pub facts: Vec<Fact>,
    /// The questions that are in them.
    pub questions: Vec<Question>,
    /// The relations of cards that are in them.
    pub relations: Vec<Relation>,
    /// By pile: the fact that has to hold for cards to be lifted from it, a place in [`Folded::facts`]; empty where no
    /// pile has one.
    pub gates: Vec<Option<usize>>,
    /// All tables.
    pub tables: FaceTables,
    /// How many things are looked at, at most, to list the moves of cards.
    pub cost: u64,
    /// Whether a player can lift cards from the stock or bring cards there.
    pub stock_is_in_play: bool,
    /// Whether a move of cards changes two piles and nothing else follows from it: nothing happens by itself, no pile is
    /// refilled, and what may be lifted depends on no other pile.
    pub is_quiet: bool,
    /// How many things are looked at, at most, to renew what all piles offer and accept.
    pub settling: u64,
}

/// What is asked of a pile on the path of every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PileRules {
    /// What may be lifted from it.
    pub take: Take,
    /// The most cards in it.
    pub capacity: u8,
    /// How many of its bottom cards never leave.
    pub keep: u8,
    /// What it accepts when it is empty, as far as a table tells.
    pub start: FaceTable,
    /// What it accepts on its top card, as far as a table tells.
    pub build: FaceTable,
    /// With which cards its top card leaves the game, as far as a table tells.
    pub pair: FaceTable,
    /// What is left to be asked of a pair: a place in [`Folded::left`].
    pub pair_left: u16,
    /// Which card may lie on which in a run that is lifted.
    pub run: FaceTable,
    /// Whether that has to be asked, as the table would have been too large.
    pub run_is_asked: bool,
}

/// A pile that accepts cards from a player.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The pile.
    pub pile: PileId,
    /// Whether one card lands at a time.
    pub takes_one: bool,
    /// Whether cards leave the game in pairs with its top card.
    pub pairs: bool,
    /// Whether nothing is left to be asked, whatever lies there.
    pub is_plain: bool,
    /// The piles that are one place with it: no card comes from them, and of the empty ones only the first accepts any.
    pub alike: Option<Piles>,
    /// What is left to be asked when it is empty: a place in [`Folded::left`].
    pub empty: u16,
    /// The same when it holds cards.
    pub filled: u16,
    /// How many things are looked at, at most, to find the cards that land there.
    pub cost: u64,
}

/// The rules of an action as they are asked when moves are listed.
#[derive(Clone, Debug)]
pub struct FoldedAction {
    /// One of these has to hold cards, if there is any.
    pub sources: Vec<PileId>,
    /// A fact that has to hold: its place in [`Folded::facts`].
    pub fact: Option<usize>,
    /// The rules that have to be asked.
    pub rules: Vec<Rule>,
}

impl Folded {
    /// Folds the rules of a game.
    pub(super) fn fold(game: &mut Game) {
        let (folded, found) = Folded::new(game);
        steps::note(game, &found);
        game.folded = folded;
    }

    fn new(game: &Game) -> (Folded, steps::Found) {
        let mut folder = Folder {
            game,
            places: game.piles.iter().map(|pile| pile.place).collect(),
            tables: Collector::new(game.room().0, &game.deck),
            facts: Vec::new(),
            questions: Vec::new(),
            relations: Vec::new(),
            budget: MAX_TABLED,
            shared: Vec::new(),
        };
        let mut folded = Folded {
            left: vec![Vec::new()],
            ..Folded::default()
        };
        for group in &game.groups {
            folder.group(group, &mut folded);
        }
        let actions = game.actions.iter();
        folded.actions = actions.map(|action| folder.action(action)).collect();
        folded.is_quiet = game.autos.is_empty()
            && game.filled.is_empty()
            && folded.gates.is_empty()
            && !folded.stock_is_in_play;
        let found = folder.conditions();
        folded.facts = folder.facts;
        folded.questions = folder.questions;
        folded.relations = folder.relations;
        folded.tables = folder.tables.finish();
        (folded, found)
    }
}

/// What the rules of a game are folded with.
struct Folder<'a> {
    game: &'a Game,
    places: Vec<Place>,
    tables: Collector,
    facts: Vec<Fact>,
    questions: Vec<Question>,
    relations: Vec<Relation>,
    /// How many things may still be looked at.
    budget: u64,
    /// What was folded of a group's conditions that are the same for all its piles.
    shared: Vec<(Refuser, Parts)>,
}

impl Folded {
    /// The fact that has to hold for cards to be lifted from a pile.
    #[inline]
    #[must_use]
    pub fn gate(&self, pile: PileId) -> Option<usize> {
        self.gates.get(pile.at()).copied().flatten()
    }

    /// Whether a fact holds of a table.
    #[must_use]
    pub fn holds<V: View>(&self, fact: usize, view: &V, base: Option<Rank>, order: &Order) -> bool {
        let ask = &mut |question: usize| self.questions[question].holds(view, base, order);
        self.facts[fact].holds(view, &self.relations, ask)
    }
}
