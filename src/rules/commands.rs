//! The commands of `patience play`. Their names are reserved.

/// A command of `patience play`. No action or group can have its name.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The word that the player types.
    pub name: &'static str,
    /// What may follow it, such as `[N]`; empty if nothing may.
    pub arguments: &'static str,
    /// What it does.
    pub meaning: &'static str,
}

/// All commands of `patience play`.
pub const COMMANDS: &[Command] = &[
    Command {
        name: "show",
        arguments: "",
        meaning: "shows the board, as an empty line does",
    },
    Command {
        name: "hint",
        arguments: "",
        meaning: "says which move looks best, and why; once more, the next best",
    },
    Command {
        name: "moves",
        arguments: "",
        meaning: "lists every legal move, the best first",
    },
    Command {
        name: "auto",
        arguments: "",
        meaning: "plays every card that is safe to put away",
    },
    Command {
        name: "why",
        arguments: "[MOVE]",
        meaning: "cites the rule that forbids a move, or the move that was refused last",
    },
    Command {
        name: "undo",
        arguments: "[N]",
        meaning: "takes back the last move, or the last N, even past `new` and `restart`",
    },
    Command {
        name: "redo",
        arguments: "[N]",
        meaning: "replays what was taken back",
    },
    Command {
        name: "new",
        arguments: "[DEAL]",
        meaning: "starts a new deal",
    },
    Command {
        name: "restart",
        arguments: "",
        meaning: "starts this deal over",
    },
    Command {
        name: "save",
        arguments: "[FILE]",
        meaning: "saves the game in a file",
    },
    Command {
        name: "load",
        arguments: "FILE",
        meaning: "continues a saved game",
    },
    Command {
        name: "stats",
        arguments: "",
        meaning: "shows how many games you have played and won",
    },
    Command {
        name: "rules",
        arguments: "",
        meaning: "describes the rules",
    },
    Command {
        name: "help",
        arguments: "",
        meaning: "lists what you can type",
    },
    Command {
        name: "quit",
        arguments: "",
        meaning: "ends the program",
    },
];
