//! Plays deals as an honest player, to record how many it wins.

use std::sync::Arc;

use patience::library::catalog;
use patience::player::{Plan, Player, simulate};
use patience::{Game, Rules};
use patience_cli::{CpuTime, GameRef, HonestRow, Named};
use rusqlite::Connection;

/// What heads the file of what an honest player wins.
const HEAD: &str = "\
# What an honest player wins: `cargo run --release --example tables -- honest` writes it.
game\ttitle\trules\tdeals\twon\tmicroseconds\tpositions\tlooks\tdate\tversion
";

/// What is played.
#[derive(Debug, clap::Args)]
pub(crate) struct HonestArgs {
    /// The game, with its variants as on a command line: "fan --with single"
    pub(crate) game: GameRef,
    /// The number of deals: the first ones
    #[arg(long, value_name = "N", default_value_t = 200)]
    pub(crate) deals: u64,
    /// The positions that the player looks at for each decision
    #[arg(long, value_name = "N", default_value_t = 30_000)]
    pub(crate) states: u64,
    /// Do not look through the stock first
    #[arg(long)]
    pub(crate) no_look: bool,
}

/// Plays deals of a game.
///
/// # Errors
/// If there is no such game, or a deal cannot be played.
pub(super) fn play(args: &HonestArgs, games: &[Named]) -> Result<HonestRow, String> {
    let HonestArgs { deals, states, .. } = *args;
    let looks = !args.no_look;
    let named = games.iter().find(|named| named.game == args.game);
    let named = named.cloned();
    let named = named.ok_or_else(|| format!("there is no game `{}`", args.game))?;
    let game = load(&named.game)?;
    let plan = Plan::new(1..=deals).with_player(Player::Honest { states, looks });
    let start = CpuTime::now();
    let tally = simulate(&game, &plan, &|_| ()).map_err(|error| error.to_string())?;
    Ok(HonestRow {
        game: named.game,
        title: named.title,
        rules: named.rules,
        deals,
        wins: tally.wins,
        micros: u64::try_from(start.elapsed().as_micros()).unwrap_or(u64::MAX),
        states,
        looks,
        date: today()?,
        version: env!("CARGO_PKG_VERSION").to_owned(),
    })
}

fn load(words: &GameRef) -> Result<Arc<Game>, String> {
    let mut entries = catalog().into_iter();
    let entry = entries.find(|entry| entry.key() == words.game);
    let entry = entry.ok_or_else(|| format!("there is no game `{words}`"))?;
    let variants = entry.variant.iter().chain(&words.variants);
    let variants: Vec<&String> = variants.collect();
    let rules = Rules::built_in(&entry.id).map_err(|error| error.to_string())?;
    let game = rules.with_variants(&variants);
    game.map_err(|error| error.to_string())
}

fn today() -> Result<String, String> {
    let date = Connection::open_in_memory()
        .and_then(|connection| connection.query_row("SELECT date()", [], |row| row.get(0)));
    date.map_err(|error| error.to_string())
}

/// Writes the file.
pub(super) fn write(rows: &[HonestRow]) -> String {
    let lines = rows.iter().map(|row| {
        let (game, title, rules) = (&row.game, &row.title, &row.rules);
        let numbers = [row.deals, row.wins, row.micros, row.states];
        let numbers = numbers.map(|number| number.to_string()).join("\t");
        let (looks, date, version) = (row.looks, &row.date, &row.version);
        format!("{game}\t{title}\t{rules}\t{numbers}\t{looks}\t{date}\t{version}\n")
    });
    HEAD.to_owned() + &lines.collect::<String>()
}
