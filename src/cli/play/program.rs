//! The program as the front end of a dialogue.

use std::path::{Path, PathBuf};
use std::rc::Rc;
use std::sync::Arc;
use std::time::{Duration, Instant};

use super::kept::{Kept, PlayedGame};
use super::recorder::Recorder;
use super::{files, reload};
use crate::args::{Format, StatsArgs};
use crate::board::Look;
use crate::deal::{random_deal, todays_deal};
use crate::save::SavedGame;
use crate::{Error, Streams, interrupt, list, progress, stats, width};
use patience::dialogue::{ChosenDeal, HintEffort, Host, Hunt, Reply, Runner, Telling};
use patience::internals::wrap;
use patience::session::{Effort, Question};
use patience::solve::{Control, Limits, Search, Solution};
use patience::{DealNumber, Game, Position};

/// How long the solver searches on a terminal, unless the player says otherwise.
const ON_TERMINAL: Effort = Effort::Time(Duration::from_secs(5));
/// The same through a pipe. A number of positions has the same result on every machine.
const THROUGH_PIPE: Effort = Effort::States(200_000);
/// How much a hint is worth, in the same settings.
const HINT_ON_TERMINAL: HintEffort = HintEffort {
    win: Effort::Time(Duration::from_secs(1)),
    states: 200_000,
};
const HINT_THROUGH_PIPE: HintEffort = HintEffort {
    win: Effort::States(100_000),
    states: 30_000,
};
/// The longest time that a person waits for a deal that can be won.
const HUNT_ON_TERMINAL: Duration = Duration::from_secs(30);

/// Where a game is played.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Setting {
    /// On a terminal.
    Terminal,
    /// By a program, or with the commands of a file. The same commands always have the same answers.
    Pipe,
    /// In a replay, which uses no files and searches nothing, because whoever runs it may not have read it.
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

/// The front end: where it runs, how it shows games, and what it keeps of them.
#[derive(Debug)]
pub(super) struct Program {
    pub(super) setting: Setting,
    pub(super) look: Look,
    pub(super) data_folder: Option<PathBuf>,
    /// Keeps the game and the statistics; `None` if nothing is kept.
    pub(super) recorder: Option<Recorder>,
    /// The game and the position that were told last, where boards are told in sentences; `None` if all of the next one is
    /// to be told.
    pub(super) told: Option<(usize, Position)>,
}

impl Program {
    pub(super) fn new(
        setting: Setting,
        look: Look,
        data_folder: Option<PathBuf>,
        recorder: Option<Recorder>,
    ) -> Program {
        Program {
            setting,
            look,
            data_folder,
            recorder,
            told: None,
        }
    }

    /// How wide boards are.
    pub(super) fn board_width(&self) -> usize {
        self.look.style().width
    }

    /// How wide text may be.
    fn text_width(&self) -> usize {
        width::limit(self.board_width())
    }

    /// Fails in a replay, with this reason: it must give the same answers at any time, and may come from a stranger.
    fn outside_replay(&self, reason: &str) -> Result<(), Reply> {
        match self.setting {
            Setting::Replay => Err(Reply::refused(reason)),
            Setting::Terminal | Setting::Pipe => Ok(()),
        }
    }

    fn with_files(&self) -> Result<(), Reply> {
        self.outside_replay("a replay uses no files")
    }

    fn with_other_games(&self) -> Result<(), Reply> {
        self.outside_replay("a replay is about one game, whatever others there are")
    }

    /// What the solver finds within a limit differs from version to version, and it could search for long.
    fn with_solver(&self) -> Result<(), Reply> {
        self.outside_replay("a replay does not ask the solver")
    }
}

/// A failure, as the player is told: the game goes on.
impl From<Error> for Reply {
    fn from(error: Error) -> Reply {
        Reply::refused(&match error {
            Error::Io(what, error) => format!("`{what}` cannot be read: {error}"),
            error => error.to_string(),
        })
    }
}

/// The reply to something that may fail.
fn attempt(act: impl FnOnce() -> Result<Reply, Reply>) -> Reply {
    act().unwrap_or_else(|failure| failure)
}

/// Runs searches that Ctrl-C interrupts. A person at a terminal sees how far they are.
struct Watched<'a> {
    setting: Setting,
    control: &'a Control,
}

impl Runner for Watched<'_> {
    fn control(&self) -> &Control {
        self.control
    }

    fn go_on(&self, search: &mut Search, limits: &Limits, about: &str) -> Solution {
        match self.setting {
            Setting::Terminal => progress::go_on(search, limits, self.control, about),
            Setting::Pipe | Setting::Replay => search.go_on(limits, self.control),
        }
    }
}

impl Setting {
    /// Lets a search run that Ctrl-C interrupts.
    fn search<T>(self, search: impl FnOnce(&dyn Runner) -> T) -> T {
        let setting = self;
        interrupt::during(|control| search(&Watched { setting, control }))
    }

    /// Deals until a deal is found that can be won: the first, or one that follows it. `begin` starts its game. Also returns
    /// how it was found.
    ///
    /// # Errors
    /// If no deal is known to be winnable, or a deal cannot begin.
    pub(super) fn find_winnable(
        self,
        first: ChosenDeal,
        begin: impl Fn(ChosenDeal) -> Result<PlayedGame, Error>,
    ) -> Result<(PlayedGame, String), Error> {
        let start = Instant::now();
        let mut hunt = Hunt::default();
        let mut deal = first;
        self.search(|runner| {
            loop {
                let mut game = begin(deal.clone())?;
                let time = HUNT_ON_TERMINAL.saturating_sub(start.elapsed());
                let time = (self == Setting::Terminal).then_some(time);
                if hunt.try_deal(&mut game, time, runner) {
                    return Ok((game, hunt.describe_success()));
                }
                if hunt.is_over() {
                    return Err(Error::Usage(hunt.describe_failure()));
                }
                deal = game.next_deal(random_deal);
            }
        })
    }
}

impl Host for Program {
    type Own = Kept;

    fn telling(&self, game: &PlayedGame) -> Telling {
        Telling {
            width: self.text_width(),
            // A program gets the same answers each time, so it is not told the time.
            seconds: (self.setting == Setting::Terminal).then(|| game.own.clock.seconds()),
            tells_changes: self.look.spoken,
        }
    }

    fn effort(&self, _question: Question, typed: Option<Effort>) -> Result<Effort, Reply> {
        self.with_solver()?;
        Ok(typed.unwrap_or(match self.setting {
            Setting::Terminal => ON_TERMINAL,
            Setting::Pipe | Setting::Replay => THROUGH_PIPE,
        }))
    }

    fn hint_effort(&self) -> HintEffort {
        match self.setting {
            Setting::Terminal => HINT_ON_TERMINAL,
            Setting::Pipe | Setting::Replay => HINT_THROUGH_PIPE,
        }
    }

    fn slice(&self) -> Option<u64> {
        None
    }

    fn search<T>(&mut self, search: impl FnOnce(&dyn Runner) -> T) -> T {
        self.setting.search(search)
    }

    fn random_deal(&mut self) -> DealNumber {
        random_deal()
    }

    fn todays_deal(&mut self) -> Result<DealNumber, Reply> {
        self.outside_replay("a replay is the same on every day")?;
        Ok(todays_deal())
    }

    fn begin_again(&mut self, game: &PlayedGame) -> Kept {
        Kept::new(Rc::clone(&game.own.start))
    }

    fn find_winnable(&mut self, game: &PlayedGame) -> Result<(PlayedGame, String), Reply> {
        self.with_solver()?;
        let first = game.next_deal(random_deal);
        let begin = |deal| {
            let next = game.deal_next(deal, Kept::new(Rc::clone(&game.own.start)));
            next.map_err(Error::Usage)
        };
        Ok(self.setting.find_winnable(first, begin)?)
    }

    fn find_game(&mut self, name: &str, game: &PlayedGame) -> Result<(Arc<Game>, Kept), Reply> {
        self.with_other_games()?;
        let start = game.own.start.of_other(name).map_err(|error| match error {
            Error::Usage(why) => Error::Usage(format!(
                "{why}; a deal is a number, `today`, `winnable`, `ms:N` or `pysol:N`"
            )),
            other => other,
        })?;
        Ok((Arc::clone(&start.game), Kept::new(Rc::new(start))))
    }

    fn list(&mut self, words: &str, game: &PlayedGame) -> Reply {
        attempt(|| {
            self.with_other_games()?;
            let texts = list::describe_games(words, &game.own.start.library);
            if texts.is_empty() {
                return Err(Reply::refused(&format!("no game fits `{words}`")));
            }
            let lines = texts.iter().flat_map(|text| wrap(text, self.text_width()));
            Ok(Reply::lines(lines.collect()))
        })
    }

    fn save(&mut self, name: &str, game: &PlayedGame) -> Reply {
        attempt(|| {
            self.with_files()?;
            Ok(files::save(name, game)?)
        })
    }

    fn load(&mut self, name: &str, game: &PlayedGame) -> Result<(PlayedGame, Vec<String>), Reply> {
        self.with_files()?;
        let saved = SavedGame::load(Path::new(name))?;
        let (game, note) = Kept::load(&saved, game.own.start.library.clone())?;
        Ok((game, Vec::from_iter(note)))
    }

    fn tell_statistics(&mut self, game: &PlayedGame) -> Reply {
        let Some(folder) = &self.data_folder else {
            return Reply::refused("there is no data folder");
        };
        let args = StatsArgs {
            games: vec![game.own.start.name.clone()],
            format: Format::Text,
            history: None,
        };
        let library = &game.own.start.library;
        attempt(|| Ok(Reply::lines(stats::report(&args, folder, library)?)))
    }

    fn tell_rules(&mut self, game: &PlayedGame) -> Reply {
        Reply::lines(game.position().game().page().to_lines(self.text_width()))
    }

    fn reload(&mut self, game: &mut PlayedGame) -> Reply {
        attempt(|| {
            self.with_files()?;
            Ok(reload::reload(game)?)
        })
    }

    fn quit(&mut self) -> Reply {
        Reply::quit()
    }

    fn keep(&mut self, game: &mut PlayedGame) -> Option<String> {
        self.recorder.as_mut()?.update(game)
    }

    fn leave(&mut self, game: &mut PlayedGame) -> Option<String> {
        self.recorder.as_mut()?.leave(game)
    }
}
