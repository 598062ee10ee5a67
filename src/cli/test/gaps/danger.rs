//! What a change is about, which tells how dangerous it is that no test notices it.

/// What a change is about, the most dangerous first. A game whose illegal moves are legal looks as if it worked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Subject {
    /// Which moves are legal; also a named condition, which may say that.
    Moves,
    /// What a move does.
    Steps,
    /// How the game begins.
    Setup,
    /// When the game is won.
    Win,
    /// The score.
    Score,
}

impl Subject {
    /// What a change of the value with a path is about.
    pub(super) fn of(path: &str) -> Subject {
        let mut keys = path
            .split('.')
            .map(|key| key.split('[').next().unwrap_or(key));
        let first = keys.next().unwrap_or_default();
        if first == "variants" {
            let rest = path.splitn(3, '.').nth(2);
            return rest.map_or(Subject::Setup, Subject::of);
        }
        let key = keys.nth(1).unwrap_or_default();
        match (first, key) {
            ("score", _) => Subject::Score,
            ("win", _) | ("piles", "goal") => Subject::Win,
            ("setup" | "deck" | "base", _) | ("piles", "count" | "shape" | "role") => {
                Subject::Setup
            }
            ("auto", _) | ("actions", "do") | ("piles", "fill") => Subject::Steps,
            _ => Subject::Moves,
        }
    }
}
