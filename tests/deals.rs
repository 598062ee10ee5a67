//! Deals are stable: these snapshots never change.

use insta::assert_snapshot;
use patience::deal::ForeignDeal;
use patience::internals::{Pack, shuffle_deal, shuffle_foreign};
use patience::{Card, Deal, DealNumber, Position, Rank, Rules, Suit};

use crate::common::{run_patience, with_snapshot_settings};

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

/// The first thirteen cards, in the order in which other programs deal them.
const FOREIGN: [(u8, &str, &str); 13] = [
    (1, "ms:1", "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD"),
    (1, "pysol:1", "JD 2D 9H JC 5D 7H 7C 5H KD KC 9S 5S AD"),
    (1, "ms:24", "4C 5H QC 5D 2D 7H AH 7S 2C QH 9S 2S KD"),
    (1, "pysol:11982", "AH AS 4H AC 2D 6S TS JS 3D 3H QS QC 8S"),
    (1, "ms:123456", "QD 6D AC JS 7H 5D 6C JD TC TD AD 8S 7S"),
    (1, "ms:3000000000", "8D 4D 9H 9D 6H 9C 6C 8C TS QS KH 5D 2S"),
    (1, "ms:6000000000", "2D 3D 4D KH TD QH 5C 6D 2C AH JS 3H 7C"),
    (1, "pysol:31999", ""),
    (1, "pysol:32000", "7S 4D JS 8D 6D 3H 3D TH JC 3C 2C 5S 9D"),
    (1, "pysol:123456", "3D 2D 2C 9C AC 6H 4C KC 6C TC 8S 8C 9D"),
    (
        1,
        "pysol:12345678901234567890",
        "AH 9D 7H 3D 4S JC 9S 6C 8C 3C 7S AC KD",
    ),
    (2, "pysol:24", "KC TH QS TS 4H KD 7H 7S 8S 6S 9D JD AD"),
    (2, "pysol:123456", "6H 4H 4C 5S AC AS 8C AH QC 9S 7D TD 3C"),
];

fn foreign(name: &str) -> ForeignDeal {
    name.parse().expect("it is a deal")
}

fn in_words(cards: &[Card]) -> String {
    let cards: Vec<String> = cards.iter().map(ToString::to_string).collect();
    cards.join(" ")
}

#[test]
fn deals_of_other_programs_are_theirs() {
    for (packs, name, expected) in FOREIGN {
        let cards = shuffle_foreign(&pack(packs), foreign(name)).expect("the packs are full");
        assert!(in_words(&cards).starts_with(expected), "{packs}, {name}");
        let mut sorted = cards.clone();
        sorted.sort();
        let mut all = pack(packs).cards();
        all.sort();
        assert_eq!(sorted, all, "{packs}, {name}");
    }
    // The lowest numbers of both programs are the same deals.
    let of = |name: &str| shuffle_foreign(&pack(1), foreign(name));
    assert_eq!(of("ms:31999"), of("pysol:31999"));
    assert_ne!(of("ms:32000"), of("pysol:32000"));
}

/// The whole layouts of well-known deals.
#[test]
fn an_open_game_is_laid_out_as_its_number_says() {
    let deals = [
        (
            "ms:1",
            "JD KD 2S 4C 3S 6D 6S; 2D KC KS 5C TD 8S 9C; 9H 9S 9D TS 4S 8D 2H; JC 5S QD QH TH QS 6H; \
             5D AD JS 4H 8H 6C; 7H QC AS AC 2C 3D; 7C KH AH 4D JH 8C; 5H 3H 3C 7S 7D TC",
        ),
        (
            "ms:617",
            "7D TD TH KD 4C 4S JD; AD 7S QC 5H QS TS KS; 5C QD 3H 9S 9C 2H KC; 3S AC 9D 3C 9H 5D 4H; \
             5S 6D 6S 8S 7C JC; 8C 8H 8D 7H 6H 6C; 2D AS 3D 4D 2C JH; AH KH TC JS 2S QH",
        ),
    ];
    let rules = Rules::built_in("freecell").expect("it is built in");
    for (name, expected) in deals {
        let deal = Deal::Foreign(foreign(name));
        let position = Position::deal(rules.game(), &deal).expect("it has one full pack");
        let piles = rules.game().piles();
        let tableau = piles.filter(|&pile| rules.game().pile_name(pile).starts_with('t'));
        let columns = tableau.map(|pile| {
            let cards = position.cards(pile).into_iter();
            let faces: Vec<Card> = cards.map(|card| position.face(card)).collect();
            in_words(&faces)
        });
        assert_eq!(columns.collect::<Vec<_>>().join("; "), expected, "{name}");
    }
}

/// Reimplements the shuffles of the lowest numbers from their documentation, also one during a game.
#[test]
fn the_description_of_other_programs_is_enough() {
    let text = r#"
name = "Shuffles"
win  = 'waste.size == 52'
[piles.waste]
[actions.again]
do = [{ shuffle = "stock" }]
[actions.deal]
do = [{ deal = 1, to = "waste" }]
"#;
    let rules = Rules::parse("pack", text).expect("the rules have no errors");
    let game = rules.game();
    let stock = game.piles().next().expect("there is a stock");
    for number in 1..200u64 {
        let mut x = number;
        let mut draw = |highest: u64| {
            x = (x * 214_013 + 2_531_011) % (1 << 33);
            ((x >> 16) & 0x7fff) % (highest + 1)
        };
        let mut shuffle = |cards: &mut Vec<Card>| {
            for i in (1..cards.len()).rev() {
                let j = usize::try_from(draw(i as u64)).expect("it fits `usize`");
                cards.swap(i, j);
            }
        };
        let mut cards: Vec<Card> = Rank::all()
            .flat_map(|rank| Suit::ALL.map(|suit| Card::Suited(suit, rank)))
            .collect();
        shuffle(&mut cards);
        let deal = Deal::Foreign(foreign(&format!("ms:{number}")));
        let mut position = Position::deal(game, &deal).expect("it has one full pack");
        for command in ["deal", "again", "deal", "again"] {
            let chosen = position.parse_move(command).expect("it is legal");
            position.play(chosen).expect("it is legal");
            if command == "deal" {
                cards.pop();
            } else {
                shuffle(&mut cards);
            }
            let left = position.cards(stock).into_iter();
            let left: Vec<Card> = left.map(|card| position.face(card)).collect();
            assert_eq!(in_words(&left), in_words(&cards), "{number}");
        }
    }
}

/// Other programs shuffle the whole pack, and then take out what the rules pick.
#[test]
fn picked_cards_are_taken_out_of_a_shuffled_pack() {
    let text = r#"
name = "Picks"
win  = 'foundation.size == 104'
deck.packs = 2
[piles.foundation]
count = 3
[setup]
do = [{ pick = "KD AS 7H", to = "foundation" }]
"#;
    let rules = Rules::parse("picks", text).expect("the rules have no errors");
    for number in ["24", "123456"] {
        let deal = foreign(&format!("pysol:{number}"));
        let whole = shuffle_foreign(&pack(2), deal).expect("the packs are full");
        let position = Position::deal(rules.game(), &Deal::Foreign(deal));
        let position = position.expect("the packs are full");
        let stock = rules.game().piles().next().expect("there is a stock");
        let mut left: Vec<Card> = position
            .cards(stock)
            .iter()
            .map(|&c| position.face(c))
            .collect();
        // The stock is dealt from the top.
        left.reverse();
        assert_eq!(left.len(), 101);
        let mut whole = whole.into_iter();
        // What is left is in the order of the whole pack, from which one copy of each picked card is missing.
        let mut missing: Vec<Card> = Vec::new();
        for card in left {
            missing.extend(whole.by_ref().take_while(|&other| other != card));
        }
        missing.extend(whole);
        missing.sort();
        assert_eq!(in_words(&missing), "KD 7H AS");
    }
}

/// What `new` deals after a deal with a number.
#[test]
fn the_next_deal_has_the_next_number() {
    let next = |deal: &str| {
        let played = run_patience(&["play", "freecell", "--deal", deal], "new\n");
        let (_, answer) = played.stdout.split_once("\n> new\n").expect("it is typed");
        answer.lines().next().unwrap_or_default().to_owned()
    };
    assert_eq!(next("5"), "FreeCell, deal 6");
    assert_eq!(next("ms:5"), "FreeCell, deal ms:6");
    assert_eq!(next("ms:8589934591"), "FreeCell, deal ms:1");
    assert_eq!(next("pysol:31999"), "FreeCell, deal pysol:32000");
    // Tomorrow's deal has its day.
    assert!(!next("today").contains("today"));
}

/// The deal of the day has the date as its number.
#[test]
#[cfg(unix)]
fn the_deal_of_the_day_is_the_date() {
    let date = || {
        let printed = std::process::Command::new("date")
            .args(["-u", "+%Y%m%d"])
            .output();
        String::from_utf8(printed.expect("there is `date`").stdout).expect("it is ASCII")
    };
    let before = date();
    let played = run_patience(&["play", "freecell", "--deal", "today"], "");
    let titles = [before, date()].map(|date| format!("FreeCell, deal {} (today's)\n", date.trim()));
    assert!(
        titles.iter().any(|title| played.stdout.starts_with(title)),
        "{}",
        played.stdout
    );
}

/// Names of deals, and what is none.
#[test]
fn names_of_deals_are_read_and_written() {
    for name in [
        "ms:1",
        "ms:8589934591",
        "pysol:1",
        "pysol:99999999999999999999",
    ] {
        let deal: ForeignDeal = name.parse().expect("it is a deal");
        assert_eq!(deal.to_string(), name);
    }
    let read = |text: &str| text.parse::<ForeignDeal>();
    assert_eq!(read("MS:0617"), read("ms:617"));
    let last = read("ms:8589934591").expect("it is a deal");
    assert_eq!(last.next().to_string(), "ms:1");
    let wrong = [
        "",
        "5",
        "ms",
        "ms:",
        ":",
        ":5",
        "ms:-1",
        "ms:+1",
        "ms: 1",
        "ms:1:2",
        "x:1",
        "pysol:1e3",
        "pysol:１",
    ];
    for text in wrong {
        let error = read(text).expect_err(text).to_string();
        let expected = format!("`{text}` is not a deal: expected a number, `ms:N` or `pysol:N`");
        assert_eq!(error, expected);
    }
    for text in [
        "ms:0",
        "ms:8589934592",
        "ms:340282366920938463463374607431768211456",
    ] {
        let error = read(text).expect_err(text).to_string();
        let expected = format!("`{text}` is not a deal: the numbers are 1 to 8589934591");
        assert_eq!(error, expected);
    }
    let error = read("pysol:100000000000000000000").expect_err("it is too high");
    assert!(error.to_string().ends_with("1 to 99999999999999999999"));
}
