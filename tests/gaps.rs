//! Mutation tests of the games: finds changes to a game's rules that its own tests do not notice.
//!
//! Each number is increased and decreased by one, each boolean is negated, each entry of a list is removed, and each
//! part of a condition is made true and made false. The tests of the file must notice; a mutation that is rejected when
//! the file is read counts as noticed. `tests/gaps.txt` lists exactly the mutations that are not noticed, each with a
//! reason.

use std::fmt::Write as _;
use std::ops::Range;
use std::path::Path;

use patience::internals::{Expr, ExprKind, Quantifier, parse};
use patience::{Diagnostics, Library, Rules, Span};
use toml::de::{DeTable, DeValue};

use crate::common::{root, rules_files};

/// The tables whose values are mutated.
const TABLES: [&str; 9] = [
    "deck", "base", "piles", "setup", "actions", "auto", "define", "win", "score",
];
/// The keys whose values are conditions.
const CONDITION_KEYS: [&str; 11] = [
    "start",
    "build",
    "pair",
    "swap",
    "run",
    "available",
    "when",
    "where",
    "which",
    "until",
    "win",
];

/// A mutation of a file: the range to replace, its replacement, and a description.
struct Mutation {
    range: Range<usize>,
    replacement: String,
    name: String,
}

struct Mutator<'a> {
    text: &'a str,
    mutations: Vec<Mutation>,
}

impl Mutator<'_> {
    fn add(&mut self, range: Range<usize>, replacement: String, path: &str) {
        let from = self.text[range.clone()]
            .split_whitespace()
            .collect::<Vec<_>>()
            .join(" ");
        let to = if replacement.is_empty() {
            "nothing"
        } else {
            &replacement
        };
        if from == to {
            return;
        }
        let name = format!("{path}: {from} -> {to}");
        self.mutations.push(Mutation {
            range,
            replacement,
            name,
        });
    }

    fn mutate_value(&mut self, value: &toml::Spanned<DeValue<'_>>, key: &str, path: &str) {
        match value.get_ref() {
            DeValue::Integer(number) => {
                let number: i64 = number
                    .as_str()
                    .parse()
                    .expect("games contain decimal numbers only");
                for other in [number + 1, number - 1] {
                    self.add(value.span(), other.to_string(), path);
                }
            }
            DeValue::Boolean(flag) => self.add(value.span(), (!flag).to_string(), path),
            DeValue::String(text)
                if CONDITION_KEYS.contains(&key) || path.starts_with("define.") =>
            {
                self.mutate_condition(text, &value.span(), true, path);
            }
            DeValue::String(text) if key == "points" => {
                self.mutate_condition(text, &value.span(), false, path);
            }
            DeValue::Array(list) => {
                let spans: Vec<Range<usize>> = list.iter().map(toml::Spanned::span).collect();
                for (index, entry) in list.iter().enumerate() {
                    let range = match (
                        spans.get(index + 1),
                        index.checked_sub(1).map(|b| &spans[b]),
                    ) {
                        (Some(next), _) => entry.span().start..next.start,
                        (None, Some(before)) => before.end..entry.span().end,
                        (None, None) => entry.span(),
                    };
                    self.add(range, String::new(), &format!("{path}[{index}]"));
                    self.mutate_value(entry, key, &format!("{path}[{index}]"));
                }
            }
            DeValue::Table(table) => self.mutate_table(table, path),
            _ => {}
        }
    }

    fn mutate_table(&mut self, table: &DeTable<'_>, path: &str) {
        // What a variant is called is not a rule.
        let is_rule = |key: &str| !["name", "aliases", "about", "source"].contains(&key);
        for (key, value) in table.iter().filter(|(key, _)| is_rule(key.get_ref())) {
            self.mutate_value(value, key.get_ref(), &format!("{path}.{}", key.get_ref()));
        }
    }

    fn mutate_condition(
        &mut self,
        text: &str,
        span: &Range<usize>,
        is_predicate: bool,
        path: &str,
    ) {
        let start = self.text[span.clone()].find(text);
        let start = start.expect("games write conditions in single quotes");
        let base = Span::new(span.start + start..span.end).start;
        let expr = parse(
            text,
            Span::new(span.clone()),
            Some(base),
            &mut Diagnostics::default(),
        );
        self.mutate_expr(&expr.expect("games have no errors"), is_predicate, path);
    }

    /// Mutates a part of a condition and everything in it; a predicate is also made true and made false.
    fn mutate_expr(&mut self, expr: &Expr, is_predicate: bool, path: &str) {
        let range = expr.span.start as usize..expr.span.end as usize;
        if is_predicate {
            self.add(range.clone(), "any".to_owned(), path);
            self.add(range.clone(), "(not any)".to_owned(), path);
        }
        match &expr.kind {
            ExprKind::Number(number) => {
                for other in [number + 1, number - 1] {
                    self.add(range.clone(), other.to_string(), path);
                }
            }
            ExprKind::Not(inner) => self.mutate_expr(inner, is_predicate, path),
            ExprKind::All(parts) | ExprKind::Any(parts) => {
                for part in parts {
                    self.mutate_expr(part, true, path);
                }
            }
            ExprKind::Is(a, b)
            | ExprKind::Compare(_, a, b)
            | ExprKind::Sum(_, a, b)
            | ExprKind::Product(a, b) => {
                self.mutate_expr(a, false, path);
                self.mutate_expr(b, false, path);
            }
            ExprKind::In(a, list) => {
                self.mutate_expr(a, false, path);
                for b in list {
                    self.mutate_expr(b, false, path);
                }
            }
            ExprKind::Applied(_, inner) | ExprKind::Property(inner, _) => {
                self.mutate_expr(inner, false, path);
            }
            ExprKind::Quantified(quantifier, _, _, body) => {
                self.mutate_expr(body, *quantifier != Quantifier::Sum, path);
            }
            ExprKind::Name(_) => {}
        }
    }
}

/// Whether the tests of a mutated file notice the mutation.
fn is_noticed(text: &str, id: &str) -> bool {
    let library = Library::new().with_folder(root().join("games"));
    let Ok(rules) = Rules::parse_with(id, id, text.as_bytes(), &library) else {
        return true;
    };
    match rules.test_cases() {
        Err(_) => true,
        Ok(test_cases) => test_cases
            .iter()
            .any(|case| !case.run().failures.is_empty()),
    }
}

/// The mutations that the tests of a file do not notice, and the number of mutations.
fn find_gaps(path: &Path) -> (Vec<String>, usize) {
    let id = path
        .file_stem()
        .expect("a file has a name")
        .to_str()
        .expect("the name is UTF-8")
        .to_owned();
    let text = std::fs::read_to_string(path).expect("the file can be read");
    let table = DeTable::parse(&text).expect("games are valid TOML");
    let mut mutator = Mutator {
        text: &text,
        mutations: Vec::new(),
    };
    for (key, value) in table.get_ref() {
        let key = key.get_ref();
        if TABLES.contains(&key.as_ref()) {
            mutator.mutate_value(value, key, key);
        } else if let ("variants", DeValue::Table(variants)) = (key.as_ref(), value.get_ref()) {
            mutator.mutate_table(variants, "variants");
        }
    }
    let mut gaps = Vec::new();
    let count = mutator.mutations.len();
    for mutation in mutator.mutations {
        let mut mutated = text.clone();
        mutated.replace_range(mutation.range, &mutation.replacement);
        if !is_noticed(&mutated, &id) {
            gaps.push(format!("{id} | {}", mutation.name));
        }
    }
    (gaps, count)
}

#[test]
fn gaps_match_the_list() {
    let list =
        std::fs::read_to_string(root().join("tests/gaps.txt")).expect("the file can be read");
    let mut known = Vec::new();
    for line in list
        .lines()
        .filter(|l| !l.is_empty() && !l.starts_with('#'))
    {
        let (gap, reason) = line
            .rsplit_once(" | ")
            .expect("each line has a gap and a reason");
        assert!(reason.len() > 10, "the reason is missing: {line}");
        known.push(gap.to_owned());
    }
    let mut problems = String::new();
    let (mut found, mut total) = (Vec::new(), 0);
    for path in rules_files("games") {
        let (gaps, mutations) = find_gaps(&path);
        found.extend(gaps);
        total += mutations;
    }
    assert!(total > 1000, "only {total} mutations were tried");
    for gap in found.iter().filter(|g| !known.contains(g)) {
        let _ = writeln!(problems, "not noticed: {gap}");
    }
    for gap in known.iter().filter(|g| !found.contains(g)) {
        let _ = writeln!(problems, "noticed, but in the list: {gap}");
    }
    assert!(problems.is_empty(), "\n{problems}");
}
