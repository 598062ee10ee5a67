//! The verbs of steps, such as `deal` and `turn`.

/// The name of the key that is read into a field of a step.
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
    ($($(#[doc = $doc:literal])+ $verb:ident = $word:literal: $effect:ident {
        needs { $($need:literal: $expected:literal),* }
        takes { $($take:literal),* }
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
                    $(Verb::$verb => $word,)+
                }
            }

            /// What it does to the cards of its piles.
            pub fn effect(self) -> Effect {
                match self {
                    $(Verb::$verb => Effect::$effect,)+
                }
            }

            /// The names of the other keys that a step must have, each with a description of the expected value.
            pub fn required_keys(self) -> &'static [(&'static str, &'static str)] {
                match self {
                    $(Verb::$verb => &[$(($need, $expected)),*],)+
                }
            }

            /// The names of the other keys that a step may have.
            pub fn optional_keys(self) -> &'static [&'static str] {
                match self {
                    $(Verb::$verb => &[$($take),*],)+
                }
            }
        }
    };
}

verbs! {
    /// Deals cards one by one.
    Deal = "deal": Moves {
        needs { "to": "the group or pile that gets the cards" }
        takes { "from", "face", "by", "under", "where", "which", "divert", "when" }
    }
    /// Turns piles over.
    Turn = "turn": Moves {
        needs { "to": "the pile that gets the cards" }
        takes { "where", "first", "when" }
    }
    /// Takes cards out of the pack.
    Pick = "pick": Moves {
        needs { "to": "the group or pile that gets the cards" }
        takes {}
    }
    /// Shuffles a pile.
    Shuffle = "shuffle": Reorders {
        needs {}
        takes { "when" }
    }
    /// Moves some cards to the bottom.
    Sink = "sink": Reorders {
        needs { "which": "the cards that go to the bottom, such as `which = 'King'`" }
        takes { "where", "when" }
    }
    /// Lets some cards change places with the lowest others below them.
    Exchange = "exchange": Reorders {
        needs { "which": "the cards that change places with lower ones, such as `which = 'King'`" }
        takes { "where", "when" }
    }
    /// Turns piles over where they lie.
    Invert = "invert": Reorders {
        needs {}
        takes { "where", "when" }
    }
    /// Moves piles up to fill empty ones.
    Close = "close": Moves {
        needs {}
        takes { "where", "when" }
    }
    /// Runs the steps of an action.
    Call = "call": Calls {
        needs {}
        takes { "when" }
    }
}

impl Verb {
    /// Whether a key of a step belongs to the verb.
    pub(in crate::rules) fn owns(self, key: &str) -> bool {
        let required = self.required_keys().iter().map(|(key, _)| key);
        key == self.key() || required.chain(self.optional_keys()).any(|k| *k == key)
    }
}
