//! What a step can do, in the one place that lists it.

use super::file::Step;
use crate::text::Span;

/// Declares the verbs of a step. Each is the key of its name; beside it stand the keys that it needs, with what is
/// expected of them, and those that it takes.
macro_rules! verbs {
    ($($(#[doc = $doc:literal])+ $verb:ident = $word:ident {
        needs { $($need:ident: $expected:literal),* }
        takes { $($take:ident),* }
    })+) => {
        /// What a step does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub(super) enum Verb { $($(#[doc = $doc])+ $verb,)+ }

        impl Verb {
            /// All verbs.
            pub(super) const ALL: &'static [Verb] = &[$(Verb::$verb),+];

            /// The key.
            pub(super) fn word(self) -> &'static str {
                match self {
                    $(Verb::$verb => stringify!($word),)+
                }
            }

            /// Where the step says it, if it does.
            pub(super) fn place_in(self, step: &Step) -> Option<Span> {
                match self {
                    $(Verb::$verb => step.$word.as_ref().map(|field| field.span),)+
                }
            }

            /// The keys that are missing beside it, each with what is expected.
            pub(super) fn missing_in(self, step: &Step) -> Vec<(&'static str, &'static str)> {
                let needs: &[(&str, bool, &str)] = match self {
                    $(Verb::$verb => &[$((stringify!($need), step.$need.is_some(), $expected)),*],)+
                };
                let missing = needs.iter().filter(|(_, is_there, _)| !is_there);
                missing.map(|&(key, _, expected)| (key, expected)).collect()
            }

            /// Whether what a step writes at a place belongs to the verb.
            pub(super) fn has(self, step: &Step, place: Span) -> bool {
                let own: &[Option<Span>] = match self {
                    $(Verb::$verb => &[
                        step.$word.as_ref().map(|field| field.span),
                        $(step.$need.as_ref().map(|field| field.span),)*
                        $(step.$take.as_ref().map(|field| field.span),)*
                    ],)+
                };
                own.contains(&Some(place))
            }
        }
    };
}

verbs! {
    /// Cards are dealt one by one.
    Deal = deal {
        needs { to: "the group or the pile that gets the cards" }
        takes { from, face, by, under, only, which, divert, when }
    }
    /// Piles are turned over.
    Turn = turn {
        needs { to: "the group or the pile that gets the cards" }
        takes { only, first, when }
    }
    /// Cards are picked out of the pack.
    Pick = pick {
        needs { to: "the group or the pile that gets the cards" }
        takes {}
    }
    /// A pile is shuffled.
    Shuffle = shuffle {
        needs {}
        takes { when }
    }
    /// Bottom cards come to lie on top.
    Rotate = rotate {
        needs {}
        takes { when }
    }
    /// Some cards go to the bottom.
    Sink = sink {
        needs { which: "the cards that go to the bottom, such as `which = 'King'`" }
        takes { when }
    }
    /// Piles move up.
    Close = close {
        needs {}
        takes { when }
    }
    /// The steps of an action are done.
    Call = call {
        needs {}
        takes { when }
    }
}
