//! The words for commands.

use super::command::{Arguments, Command, CommandError};
use super::phrases;

/// A word for a command, and what it means.
#[derive(Clone, Copy, Debug)]
pub(crate) struct CommandWord {
    /// The word. No action or group can have it as its name.
    pub(crate) name: &'static str,
    /// Other words for it, which give way to actions that begin with them.
    pub(crate) synonyms: &'static [&'static str],
    /// What can follow it, such as `[N]`, and what it does then.
    pub(crate) forms: &'static [(&'static str, &'static str)],
    /// Whether it helps to write a game rather than to play one.
    pub(crate) is_for_authors: bool,
    /// Reads what follows it.
    pub(super) read: Read,
}

/// The word that lets a command name face-down cards.
const OPEN: &str = "open";

type Read = fn(Arguments<'_>) -> Result<Command, CommandError>;

/// Declares [`COMMANDS`]: each word with its synonyms, what reads the rest, and what can follow with its meaning.
macro_rules! commands {
    ($(is_for_authors = $is_for_authors:literal { $($name:literal $(or $synonym:literal)*: $read:expr, $($form:literal $meaning:literal),+;)+ })+) => {
        /// All commands: those for players come first.
        pub(crate) const COMMANDS: &[CommandWord] = &[$($(CommandWord {
            name: $name,
            synonyms: &[$($synonym),*],
            forms: &[$(($form, $meaning)),+],
            is_for_authors: $is_for_authors,
            read: $read,
        }),+),+];
    };
}

commands! {
    is_for_authors = false {
        "show" or "board": |rest| rest.none(Command::Show),
            "" "shows the board, as an empty line does";
        "hint" or "h": |rest| rest.hint(),
            "" "says which move looks best, and why; once more, the next best",
            "sure [SECONDS]" "names a move that keeps the win, with all cards known, if the solver finds one";
        "solve": |rest| rest.question(),
            "[SECONDS]" "says whether the game can still be won, with all cards known, and the next move to the win; \
                counts as help",
            "all [SECONDS]" "lists every move to the win as well",
            "lost [SECONDS]" "says which move lost the game, with all cards known",
            "always" "says after every move whether the game can still be won, with all cards known; once more, no \
                longer; counts as help";
        "moves" or "m": |rest| rest.none(Command::Moves),
            "" "lists every legal move, the best first";
        "auto" or "f": |rest| rest.none(Command::Auto),
            "" "plays every card that is safe to put away";
        "why": |rest| Ok(Command::Why(rest.text())),
            "[MOVE]" "lists every rule that a move passes or breaks, or cites the one that refused the last move";
        "undo" or "u": |rest| rest.times().map(Command::Undo),
            "[N]" "takes back the last move, or the last N, even past `new` and `restart`",
            "all" "takes back every move of this game";
        "redo" or "r": |rest| rest.times().map(Command::Redo),
            "[N]" "replays what was taken back";
        "accept": |rest| rest.none(Command::Accept),
            "" "plays the move of the last hint";
        "repeat" or "again": |rest| rest.none(Command::Again),
            "" "does once more what you typed last";
        "where": |rest| rest.some("a card, such as `7H`").map(Command::Where),
            "CARD" "says where a card is";
        "status" or "score" or "time": |rest| rest.none(Command::Status),
            "" "says the score, the time, and what is left";
        "history": |rest| rest.none(Command::History),
            "" "lists what you have played";
        "new" or "play": |rest| rest.text().parse().map(Command::New),
            "[DEAL]" "starts a new deal",
            "winnable" "starts a new deal that can be won, with all cards known",
            "GAME" "starts another game; `undo` comes back to this one";
        "list": |rest| Ok(Command::List(rest.text())),
            "[WORDS]" "lists the games that some words describe";
        "restart": |rest| rest.none(Command::Restart),
            "" "starts this deal over";
        "save": |rest| Ok(Command::Save(rest.text())),
            "[FILE]" "saves the game in a file";
        "load": |rest| rest.some("the name of a file").map(Command::Load),
            "FILE" "continues a saved game";
        "stats": |rest| rest.none(Command::Stats),
            "" "shows how many games you have played and won";
        "rules": |rest| rest.none(Command::Rules),
            "" "describes the rules";
        "help" or "?": |rest| Ok(Command::Help(rest.text())),
            "" "says what to type first",
            "[COMMAND]" "says what a command does, or an action of the game",
            "moves" "says how moves are typed, and what is on the board",
            "all" "lists all commands";
        "quit" or "q" or "exit": |rest| rest.none(Command::Quit),
            "" "ends the program";
    }
    is_for_authors = true {
        "position": |rest| Ok(Command::Position { open: rest.word(OPEN)? }),
            "[open]" "prints the position in the keys of a `[[test]]`; with `open`, face-down cards too";
        "mark": |rest| Ok(Command::Mark { open: rest.word(OPEN)? }),
            "[open]" "remembers this position as the start of a test; with `open`, the test names face-down cards";
        "test": |rest| Ok(Command::Test(rest.text())),
            "NAME" "prints a test of what was played and refused since the mark, or since the deal";
        "trace": |rest| Ok(Command::Trace { open: rest.word(OPEN)? }),
            "[open]" "shows step by step what the last move did, or the deal";
        "reload": |rest| rest.none(Command::Reload),
            "" "reads the rules file again, and replays the moves under the new rules";
    }
}

impl CommandWord {
    /// The command that a word stands for: its name.
    pub(super) fn named(word: &str) -> Option<&'static CommandWord> {
        COMMANDS.iter().find(|command| command.name == word)
    }

    /// The command with a synonym.
    pub(super) fn with_synonym(word: &str) -> Option<&'static CommandWord> {
        COMMANDS
            .iter()
            .find(|command| command.synonyms.contains(&word))
    }

    /// The only command that begins with a text, if there is one.
    pub(super) fn that_begins(text: &str) -> Option<&'static CommandWord> {
        let mut found = COMMANDS
            .iter()
            .filter(|command| !text.is_empty() && command.name.starts_with(text));
        let first = found.next();
        first.filter(|_| found.next().is_none())
    }

    /// The command that a word may stand for: its name, a synonym, or the beginning of only one name.
    pub(crate) fn find(word: &str) -> Option<&'static CommandWord> {
        let found = CommandWord::named(word).or_else(|| CommandWord::with_synonym(word));
        found.or_else(|| CommandWord::that_begins(word))
    }

    /// The command that a topic of help is about: one that its word may stand for, or that of a phrase.
    pub(crate) fn of_topic(topic: &str) -> Option<&'static CommandWord> {
        let of_phrase = || {
            let line = phrases::command_for(topic)?;
            CommandWord::find(line.split(' ').next()?)
        };
        CommandWord::find(topic).or_else(of_phrase)
    }

    /// How it is typed: its name alone, and with each word that may follow it.
    pub(crate) fn lines(&self) -> impl Iterator<Item = String> {
        let words = self.forms.iter().flat_map(|(arguments, _)| {
            let words = arguments.split(|c: char| !c.is_ascii_alphabetic());
            words.filter(|word| word.starts_with(|c: char| c.is_ascii_lowercase()))
        });
        let lines = words.map(|word| format!("{} {word}", self.name));
        std::iter::once(self.name.to_owned()).chain(lines)
    }

    /// Each form of the command, and what it does.
    pub(crate) fn descriptions(&self) -> impl Iterator<Item = String> {
        self.forms.iter().map(|(arguments, meaning)| {
            let usage = format!("{} {arguments}", self.name);
            format!("`{}` {meaning}.", usage.trim_end())
        })
    }
}
