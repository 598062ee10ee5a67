//! The rules that can make a move illegal, and their order of checking.

use indexmap::IndexSet;

/// A key of a rules file that can make a move illegal.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum RuleKey {
    /// `base.locks`: no other move is legal until the base rank is set.
    Locks,
    /// `base.from`: only a card from these groups can set the base rank.
    From,
    /// `available`: when cards may be lifted from the pile.
    Available,
    /// `take`: what may be lifted.
    Take,
    /// `keep`: how many bottom cards never leave the pile.
    Keep,
    /// `alike`: the piles are interchangeable.
    Alike,
    /// `unit`: how many cards are placed at once.
    Unit,
    /// `run`: the cards that are placed together must be a run.
    Run,
    /// `capacity`: the maximum number of cards in a pile.
    Capacity,
    /// `start`: which cards an empty pile accepts.
    Start,
    /// `build`: which cards a top card accepts.
    Build,
    /// `pair`: which card leaves the game together with a top card.
    Pair,
    /// `swap`: which card changes places with a top card.
    Swap,
    /// `when`: when an action is legal.
    When,
    /// `limit`: how many times an action can be used.
    Limit,
    /// `do`: the steps of an action, which must change something.
    Do,
}

/// The table that a rule's key belongs to, relative to a move.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// `[base]`
    Base,
    /// The group that the cards come from.
    Source,
    /// The group that the cards go to.
    Target,
    /// The action.
    Action,
}

/// A rule that can make a move illegal: a key, and the table it belongs to.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Rule {
    /// The key.
    pub key: RuleKey,
    /// The table of the key.
    pub owner: Owner,
}

/// The kinds of card moves. A move is legal if all rules of one kind allow it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Way {
    /// The cards are placed on the pile.
    Land,
    /// The card and the pile's top card leave the game together.
    Pair,
    /// The card and the pile's top card change places.
    Swap,
}

const fn rule(key: RuleKey, owner: Owner) -> Rule {
    Rule { key, owner }
}

/// The rules for placing cards on a pile, in the order of checking.
const LAND: [Rule; 11] = [
    rule(RuleKey::Locks, Owner::Base),
    rule(RuleKey::Available, Owner::Source),
    rule(RuleKey::Take, Owner::Source),
    rule(RuleKey::Keep, Owner::Source),
    rule(RuleKey::Alike, Owner::Target),
    rule(RuleKey::Unit, Owner::Target),
    rule(RuleKey::Run, Owner::Target),
    rule(RuleKey::Capacity, Owner::Target),
    rule(RuleKey::From, Owner::Base),
    rule(RuleKey::Start, Owner::Target),
    rule(RuleKey::Build, Owner::Target),
];

/// The rules for two cards that leave the game together, in the order of checking. The rules about lifting apply to
/// both cards.
const PAIR: [Rule; 8] = [
    rule(RuleKey::Locks, Owner::Base),
    rule(RuleKey::Available, Owner::Source),
    rule(RuleKey::Take, Owner::Source),
    rule(RuleKey::Keep, Owner::Source),
    rule(RuleKey::Available, Owner::Target),
    rule(RuleKey::Pair, Owner::Target),
    rule(RuleKey::Take, Owner::Target),
    rule(RuleKey::Keep, Owner::Target),
];

/// The rules for two cards that change places, in the order of checking. Only the card that is moved has to be one that
/// may be lifted.
const SWAP: [Rule; 7] = [
    rule(RuleKey::Locks, Owner::Base),
    rule(RuleKey::Available, Owner::Source),
    rule(RuleKey::Take, Owner::Source),
    rule(RuleKey::Keep, Owner::Source),
    rule(RuleKey::Available, Owner::Target),
    rule(RuleKey::Swap, Owner::Target),
    rule(RuleKey::Keep, Owner::Target),
];

impl Way {
    /// Returns the rules of this kind of move, in the order of checking.
    pub fn rules(self) -> &'static [Rule] {
        match self {
            Way::Land => &LAND,
            Way::Pair => &PAIR,
            Way::Swap => &SWAP,
        }
    }
}

impl RuleKey {
    /// Returns the name of the key.
    pub fn name(self) -> &'static str {
        match self {
            RuleKey::Locks => "locks",
            RuleKey::From => "from",
            RuleKey::Available => "available",
            RuleKey::Take => "take",
            RuleKey::Keep => "keep",
            RuleKey::Alike => "alike",
            RuleKey::Unit => "unit",
            RuleKey::Run => "run",
            RuleKey::Capacity => "capacity",
            RuleKey::Start => "start",
            RuleKey::Build => "build",
            RuleKey::Pair => "pair",
            RuleKey::Swap => "swap",
            RuleKey::When => "when",
            RuleKey::Limit => "limit",
            RuleKey::Do => "do",
        }
    }
}

impl Rule {
    /// The rules of actions, in the order of checking.
    pub const OF_ACTIONS: &'static [Rule] = &[
        rule(RuleKey::Locks, Owner::Base),
        rule(RuleKey::When, Owner::Action),
        rule(RuleKey::Limit, Owner::Action),
        rule(RuleKey::Do, Owner::Action),
    ];

    /// Iterates over all rules: those of each way, and of actions. Some rules occur more than once.
    pub fn all() -> impl Iterator<Item = Rule> {
        let of_moves = LAND.into_iter().chain(PAIR).chain(SWAP);
        of_moves.chain(Rule::OF_ACTIONS.iter().copied())
    }

    /// Iterates over the names of the keys in a table that can make a move illegal.
    pub fn keys(owner: Owner) -> impl Iterator<Item = &'static str> {
        let is_group = |owner| matches!(owner, Owner::Source | Owner::Target);
        let is_of_table =
            move |rule: &Rule| rule.owner == owner || is_group(rule.owner) && is_group(owner);
        let rules = Rule::all().filter(is_of_table);
        rules
            .map(|rule| rule.key.name())
            .collect::<IndexSet<_>>()
            .into_iter()
    }

    /// Returns the stage of checking that the rule belongs to. Of two refusals, the one at the later stage came closer
    /// to a legal move. Rules that are alternatives to each other have the same stage.
    pub fn stage(self) -> usize {
        let key = match self.key {
            RuleKey::Locks => return 0,
            RuleKey::Run => RuleKey::Unit,
            RuleKey::Build
            | RuleKey::Pair
            | RuleKey::Swap
            | RuleKey::When
            | RuleKey::Limit
            | RuleKey::Do => RuleKey::Start,
            key => key,
        };
        let stage = LAND.iter().position(|rule| rule.key == key);
        stage.map_or(LAND.len(), |index| index + Rule::NO_MOVE + 1)
    }

    /// The stage of a request that is not a move at all.
    pub const NO_MOVE: usize = 1;
}
