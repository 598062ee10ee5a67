//! Prints how many deals can be won.

use serde::Serialize;

use super::estimate::Estimate;
use super::plan::Plan;
use super::table::percents;
use super::work::Results;
use crate::args::Format;
use crate::{Error, Streams};
use patience::Game;
use patience::internals::{as_float, group_digits};

/// Prints the results of a run.
pub(super) fn print(
    game: &Game,
    plan: &Plan,
    results: &Results,
    format: Format,
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    match format {
        Format::Text => print_text(game, plan, results, streams)?,
        Format::Json => streams.write_json(&Report {
            game: game.id(),
            variants: game.variants(),
            rules: game.fingerprint(),
            estimate: results.counts.into(),
            is_interrupted: results.is_interrupted,
        })?,
    }
    // The answer is incomplete.
    if results.is_interrupted {
        return Err(Error::Unknown);
    }
    Ok(())
}

fn print_text(
    game: &Game,
    plan: &Plan,
    results: &Results,
    streams: &mut Streams<'_>,
) -> Result<(), Error> {
    let counts = &results.counts;
    let out = &mut streams.output;
    let share = |part: u64| 100.0 * as_float(part) / as_float(counts.deals.max(1));
    let suffix = if results.is_interrupted {
        ", interrupted"
    } else {
        ""
    };
    let [deals, all] = [counts.deals, plan.count()].map(group_digits);
    writeln!(out, "{}: {deals} of {all} deals{suffix}", game.title())?;
    for (word, count) in [
        ("winnable", counts.winnable),
        ("unwinnable", counts.unwinnable),
        ("unknown", counts.unknown),
    ] {
        writeln!(
            out,
            "{word:11} {:>9} ({:.2} %)",
            group_digits(count),
            share(count)
        )?;
    }
    writeln!(
        out,
        "odds        {} %, with 95 % confidence, however the unknown deals would turn out",
        percents(counts.interval(), " % to ")
    )?;
    if let Some(states) = counts.states.checked_div(counts.deals) {
        writeln!(
            out,
            "effort      {} positions and {:.3} ms per deal",
            group_digits(states),
            1000.0 * counts.seconds_per_deal()
        )?;
    }
    Ok(())
}

/// What `--format json` writes.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    variants: &'a [String],
    /// The fingerprint of the rules.
    rules: &'a str,
    #[serde(flatten)]
    estimate: Estimate,
    is_interrupted: bool,
}
