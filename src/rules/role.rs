//! What a role fills in: everything that differs from role to role where the file does not say it.

use super::file::{Role, Take};
use super::game::Shown;

/// What holds for a group where the file does not say otherwise.
pub(super) struct Defaults {
    pub(super) take: Take,
    pub(super) capacity: Capacity,
    /// Whether an empty pile accepts any card.
    pub(super) accepts_any: bool,
    /// Whether the cards count for the win and the score.
    pub(super) goal: bool,
    /// Whether the piles are one place, unless a condition tells them apart.
    pub(super) is_one_place: bool,
}

/// How many cards a pile can hold.
pub(super) enum Capacity {
    One,
    /// As many as a suit has ranks.
    Ranks,
    Any,
}

/// What most groups have.
const SHARED_DEFAULTS: Defaults = Defaults {
    take: Take::Top,
    capacity: Capacity::Any,
    accepts_any: false,
    goal: false,
    is_one_place: false,
};

impl Role {
    pub(super) fn defaults(self) -> Defaults {
        match self {
            Role::Waste | Role::Tableau | Role::Reserve => SHARED_DEFAULTS,
            Role::Stock | Role::Discard => Defaults {
                take: Take::None,
                ..SHARED_DEFAULTS
            },
            Role::Foundation => Defaults {
                take: Take::None,
                capacity: Capacity::Ranks,
                goal: true,
                is_one_place: true,
                ..SHARED_DEFAULTS
            },
            Role::Cell => Defaults {
                capacity: Capacity::One,
                accepts_any: true,
                is_one_place: true,
                ..SHARED_DEFAULTS
            },
        }
    }

    /// How a pile is shown from which so much may be lifted.
    pub(super) fn shown(self, take: Take) -> Shown {
        match self {
            Role::Stock | Role::Discard if take == Take::None => Shown::Count,
            Role::Stock | Role::Foundation => Shown::Top,
            Role::Waste if take != Take::Any => Shown::Last,
            Role::Waste | Role::Tableau | Role::Reserve | Role::Cell | Role::Discard => Shown::All,
        }
    }
}
