//! The arguments of the commands. The manual of each command, which `--help` prints below its options, is a file in `help`.

mod play;
mod short;
mod solving;

use std::ffi::OsString;
use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Parser, Subcommand, ValueEnum};

use super::deal::parse_deal;
use crate::character::{DecidedBy, Length};
use patience::dialogue::ChosenDeal;
use patience::internals::{MAX_JOBS, MAX_MOVES};
use patience::player::Player;
pub(super) use play::{LookArgs, PlayArgs};
pub(super) use short::ShortArgs;
pub(super) use solving::{OddsArgs, SolveArgs};

/// Solitaire card games from rules files.
#[derive(Debug, Parser)]
#[command(
    name = "patience",
    version,
    after_long_help = include_str!("help/program.txt"),
    max_term_width = 80,
    override_usage = "patience <COMMAND>\n       patience <GAME> [OPTIONS]"
)]
pub(super) struct Args {
    /// Look for games in this folder first; may be given several times
    #[arg(long = "games", value_name = "FOLDER", global = true)]
    pub(super) game_folders: Vec<PathBuf>,
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// Play a game
    Play(PlayArgs),
    /// List the games
    List(ListArgs),
    /// Print the rules of a game in English
    Rules(RulesArgs),
    /// Print how many games were played and won
    Stats(StatsArgs),
    /// Write a rules file to start a new game from
    New(NewArgs),
    /// Report every mistake in rules files
    Check(CheckArgs),
    /// Run the tests of rules files
    Test(TestArgs),
    /// Print a position as a position file, face-down cards included
    Position(PositionArgs),
    /// Serve an editor: mistakes, completion and help while a rules file is typed
    #[command(after_long_help = include_str!("help/lsp.txt"))]
    Lsp,
    /// Print the JSON Schema of rules files, for editors
    Schema,
    /// Find out whether a deal can be won, and how
    Solve(SolveArgs),
    /// Find out how many deals of a game can be won
    Odds(OddsArgs),
    /// Play many deals with a simple player, and print how they ended
    Simulate(SimulateArgs),
    /// Count the legal move sequences of a given length
    Perft(PerftArgs),
    /// Print shell completions, as in `patience completions bash`
    Completions(CompletionsArgs),
    /// Print a manual page, as in `patience man play | man -l -`
    Man(ManArgs),
    /// The name of a game to play, and how
    #[command(external_subcommand)]
    Other(Vec<OsString>),
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/list.txt"))]
pub(super) struct ListArgs {
    /// Only games with these words in their names, their family or the sentence about them
    #[arg(value_name = "WORD")]
    pub(super) words: Vec<String>,
    /// Only games of a family; the beginning of its name is enough
    #[arg(long, value_name = "NAME")]
    pub(super) family: Option<String>,
    /// Only games with this number of packs
    #[arg(long, value_name = "N")]
    pub(super) packs: Option<i64>,
    /// Only games with this number of cells
    #[arg(long, value_name = "N")]
    pub(super) cells: Option<i64>,
    /// Only games of a length
    #[arg(long, value_name = "LENGTH", value_parser = parse_one_of(&Length::ALL, Length::word))]
    pub(super) length: Option<Length>,
    /// Only games that are decided by luck, by skill or by both
    #[arg(long, value_name = "WHAT", value_parser = parse_one_of(&DecidedBy::ALL, DecidedBy::word))]
    pub(super) decided_by: Option<DecidedBy>,
    /// Only games known to be winnable in at least N of 100 deals
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(..=100))]
    pub(super) odds: Option<u64>,
    /// The order, in place of the families: the easiest game first
    #[arg(long, value_name = "BY")]
    pub(super) sort: Option<ListOrder>,
}

/// By what a list is sorted.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum ListOrder {
    /// How many deals someone can win who knows every card
    Odds,
    /// How many an honest player wins, who sees only what you see
    Honest,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/new.txt"))]
pub(super) struct NewArgs {
    /// The name of the game; the file is called after it
    #[arg(value_name = "NAME")]
    pub(super) name: String,
    /// Inherit from a built-in game
    #[arg(long, value_name = "GAME")]
    pub(super) like: Option<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/rules.txt"))]
pub(super) struct RulesArgs {
    /// A game, by id or name, or the path of a rules file or of a folder of them; `-` for standard input
    #[arg(value_name = "GAME", required = true)]
    pub(super) game: Vec<String>,
    #[command(flatten)]
    pub(super) with: WithArgs,
    /// Print the rules as one merged file, with every default as a comment
    #[arg(long, conflicts_with_all = ["source", "format"])]
    pub(super) facts: bool,
    /// Print the rules file itself
    #[arg(long, conflicts_with = "format")]
    pub(super) source: bool,
    /// Describe named conditions in the words of the program, not in those of the author
    #[arg(long, conflicts_with_all = ["source", "facts"])]
    pub(super) derived: bool,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: PageFormat,
}

/// Which variants are played, and with which house rules.
#[derive(Debug, Default, clap::Args)]
pub(super) struct WithArgs {
    /// Play with a variant; may be given several times
    #[arg(long, value_name = "VARIANT")]
    with: Vec<String>,
    /// Play with a house rule: change a key of the rules file, as in `--set piles.cell.count=5`; may be given several
    /// times
    #[arg(long, value_name = "KEY=VALUE", value_parser = parse_setting)]
    set: Vec<String>,
}

impl WithArgs {
    /// The arguments for variants.
    pub(super) fn of_variants(with: &[String]) -> WithArgs {
        WithArgs {
            with: with.to_vec(),
            set: Vec::new(),
        }
    }

    /// What is to be applied to the rules, in order.
    pub(super) fn variants(&self) -> Vec<String> {
        [self.with.as_slice(), &self.set].concat()
    }
}

/// Reads `KEY=VALUE`. What the key and the value may be, the rules decide.
fn parse_setting(text: &str) -> Result<String, String> {
    if text.contains('=') {
        Ok(text.to_owned())
    } else {
        Err("expected a key of the rules file and its value: KEY=VALUE".to_owned())
    }
}

/// Where a position comes from.
#[derive(Debug, clap::Args)]
pub(super) struct StartArgs {
    #[command(flatten)]
    pub(super) source: SourceArgs,
    #[command(flatten)]
    pub(super) short: ShortArgs,
}

/// Where the first position of a game comes from.
#[derive(Debug, Default, clap::Args)]
pub(super) struct SourceArgs {
    #[command(flatten)]
    pub(super) with: WithArgs,
    /// The deal: a number, `today`, or of another program `ms:N` or `pysol:N`
    #[arg(long, value_name = "DEAL", conflicts_with_all = ["deck", "position"], value_parser = parse_deal)]
    pub(super) deal: Option<ChosenDeal>,
    /// The cards of the stock before the first deal, next card first
    #[arg(long, value_name = "CARDS", conflicts_with = "position")]
    pub(super) deck: Option<String>,
    /// A position file: a layout with the keys of a `[[test]]` table
    #[arg(long, value_name = "FILE")]
    pub(super) position: Option<PathBuf>,
}

impl SourceArgs {
    /// Whether it says where the game begins; if not, any deal does.
    pub(super) fn is_given(&self) -> bool {
        self.deal.is_some() || self.deck.is_some() || self.position.is_some()
    }
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/check.txt"))]
pub(super) struct CheckArgs {
    /// Rules files, folders of rules files, or games; `-` for standard input
    #[arg(value_name = "FILE|FOLDER|GAME", required = true)]
    pub(super) files: Vec<String>,
    /// Fail not only because of mistakes
    #[arg(long, value_name = "WHAT")]
    pub(super) deny: Option<Denied>,
}

/// What fails a check beside mistakes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Denied {
    /// Warnings
    Warnings,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/test.txt"))]
pub(super) struct TestArgs {
    /// Rules files, folders of rules files, or games; `-` for standard input
    #[arg(value_name = "FILE|FOLDER|GAME", required_unless_present = "all")]
    pub(super) games: Vec<String>,
    /// Run the tests of all built-in games
    #[arg(long)]
    pub(super) all: bool,
    /// Only tests, replays and parts of snapshots (page, rules, play) with NAME in their names
    #[arg(long, value_name = "NAME")]
    pub(super) filter: Option<String>,
    /// Rewrite replays and snapshots that are not as they were, and show what changes
    #[arg(long)]
    pub(super) update: bool,
    /// List small changes of the rules that no `[[test]]` notices, the most dangerous first
    #[arg(long, conflicts_with = "update")]
    pub(super) gaps: bool,
    #[arg(long, value_name = "N", value_parser = parse_jobs, requires = "gaps",
        help = format!("With `--gaps`, the number of changes tried at once, at most {MAX_JOBS} [default: the number of CPUs]"))]
    pub(super) jobs: Option<NonZero<usize>>,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/perft.txt"))]
pub(super) struct PerftArgs {
    /// A game, by id or name, or the path of a rules file; `-` for standard input
    #[arg(value_name = "GAME", required = true)]
    pub(super) game: Vec<String>,
    #[command(flatten)]
    pub(super) start: StartArgs,
    /// The length of the sequences
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(super) depth: u32,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/position.txt"))]
pub(super) struct PositionArgs {
    /// A game, by id or name, or the path of a rules file; `-` for standard input
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    #[command(flatten)]
    pub(super) start: StartArgs,
    /// Moves to play first, as typed in `play`: "t3 t5" deal
    #[arg(value_name = "MOVE")]
    pub(super) moves: Vec<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/simulate.txt"))]
pub(super) struct SimulateArgs {
    /// A game, by id or name, or the path of a rules file; `-` for standard input
    #[arg(value_name = "GAME", required = true)]
    pub(super) game: Vec<String>,
    #[command(flatten)]
    pub(super) with: WithArgs,
    #[command(flatten)]
    pub(super) short: ShortArgs,
    /// The deal numbers, the last one included
    #[arg(long, value_name = "A..B", value_parser = parse_deals)]
    pub(super) deals: RangeInclusive<u64>,
    /// The player
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub(super) player: NamedPlayer,
    /// The positions that the honest player looks at for each decision [default: 30000]
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(1..))]
    pub(super) states: Option<u64>,
    /// The honest player does not look through the stock first
    #[arg(long)]
    pub(super) no_look: bool,
    #[arg(long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_MOVES)),
        help = format!("The move limit of a game, at most {MAX_MOVES}"))]
    pub(super) moves: u32,
    #[arg(long, value_name = "N", value_parser = parse_jobs,
        help = format!("The number of games played at once, at most {MAX_JOBS} [default: the number of CPUs]"))]
    pub(super) jobs: Option<NonZero<usize>>,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: Format,
}

#[derive(Debug, clap::Args)]
#[command(after_long_help = include_str!("help/stats.txt"))]
pub(super) struct StatsArgs {
    /// Games, by id or name, or paths of rules files; without any, all that were played
    #[arg(value_name = "GAME")]
    pub(super) games: Vec<String>,
    /// The output format
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: Format,
    /// List the last N games as well, the latest first
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u32).range(1..))]
    pub(super) history: Option<u32>,
}

#[derive(Debug, clap::Args)]
pub(super) struct CompletionsArgs {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(super) shell: clap_complete::Shell,
}

#[derive(Debug, clap::Args)]
pub(super) struct ManArgs {
    /// The command whose page is printed; without it, the page of the program
    #[arg(value_name = "COMMAND")]
    pub(super) command: Option<String>,
}

/// An output format.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For people
    Text,
    /// One JSON object, for programs
    Json,
}

/// The format of a page of rules.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum PageFormat {
    /// Text for a terminal
    Text,
    /// Markdown
    Markdown,
}

/// A player, by its name.
#[derive(Clone, Copy, Debug)]
pub(super) struct NamedPlayer(pub(super) Player);

impl ValueEnum for NamedPlayer {
    fn value_variants<'a>() -> &'a [NamedPlayer] {
        &[
            NamedPlayer(Player::Random),
            NamedPlayer(Player::Greedy),
            NamedPlayer(Player::HONEST),
        ]
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        let help = match self.0 {
            Player::Random => "Any legal move, each equally likely",
            Player::Greedy => "The move that looks best, never back to an earlier position",
            Player::Honest { .. } => "The move that wins most often, as far as is seen",
        };
        Some(clap::builder::PossibleValue::new(self.0.name()).help(help))
    }
}

/// Parses the word for one of some values.
fn parse_one_of<T: Copy + Send + Sync + 'static>(
    all: &'static [T],
    word: fn(T) -> &'static str,
) -> impl TypedValueParser<Value = T> {
    let words = PossibleValuesParser::new(all.iter().map(move |value| word(*value)));
    words.try_map(move |text| {
        let found = all.iter().copied().find(|value| word(*value) == text);
        found.ok_or("a possible value stands for no value")
    })
}

/// Parses `1..1000`, both ends included, or a single number.
pub(super) fn parse_deals(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = |text: &str| {
        let number: Result<u64, _> = text.trim().parse();
        number.map_err(|_| format!("`{text}` is not a deal number; write `1..1000`"))
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    if first > last {
        return Err(format!("the range is empty: {first} comes after {last}"));
    }
    if last - first == u64::MAX {
        return Err("the range is too long".to_owned());
    }
    Ok(first..=last)
}

/// The number of jobs that was asked for, else the number of CPUs.
pub(super) fn job_count(jobs: Option<NonZero<usize>>) -> usize {
    let cpus = || std::thread::available_parallelism().map_or(1, NonZero::get);
    jobs.map_or_else(cpus, NonZero::get)
}

/// Parses a number of jobs.
fn parse_jobs(text: &str) -> Result<NonZero<usize>, String> {
    let jobs = text.parse::<NonZero<usize>>().ok();
    let jobs = jobs.filter(|jobs| jobs.get() <= MAX_JOBS);
    jobs.ok_or_else(|| format!("expected 1 to {MAX_JOBS}"))
}
