use std::num::NonZero;
use std::ops::RangeInclusive;
use std::path::PathBuf;

use clap::{Parser, Subcommand, ValueEnum};

use crate::simulate::{MAX_JOBS, MAX_MOVES, Player};

/// Solitaire card games from rules files.
#[derive(Debug, Parser)]
#[command(
    name = "patience",
    version,
    after_long_help = EXIT_STATUS,
    max_term_width = 80,
    disable_help_subcommand = true
)]
pub(super) struct Args {
    #[command(subcommand)]
    pub(super) command: Command,
}

#[derive(Debug, Subcommand)]
pub(super) enum Command {
    /// List the games that are built in, by family
    List(ListArgs),
    /// Say the rules of a game, one fact a line
    Rules(RulesArgs),
    /// Play a game
    Play(PlayArgs),
    /// Say every mistake in rules files, with its place
    Check(CheckArgs),
    /// Play the tests of rules files
    Test(TestArgs),
    /// Count the move sequences of a length
    Perft(PerftArgs),
    /// Print a position as a position file has it, face-down cards included
    Position(PositionArgs),
    /// Play many deals by a simple player, and say what came of them
    Simulate(SimulateArgs),
    /// Print completions for a shell, such as `patience completions bash`
    Completions(CompletionsArgs),
    /// Print a manual page, as in `patience man play | man -l -`
    Man(ManArgs),
}

#[derive(Debug, clap::Args)]
pub(super) struct ListArgs {
    /// Print the table of games that stands in games/README.md
    #[arg(long)]
    pub(super) index: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct RulesArgs {
    /// The id of a game, or the path of a rules file
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    /// Play with a variant; may be given several times
    #[arg(long, value_name = "VARIANT")]
    pub(super) with: Vec<String>,
    /// Print the rules file itself
    #[arg(long)]
    pub(super) source: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct StartArgs {
    /// The id of a game, or the path of a rules file
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    /// Play with a variant; may be given several times
    #[arg(long, value_name = "VARIANT")]
    pub(super) with: Vec<String>,
    /// The number of the deal
    #[arg(long, value_name = "N", conflicts_with_all = ["deck", "position"])]
    pub(super) deal: Option<u64>,
    /// The stock before the first deal, card by card, the next card first
    #[arg(long, value_name = "CARDS", conflicts_with = "position")]
    pub(super) deck: Option<String>,
    /// A file with a layout, in the keys of a `[[test]]`
    #[arg(long, value_name = "FILE")]
    pub(super) position: Option<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct PlayArgs {
    #[command(flatten)]
    pub(super) start: StartArgs,
}

#[derive(Debug, clap::Args)]
pub(super) struct CheckArgs {
    /// Rules files
    #[arg(value_name = "FILE", required = true)]
    pub(super) files: Vec<PathBuf>,
}

#[derive(Debug, clap::Args)]
pub(super) struct TestArgs {
    /// Ids of games, or paths of rules files
    #[arg(value_name = "GAME|FILE", required_unless_present = "all")]
    pub(super) games: Vec<String>,
    /// All games that are built in
    #[arg(long)]
    pub(super) all: bool,
}

#[derive(Debug, clap::Args)]
pub(super) struct PerftArgs {
    #[command(flatten)]
    pub(super) start: StartArgs,
    /// The length of the sequences
    #[arg(long, value_name = "D", value_parser = clap::value_parser!(u32).range(0..=100))]
    pub(super) depth: u32,
}

#[derive(Debug, clap::Args)]
pub(super) struct PositionArgs {
    #[command(flatten)]
    pub(super) start: StartArgs,
    /// Moves to play first, as they are typed in `play`: "t3 t5" deal
    #[arg(value_name = "MOVE")]
    pub(super) moves: Vec<String>,
}

#[derive(Debug, clap::Args)]
#[command(after_help = SIMULATE)]
pub(super) struct SimulateArgs {
    /// The id of a game, or the path of a rules file
    #[arg(value_name = "GAME")]
    pub(super) game: String,
    /// Play with a variant; may be given several times
    #[arg(long, value_name = "VARIANT")]
    pub(super) with: Vec<String>,
    /// The numbers of the deals, the last included
    #[arg(long, value_name = "A..B", value_parser = deals)]
    pub(super) deals: RangeInclusive<u64>,
    /// Who plays
    #[arg(long, value_name = "PLAYER", default_value = "random")]
    pub(super) player: Player,
    #[arg(long, value_name = "N", default_value_t = 1000,
        value_parser = clap::value_parser!(u32).range(..=i64::from(MAX_MOVES)),
        help = format!("The most moves of a game, at most {MAX_MOVES}"))]
    pub(super) moves: u32,
    #[arg(long, value_name = "N",
        help = format!("How many games are played at once, at most {MAX_JOBS} [default: as many as the machine can]"))]
    pub(super) jobs: Option<NonZero<usize>>,
    /// How the answer is written
    #[arg(long, value_name = "FORMAT", default_value = "text")]
    pub(super) format: Format,
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

/// What the exit status tells.
const EXIT_STATUS: &str = "\
The exit status is 0 when done, 1 when the answer is no, 2 for wrong usage or a
failure to read or write, 3 when a rules file is rejected.";

/// What the answer of `simulate` says, and when.
const SIMULATE: &str = "\
A game ends won; stuck, as no card can be moved any more; given up, as there is
no move that the greedy player would play, though cards can be moved; or cut
off, after as many moves as a game may have.

Nothing is written before the last game has ended: whoever interrupts it learns
nothing. Play a long range in parts.";

/// How an answer is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum Format {
    /// For a person
    Text,
    /// One object, for a program
    Json,
}

impl ValueEnum for Player {
    fn value_variants<'a>() -> &'a [Player] {
        &[Player::Random, Player::Greedy]
    }

    fn to_possible_value(&self) -> Option<clap::builder::PossibleValue> {
        let help = match self {
            Player::Random => "Any legal move, each as likely as the others",
            Player::Greedy => "The move that looks best, never back to where the game was",
        };
        Some(clap::builder::PossibleValue::new(self.name()).help(help))
    }
}

/// Reads `1..1000`, both ends included, or a single number.
fn deals(text: &str) -> Result<RangeInclusive<u64>, String> {
    let number = |text: &str| {
        let number: Result<u64, _> = text.trim().parse();
        number.map_err(|_| format!("`{text}` is no number of a deal; write `1..1000`"))
    };
    let (first, last) = match text.split_once("..") {
        Some((first, last)) => (number(first)?, number(last.trim_start_matches('='))?),
        None => (number(text)?, number(text)?),
    };
    if first > last || last - first == u64::MAX {
        return Err(format!("{first} to {last} are no deals"));
    }
    Ok(first..=last)
}
