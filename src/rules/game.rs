//! The compiled rules of a game.

use std::sync::Arc;

use crate::cards::{Card, Order, Pack, Rank};
use crate::condition::{
    ActionId, Condition, Counter, Formula, GroupId, Names, PileExpr, PileId, PileSet, Piles, Place,
};
use crate::text::{Sources, Span};

use super::clause::Clause;
use super::file::{Role, Take};
use super::fold::FoldedRules;
use super::format::PileDisplay;
use super::numbers::MoveNumbers;
use super::rule::Way;
use super::step::Step;

/// The compiled rules of a game.
///
/// All defaults are filled in and all names are resolved, so using it cannot fail.
///
/// ```
/// let rules = patience::Rules::built_in("freecell")?;
/// let game = rules.game();
/// let goals: Vec<String> = game.piles().filter(|&pile| game.is_goal(pile)).map(|pile| game.pile_name(pile)).collect();
/// assert_eq!(goals, ["f1", "f2", "f3", "f4"]);
/// # Ok::<(), patience::library::RulesError>(())
/// ```
#[derive(Debug)]
pub struct Game {
    /// The id: the file name without `.toml`.
    pub(crate) id: String,
    /// The name.
    pub(crate) name: String,
    /// Alternative names.
    pub(crate) aliases: Vec<String>,
    /// The family of related games that it belongs to; may be empty.
    pub(crate) family: String,
    /// One sentence that describes it; may be empty.
    pub(crate) about: String,
    /// Where its rules are published; may be empty.
    pub(crate) source: String,
    /// The id of the game it inherits from, if any.
    pub(crate) like: Option<String>,
    /// The variants that are applied.
    pub(crate) variants: Vec<String>,
    /// The pack of cards.
    pub(crate) pack: Pack,
    /// All cards, indexed by card id, in the order of a new pack.
    pub(crate) deck: Vec<Card>,
    /// The order of the ranks.
    pub(crate) order: Arc<Order>,
    /// The rule for the base rank, if any.
    pub(crate) base: Option<Base>,
    /// The groups of piles. A stock that the file does not list comes first.
    pub(crate) groups: Vec<Group>,
    /// The piles, group by group.
    pub(crate) piles: Vec<Pile>,
    /// The piles that are refilled automatically when empty.
    pub(crate) refilled_piles: PileSet,
    /// The piles that refills and automatic steps may put cards on.
    pub(crate) gains_later: PileSet,
    /// The piles that refills and automatic steps may take cards from.
    pub(crate) loses_later: PileSet,
    /// The rules of moves, prepared for move generation.
    pub(crate) folded: FoldedRules,
    /// The pile that the shuffled pack becomes.
    pub(crate) stock: PileId,
    /// The discard pile for pairs, if the game has pairs.
    pub(crate) discard: Option<PileId>,
    /// The steps before the first move. `Pick` steps come first.
    pub(crate) setup: Vec<Step>,
    /// The condition that must hold after the setup: the pack is shuffled again until it does.
    pub(crate) until: Option<Condition>,
    /// The actions that the player can take.
    pub(crate) actions: Vec<Action>,
    /// The steps that run automatically after a move.
    pub(crate) autos: Vec<Auto>,
    /// The texts of the named conditions.
    pub(crate) definitions: Vec<String>,
    /// When the game is won. If this is `None`, it is won when all cards are on goal piles.
    pub(crate) win: Option<Condition>,
    /// The scoring.
    pub(crate) score: Score,
    /// The names that conditions can use.
    pub(crate) names: Names,
    /// The source texts of the rules.
    pub(crate) sources: Sources,
    /// The fingerprint of the rules.
    pub(crate) fingerprint: String,
    /// The counters that a limit or a condition reads, each with the value from which on no rule tells one from a higher
    /// one.
    pub(crate) counters_read: Vec<(usize, u16)>,
    /// What stands for each card in hashes: see [`codes`](crate::cards::codes).
    pub(crate) codes: Vec<[u64; 2]>,
    /// The numbers of the moves of cards that the rules can ever allow.
    pub(crate) numbers: MoveNumbers,
}

/// The rule for the base rank.
#[derive(Clone, Debug)]
pub struct Base {
    /// The group whose first card sets it.
    pub of: GroupId,
    /// The groups whose cards may set it when a player moves them.
    pub from: Vec<GroupId>,
    /// Whether no other move is legal until it is set.
    pub locks: bool,
    /// Where `locks` is written, or `[base]` if the file does not set it.
    pub clause: Clause,
    /// Where `from` is written, or `[base]` if the file does not set it.
    pub from_clause: Clause,
}

/// How many cards can be placed on a pile at once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Exactly this number.
    Exactly(u8),
    /// Any number.
    Any,
}

/// A group of piles.
#[derive(Clone, Debug)]
pub struct Group {
    /// The name.
    pub name: String,
    /// The short name: the shortest prefix of the name that is not a prefix of another group's name.
    pub short: String,
    /// The role. It determines defaults; otherwise it is used only by checks and messages, not during play.
    pub role: Role,
    /// Its piles.
    pub piles: Piles,
    /// Which cards an empty pile accepts; none if `None`.
    pub start: Option<Condition>,
    /// Which cards a top card accepts; none if `None`.
    pub build: Option<Condition>,
    /// Which card leaves the game together with a top card; none if `None`.
    pub pair: Option<Condition>,
    /// Which card changes places with a top card; none if `None`.
    pub swap: Option<Condition>,
    /// What may be lifted.
    pub take: Take,
    /// The relation of neighbors in a run. It applies to runs that are lifted or, if none can be lifted, to runs that
    /// are placed. A lifted run uses `build` if this is `None`.
    pub run: Option<Condition>,
    /// When cards may be lifted; always if `None`.
    pub available: Option<Condition>,
    /// The groups that an emptied pile is refilled from, in order.
    pub fill: Vec<GroupId>,
    /// How many cards can be placed at once.
    pub unit: Unit,
    /// Whether its piles are interchangeable.
    pub alike: bool,
    /// Whether its cards count for the win and the score.
    pub goal: bool,
    /// The maximum number of cards in a pile; unlimited if `None`.
    pub capacity: Option<u8>,
    /// How many bottom cards never leave a pile.
    pub keep: u8,
    /// How its piles are displayed.
    pub display: PileDisplay,
    /// The keys that the file sets, with the spans of their values.
    pub keys_set: Vec<(&'static str, Span)>,
    /// The header of its table, if any.
    pub header: Option<Span>,
}

impl Group {
    /// Where one of the group's keys is written, or else the header of its table, if any.
    pub(crate) fn place_of(&self, key: &str) -> Span {
        self.span_of(key).or(self.header).unwrap_or_default()
    }

    /// Returns the clause of one of the group's keys.
    pub fn clause(&self, key: &'static str) -> Clause {
        Clause {
            key: format!("piles.{}.{key}", self.name),
            span: self.span_of(key).or(self.header),
        }
    }

    /// Whether cards that a step diverts to the group must be accepted by its conditions, as if a player moved them.
    pub fn judges_diverted_cards(&self) -> bool {
        self.start.is_some() || self.build.is_some()
    }

    /// What may happen to a card that is moved onto a top card without being placed there, and its condition.
    pub fn partner_rule(&self) -> Option<(Way, &Condition)> {
        let pair = self.pair.as_ref().map(|pair| (Way::Pair, pair));
        pair.or(self.swap.as_ref().map(|swap| (Way::Swap, swap)))
    }

    /// The condition for runs that are placed, if any: a pile that gives runs has none.
    pub fn landing_run(&self) -> Option<&Condition> {
        self.run.as_ref().filter(|_| !self.take.lifts_runs())
    }

    /// Lists what its piles are called in play: "`t1` to `t7`", or "`w`" if it has one pile.
    pub fn pile_names(&self) -> String {
        let short = &self.short;
        match self.piles.count {
            1 => format!("`{short}`"),
            count => format!("`{short}1` to `{short}{count}`"),
        }
    }

    /// Returns the span of one of the group's keys, or `None` if the file does not set it.
    pub fn span_of(&self, key: &str) -> Option<Span> {
        let mut keys = self.keys_set.iter();
        keys.find(|(k, _)| *k == key).map(|(_, span)| *span)
    }
}

/// A pile, with the settings of its group that are needed for every move.
#[derive(Clone, Copy, Debug)]
pub struct Pile {
    /// Its group.
    pub group: GroupId,
    /// Its place in the group.
    pub place: Place,
    /// Whether its cards count for the win and the score.
    pub goal: bool,
    /// What may happen to a card that is moved onto its top card without being placed there: see
    /// [`Group::partner_rule`].
    pub partner_way: Option<Way>,
    /// Whether a condition reads the counter of its group.
    pub is_counted: bool,
}

/// An action that the player can take.
#[derive(Clone, Debug)]
pub struct Action {
    /// Its name.
    pub name: String,
    /// When it is legal; always if `None`.
    pub when: Option<Condition>,
    /// How many times it can be used in a game.
    pub limit: Option<u16>,
    /// Whether it is legal even if it changes nothing.
    pub idle: bool,
    /// Its steps.
    pub steps: Vec<Step>,
    /// What its steps do in English, by its author: what a player is told to do.
    pub description: Option<String>,
    /// Where `limit` is written.
    pub limit_span: Option<Span>,
    /// Where `do` is written.
    pub steps_span: Span,
    /// Whether a condition reads its counter.
    pub is_counted: bool,
    /// Whether its steps can move cards and still restore the position, for example by dealing cards that were just
    /// turned over.
    pub may_restore: bool,
}

/// Steps that run automatically after a move.
#[derive(Clone, Debug)]
pub struct Auto {
    /// Its name.
    pub name: String,
    /// When it runs; always if `None`.
    pub when: Option<Condition>,
    /// Its steps.
    pub steps: Vec<Step>,
    /// What its steps do in English, by its author: what a player is told to do.
    pub description: Option<String>,
}

/// The scoring of a game.
#[derive(Clone, Debug)]
pub struct Score {
    /// The score. If this is `None`, it is the number of cards on goal piles.
    pub points: Option<Formula>,
    /// Whether a game starts with the score of the previous game.
    pub carry: bool,
}

impl Game {
    /// Whether an action changes nothing while certain piles are empty, and a pile is one of them.
    pub(crate) fn takes_from(&self, action: ActionId, pile: PileId) -> bool {
        self.folded.actions[action.index()].sources.contains(&pile)
    }

    /// Whether an action may put cards on a pile.
    pub(crate) fn fills(&self, action: ActionId, pile: PileId) -> bool {
        let steps = &self.actions[action.index()].steps;
        steps.iter().any(|step| step.fills(Piles::one(pile)))
    }

    /// The id: the name of the rules file without `.toml`.
    pub fn id(&self) -> &str {
        &self.id
    }

    /// The name, such as `Grand Duchess`.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The id of the game that it is like, if any.
    pub fn like(&self) -> Option<&str> {
        self.like.as_deref()
    }

    /// Other names of the game.
    pub fn aliases(&self) -> &[String] {
        &self.aliases
    }

    /// The family of related games, such as `Klondike`; may be empty.
    pub fn family(&self) -> &str {
        &self.family
    }

    /// One sentence about the game; may be empty.
    pub fn about(&self) -> &str {
        &self.about
    }

    /// Where its rules come from; may be empty.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// The variants that it was compiled with.
    pub fn variants(&self) -> &[String] {
        &self.variants
    }

    /// A fingerprint of its rules, 16 hexadecimal digits: it depends on everything in the rules file, the files it is
    /// `like` and the variants that can matter for play, and on nothing else, such as names, tests and comments. The
    /// same rules have the same fingerprint on every machine.
    pub fn fingerprint(&self) -> &str {
        &self.fingerprint
    }

    /// Its cards unshuffled, ordered by pack, then by suit (clubs, diamonds, hearts, spades), then by rank. A
    /// [`CardId`](crate::id::CardId) is an index into this list.
    pub fn deck(&self) -> &[Card] {
        &self.deck
    }

    /// Its piles, group by group; the stock first unless the file lists it elsewhere.
    pub fn piles(&self) -> impl ExactSizeIterator<Item = PileId> + use<> {
        PileId::first(self.piles.len())
    }

    /// The pile that the shuffled pack becomes.
    pub fn stock(&self) -> PileId {
        self.stock
    }

    /// Its groups of piles, in the order of the file.
    pub fn groups(&self) -> impl ExactSizeIterator<Item = GroupId> + use<> {
        GroupId::first(self.groups.len())
    }

    /// The piles of a group, and its name; `None` if the game does not have it.
    pub fn piles_of(&self, group: GroupId) -> Option<(&str, impl Iterator<Item = PileId> + use<>)> {
        let group = self.groups.get(group.index())?;
        Some((&group.name, group.piles.iter()))
    }

    /// The action with a name.
    pub fn action_named(&self, name: &str) -> Option<ActionId> {
        self.names.action(name)
    }

    /// The name of the group that a pile is in, such as `tableau`.
    ///
    /// # Panics
    /// Panics if the game does not have the pile.
    pub fn group_name(&self, pile: PileId) -> &str {
        &self.group_of(pile).name
    }

    /// Whether cards on a pile count for the win and the score: a foundation, or where removed pairs go. A game whose `win` is
    /// another condition may have no goal pile.
    ///
    /// # Panics
    /// Panics if the game does not have the pile.
    pub fn is_goal(&self, pile: PileId) -> bool {
        self.piles[pile.index()].goal
    }

    /// The most cards that a pile holds, if the rules limit them.
    ///
    /// # Panics
    /// Panics if the game does not have the pile.
    pub fn capacity(&self, pile: PileId) -> Option<u8> {
        self.group_of(pile).capacity
    }

    /// Its actions, such as `deal` and `redeal`, in the order of the file.
    pub fn actions(&self) -> impl ExactSizeIterator<Item = ActionId> + use<> {
        ActionId::first(self.actions.len())
    }

    /// The name of an action.
    ///
    /// # Panics
    /// Panics if the game does not have the action.
    pub fn action_name(&self, action: ActionId) -> &str {
        &self.actions[action.index()].name
    }

    /// The index of a counter among all: those of the actions come first.
    pub(crate) fn counter_index(&self, counter: Counter) -> usize {
        match counter {
            Counter::Action(action) => action.index(),
            Counter::Group(group) => self.actions.len() + group.index(),
        }
    }

    /// Whether the counter is one of an action or a group that the game has.
    pub(crate) fn has_counter(&self, counter: Counter) -> bool {
        match counter {
            Counter::Action(action) => action.index() < self.actions.len(),
            Counter::Group(group) => group.index() < self.groups.len(),
        }
    }

    /// Returns the group of a pile.
    #[doc(hidden)]
    pub fn group_of(&self, pile: PileId) -> &Group {
        &self.groups[self.piles[pile.index()].group.index()]
    }

    /// Returns the group with an id.
    pub(crate) fn group(&self, group: GroupId) -> &Group {
        &self.groups[group.index()]
    }

    /// Returns the pile that an expression such as `this.below.right` stands for, where `this` is a pile; `None` if
    /// there is none, or if the expression says anything else.
    pub(crate) fn beside(&self, this: PileId, pile: &PileExpr) -> Option<PileId> {
        match pile {
            PileExpr::This => Some(this),
            PileExpr::Beside(origin, side) => {
                let origin = self.beside(this, origin)?;
                self.piles[origin.index()].place.beside[*side as usize]
            }
            _ => None,
        }
    }

    /// Returns the short name of a pile: the short name of its group, with a number if the group has several piles.
    ///
    /// # Panics
    /// Panics if the game does not have the pile.
    pub fn pile_name(&self, pile: PileId) -> String {
        match self.group_of(pile) {
            Group { piles, short, .. } if piles.count == 1 => short.clone(),
            group => format!("{}{}", group.short, self.piles[pile.index()].place.index),
        }
    }

    /// Returns the full name of a pile: the name of its group, with a number if the group has several piles.
    ///
    /// # Panics
    /// Panics if the game does not have the pile.
    pub fn pile_full_name(&self, pile: PileId) -> String {
        match self.group_of(pile) {
            Group { piles, name, .. } if piles.count == 1 => name.clone(),
            group => format!("{} {}", group.name, self.piles[pile.index()].place.index),
        }
    }

    /// Parses a rank. Returns `None` if the text is not a rank or the game does not have it.
    pub(crate) fn rank(&self, text: &str) -> Option<Rank> {
        text.parse()
            .ok()
            .filter(|&rank| self.order.place(rank).is_some())
    }
}
