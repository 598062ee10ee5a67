//! Other words for commands: phrases that stand for one, and phrases that are answered with what to type instead. Words of a
//! game always come before them.

/// Phrases, each with the command that it stands for.
const PHRASES: &[(&[&str], &str)] = &[
    (
        &[
            "new game",
            "new deal",
            "next deal",
            "next game",
            "another",
            "another game",
            "another deal",
            "play again",
            "one more",
        ],
        "new",
    ),
    (
        &["start over", "begin again", "start again", "reset"],
        "restart",
    ),
    (&["undo everything", "back to start"], "undo all"),
    (&["redo everything"], "redo all"),
    (&["oops", "back", "go back", "take back", "ctrl-z"], "undo"),
    (
        &["finish", "autoplay", "auto play", "play all", "put away"],
        "auto",
    ),
    (
        &[
            "do it",
            "take the hint",
            "take hint",
            "play hint",
            "play the hint",
            "yes please",
        ],
        "accept",
    ),
    (&["!!", "same", "same again"], "repeat"),
    (&["save game", "save the game", "save it"], "save"),
    (&["solvable", "show solvable"], "solve always"),
    (
        &[
            "clear",
            "cls",
            "look",
            "ls",
            "refresh",
            "redraw",
            "cards",
            "show board",
            "show cards",
        ],
        "show",
    ),
    (
        &[
            "show moves",
            "legal moves",
            "list moves",
            "what can i do",
            "what can i play",
        ],
        "moves",
    ),
    (
        &[
            "show hint",
            "hint please",
            "help me",
            "what now",
            "tip",
            "clue",
            "suggest",
        ],
        "hint",
    ),
    (
        &["show rules", "how do i play", "how to play", "about"],
        "rules",
    ),
    (
        &[
            "show score",
            "what is the score",
            "points",
            "show status",
            "show time",
        ],
        "status",
    ),
    (&["show history", "show log", "log"], "history"),
    (&["show stats", "statistics", "show statistics"], "stats"),
    (
        &["show help", "commands", "help commands", "man", "manual"],
        "help",
    ),
    (
        &["show solution", "solution", "solve all moves"],
        "solve all",
    ),
    (
        &[
            "solve it",
            "is it winnable",
            "can i win",
            "winnable",
            "is it solvable",
            "solvable",
        ],
        "solve",
    ),
    (&["why not", "explain", "why is that"], "why"),
    (&["show games", "games", "list games", "menu"], "list"),
    (&["bye", "leave", "stop", "close", "end"], "quit"),
];

/// Phrases that are answered with what can be typed instead: to carry out what they seem to say would be a guess, or could
/// lose a game.
const ADVICE: &[(&[&str], &str)] = &[
    (
        &[
            "give up",
            "resign",
            "surrender",
            "concede",
            "forfeit",
            "abandon",
            "i give up",
        ],
        "`new` leaves this game for another deal, `restart` starts it over, `quit` ends the program; `solve lost` says \
         where the game was lost",
    ),
    (
        &["next", "continue", "go on", "go", "ok"],
        "`hint` suggests the next move, `moves` lists all, `redo` replays what was taken back, and `new` starts the next \
         deal",
    ),
    (
        &["yes", "no", "y"],
        "nothing was asked; `accept` plays the last hint, `help` lists what can be typed",
    ),
    (
        &["hello", "hi", "hey"],
        "`help` lists what can be typed, `hint` suggests a move, `rules` says how the game is played",
    ),
    (
        &["pause", "wait", "sleep"],
        "`quit` leaves the game as it is; `patience play` offers to go on with it",
    ),
    (
        &[
            "options",
            "settings",
            "preferences",
            "config",
            "set",
            "variants",
        ],
        "how a game is played is said when it is started: `patience help play` lists the options, and `rules` the variants",
    ),
    (
        &["version", "about patience"],
        "`patience --version` in a shell prints the version of the program",
    ),
    (
        &["odds", "difficulty", "how hard is it", "chances", "level"],
        "`list NAME` shows the odds of a game; `solve` says whether this deal can be won",
    ),
    (
        &["delete", "remove", "rm"],
        "no command deletes a game; `new` and `restart` begin another one",
    ),
    (
        &["shuffle", "shuffle cards"],
        "cards are shuffled only as the rules say: `moves` lists what can be played, `new` deals again",
    ),
];

/// The command that a phrase stands for.
pub(super) fn command_for(text: &str) -> Option<&'static str> {
    find(PHRASES, text)
}

/// What to say about a phrase.
pub(super) fn advice_for(text: &str) -> Option<&'static str> {
    find(ADVICE, text)
}

fn find(table: &[(&[&str], &'static str)], text: &str) -> Option<&'static str> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let text = words.join(" ");
    let text = text.trim_end_matches(['?', '!', '.']);
    let is_it = |(phrases, _): &&(&[&str], &'static str)| {
        phrases
            .iter()
            .any(|phrase| *phrase == text || *phrase == words.join(" "))
    };
    table.iter().find(is_it).map(|(_, meaning)| *meaning)
}
