//! The commands of `patience play`. Their names are reserved.

/// A command of `patience play`. No action or group can have its name.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The word that the player types.
    pub name: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// All commands of `patience play`.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "moves",
        meaning: "lists every legal move",
    },
    Command {
        name: "undo",
        meaning: "takes back the last move",
    },
    Command {
        name: "redo",
        meaning: "replays the last undone move",
    },
    Command {
        name: "show",
        meaning: "shows the board",
    },
    Command {
        name: "new",
        meaning: "starts a new deal",
    },
    Command {
        name: "restart",
        meaning: "starts this deal over",
    },
    Command {
        name: "rules",
        meaning: "describes the rules",
    },
    Command {
        name: "help",
        meaning: "lists what you can type",
    },
    Command {
        name: "quit",
        meaning: "ends the program",
    },
];
