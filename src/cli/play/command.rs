//! Parses what a player types.

use super::session::Reply;
use crate::play::{Position, is_name, read};
use crate::rules::{COMMANDS, Game};

/// What a player asks for.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum Command {
    /// A command of the program with the text after it.
    Program(&'static str, String),
    /// An action, so many times.
    Repeat(String, usize),
    /// A move, or something that looks like one.
    Move(String),
    /// A pile or a card without a target.
    Source(String),
    /// A command that cannot be carried out, and why.
    Wrong(String),
}

/// The most times that an action can be repeated at once.
const MAX_REPEATS: usize = 1000;

/// Letters and words that stand for commands, unless an action begins with them.
const LETTERS: &[(&str, &str)] = &[
    ("?", "help"),
    ("board", "show"),
    ("f", "auto"),
    ("h", "hint"),
    ("m", "moves"),
    ("q", "quit"),
    ("exit", "quit"),
    ("r", "redo"),
    ("u", "undo"),
];

/// Splits a line at semicolons.
pub(super) fn split_line(line: &str) -> impl Iterator<Item = &str> {
    line.split(';').map(str::trim)
}

impl Command {
    /// Parses one command or move. Names of commands and actions may be shortened if only one begins that way; names of
    /// the game come before those of the program, except for the letters that stand for commands.
    pub(super) fn parse(position: &Position, text: &str) -> Command {
        let game = position.game();
        let text = text.trim();
        let words = split_words(text);
        let Some(first) = words.first() else {
            return Command::Program("show", String::new());
        };
        let (word, rest) = text.split_once(char::is_whitespace).unwrap_or((text, ""));
        let name = word.to_ascii_lowercase();
        let program = |name: &'static str| Command::Program(name, rest.trim().to_owned());
        let find = |name: &str| COMMANDS.iter().find(|command| command.name == name);
        if let Some(command) = find(&name) {
            return program(command.name);
        }
        if let Some(command) = parse_action(game, &name, rest) {
            return command;
        }
        let letter = LETTERS.iter().find(|(letter, _)| *letter == name);
        if let Some((letter, command)) = letter
            && rest.is_empty()
            && !game
                .actions
                .iter()
                .any(|action| action.name.starts_with(letter))
        {
            return program(command);
        }
        if words.len() == 1 && is_name(game, first) {
            return Command::Source(first.clone());
        }
        let is_move = read(position, &words.join(" ")).is_ok() || is_name(game, first);
        if !is_move && let Some(name) = expand(game, &name) {
            if let Some(command) = find(name) {
                return program(command.name);
            }
            if let Some(command) = parse_action(game, name, rest) {
                return command;
            }
        }
        let joined = words.len() == 1 && !is_move;
        match split_joined(position, first).filter(|_| joined) {
            Some(text) => Command::Move(text),
            None => Command::Move(words.join(" ")),
        }
    }
}

/// Whether a word after a command is this one. It may be written as an option.
pub(super) fn is_word(typed: &str, word: &str) -> bool {
    let typed = typed.strip_prefix("--").unwrap_or(typed);
    typed.eq_ignore_ascii_case(word)
}

/// Whether the only word that can follow a command does. Anything else is refused.
pub(super) fn read_word(name: &str, argument: &str, word: &str) -> Result<bool, Reply> {
    if argument.is_empty() {
        Ok(false)
    } else if is_word(argument, word) {
        Ok(true)
    } else {
        Err(Reply::refused(&format!(
            "nothing but `{word}` can follow `{name}`"
        )))
    }
}

/// Splits a command into words: `t3,t5`, `t3->t5`, `t3 to t5` and `move t3 t5` are like `t3 t5`.
fn split_words(text: &str) -> Vec<String> {
    let text = text.replace("->", " ").replace([',', '>'], " ");
    let mut words: Vec<String> = text.split_whitespace().map(str::to_owned).collect();
    let is_word =
        |word: &String, known: &[&str]| known.contains(&word.to_ascii_lowercase().as_str());
    if words.len() > 2 && is_word(&words[0], &["move", "mv"]) {
        words.remove(0);
    }
    if words.len() > 2 && is_word(&words[1], &["to", "on", "onto"]) {
        words.remove(1);
    }
    words
}

/// Parses `deal`, `deal 3` and `deal*3`. Returns `None` if the name is no action, or is also a pile.
fn parse_action(game: &Game, name: &str, rest: &str) -> Option<Command> {
    let (name, times) = name.split_once('*').unwrap_or((name, rest));
    game.names.action(name)?;
    let times = times
        .trim()
        .trim_start_matches(['*', 'x', 'X'])
        .trim_start();
    let number = if times.is_empty() {
        Some(1)
    } else {
        times
            .parse()
            .ok()
            .filter(|times| (1..=MAX_REPEATS).contains(times))
    };
    match number {
        Some(times) => Some(Command::Repeat(name.to_owned(), times)),
        None if is_name(game, name) => None,
        None => Some(Command::Wrong(format!(
            "only a number from 1 to {MAX_REPEATS} can follow `{name}`, not `{times}`"
        ))),
    }
}

/// The action or command that a word abbreviates.
fn expand<'g>(game: &'g Game, word: &str) -> Option<&'g str> {
    let only = |mut names: Vec<&'g str>| {
        names.dedup();
        match names.len() {
            1 => names.pop(),
            _ => None,
        }
    };
    let actions = game.actions.iter().map(|action| action.name.as_str());
    let commands = COMMANDS.iter().map(|command| command.name);
    let begins = |name: &&str| !word.is_empty() && name.starts_with(word);
    let letter = LETTERS.iter().find(|(letter, _)| *letter == word);
    only(actions.filter(begins).collect())
        .or(letter.map(|(_, name)| *name))
        .or_else(|| only(commands.filter(begins).collect()))
}

/// Splits `t3t5` and `7h8s` into two names.
fn split_joined(position: &Position, word: &str) -> Option<String> {
    let indices = word.char_indices().skip(1).map(|(index, _)| index);
    let mut splits = indices.map(|index| {
        let (from, to) = word.split_at(index);
        format!("{from} {to}")
    });
    splits.find(|text| read(position, text).is_ok())
}
