//! What moves are good for: `tests/merits.toml`, where each test is named by a move and its merit.

use patience::play::read;
use patience::testcase;

use crate::common::{root, rules};

#[test]
fn moves_are_good_for_what_they_do() {
    let rules = rules(&root().join("tests/merits.toml"));
    for test_case in testcase::test_cases(&rules).expect("they have no mistakes") {
        let position = testcase::run(&test_case).position;
        let (text, expected) = test_case.name.split_once(": ").expect("a move, its merit");
        let attempt = read(&position, text).expect("it is a move");
        let chosen = attempt.resolve(&position).expect("it is legal");
        let merit = position.merit(chosen);
        let found = merit.map_or_else(|| "nothing".to_owned(), |merit| format!("{merit:?}"));
        assert_eq!(found, expected, "{text}");
    }
}
