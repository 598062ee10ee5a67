//! The findings in a game, and words for them.

use crate::cards::{Card, FaceSet};
use crate::condition::{GroupId, PileSet};
use crate::rules::{Game, Group};
use crate::text::{Describe, Diagnostic, Span, join_with, words};

/// The kinds of findings. A place has at most one of a kind, in whichever variants.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Kind {
    /// The game can never be won.
    Win,
    /// The stock is never dealt.
    Idle,
    /// Cards are stuck in a group.
    Stuck,
    /// No card comes to a group, or no card that should.
    Reach,
    /// A condition is never met.
    Condition,
    /// A key, or a condition of a group, has no effect.
    Key,
    /// A step or a list of steps never does anything.
    Step,
    /// Something takes too much work.
    Work,
    /// A table says what another says.
    Twice,
}

/// A warning and its kind.
#[derive(Clone, Debug)]
pub(super) struct Finding {
    pub(super) kind: Kind,
    pub(super) diagnostic: Diagnostic,
}

impl Finding {
    /// Creates a warning at a span.
    pub(super) fn new(kind: Kind, span: Span, message: impl Into<String>) -> Finding {
        Finding {
            kind,
            diagnostic: Diagnostic::warning(span, message),
        }
    }

    /// Adds another place, if there is one.
    pub(super) fn also_at(self, span: Option<Span>, label: impl Into<String>) -> Finding {
        match span {
            Some(span) => self.also(span, label),
            None => self,
        }
    }

    /// Whether another finding says the same.
    pub(super) fn repeats(&self, other: &Finding) -> bool {
        let spans = (self.diagnostic.mark.span, other.diagnostic.mark.span);
        self.kind == other.kind && spans.0 == spans.1
    }
}

impl Describe for Finding {
    fn diagnostic(&mut self) -> &mut Diagnostic {
        &mut self.diagnostic
    }
}

/// The most cards that a message lists.
const MAX_LISTED: usize = 6;

/// Lists cards: "AC, 2C and 11 more".
pub(super) fn list_cards(cards: FaceSet) -> String {
    let mut names: Vec<String> = cards.iter().map(|card: Card| card.to_string()).collect();
    if names.len() > MAX_LISTED {
        let more = names.split_off(MAX_LISTED - 2).len();
        names.push(format!("{more} more"));
    }
    join_with(&names, "and")
}

/// Lists the groups that some piles are in, with a word before the last: "`waste` and `tableau`".
pub(in crate::lint) fn list_groups(game: &Game, piles: PileSet, word: &str) -> String {
    let groups = game.groups.iter();
    let found = groups.filter(|group| !(group.piles.set() & piles).is_empty());
    let names: Vec<String> = found.map(|group| format!("`{}`", group.name)).collect();
    join_with(&names, word)
}

/// The texts of all conditions of a game, also of those that only others use.
pub(super) fn texts(game: &Game) -> Vec<String> {
    let points = game.score.points.iter().map(|points| &points.text);
    let conditions = game.conditions().map(|(condition, _)| &condition.text);
    game.definitions
        .iter()
        .chain(points)
        .chain(conditions)
        .cloned()
        .collect()
}

/// Whether a text has a word.
pub(super) fn has_word(text: &str, word: &str) -> bool {
    words(text).any(|other| other == word)
}

/// Where a group is written: one of its keys, else its header.
pub(super) fn place_of(group: &Group, key: &str) -> Span {
    group.span_of(key).or(group.header).unwrap_or_default()
}

/// The groups with their ids.
pub(super) fn groups(game: &Game) -> impl Iterator<Item = (GroupId, &Group)> {
    GroupId::first(game.groups.len()).zip(&game.groups)
}

/// Whether a span is in a key of a group or in a step of a game.
pub(super) fn sets(game: &Game, span: Span) -> bool {
    let keys = game.groups.iter().flat_map(|group| &group.keys_set);
    let steps = game
        .steps_in_play()
        .chain(&game.setup)
        .map(|step| step.span);
    let mut places = keys.map(|(_, span)| *span).chain(steps);
    places.any(|place| place.start <= span.start && span.end <= place.end)
}
