//! Deals are stable: these snapshots never change.

use insta::assert_snapshot;
use patience::internals::{Pack, shuffle_deal};
use patience::{DealNumber, Rank, Suit};

use crate::common::with_snapshot_settings;

fn pack(packs: u8) -> Pack {
    Pack {
        packs,
        suits: Suit::ALL.to_vec(),
        ranks: Rank::all().collect(),
        jokers: 0,
    }
}

#[test]
fn orders_of_packs() {
    let mut lines = Vec::new();
    for packs in [1, 2] {
        for deal in [0, 1, 2, 617, 1_000_000, u64::MAX] {
            let cards = shuffle_deal(pack(packs).cards(), DealNumber(deal));
            let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
            lines.push(format!("{packs}, {deal}: {}", cards.join(" ")));
        }
    }
    with_snapshot_settings(
        "packs, deal number: the order, first card dealt first",
        || assert_snapshot!("deals", lines.join("\n")),
    );
}

/// Reimplements the shuffle from its documentation.
#[test]
fn the_description_is_enough() {
    for deal in 0..200u64 {
        let mut x = deal;
        let mut s = [0u64; 4];
        for word in &mut s {
            x = x.wrapping_add(0x9e37_79b9_7f4a_7c15);
            let mut z = x;
            z = (z ^ (z >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
            z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
            *word = z ^ (z >> 31);
        }
        let mut next = || {
            let result = s[0].wrapping_add(s[3]).rotate_left(23).wrapping_add(s[0]);
            let t = s[1] << 17;
            s[2] ^= s[0];
            s[3] ^= s[1];
            s[1] ^= s[2];
            s[0] ^= s[3];
            s[2] ^= t;
            s[3] = s[3].rotate_left(45);
            result
        };
        let mut cards = pack(2).cards();
        for i in (1..cards.len()).rev() {
            let n = i as u128 + 1;
            let largest = (1u128 << 64) / n * n;
            let number = loop {
                let number = u128::from(next());
                if number < largest {
                    break number;
                }
            };
            cards.swap(i, usize::try_from(number % n).expect("it fits `usize`"));
        }
        assert_eq!(cards, shuffle_deal(pack(2).cards(), DealNumber(deal)));
    }
}
