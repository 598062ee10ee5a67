//! Position files of the other engine: a line of facts about a game, then positions with every legal move.

use std::collections::BTreeMap;
use std::fs;
use std::path::{Path, PathBuf};

use patience::Rank;
use serde::Deserialize;

/// The number of redeals if there is no limit.
pub(super) const UNLIMITED: u16 = u16::MAX;

/// The facts about a game.
#[derive(Debug, Deserialize)]
pub(super) struct Meta {
    #[serde(default)]
    pub(super) name: String,
    #[serde(default)]
    pub(super) altnames: Vec<String>,
    /// The number of redeals: -1 for no limit, -2 if it depends on the game so far.
    redeals: i32,
    /// The suits of their cards, if not the four of a pack.
    pub(super) suits: Option<String>,
    piles: Vec<Stacks>,
}

/// The facts about piles of one kind.
#[derive(Debug, Deserialize)]
struct Stacks {
    /// Such as `t1-t7`, `f2` or `f1,f3`.
    keys: String,
    /// How many cards may leave at once, if that depends on the empty piles.
    run_limit: Option<String>,
}

/// A position.
#[derive(Debug, Deserialize)]
pub(super) struct Line {
    pub(super) ply: u32,
    pub(super) round: u16,
    pub(super) piles: BTreeMap<String, Vec<String>>,
    moves: Vec<Play>,
    #[serde(default)]
    clicks: Vec<Click>,
    pub(super) deal_possible: bool,
    /// Variables of the game, such as how many cards were dealt since the last move.
    #[serde(default)]
    pub(super) state: serde_json::Value,
    pub(super) base: Option<String>,
    #[serde(default)]
    pub(super) won: bool,
}

/// A move: from, to, how many cards, and the position of the card in a pile that any card may be taken from.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Play {
    Top(String, String, usize),
    Any(String, String, usize, usize),
}

/// What a click does: it moves cards, or something else.
#[derive(Debug, Deserialize)]
#[serde(untagged)]
enum Click {
    Cards(String, String, usize),
    Other(serde::de::IgnoredAny),
}

/// A move of some cards of a pile to another pile.
pub(super) struct Moved<'a> {
    pub(super) from: &'a str,
    pub(super) to: &'a str,
    pub(super) index: usize,
    pub(super) count: usize,
}

/// The files of a folder, by the number of the game.
pub(super) fn files(folder: &Path) -> BTreeMap<u32, PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder exists");
    let paths = entries.map(|entry| entry.expect("the entry can be read").path());
    let by_number = |path: PathBuf| {
        let name = path.file_name()?.to_str()?;
        let number = name.split(['-', '.']).next()?.parse().ok()?;
        Some((number, path))
    };
    paths.filter_map(by_number).collect()
}

/// Reads the facts about a game.
pub(super) fn read_meta(path: &Path) -> Meta {
    read(path).0
}

/// Reads a file.
pub(super) fn read(path: &Path) -> (Meta, Vec<Line>) {
    #[derive(Deserialize)]
    struct Header {
        meta: Meta,
    }
    let text = fs::read_to_string(path).expect("the file can be read");
    let mut lines = text.lines();
    let header = lines.next().expect("the file has a first line");
    let header: Header = serde_json::from_str(header).expect("the first line holds the facts");
    let read_line = |line| serde_json::from_str(line).expect("the line is a position");
    (header.meta, lines.map(read_line).collect())
}

/// The kind of a pile, such as `t`, and its number.
fn kind_and_number(name: &str) -> (&str, u32) {
    let kind = name.trim_end_matches(|c: char| c.is_ascii_digit());
    (kind, name[kind.len()..].parse().unwrap_or(0))
}

impl Meta {
    /// The number of redeals, [`UNLIMITED`] if there is no limit. `None` if it depends on the game so far.
    pub(super) fn redeals(&self) -> Option<u16> {
        match self.redeals {
            -1 => Some(UNLIMITED),
            redeals => u16::try_from(redeals).ok(),
        }
    }

    /// Whether how many cards may leave a pile together depends on the empty piles.
    pub(super) fn has_run_limit(&self, pile: &str) -> bool {
        let (kind, number) = kind_and_number(pile);
        self.piles
            .iter()
            .filter(|stacks| stacks.run_limit.is_some())
            .any(|stacks| {
                stacks.keys.split(',').any(|keys| {
                    let (first, last) = keys.split_once('-').unwrap_or((keys, keys));
                    let (first, last) = (kind_and_number(first), kind_and_number(last));
                    first.0 == kind && (first.1..=last.1).contains(&number)
                })
            })
    }
}

impl Line {
    /// The names of the piles by kind, each in the order of their numbers. The turned cards come after the cards that
    /// they were turned from.
    pub(super) fn by_kind(&self) -> BTreeMap<&str, Vec<&String>> {
        let mut kinds: BTreeMap<&str, Vec<&String>> = BTreeMap::new();
        for name in self.piles.keys() {
            kinds.entry(kind_and_number(name).0).or_default().push(name);
        }
        for names in kinds.values_mut() {
            names.sort_unstable_by_key(|name| kind_and_number(name));
        }
        kinds
    }

    /// The base rank, if the game has one.
    pub(super) fn base(&self) -> Option<Rank> {
        self.base
            .as_deref()
            .map(|rank| rank.parse().expect("it is a rank"))
    }

    /// The legal moves, those by a click included.
    pub(super) fn moves(&self) -> impl Iterator<Item = Moved<'_>> {
        let clicks = self.clicks.iter().filter_map(|click| match click {
            Click::Cards(from, to, count) if self.piles.contains_key(to) => {
                Some(self.top_cards(from, to, *count))
            }
            Click::Cards(..) | Click::Other(_) => None,
        });
        let moves = self.moves.iter().map(|play| match play {
            Play::Top(from, to, count) => self.top_cards(from, to, *count),
            Play::Any(from, to, count, index) => Moved {
                from,
                to,
                index: *index,
                count: *count,
            },
        });
        moves.chain(clicks)
    }

    fn top_cards<'a>(&self, from: &'a str, to: &'a str, count: usize) -> Moved<'a> {
        let index = self.piles[from].len() - count;
        Moved {
            from,
            to,
            index,
            count,
        }
    }
}
