//! Partial evaluation: compiles the conditions of a game to lookup tables and simple tests before it is played.
//!
//! A condition is first specialized for its pile: whatever is the same in every position, such as `this.col == 1` or which
//! pile lies to the left, is replaced by its value. So conditions that look alike for two piles become equal, and
//! what is built for one of them serves the other.
//!
//! The condition of a pile is then a conjunction of predicates. Each is compiled to the first of these forms that can
//! express it:
//!
//! 1. *A face table*, if it reads only the moved card, the card below and the base rank. The tables of all predicates are
//!    combined, so that a pile needs one lookup each time it changes.
//! 2. *A set of source piles*, if it reads only which pile the card comes from.
//! 3. *A fact*, if it reads neither the moved card nor where it comes from. A fact is evaluated once per move
//!    generation.
//! 4. *A test of the moved cards*, which is made while their pile is walked once: of their number, of what each of them
//!    adds to a sum, or of a relation of each of them to the lowest.
//! 5. *A table indexed by another card*, if it also reads the top card of one other pile, or if it reads only the top
//!    card of the pile that the card comes from.
//! 6. *A fact for each source pile*, if it reads where the card comes from but not the card.
//! 7. *Its parts*, if it is an "or", or a quantifier over piles: each is compiled by itself.
//! 8. *A predicate*, which is evaluated for each card. The other forms still exclude many cards first.
//!
//! Facts are simplified: tests for empty piles become direct checks, quantifiers over two sets of cards become a relation
//! between cards, other quantifiers are unrolled, and numbers are added up of facts and sizes of piles. A number of many
//! parts, such as what the cards of a line are worth, is evaluated once, however often it occurs. Whatever remains becomes
//! a residual predicate; one that occurs in several facts is evaluated once. Step conditions that read no card are also
//! compiled to facts, and those that depend only on the card to sets of cards.
//!
//! Folding does not rely on a list of what a condition reads. It evaluates the predicate for every card and base rank,
//! with a view that knows only what the form may depend on and that records every access to anything else. So a table
//! cannot depend on anything that changes during play. Cards that differ only in what the predicate does not read of
//! them, such as their suits, are evaluated once.

mod check;
mod condition;
mod evaluator;
mod fact;
mod group;
mod moved;
mod number;
mod relation;
mod steps;
mod tables;
mod tabulate;

use std::collections::HashMap;

use indexmap::IndexSet;

use super::file::Take;
use super::game::Game;
use super::rule::{Rule, RuleKey, Way};
use super::size::SIZES;
use crate::condition::{PileId, PileSet, Piles, Place, Predicate, Specializer, Value};
use crate::work::{LOADING, Window};
pub use check::{Check, Weight};
use condition::FoldedCondition;
pub use evaluator::FactEvaluator;
pub use fact::Fact;
pub use number::Number;
use relation::{RelationKey, RelationMatrix};
use tables::TableInterner;
pub use tables::{FaceTable, FaceTables, row_of};
use tabulate::{PredicateTable, TableIndex};

/// The most work for folding a game, of what loading it may take.
const FOLDING: u64 = LOADING / 4 * 3;
/// The maximum number of piles or lines that a quantifier is unrolled over.
const MAX_UNROLLED: usize = 64;

/// The rules of a game, compiled for move generation.
#[derive(Clone, Debug, Default)]
pub struct FoldedRules {
    /// The rules of each pile, indexed by pile.
    pub piles: Vec<PileRules>,
    /// Whether any pile has a condition for pairs or swaps.
    pub has_partners: bool,
    /// The rules of each action, indexed by action.
    pub actions: Vec<FoldedAction>,
    /// The piles that accept cards from the player, in order.
    pub targets: Vec<Target>,
    /// Lists of the checks that remain after table lookup, each with the cheapest check first. The first list is empty.
    pub pending_checks: Vec<Vec<Check>>,
    /// The facts.
    pub facts: IndexSet<Fact>,
    /// The residual predicates that occur in the facts: they must be evaluated during play.
    pub residuals: IndexSet<Predicate>,
    /// The numbers of many parts that occur in the facts.
    pub numbers: IndexSet<Number>,
    /// The card relations that occur in the facts.
    pub relations: IndexSet<RelationMatrix>,
    /// For each pile, the piles whose availability may change when its cards change. Empty if none has a condition.
    pub availability_affected: Vec<PileSet>,
    /// The facts of availability that may change at any time, each with its piles.
    pub always_affected: Vec<(usize, PileSet)>,
    /// All tables.
    pub tables: FaceTables,
    /// Whether a move of cards changes only its two piles. This is so if the game has no automatic steps, no pairs and no
    /// swaps, refills no piles and counts no moves, the player cannot touch the stock, and no pile has `available`.
    pub moves_are_local: bool,
}

/// The rules of a pile that are needed for every move.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PileRules {
    /// Whether the player can move cards from the pile or to it.
    pub is_in_play: bool,
    /// What may be lifted from the pile.
    pub take: Take,
    /// The maximum number of cards in it.
    pub capacity: u8,
    /// How many of its bottom cards never leave.
    pub keep: u8,
    /// The fact that must hold before its cards can be lifted: an index into [`FoldedRules::facts`].
    pub availability: Option<usize>,
    /// The cards that it may accept when it is empty, before further checks.
    pub start: FaceTable,
    /// The cards that it may accept on its top card, before further checks.
    pub build: FaceTable,
    /// The cards that may leave the game together with its top card, or change places with it, before further checks.
    pub partners: FaceTable,
    /// The further checks for partners: an index into [`FoldedRules::pending_checks`].
    pub partner_checks: u16,
    /// The relation of neighbors in a run that is lifted.
    pub run: FaceTable,
    /// Whether the condition must be evaluated instead, because the table would have been too expensive.
    pub run_needs_evaluation: bool,
}

/// A pile that accepts cards from the player.
#[derive(Clone, Copy, Debug)]
pub struct Target {
    /// The pile.
    pub pile: PileId,
    /// Whether cards are placed there one at a time.
    pub takes_one: bool,
    /// Whether cards can leave the game together with its top card, or change places with it.
    pub partner_way: Option<Way>,
    /// Whether the tables alone decide, without further checks.
    pub tables_suffice: bool,
    /// The piles that it is interchangeable with: it accepts no card from them, and only the first empty one accepts
    /// cards.
    pub interchangeable_with: Option<Piles>,
    /// The further checks when it is empty: an index into [`FoldedRules::pending_checks`].
    pub checks_when_empty: u16,
    /// The further checks when it holds cards: an index into [`FoldedRules::pending_checks`].
    pub checks_when_occupied: u16,
}

/// The rules of an action, compiled for move generation.
#[derive(Clone, Debug)]
pub struct FoldedAction {
    /// If not empty, one of these piles must hold a card.
    pub sources: Vec<PileId>,
    /// A fact that must hold: an index into [`FoldedRules::facts`].
    pub fact: Option<usize>,
    /// The rules that must be checked in addition.
    pub rules: Vec<Rule>,
}

impl FoldedRules {
    /// Folds the rules of a game.
    pub(super) fn fold(game: &mut Game) {
        let places: Vec<Place> = game.piles.iter().map(|pile| pile.place).collect();
        let mut folder = RuleFolder {
            game,
            places: &places,
            specializer: Specializer {
                names: &game.names,
                places: &places,
                order: &game.order,
                window: Window::new(FOLDING),
            },
            tables: TableInterner::new(SIZES[game.size_class()].0, &game.deck),
            folded: FoldedRules {
                pending_checks: vec![Vec::new()],
                ..FoldedRules::default()
            },
            known_relations: HashMap::new(),
            known_numbers: HashMap::new(),
            known_tables: HashMap::new(),
            cache: Vec::new(),
        };
        for group in &game.groups {
            folder.fold_group(group);
        }
        let actions = game.actions.iter();
        folder.folded.actions = actions.map(|action| folder.fold_action(action)).collect();
        let facts = folder.fold_conditions();
        let RuleFolder {
            mut folded, tables, ..
        } = folder;
        folded.tables = tables.finish();
        folded.moves_are_local = game.autos.is_empty()
            && game.refilled_piles.is_empty()
            && folded.availability_affected.is_empty()
            && !folded.has_partners
            && !game.piles.iter().any(|pile| pile.is_counted)
            && !folded.piles[game.stock.index()].is_in_play;
        steps::store_facts(game, &facts);
        game.folded = folded;
    }
}

/// The working state while a game is folded.
struct RuleFolder<'a> {
    game: &'a Game,
    places: &'a [Place],
    /// It also knows how much more work folding may take.
    specializer: Specializer<'a>,
    tables: TableInterner,
    /// The result, without its tables.
    folded: FoldedRules,
    /// The indices of known relations, or `None` for a key that cannot be folded to one.
    known_relations: HashMap<RelationKey, Option<usize>>,
    /// The numbers that sums are folded to.
    known_numbers: HashMap<Value, Number>,
    /// What was built for predicates whose piles are replaced by placeholders; `None` if it would be too expensive.
    known_tables: HashMap<(Predicate, TableIndex), Option<PredicateTable>>,
    /// The folded conditions of the current group that are the same for all its piles.
    cache: Vec<(RuleKey, FoldedCondition)>,
}
