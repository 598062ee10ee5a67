//! What a player types, as a value.

use std::str::FromStr;

use super::Effort;
use super::notation::{
    DRAWING, draw, has_move, is_legal, split_joined, split_words, standard_move,
};
use super::phrases;
use super::table::{COMMANDS, CommandWord};
use crate::cards::ParseDealError;
use crate::condition::ActionId;
use crate::play::{Deal, Position, is_name, read};
use crate::rules::Game;
use crate::text::{debug_as_display, nearest};

/// What a player or an author asks for.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum Command {
    /// Plays what words of the game name.
    Play(Request),
    /// Shows the board.
    Show,
    /// Suggests a move.
    Hint,
    /// Asks the solver, for so long if that is said.
    Solve(Question, Option<Effort>),
    /// Lists the legal moves.
    Moves,
    /// Plays every card that is safe to put away.
    Auto,
    /// Explains why a move is legal or not; if the text is empty, why the last one was refused.
    Why(String),
    /// Takes back so many turns; [`usize::MAX`] is all of this game.
    Undo(usize),
    /// Replays so many turns that were taken back; [`usize::MAX`] is all of this game.
    Redo(usize),
    /// Starts another deal.
    New(NewDeal),
    /// Starts the same deal again.
    Restart,
    /// Saves the game in a file; if its name is empty, in one with a name that the program chooses.
    Save(String),
    /// Continues the saved game of a file.
    Load(String),
    /// Shows the statistics.
    Stats,
    /// Describes the rules.
    Rules,
    /// Says what can be typed about a topic; if it is empty, lists what can be typed.
    Help(String),
    /// Says the score, the time and what is left.
    Status,
    /// Lists what was played.
    History,
    /// Says where a card is.
    Where(String),
    /// Lists the games that some words describe.
    List(String),
    /// Does once more what was typed last.
    Again,
    /// Plays the move that was suggested last.
    Accept,
    /// Ends the program.
    Quit,
    /// Prints the position as a test has it.
    Position {
        /// Whether face-down cards are named.
        open: bool,
    },
    /// Lets the next test begin here.
    Mark {
        /// Whether the test may name face-down cards.
        open: bool,
    },
    /// Prints a test with this name of the moves since the mark.
    Test(String),
    /// Shows step by step what the last turn did.
    Trace {
        /// Whether face-down cards are named.
        open: bool,
    },
    /// Reads the rules again.
    Reload,
}

/// What to play. It means something only in a position.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Request {
    /// A move of cards.
    Move(String),
    /// An action, so many times.
    Repeat(ActionId, usize),
    /// The only or best move of a pile, a group or a card.
    From(String),
}

/// What the solver is asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum Question {
    /// Whether the game can be won, and the next move to the win.
    Next,
    /// Whether it can be won, and all moves to the win.
    All,
    /// A move that keeps the win.
    Sure,
    /// Which move lost it.
    Lost,
    /// Whether it can be won after every move from now on, or no longer.
    Always,
}

/// Which deal follows.
#[derive(Clone, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum NewDeal {
    /// Any, or the one after the current one.
    Next,
    /// One that can be won.
    Winnable,
    /// The deal of the day.
    Today,
    /// A deal of another game, by its name.
    Of(String),
    /// The deal with a number.
    Deal(Deal),
}

/// The longest line, in bytes: more is no command of a person.
pub const MAX_LINE: usize = 1000;

/// The most times that an action can be repeated at once.
const MAX_REPEATS: usize = 1000;

/// Why a text cannot be a command. The message is for the player.
#[derive(Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct CommandError(pub(super) String);

debug_as_display!(CommandError);

impl CommandError {
    /// Says that a text names no deal.
    #[doc(hidden)]
    pub fn no_deal(text: &str) -> CommandError {
        CommandError(format!(
            "`{text}` is not a deal: expected a number, `today`, `ms:N` or `pysol:N`"
        ))
    }
}

/// Reads a command without a game: [`Command::Play`] needs one, see [`Command::read`].
///
/// ```
/// use patience::session::Command;
///
/// assert_eq!("undo 2".parse(), Ok(Command::Undo(2)));
/// assert_eq!("u".parse(), Ok(Command::Undo(1)));
/// let error = "und0".parse::<Command>().unwrap_err();
/// assert_eq!(error.to_string(), "`und0` is not a command; did you mean `undo`?");
/// ```
impl FromStr for Command {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<Command, CommandError> {
        let (name, rest) = split_first(text);
        if let Some(command) = phrases::command_for(text) {
            return command.parse();
        }
        match CommandWord::find(&name) {
            Some(word) => word.with(rest),
            None => Err(unknown(&name, &[])),
        }
    }
}

impl Command {
    /// Reads one command or what to play in a position. Names of commands and actions may be shortened if only one
    /// begins that way. Words of the game come before those of commands, except for the full names of commands.
    ///
    /// # Errors
    /// If it is neither a command nor can be a move, or if something else must follow a command.
    pub fn read(position: &Position, text: &str) -> Result<Command, CommandError> {
        if text.len() > MAX_LINE {
            let message = format!("a line can have at most {MAX_LINE} bytes");
            return Err(CommandError(message));
        }
        let game = position.game();
        let words = split_words(text);
        let Some(first) = words.first() else {
            return Ok(Command::Show);
        };
        let (name, rest) = split_first(text);
        let begins = |action: &&str| action.starts_with(&name);
        let actions = || game.actions.iter().map(|action| action.name.as_str());
        let begins_action = actions().any(|action| begins(&action));
        if !is_name(game, first)
            && !begins_action
            && let Some(command) = phrases::command_for(text)
        {
            return command.parse();
        }
        if let Some(command) = CommandWord::named(&name) {
            return command.with(rest);
        }
        if let Some(command) = read_action(game, &name, rest) {
            return command;
        }
        let synonym = CommandWord::with_synonym(&name);
        if name == "play" && !begins_action {
            match words.get(1) {
                None => return Err(CommandError(
                    "`play GAME` starts another game, `new` another deal, and `hint` suggests a move".to_owned(),
                )),
                Some(word) if is_name(game, word) => return Command::read(position, rest),
                Some(_) => {}
            }
        }
        if let Some(command) = synonym.filter(|_| rest.is_empty() && !begins_action) {
            return command.with(rest);
        }
        let is_one = words.len() == 1;
        if is_one && is_name(game, first) {
            // What looks like a card may be a move in the standard notation, if the card cannot move.
            if !has_move(position, first)
                && let Some(text) = standard_move(position, first)
                && is_legal(position, &text)
            {
                return Ok(Command::Play(Request::Move(text)));
            }
            return Ok(Command::Play(Request::From(first.clone())));
        }
        let move_of = |text: String| Ok(Command::Play(Request::Move(text)));
        let typed = words.join(" ");
        if is_name(game, first) || read(position, &typed).is_ok() {
            return move_of(typed);
        }
        let mut shortened = actions().filter(begins);
        if let (Some(action), None) = (shortened.next(), shortened.next())
            && let Some(command) = read_action(game, action, rest)
        {
            return command;
        }
        if ["move", "mv"].contains(&name.as_str()) && !rest.is_empty() {
            let moved: Vec<String> = words.into_iter().filter(|word| *word != name).collect();
            return Ok(Command::Play(match moved.as_slice() {
                [only] if is_name(game, only) => Request::From(only.clone()),
                words => Request::Move(words.join(" ")),
            }));
        }
        if let Some(command) = synonym.or_else(|| CommandWord::that_begins(&name)) {
            return command.with(rest);
        }
        if DRAWING.contains(&name.as_str()) {
            return draw(position, rest);
        }
        if let Some(advice) = phrases::advice_for(text) {
            return Err(CommandError(advice.to_owned()));
        }
        if !is_one {
            return move_of(typed);
        }
        let joined = split_joined(position, first);
        match joined.or_else(|| standard_move(position, first)) {
            Some(text) => move_of(text),
            // The reader of moves says which piles there are.
            None if is_name(game, first.trim_end_matches(|c: char| c.is_ascii_digit())) => {
                move_of(typed)
            }
            None => Err(unknown(&name, &actions().collect::<Vec<_>>())),
        }
    }
}

impl CommandWord {
    /// The command with what follows its name.
    fn with(&self, rest: &str) -> Result<Command, CommandError> {
        (self.read)(Arguments {
            name: self.name,
            rest,
        })
    }
}

/// What follows the name of a command.
#[derive(Clone, Copy, Debug)]
pub(super) struct Arguments<'a> {
    name: &'static str,
    rest: &'a str,
}

impl Arguments<'_> {
    /// The command, if nothing follows it.
    pub(super) fn none(self, command: Command) -> Result<Command, CommandError> {
        if self.rest.is_empty() {
            return Ok(command);
        }
        let name = self.name;
        Err(CommandError(format!("`{name}` takes no argument")))
    }

    /// Any text.
    pub(super) fn text(self) -> String {
        self.rest.to_owned()
    }

    /// A text that must follow. `what` is what it names.
    pub(super) fn some(self, what: &str) -> Result<String, CommandError> {
        let Arguments { name, rest } = self;
        Some(rest.to_owned())
            .filter(|text| !text.is_empty())
            .ok_or_else(|| CommandError(format!("`{name}` needs {what}")))
    }

    /// Whether the only word that may follow does.
    pub(super) fn word(self, word: &str) -> Result<bool, CommandError> {
        let Arguments { name, rest } = self;
        if rest.is_empty() || is_word(rest, word) {
            return Ok(!rest.is_empty());
        }
        let message = format!("nothing but `{word}` can follow `{name}`");
        Err(CommandError(message))
    }

    /// A number from 1, which is also what nothing means.
    pub(super) fn times(self) -> Result<usize, CommandError> {
        let Arguments { name, rest } = self;
        if rest.is_empty() {
            return Ok(1);
        }
        if is_word(rest, "all") {
            return Ok(usize::MAX);
        }
        // A number too large to count to is as good as the largest.
        let is_number = rest.bytes().all(|b| b.is_ascii_digit());
        let number = rest.parse().unwrap_or(usize::MAX);
        Some(number)
            .filter(|&number| is_number && number > 0)
            .ok_or_else(|| {
                CommandError(format!("expected a number from 1 or `all` after `{name}`"))
            })
    }

    /// A hint, or a sure one, for which the solver may search for so long.
    pub(super) fn hint(self) -> Result<Command, CommandError> {
        let Arguments { name, rest } = self;
        let (first, limit) = rest.split_once(' ').unwrap_or((rest, ""));
        if rest.is_empty() {
            return Ok(Command::Hint);
        }
        if !is_word(first, "sure") {
            let message = format!("nothing but `sure` can follow `{name}`");
            return Err(CommandError(message));
        }
        let limit = Some(limit.trim()).filter(|limit| !limit.is_empty());
        let effort = limit.map(Effort::typed).transpose()?;
        Ok(Command::Solve(Question::Sure, effort))
    }

    /// What the solver is asked, and for how long it searches.
    pub(super) fn question(self) -> Result<Command, CommandError> {
        let (first, limit) = self.rest.split_once(' ').unwrap_or((self.rest, ""));
        let (question, text) = match first {
            first if is_word(first, "all") => (Question::All, limit.trim()),
            first if is_word(first, "lost") => (Question::Lost, limit.trim()),
            first if is_word(first, "always") => (Question::Always, limit.trim()),
            _ => (Question::Next, self.rest),
        };
        if text.is_empty() {
            return Ok(Command::Solve(question, None));
        }
        let effort = Effort::typed(text).map_err(|error| match question {
            Question::Next => CommandError(format!(
                "`{text}` cannot follow `solve`: expected `all`, `lost`, `always` or a limit, such as `60` for seconds or \
                 `50000 positions`"
            )),
            Question::All | Question::Sure | Question::Lost | Question::Always => error,
        });
        Ok(Command::Solve(question, Some(effort?)))
    }
}

/// Reads `winnable`, `today`, `617`, `ms:617` or `pysol:123456`; an empty text is the next deal, any other without
/// digits and colons the name of a game.
impl FromStr for NewDeal {
    type Err = CommandError;

    fn from_str(text: &str) -> Result<NewDeal, CommandError> {
        if text.is_empty() {
            Ok(NewDeal::Next)
        } else if is_word(text, "winnable") {
            Ok(NewDeal::Winnable)
        } else if text.eq_ignore_ascii_case("today") {
            Ok(NewDeal::Today)
        } else {
            let deal = match text.parse() {
                // Cards are given for a deck on the command line only.
                Ok(Deal::Deck(_)) => Err(ParseDealError::Unknown {
                    text: text.to_owned(),
                }),
                deal => deal,
            };
            deal.map(NewDeal::Deal).or_else(|error| match error {
                // A deal has a number.
                ParseDealError::Unknown { text }
                    if !text.contains(|c: char| c.is_ascii_digit() || c == ':') =>
                {
                    Ok(NewDeal::Of(text))
                }
                ParseDealError::Unknown { text } => Err(CommandError::no_deal(&text)),
                other => Err(CommandError(other.to_string())),
            })
        }
    }
}

/// Whether a word after a command is this one. It may be written as an option.
fn is_word(typed: &str, word: &str) -> bool {
    let typed = typed.strip_prefix("--").unwrap_or(typed);
    typed.eq_ignore_ascii_case(word)
}

/// The first word in lower case, and what follows it.
fn split_first(text: &str) -> (String, &str) {
    let text = text.trim();
    let (first, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
    (first.to_ascii_lowercase(), rest.trim())
}

/// Says that a word means nothing, and which command or action it resembles.
fn unknown(word: &str, actions: &[&str]) -> CommandError {
    let commands = COMMANDS.iter().map(|command| command.name);
    let known = actions.iter().copied().chain(commands);
    CommandError(match nearest(word, known) {
        Some(known) => format!("`{word}` is not a command; did you mean `{known}`?"),
        None => format!("`{word}` is not a command; `help` lists what can be typed"),
    })
}

/// Reads `deal`, `deal 3` and `deal*3`. Returns `None` if the name is not an action, or is also a pile.
fn read_action(game: &Game, name: &str, rest: &str) -> Option<Result<Command, CommandError>> {
    let (name, times) = name.split_once('*').unwrap_or((name, rest));
    let action = game.names.action(name)?;
    let times = times.trim().trim_start_matches(['*', 'x', 'X']);
    let number = match times.trim_start() {
        "" => Some(1),
        times => times.parse().ok(),
    };
    match number.filter(|times| (1..=MAX_REPEATS).contains(times)) {
        Some(times) => Some(Ok(Command::Play(Request::Repeat(action, times)))),
        None if is_name(game, name) => None,
        None => Some(Err(CommandError(format!(
            "only a number from 1 to {MAX_REPEATS} can follow `{name}`, not `{times}`"
        )))),
    }
}
