//! The names of the commands of `play`.

/// The words that no action or group can have as its name. What they do is said in `session`.
pub const COMMAND_NAMES: &[&str] = &[
    "show", "hint", "solve", "moves", "auto", "why", "undo", "redo", "accept", "repeat", "where",
    "status", "history", "new", "list", "restart", "save", "load", "stats", "rules", "help",
    "quit", "position", "mark", "test", "trace", "reload",
];
