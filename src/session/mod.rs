//! A game in progress as a person or a program plays it, without a terminal, files or a clock.
//!
//! - `command` reads the typed text, with the words in `table`, other words for them in `phrases`, and other ways to
//!   write moves in `notation`.
//! - `play` plays it, and says as an `event` what happened.
//! - `history` keeps the moves, for undo and redo, and `notebook` what a test of the game is written from.

mod command;
mod effort;
mod event;
mod history;
mod notation;
mod notebook;
mod phrases;
mod play;
mod table;

use std::collections::HashSet;

use crate::assist::Hint;
use crate::cards::{CardId, CardSet};
use crate::play::{Move, Position, Refusal};
use crate::rules::Step;
use crate::view::View;
use crate::work::{LINE, is_all_done, within};
#[doc(hidden)]
pub use command::MAX_LINE;
pub use command::{Command, CommandError, NewDeal, Question, Request};
pub use effort::Effort;
#[doc(hidden)]
pub use effort::parse_seconds;
#[doc(hidden)]
pub use event::list_changes;
pub use event::{Event, Manner, Transfer};
pub(crate) use history::History;
pub(crate) use notation::shorten_cards;
use notebook::Notebook;
pub use play::PlayError;
pub(crate) use table::{COMMANDS, CommandWord};

/// A game in progress: its position, how it got there, and what the player has seen.
///
/// ```
/// use patience::{Deal, DealNumber, Position, Rules, Session};
/// use patience::session::Command;
///
/// let rules = Rules::built_in("klondike")?;
/// let first = Position::deal(rules.game(), &Deal::Number(DealNumber(3)))?;
/// let mut session = Session::new(first);
/// let Command::Play(request) = Command::read(session.position(), "2D 3S")? else {
///     panic!("it is a move");
/// };
/// let event = session.play(&request)?;
/// assert_eq!((event.text.as_str(), session.moves().len()), ("t4 t6", 1));
/// let (card, pile) = event.turned_up[0];
/// println!("{} turned up on {}", session.position().face(card), rules.game().pile_name(pile));
/// assert!(session.undo());
/// // The player knows it now.
/// assert!(session.position().is_hidden(card) && session.has_seen(card));
/// for legal in session.view().legal {
///     println!("{}: {}", legal.id, legal.text);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct Session {
    history: History,
    notebook: Notebook,
    /// The cards that the player has seen.
    seen: CardSet,
    last_refusal: Option<Refusal>,
}

impl Session {
    /// A game that begins with a position.
    pub fn new(first: Position) -> Session {
        let mut session = Session {
            history: History::new(first),
            notebook: Notebook::default(),
            seen: CardSet::EMPTY,
            last_refusal: None,
        };
        session.see_face_up();
        session
    }

    /// The current position.
    pub fn position(&self) -> &Position {
        self.history.current()
    }

    /// The moves that led to the current position.
    pub fn moves(&self) -> &[Move] {
        self.history.moves()
    }

    /// All moves: also after the current position, if they were taken back.
    #[doc(hidden)]
    pub fn history(&self) -> &History {
        &self.history
    }

    /// Goes back to the position before the last turn: what a player asked for at once. Returns whether there was one.
    pub fn undo(&mut self) -> bool {
        self.history.undo()
    }

    /// Replays the turn that was taken back last. Returns whether there was one.
    pub fn redo(&mut self) -> bool {
        self.history.redo()
    }

    /// Whether there is a turn that was taken back and can be replayed.
    pub fn can_redo(&self) -> bool {
        self.history.turns().count() > self.history.turn_count()
    }

    /// Forgets the turns that were taken back.
    #[doc(hidden)]
    pub fn forget_undone(&mut self) {
        self.history.forget_undone();
    }

    /// What a player may see now.
    pub fn view(&self) -> View {
        self.position().view()
    }

    /// The legal moves, best first. Those that lead back to an earlier position of the game come last, if the player has
    /// not learned since then where more of the cards are. Some are missing if all of them take more work than half
    /// of [`LINE`].
    pub fn hints(&self) -> Vec<Hint> {
        within(LINE / 2, || {
            let position = self.position();
            let mut hints = position.hints();
            let visits = self.visits();
            let mut next = position.clone();
            let tried = hints.iter_mut().take_while(|_| !is_all_done()).map(|hint| {
                next.clone_from(position);
                next.play_unchecked(hint.mv);
                let known = self.seen | next.shown_cards();
                hint.leads_back = visits.contains(&(next.hash(), known.len()));
                if hint.leads_back {
                    hint.merit = None;
                    hint.reason
                        .push_str(", which leads back to an earlier position");
                }
            });
            let tried = tried.count();
            hints.truncate(tried);
            hints.sort_by_key(|hint| (hint.leads_back, hint.merit.is_none()));
            hints
        })
    }

    /// The positions of the game, each by its hash and the number of cards that had been seen when it was left.
    fn visits(&self) -> HashSet<(u64, usize)> {
        let shown = self.history.shown();
        // Cards may also have been seen in moves that were taken back, or before the game was saved.
        let others = (self.seen - shown[shown.len() - 1]).len();
        let visits = self.history.hashes().iter().zip(shown);
        visits
            .map(|(hash, shown)| (*hash, shown.len() + others))
            .collect()
    }

    /// Whether the player knows where every card is: each is face up or was, and no shuffle can have moved it since.
    pub fn knows_all_cards(&self) -> bool {
        let position = self.position();
        let mut steps = position.game().steps_in_play();
        let remembered = if steps.any(Step::shuffles) {
            CardSet::EMPTY
        } else {
            self.seen
        };
        position
            .unknown_cards(remembered | position.shown_cards())
            .is_empty()
    }

    /// Why a move was refused last.
    pub fn last_refusal(&self) -> Option<&Refusal> {
        self.last_refusal.as_ref()
    }

    /// Whether the player has seen the face of a card, in this position or in any other of the game, also in one that
    /// was taken back.
    pub fn has_seen(&self, card: CardId) -> bool {
        self.seen.contains(card)
    }

    /// The cards that the player has seen.
    pub fn seen(&self) -> impl Iterator<Item = CardId> {
        self.seen.iter()
    }

    /// Notes that the player has seen some cards, for example before the game was saved. A card that the game does not
    /// have is ignored.
    pub fn see(&mut self, cards: impl IntoIterator<Item = CardId>) {
        let cards: CardSet = cards.into_iter().collect();
        self.seen |= cards & CardSet::first(self.position().game().deck.len());
    }

    /// Notes that the player has seen all cards.
    pub(crate) fn see_all(&mut self) {
        self.see(CardId::first(self.position().game().deck.len()));
    }

    /// Notes that the player sees the cards that are face up now.
    fn see_face_up(&mut self) {
        let position = self.position();
        let piles = position.game().piles();
        let cards = piles.flat_map(|pile| position.cards_down(pile));
        let face_up: CardSet = cards.filter(|&card| !position.is_hidden(card)).collect();
        self.seen |= face_up;
    }

    /// Lets the next test begin here. With `is_open`, it may name face-down cards.
    pub(crate) fn mark(&mut self, is_open: bool) {
        self.notebook.set_mark(&self.history, is_open);
    }

    /// What the next test is written from.
    pub(crate) fn notebook(&self) -> &Notebook {
        &self.notebook
    }

    /// Takes over what the player noted and saw in the same game under other rules.
    #[doc(hidden)]
    pub fn go_on_from(&mut self, other: &mut Session) {
        self.notebook = std::mem::take(&mut other.notebook);
        if self.position().game().deck() == other.position().game().deck() {
            self.see(other.seen());
        }
    }
}
