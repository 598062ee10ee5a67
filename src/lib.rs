//! Solitaire card games as data.
//!
//! A game is one rules file; [`Rules`] reads it, with all mistakes at once, and compiles it to a [`Game`]. A
//! [`Position`] of the game knows its legal moves, plays them, and says of any other why it is refused.
//!
//! ```
//! use patience::{Deal, DealNumber, Position, Rules};
//!
//! let rules = Rules::built_in("klondike").expect("it is built in").expect("it has no mistakes");
//! let mut position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
//! let chosen = position.legal_moves()[0];
//! position.play(chosen)?;
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! The way through the program, each folder using only those above it:
//!
//! - [`text`]: sources, places, diagnostics, rendering.
//! - [`cards`]: ranks, suits, packs, the shuffle.
//! - [`condition`]: the language of conditions, from text to questions with an answer.
//! - [`rules`]: a file, merged with what it is like, compiled to a game, its rules folded into tables.
//! - [`words`]: games and conditions as sentences.
//! - [`play`]: positions, moves, refusals, notation.
//! - [`testcase`]: tests of rules files.
//! - [`simulate`]: many deals played by a simple player.
//! - [`cli`]: the program.

pub mod cards;
pub mod cli;
pub mod condition;
pub mod play;
pub mod rules;
pub mod simulate;
pub mod testcase;
pub mod text;
pub mod words;

pub use cards::DealNumber;
pub use play::{Deal, Layout, Move, Outcome, Position, Refusal, perft};
pub use rules::{Game, Rules};
