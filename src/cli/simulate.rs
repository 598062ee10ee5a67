use serde::Serialize;

use super::args::{Format, SimulateArgs, job_count};
use super::files::load_short;
use super::{CpuTime, Error, Streams, progress};
use patience::Game;
use patience::internals::as_float;
use patience::player::{Plan, Player, Tally, simulate};

/// Plays many deals with an automatic player, and prints how they ended.
pub(super) fn run(args: &SimulateArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let game = load_short(
        &args.game.join(" "),
        &args.with.variants(),
        &args.short,
        streams,
    )?
    .game()?;
    let plan = Plan::new(args.deals.clone())
        .with_player(player(args)?)
        .with_moves(args.moves)
        .with_jobs(job_count(args.jobs));
    let count = plan.deals.end() - plan.deals.start() + 1;
    let bar = progress::bar(count, "", streams);
    let start = CpuTime::now();
    let tally = simulate(&game, &plan, &|games| bar.set_position(games));
    let seconds = start.elapsed().as_secs_f64();
    bar.finish_and_clear();
    let tally = tally.map_err(|error| Error::Usage(error.to_string()))?;
    match args.format {
        Format::Text => write_text(streams, &game, plan.player, &tally, seconds),
        Format::Json => {
            let (wins_low, wins_high) = tally.interval();
            streams.write_json(&Report {
                game: game.id(),
                variants: game.variants(),
                deals: [*args.deals.start(), *args.deals.end()],
                player: plan.player.name(),
                knowledge: plan.player.knowledge(),
                tally: &tally,
                wins_low,
                wins_high,
                cpu_seconds: seconds,
            })
        }
    }
}

/// The player that was asked for.
fn player(args: &SimulateArgs) -> Result<Player, Error> {
    match args.player.0 {
        Player::Honest { states, looks } => Ok(Player::Honest {
            states: args.states.unwrap_or(states),
            looks: looks && !args.no_look,
        }),
        _ if args.states.is_some() || args.no_look => Err(Error::Usage(
            "`--states` and `--no-look` are for `--player honest`".to_owned(),
        )),
        other => Ok(other),
    }
}

fn share(part: u64, whole: u64) -> f64 {
    if whole == 0 {
        return 0.0;
    }
    as_float(part) / as_float(whole)
}

fn write_text(
    streams: &mut Streams<'_>,
    game: &Game,
    player: Player,
    tally: &Tally,
    seconds: f64,
) -> Result<(), Error> {
    let (low, high) = tally.interval();
    let percent = |part| share(part, tally.games) * 100.0;
    let out = &mut streams.output;
    writeln!(out, "{}: {} games", game.name(), tally.games)?;
    let won = percent(tally.wins);
    let (low, high) = (low * 100.0, high * 100.0);
    writeln!(
        out,
        "won      {} ({won:.2} %, with 95 % confidence {low:.2} to {high:.2} %)",
        tally.wins
    )?;
    if let Some(knowledge) = player.knowledge() {
        writeln!(out, "knows    {knowledge}")?;
    }
    for (end, games) in [
        ("stuck", tally.stuck),
        ("gave up", tally.gave_up),
        ("cut off", tally.cut_off),
    ] {
        writeln!(out, "{end:7}  {games} ({:.2} %)", percent(games))?;
    }
    writeln!(
        out,
        "moves    {:.1} per game",
        share(tally.moves, tally.games)
    )?;
    writeln!(
        out,
        "choices  {:.2} per move",
        share(tally.generated, tally.moves)
    )?;
    let speed = as_float(tally.moves) / seconds.max(1e-9);
    writeln!(
        out,
        "speed    {speed:.0} moves per second of CPU time, {seconds:.3} s in total"
    )?;
    Ok(())
}

/// What `--format json` writes.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    variants: &'a [String],
    /// The first and the last deal.
    deals: [u64; 2],
    player: &'a str,
    #[serde(skip_serializing_if = "Option::is_none")]
    knowledge: Option<&'static str>,
    #[serde(flatten)]
    tally: &'a Tally,
    /// The 95 % confidence interval of the share of games that are won.
    wins_low: f64,
    wins_high: f64,
    cpu_seconds: f64,
}
