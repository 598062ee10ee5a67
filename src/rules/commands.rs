//! The commands of `patience play`. Their names are reserved.

/// A command of `patience play`. No action or group can have its name.
#[derive(Clone, Copy, Debug)]
pub struct Command {
    /// The word that the player types.
    pub name: &'static str,
    /// What follows it, such as `[N]`; empty if nothing may. A command that does several things has several entries.
    pub arguments: &'static str,
    /// What it does.
    pub meaning: &'static str,
    /// Whether it helps to write a game rather than to play one.
    pub is_for_authors: bool,
}

const fn command(
    name: &'static str,
    arguments: &'static str,
    meaning: &'static str,
    is_for_authors: bool,
) -> Command {
    Command {
        name,
        arguments,
        meaning,
        is_for_authors,
    }
}

/// A command for players.
const fn player(name: &'static str, arguments: &'static str, meaning: &'static str) -> Command {
    command(name, arguments, meaning, false)
}

/// A command for authors.
const fn author(name: &'static str, arguments: &'static str, meaning: &'static str) -> Command {
    command(name, arguments, meaning, true)
}

/// All commands of `patience play`: those for players come first.
pub const COMMANDS: &[Command] = &[
    player("show", "", "shows the board, as an empty line does"),
    player(
        "hint",
        "",
        "says which move looks best, and why; once more, the next best",
    ),
    player(
        "hint",
        "sure",
        "names a move that keeps the win, with all cards known, if the solver finds one",
    ),
    player(
        "solve",
        "[SECONDS]",
        "says whether the game can still be won, with all cards known, and the next move to the win; counts as help",
    ),
    player(
        "solve",
        "all [SECONDS]",
        "lists every move to the win as well",
    ),
    player(
        "solve",
        "lost [SECONDS]",
        "says which move lost the game, with all cards known",
    ),
    player("moves", "", "lists every legal move, the best first"),
    player("auto", "", "plays every card that is safe to put away"),
    player(
        "why",
        "[MOVE]",
        "lists every rule that a move passes or breaks, or cites the one that refused the last move",
    ),
    player(
        "undo",
        "[N]",
        "takes back the last move, or the last N, even past `new` and `restart`",
    ),
    player("redo", "[N]", "replays what was taken back"),
    player("new", "[DEAL]", "starts a new deal"),
    player(
        "new",
        "winnable",
        "starts a new deal that can be won, with all cards known",
    ),
    player("restart", "", "starts this deal over"),
    player("save", "[FILE]", "saves the game in a file"),
    player("load", "FILE", "continues a saved game"),
    player("stats", "", "shows how many games you have played and won"),
    player("rules", "", "describes the rules"),
    player("help", "[authors]", "lists what you can type"),
    player("quit", "", "ends the program"),
    author(
        "position",
        "[open]",
        "prints the position in the keys of a `[[test]]`; with `open`, face-down cards too",
    ),
    author(
        "mark",
        "[open]",
        "remembers this position as the start of a test; with `open`, the test names face-down cards",
    ),
    author(
        "test",
        "NAME",
        "prints a test of what was played and refused since the mark, or since the deal",
    ),
    author(
        "trace",
        "[open]",
        "shows step by step what the last move did, or the deal",
    ),
    author(
        "reload",
        "",
        "reads the rules file again, and replays the moves under the new rules",
    ),
];
