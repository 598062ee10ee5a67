use super::args::TestArgs;
use super::files::{list_files, load};
use super::{Error, Streams};
use crate::rules::built_in_ids;
use crate::text::{pluralize, render_one};

/// Runs the tests of rules files and prints those that fail.
pub(super) fn run(args: &TestArgs, streams: &mut Streams<'_>) -> Result<(), Error> {
    let mut games = list_files(&args.games)?;
    if args.all {
        games.extend(built_in_ids().into_iter().map(str::to_owned));
    }
    let mut all_passed = true;
    for name in &games {
        let rules = load(name, streams)?;
        let test_cases = rules.test_cases()?;
        let mut failed = 0;
        for test_case in &test_cases {
            let failures = test_case.run().failures;
            if !failures.is_empty() {
                failed += 1;
                writeln!(streams.output, "{name}: {} FAILED", test_case.name)?;
            }
            for failure in failures {
                writeln!(
                    streams.output,
                    "{}",
                    render_one(&failure, rules.sources(), false)
                )?;
            }
        }
        all_passed &= failed == 0;
        let number = pluralize(test_cases.len(), "test");
        let result = if failed == 0 {
            "all passed".to_owned()
        } else {
            format!("{failed} failed")
        };
        writeln!(streams.output, "{name}: {number}, {result}")?;
    }
    if all_passed { Ok(()) } else { Err(Error::No) }
}
