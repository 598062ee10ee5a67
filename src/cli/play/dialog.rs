//! An interactive session: one game after the other, with undo and redo.

use std::path::PathBuf;
use std::rc::Rc;
use std::sync::Arc;

use super::games::{Games, PlayedGame};
use super::recorder::Recorder;
use crate::args::SourceArgs;
use crate::board::{Look, describe_board, describe_change, format_board};
use crate::deal::ChosenDeal;
use crate::save::Help;
use crate::start::Start;
use crate::{Error, Streams, find, list, width};
use patience::internals::wrap;
use patience::{Command, Game, NewDeal, Position, Reply, Session, Telling};

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

    pub(super) fn session(&self) -> &Session {
        &self.games.current().session
    }

    /// A text with the cards that it names, as the board writes them.
    pub(super) fn write_cards(&self, text: &str) -> String {
        self.look.suits.write_text(text)
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
        let end = game.session.describe_end();
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
            reply = reply.followed_by(answer);
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
            self.games.current_mut().counsel.note_other_command();
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
        let game = self.games.current_mut();
        let suggested = game.counsel.take_suggested(game.session.position());
        let Some(text) = suggested else {
            return Reply::refused("there is no hint to play yet; type `hint` first");
        };
        match Command::read(self.position(), &text) {
            Ok(command @ Command::Play(_)) => {
                self.in_game(|session, telling| session.execute(&command, telling))
            }
            _ => Reply::refused("the hint cannot be played any more"),
        }
    }

    /// Plays the move with an id.
    pub(super) fn play_id(&mut self, id: u32) -> Result<Reply, Error> {
        let Some(mv) = self.position().move_with_id(id) else {
            let message = format!("no move has the id {id} in this position");
            return Ok(Reply::refused(&message));
        };
        self.games.current_mut().counsel.note_other_command();
        self.record(|dialog| {
            Ok(dialog.in_game(|session, telling| {
                session.carry_out(|session| session.play_move(mv), telling.tells_changes)
            }))
        })
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
            Command::Show => {
                self.told = None;
                Reply::board(Vec::new())
            }
            Command::Hint => self.hint(),
            Command::Solve(question, effort) => self.solve(question, effort),
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
            Command::List(words) => self.list_games(&words),
            Command::Accept => self.accept(),
            Command::Again => self.repeat()?,
            Command::Quit => Reply::quit(),
            Command::Reload => self.reload()?,
            command => self.in_game(|session, telling| session.execute(&command, telling)),
        })
    }

    /// Does something that is about the current game alone, and goes on with it if something was played.
    fn in_game(&mut self, act: impl FnOnce(&mut Session, Telling<'_>) -> Reply) -> Reply {
        let (width, tells_changes) = (self.text_width(), self.look.spoken);
        // A program gets the same answers each time, so it is not told the time.
        let tells_time = self.setting == Setting::Terminal;
        let game = self.games.current_mut();
        let telling = Telling {
            title: &game.title,
            deal: game.deal.as_ref().map(|deal| &deal.deal),
            seconds: tells_time.then(|| game.clock.seconds()),
            width,
            tells_changes,
        };
        let reply = act(&mut game.session, telling);
        game.help.hints = game.help.hints.saturating_add(u32::from(reply.is_hint));
        // Only what plays something shows the board.
        if reply.shows_board {
            self.games.continue_current();
        }
        reply
    }

    /// Lists the games that some words describe.
    fn list_games(&self, words: &str) -> Reply {
        let library = &self.games.current().start.library;
        let texts = list::describe_games(words, library);
        if texts.is_empty() {
            return Reply::refused(&format!("no game fits `{words}`"));
        }
        let lines = texts.iter().flat_map(|text| wrap(text, self.text_width()));
        Reply::lines(lines.collect())
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
