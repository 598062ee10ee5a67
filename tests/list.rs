//! Finding a game: the list, its filters, and what is said about names that are no game's.

use std::collections::BTreeSet;

use insta::assert_snapshot;
use patience::library::{CatalogEntry, catalog};
use patience_cli::split_arguments;

use crate::common::{RunResult, run_at_terminal, run_patience, with_snapshot_settings};

/// The keys of the games in a list.
fn listed(args: &str) -> Vec<String> {
    let args = split_arguments(args);
    let args: Vec<&str> = args.iter().map(String::as_str).collect();
    let result = run_patience(&[&["list"][..], &args].concat(), "");
    let keys = result.stdout.lines().map(|line| {
        let key = line.split('\t').next();
        key.unwrap_or_default().to_owned()
    });
    keys.collect()
}

/// The keys of the games of the catalog that fit.
fn expected(fits: impl Fn(&CatalogEntry) -> bool) -> Vec<String> {
    let keys = catalog().into_iter().filter(fits);
    let keys: BTreeSet<String> = keys.map(|entry| entry.key().to_owned()).collect();
    keys.into_iter().collect()
}

#[test]
fn filters() {
    assert_eq!(listed(""), expected(|_| true));
    assert_eq!(listed("--packs 2"), expected(|entry| entry.packs == 2));
    assert_eq!(listed("--cells 4"), expected(|entry| entry.cells == 4));
    let of_spider = |entry: &CatalogEntry| entry.family == "Spider";
    for family in ["Spider", "spider", "SPID"] {
        assert_eq!(listed(&format!("--family {family}")), expected(of_spider));
    }
    let of_two = expected(|entry| of_spider(entry) && entry.packs == 2);
    assert_eq!(listed("--packs 2 --family spider"), of_two);
    let of_thieves = expected(|entry| entry.family == "Forty Thieves");
    assert_eq!(listed("--family thieves"), of_thieves);
    assert_eq!(listed("--family \"forty t\""), of_thieves);
    // Each game has one length, and one thing that decides it.
    for [a, b, c] in [
        ["--length short", "--length medium", "--length long"],
        [
            "--decided-by luck",
            "--decided-by both",
            "--decided-by skill",
        ],
    ] {
        let mut all = [listed(a), listed(b), listed(c)].concat();
        assert!(all.len() > listed(a).len());
        all.sort();
        assert_eq!(all, expected(|_| true));
    }
    let easy = listed("--odds 90");
    assert!(!easy.is_empty() && easy.len() < listed("--odds 50").len());
    assert_eq!(listed("--odds 0"), expected(|_| true));
}

#[test]
fn words() {
    let has = |args: &str, key: &str| {
        let keys = listed(args);
        assert!(keys.iter().any(|listed| listed == key), "{args}: {keys:?}");
    };
    has("free cell", "freecell");
    has("FREECELL", "freecell");
    has("bakers", "bakers-dozen");
    has("\"Baker's Dozen\"", "bakers-dozen");
    has("fascination", "klondike");
    has("cells aces", "freecell");
    // All words must occur, whatever their order.
    assert_eq!(listed("hidden seven piles"), listed("piles seven hidden"));
    assert!(listed("hidden seven").len() < listed("hidden").len());
}

/// A line of the list has the same fields for each game.
#[test]
fn a_pipe_gets_a_line_for_each_game() {
    let lines = run_patience(&["list"], "").stdout;
    let mut games = catalog();
    games.sort_by(|a, b| a.key().cmp(b.key()));
    for (line, entry) in lines.lines().zip(&games) {
        let fields: Vec<&str> = line.split('\t').collect();
        let [
            key,
            name,
            family,
            packs,
            cells,
            length,
            by,
            odds,
            honest,
            about,
        ] = fields[..]
        else {
            panic!("{line}");
        };
        assert_eq!((key, name), (entry.key(), &entry.name[..]));
        assert_eq!((family, about), (&entry.family[..], &entry.about[..]));
        assert_eq!(
            (packs, cells),
            (&entry.packs.to_string()[..], &entry.cells.to_string()[..])
        );
        assert!(["short", "medium", "long"].contains(&length), "{line}");
        assert!(["luck", "both", "skill"].contains(&by), "{line}");
        assert!(odds == "-" || ends(odds).is_some(), "{line}");
        assert!(honest.is_empty() || ends(honest).is_some(), "{line}");
    }
    assert_eq!(lines.lines().count(), games.len());
}

/// The ends of an interval in percent.
fn ends(text: &str) -> Option<(u8, u8)> {
    let (low, high) = text.split_once('-')?;
    let ends = (low.parse().ok()?, high.parse().ok()?);
    (ends.0 <= ends.1 && ends.1 <= 100).then_some(ends)
}

/// The easiest game comes first, by the odds of someone who knows every card and by those of an honest player.
#[test]
fn a_list_can_be_sorted() {
    for (order, field) in [("odds", 7), ("honest", 8)] {
        let lines = run_patience(&["list", "--sort", order], "").stdout;
        let odds = lines.lines().map(|line| line.split('\t').nth(field));
        let odds: Vec<_> = odds.map(|text| ends(text.unwrap_or_default())).collect();
        let known = odds.iter().take_while(|odds| odds.is_some()).count();
        assert!(known > 50, "{order}: {known}");
        assert!(odds[known..].iter().all(Option::is_none), "{order}");
        // What is listed is rounded outwards to percents.
        let middle = |odds: &Option<(u8, u8)>| odds.map_or(0, |(low, high)| low + high);
        assert!(odds.is_sorted_by(|a, b| middle(a) + 2 >= middle(b)));
        let table = run_at_terminal(&["list", "--sort", order], "").stdout;
        let mut rows = table.lines().skip(1);
        for line in lines.lines() {
            let key = line.split('\t').next().unwrap_or_default();
            let row = rows.next().unwrap_or_default();
            assert!(row.starts_with(&format!("  {key} ")), "{row}");
        }
    }
}

fn is_narrow(text: &str) -> bool {
    text.lines().all(|line| line.chars().count() <= 80)
}

/// Writes `ODDS` for the odds at the end of the line of a game.
fn hide_odds(line: &str) -> String {
    let lengths = [" short ", " medium ", " long "];
    match lengths
        .iter()
        .find_map(|length| line.split_once(length).zip(Some(length)))
    {
        Some(((start, _), length)) => format!("{start}{length}ODDS"),
        None => line.to_owned(),
    }
}

#[test]
fn a_terminal_gets_a_table() {
    let all = run_at_terminal(&["list"], "").stdout;
    assert!(is_narrow(&all));
    for entry in catalog() {
        let start = format!("  {} ", entry.key());
        assert!(all.lines().any(|line| line.starts_with(&start)), "{start}");
        // Few games are listed with what is special about them.
        let one = run_at_terminal(&["list", &entry.name], "").stdout;
        assert!(is_narrow(&one), "{one}");
    }
    let args = ["list", "--family", "freecell", "--cells", "4"];
    let few = run_at_terminal(&args, "").stdout;
    // What is recorded of the odds may be better tomorrow.
    let few: Vec<String> = few.lines().map(hide_odds).collect();
    with_snapshot_settings(&args.join(" "), || {
        assert_snapshot!("list_at_a_terminal", few.join("\n"));
    });
}

/// What a player reads who types nothing but the name of the program, or `play`, at a terminal.
#[test]
fn a_terminal_leads_somewhere() {
    let welcome = run_at_terminal(&[], "");
    assert_eq!(welcome.status, 0);
    let choose = run_at_terminal(
        &["play"],
        "klondlike\n \u{1b}[A\nFascination\nseahaven\nquit\n",
    );
    assert_eq!(choose.status, 0);
    for answer in ["", "\n", "q\n"] {
        let left = run_at_terminal(&["play"], answer);
        assert_eq!((left.status, &left.stderr[..]), (0, ""));
    }
    let text = format!("{}\n=====\n{}", welcome.stdout, choose.stdout);
    // The deal is random.
    let text = text
        .split("Seahaven Towers, deal")
        .next()
        .expect("there is a start");
    assert!(is_narrow(text) && text.chars().all(|c| c == '\n' || !c.is_control()));
    with_snapshot_settings("", || assert_snapshot!("welcome", text));
}

/// The first line of the answer to what a newcomer may type first.
#[test]
fn first_words() {
    let typed = [
        "klondike --deal 3",
        "Klondike --deal 3",
        "play Klondike --deal 3",
        "free cell --deal ms:617",
        "\"Free Cell\" --deal pysol:617",
        "play free cell --deal 5",
        "play \"bakers dozen\" --deal 5",
        "fore cell --deal 5",
        "games/agnes.toml --deal 5",
        "klondlike",
        "play klondlike",
        "klond",
        "play poker",
        "play fascination",
        "fascination",
        "shuffle",
        "lst",
        "rule klondike",
        "solitaire --deal 3",
        "klondike draw 1 --deal 3",
        "play spider 2 suits --deal 3",
        "klondike draw 3",
        "xyzzy",
        "xyzzy --deal 3",
        "klondike freecell",
        "klondike --deel 3",
        "klondike --deal 0x",
        "help klondike",
        "help plya",
        "list klndike",
        "list xyzzy",
        "list --family xyzzy",
        "list --packs 4 --cells 9",
    ];
    let mut lines = Vec::new();
    for line in typed {
        let args = split_arguments(line);
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let RunResult {
            stdout,
            stderr,
            status,
        } = run_patience(&args, "");
        let answer = format!("{stdout}{stderr}");
        let answer = answer.lines().next().unwrap_or_default();
        lines.push(format!("$ patience {line}\n{answer} [{status}]"));
    }
    with_snapshot_settings("", || assert_snapshot!("first_words", lines.join("\n")));
}
