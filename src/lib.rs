//! Solitaire card games as data.
//!
//! A game is one rules file: a page of TOML with conditions in a small language. [`Rules`] reads it and reports all
//! its mistakes at once; a [`Game`] is what it compiles to. A [`Position`] of the game lists its legal moves, plays
//! them, and explains why any other move is refused. A [`Session`] is a game as somebody plays it, with undo and
//! [`Command`]s, and shows what a player may see. More than three hundred games and variants are built in.
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
//! # Ok::<(), patience::Rejected>(())
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
mod dialogue;
#[doc(hidden)]
pub mod editor;
mod honest;
mod lint;
mod lookup;
mod page;
mod play;
mod prose;
mod reply;
mod rules;
mod search;
mod session;
mod simulate;
mod testcase;
mod text;

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

pub use assist::{Hint, SingleMoves};
pub use cards::{
    Card, CardId, Color, DealNumber, Dealer, ForeignDeal, ParseCardError, ParseDealError, Rank,
    Suit, parse_cards,
};
pub use condition::{ActionId, Counter, GroupId, PileId};
pub use dialogue::{
    ChosenDeal, Conversation, Dialogue, Help, HintEffort, Host, Hunt, PlayedGame, Shown, Telling,
};
pub use honest::{Chances, HonestPlayer};
pub use lookup::{FindError, Found};
pub use page::{Block, Page, Section};
pub use play::{
    Deal, DealError, Layout, LayoutError, Merit, Move, MoveError, NotationError, Outcome, Position,
    Refusal, perft,
};
pub use reply::{Answer, Board, Inquiry, Reply, Runner, Searching, Wish};
pub use rules::{
    CatalogEntry, Clause, Game, Library, Rejected, Rules, RulesError, Settings, VariantError,
    built_in_ids, catalog,
};
pub use search::{
    Control, Limit, Limits, Reduction, Reductions, Search, Solution, Solver, Verdict, Winnability,
};
pub use session::{
    CardView, Command, CommandError, Effort, Event, GroupView, LegalMove, Manner, NewDeal,
    PileView, Question, Refused, Request, Session, Spot, Transfer, View,
};
pub use simulate::{Plan, Player, SimulateError, Tally, simulate};
pub use testcase::{TestCase, TestRun};
pub use text::{
    Diagnostic, Diagnostics, Fix, Located, LocatedMark, Mark, Place, Severity, Sources, Span,
};
