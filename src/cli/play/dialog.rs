//! An interactive session: one game after the other, with undo and redo.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use super::games::{Games, PlayedGame};
use super::recorder::Recorder;
use super::report::describe_end;
use super::solver::Answer;
use crate::cli::args::SourceArgs;
use crate::cli::board::{Look, describe_board, describe_change, format_board};
use crate::cli::deal::ChosenDeal;
use crate::cli::save::Help;
use crate::cli::start::Start;
use crate::cli::{Error, Streams, find, width};
use crate::play::Position;
use crate::prose::words::capitalized;
use crate::rules::Game;
use crate::session::{Command, NewDeal, Refused, Session};
use crate::text::wrap;

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
        Reply::not_done(Refused::Unclear(message.to_owned()))
    }

    /// Says why something is not played.
    pub(super) fn not_done(refused: Refused) -> Reply {
        let message = match &refused {
            Refused::Move(refusal) => refusal.message(),
            Refused::Unclear(message) => message,
        };
        Reply {
            lines: vec![to_sentence(message)],
            refused: Some(refused),
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
pub(super) struct Dialog {
    pub(super) games: Games,
    look: Look,
    pub(super) data_folder: Option<PathBuf>,
    pub(super) setting: Setting,
    /// Keeps the game and the statistics; `None` if nothing is kept.
    recorder: Option<Recorder>,
    /// The number of hints given for the current position.
    pub(super) hints_given: usize,
    /// The move of the last hint as it is typed, and the hash of the position that the hint is about.
    pub(super) suggested: Option<(u64, String)>,
    /// What was typed last.
    last_typed: String,
    /// The game and the position that were told last, where boards are told in sentences; `None` if all of the next one is
    /// to be told.
    told: Option<(usize, Position)>,
}

impl Dialog {
    /// Starts with a game.
    pub(super) fn new(
        game: PlayedGame,
        look: Look,
        setting: Setting,
        data_folder: Option<PathBuf>,
        recorder: Option<Recorder>,
    ) -> Dialog {
        Dialog {
            data_folder,
            setting,
            look,
            games: Games::new(game),
            recorder,
            hints_given: 0,
            suggested: None,
            last_typed: String::new(),
            told: None,
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

    /// A text with the cards that it names, as the board writes them.
    pub(super) fn write_cards(&self, text: &str) -> String {
        self.look.suits.write_text(text)
    }

    /// Whether boards are told in sentences.
    pub(super) fn is_spoken(&self) -> bool {
        self.look.spoken
    }

    /// Formats the board, and the outcome if the game has ended.
    pub(super) fn show(&mut self) -> Vec<String> {
        let told = self.told.take();
        let game = self.games.current();
        let position = game.position();
        let mut lines = match told {
            _ if !self.look.spoken => format_board(&game.title, position, &self.look.style()),
            Some((index, told))
                if index == self.games.index() && Arc::ptr_eq(told.game(), position.game()) =>
            {
                describe_change(&told, position)
            }
            _ => describe_board(&game.title, position),
        };
        if self.look.spoken {
            self.told = Some((self.games.index(), position.clone()));
        }
        let end = describe_end(game.position(), game.session.moves().len());
        lines.extend(end.iter().flat_map(|end| wrap(end, self.board_width())));
        lines.extend(self.tell_winnable());
        lines
    }

    /// Runs the commands of a line, separated by semicolons, up to the first that is refused.
    pub(super) fn run(&mut self, line: &str) -> Result<Reply, Error> {
        let mut reply = Reply::default();
        let mut commands = line.split(';').map(str::trim);
        for text in commands.by_ref() {
            let answer = self.record(|dialog| dialog.run_one(text))?;
            reply = Reply {
                lines: [reply.lines, answer.lines].concat(),
                shows_board: reply.shows_board || answer.shows_board,
                is_verbatim: reply.is_verbatim || answer.is_verbatim,
                answer: answer.answer.or(reply.answer),
                ..answer
            };
            if reply.quits || reply.refused.is_some() {
                break;
            }
        }
        if reply.refused.is_some() && commands.next().is_some() {
            let note = "The rest of the line was not run.";
            reply.lines.push(note.to_owned());
        }
        Ok(reply)
    }

    /// Runs one command.
    fn run_one(&mut self, text: &str) -> Result<Reply, Error> {
        let command = Command::read(self.position(), text);
        if !matches!(command, Ok(Command::Hint)) {
            self.hints_given = 0;
        }
        if !matches!(command, Ok(Command::Again)) {
            text.clone_into(&mut self.last_typed);
        }
        match command {
            Ok(command) => self.execute(command).or_else(answer),
            Err(error) => Ok(Reply::refused(&error.to_string())),
        }
    }

    /// Does once more what was typed last.
    fn repeat(&mut self) -> Result<Reply, Error> {
        match std::mem::take(&mut self.last_typed) {
            last if last.is_empty() => Ok(Reply::refused("nothing was typed before")),
            last => self.run_one(&last),
        }
    }

    /// Plays the move of the last hint, if it is about this position.
    fn accept(&mut self) -> Reply {
        let hash = self.position().hash();
        let suggested = self.suggested.take().filter(|(about, _)| *about == hash);
        let Some((_, text)) = suggested else {
            return Reply::refused("there is no hint to play yet; type `hint` first");
        };
        match Command::read(self.position(), &text) {
            Ok(Command::Play(request)) => self.play(|session| session.play(&request)),
            _ => Reply::refused("the hint cannot be played any more"),
        }
    }

    /// Plays the move with an id.
    pub(super) fn play_id(&mut self, id: u32) -> Result<Reply, Error> {
        let Some(mv) = self.position().move_with_id(id) else {
            let message = format!("no move has the id {id} in this position");
            return Ok(Reply::refused(&message));
        };
        self.hints_given = 0;
        self.record(|dialog| Ok(dialog.play(|session| session.play_move(mv))))
    }

    /// Does something, and keeps the game if that changed it.
    fn record(
        &mut self,
        act: impl FnOnce(&mut Dialog) -> Result<Reply, Error>,
    ) -> Result<Reply, Error> {
        let before = self.state();
        let mut reply = act(self)?;
        if self.state() != before {
            let recorder = self.recorder.as_mut();
            let note = recorder.and_then(|r| r.update(self.games.current_mut()));
            reply.lines.extend(note);
        }
        Ok(reply)
    }

    /// Which game, which rules and which position are the current ones, and the help so far.
    fn state(&self) -> (usize, *const Game, usize, u64, Help) {
        let game = self.games.current();
        let (position, moves) = (game.position(), game.session.moves().len());
        let rules = Arc::as_ptr(position.game());
        let help = game.help_if_continued();
        (self.games.index(), rules, moves, position.hash(), help)
    }

    fn execute(&mut self, command: Command) -> Result<Reply, Error> {
        if self.setting == Setting::Replay
            && let Some(reason) = forbid_in_replay(&command)
        {
            return Ok(Reply::refused(reason));
        }
        Ok(match command {
            Command::Play(request) => self.play(|session| session.play(&request)),
            Command::Show => {
                self.told = None;
                Reply::board(Vec::new())
            }
            Command::Hint => self.hint()?,
            Command::Solve(question, effort) => self.solve(question, effort)?,
            Command::Moves => self.list_moves(),
            Command::Auto => self.play(Session::play_safe_moves),
            Command::Why(text) => self.explain(&text),
            Command::Undo(usize::MAX) => self.step("undo", self.count_turns().0, Games::undo),
            Command::Redo(usize::MAX) => self.step("redo", self.count_turns().1, Games::redo),
            Command::Undo(times) => self.step("undo", times, Games::undo),
            Command::Redo(times) => self.step("redo", times, Games::redo),
            Command::New(deal) => self.start_new(deal)?,
            Command::Restart => {
                let game = self.games.current().again()?;
                self.go_to(game, Vec::new())
            }
            Command::Save(name) => self.save(&name),
            Command::Load(name) => self.load(&name)?,
            Command::Stats => self.show_statistics()?,
            Command::Rules => {
                let page = self.position().game().page();
                Reply::lines(page.to_lines(self.text_width()))
            }
            Command::Help(topic) => self.help(&topic),
            Command::Status => self.show_status(),
            Command::History => self.show_history(),
            Command::Where(card) => self.find_card(&card),
            Command::List(words) => self.list_games(&words),
            Command::Accept => self.accept(),
            Command::Again => self.repeat()?,
            Command::Quit => Reply {
                quits: true,
                ..Reply::default()
            },
            Command::Position { open } => self.print_position(open),
            Command::Mark { open } => self.mark(open),
            Command::Test(name) => self.write_test(&name),
            Command::Trace { open } => self.trace(open),
            Command::Reload => self.reload()?,
        })
    }

    /// How many turns of this game were played, and how many were taken back.
    fn count_turns(&self) -> (usize, usize) {
        let history = self.games.current().session.history();
        let played = history.turn_count();
        (played, history.turns().count() - played)
    }

    /// Goes so many turns back or forward, as far as there are any.
    fn step(&mut self, name: &str, times: usize, step: impl Fn(&mut Games) -> bool) -> Reply {
        let done = (0..times)
            .take_while(|_: &usize| step(&mut self.games))
            .count();
        match done {
            0 => Reply::refused(&format!("nothing to {name}")),
            done if done < times => Reply::board(vec![format!("There was no more to {name}.")]),
            _ => Reply::board(Vec::new()),
        }
    }

    fn start_new(&mut self, deal: NewDeal) -> Result<Reply, Error> {
        let game = self.games.current();
        let deal = match deal {
            NewDeal::Next => game.start.next_deal(game.deal.as_ref()),
            NewDeal::Winnable => return self.start_winnable(),
            NewDeal::Today => ChosenDeal::todays(),
            NewDeal::Of(name) => return self.start_other(&name),
            NewDeal::Deal(deal) => ChosenDeal::new(deal),
        };
        let game = game.deal_next(deal)?;
        Ok(self.go_to(game, Vec::new()))
    }

    /// Starts a game by its name.
    fn start_other(&mut self, name: &str) -> Result<Reply, Error> {
        let game = self.games.current();
        let library = game.start.library.clone();
        let found = find::load(name, &[], &library).map_err(|error| match error {
            Error::Usage(why) => Error::Usage(format!(
                "{why}; a deal is a number, `today`, `winnable`, `ms:N` or `pysol:N`"
            )),
            other => other,
        })?;
        let source = SourceArgs {
            deal: game.start.number_after(game.deal.as_ref()),
            ..SourceArgs::default()
        };
        let start = Start::from_found(&found, &source, library)?;
        let game = PlayedGame::first(Rc::new(start))?;
        Ok(self.go_to(game, Vec::new()))
    }

    /// Leaves the current game for another one.
    pub(super) fn go_to(&mut self, game: PlayedGame, mut lines: Vec<String>) -> Reply {
        let recorder = self.recorder.as_mut();
        lines.extend(recorder.and_then(|r| r.leave(self.games.current_mut())));
        lines.extend(game.describe_opening());
        self.games.start(game);
        self.told = None;
        Reply::board(lines)
    }
}

/// Why a replay refuses a command; `None` if it does not. A replay must give the same answers at any time, and it may
/// come from a stranger.
fn forbid_in_replay(command: &Command) -> Option<&'static str> {
    match command {
        Command::Save(_) | Command::Load(_) | Command::Reload => Some("a replay uses no files"),
        Command::New(NewDeal::Of(_)) | Command::List(_) => {
            Some("a replay is about one game, whatever others there are")
        }
        Command::New(NewDeal::Today) => Some("a replay is the same on every day"),
        // The solver could search for long, and what it finds within a limit differs from version to version.
        Command::Solve(..) | Command::New(NewDeal::Winnable) => {
            Some("a replay does not ask the solver")
        }
        _ => None,
    }
}

/// Answers what the player did wrong. The game goes on, and only a failure of the program ends the dialog.
fn answer(error: Error) -> Result<Reply, Error> {
    let message = match error {
        Error::Usage(message) => message,
        Error::Io(what, error) => format!("`{what}` cannot be read: {error}"),
        Error::Rejected(rejected) => rejected.to_string(),
        error => return Err(error),
    };
    Ok(Reply::refused(&message))
}

/// Turns a message into a sentence: with a full stop unless it ends with punctuation, and capitalized unless it begins
/// with a name, such as `t3`.
pub(super) fn to_sentence(message: &str) -> String {
    let word = message.split(' ').next().unwrap_or_default();
    let is_word = word
        .trim_end_matches([',', ':'])
        .chars()
        .all(|c| c.is_ascii_lowercase());
    let begun = if is_word {
        capitalized(message)
    } else {
        message.to_owned()
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
    begun + end
}
