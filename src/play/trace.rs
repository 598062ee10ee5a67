//! Watches what a deal or a move does, step by step.

use std::sync::Arc;

use super::board_view::BoardView;
use super::deal::{Deal, DealError};
use super::explain::Deciding;
use super::generate::Move;
use super::halt::{Guard, Halt};
use super::position::Position;
use super::sight::{Bindings, Sight};
use super::watch::{Event, Listener};
use crate::cards::CardId;
use crate::condition::{PileId, Ternary};
use crate::rules::{Game, Step};
use crate::text::Span;

/// The most entries of a trace.
pub(crate) const MAX_TRACED: usize = 500;

/// One thing that happened within a deal or a move.
#[derive(Clone, Debug)]
pub struct Traced {
    /// What did it.
    pub cause: Cause,
    /// How many steps and automatic steps it is part of.
    pub depth: usize,
    /// The cards that went to another pile, from bottom to top.
    pub transfers: Vec<(PileId, PileId, Vec<CardId>)>,
    /// The cards that were turned over without leaving their pile.
    pub turned: Vec<(PileId, CardId)>,
    /// The piles whose cards have another order.
    pub reordered: Vec<PileId>,
}

/// What moved cards.
#[derive(Clone, Debug)]
pub enum Cause {
    /// The player.
    Player,
    /// A step, written here. If it has a `where`, the piles that it selects, or `None` for one if that depends on a
    /// face-down card.
    Step(Span, Option<Vec<(PileId, Ternary)>>),
    /// A `pick` step: its cards were laid out before the pack was shuffled.
    Picked(Span),
    /// A step that did not run, and why its `when` does not hold.
    Skipped(Span, Vec<Deciding>),
    /// The automatic steps with this index, which follow.
    Auto(usize),
    /// Refilling of empty piles.
    Refill,
    /// Turning up of cards that may be lifted.
    TurnUp,
}

/// What a deal or a move did.
#[derive(Clone, Debug, Default)]
pub struct Trace {
    /// How often the pack was shuffled; 0 for a move.
    pub shuffles: usize,
    /// What happened, in order.
    pub entries: Vec<Traced>,
    /// Whether more happened than was noted.
    pub is_cut: bool,
    /// Why it was stopped, if it was.
    pub(crate) halt: Option<Halt>,
}

impl Position {
    /// Plays a legal move and notes what it does. If `sees_all` is not set, nothing about face-down cards is told by
    /// what conditions say.
    pub(crate) fn trace(&mut self, mv: Move, sees_all: bool) -> Trace {
        let mut tracer = Tracer::new(sees_all);
        tracer.before = cards_of(self);
        self.play_with(mv, &mut Listener::Tracer(&mut tracer));
        tracer.trace
    }

    /// Notes what the setup of a deal does, like [`Position::trace`].
    pub(crate) fn trace_deal(
        game: &Arc<Game>,
        deal: &Deal,
        sees_all: bool,
    ) -> Result<Trace, DealError> {
        let mut tracer = Tracer::new(sees_all);
        Position::deal_watched(game, deal, &mut Listener::Tracer(&mut tracer))?;
        Ok(tracer.trace)
    }
}

/// Every pile with its cards from bottom to top, each with whether it is face down.
type Piles = Vec<(PileId, Vec<(CardId, bool)>)>;

fn cards_of<T: BoardView>(board: &T) -> Piles {
    let cards = |pile: PileId| {
        let down = board.cards_down(pile);
        let mut cards: Vec<(CardId, bool)> = down.map(|c| (c, board.is_hidden(c))).collect();
        cards.reverse();
        (pile, cards)
    };
    board.game().piles().map(cards).collect()
}

/// Notes what happens.
#[derive(Debug)]
pub(super) struct Tracer {
    sees_all: bool,
    before: Piles,
    trace: Trace,
    /// The entries of the steps that have begun.
    begun: Vec<usize>,
    is_in_auto: bool,
    guard: Guard,
}

impl Tracer {
    fn new(sees_all: bool) -> Tracer {
        Tracer {
            sees_all,
            before: Vec::new(),
            trace: Trace::default(),
            begun: Vec::new(),
            is_in_auto: false,
            guard: Guard::default(),
        }
    }

    fn sight<'a, T: BoardView>(&self, board: &'a T) -> Sight<'a, T> {
        if self.sees_all {
            Sight::for_rules(board)
        } else {
            Sight::for_player(board)
        }
    }

    fn push(&mut self, cause: Cause) -> usize {
        let depth = self.begun.len() + usize::from(self.is_in_auto);
        self.trace.entries.push(Traced {
            cause,
            depth,
            transfers: Vec::new(),
            turned: Vec::new(),
            reordered: Vec::new(),
        });
        self.trace.entries.len() - 1
    }

    /// Adds what has changed on the board to an entry. Returns whether anything has.
    fn compare<T: BoardView>(&mut self, entry: usize, board: &T) -> bool {
        let after = cards_of(board);
        let before = std::mem::replace(&mut self.before, after);
        let entry = &mut self.trace.entries[entry];
        for ((pile, cards), (_, earlier)) in self.before.iter().zip(&before) {
            let was_here = |card: CardId| earlier.iter().find(|(other, _)| *other == card);
            let stayed: Vec<CardId> = cards.iter().map(|(card, _)| *card).collect();
            let stayed: Vec<CardId> = stayed
                .into_iter()
                .filter(|&card| was_here(card).is_some())
                .collect();
            let order = earlier.iter().map(|(card, _)| *card);
            if !order
                .filter(|card| stayed.contains(card))
                .eq(stayed.iter().copied())
            {
                entry.reordered.push(*pile);
            }
            for &(card, is_down) in cards {
                match was_here(card) {
                    Some((_, was_down)) if *was_down != is_down => {
                        entry.turned.push((*pile, card));
                    }
                    Some(_) => {}
                    None => {
                        let from = before
                            .iter()
                            .find(|(_, cards)| cards.iter().any(|(other, _)| *other == card));
                        let Some((from, _)) = from else { continue };
                        let known = entry.transfers.iter_mut();
                        match known
                            .into_iter()
                            .find(|(f, t, _)| (*f, *t) == (*from, *pile))
                        {
                            Some((.., cards)) => cards.push(card),
                            None => entry.transfers.push((*from, *pile, vec![card])),
                        }
                    }
                }
            }
        }
        !(entry.transfers.is_empty() && entry.turned.is_empty() && entry.reordered.is_empty())
    }

    /// Notes what has changed, if anything has.
    fn note_change<T: BoardView>(&mut self, cause: Cause, board: &T) {
        let entry = self.push(cause);
        if !self.compare(entry, board) {
            self.trace.entries.pop();
        }
    }

    /// The piles that the `where` of a step selects.
    fn selection<T: BoardView>(&self, step: &Step, board: &T) -> Option<Vec<(PileId, Ternary)>> {
        let only = step.only.as_ref()?;
        let sight = self.sight(board);
        let holds = |pile: PileId| (pile, sight.holds(only, Bindings::of_pile(pile)));
        Some(step.choices().iter().map(holds).collect())
    }
}

impl Tracer {
    /// Takes note of what happens.
    pub(super) fn note<T: BoardView>(&mut self, event: Event<'_>, board: &T) {
        self.guard.note(event);
        self.trace.halt = self.guard.halt();
        if self.trace.entries.len() >= MAX_TRACED && !matches!(event, Event::Shuffled) {
            self.trace.is_cut = true;
            return;
        }
        match event {
            Event::Shuffled => {
                let shuffles = self.trace.shuffles + 1;
                *self = Tracer::new(self.sees_all);
                self.trace.shuffles = shuffles;
                self.before = cards_of(board);
            }
            Event::Begins(step) => {
                let cause = if step.cards.is_empty() {
                    Cause::Step(step.span, self.selection(step, board))
                } else {
                    Cause::Picked(step.span)
                };
                let entry = self.push(cause);
                self.begun.push(entry);
            }
            Event::Skipped(step) => {
                let when = step.when.as_ref();
                let sight = self.sight(board);
                let why = when
                    .map(|when| sight.explain(&when.predicate, &when.order, Bindings::default()));
                self.push(Cause::Skipped(step.span, why.unwrap_or_default()));
            }
            Event::Done => match self.begun.pop() {
                Some(entry) => {
                    self.compare(entry, board);
                }
                None => self.note_change(Cause::Player, board),
            },
            Event::Refilled => {
                self.is_in_auto = false;
                self.note_change(Cause::Refill, board);
            }
            Event::TurnedUp => self.note_change(Cause::TurnUp, board),
            Event::Auto(index) => {
                self.push(Cause::Auto(index));
                self.is_in_auto = true;
            }
            Event::OutOfWork | Event::OutOfRuns(_) => {}
        }
    }
}
