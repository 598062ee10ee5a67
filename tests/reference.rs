//! The tables of `games/REFERENCE.md` say exactly what the code says. Their last column, with the examples, is the page's
//! own. `INSTA_UPDATE=always cargo test reference` rewrites the tables and keeps the examples.

use patience::internals::{
    Compiled, Key, MAX_OPERATIONS, MAX_PILES, Slot, Variable, Verb, WORDS, WordKind, file::Action,
    file::Auto, file::Base, file::By, file::Deck, file::Divert, file::Face, file::File,
    file::First, file::Pile, file::Role, file::Score, file::Setup, file::Step, file::Take,
    file::Test, group_digits, is_reserved,
};
use patience::{Rules, work};

use crate::markdown::{Page, cells, read_page, section};
use crate::tables::{write_index, write_measures};

/// A table of the page.
struct Table {
    /// The heading that it follows.
    heading: &'static str,
    /// The names of the columns. A last column `example` is the page's own.
    columns: &'static [&'static str],
    /// The rows, without the examples.
    rows: Vec<Vec<String>>,
}

const KEYS: &[&str] = &["key", "meaning", "default", "example"];
const CHOICES: &[&str] = &["word", "meaning", "example"];

fn code(text: &str) -> String {
    format!("`{text}`")
}

fn codes<'a>(texts: impl IntoIterator<Item = &'a str>) -> String {
    let texts: Vec<String> = texts.into_iter().map(code).collect();
    texts.join(" ")
}

fn keys(heading: &'static str, keys: &[Key]) -> Table {
    assert!(!keys.is_empty(), "{heading} has no keys");
    let row = |key: &Key| {
        vec![
            code(key.name),
            key.meaning.trim().to_owned(),
            key.default.to_owned(),
        ]
    };
    Table {
        heading,
        columns: KEYS,
        rows: keys.iter().map(row).collect(),
    }
}

fn choices(heading: &'static str, words: &[(&str, &str)]) -> Table {
    let row = |(word, meaning): &(&str, &str)| vec![code(word), meaning.trim().to_owned()];
    Table {
        heading,
        columns: CHOICES,
        rows: words.iter().map(row).collect(),
    }
}

/// The words of conditions of some kinds. Words with the same meaning share a row.
fn words(heading: &'static str, is_kind: impl Fn(WordKind) -> bool) -> Table {
    let mut rows: Vec<Vec<String>> = Vec::new();
    for word in WORDS.iter().filter(|word| is_kind(word.kind)) {
        match rows.last_mut() {
            Some(last) if last[1] == word.meaning => {
                last[0] = format!("{} {}", last[0], code(word.text));
            }
            _ => rows.push(vec![code(word.text), word.meaning.to_owned()]),
        }
    }
    Table {
        heading,
        columns: CHOICES,
        rows,
    }
}

/// The keys whose values are conditions, each with the variables that it can use.
fn slots() -> Table {
    let variables = |slot: Slot| {
        let words = WORDS.iter().filter_map(|word| match word.kind {
            WordKind::Variable(variable) => Some((word.text, variable)),
            _ => None,
        });
        let own = words.filter(|(_, variable)| {
            !matches!(variable, Variable::Base | Variable::Used) && variable.slots().contains(&slot)
        });
        let own = codes(own.map(|(word, _)| word));
        if own.is_empty() {
            "nothing else".to_owned()
        } else {
            own
        }
    };
    Table {
        heading: "### What a condition can use",
        columns: &["condition", "it can use", "example"],
        rows: Slot::ALL
            .iter()
            .map(|&(slot, key)| vec![code(key), variables(slot)])
            .collect(),
    }
}

/// What a group has by default, depending on its role: as a game has it in which nothing else is written.
fn defaults() -> Table {
    let mut text = String::from("name = \"Defaults\"\nwin = 'stock is empty'\n");
    for (role, _) in Role::WORDS.iter().filter(|(role, _)| *role != "stock") {
        text += &["[piles.", role, "]\ncount = 1\n"].concat();
    }
    let rules = Rules::parse("defaults", &text).expect("the rules have no mistakes");
    let compiled = Compiled::new(rules.game());
    let row = |(role, _): &(&str, &str)| {
        let group = compiled.groups.iter().find(|group| group.name == *role);
        let group = group.expect("there is a group for each role");
        let capacity = match group.capacity {
            Some(1) => "1".to_owned(),
            Some(_) => "the number of ranks".to_owned(),
            None => "no limit".to_owned(),
        };
        let accepts = group.start.is_some();
        let accepts = if accepts { "any card" } else { "nothing" };
        let goal = if group.goal { "yes" } else { "no" };
        let cells = [&code(group.take.word()), &capacity, accepts, goal];
        let cells = cells.map(ToOwned::to_owned);
        [vec![code(role)], cells.to_vec()].concat()
    };
    Table {
        heading: "### Defaults of the roles",
        columns: &[
            "role",
            "what may be lifted",
            "how many cards fit",
            "an empty pile accepts",
            "counts for the win",
        ],
        rows: Role::WORDS.iter().map(row).collect(),
    }
}

fn verbs() -> Table {
    let kinds = Step::KEYS.iter().map(|key| key.name).take(Verb::ALL.len());
    assert!(kinds.eq(Verb::ALL.iter().map(|verb| verb.key())));
    let row = |verb: &Verb| {
        vec![
            code(verb.key()),
            codes(verb.required_keys().iter().map(|(key, _)| *key)),
            codes(verb.optional_keys().iter().copied()),
        ]
    };
    Table {
        heading: "### Which keys go with which step",
        columns: &["step", "required", "allowed"],
        rows: Verb::ALL.iter().map(row).collect(),
    }
}

fn tables() -> Vec<Table> {
    vec![
        keys("## Top level", File::KEYS),
        keys("## `[deck]`", Deck::KEYS),
        keys("## `[base]`", Base::KEYS),
        keys("## `[piles.NAME]`", Pile::KEYS),
        choices("### role", Role::WORDS),
        defaults(),
        choices("### take", Take::WORDS),
        keys("## `[setup]`", Setup::KEYS),
        keys("## `[actions.NAME]`", Action::KEYS),
        keys("## `[auto.NAME]`", Auto::KEYS),
        keys("## Steps", Step::KEYS),
        verbs(),
        keys("### divert", Divert::KEYS),
        choices("### face", Face::WORDS),
        choices("### by", By::WORDS),
        choices("### first", First::WORDS),
        slots(),
        words("### Building words", |kind| {
            matches!(kind, WordKind::Relation(_))
        }),
        words("### Variables", |kind| {
            matches!(kind, WordKind::Variable(_))
        }),
        words("### Properties", |kind| {
            matches!(kind, WordKind::Property(_))
        }),
        words("### States", |kind| matches!(kind, WordKind::State(_))),
        words("### Ranks, suits and colors", |kind| {
            use WordKind::{Color, Joker, Rank, Suit};
            matches!(kind, Rank(_) | Joker | Suit(_) | Color(_))
        }),
        words("### Joining words and quantifiers", WordKind::is_keyword),
        keys("## `[score]`", Score::KEYS),
        keys("## `[[test]]`", Test::KEYS),
    ]
}

/// The lines of a table. The examples are taken from the rows that the page has now.
fn write_table(table: &Table, old: &[&str]) -> Vec<String> {
    let columns = table.columns;
    let mut lines = vec![
        format!("| {} |", columns.join(" | ")),
        format!("|{}", "---|".repeat(columns.len())),
    ];
    for row in &table.rows {
        let mut cells_now = row.clone();
        if columns.last() == Some(&"example") {
            let same = old.iter().map(|line| cells(line)).find(|c| c[0] == row[0]);
            let example = same.and_then(|cells| cells.get(columns.len() - 1).copied());
            cells_now.push(example.unwrap_or_default().to_owned());
        }
        lines.push(format!("| {} |", cells_now.join(" | ")));
    }
    lines
}

/// The page with the table as the code has it.
fn with_table(page: &str, table: &Table) -> String {
    let lines: Vec<&str> = page.lines().collect();
    let heading = lines.iter().position(|line| *line == table.heading);
    let heading = heading.unwrap_or_else(|| panic!("there is no heading `{}`", table.heading));
    let is_row = |line: &&str| line.starts_with('|');
    let start = lines[heading..].iter().position(is_row);
    let start = heading + start.unwrap_or_else(|| panic!("`{}` has no table", table.heading));
    let length = lines[start..]
        .iter()
        .take_while(|line| is_row(line))
        .count();
    let (before, rest) = lines.split_at(start);
    let (old, after) = rest.split_at(length);
    let new = write_table(table, old);
    let all = before.iter().copied().chain(new.iter().map(String::as_str));
    let all: Vec<&str> = all.chain(after.iter().copied()).collect();
    all.join("\n") + "\n"
}

#[test]
fn the_tables_match_the_code() {
    let page = Page::open("games/REFERENCE.md");
    let tables = tables();
    let written: usize = (tables.iter()).map(|table| table.rows.len()).sum();
    assert!(written > 150, "there are only {written} rows");
    let expected = tables
        .iter()
        .fold(page.text.clone(), |text, table| with_table(&text, table));
    page.expect(&expected);
}

#[test]
fn the_limits_match_the_code() {
    let page = read_page("games/REFERENCE.md");
    let limits = section(&page, "## Limits").replace('\n', " ");
    let units = |what: &str, units: u64| format!("| {what} | {} |", group_digits(units));
    for limit in [
        format!(" {MAX_PILES} piles,"),
        format!(
            " may take {} operations each time",
            group_digits(MAX_OPERATIONS)
        ),
        units(
            "loading a file with its variants, or a game with some of them",
            work::LOADING,
        ),
        units("checking a file with its variants", work::CHECKING),
        units("checking a file while it is typed", work::TYPING),
        units("an opening, with all its shuffles", work::OPENING),
        units(
            "a move or an action, with everything that follows from it",
            work::MOVE,
        ),
        units("a list of all moves", work::LISTING),
        units("what happens after actions alone", work::OUTCOME),
        units("a line that a player types", work::LINE),
        units("the search for a hint", work::HINT),
        units("a search whose limits nobody gave", work::SEARCH),
    ] {
        assert!(limits.contains(&limit), "`{limit}` is missing");
    }
}

#[test]
fn the_index_matches_the_files() {
    let page = read_page("games/INDEX.md");
    let table = page.find("| id |").map(|start| &page[start..]);
    assert_eq!(
        table,
        Some(&write_index()[..]),
        "generate it again with `cargo run --example tables -- index`"
    );
}

/// The measures are of all games, as they are now.
#[test]
fn the_measures_match_the_games() {
    assert!(
        read_page("games/measures.tsv") == write_measures(),
        "measure again with `cargo run --release --example tables -- measures > games/measures.tsv`"
    );
}

#[test]
fn words_are_listed_once() {
    for (index, word) in WORDS.iter().enumerate() {
        assert!(is_reserved(word.text));
        assert!(
            !WORDS[..index].iter().any(|w| w.text == word.text),
            "{} is listed twice",
            word.text
        );
    }
}
