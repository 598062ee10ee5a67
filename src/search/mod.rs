//! Solving: whether a position can be won when every card's place is known.
//!
//! - `placing` reads from the lookup tables which cards can be placed where.
//! - `analysis` derives from the compiled rules which reductions are sound for a game. It knows no game by name.
//! - `key` gives positions that the rules do not tell apart the same key; `orbit` adds positions that only the stock's
//!   actions tell apart. `table` remembers the keys that were searched.
//! - `facts` says in words what the analysis found.
//! - `node` holds what all searches have in common, and `path` the path of those that go into depth.
//! - `expand` lists the moves that need to be tried in a position.
//! - `estimate` guesses how far a position is from a win.
//! - `depth_first`, `best_first`, `discrepancies`, `beam` and `rollouts` look for wins; `portfolio` decides which of them does so,
//!   and for how long; `solver` answers what is asked.
//! - `shorten` leaves out what a win does not need, and `stretch` finds shorter ways for parts of it;
//!   `shortest` proves that no win is shorter.
//!
//! A win is a list of moves that the ordinary rules accept. That a position cannot be won is claimed only if the search
//! was exhausted.

mod analysis;
mod beam;
mod best_first;
mod depth_first;
mod discrepancies;
mod estimate;
mod expand;
mod facts;
mod key;
mod limits;
mod node;
mod orbit;
mod path;
mod placing;
mod portfolio;
mod relaxed;
mod rollouts;
mod safe;
mod scout;
mod shorten;
mod shortest;
mod solver;
mod stretch;
mod table;

pub use analysis::{Reduction, Reductions};
pub(crate) use limits::HAS_CLOCK;
pub use limits::{Control, Limit, Limits};
pub use portfolio::Search;
pub(crate) use scout::Scout;
pub use solver::{Solution, Solver, Verdict, Winnability};
