//! An interactive session: one game after the other, with undo and redo.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use super::command::{Command, is_word, split_line};
use super::games::{Games, PlayedGame};
use super::recorder::Recorder;
use super::report::describe_end;
use super::solver::Answer;
use super::winnable::WINNABLE;
use crate::cli::board::{Look, format_board};
use crate::cli::deal::ChosenDeal;
use crate::cli::save::Help;
use crate::cli::{Error, Streams, width};
use crate::play::{Position, Refusal};
use crate::rules::{COMMANDS, Game};
use crate::text::wrap;

/// Why a command is not carried out.
#[derive(Debug)]
pub(super) enum Refused {
    /// It is a move that the rules forbid.
    Move(Box<Refusal>),
    /// It cannot be understood, or not be done, for this reason.
    Command(String),
}

/// The reply to a command, or to the commands of a line.
#[derive(Debug, Default)]
pub(super) struct Reply {
    /// Lines to print.
    pub(super) lines: Vec<String>,
    /// Whether to show the board after them.
    pub(super) shows_board: bool,
    /// Why the command, or the rest of the line, was not carried out.
    pub(super) refused: Option<Refused>,
    /// Whether the session ends.
    pub(super) quits: bool,
    /// Whether the lines are to be copied, and so not wrapped.
    pub(super) is_verbatim: bool,
    /// What the solver found out.
    pub(super) answer: Option<Box<Answer>>,
}

impl Reply {
    /// Lines without the board.
    pub(super) fn lines(lines: Vec<String>) -> Reply {
        Reply {
            lines,
            ..Reply::default()
        }
    }

    /// Lines that are to be copied into a file.
    pub(super) fn verbatim(lines: Vec<String>) -> Reply {
        Reply {
            is_verbatim: true,
            ..Reply::lines(lines)
        }
    }

    /// The board, after these lines.
    pub(super) fn board(lines: Vec<String>) -> Reply {
        Reply {
            lines,
            shows_board: true,
            ..Reply::default()
        }
    }

    /// Says why a command is not carried out.
    pub(super) fn refused(message: &str) -> Reply {
        Reply {
            lines: vec![to_sentence(message)],
            refused: Some(Refused::Command(message.to_owned())),
            ..Reply::default()
        }
    }
}

/// Where a session is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// On a terminal.
    Terminal,
    /// By a program, or with the commands of a file. The same commands always have the same answers.
    Pipe,
    /// In a replay, which uses no files, and searches nothing: whoever runs it need not have read it.
    Replay,
}

impl Setting {
    pub(super) fn of(streams: &Streams<'_>) -> Setting {
        if streams.is_interactive {
            Setting::Terminal
        } else {
            Setting::Pipe
        }
    }
}

/// A game in progress, those before it, and how they were started.
#[derive(Debug)]
pub(super) struct Session {
    pub(super) games: Games,
    look: Look,
    pub(super) data_folder: Option<PathBuf>,
    pub(super) setting: Setting,
    /// Keeps the game and the statistics; `None` if nothing is kept.
    recorder: Option<Recorder>,
    /// The move that was refused last.
    pub(super) last_refusal: Option<Refusal>,
    /// The number of hints given for the current position.
    pub(super) hints_given: usize,
}

impl Session {
    /// Starts with a game.
    pub(super) fn new(
        game: PlayedGame,
        look: Look,
        setting: Setting,
        data_folder: Option<PathBuf>,
        recorder: Option<Recorder>,
    ) -> Session {
        Session {
            data_folder,
            setting,
            look,
            games: Games::new(game),
            recorder,
            last_refusal: None,
            hints_given: 0,
        }
    }

    /// Ends the session. Returns what the player is told.
    pub(super) fn close(mut self) -> Option<String> {
        self.recorder?.close(self.games.current_mut())
    }

    /// How wide boards are.
    pub(super) fn board_width(&self) -> usize {
        self.look.style().width
    }

    /// How wide text may be.
    pub(super) fn text_width(&self) -> usize {
        width::limit(self.board_width())
    }

    pub(super) fn position(&self) -> &Position {
        self.games.current().position()
    }

    /// Formats the board, and the outcome if the game has ended.
    pub(super) fn show(&self) -> Vec<String> {
        let game = self.games.current();
        let mut lines = format_board(&game.title, game.position(), &self.look.style());
        let end = describe_end(game.position(), game.history.move_count());
        lines.extend(end.iter().flat_map(|end| wrap(end, self.board_width())));
        lines
    }

    /// Runs the commands of a line, separated by semicolons, up to the first that is refused.
    pub(super) fn run(&mut self, line: &str) -> Result<Reply, Error> {
        let mut reply = Reply::default();
        let mut commands = split_line(line);
        while let Some(text) = commands.next() {
            let command = Command::parse(self.position(), text);
            let before = self.state();
            let answer = self.execute(command)?;
            reply.lines.extend(answer.lines);
            reply.quits = answer.quits;
            reply.is_verbatim |= answer.is_verbatim;
            reply.answer = answer.answer.or(reply.answer);
            if self.state() != before {
                let recorder = self.recorder.as_mut();
                let note = recorder.and_then(|r| r.update(self.games.current_mut()));
                reply.lines.extend(note);
            }
            reply.shows_board |= answer.shows_board;
            if reply.quits {
                break;
            }
            if answer.refused.is_some() {
                reply.refused = answer.refused;
                let left = commands.count();
                if left > 0 {
                    reply
                        .lines
                        .push("The rest of the line was not run.".to_owned());
                }
                break;
            }
        }
        Ok(reply)
    }

    /// Which game, which rules and which position are the current ones, and the help so far.
    fn state(&self) -> (usize, *const Game, usize, u64, Help) {
        let history = &self.games.current().history;
        let help = self.games.current().help_if_continued();
        let game = Arc::as_ptr(history.current().game());
        let hash = history.current().hash();
        (self.games.index(), game, history.move_count(), hash, help)
    }

    fn execute(&mut self, command: Command) -> Result<Reply, Error> {
        if !matches!(command, Command::Program("hint", _)) {
            self.hints_given = 0;
        }
        let (name, arguments) = match command {
            Command::Program(name, arguments) => (name, arguments),
            Command::Repeat(action, times) => return Ok(self.repeat(&action, times)),
            Command::Move(text) => return Ok(self.play(&text)),
            Command::Source(text) => return Ok(self.play_from(&text)),
            Command::Wrong(message) => return Ok(Reply::refused(&message)),
        };
        if name == "quit" {
            return Ok(Reply {
                quits: true,
                ..Reply::default()
            });
        }
        let mut forms = COMMANDS.iter().filter(|command| command.name == name);
        let takes_none = forms.all(|command| command.arguments.is_empty());
        if takes_none && !arguments.is_empty() {
            return Ok(Reply::refused(&format!("`{name}` takes no argument")));
        }
        Ok(match name {
            "show" => Reply::board(Vec::new()),
            "moves" => self.list_moves(),
            "hint" => self.hint(&arguments),
            "solve" => self.solve(&arguments),
            "auto" => self.play_safe_moves(),
            "why" => self.explain(&arguments),
            "undo" => self.step_back(&arguments),
            "redo" => self.step_forward(&arguments),
            "new" => self.start_new(&arguments)?,
            "restart" => self.restart()?,
            "save" | "load" | "reload" if self.setting == Setting::Replay => {
                Reply::refused("a replay uses no files")
            }
            "save" => self.save(&arguments),
            "load" => self.load(&arguments)?,
            "stats" => self.show_statistics()?,
            "position" => self.print_position(&arguments),
            "mark" => self.mark(&arguments),
            "test" => self.write_test(&arguments),
            "trace" => self.trace(&arguments),
            "reload" => self.reload()?,
            "rules" => {
                let page = self.position().game().page();
                Reply::lines(page.to_lines(self.text_width()))
            }
            _ => self.help(&arguments),
        })
    }

    fn step_back(&mut self, arguments: &str) -> Reply {
        self.step(arguments, "undo", Games::undo)
    }

    fn step_forward(&mut self, arguments: &str) -> Reply {
        self.step(arguments, "redo", Games::redo)
    }

    /// Goes so many turns back or forward, as far as there are any.
    fn step(&mut self, arguments: &str, name: &str, step: impl Fn(&mut Games) -> bool) -> Reply {
        let times = if arguments.is_empty() {
            Some(1)
        } else {
            // A number too large to count to is as good as the largest.
            let is_number = arguments.bytes().all(|b| b.is_ascii_digit());
            let number = arguments.parse().unwrap_or(usize::MAX);
            Some(number).filter(|&number| is_number && number > 0)
        };
        let Some(times) = times else {
            return Reply::refused(&format!("expected a number from 1 after `{name}`"));
        };
        let done = (0..times)
            .take_while(|_: &usize| step(&mut self.games))
            .count();
        match done {
            0 => Reply::refused(&format!("nothing to {name}")),
            done if done < times => Reply::board(vec![format!("There was no more to {name}.")]),
            _ => Reply::board(Vec::new()),
        }
    }

    fn start_new(&mut self, argument: &str) -> Result<Reply, Error> {
        let game = self.games.current();
        let deal = if argument.is_empty() {
            game.start.next_deal(game.deal.as_ref())
        } else if is_word(argument, WINNABLE) {
            return self.start_winnable();
        } else {
            match argument.parse::<ChosenDeal>() {
                Ok(deal) if deal.is_todays() && self.setting == Setting::Replay => {
                    return Ok(Reply::refused("a replay is the same on every day"));
                }
                Ok(deal) => deal,
                Err(error) => return Ok(Reply::refused(&error.to_string())),
            }
        };
        let game = match self.deal(deal) {
            // The deal is impossible, so the game in progress continues.
            Err(Error::Usage(message)) => return Ok(Reply::refused(&message)),
            game => game?,
        };
        Ok(self.go_to(game, Vec::new()))
    }

    /// A new deal of the game.
    pub(super) fn deal(&self, deal: ChosenDeal) -> Result<PlayedGame, Error> {
        let start = Rc::clone(&self.games.current().start);
        let opening = start.begin(Some(&deal))?;
        let carried_points = if opening.position.game().score.carry {
            self.position().score()
        } else {
            0
        };
        Ok(PlayedGame::new(start, Some(deal), opening, carried_points))
    }

    fn restart(&mut self) -> Result<Reply, Error> {
        let game = self.games.current().again()?;
        Ok(self.go_to(game, Vec::new()))
    }

    /// Leaves the current game for another one.
    pub(super) fn go_to(&mut self, game: PlayedGame, mut lines: Vec<String>) -> Reply {
        let recorder = self.recorder.as_mut();
        lines.extend(recorder.and_then(|r| r.leave(self.games.current_mut())));
        lines.extend(game.describe_opening());
        self.games.start(game);
        self.last_refusal = None;
        Reply::board(lines)
    }
}

/// Turns a message into a sentence: with a full stop unless it ends with punctuation, and capitalized unless it begins
/// with a name, such as `t3`.
pub(super) fn to_sentence(message: &str) -> String {
    let word = message.split(' ').next().unwrap_or_default();
    let is_word = word
        .trim_end_matches([',', ':'])
        .chars()
        .all(|c| c.is_ascii_lowercase());
    let mut letters = message.chars();
    let first = match letters.next() {
        Some(c) if is_word => c.to_uppercase().collect(),
        Some(c) => c.to_string(),
        None => String::new(),
    };
    // A place such as `(klondike.toml:18)` may follow the sentence.
    let ends_with_place = message
        .rsplit_once('(')
        .is_some_and(|(_, end)| end.ends_with(')') && end.contains(':'));
    let end = if message.ends_with(['.', '?']) || ends_with_place {
        ""
    } else {
        "."
    };
    format!("{first}{}{end}", letters.as_str())
}
