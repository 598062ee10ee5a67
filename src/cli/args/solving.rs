//! The arguments of the commands that search for wins.

use std::num::NonZero;
use std::path::PathBuf;
use std::time::Duration;

use clap::{ArgGroup, Subcommand};

use super::{Format, ShortArgs, StartArgs, WithArgs};
use crate::cli::odds::{DealRange, Shard};
use crate::search::Limits;
use crate::session;
use crate::simulate::MAX_JOBS;

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/solve.txt"))]
pub(in crate::cli) struct SolveArgs {
    /// A game, by id or name, or the path of a rules file; `-` for standard input
    #[arg(value_name = "GAME", required = true)]
    pub(in crate::cli) game: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) start: StartArgs,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
    /// Look for a win with the fewest moves, until a limit is reached, and prove that none has fewer
    #[arg(long)]
    pub(in crate::cli) shortest: bool,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(in crate::cli) format: Format,
}

/// How long a search may take.
#[derive(Debug, clap::Args)]
pub(in crate::cli) struct LimitArgs {
    /// The time limit, in seconds
    #[arg(long, value_name = "SECONDS", value_parser = parse_seconds)]
    pub(in crate::cli) time: Option<Duration>,
    /// The limit of positions
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(in crate::cli) states: Option<u64>,
    /// The memory limit, in megabytes
    #[arg(long, value_name = "MB", default_value_t = 1024, value_parser = clap::value_parser!(u32).range(1..=1_000_000))]
    pub(in crate::cli) memory: u32,
}

impl LimitArgs {
    /// The limits of a search.
    pub(in crate::cli) fn limits(&self) -> Limits {
        Limits {
            time: self.time,
            states: self.states,
            memory: usize::try_from(self.memory)
                .unwrap_or(usize::MAX)
                .saturating_mul(1 << 20),
        }
    }
}

#[derive(Debug, clap::Args)]
#[command(args_conflicts_with_subcommands = true, after_long_help = include_str!("help/odds.txt"))]
pub(in crate::cli) struct OddsArgs {
    #[command(subcommand)]
    pub(in crate::cli) command: Option<OddsCommand>,
    #[command(flatten)]
    pub(in crate::cli) run: OddsRunArgs,
}

#[derive(Debug, Subcommand)]
pub(in crate::cli) enum OddsCommand {
    /// Join the verdicts of several files
    Merge(OddsMergeArgs),
}

#[derive(Debug, clap::Args)]
pub(in crate::cli) struct OddsMergeArgs {
    /// Files that `--file` wrote
    #[arg(value_name = "FILE", required = true)]
    pub(in crate::cli) files: Vec<PathBuf>,
    /// The file that gets all verdicts [default: that of the data folder]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) into: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
#[group(skip)]
#[command(group = ArgGroup::new("limits").args(["time", "states", "memory"]).multiple(true).requires("deals"))]
pub(in crate::cli) struct OddsRunArgs {
    /// A game, by id or name, or the path of a rules file; several, or none for all, to see what is known
    #[arg(value_name = "GAME")]
    pub(in crate::cli) games: Vec<String>,
    #[command(flatten)]
    pub(in crate::cli) with: WithArgs,
    #[command(flatten)]
    pub(in crate::cli) short: ShortArgs,
    /// Solve these deals, the last one included; `ms:1..2000` for those of another program
    #[arg(long, value_name = "A..B")]
    pub(in crate::cli) deals: Option<DealRange>,
    /// Stop when the interval is this many percent to each side
    #[arg(long, value_name = "PERCENT", value_parser = parse_percent, requires = "deals")]
    pub(in crate::cli) until: Option<f64>,
    /// Solve only the K-th of N equal parts of the deals
    #[arg(long, value_name = "K/N", requires = "deals")]
    pub(in crate::cli) shard: Option<Shard>,
    /// Where verdicts are kept [default: the data folder]
    #[arg(long, value_name = "FILE")]
    pub(in crate::cli) file: Option<PathBuf>,
    #[arg(long, value_name = "N",
        help = format!("The number of deals solved at once, at most {MAX_JOBS} [default: the number of CPUs]"),
        value_parser = super::parse_jobs, requires = "deals")]
    pub(in crate::cli) jobs: Option<NonZero<usize>>,
    #[command(flatten)]
    pub(in crate::cli) limits: LimitArgs,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(in crate::cli) format: Format,
}

/// Parses a number of percent.
fn parse_percent(text: &str) -> Result<f64, String> {
    let percent = text.trim_end_matches('%').trim().parse::<f64>().ok();
    let percent = percent.filter(|percent| (0.001..=50.0).contains(percent));
    percent.ok_or_else(|| format!("`{text}` is not a number of percent, such as `0.5`"))
}

/// Parses a positive number of seconds.
fn parse_seconds(text: &str) -> Result<Duration, String> {
    session::parse_seconds(text)
        .ok_or_else(|| format!("`{text}` is not a number of seconds, such as `10` or `0.5`"))
}
