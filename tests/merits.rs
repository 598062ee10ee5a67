//! Move ordering: each test in `tests/merits.toml` is named after a move and its expected merit.

use patience::internals::read;

use crate::common::{open_rules, root};

#[test]
fn moves_have_the_expected_merits() {
    let rules = open_rules(&root().join("tests/merits.toml"));
    for test_case in rules.test_cases().expect("the tests have no errors") {
        let position = test_case.run().position;
        let (text, expected) = test_case
            .name
            .split_once(": ")
            .expect("the name is a move and its merit");
        let attempt = read(&position, text).expect("the text is a move");
        let mv = attempt.resolve(&position).expect("the move is legal");
        let merit = position.merit(mv);
        let actual = merit.map_or_else(|| "nothing".to_owned(), |merit| format!("{merit:?}"));
        assert_eq!(actual, expected, "{text}");
    }
}
