//! How a decision is made: by searching worlds that fit what is known.

use std::collections::HashSet;

use crate::assist::Greedy;
use crate::play::{Merit, Move, Position, mix};
use crate::search::{Control, Scout, Verdict};
use crate::work::is_all_done;

use super::approach::Approach;
use super::knowledge::Knowledge;
use super::line::{Line, shorten};
use super::outlook::{Outlook, World};

/// Lines are looked for in this many worlds, unless that takes half of the work.
const WORLDS_TO_FIND: usize = 60;
/// Where whole runs go to goal piles, worlds are searched thoroughly once that many had no win.
const QUICK_WORLDS: usize = 10;
/// If that many of these had none either, the player plans with what is known alone.
const THOROUGH_WORLDS: usize = 3;
/// The player plans so from the start while more than one card in this many is unknown: quick searches then find wins in only a
/// few worlds, and those say little.
const UNKNOWN_PART: usize = 4;
/// How many positions the player looks at in one piece of work when it plans so.
const AT_ONCE: u64 = 500;
/// The most moves of a game that is played on.
const MAX_MOVES: usize = 600;
/// How much all progress short of a win is worth.
const PROGRESS: f64 = 0.3;

/// A decision in the making.
///
/// Worlds that fit what is known are sampled, and searched for wins as if all cards were open. Each win proposes a line:
/// its moves up to the first that shows an unknown card, as far as they are needed for that. What comes after that card is
/// decided when it is seen, so what counts is in how many worlds a win is found after the line. This is hindsight
/// optimization (S. Yoon, A. Fern, R. Givan and S. Kambhampati, "Probabilistic planning via determinization in
/// hindsight", AAAI 2008). Which line is tried in its next world, upper confidence bounds decide (P. Auer,
/// N. Cesa-Bianchi and P. Fischer, "Finite-time analysis of the multiarmed bandit problem", 2002).
///
/// If no win is found in any world, each legal move is a line, and worth what playing on without looking ahead achieves. Where
/// whole runs go to goal piles, playing on achieves nothing: if their cards move in order only, the player plans with what is
/// known alone (from the start, while much is unknown), and else takes the first.
#[derive(Debug)]
pub(super) struct Deliberation {
    knowledge: Knowledge,
    scout: Scout,
    /// The hashes of what was known earlier in the game.
    past: HashSet<u64>,
    /// The number of positions to look at, and how many the scout had looked at before.
    states: u64,
    start: u64,
    seed: u64,
    worlds: Vec<World>,
    /// Lines were looked for in this many of them, the first ones.
    searched: usize,
    lines: Vec<Line>,
    /// The keys of the positions that the lines lead to.
    keys: Vec<u128>,
    /// Whether worlds are searched thoroughly, since quick searches found no win.
    is_thorough: bool,
    /// The plan with what is known alone, once it is begun.
    approach: Option<Approach>,
    /// How far the position seems to be from a win.
    guess: i32,
    stage: Stage,
}

#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Stage {
    /// Lines are looked for.
    Find,
    /// A line is planned with what is known alone.
    Approach,
    /// The lines are compared by searches.
    Search,
    /// They are compared by playing on.
    PlayOn,
    Done,
}

impl Deliberation {
    /// A decision that will look at so many positions. It depends on nothing else.
    pub(super) fn new(
        knowledge: Knowledge,
        mut scout: Scout,
        past: HashSet<u64>,
        states: u64,
    ) -> Deliberation {
        let all = knowledge.position.game().deck.len();
        let stage = if scout.orders_rows() && UNKNOWN_PART * knowledge.unknown.len() > all {
            Stage::Approach
        } else {
            Stage::Find
        };
        Deliberation {
            seed: knowledge.hash(),
            guess: scout.guess(&knowledge.position),
            start: scout.states,
            knowledge,
            scout,
            past,
            states,
            worlds: Vec::new(),
            searched: 0,
            lines: Vec::new(),
            keys: Vec::new(),
            is_thorough: false,
            approach: None,
            stage,
        }
    }

    /// Compares the legal moves by playing on, without looking for wins.
    pub(super) fn by_playing_on(mut self) -> Deliberation {
        self.propose_moves();
        self.stage = Stage::PlayOn;
        self
    }

    /// Thinks to the end, or until it has looked at about `most` more positions or is interrupted. Returns whether it has come
    /// to the end.
    pub(super) fn think(&mut self, most: u64, control: &Control) -> bool {
        let last = self.scout.states.saturating_add(most);
        while self.stage != Stage::Done
            && self.scout.states < last
            && !control.is_interrupted()
            && !is_all_done()
        {
            self.stage = self.work(control);
        }
        self.stage == Stage::Done
    }

    /// The key of a rule by which moves are legal or not depending on unknown cards, if one was noticed.
    pub(super) fn telltale(&self) -> Option<&str> {
        self.knowledge.telltale.as_deref()
    }

    /// The scout, for later decisions, if this one is not needed any more.
    pub(super) fn into_scout(self) -> Scout {
        self.scout
    }

    /// Ends the decision. Returns the line that seems best, which is empty if there is none to play; the worlds in which
    /// lines were looked for, unless all cards are known or the player planned without worlds; and the scout, for later
    /// decisions.
    pub(super) fn finish(mut self) -> (Vec<Move>, Option<Outlook>, Scout) {
        if self.stage != Stage::Done {
            self.settle();
        }
        let most = self.lines.iter().map(|line| line.tried).max();
        // What was tried little may look good by luck.
        let is_tried = |line: &Line| most.is_some_and(|most| 2 * line.tried >= most);
        let best = self
            .lines
            .into_iter()
            .filter(is_tried)
            .reduce(|best, line| {
                if line.mean() > best.mean() {
                    line
                } else {
                    best
                }
            });
        let moves = best.map(|line| line.moves).unwrap_or_default();
        let has_looked = self.searched > 0 || self.worlds.is_empty();
        let outlook = (!self.knowledge.is_complete() && has_looked).then(|| {
            let worlds = self.worlds.into_iter().take(self.searched).collect();
            Outlook::new(worlds, &moves, self.is_thorough)
        });
        (self.knowledge.numbers.as_played(moves), outlook, self.scout)
    }

    /// Does the next piece of work, and says in which stage to go on.
    fn work(&mut self, control: &Control) -> Stage {
        let used = self.scout.states - self.start;
        if used >= self.states {
            self.settle();
            return Stage::Done;
        }
        let stage = self.stage;
        match stage {
            Stage::Find => {
                if !self.propose_line(control) {
                    return Stage::Done;
                }
                if self.scout.takes_runs()
                    && self.lines.is_empty()
                    && self.worlds.len() >= QUICK_WORLDS
                {
                    self.is_thorough = true;
                }
                let is_hopeless = self.scout.orders_rows()
                    && self.is_thorough
                    && self.lines.is_empty()
                    && self.worlds.len() >= QUICK_WORLDS + THOROUGH_WORLDS;
                if !is_hopeless && self.worlds.len() < WORLDS_TO_FIND && 2 * used < self.states {
                    Stage::Find
                } else if self.lines.is_empty() && self.scout.orders_rows() {
                    Stage::Approach
                } else if self.lines.is_empty() {
                    self.propose_moves();
                    // Playing on completes no runs, so it tells nothing of moves that prepare them.
                    if self.scout.takes_runs() {
                        Stage::Done
                    } else {
                        Stage::PlayOn
                    }
                } else {
                    Stage::Search
                }
            }
            // If no world fits, planning is of no use either.
            Stage::Approach if self.worlds.is_empty() && !self.add_world() => Stage::Done,
            Stage::Approach => {
                let knowledge = &self.knowledge;
                let approach = self
                    .approach
                    .get_or_insert_with(|| Approach::new(knowledge));
                let most = AT_ONCE.min(self.states - used);
                if !approach.go_on(knowledge, &mut self.scout, most, control) {
                    return Stage::Approach;
                }
                self.settle();
                Stage::Done
            }
            // Nothing is left to compare.
            _ if self.lines.len() < 2 => Stage::Done,
            Stage::Search | Stage::PlayOn if self.try_line(control) => stage,
            _ => Stage::Done,
        }
    }

    /// Takes what there is if no line was found: even without more time to think, a move has to be made, unless it is certain
    /// that nothing new can be shown and nothing won.
    fn settle(&mut self) {
        if !self.lines.is_empty() {
            return;
        }
        match self.approach.as_ref().and_then(Approach::moves) {
            None => self.propose_moves(),
            Some(moves) if moves.is_empty() => {}
            Some(moves) => self.lines.push(Line::new(moves)),
        }
    }

    /// Samples another world. Returns false if none fits.
    fn add_world(&mut self) -> bool {
        let seed = mix(self.seed.wrapping_add(self.worlds.len() as u64));
        let Some(position) = self.knowledge.sample(seed) else {
            return false;
        };
        self.worlds.push(World {
            position,
            is_winnable: None,
        });
        true
    }

    /// Looks for a win in a new world, and takes its first moves as a line. Returns false if no world fits.
    fn propose_line(&mut self, control: &Control) -> bool {
        let index = self.worlds.len();
        if !self.add_world() {
            return false;
        }
        let world = &mut self.worlds[index];
        self.searched += 1;
        // Different orders find different lines.
        let variation = index as u64 + 1;
        let verdict = self
            .scout
            .find_win(&world.position, variation, self.is_thorough, control);
        world.is_winnable = verdict.is_winnable();
        if let Verdict::Winnable(moves) = verdict {
            let only_turns = self.scout.only_turns();
            let (line, is_begin) = shorten(&self.knowledge, only_turns, &moves);
            let line = self.add_line(line);
            if is_begin {
                line.known_wins.insert(index);
            }
        }
        true
    }

    /// Adds a line, unless there is one that leads to the same, and returns it.
    fn add_line(&mut self, moves: Vec<Move>) -> &mut Line {
        let mut at = self.knowledge.position.clone();
        for &mv in &moves {
            at.play_unchecked(mv);
        }
        let key = self.scout.key(&at);
        let known = self.keys.iter().position(|other| *other == key);
        let index = known.unwrap_or_else(|| {
            self.keys.push(key);
            self.lines.push(Line::new(moves));
            self.lines.len() - 1
        });
        &mut self.lines[index]
    }

    /// Takes each move that leads to something new as a line, the best by [`Merit`] first.
    fn propose_moves(&mut self) {
        let position = &self.knowledge.position;
        let moves = self.knowledge.legal.iter();
        let moves = moves.filter_map(|&mv| Some((position.merit(mv)?, mv)));
        let mut moves: Vec<(Merit, Move)> = moves.collect();
        moves.sort_by_key(|(merit, _)| *merit);
        let is_new = |&mv: &Move| {
            // Without work to find out, a move counts as new.
            is_all_done()
                || self
                    .knowledge
                    .hash_after(mv)
                    .is_none_or(|hash| !self.past.contains(&hash))
        };
        let moves = moves.into_iter().map(|(_, mv)| mv).filter(is_new);
        self.lines.extend(moves.map(|mv| Line::new(vec![mv])));
    }

    /// Tries the most promising line in its next world. Returns false if no world fits.
    fn try_line(&mut self, control: &Control) -> bool {
        let tries: usize = self.lines.iter().map(|line| line.tried).sum();
        let bounds = self.lines.iter().map(|line| line.bound(tries.max(1)));
        let bounds: Vec<f64> = bounds.collect();
        let highest = bounds.iter().copied().fold(0.0, f64::max);
        let Some(index) = bounds.iter().position(|bound| *bound >= highest) else {
            return false;
        };
        let number = self.lines[index].tried;
        if number == self.worlds.len() && !self.add_world() {
            return false;
        }
        let line = &self.lines[index];
        let worth = if line.known_wins.contains(&number) {
            1.0
        } else {
            let mut at = self.worlds[number].position.clone();
            for &mv in &line.moves {
                at.play_unchecked(mv);
            }
            let (is_won, worth) = self.appraise(&mut at, control);
            if is_won {
                self.worlds[number].is_winnable = Some(true);
            }
            worth
        };
        let line = &mut self.lines[index];
        line.tried += 1;
        line.worth += worth;
        true
    }

    /// Whether a world is found to be won, and what it is worth.
    fn appraise(&mut self, at: &mut Position, control: &Control) -> (bool, f64) {
        if self.stage == Stage::Search {
            let verdict = self.scout.find_win(at, 0, self.is_thorough, control);
            let is_won = verdict.is_winnable() == Some(true);
            return (is_won, if is_won { 1.0 } else { 0.0 });
        }
        self.play_on(at);
        if at.is_won() {
            return (true, 1.0);
        }
        let progress = f64::from(self.guess.saturating_sub(self.scout.guess(at)));
        let worth = PROGRESS * (progress / f64::from(self.guess.max(1))).clamp(0.0, 1.0);
        (false, worth)
    }

    /// Plays on without looking ahead.
    fn play_on(&mut self, at: &mut Position) {
        let (mut greedy, mut legal) = (Greedy::new(at), Vec::new());
        for _ in 0..MAX_MOVES {
            if at.is_won() || is_all_done() {
                break;
            }
            at.legal_moves_into(&mut legal);
            if !greedy.play(at, &legal) {
                break;
            }
        }
        self.scout.states += 1 + greedy.tried;
    }
}
