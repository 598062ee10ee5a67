//! Plays moves, and suggests them.

use super::report::{describe_consequences, describe_halt};
use super::session::{Refused, Reply, Session};
use crate::assist::Hint;
use crate::condition::ActionId;
use crate::play::{Attempt, Merit, Move, MoveError, Position, Source, Target, read, read_sources};
use crate::rules::Way;
use crate::text::{join_with, pluralize};

impl Session {
    /// Plays moves as one turn, and says what they are called and what followed.
    fn play_turn(&mut self, mut lines: Vec<String>, moves: &[Move]) -> Reply {
        lines.extend(describe_consequences(self.position(), moves));
        lines.extend(describe_halt(self.position(), moves));
        self.games.continue_current().history.play(moves);
        Reply::board(lines)
    }

    /// Says why the move that was typed is not played, and remembers it for `why` and for `test`.
    fn refuse(&mut self, text: &str, error: MoveError) -> Reply {
        match error {
            MoveError::Notation(error) => Reply::refused(&error.to_string()),
            MoveError::Refused(refusal) => {
                let game = self.games.current_mut();
                game.notebook.note_refused(&game.history, text);
                let answer = Reply::refused(refusal.message());
                self.last_refusal = Some(refusal.clone());
                Reply {
                    refused: Some(Refused::Move(Box::new(refusal))),
                    ..answer
                }
            }
        }
    }

    /// Plays the move that was typed, if need be as a sequence of moves, or explains why it is not legal.
    pub(super) fn play(&mut self, text: &str) -> Reply {
        let attempt = match read(self.position(), text) {
            Ok(attempt) => attempt,
            Err(error) => return self.refuse(text, error.into()),
        };
        let moves = match self.position().resolve_in_moves(&attempt) {
            Ok(moves) => moves,
            Err(refusal) => return self.refuse(text, refusal.into()),
        };
        let [mv] = moves[..] else {
            let note = format!("Played in {}.", pluralize(moves.len(), "move"));
            return self.play_turn(vec![note], &moves);
        };
        let mut lines = Vec::new();
        // The first of them is the one that is played.
        if let [_, others @ ..] = attempt.choices(self.position()).as_slice()
            && !others.is_empty()
        {
            let names: Vec<String> = others
                .iter()
                .map(|p| format!("`{}`", self.position().game().pile_name(*p)))
                .collect();
            let played = self.position().format_move(mv);
            lines.push(format!(
                "Played `{played}`; {} would accept it too.",
                join_with(&names, "and")
            ));
        }
        self.play_turn(lines, &[mv])
    }

    /// Takes an action several times, as one turn. The actions before the first that is illegal are taken.
    pub(super) fn repeat(&mut self, action: ActionId, times: usize) -> Reply {
        let (mut position, mut moves) = (self.position().clone(), Vec::new());
        let mut stopped = None;
        while moves.len() < times && !position.is_won() && stopped.is_none() {
            match position.play(Move::Action(action)) {
                Ok(()) => moves.push(Move::Action(action)),
                Err(refusal) => stopped = Some(refusal.into()),
            }
        }
        let name = self.position().game().actions[action.index()].name.clone();
        match stopped {
            Some(error) if moves.is_empty() => self.refuse(&name, error),
            Some(error) => {
                let done = pluralize(moves.len(), "time");
                let played = self.play_turn(Vec::new(), &moves);
                let refusal = self.refuse(&name, error);
                let note = format!("Only {done}. {}", refusal.lines.join(" "));
                Reply {
                    lines: [vec![note], played.lines].concat(),
                    refused: refusal.refused,
                    ..played
                }
            }
            None => self.play_turn(Vec::new(), &moves),
        }
    }

    /// Plays the only or the best move of a pile, a group or a card, or lists its moves. The name of goal piles means the
    /// cards that are safe there.
    pub(super) fn play_from(&mut self, text: &str) -> Reply {
        let position = self.position();
        let sources = match read_sources(position, text) {
            Ok(sources) => sources,
            Err(error) => return self.refuse(text, error.into()),
        };
        let is_goal = |source: &Source| match source {
            Source::Pile(pile, _) => position.game().piles[pile.index()].goal,
            Source::Card(_) => false,
        };
        if sources.iter().all(is_goal) {
            return self.play_safe_moves();
        }
        // The card that leaves with a card, or changes places with it.
        let partner = |card, to| match position.way_of(card, to) {
            Way::Land => None,
            Way::Pair | Way::Swap => position.top(to),
        };
        let takes = |hint: &Hint| match hint.mv {
            Move::Cards(card, to) => sources.iter().any(|source| match *source {
                Source::Card(other) => card == other || partner(card, to) == Some(other),
                Source::Pile(pile, _) => {
                    let partner = partner(card, to).and_then(|partner| position.pile_of(partner));
                    position.pile_of(card) == Some(pile) || partner == Some(pile)
                }
            }),
            Move::Action(_) => false,
        };
        let hints: Vec<Hint> = position.hints().into_iter().filter(takes).collect();
        match hints.as_slice() {
            [] => self.play_otherwise(text, &sources),
            [only] => self.play_hint(only),
            [best, second, ..] if best.merit == Some(Merit::Goal) && second.merit != best.merit => {
                self.play_hint(best)
            }
            several => {
                let moves: Vec<String> = several
                    .iter()
                    .map(|hint| format!("`{}`", position.format_move(hint.mv)))
                    .collect();
                Reply::refused(&format!(
                    "{text} has several moves: {}",
                    join_with(&moves, "and")
                ))
            }
        }
    }

    /// Plays what a pile or a card without a legal move may stand for: the only sequence of moves that brings cards to
    /// another pile, or the only action that takes cards from the pile.
    fn play_otherwise(&mut self, text: &str, sources: &[Source]) -> Reply {
        let position = self.position();
        let game = position.game();
        let find = |source: &Source| {
            let attempts = game
                .piles()
                .map(|pile| Attempt::Cards(*source, Target::Pile(pile)));
            let found = attempts.filter_map(|attempt| position.resolve_compound(&attempt));
            found.collect::<Vec<_>>()
        };
        let compounds: Vec<Vec<Move>> = sources.iter().flat_map(find).collect();
        let takes_from = |source: &Source, action: ActionId| match *source {
            Source::Pile(pile, _) => game.takes_from(action, pile),
            Source::Card(_) => false,
        };
        let actions = game.actions().filter(|&action| {
            sources.iter().any(|source| takes_from(source, action))
                && position.is_legal(Move::Action(action))
        });
        let actions: Vec<ActionId> = actions.collect();
        match (compounds.as_slice(), actions.as_slice()) {
            ([moves], []) => {
                let note = format!("Played in {}.", pluralize(moves.len(), "move"));
                let moves = moves.clone();
                self.play_turn(vec![note], &moves)
            }
            ([], &[action]) => self.repeat(action, 1),
            ([], _) => Reply::refused(&format!("no move of {text} is legal")),
            _ => Reply::refused(&format!("{text} can go to several piles: name one")),
        }
    }

    fn play_hint(&mut self, hint: &Hint) -> Reply {
        let text = self.position().format_move(hint.mv);
        self.play_turn(vec![format!("Played `{text}`.")], &[hint.mv])
    }

    /// Plays every card that is safe on a goal pile, as one turn.
    pub(super) fn play_safe_moves(&mut self) -> Reply {
        let moves = self.position().safe_moves();
        if moves.is_empty() {
            return Reply::refused("no card is safe to put away now");
        }
        let face = |mv: &Move| match *mv {
            Move::Cards(card, _) => Some(self.position().face(card).to_string()),
            Move::Action(_) => None,
        };
        let cards: Vec<String> = moves.iter().filter_map(face).collect();
        self.play_turn(vec![format!("Put away {}.", cards.join(" "))], &moves)
    }

    /// Says which move looks best; asked again, the next one.
    pub(super) fn hint(&mut self) -> Reply {
        let hints = self.ranked_hints();
        if hints.is_empty() {
            return Reply::refused("no move is legal");
        }
        let index = self.hints_given % hints.len();
        self.hints_given = index + 1;
        let help = &mut self.games.current_mut().help;
        help.hints = help.hints.saturating_add(1);
        let hint = format_hint(self.position(), &hints[index]);
        Reply::lines(if index == 0 && hints[0].merit.is_none() {
            vec!["No move that is left makes progress.".to_owned(), hint]
        } else {
            vec![hint]
        })
    }

    pub(super) fn list_moves(&self) -> Reply {
        let hints = self.ranked_hints();
        if hints.is_empty() {
            return Reply::refused("no move is legal");
        }
        let lines = hints.iter().map(|hint| format_hint(self.position(), hint));
        Reply::lines(lines.collect())
    }

    /// The legal moves, best first. Those that lead back to an earlier position of the game come last.
    pub(super) fn ranked_hints(&self) -> Vec<Hint> {
        let position = self.position();
        let seen = self.games.current().history.hashes();
        let mut hints = position.hints();
        for hint in &mut hints {
            let mut next = position.clone();
            next.play_unchecked(hint.mv);
            if hint.merit.is_some() && seen.contains(&next.hash()) {
                hint.merit = None;
                hint.reason
                    .push_str(", which leads back to an earlier position");
            }
        }
        hints.sort_by_key(|hint| hint.merit.is_none());
        hints
    }
}

pub(super) fn format_hint(position: &Position, hint: &Hint) -> String {
    format!("`{}`: {}.", position.format_move(hint.mv), hint.reason)
}
