//! What moves are good for: `tests/merits.toml`, where each test is named by a move and its merit.

use patience::internals::read;

use crate::common::{root, rules};

#[test]
fn moves_are_good_for_what_they_do() {
    let rules = rules(&root().join("tests/merits.toml"));
    for test_case in rules.test_cases().expect("they have no mistakes") {
        let position = test_case.run().position;
        let (text, expected) = test_case.name.split_once(": ").expect("a move, its merit");
        let attempt = read(&position, text).expect("it is a move");
        let chosen = attempt.resolve(&position).expect("it is legal");
        let merit = position.merit(chosen);
        let found = merit.map_or_else(|| "nothing".to_owned(), |merit| format!("{merit:?}"));
        assert_eq!(found, expected, "{text}");
    }
}
