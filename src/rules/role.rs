//! The defaults of each role.

use super::file::{Pile, Role, Take};
use super::game::PileDisplay;

/// The default settings of a group.
pub(super) struct Defaults {
    pub(super) take: Take,
    pub(super) capacity: DefaultCapacity,
    /// Whether an empty pile accepts any card.
    pub(super) accepts_any: bool,
    /// Whether the cards count for the win and the score.
    pub(super) is_goal: bool,
    /// Whether the piles are interchangeable, unless a condition tells them apart.
    pub(super) is_alike: bool,
}

/// How many cards a pile can hold by default.
pub(super) enum DefaultCapacity {
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
    pub(super) fn of_group(name: &str, keys: Option<&Pile>) -> Option<Role> {
        match keys.and_then(|keys| keys.role.as_ref()) {
            Some(field) => field.get().copied(),
            None => Role::from_word(name),
        }
    }

    pub(super) fn defaults(self) -> Defaults {
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
    pub(super) fn display(self, take: Take) -> PileDisplay {
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
