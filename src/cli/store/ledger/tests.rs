use tempfile::tempdir;

use crate::cards::Dealer;
use crate::cli::deal::NumberedDeal;
use crate::cli::store::{SolvedDeal, Store, VerdictWord};

/// What the solver found out about a deal.
fn solved(number: u64) -> SolvedDeal {
    SolvedDeal {
        rules: "0123456789abcdef".to_owned(),
        deal: NumberedDeal {
            dealer: number.is_multiple_of(2).then_some(Dealer::Microsoft),
            number,
        },
        name: "Heaps".to_owned(),
        verdict: VerdictWord::Unknown,
        reason: Some("time".to_owned()),
        states: 123,
        micros: 10_000_000,
        version: "0.1.0".to_owned(),
        max_millis: Some(10_000),
        max_states: None,
        max_memory: 1 << 30,
        solved: 1_795_327_692,
    }
}

/// The verdicts of our own deals within a range.
fn verdicts_of(store: &Store, first: u64, last: u64) -> Vec<SolvedDeal> {
    let mut found = Vec::new();
    let ends = [first, last].map(|number| NumberedDeal {
        dealer: None,
        number,
    });
    let read = store.each_verdict("0123456789abcdef", ends.into(), &mut |solved| {
        found.push(solved);
    });
    read.expect("it is in order");
    found
}

#[test]
fn verdicts_of_all_numbers_are_found() {
    let folder = tempdir().expect("there is room");
    let mut store = Store::open(folder.path()).expect("it can be created");
    let numbers = [1, 2, 5, (1 << 63) - 1, (1 << 63) + 1, u64::MAX];
    let all = numbers.map(solved);
    store.add_verdicts(&all).expect("there is room");
    assert_eq!(
        verdicts_of(&store, 0, u64::MAX),
        [0, 2, 3, 4, 5].map(|i| all[i].clone())
    );
    assert_eq!(verdicts_of(&store, 2, 5), [all[2].clone()]);
    let ends = ((1 << 63) - 2, u64::MAX - 1);
    assert_eq!(
        verdicts_of(&store, ends.0, ends.1),
        [3, 4].map(|i| all[i].clone())
    );
}
