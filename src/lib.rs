//! Solitaire card games as data.
//!
//! A game is one rules file: TOML with conditions in a small language. Three types stand for it:
//!
//! - [`Rules`] are what a file says, with all its variants, checked. They come from a text, from a file or from the
//!   [games that are built in](library::built_in_ids); if there are mistakes, all are reported at once.
//! - [`Settings`](library::Settings) are its keys with their values, to print them or to write the file anew.
//! - A [`Game`] is what is played: the rules with certain variants, compiled. `rules.game()` is the game without variants.
//!
//! A [`Position`] of a game lists its legal moves, plays them, and explains why any other move is refused. A [`Session`] is a
//! game as somebody plays it, with undo, and shows what a player may see. A [`Solver`] finds out whether a position can be
//! won. What only some programs need is in modules:
//!
//! | module | what is in it |
//! |---|---|
//! | [`id`], [`deal`], [`view`] | what names piles and cards, where positions begin, what a player sees |
//! | [`solve`], [`player`] | searching, automatic players, hints, odds by playing many deals |
//! | [`session`], [`dialogue`] | commands that are typed, and a whole dialogue with a player or a program |
//! | [`library`], [`diagnostic`] | where rules come from, and what is wrong with them |
//! | [`mod@page`], [`testing`] | the rules in English, the tests in rules files |
//!
//! # Play a game
//!
//! ```
//! use patience::{Deal, DealNumber, Position, Rules};
//!
//! let rules = Rules::built_in("klondike")?;
//! let mut position = Position::deal(rules.game(), &Deal::Number(DealNumber(3)))?;
//! while !position.is_won() {
//!     // The best move, without lookahead.
//!     let moves = position.legal_moves().into_iter();
//!     let best = moves.filter_map(|chosen| Some((position.merit(chosen)?, chosen))).min();
//!     let Some((_, chosen)) = best else { break };
//!     println!("{}", position.format_move(chosen));
//!     position.play(chosen)?;
//! }
//! assert!(position.is_won());
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Write a game
//!
//! [`tutorial`] teaches the language of rules files, and [`reference`](mod@reference) describes it. Rules with mistakes
//! are rejected; the error says where each mistake is, what was found and what was expected, and often how to fix it.
//!
//! ```
//! use patience::Rules;
//!
//! let text = r#"
//! name = "Four Heaps"
//!
//! [piles.heap]
//! role  = "foundation"
//! count = 4
//! start = 'Ace'
//! build = 'in_siut and up'
//!
//! [actions.deal]
//! do = [{ deal = 1, to = "waste" }]
//! "#;
//! let rejected = Rules::parse("four-heaps", text).unwrap_err();
//! assert_eq!(
//!     rejected.to_string(),
//!     "four-heaps.toml:8:10: unknown name `in_siut`: expected a word of the condition language, \
//!      a group of piles or a named condition; did you mean `in_suit`?\n\
//!      four-heaps.toml:11:24: there is no group of piles `waste`: expected `stock` or `heap`"
//! );
//!
//! let text = text.replace("siut", "suit") + "[piles.waste]";
//! let rules = Rules::parse("four-heaps", text)?;
//! assert_eq!(rules.game().name(), "Four Heaps");
//! # Ok::<(), patience::library::Rejected>(())
//! ```
//!
//! # Ask why a move is refused
//!
//! ```
//! use patience::{Deal, DealNumber, MoveError, Position, Rules};
//!
//! let rules = Rules::built_in("klondike")?;
//! let position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
//! let Err(MoveError::Refused(refusal)) = position.parse_move("t1 t2") else {
//!     panic!("the Ten of Clubs goes only on a Jack")
//! };
//! assert_eq!(
//!     refusal.to_string(),
//!     "TC may not go on KD: that requires one rank lower (klondike.toml:18)"
//! );
//! assert_eq!(refusal.key(), "piles.tableau.build");
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Features
//!
//! The library opens no files except those whose paths it is given, derives all randomness from deal numbers, and reads
//! the clock only for a search with a limit of time. The built-in games are without the tests in their files, unless the
//! feature `tests` adds them.
//!
//! # Code map
//!
//! Each module uses only those above it:
//!
//! - `work`: how much may be done, in one currency.
//! - `text`: sources, spans, diagnostics.
//! - `cards`: ranks, suits, packs, the shuffle, deals of other programs, bit sets of cards.
//! - `condition`: the language of conditions: parser, type checker, evaluator.
//! - `rules`: rules files: reading, merging with the files named by `like`, compiling to a game, folding into lookup
//!   tables.
//! - `prose`: conditions as English sentences.
//! - `play`: positions, the move generator, refusals, notation.
//! - `page`: the rules of a game as a page in English.
//! - `assist`: hints, safe moves, moves made of several, and a greedy player.
//! - `lint`: warnings about what only the compiled game can tell.
//! - `search`: solving positions.
//! - `honest`: a player who decides from what a person at the table can see and has seen.
//! - `testcase`: the tests in rules files.
//! - `view`: what a player may see of a position, and where it lies.
//! - `session`: a game in progress as a person or a program plays it: commands, undo, and what a player sees.
//! - `reply`: what a player is told, in sentences: refusals with their rules, hints, what the solver found out.
//! - `lookup`: games as players name and describe them.
//! - `dialogue`: one game after the other with a player or a program: what every front end does.
//! - `editor`: what an editor shows about a file that is being typed.
//! - `simulate`: many deals played by an automatic player.
//!
//! The program, `src/cli`, and the page for browsers, `src/browser`, are packages of their own. What they and the tests use
//! beside the interface is in `internals`.

mod assist;
mod cards;
mod condition;
pub mod dialogue;
#[doc(hidden)]
pub mod editor;
mod honest;
mod lint;
mod lookup;
pub mod page;
mod play;
mod prose;
mod reply;
mod rules;
mod search;
pub mod session;
mod simulate;
mod testcase;
mod text;
pub mod view;
pub mod work;

#[doc(hidden)]
pub mod internals;

#[cfg(doc)]
#[doc = "[reference]: mod@reference"]
#[doc = "[words]: mod@reference#words-of-conditions"]
#[doc = "[example]: mod@reference#the-game-of-the-examples"]
#[doc = "[limits]: mod@reference#limits"]
#[doc = ""]
#[doc = include_str!("../games/README.md")]
pub mod tutorial {}

#[cfg(doc)]
#[doc = "[tutorial]: mod@tutorial"]
#[doc = ""]
#[doc = include_str!("../games/REFERENCE.md")]
pub mod reference {}

pub use cards::{Card, Color, DealNumber, Rank, Suit};
pub use play::{Deal, Move, MoveError, NotationError, Outcome, Position, Refusal};
pub use rules::{Game, Rules};
pub use search::{Solver, Verdict};
pub use session::Session;

/// What names a pile, a group, an action, a counter or a card of a game.
pub mod id {
    pub use crate::cards::CardId;
    pub use crate::condition::{ActionId, Counter, GroupId, PileId};
}

/// Deals and layouts: where a position begins.
pub mod deal {
    pub use crate::cards::{Dealer, ForeignDeal, ParseCardError, ParseDealError, parse_cards};
    pub use crate::play::{DealError, Layout, LayoutError};
}

/// Where rules come from: the catalog of games, files and folders, and games by their names.
pub mod library {
    pub use crate::lookup::{FindError, Found, find};
    pub use crate::rules::{
        CatalogEntry, Clause, Library, Rejected, RulesError, Settings, VariantError, built_in_ids,
        catalog,
    };
}

/// What is wrong with rules, where, and how to mend it.
pub mod diagnostic {
    pub use crate::text::{
        Diagnostic, Diagnostics, Fix, Located, LocatedMark, Mark, Place, Severity, Sources, Span,
    };
}

/// Finding out whether a position can be won.
pub mod solve {
    pub use crate::search::{
        Control, Limit, Limits, Reduction, Reductions, Search, Solution, Winnability,
    };
}

/// Automatic players, hints, and counting of move sequences.
pub mod player {
    pub use crate::assist::{Hint, SingleMoves};
    pub use crate::honest::{Chances, HonestPlayer};
    pub use crate::play::{Merit, perft};
    pub use crate::simulate::{Plan, Player, SimulateError, Tally, simulate};
}

/// The tests in rules files.
pub mod testing {
    pub use crate::testcase::{TestCase, TestRun};
}
