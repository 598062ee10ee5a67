//! Gaps: changes of a game's rules that its own tests do not notice.
//!
//! Each number is made one more and one less, each yes a no, each entry of a list is left out, each part of a
//! condition is made true and made false. The tests of the file must notice; a change that is refused when the
//! file is read counts as noticed. What is not noticed stands in `tests/gaps.txt`, with a reason, and nothing else
//! stands there.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use patience::internals::{Expr, ExprKind, parse};
use patience::{Diagnostics, Library, Rules, Span};
use toml::de::{DeTable, DeValue};

use crate::common::{root, rules_files};

/// The tables whose values are changed.
const TABLES: [&str; 9] = [
    "deck", "base", "piles", "setup", "actions", "auto", "define", "win", "score",
];
/// The keys whose texts are conditions.
const CONDITIONS: [&str; 9] = [
    "start",
    "build",
    "pair",
    "run",
    "available",
    "when",
    "where",
    "which",
    "until",
];

/// A change of a file: what is replaced, by what, and how it is called.
struct Change {
    range: Range<usize>,
    by: String,
    name: String,
}

struct Finder<'a> {
    text: &'a str,
    changes: Vec<Change>,
}

impl Finder<'_> {
    fn add(&mut self, range: Range<usize>, by: String, path: &str) {
        let from = self.text[range.clone()]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let to = if by.is_empty() { "nothing" } else { &by };
        if from == to {
            return;
        }
        let name = format!("{path}: {from} -> {to}");
        self.changes.push(Change { range, by, name });
    }

    fn value(&mut self, value: &toml::Spanned<DeValue<'_>>, key: &str, path: &str) {
        match value.get_ref() {
            DeValue::Integer(number) => {
                let number: i64 = number
                    .as_str()
                    .parse()
                    .expect("numbers of games are decimal");
                for changed in [number + 1, number - 1] {
                    self.add(value.span(), changed.to_string(), path);
                }
            }
            DeValue::Boolean(yes) => self.add(value.span(), (!yes).to_string(), path),
            DeValue::String(text) if CONDITIONS.contains(&key) || path.starts_with("define.") => {
                self.condition(text, &value.span(), path);
            }
            DeValue::Array(list) => {
                let spans: Vec<Range<usize>> = list.iter().map(toml::Spanned::span).collect();
                for (at, entry) in list.iter().enumerate() {
                    let range = match (spans.get(at + 1), at.checked_sub(1).map(|b| &spans[b])) {
                        (Some(next), _) => entry.span().start..next.start,
                        (None, Some(before)) => before.end..entry.span().end,
                        (None, None) => entry.span(),
                    };
                    self.add(range, String::new(), &format!("{path}[{at}]"));
                    self.value(entry, key, &format!("{path}[{at}]"));
                }
            }
            DeValue::Table(table) => self.table(table, path),
            _ => {}
        }
    }

    fn table(&mut self, table: &DeTable<'_>, path: &str) {
        for (key, value) in table {
            self.value(value, key.get_ref(), &format!("{path}.{}", key.get_ref()));
        }
    }

    fn condition(&mut self, text: &str, span: &Range<usize>, path: &str) {
        assert_eq!(
            self.text[span.clone()].len(),
            text.len() + 2,
            "conditions of games stand in single quotes"
        );
        let base = Span::new(span.start + 1..span.end).start;
        let expr = parse(
            text,
            Span::new(span.clone()),
            Some(base),
            &mut Diagnostics::default(),
        );
        self.part(&expr.expect("conditions of games are right"), true, path);
    }

    /// Changes a part of a condition, and what is in it. What stands for true or false is made both.
    fn part(&mut self, expr: &Expr, judges: bool, path: &str) {
        let range = expr.span.start as usize..expr.span.end as usize;
        if judges {
            self.add(range.clone(), "any".to_owned(), path);
            self.add(range.clone(), "(not any)".to_owned(), path);
        }
        match &expr.kind {
            ExprKind::Number(number) => {
                for changed in [number + 1, number - 1] {
                    self.add(range.clone(), changed.to_string(), path);
                }
            }
            ExprKind::Not(inner) => self.part(inner, judges, path),
            ExprKind::All(parts) | ExprKind::Any(parts) => {
                for part in parts {
                    self.part(part, true, path);
                }
            }
            ExprKind::Is(a, b) | ExprKind::Compare(_, a, b) | ExprKind::Sum(_, a, b) => {
                self.part(a, false, path);
                self.part(b, false, path);
            }
            ExprKind::In(a, list) => {
                self.part(a, false, path);
                for b in list {
                    self.part(b, false, path);
                }
            }
            ExprKind::Applied(_, inner) | ExprKind::Property(inner, _) => {
                self.part(inner, false, path);
            }
            ExprKind::Quantified(_, _, _, body) => self.part(body, true, path),
            ExprKind::Name(_) => {}
        }
    }
}

/// Whether the tests of a changed file notice the change.
fn is_noticed(text: &str, id: &str) -> bool {
    let library = Library::new().with_folder(root().join("games"));
    let Ok(rules) = Rules::parse_with(id, id, text.as_bytes(), &library) else {
        return true;
    };
    match rules.test_cases() {
        Err(_) => true,
        Ok(test_cases) => test_cases.iter().any(|s| !s.run().failures.is_empty()),
    }
}

fn gaps(path: &Path) -> (Vec<String>, usize) {
    let id = path
        .file_stem()
        .expect("a name")
        .to_str()
        .expect("letters")
        .to_owned();
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let table = DeTable::parse(&text).expect("games are TOML");
    let mut finder = Finder {
        text: &text,
        changes: Vec::new(),
    };
    for (key, value) in table.get_ref() {
        let key = key.get_ref();
        if TABLES.contains(&key.as_ref()) {
            finder.value(value, key, key);
        } else if let ("variants", DeValue::Table(variants)) = (key.as_ref(), value.get_ref()) {
            finder.table(variants, "variants");
        }
    }
    let mut gaps = Vec::new();
    let number = finder.changes.len();
    for change in finder.changes {
        let mut changed = text.clone();
        changed.replace_range(change.range, &change.by);
        if !is_noticed(&changed, &id) {
            gaps.push(format!("{id} | {}", change.name));
        }
    }
    (gaps, number)
}

#[test]
fn gaps_are_those_of_the_list() {
    let list = std::fs::read_to_string(root().join("tests/gaps.txt")).expect("the list is there");
    let mut known = Vec::new();
    for line in list
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        let (gap, reason) = line.rsplit_once(" | ").expect("a gap and its reason");
        assert!(reason.len() > 10, "a reason is given: {line}");
        known.push(gap.to_owned());
    }
    let mut wrong = String::new();
    let (mut found, mut total) = (Vec::new(), 0);
    for path in rules_files("games") {
        let (gaps, changes) = gaps(&path);
        found.extend(gaps);
        total += changes;
    }
    assert!(total > 1000, "{total} changes were tried");
    for gap in found.iter().filter(|g| !known.contains(g)) {
        let _ = writeln!(wrong, "not noticed: {gap}");
    }
    for gap in known.iter().filter(|g| !found.contains(g)) {
        let _ = writeln!(wrong, "noticed, but in the list: {gap}");
    }
    assert!(wrong.is_empty(), "\n{wrong}");
}
