//! The words for commands.

use super::command::{Arguments, Command, CommandError};

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

type Read = fn(Arguments<'_>) -> Result<Command, CommandError>;

/// The word that lets a command name face-down cards.
const OPEN: &str = "open";

const fn player(
    name: &'static str,
    synonyms: &'static [&'static str],
    forms: &'static [(&'static str, &'static str)],
    read: Read,
) -> CommandWord {
    CommandWord {
        name,
        synonyms,
        forms,
        is_for_authors: false,
        read,
    }
}

const fn author(
    name: &'static str,
    forms: &'static [(&'static str, &'static str)],
    read: Read,
) -> CommandWord {
    CommandWord {
        is_for_authors: true,
        ..player(name, &[], forms, read)
    }
}

/// All commands: those for players come first.
pub(crate) const COMMANDS: &[CommandWord] = &[
    player(
        "show",
        &["board"],
        &[("", "shows the board, as an empty line does")],
        |rest| rest.none(Command::Show),
    ),
    player(
        "hint",
        &["h"],
        &[
            (
                "",
                "says which move looks best, and why; once more, the next best",
            ),
            (
                "sure",
                "names a move that keeps the win, with all cards known, if the solver finds one",
            ),
        ],
        |rest| rest.word("sure").map(|sure| Command::Hint { sure }),
    ),
    player(
        "solve",
        &[],
        &[
            (
                "[SECONDS]",
                "says whether the game can still be won, with all cards known, and the next move to the win; counts \
                 as help",
            ),
            ("all [SECONDS]", "lists every move to the win as well"),
            (
                "lost [SECONDS]",
                "says which move lost the game, with all cards known",
            ),
        ],
        |rest| {
            let wish = rest.question();
            wish.map(|(question, effort)| Command::Solve(question, effort))
        },
    ),
    player(
        "moves",
        &["m"],
        &[("", "lists every legal move, the best first")],
        |rest| rest.none(Command::Moves),
    ),
    player(
        "auto",
        &["f"],
        &[("", "plays every card that is safe to put away")],
        |rest| rest.none(Command::Auto),
    ),
    player(
        "why",
        &[],
        &[(
            "[MOVE]",
            "lists every rule that a move passes or breaks, or cites the one that refused the last move",
        )],
        |rest| Ok(Command::Why(rest.text())),
    ),
    player(
        "undo",
        &["u"],
        &[(
            "[N]",
            "takes back the last move, or the last N, even past `new` and `restart`",
        )],
        |rest| rest.times().map(Command::Undo),
    ),
    player(
        "redo",
        &["r"],
        &[("[N]", "replays what was taken back")],
        |rest| rest.times().map(Command::Redo),
    ),
    player(
        "new",
        &[],
        &[
            ("[DEAL]", "starts a new deal"),
            (
                "winnable",
                "starts a new deal that can be won, with all cards known",
            ),
        ],
        |rest| rest.text().parse().map(Command::New),
    ),
    player("restart", &[], &[("", "starts this deal over")], |rest| {
        rest.none(Command::Restart)
    }),
    player(
        "save",
        &[],
        &[("[FILE]", "saves the game in a file")],
        |rest| Ok(Command::Save(rest.text())),
    ),
    player("load", &[], &[("FILE", "continues a saved game")], |rest| {
        rest.file().map(Command::Load)
    }),
    player(
        "stats",
        &[],
        &[("", "shows how many games you have played and won")],
        |rest| rest.none(Command::Stats),
    ),
    player("rules", &[], &[("", "describes the rules")], |rest| {
        rest.none(Command::Rules)
    }),
    player(
        "help",
        &["?"],
        &[("[authors]", "lists what you can type")],
        |rest| {
            let for_authors = rest.word("authors");
            for_authors.map(|for_authors| Command::Help { for_authors })
        },
    ),
    player(
        "quit",
        &["q", "exit"],
        &[("", "ends the program")],
        |rest| rest.none(Command::Quit),
    ),
    author(
        "position",
        &[(
            "[open]",
            "prints the position in the keys of a `[[test]]`; with `open`, face-down cards too",
        )],
        |rest| rest.word(OPEN).map(|open| Command::Position { open }),
    ),
    author(
        "mark",
        &[(
            "[open]",
            "remembers this position as the start of a test; with `open`, the test names face-down cards",
        )],
        |rest| rest.word(OPEN).map(|open| Command::Mark { open }),
    ),
    author(
        "test",
        &[(
            "NAME",
            "prints a test of what was played and refused since the mark, or since the deal",
        )],
        |rest| Ok(Command::Test(rest.text())),
    ),
    author(
        "trace",
        &[(
            "[open]",
            "shows step by step what the last move did, or the deal",
        )],
        |rest| rest.word(OPEN).map(|open| Command::Trace { open }),
    ),
    author(
        "reload",
        &[(
            "",
            "reads the rules file again, and replays the moves under the new rules",
        )],
        |rest| rest.none(Command::Reload),
    ),
];

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

#[cfg(test)]
mod tests {
    use super::COMMANDS;
    use crate::rules::COMMAND_NAMES;

    /// Rules are read without a session, which has the table of what the names do.
    #[test]
    fn the_names_of_commands_are_reserved() {
        let names = COMMANDS.iter().map(|command| command.name);
        assert!(names.eq(COMMAND_NAMES.iter().copied()));
    }
}
