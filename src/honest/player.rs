//! Plays whole games.

use std::collections::{HashSet, VecDeque};

use crate::cards::{CardId, CardSet};
use crate::play::{Move, Numbers, Position};
use crate::rules::Step;
use crate::search::{Control, Limit, Limits, Scout, Search, Solver, Verdict};

use super::deliberation::Deliberation;
use super::knowledge::Knowledge;
use super::outlook::{Chances, Outlook};

/// Once all cards are known, one search decides, and may look at so many times as many positions as other decisions.
const OPEN: u64 = 7;
/// The most actions for looking through the stock.
const MAX_LOOK: usize = 400;

/// What a player thinks about.
#[derive(Debug)]
enum Thought {
    /// Which move to play.
    Decision(Box<Deliberation>),
    /// How to win, where all cards are known: a search, the numbers of its cards, and how many positions it may still look
    /// at.
    Win(Box<Search>, Numbers, u64),
}

/// A player who decides from what a person at the table can see and has seen, and never takes a move back.
///
/// It remembers every card that was shown, until cards are shuffled; where the unknown cards lie, it can only guess. So it
/// deals them at random many times, looks for wins in each of these worlds as if all cards were open, and plays the moves
/// that can still win most of them, up to the next card that is turned up. Then it decides anew.
///
/// Decisions follow from the rules, from what is known and from the number of positions: they are the same on every
/// machine. A player who is shown a position of another game begins anew.
///
/// ```
/// use patience::{Deal, DealNumber, Position, Rules};
/// use patience::player::HonestPlayer;
/// use patience::solve::Control;
///
/// let rules = Rules::built_in("klondike")?;
/// let mut position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
/// let mut player = HonestPlayer::new(1000);
/// let control = Control::default();
/// while let Some(chosen) = player.choose(&position, &control) {
///     println!("{}", position.format_move(chosen));
///     position.play(chosen)?;
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct HonestPlayer {
    /// The positions to look at for each decision.
    states: u64,
    looks: bool,
    scout: Option<Scout>,
    /// The position of the last choice.
    last: Option<Position>,
    /// The cards whose place is known.
    known: CardSet,
    /// The hashes of what was known earlier in the game.
    past: HashSet<u64>,
    /// The moves to play next.
    plan: VecDeque<Move>,
    /// Whether the plan only looks through the stock, so that it goes on whatever is shown.
    is_looking: bool,
    /// Whether a win was looked for since all cards are known.
    is_searched: bool,
    /// The worlds that were tried for the last choice.
    outlook: Option<Outlook>,
    /// The key of a rule that reads unknown cards.
    telltale: Option<String>,
    /// What it thinks about.
    thought: Option<Thought>,
}

impl HonestPlayer {
    /// A player who looks at about so many positions for each decision. It looks through the stock first, where that
    /// costs nothing.
    pub fn new(states: u64) -> HonestPlayer {
        HonestPlayer {
            states,
            looks: true,
            scout: None,
            last: None,
            known: CardSet::EMPTY,
            past: HashSet::new(),
            plan: VecDeque::new(),
            is_looking: false,
            is_searched: false,
            outlook: None,
            telltale: None,
            thought: None,
        }
    }

    /// Does not look through the stock first.
    pub fn without_looking(self) -> HonestPlayer {
        HonestPlayer {
            looks: false,
            ..self
        }
    }

    /// Remembers some cards, for example from earlier in the game.
    pub fn remember(&mut self, cards: impl IntoIterator<Item = CardId>) {
        self.known |= cards.into_iter().collect();
    }

    /// Notes a position of the game: what it shows, and whether the game goes as planned. Each position since the last one
    /// should be shown to it, so that it remembers all cards.
    pub fn watch(&mut self, position: &Position) {
        let is_same = |last: &Position| last.game().fingerprint() == position.game().fingerprint();
        if !self.last.as_ref().is_none_or(is_same) {
            *self = HonestPlayer {
                looks: self.looks,
                ..HonestPlayer::new(self.states)
            };
        }
        let last = self.last.get_or_insert_with(|| position.clone());
        let has_shuffled = position.has_shuffled_since(last);
        let has_moved = position != last;
        // What was thought about is over.
        if has_moved && let Some(Thought::Decision(decision)) = self.thought.take() {
            self.scout = Some(decision.into_scout());
        }
        if has_moved {
            let follows = self.plan.pop_front().is_some_and(|planned| {
                last.is_legal(planned) && {
                    last.play_unchecked(planned);
                    position == last
                }
            });
            if follows {
                self.outlook.iter_mut().for_each(Outlook::advance);
            } else {
                self.plan.clear();
                self.outlook = None;
            }
        }
        let shown = position.shown_cards();
        if has_shuffled {
            self.known = CardSet::EMPTY;
            self.is_searched = false;
        }
        if has_shuffled || !self.is_looking && !(shown - self.known).is_empty() {
            self.plan.clear();
        }
        self.known |= shown;
        last.clone_from(position);
    }

    /// The next move; `None` once the game is over or given up. If it is interrupted, it chooses by what it found out so
    /// far. It plans some moves at once: as long as these are played, it keeps to them.
    pub fn choose(&mut self, position: &Position, control: &Control) -> Option<Move> {
        let is_decided = self.think(position, u64::MAX, control);
        if !is_decided && let Some(Thought::Decision(decision)) = self.thought.take() {
            self.plan_by(*decision);
        }
        self.next(position)
    }

    /// Thinks about the next move, until it has looked at about `states` more positions or is interrupted. Returns whether the
    /// move is decided on: then [`HonestPlayer::choose`] tells it at once.
    ///
    /// ```
    /// # use patience::{Deal, DealNumber, Position, Rules};
    /// # use patience::player::HonestPlayer;
    /// # use patience::solve::Control;
    /// # let rules = Rules::built_in("yukon")?;
    /// # let position = Position::deal(rules.game(), &Deal::Number(DealNumber(1)))?;
    /// let (mut player, control) = (HonestPlayer::new(3000), Control::default());
    /// while !player.think(&position, 500, &control) {
    ///     // Something else can be done meanwhile.
    /// }
    /// let chosen = player.choose(&position, &control).expect("a move is legal");
    /// let chances = player.chances().expect("cards are hidden");
    /// println!("{}: {} of {}", position.format_move(chosen), chances.wins, chances.worlds);
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn think(&mut self, position: &Position, states: u64, control: &Control) -> bool {
        self.watch(position);
        if position.is_won() || self.next(position).is_some() {
            return true;
        }
        if self.thought.is_none() {
            self.plan.clear();
            self.outlook = None;
            self.begin(position);
        }
        match self.thought.take() {
            None => true,
            Some(Thought::Decision(mut decision)) => {
                let is_decided = decision.think(states, control);
                if is_decided {
                    self.plan_by(*decision);
                } else {
                    self.thought = Some(Thought::Decision(decision));
                }
                is_decided
            }
            Some(Thought::Win(mut search, numbers, left)) => {
                let limits = Limits::default().with_states(states.min(left));
                let solution = search.go_on(&limits, control);
                let left = left.saturating_sub(solution.states);
                match solution.verdict {
                    Verdict::Unknown(Limit::States | Limit::Work | Limit::Interrupt)
                        if left > 0 =>
                    {
                        self.thought = Some(Thought::Win(search, numbers, left));
                        return false;
                    }
                    Verdict::Winnable(moves) => self.plan = numbers.as_played(moves).into(),
                    Verdict::Unwinnable | Verdict::Unknown(_) => {}
                }
                self.is_searched = true;
                !self.plan.is_empty() || self.think(position, states, control)
            }
        }
    }

    /// How the worlds that were tried for the last choice turned out, from the position where the player thought about it;
    /// `None` if the game has gone on since then as planned (see [`HonestPlayer::weigh`]), if the place of every card was
    /// known, or if none was tried: where much is unknown and whole runs go to goal piles, a search for wins would tell
    /// little.
    pub fn chances(&self) -> Option<Chances> {
        self.outlook.as_ref().and_then(Outlook::chances)
    }

    /// Looks longer for wins in the worlds that were tried for the last choice, from the position that was seen last, until
    /// it has looked at about `states` more positions or is interrupted. No choice depends on it.
    pub fn weigh(&mut self, states: u64, control: &Control) {
        if let (Some(outlook), Some(scout)) = (&mut self.outlook, &mut self.scout) {
            outlook.weigh(scout, states, control);
        }
    }

    /// The key of a rule by which moves are legal or not depending on cards that the player does not know, if one was
    /// noticed in this game. Then what is legal tells of these cards, and worlds are only tried as far as they fit the moves
    /// that are legal now: what earlier positions told is not used, so chances are rougher.
    pub fn telltale(&self) -> Option<&str> {
        self.telltale.as_deref()
    }

    /// The next move of the plan, if it can be played.
    fn next(&self, position: &Position) -> Option<Move> {
        let planned = self.plan.front().copied();
        planned.filter(|&mv| !position.is_won() && position.is_legal(mv))
    }

    /// Plans what a decision has come to.
    fn plan_by(&mut self, decision: Deliberation) {
        let telltale = decision.telltale().map(str::to_owned);
        self.telltale = telltale.or(self.telltale.take());
        let (plan, outlook, scout) = decision.finish();
        (self.plan, self.outlook, self.scout) = (plan.into(), outlook, Some(scout));
    }

    /// Begins to think, unless there is nothing to think about.
    fn begin(&mut self, position: &Position) {
        let knowledge = Knowledge::new(position, self.known);
        self.past.insert(knowledge.hash());
        let scout = self.scout.take().unwrap_or_else(|| Scout::new(position));
        let look = self.looks.then(|| look_through_stock(&knowledge, &scout));
        self.is_looking = look.as_ref().is_some_and(Option::is_some);
        if let Some(look) = look.flatten() {
            (self.plan, self.scout) = (look, Some(scout));
            return;
        }
        let is_complete = knowledge.is_complete();
        if is_complete && !self.is_searched {
            self.scout = Some(scout);
            // Nothing is unknown, so this is the position itself.
            let search = Solver::new(Limits::default()).search(&knowledge.position);
            let most = self.states.saturating_mul(OPEN);
            self.thought = Some(Thought::Win(Box::new(search), knowledge.numbers, most));
            return;
        }
        // If a search with all cards known has failed, only a shuffle can help, if anything.
        let mut steps = position.game().steps_in_play();
        if is_complete && !steps.any(Step::shuffles) {
            self.scout = Some(scout);
            return;
        }
        let decision = Deliberation::new(knowledge, scout, self.past.clone(), self.states);
        let decision = if is_complete {
            decision.by_playing_on()
        } else {
            decision
        };
        self.thought = Some(Thought::Decision(Box::new(decision)));
    }
}

/// The actions that lead around to the same position, if they show an unknown card. They cost nothing: neither points nor
/// one of a limited number of redeals.
fn look_through_stock(knowledge: &Knowledge, scout: &Scout) -> Option<VecDeque<Move>> {
    if !scout.only_turns() {
        return None;
    }
    let (mut at, mut moves, mut shown) =
        (knowledge.position.clone(), VecDeque::new(), knowledge.known);
    while moves.len() < MAX_LOOK {
        let mut actions = at.game().actions().map(Move::Action);
        let action = actions.find(|&action| at.is_legal(action))?;
        at.play_unchecked(action);
        moves.push_back(action);
        shown |= at.shown_cards();
        if at == knowledge.position {
            return (shown != knowledge.known).then_some(moves);
        }
    }
    None
}
