use super::args::TestArgs;
use super::{Error, World, find};
use crate::rules::built_in_ids;
use crate::text::{counted, render_one};
use crate::trial;

/// Plays the situations of games and says which of them are not as they say.
pub(super) fn run(args: &TestArgs, world: &mut World<'_>) -> Result<(), Error> {
    let mut games = args.games.clone();
    if args.all {
        games.extend(built_in_ids().into_iter().map(str::to_owned));
    }
    let mut all_passed = true;
    let count = |n: usize| i64::try_from(n).unwrap_or(i64::MAX);
    for name in &games {
        let rules = find::rules_of(name)?;
        let situations =
            trial::situations(&rules).map_err(|rejected| Error::Rejected(Box::new(rejected)))?;
        let mut failed = 0;
        for situation in &situations {
            let failures = trial::run(situation).failures;
            if !failures.is_empty() {
                failed += 1;
                writeln!(world.output, "{name}: {} FAILED", situation.name)?;
            }
            for failure in failures {
                writeln!(
                    world.output,
                    "{}",
                    render_one(&failure, rules.sources(), false)
                )?;
            }
        }
        all_passed &= failed == 0;
        let number = counted(count(situations.len()), "situation");
        let said = if failed == 0 {
            "all passed".to_owned()
        } else {
            format!("{failed} failed")
        };
        writeln!(world.output, "{name}: {number}, {said}")?;
    }
    if all_passed { Ok(()) } else { Err(Error::No) }
}
