//! The arguments of a game to play, and of how its board looks.

use std::path::PathBuf;

use super::{Format, SourceArgs};
use crate::board::{Look, Suits, WIDTHS};
use patience::internals::MAX_GAMES;

#[expect(clippy::struct_excessive_bools, reason = "each is an option")]
#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/play.txt"))]
pub(crate) struct PlayArgs {
    /// A game, by id or name, or the path of a rules file
    #[arg(value_name = "GAME")]
    pub(crate) game: Vec<String>,
    #[command(flatten)]
    pub(crate) source: SourceArgs,
    /// Begin with a deal that can be won: with that of `--deal`, or with one after it
    #[arg(long, conflicts_with_all = ["deck", "position", "load", "resume"])]
    pub(crate) winnable: bool,
    /// The format of the dialog; `json` is for programs: one object a line each way
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
    /// With `--format json`, show face-down cards too
    #[arg(long)]
    pub(crate) open: bool,
    /// With `--format json`, play so many games at once, with the deals that follow each other
    #[arg(long, value_name = "N", default_value_t = 1, hide_default_value = true,
        value_parser = clap::value_parser!(u16).range(1..=i64::from(MAX_GAMES)),
        conflicts_with_all = ["position", "deck", "load", "resume", "winnable"])]
    pub(crate) at_once: u16,
    /// Continue a saved game
    #[arg(long, value_name = "FILE", conflicts_with_all = ["game", "with", "set", "deal", "deck", "position"])]
    pub(crate) load: Option<PathBuf>,
    /// Continue the game that was left or interrupted last, or the last one of GAME
    #[arg(long, conflicts_with_all = ["with", "set", "deal", "deck", "position", "load"])]
    pub(crate) resume: bool,
    /// Count the games in the statistics also if they are not played on a terminal
    #[arg(long, conflicts_with = "no_stats")]
    pub(crate) stats: bool,
    /// Count no game in the statistics
    #[arg(long)]
    pub(crate) no_stats: bool,
    #[command(flatten)]
    pub(crate) look: LookArgs,
}

/// How boards look.
#[derive(Clone, Debug, Default, PartialEq, Eq, clap::Args)]
pub(crate) struct LookArgs {
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u16).range(WIDTHS),
        help = format!("The width of the board, {} to {} columns [default: that of the terminal, else 80]", WIDTHS.start(), WIDTHS.end()))]
    width: Option<u16>,
    /// How suits are written
    #[arg(long, value_name = "SUITS", default_value = "letters")]
    suits: Suits,
    /// Tell the board in sentences, as for a screen reader: after a move only what has changed; `board` tells the whole
    #[arg(long)]
    spoken: bool,
}

impl LookArgs {
    /// How boards look in an output, which may be a terminal and may be colored.
    pub(crate) fn look(&self, to_terminal: bool, color: bool) -> Look {
        Look {
            width: self.width,
            suits: self.suits,
            spoken: self.spoken,
            to_terminal,
            color,
        }
    }
}
