//! The arguments of the commands that search for wins.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::ArgGroup;

use super::{Format, ShortArgs, StartArgs, WithArgs};
use crate::odds::{DealRange, Shard};
use patience::internals::MAX_JOBS;
use patience::solve::Limits;

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/solve.txt"))]
pub(crate) struct SolveArgs {
    /// A game, by id or name, or the path of a rules file; `-` for standard input
    #[arg(value_name = "GAME", required = true)]
    pub(crate) game: Vec<String>,
    #[command(flatten)]
    pub(crate) start: StartArgs,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// Look for a win with the fewest moves, until a limit is reached, and prove that none has fewer
    #[arg(long)]
    pub(crate) shortest: bool,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// How long a search may take.
#[derive(Debug, clap::Args)]
pub(crate) struct LimitArgs {
    /// The time limit, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(crate) time: Option<Duration>,
    /// The limit of positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(crate) states: Option<u64>,
    /// The memory limit, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(crate) memory: u32,
}

impl LimitArgs {
    /// The limits of a search.
    pub(crate) fn limits(&self) -> Limits {
        let mut limits = Limits::default();
        (limits.time, limits.states) = (self.time, self.states);
        let memory = usize::try_from(self.memory).unwrap_or(usize::MAX);
        limits.memory = memory.saturating_mul(1 << 20);
        limits
    }
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/odds.txt"))]
#[group(skip)]
#[command(group = ArgGroup::new("limits").args(["time", "states", "memory"]).multiple(true).requires("deals"))]
pub(crate) struct OddsArgs {
    /// A game, by id or name, or the path of a rules file; several, or none for all, to see what is known
    #[arg(value_name = "GAME")]
    pub(crate) games: Vec<String>,
    #[command(flatten)]
    pub(crate) with: WithArgs,
    #[command(flatten)]
    pub(crate) short: ShortArgs,
    /// Solve these deals, the last one included; `ms:1..2000` for those of another program
    #[arg(long, value_name = "A..B")]
    pub(crate) deals: Option<DealRange>,
    /// Stop when the interval is this many percent to each side
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, requires = "deals")]
    pub(crate) until: Option<f64>,
    /// Solve only the K-th of N equal parts of the deals
    #[arg(long, value_name = "K/N", requires = "deals")]
    pub(crate) shard: Option<Shard>,
    /// Where verdicts are kept; several, to see what is known [default: verdicts.jsonl in the data folder]
    #[arg(long = "file", value_name = "FILE", num_args = 1..)]
    pub(crate) files: Vec<PathBuf>,
    #[arg(long, value_name = "N",
        help = format!("The number of deals solved at once, at most {MAX_JOBS} [default: the number of CPUs]"),
        value_parser = super::parse_jobs, requires = "deals")]
    pub(crate) jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(crate) limits: LimitArgs,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(crate) format: Format,
}

/// Parses a number of percent.
fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.trim_end_matches('%').trim().parse::<f64>().ok();
    let percent = percent.filter(|percent| (0.001..=50.0).contains(percent));
    percent.ok_or_else(|| format!("`{text}` is not a number of percent, such as `0.5`"))
}

/// Parses a positive number of seconds.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    patience::internals::parse_seconds(text)
        .ok_or_else(|| format!("`{text}` is not a number of seconds, such as `10` or `0.5`"))
}
