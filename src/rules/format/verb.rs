//! The verbs of steps, such as `deal` and `turn`.

use super::file::Step;
use crate::text::Span;

/// The name of the key that is read into a field of [`Step`].
pub(crate) const fn key_of_field(field: &'static str) -> &'static str {
    match field.as_bytes() {
        b"only" => "where",
        _ => field,
    }
}

/// What a step does to the cards of its piles.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Effect {
    /// Cards go from piles to others.
    Moves,
    /// Cards stay in their piles, and lie there in another order or with another side up.
    Reorders,
    /// What the action does that it calls.
    Calls,
}

/// Declares the verbs of a step. Each verb is a key of the step. `needs` lists the other keys that it requires, each
/// with a description of the expected value; `takes` lists the keys that it allows.
macro_rules! verbs {
    ($($(#[doc = $doc:literal])+ $verb:ident = $word:ident: $effect:ident {
        needs { $($need:ident: $expected:literal),* }
        takes { $($take:ident),* }
    })+) => {
        /// The verb of a step: the key that says what the step does.
        #[derive(Clone, Copy, Debug, PartialEq, Eq)]
        pub enum Verb { $($(#[doc = $doc])+ $verb,)+ }

        impl Verb {
            /// All verbs.
            pub const ALL: &'static [Verb] = &[$(Verb::$verb),+];

            /// The name of the key.
            pub fn key(self) -> &'static str {
                match self {
                    $(Verb::$verb => stringify!($word),)+
                }
            }

            /// What it does to the cards of its piles.
            pub fn effect(self) -> Effect {
                match self {
                    $(Verb::$verb => Effect::$effect,)+
                }
            }

            /// The names of the other keys that a step must have.
            pub fn required_keys(self) -> &'static [&'static str] {
                match self {
                    $(Verb::$verb => const { &[$(key_of_field(stringify!($need))),*] },)+
                }
            }

            /// The names of the other keys that a step may have.
            pub fn optional_keys(self) -> &'static [&'static str] {
                match self {
                    $(Verb::$verb => const { &[$(key_of_field(stringify!($take))),*] },)+
                }
            }

            /// Returns the span of the verb in a step, if the step has it.
            pub(in crate::rules) fn span_in(self, step: &Step) -> Option<Span> {
                match self {
                    $(Verb::$verb => step.$word.as_ref().map(|field| field.span),)+
                }
            }

            /// Returns the required keys that a step lacks, each with a description of the expected value.
            pub(in crate::rules) fn missing_keys(self, step: &Step) -> Vec<(&'static str, &'static str)> {
                let needs: &[(&str, bool, &str)] = match self {
                    $(Verb::$verb => &[$((stringify!($need), step.$need.is_some(), $expected)),*],)+
                };
                let missing = needs.iter().filter(|(_, is_set, _)| !is_set);
                missing.map(|&(key, _, expected)| (key, expected)).collect()
            }

            /// Whether the value that a step has at a span belongs to a key of the verb.
            pub(in crate::rules) fn owns(self, step: &Step, span: Span) -> bool {
                let spans: &[Option<Span>] = match self {
                    $(Verb::$verb => &[
                        step.$word.as_ref().map(|field| field.span),
                        $(step.$need.as_ref().map(|field| field.span),)*
                        $(step.$take.as_ref().map(|field| field.span),)*
                    ],)+
                };
                spans.contains(&Some(span))
            }
        }
    };
}

verbs! {
    /// Deals cards one by one.
    Deal = deal: Moves {
        needs { to: "the group or pile that gets the cards" }
        takes { from, face, by, under, only, which, divert, when }
    }
    /// Turns piles over.
    Turn = turn: Moves {
        needs { to: "the pile that gets the cards" }
        takes { only, first, when }
    }
    /// Takes cards out of the pack.
    Pick = pick: Moves {
        needs { to: "the group or pile that gets the cards" }
        takes {}
    }
    /// Shuffles a pile.
    Shuffle = shuffle: Reorders {
        needs {}
        takes { when }
    }
    /// Moves some cards to the bottom.
    Sink = sink: Reorders {
        needs { which: "the cards that go to the bottom, such as `which = 'King'`" }
        takes { only, when }
    }
    /// Lets some cards change places with the lowest others below them.
    Exchange = exchange: Reorders {
        needs { which: "the cards that change places with lower ones, such as `which = 'King'`" }
        takes { only, when }
    }
    /// Turns piles over where they lie.
    Invert = invert: Reorders {
        needs {}
        takes { only, when }
    }
    /// Moves piles up to fill empty ones.
    Close = close: Moves {
        needs {}
        takes { only, when }
    }
    /// Runs the steps of an action.
    Call = call: Calls {
        needs {}
        takes { when }
    }
}
