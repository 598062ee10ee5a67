//! The words that `play` keeps to itself.

/// A command of `play`, which no action or group may be called.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The word.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// All commands of `play`.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "moves",
        meaning: "lists every legal move",
    },
    Command {
        name: "undo",
        meaning: "takes the last move back",
    },
    Command {
        name: "redo",
        meaning: "plays it again",
    },
    Command {
        name: "show",
        meaning: "shows the board",
    },
    Command {
        name: "new",
        meaning: "begins another deal",
    },
    Command {
        name: "restart",
        meaning: "begins this deal again",
    },
    Command {
        name: "rules",
        meaning: "says the rules",
    },
    Command {
        name: "help",
        meaning: "says what can be typed",
    },
    Command {
        name: "quit",
        meaning: "ends the program",
    },
];
