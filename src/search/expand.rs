//! Lists the moves that need to be tried in a position.

use crate::cards::{CardId, CardSet};
use crate::condition::{PileId, PileSet, View};
use crate::play::{BoardView, Merit, Move, Position};
use crate::rules::file::Take;
use crate::rules::{Game, Step};

use super::analysis::{Analysis, Reduction};
use super::key::Keys;
use super::limits::{Limit, Watch};
use super::node::{Candidate, Entry, Node};
use super::orbit::{Orbit, Orbits};
use super::relaxed::Relaxed;
use super::safe::Safety;
use super::solver::Verdict;

/// Lists moves with all reductions that the rules allow.
#[derive(Debug)]
pub(super) struct Expander<'a> {
    analysis: &'a Analysis,
    pub(super) watch: Watch<'a>,
    known: Known,
    /// The piles that accept cards.
    targets: Vec<PileId>,
    legal: Vec<Move>,
    turned: Position,
    /// Whether anything shuffles cards once the game is under way.
    may_shuffle: bool,
}

/// What was found out about the positions of a game. It serves other searches of the same game too.
#[derive(Debug)]
pub(super) struct Known {
    keys: Keys,
    orbits: Orbits,
    /// Which cards are safe, once that was asked.
    safety: Option<Safety>,
    /// Find dead positions, once the base rank is set, where the rules allow it: in games of one pack, and of two.
    relaxed: Option<Relaxed<1>>,
    relaxed_two: Option<Relaxed<2>>,
}

impl Known {
    pub(super) fn new(game: &Game, analysis: &Analysis) -> Known {
        Known {
            keys: Keys::new(game, analysis),
            orbits: Orbits::default(),
            safety: None,
            relaxed: None,
            relaxed_two: None,
        }
    }
}

/// The order of actions.
const ACTION: u8 = Merit::Action as u8 * 2;
/// The order of moves that undo progress.
const LAST: u8 = 20;
/// The most that the distance of a stop of an orbit adds to the order of a move.
const MAX_DISTANCE: u8 = 8;

impl<'a> Expander<'a> {
    pub(super) fn new(
        analysis: &'a Analysis,
        position: &Position,
        watch: Watch<'a>,
    ) -> Expander<'a> {
        let known = Known::new(position.game(), analysis);
        Expander::knowing(known, analysis, position, watch)
    }

    /// An expander that goes on with what an earlier one found out about the game, with the same analysis.
    pub(super) fn knowing(
        known: Known,
        analysis: &'a Analysis,
        position: &Position,
        watch: Watch<'a>,
    ) -> Expander<'a> {
        let targets = &position.game().folded.targets;
        Expander {
            analysis,
            watch,
            known,
            targets: targets.iter().map(|target| target.pile).collect(),
            legal: Vec::new(),
            turned: position.clone(),
            may_shuffle: position.game().steps_in_play().any(Step::shuffles),
        }
    }

    /// The verdict of a search that came to its end and found no win.
    pub(super) fn verdict_at_end(&self) -> Verdict {
        match self.watch.left_out {
            Some(limit) => Verdict::Unknown(limit),
            None => Verdict::Unwinnable,
        }
    }

    /// What was found out about the game, for a later expander.
    pub(super) fn into_known(self) -> Known {
        self.known
    }

    /// Enters a position that a search begins with.
    pub(super) fn enter(&mut self, position: &Position) -> Node {
        let all = self.known.keys.all;
        let entry = self.enter_changed(position, all);
        self.keep(position, entry)
    }

    /// Enters a position that a candidate leads to.
    pub(super) fn enter_after(
        &mut self,
        position: &Position,
        before: &Node,
        candidate: Candidate,
    ) -> Entry {
        self.known.keys.hashes.clone_from_slice(&before.hashes);
        let changed = self.piles_changed_by(&before.position, candidate);
        self.enter_changed(position, changed)
    }

    /// The node of the position that was entered last.
    pub(super) fn keep(&self, position: &Position, entry: Entry) -> Node {
        Node {
            position: position.clone(),
            entry,
            hashes: self.known.keys.hashes.clone(),
        }
    }

    /// Makes a node that of the position that was entered last, without allocating memory. `position` gets the node's old
    /// position in exchange.
    pub(super) fn keep_in(&self, node: &mut Node, position: &mut Position, entry: Entry) {
        std::mem::swap(&mut node.position, position);
        node.entry = entry;
        node.hashes.clone_from_slice(&self.known.keys.hashes);
    }

    /// The piles that a candidate can change.
    fn piles_changed_by(&self, before: &Position, candidate: Candidate) -> PileSet {
        let folded = &before.game().folded;
        match candidate.mv {
            Move::Cards(card, to) if folded.moves_are_local => {
                let from = before.expect_pile_of(card);
                let turned = match candidate.stop {
                    0 => PileSet::EMPTY,
                    _ => self.analysis.turned(),
                };
                let goal = candidate.then.map(|(_, goal)| goal);
                turned | [from, to].into_iter().chain(goal).collect()
            }
            _ => self.known.keys.all,
        }
    }

    fn enter_changed(&mut self, position: &Position, changed: PileSet) -> Entry {
        let is_late = self.analysis.is_late(position);
        let parts = self.known.keys.parts(position, changed, is_late);
        let goals = parts.goals;
        let Some(cycle) = &self.analysis.cycle else {
            let key = parts.others.wrapping_add(parts.turned);
            let orbit = None;
            return Entry { key, goals, orbit };
        };
        let orbit = self
            .known
            .orbits
            .get(cycle, &self.known.keys, position, parts.turned);
        let key = parts.others.wrapping_add(orbit.key);
        let orbit = (!orbit.stops.is_empty()).then_some(orbit);
        Entry { key, goals, orbit }
    }

    /// Makes a copy of a position and plays a candidate in it. Returns `false` if cards were shuffled, so that nobody can
    /// know what it leads to.
    pub(super) fn play(
        &mut self,
        next: &mut Position,
        before: &Node,
        candidate: Candidate,
    ) -> bool {
        next.clone_from(&before.position);
        if let Some(orbit) = &before.entry.orbit {
            orbit.go_on(next, 0, usize::from(candidate.stop));
        }
        next.play_unchecked(candidate.mv);
        if let Some((card, goal)) = candidate.then {
            next.play_unchecked(Move::Cards(card, goal));
        }
        let has_shuffled = self.may_shuffle && next.has_shuffled_since(&before.position);
        if has_shuffled {
            self.watch.left_out = Some(Limit::Shuffle);
        }
        !has_shuffled
    }

    /// Replaces the contents of `candidates` with the moves that need to be tried, the most promising first.
    pub(super) fn expand(&mut self, node: &mut Node, candidates: &mut Vec<Candidate>) {
        candidates.clear();
        let Node {
            position, entry, ..
        } = node;
        let mut legal = std::mem::take(&mut self.legal);
        self.watch.list(position, &mut legal);
        let safe = if self.analysis.uses(Reduction::SafeGoals) {
            Safety::safe_cards(
                &mut self.known.safety,
                self.analysis,
                position,
                &self.known.keys,
                entry.goals,
            )
        } else {
            CardSet::EMPTY
        };
        if let Some(mv) = self.find_forced_move(position, &legal, safe) {
            candidates.push(Candidate::new(mv, 0));
            self.legal = legal;
            return;
        }
        if self.is_dead(position) {
            self.legal = legal;
            return;
        }
        for &mv in &legal {
            match mv {
                Move::Action(_) => {
                    // Otherwise the orbit leads through the actions.
                    if entry.orbit.is_none() {
                        candidates.push(Candidate::new(mv, ACTION));
                    }
                }
                Move::Cards(card, to) => {
                    if self.is_needless(position, card, to, safe) {
                        continue;
                    }
                    let mut candidate = Candidate::new(mv, order_of(position, mv));
                    if self.takes_part(position, card, to) {
                        let Some(then) = self.find_goal_below(position, card) else {
                            continue;
                        };
                        candidate.then = Some(then);
                    }
                    candidates.push(candidate);
                }
            }
        }
        if let Some(orbit) = &entry.orbit {
            self.add_moves_of_orbit(position, orbit, &mut legal, candidates);
        }
        self.legal = legal;
        candidates.sort_by_key(|candidate| candidate.order);
    }

    /// Whether a position cannot be won, as a look at an easier game shows.
    fn is_dead(&mut self, position: &Position) -> bool {
        match position.game().deck.len() {
            ..=64 => Relaxed::is_dead_in(&mut self.known.relaxed, self.analysis, position),
            65..=128 => Relaxed::is_dead_in(&mut self.known.relaxed_two, self.analysis, position),
            _ => false,
        }
    }

    /// A move of a card to a goal pile that can do no harm.
    fn find_forced_move(&self, position: &Position, legal: &[Move], safe: CardSet) -> Option<Move> {
        if safe.is_empty() {
            return None;
        }
        let game = position.game();
        let turned = self.analysis.turned();
        let is_forced = |mv: &&Move| match **mv {
            Move::Cards(card, to) => {
                let from = position.expect_pile_of(card);
                safe.contains(card)
                    && game.piles[to.index()].goal
                    && !game.piles[from.index()].goal
                    && !turned.contains(from)
            }
            Move::Action(_) => false,
        };
        legal.iter().find(is_forced).copied()
    }

    /// Whether a legal move of cards need not be tried.
    fn is_needless(&self, position: &Position, card: CardId, to: PileId, safe: CardSet) -> bool {
        let game = position.game();
        let from = position.expect_pile_of(card);
        if self.is_later_space(position, to) || self.exchanges_spaces(position, card, from, to) {
            return true;
        }
        game.piles[from.index()].goal && safe.contains(card)
    }

    /// Whether a pile is now known to be interchangeable with the others of its group.
    fn is_exchangeable(&self, position: &Position, pile: PileId) -> bool {
        let is_late = self.analysis.is_late(position);
        self.analysis
            .is_exchangeable(position.game(), pile, is_late)
    }

    /// Whether a pile is empty, and another that is like it comes first.
    fn is_later_space(&self, position: &Position, to: PileId) -> bool {
        let game = position.game();
        position.is_empty(to)
            && self.is_exchangeable(position, to)
            && position.first_empty(game.group_of(to).piles) != Some(to)
    }

    /// Whether a move only exchanges an empty pile for another that is like it, and nothing else follows from it.
    fn exchanges_spaces(
        &self,
        position: &Position,
        card: CardId,
        from: PileId,
        to: PileId,
    ) -> bool {
        let game = position.game();
        let group = game.group_of(to);
        position.is_empty(to)
            && self.is_exchangeable(position, to)
            && group.piles.contains(from)
            && group.take != Take::Any
            && position.card_below(card).is_none()
            && game.refilled_piles.is_empty()
            && game.autos.is_empty()
            && !game.piles[to.index()].is_counted
    }

    /// Whether a move takes a part of a run, in a game where that is needless except to bare a card that goes to a goal
    /// pile at once.
    fn takes_part(&self, position: &Position, card: CardId, to: PileId) -> bool {
        let game = position.game();
        let from = position.expect_pile_of(card);
        let others = &self.analysis.others;
        if !self.analysis.uses(Reduction::PartRuns)
            || !others.contains(&from)
            || !others.contains(&to)
        {
            return false;
        }
        let below = position.card_below(card);
        let build = game.folded.piles[from.index()].build;
        let tables = &game.folded.tables;
        below.is_some_and(|below| {
            !position.is_hidden(below) && tables.accept(build, position.base(), Some(below), card)
        })
    }

    /// The card below another, and a goal pile that accepts it once it is bared.
    fn find_goal_below(&self, position: &Position, card: CardId) -> Option<(CardId, PileId)> {
        let below = position.card_below(card)?;
        let mut goals = self.analysis.goals.iter();
        let goal = goals.find(|goal| position.accepted_cards(&[**goal]).contains(below))?;
        Some((below, *goal))
    }

    /// Adds the moves of cards that actions on the stock bring up.
    fn add_moves_of_orbit(
        &mut self,
        position: &Position,
        orbit: &Orbit,
        legal: &mut Vec<Move>,
        candidates: &mut Vec<Candidate>,
    ) {
        let cycle = self
            .analysis
            .cycle
            .as_ref()
            .expect("only a cycle has orbits");
        // Before the base rank is set, and where cards leave in pairs, the tables do not tell which cards fit.
        let is_decided =
            cycle.offers_tops && !position.game().folded.has_partners && !position.needs_base();
        let accepted = is_decided.then(|| position.accepted_cards(&self.targets));
        let mut at = 0;
        for stop in 1..orbit.stops.len() {
            let offers = orbit.stops[stop].offers;
            if accepted.is_some_and(|accepted| (accepted & offers).is_empty()) {
                continue;
            }
            // Most stops follow the one before, so that the actions need not be repeated from the start.
            if at == 0 || !orbit.go_on(&mut self.turned, at, stop) {
                self.turned.clone_from(position);
                orbit.go_on(&mut self.turned, 0, stop);
            }
            at = stop;
            self.watch.list(&mut self.turned, legal);
            for &mv in legal.iter() {
                let Move::Cards(card, to) = mv else { continue };
                let is_turned = cycle.piles.contains(self.turned.expect_pile_of(card))
                    || cycle.piles.contains(to);
                if !is_turned {
                    continue;
                }
                if self.is_later_space(&self.turned, to) {
                    continue;
                }
                let order = if orbit.is_closed {
                    order_of(&self.turned, mv) + 1
                } else {
                    // A pile that is turned over now cannot be turned back, so the move is tried like an action, the
                    // nearest first.
                    ACTION + u8::try_from(stop).unwrap_or(MAX_DISTANCE).min(MAX_DISTANCE)
                };
                candidates.push(Candidate {
                    stop: u16::try_from(stop).expect("orbits are short"),
                    ..Candidate::new(mv, order)
                });
            }
        }
    }
}

/// How promising a move of cards is.
fn order_of(position: &Position, mv: Move) -> u8 {
    position.merit(mv).map_or(LAST, |merit| merit as u8 * 2)
}
