use std::time::Instant;

use serde::Serialize;

use super::args::{Format, SolveArgs};
use super::start::Start;
use super::{Error, Streams, interrupt, progress};
use patience::dialogue::{Answer, ChosenDeal};
use patience::internals::{format_moves, group_digits, lines_of, pluralize};
use patience::solve::{Limit, Solution, Winnability};
use patience::{Position, Solver, Verdict};

/// Finds out whether a deal can be won, and prints how.
pub(super) fn run(args: &SolveArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let name = args.game.join(" ");
    let (title, position) = Start::read_position(&name, &args.start, streams)?;
    let solver = Solver::new(args.limits.limits());
    let solver = if args.shortest {
        solver.with_shortest_wins()
    } else {
        solver.with_shorter_wins()
    };
    let start = Instant::now();
    let control = interrupt::control();
    let (mut search, limits) = (solver.search(&position), args.limits.limits());
    let solution = if streams.to_terminal {
        progress::go_on(&mut search, &limits, &control, "")
    } else {
        search.go_on(&limits, &control)
    };
    let time = start.elapsed();
    match args.format {
        Format::Text => write_text(streams, &title, &position, &solution)?,
        Format::Json => {
            let game = position.game();
            let answer = Answer::new(&position, &solution.verdict);
            streams.write_json(&Report {
                game: game.id(),
                variants: game.variants(),
                deal: args.start.source.deal.as_ref().and_then(ChosenDeal::number),
                verdict: answer.verdict,
                moves: answer.moves,
                least_moves: solution.least_moves,
                limit: answer.limit,
                states: solution.states,
                seconds: time.as_secs_f64(),
            })?;
        }
    }
    match solution.verdict {
        Verdict::Winnable(_) => Ok(()),
        Verdict::Unwinnable => Err(Error::No),
        Verdict::Unknown(_) => Err(Error::Unknown),
    }
}

fn write_text(
    streams: &mut Streams<'_>,
    title: &str,
    position: &Position,
    solution: &Solution,
) -> Result<(), Error> {
    let states = pluralize(group_digits(solution.states), "position");
    let out = &mut streams.output;
    match &solution.verdict {
        Verdict::Winnable(moves) => {
            let count = pluralize(moves.len(), "move");
            let proof = match solution.least_moves {
                None => String::new(),
                Some(least) if least == moves.len() => "; no win has fewer".to_owned(),
                Some(least) => format!("; no win has fewer than {least}"),
            };
            writeln!(out, "{title}: winnable in {count}{proof} ({states})")?;
            for line in lines_of(&format_moves(position, moves)) {
                writeln!(out, "{line}")?;
            }
        }
        Verdict::Unwinnable => writeln!(out, "{title}: unwinnable ({states})")?,
        Verdict::Unknown(limit) => {
            writeln!(
                out,
                "{title}: unknown, as {} ({states})",
                limit.describe_in(position.game())
            )?;
        }
    }
    Ok(())
}

/// What `--format json` writes.
#[derive(Serialize)]
struct Report<'a> {
    game: &'a str,
    variants: &'a [String],
    /// The deal, if it has a number.
    deal: Option<String>,
    verdict: Winnability,
    /// The moves that win.
    moves: Option<Vec<String>>,
    /// No win has fewer moves, if that was asked.
    #[serde(skip_serializing_if = "Option::is_none")]
    least_moves: Option<usize>,
    /// The limit that was reached.
    limit: Option<Limit>,
    states: u64,
    seconds: f64,
}
