//! The one walk over random positions, in which every law looks at every position.

use std::cell::OnceCell;
use std::collections::BTreeMap;
use std::ops::RangeInclusive;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::Arc;

use patience::internals::Traffic;
use patience::{Deal, DealNumber, Game, Position};

use super::claims::Claims;
use super::hashes::Hashes;
use crate::common::{Rng, message_of};

/// A law that does not hold, and the details of the case.
#[derive(Clone, Debug)]
pub(super) struct Violation {
    pub(super) law: &'static str,
    pub(super) details: String,
}

/// Fails with a violation of a law.
pub(super) fn fail(law: &'static str, details: impl Into<String>) -> Result<(), Violation> {
    Err(Violation {
        law,
        details: details.into(),
    })
}

/// Fails with a violation of a law, unless it holds.
pub(super) fn ensure<T: Into<String>>(
    holds: bool,
    law: &'static str,
    details: impl FnOnce() -> T,
) -> Result<(), Violation> {
    if holds { Ok(()) } else { fail(law, details()) }
}

/// A position that a walk came to.
pub(super) struct Stop<'a, 'g> {
    pub(super) position: &'a Position,
    /// Random numbers for a law alone, so that no law depends on the others.
    pub(super) rng: Rng,
    pub(super) memory: &'a mut Memory<'g>,
}

/// What laws know about a game, and what they keep of one position for the next.
pub(super) struct Memory<'g> {
    game: &'g Game,
    claims: OnceCell<Claims>,
    traffic: OnceCell<Option<Traffic<'g>>>,
    pub(super) hashes: Hashes,
    /// How many moves each key refused.
    pub(super) refusals: BTreeMap<String, usize>,
}

impl<'g> Memory<'g> {
    fn new(game: &'g Game) -> Memory<'g> {
        Memory {
            game,
            claims: OnceCell::new(),
            traffic: OnceCell::new(),
            hashes: Hashes::default(),
            refusals: BTreeMap::new(),
        }
    }

    /// What the lint says about the conditions of the game.
    pub(super) fn claims(&self) -> &Claims {
        self.claims.get_or_init(|| Claims::of(self.game))
    }

    /// What the lint says about where cards go; `None` if that takes too much work to find out.
    pub(super) fn traffic(&self) -> Option<&Traffic<'g>> {
        let traffic = self.traffic.get_or_init(|| Traffic::explore(self.game));
        traffic.as_ref()
    }
}

/// Something that holds in every position.
pub(super) struct Law {
    pub(super) name: &'static str,
    /// It checks one position in this many, and the last of each game: some laws take long.
    pub(super) one_in: usize,
    /// Checks a position, and counts the cases in it.
    pub(super) check: fn(&mut Stop<'_, '_>) -> Result<usize, Violation>,
}

/// What was found on a walk.
#[derive(Default)]
pub(super) struct Found {
    /// By the name of each law, how many cases there were.
    pub(super) cases: BTreeMap<&'static str, usize>,
    /// By key, how many moves it refused.
    pub(super) refusals: BTreeMap<String, usize>,
    pub(super) violation: Option<Violation>,
}

impl Found {
    pub(super) fn add(&mut self, other: Found) {
        for (name, count) in other.cases {
            *self.cases.entry(name).or_default() += count;
        }
        for (key, count) in other.refusals {
            *self.refusals.entry(key).or_default() += count;
        }
        self.violation = self.violation.take().or(other.violation);
    }
}

/// How to walk.
pub(super) struct Walk {
    pub(super) laws: &'static [&'static [Law]],
    /// The most moves of a game.
    pub(super) moves: usize,
    /// Each law checks only one in this many of its positions.
    pub(super) thin: usize,
    /// Whether each third listing of moves leaves what is cached as it was, so that laws see positions in which the cache
    /// lags behind by more than one move. That takes longer.
    pub(super) lags: bool,
}

impl Walk {
    /// Plays a random game for each seed, up to the first violation.
    pub(super) fn games(&self, game: &Arc<Game>, seeds: RangeInclusive<u64>) -> Found {
        let mut found = Found::default();
        let mut memory = Memory::new(game);
        for seed in seeds {
            if let Err(violation) = self.game(game, seed, &mut memory, &mut found.cases) {
                let (id, variants) = (game.id(), game.variants());
                found.violation = Some(Violation {
                    details: format!("{id} {variants:?}, seed {seed}: {}", violation.details),
                    ..violation
                });
                break;
            }
        }
        found.refusals = memory.refusals;
        found
    }

    fn game(
        &self,
        game: &Arc<Game>,
        seed: u64,
        memory: &mut Memory<'_>,
        cases: &mut BTreeMap<&'static str, usize>,
    ) -> Result<(), Violation> {
        let Ok(mut position) = Position::deal(game, &Deal::Number(DealNumber(seed))) else {
            return Ok(());
        };
        // It is kept through all moves, and compared with that of the same position laid out.
        position.keep_hash();
        let (mut rng, mut legal) = (Rng(seed), Vec::new());
        for moves in 0..=self.moves {
            let has_turn = |number: usize, law: &Law| {
                let turn = moves + 7 * number + usize::try_from(seed).unwrap_or(0);
                moves == self.moves || turn.is_multiple_of(law.one_in * self.thin)
            };
            let mut look = |position: &Position, is_wanted: &dyn Fn(usize, &Law) -> bool| {
                for (number, law) in self.laws.iter().copied().flatten().enumerate() {
                    if !is_wanted(number, law) {
                        continue;
                    }
                    let mut stop = Stop {
                        position,
                        rng: Rng(seed ^ ((moves as u64) << 32) ^ ((number as u64) << 48)),
                        memory,
                    };
                    let count = attempt(law, &mut stop).map_err(|violation| Violation {
                        details: format!("after {moves} moves: {}", violation.details),
                        ..violation
                    })?;
                    *cases.entry(law.name).or_default() += count;
                }
                Ok(())
            };
            look(&position, &has_turn)?;
            if moves == self.moves {
                break;
            }
            if self.lags && moves % 3 == 2 {
                legal = position.legal_moves();
            } else {
                position.legal_moves_into(&mut legal);
            }
            if legal.is_empty() {
                look(&position, &|number, law| !has_turn(number, law))?;
                break;
            }
            position.play_unchecked(legal[rng.below(legal.len())]);
        }
        Ok(())
    }
}

/// Lets a law look at a position. If it panics, it is violated.
fn attempt(law: &Law, stop: &mut Stop<'_, '_>) -> Result<usize, Violation> {
    let result = catch_unwind(AssertUnwindSafe(|| (law.check)(stop)));
    result.unwrap_or_else(|panic| {
        Err(Violation {
            law: law.name,
            details: format!("it panics: {}", message_of(&*panic)),
        })
    })
}
