//! The defaults of each role.

use super::file::{Pile, Role, Take};

/// How a pile is displayed.
#[derive(Clone, Copy, Debug, PartialEq, Eq, serde::Serialize)]
#[serde(rename_all = "lowercase")]
pub enum PileDisplay {
    /// As the number of its cards.
    Count,
    /// As its top card and the number of its cards.
    Top,
    /// As its last few cards and the number of its cards.
    Last,
    /// All its cards.
    All,
}

/// The default settings of a group.
pub(in crate::rules) struct Defaults {
    pub(in crate::rules) take: Take,
    pub(in crate::rules) capacity: DefaultCapacity,
    /// Whether an empty pile accepts any card.
    pub(in crate::rules) accepts_any: bool,
    /// Whether the cards count for the win and the score.
    pub(in crate::rules) is_goal: bool,
    /// Whether the piles are interchangeable, unless a condition tells them apart.
    pub(in crate::rules) is_alike: bool,
}

/// How many cards a pile can hold by default.
pub(in crate::rules) enum DefaultCapacity {
    One,
    /// One card of each rank.
    Ranks,
    Unlimited,
}

/// The defaults of most roles.
const SHARED_DEFAULTS: Defaults = Defaults {
    take: Take::Top,
    capacity: DefaultCapacity::Unlimited,
    accepts_any: false,
    is_goal: false,
    is_alike: false,
};

impl Role {
    /// The role of a group of piles, given its name and its table.
    pub(in crate::rules) fn of_group(name: &str, keys: &Pile) -> Option<Role> {
        if keys.role.is_set() {
            keys.role.get().copied()
        } else {
            Role::from_word(name)
        }
    }

    pub(in crate::rules) fn defaults(self) -> Defaults {
        match self {
            Role::Waste | Role::Tableau | Role::Reserve => SHARED_DEFAULTS,
            Role::Stock | Role::Discard => Defaults {
                take: Take::None,
                ..SHARED_DEFAULTS
            },
            Role::Foundation => Defaults {
                take: Take::None,
                capacity: DefaultCapacity::Ranks,
                is_goal: true,
                is_alike: true,
                ..SHARED_DEFAULTS
            },
            Role::Cell => Defaults {
                capacity: DefaultCapacity::One,
                accepts_any: true,
                is_alike: true,
                ..SHARED_DEFAULTS
            },
        }
    }

    /// How a pile with this role and `take` is displayed.
    pub(in crate::rules) fn display(self, take: Take) -> PileDisplay {
        let lifts_tops = matches!(take, Take::None | Take::Top);
        match self {
            Role::Stock | Role::Discard if take == Take::None => PileDisplay::Count,
            Role::Stock | Role::Foundation if lifts_tops => PileDisplay::Top,
            Role::Waste if lifts_tops => PileDisplay::Last,
            Role::Stock
            | Role::Foundation
            | Role::Waste
            | Role::Tableau
            | Role::Reserve
            | Role::Cell
            | Role::Discard => PileDisplay::All,
        }
    }
}
