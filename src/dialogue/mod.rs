//! A dialogue with a player: one game after the other, with undo and redo across them. Every front end has the same one.
//!
//! A front end hands each line to [`Dialogue::run`], prints the reply, and implements [`Host`] for what only it can do, such as
//! to save a game. The command `help all` lists what can be typed. The smallest host there is refuses all that:
//!
//! ```
//! use std::sync::Arc;
//!
//! use patience::dialogue::{Board, Dialogue, HintEffort, Host, PlayedGame, Reply, Runner, Telling};
//! use patience::session::{Effort, Question};
//! use patience::solve::Control;
//! use patience::{DealNumber, Game, Position, Rules};
//!
//! struct Chat;
//!
//! type Played = PlayedGame<()>;
//!
//! fn no<T>() -> Result<T, Reply> {
//!     Err(Reply::refused("that cannot be done here"))
//! }
//!
//! impl Host for Chat {
//!     type Own = ();
//!     fn telling(&self, _: &Played) -> Telling {
//!         Telling { width: 80, seconds: None, tells_changes: false }
//!     }
//!     fn effort(&self, _: Question, typed: Option<Effort>) -> Result<Effort, Reply> {
//!         Ok(typed.unwrap_or(Effort::States(20_000)))
//!     }
//!     fn hint_effort(&self) -> HintEffort {
//!         HintEffort { win: Effort::States(10_000), states: 2_000 }
//!     }
//!     fn slice(&self) -> Option<u64> { None }
//!     fn search<T>(&mut self, search: impl FnOnce(&dyn Runner) -> T) -> T { search(&Control::default()) }
//!     fn random_deal(&mut self) -> DealNumber { DealNumber(4) }
//!     fn todays_deal(&mut self) -> Result<DealNumber, Reply> { no() }
//!     fn begin_again(&mut self, _: &Played) {}
//!     fn find_winnable(&mut self, _: &Played) -> Result<(Played, String), Reply> { no() }
//!     fn find_game(&mut self, _: &str, _: &Played) -> Result<(Arc<Game>, ()), Reply> { no() }
//!     fn list(&mut self, _: &str, _: &Played) -> Reply { no().unwrap_or_else(|reply| reply) }
//!     fn save(&mut self, _: &str, _: &Played) -> Reply { no().unwrap_or_else(|reply| reply) }
//!     fn load(&mut self, _: &str, _: &Played) -> Result<(Played, Vec<String>), Reply> { no() }
//!     fn tell_statistics(&mut self, _: &Played) -> Reply { no().unwrap_or_else(|reply| reply) }
//!     fn tell_rules(&mut self, game: &Played) -> Reply {
//!         Reply::lines(game.position().game().page().to_lines(80))
//!     }
//!     fn reload(&mut self, _: &mut Played) -> Reply { no().unwrap_or_else(|reply| reply) }
//!     fn quit(&mut self) -> Reply { Reply::quit() }
//!     fn keep(&mut self, _: &mut Played) -> Option<String> { None }
//!     fn leave(&mut self, _: &mut Played) -> Option<String> { None }
//! }
//!
//! let rules = Rules::built_in("klondike")?;
//! let position = Position::deal(rules.game(), &DealNumber(3).into())?;
//! let mut dialogue = Dialogue::new(PlayedGame::at(position, 0, ()));
//! for line in ["t4 t6", "new", "undo", "save", "quit"] {
//!     let reply = dialogue.run(line, &mut Chat);
//!     for line in reply.lines {
//!         println!("{line}");
//!     }
//!     if reply.board > Board::None {
//!         println!("{}{}", dialogue.game().position(), dialogue.game().session.describe_end().unwrap_or_default());
//!         // What is told after every move, once the player has typed `solve always`.
//!         println!("{}", dialogue.tell_winnable(&mut Chat).unwrap_or_default());
//!     }
//!     if reply.quits {
//!         break;
//!     }
//! }
//! assert_eq!(dialogue.game().session.moves().len(), 1);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! # Code map
//!
//! - A line is read, split and carried out here; `host` is what only a front end can do.
//! - `game` is a game of the dialogue, `deal` how it was dealt, and `games` keeps those before and after it.
//! - `link` numbers moves.
//! - `asking` asks for hints and the solver, in slices if the host wants that, and `hunt` looks for a deal that can be won.
//! - `protocol` is the dialogue for programs: requests and answers as JSON.

mod asking;
mod deal;
mod game;
mod games;
mod host;
mod hunt;
mod link;
mod protocol;

use std::sync::Arc;

use crate::play::{Move, Position};
use crate::reply::Inquiry;
pub use crate::reply::{Answer, Board, Reply, Runner, Searching, Wish};
use crate::rules::Game;
use crate::session::{Command, Event, NewDeal, PlayError, Session};
pub use deal::ChosenDeal;
pub use game::{Help, PlayedGame};
use games::Games;
pub use host::{HintEffort, Host, Telling};
pub use hunt::Hunt;
#[doc(hidden)]
pub use link::move_of;
pub use protocol::{Conversation, Shown};
#[doc(hidden)]
pub use protocol::{MAX_GAMES, describe_refused, replace_unprintable, to_json};

/// A game in progress, those before it, and what was typed.
///
/// Its answers to the same lines are always the same, as far as those of its [`Host`] are.
#[derive(Debug)]
pub struct Dialogue<O> {
    games: Games<O>,
    /// What was typed last.
    last_typed: String,
    /// The question that the solver has not answered yet.
    pending: Option<Inquiry>,
}

/// Which game, which rules and which position are the current ones, and the help so far.
type State = (usize, *const Game, usize, u64, Help);

impl<O> Dialogue<O> {
    /// Begins with a game.
    pub fn new(game: PlayedGame<O>) -> Dialogue<O> {
        Dialogue {
            games: Games::new(game),
            last_typed: String::new(),
            pending: None,
        }
    }

    /// The current game.
    pub fn game(&self) -> &PlayedGame<O> {
        self.games.current()
    }

    /// The current game, to change it.
    pub fn game_mut(&mut self) -> &mut PlayedGame<O> {
        self.games.current_mut()
    }

    /// The number of games before the current one, as far as they are kept.
    pub fn games_before(&self) -> usize {
        self.games.index()
    }

    fn position(&self) -> &Position {
        self.game().session.position()
    }

    /// Runs the commands of a line, separated by semicolons, up to the first that is refused or has to wait for a search.
    pub fn run<H: Host<Own = O>>(&mut self, line: &str, host: &mut H) -> Reply {
        self.pending = None;
        let mut reply = Reply::default();
        let mut commands = line.split(';').map(str::trim);
        for text in commands.by_ref() {
            let next = self.keep(host, |dialogue, host| dialogue.run_one(text, host));
            reply = reply.followed_by(next);
            // What the front end shows beside the dialogue may be another game.
            let waits = reply.searching.is_some() || reply.wish.is_some();
            if reply.quits || reply.refused.is_some() || waits {
                break;
            }
        }
        if !reply.quits && commands.next().is_some() {
            let note = "The rest of the line was not run.";
            reply.lines.push(note.to_owned());
        }
        reply
    }

    /// Plays the move with an id: see [`Position::move_id`].
    pub fn play_id<H: Host<Own = O>>(&mut self, id: u32, host: &mut H) -> Reply {
        self.pending = None;
        let Some(mv) = self.position().move_with_id(id) else {
            let message = format!("no move has the id {id} in this position");
            return Reply::refused(&message);
        };
        self.games.current_mut().counsel.note_other_command();
        self.keep(host, |dialogue, host| {
            dialogue.carry_out(host, |session| session.play_move(mv))
        })
    }

    /// Does something, and lets the host keep the game if that changed it.
    fn keep<H: Host<Own = O>>(
        &mut self,
        host: &mut H,
        act: impl FnOnce(&mut Dialogue<O>, &mut H) -> Reply,
    ) -> Reply {
        let before = self.state();
        let mut reply = act(self, host);
        if self.state() != before {
            reply.lines.extend(host.keep(self.games.current_mut()));
        }
        reply
    }

    fn state(&self) -> State {
        let game = self.game();
        let (position, moves) = (self.position(), game.session.moves().len());
        let rules = Arc::as_ptr(position.game());
        let help = game.help_if_continued();
        (self.games.index(), rules, moves, position.hash(), help)
    }

    /// Runs one command.
    fn run_one<H: Host<Own = O>>(&mut self, text: &str, host: &mut H) -> Reply {
        let command = Command::read(self.position(), text);
        if !matches!(command, Ok(Command::Hint)) {
            self.games.current_mut().counsel.note_other_command();
        }
        if !matches!(command, Ok(Command::Again)) {
            text.clone_into(&mut self.last_typed);
        }
        match command {
            Ok(command) => self.execute(command, host),
            Err(error) => Reply::refused(&error.to_string()),
        }
    }

    fn execute<H: Host<Own = O>>(&mut self, command: Command, host: &mut H) -> Reply {
        let game = self.games.current_mut();
        let width = host.telling(game).width;
        let session = &mut game.session;
        let deal = game.deal.as_ref().map(|chosen| &chosen.deal);
        match command {
            Command::Play(request) => self.carry_out(host, |session| session.play(&request)),
            Command::Auto => self.carry_out(host, Session::play_safe_moves),
            Command::Accept => self.accept(host),
            Command::Again => self.repeat(host),
            Command::Hint => self.hint(host),
            Command::Solve(question, effort) => self.solve(question, effort, host),
            Command::Show => Reply {
                board: Board::All,
                ..Reply::default()
            },
            Command::Moves => session.tell_moves(),
            Command::Why(text) => session.explain(&text),
            Command::Help(topic) => session.help(&topic, width),
            Command::History => session.tell_history(width),
            Command::Where(card) => session.find_card(&card),
            Command::Mark { open } => session.begin_test(open),
            Command::Test(name) => {
                let reply = session.write_test(&name, deal);
                game.note_hint(reply)
            }
            Command::Position { open } => {
                let reply = session.write_position(open);
                game.note_hint(reply)
            }
            Command::Trace { open } => {
                let reply = session.tell_trace(open, deal);
                game.note_hint(reply)
            }
            Command::Status => {
                let seconds = host.telling(game).seconds;
                game.session.tell_status(&game.title, seconds)
            }
            Command::Undo(times) => self.step("undo", times, self.turns().0, Games::undo),
            Command::Redo(times) => self.step("redo", times, self.turns().1, Games::redo),
            Command::New(deal) => self.start_new(deal, host),
            Command::Restart => {
                let own = host.begin_again(self.game());
                let game = self.game().again(own);
                self.go_to(game, Vec::new(), host)
            }
            Command::Save(name) => host.save(&name, self.game()),
            Command::Load(name) => match host.load(&name, self.game()) {
                Ok((game, notes)) => self.go_to(game, notes, host),
                Err(reply) => reply,
            },
            Command::Stats => host.tell_statistics(self.game()),
            Command::List(words) => host.list(&words, self.game()),
            Command::Rules => host.tell_rules(self.game()),
            Command::Reload => host.reload(self.games.current_mut()),
            Command::Quit => host.quit(),
        }
    }

    /// Plays something in the current game, and goes on with it.
    fn carry_out<H: Host<Own = O>>(
        &mut self,
        host: &mut H,
        play: impl FnOnce(&mut Session) -> Result<Event, PlayError>,
    ) -> Reply {
        let game = self.games.current_mut();
        let tells_changes = host.telling(game).tells_changes;
        let reply = game.session.carry_out(play, tells_changes);
        if reply.board > Board::None {
            self.games.continue_current();
        }
        reply
    }

    /// Does once more what was typed last.
    fn repeat<H: Host<Own = O>>(&mut self, host: &mut H) -> Reply {
        match std::mem::take(&mut self.last_typed) {
            last if last.is_empty() => Reply::refused("nothing was typed before"),
            last => self.run_one(&last, host),
        }
    }

    /// Plays the move of the last hint, if it is about this position.
    fn accept<H: Host<Own = O>>(&mut self, host: &mut H) -> Reply {
        let game = self.games.current_mut();
        let Some(text) = game.counsel.take_suggested(game.session.position()) else {
            return Reply::refused("there is no hint to play yet; type `hint` first");
        };
        match Command::read(self.position(), &text) {
            Ok(Command::Play(request)) => self.carry_out(host, |session| session.play(&request)),
            _ => Reply::refused("the hint cannot be played any more"),
        }
    }

    /// How many turns of the current game were played, and how many were taken back.
    fn turns(&self) -> (usize, usize) {
        let history = self.game().session.history();
        let played = history.turn_count();
        (played, history.turns().count() - played)
    }

    /// Goes so many turns back or forward, as far as there are any; [`usize::MAX`] is all of this game.
    fn step(
        &mut self,
        name: &str,
        times: usize,
        all: usize,
        step: fn(&mut Games<O>) -> bool,
    ) -> Reply {
        let times = if times == usize::MAX { all } else { times };
        let games = &mut self.games;
        let done = (0..times).take_while(|_: &usize| step(games)).count();
        match done {
            0 => Reply::refused(&format!("nothing to {name}")),
            done if done < times => Reply::board(vec![format!("There was no more to {name}.")]),
            _ => Reply::board(Vec::new()),
        }
    }

    /// Starts another deal, of this game or another one.
    fn start_new<H: Host<Own = O>>(&mut self, deal: NewDeal, host: &mut H) -> Reply {
        match self.find_new(deal, host) {
            Ok((game, notes)) => self.go_to(game, notes, host),
            Err(reply) => reply,
        }
    }

    /// Another deal, of this game or another one, and what the player is told about it.
    fn find_new<H: Host<Own = O>>(
        &self,
        deal: NewDeal,
        host: &mut H,
    ) -> Result<(PlayedGame<O>, Vec<String>), Reply> {
        let current = self.game();
        let deal = match deal {
            NewDeal::Next => current.next_deal(|| host.random_deal()),
            NewDeal::Today => ChosenDeal::todays(host.todays_deal()?),
            NewDeal::Deal(deal) => ChosenDeal::new(deal),
            NewDeal::Winnable => {
                let (game, note) = host.find_winnable(current)?;
                return Ok((game, vec![note]));
            }
            NewDeal::Of(name) => {
                let (game, own) = host.find_game(&name, current)?;
                let next = current.number_after();
                let counts_on = next.is_some();
                let deal = next.unwrap_or_else(|| ChosenDeal::new(host.random_deal().into()));
                let game = PlayedGame::deal(&game, deal, 0, own);
                let mut game = game.map_err(|refused| Reply::refused(&refused))?;
                game.counts_on = counts_on;
                return Ok((game, Vec::new()));
            }
        };
        let own = host.begin_again(current);
        let game = current.deal_next(deal, own);
        let game = game.map_err(|refused| Reply::refused(&refused))?;
        Ok((game, Vec::new()))
    }

    /// Leaves the current game for another one.
    fn go_to<H: Host<Own = O>>(
        &mut self,
        game: PlayedGame<O>,
        mut lines: Vec<String>,
        host: &mut H,
    ) -> Reply {
        lines.extend(host.leave(self.games.current_mut()));
        lines.extend(game.describe_opening());
        self.games.start(game);
        Reply {
            board: Board::All,
            ..Reply::lines(lines)
        }
    }

    /// The moves of the current game, as a link numbers them.
    fn played(&self) -> Vec<u32> {
        let history = self.game().session.history();
        let mut at = history.first().clone();
        let write = |&mv: &Move| {
            let number = link::number_of(&at, mv);
            at.play_unchecked(mv);
            number
        };
        history.moves().iter().filter_map(write).collect()
    }
}
