//! The rules that can refuse a move: which there are, in which order they are asked, and where each is written.

use super::game::{Clause, Game};
use crate::condition::{ActionId, PileId};

/// A key that can refuse a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Refuser {
    /// `base.locks`: nothing is legal before the base rank is chosen.
    Locks,
    /// `base.from`: a card from there sets the base rank.
    From,
    /// `available`: when cards may be lifted at all.
    Available,
    /// `take`: what may be lifted.
    Take,
    /// `keep`: which cards never leave.
    Keep,
    /// `alike`: the piles are one place.
    Alike,
    /// `unit`: how many cards land at once.
    Unit,
    /// `run`: what the cards that land together are.
    Run,
    /// `capacity`: the most cards in a pile.
    Capacity,
    /// `distinct`: in what no two bottom cards are alike.
    Distinct,
    /// `start`: what an empty pile accepts.
    Start,
    /// `build`: what a top card accepts on it.
    Build,
    /// `pair`: with which card a top card leaves the game.
    Pair,
    /// `when`: when an action may be asked for.
    When,
    /// `limit`: how often.
    Limit,
    /// `do`: what would be done.
    Do,
}

/// The table whose key a rule is, in a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// `[base]`
    Base,
    /// The group that the cards come from.
    Source,
    /// The group that they go to.
    Target,
    /// The action.
    Action,
}

/// A rule that can refuse a move: a key, and of what.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The key.
    pub key: Refuser,
    /// Whose.
    pub of: Owner,
}

/// In which way cards go to a pile. A move is legal if every rule of one way allows it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// They come to lie there.
    Land,
    /// A card leaves the game with the pile's top card.
    Pair,
}

const fn rule(key: Refuser, of: Owner) -> Rule {
    Rule { key, of }
}

/// The rules by which cards come to lie on a pile, in the order in which they refuse.
const LAND: [Rule; 12] = [
    rule(Refuser::Locks, Owner::Base),
    rule(Refuser::Available, Owner::Source),
    rule(Refuser::Take, Owner::Source),
    rule(Refuser::Keep, Owner::Source),
    rule(Refuser::Alike, Owner::Target),
    rule(Refuser::Unit, Owner::Target),
    rule(Refuser::Run, Owner::Target),
    rule(Refuser::Capacity, Owner::Target),
    rule(Refuser::Distinct, Owner::Target),
    rule(Refuser::From, Owner::Base),
    rule(Refuser::Start, Owner::Target),
    rule(Refuser::Build, Owner::Target),
];

/// The rules by which two cards leave the game together, in the order in which they refuse. What holds of the card
/// that is moved holds of the one that it is moved onto, too.
const PAIR: [Rule; 8] = [
    rule(Refuser::Locks, Owner::Base),
    rule(Refuser::Available, Owner::Source),
    rule(Refuser::Take, Owner::Source),
    rule(Refuser::Keep, Owner::Source),
    rule(Refuser::Available, Owner::Target),
    rule(Refuser::Pair, Owner::Target),
    rule(Refuser::Take, Owner::Target),
    rule(Refuser::Keep, Owner::Target),
];

/// The rules of actions, in the order in which they refuse.
const ACTION: [Rule; 4] = [
    rule(Refuser::Locks, Owner::Base),
    rule(Refuser::When, Owner::Action),
    rule(Refuser::Limit, Owner::Action),
    rule(Refuser::Do, Owner::Action),
];

impl Way {
    /// Its rules, in the order in which they refuse.
    #[must_use]
    pub fn rules(self) -> &'static [Rule] {
        match self {
            Way::Land => &LAND,
            Way::Pair => &PAIR,
        }
    }
}

impl Refuser {
    /// The name of the key.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Refuser::Locks => "locks",
            Refuser::From => "from",
            Refuser::Available => "available",
            Refuser::Take => "take",
            Refuser::Keep => "keep",
            Refuser::Alike => "alike",
            Refuser::Unit => "unit",
            Refuser::Run => "run",
            Refuser::Capacity => "capacity",
            Refuser::Distinct => "distinct",
            Refuser::Start => "start",
            Refuser::Build => "build",
            Refuser::Pair => "pair",
            Refuser::When => "when",
            Refuser::Limit => "limit",
            Refuser::Do => "do",
        }
    }
}

impl Rule {
    /// The rules of actions, in the order in which they refuse.
    pub const OF_ACTIONS: &'static [Rule] = &ACTION;

    /// All rules, those of one way after those of another; a rule of several ways comes several times.
    pub fn all() -> impl Iterator<Item = Rule> {
        LAND.into_iter().chain(PAIR).chain(ACTION)
    }

    /// The names of the keys that can refuse a move in `[base]`, in the table of a group, or in that of an action.
    pub fn keys(of: Owner) -> impl Iterator<Item = &'static str> {
        let is_group = |place| matches!(place, Owner::Source | Owner::Target);
        let mut names: Vec<&str> = Vec::new();
        for rule in Rule::all() {
            if (rule.of == of || is_group(rule.of) && is_group(of))
                && !names.contains(&rule.key.name())
            {
                names.push(rule.key.name());
            }
        }
        names.into_iter()
    }

    /// How far a move came that the rule refuses: of two refusals the one with the greater stage is the later. Rules
    /// between which only one decides have the same.
    #[must_use]
    pub fn stage(self) -> usize {
        let like = match self.key {
            Refuser::Locks => return 0,
            Refuser::Run => Refuser::Unit,
            Refuser::Build | Refuser::Pair | Refuser::When | Refuser::Limit | Refuser::Do => {
                Refuser::Start
            }
            key => key,
        };
        let stage = LAND.iter().position(|rule| rule.key == like);
        stage.map_or(LAND.len(), |at| at + Rule::NO_MOVE + 1)
    }

    /// The stage of what is no move at all.
    pub const NO_MOVE: usize = 1;
}

impl Game {
    /// Where the key of a rule is written that a move of cards from one pile to another breaks.
    #[must_use]
    pub fn clause_of(&self, rule: Rule, from: PileId, to: PileId) -> Option<Clause> {
        let name = rule.key.name();
        match rule.of {
            Owner::Base => {
                let base = self.base.as_ref()?;
                Some(match rule.key {
                    Refuser::From => base.from_clause.clone(),
                    _ => base.clause.clone(),
                })
            }
            Owner::Source => Some(self.group_of(from).clause(name)),
            Owner::Target => Some(self.group_of(to).clause(name)),
            Owner::Action => None,
        }
    }

    /// Where the key of a rule is written that an action breaks.
    #[must_use]
    pub fn clause_of_action(&self, rule: Rule, action: ActionId) -> Option<Clause> {
        let action = &self.actions[action.at()];
        let span = match rule.key {
            Refuser::When => action.when.as_ref().map(|when| when.span),
            Refuser::Limit => action.limit_span,
            Refuser::Do => Some(action.steps_span),
            _ => return self.base.as_ref().map(|base| base.clause.clone()),
        };
        let key = format!("actions.{}.{}", action.name, rule.key.name());
        Some(Clause { key, span })
    }
}
