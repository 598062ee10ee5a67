//! Lists small changes of a rules file: each number is made one larger and one smaller, each flag is turned over, each
//! list entry is left out, and each part of a condition is made true and made false.

use std::ops::Range;

use super::danger::Subject;
use patience::Rules;
use patience::diagnostic::{Diagnostics, Span};
use patience::internals::tree::{TomlKind, TomlTable, Value};
use patience::internals::{Expr, ExprKind, Quantifier, Slot, content_offset, parse};

/// The tables whose values are changed. The name of a game and its tests are not rules.
const TABLES: [&str; 9] = [
    "deck", "base", "piles", "setup", "actions", "auto", "define", "win", "score",
];
/// The name of a variant is not a rule either.
const NAMES: [&str; 4] = ["name", "aliases", "about", "source"];

/// A change of a file.
#[derive(Clone, Debug)]
pub(super) struct Mutation {
    /// The range of the text to replace.
    pub(super) range: Range<usize>,
    /// What replaces it.
    pub(super) replacement: String,
    /// How dangerous it is if no test notices the change.
    pub(super) danger: (Subject, Kind),
    /// The path, the old value and the new one.
    pub(super) name: String,
}

/// A kind of change, the most dangerous first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) enum Kind {
    /// A part of a condition is made true.
    True,
    /// A part of a condition is made false.
    False,
    /// A list entry is left out.
    Entry,
    /// A number is one larger or smaller, or a flag is turned over.
    Value,
}

/// All changes of a file, in its order.
#[derive(Debug, Default)]
pub(super) struct Mutations {
    pub(super) mutations: Vec<Mutation>,
    /// The number of values that could not be changed where they stand.
    pub(super) skipped: usize,
}

/// Lists the changes of the file itself; what it inherits is not changed.
pub(super) fn list(rules: &Rules) -> Mutations {
    let mut mutator = Mutator {
        rules,
        found: Mutations::default(),
    };
    for (key, entry) in &rules.table() {
        match &entry.value.kind {
            _ if TABLES.contains(&key.as_str()) => mutator.mutate_value(&entry.value, key, key),
            TomlKind::Table(variants) if key == "variants" => {
                mutator.mutate_table(variants, "variants");
            }
            _ => {}
        }
    }
    mutator.found
}

struct Mutator<'a> {
    rules: &'a Rules,
    found: Mutations,
}

impl Mutator<'_> {
    fn add(&mut self, range: Range<usize>, replacement: &str, kind: Kind, path: &str) {
        let words = self.rules.text()[range.clone()].split_whitespace();
        let from = words.collect::<Vec<_>>().join(" ");
        let to = if replacement.is_empty() {
            "nothing"
        } else {
            replacement
        };
        if from == to {
            return;
        }
        self.found.mutations.push(Mutation {
            range,
            replacement: replacement.to_owned(),
            danger: (Subject::of(path), kind),
            name: format!("{path}: {from} -> {to}"),
        });
    }

    fn mutate_value(&mut self, value: &Value, key: &str, path: &str) {
        let range = range(value.span);
        match &value.kind {
            TomlKind::Integer(number) => self.mutate_number(*number, &range, path),
            TomlKind::Bool(flag) => {
                self.add(range, &(!flag).to_string(), Kind::Value, path);
            }
            TomlKind::Text(text) if is_expression(key) || path.starts_with("define.") => {
                let is_predicate = key != Slot::Points.key();
                self.mutate_condition(text, value.span, is_predicate, path);
            }
            TomlKind::List(list) => self.mutate_list(list, &range, key, path),
            TomlKind::Table(table) => self.mutate_table(table, path),
            _ => {}
        }
    }

    fn mutate_number(&mut self, number: i64, range: &Range<usize>, path: &str) {
        let others = [number.checked_add(1), number.checked_sub(1)];
        for other in others.into_iter().flatten() {
            self.add(range.clone(), &other.to_string(), Kind::Value, path);
        }
    }

    fn mutate_list(&mut self, list: &[Value], whole: &Range<usize>, key: &str, path: &str) {
        let ranges: Vec<Range<usize>> = list.iter().map(|entry| range(entry.span)).collect();
        // The entries of a list that is written as `[[headers]]` have no end that could be seen.
        let is_inline = self.rules.text()[whole.clone()].ends_with(']')
            && ranges
                .iter()
                .all(|r| whole.start < r.start && r.end < whole.end);
        self.found.skipped += if is_inline { 0 } else { list.len() };
        for (index, entry) in list.iter().enumerate() {
            let path = format!("{path}[{index}]");
            if is_inline {
                let before = index.checked_sub(1).and_then(|before| ranges.get(before));
                let range = match (ranges.get(index + 1), before) {
                    (Some(next), _) => ranges[index].start..next.start,
                    (None, Some(before)) => before.end..ranges[index].end,
                    (None, None) => ranges[index].clone(),
                };
                self.add(range, "", Kind::Entry, &path);
            }
            self.mutate_value(entry, key, &path);
        }
    }

    fn mutate_table(&mut self, table: &TomlTable, path: &str) {
        for (key, entry) in table {
            if !NAMES.contains(&key.as_str()) {
                self.mutate_value(&entry.value, key, &format!("{path}.{key}"));
            }
        }
    }

    fn mutate_condition(&mut self, text: &str, span: Span, is_predicate: bool, path: &str) {
        let offset = content_offset(text, span, self.rules.sources());
        let expr = parse(text, span, offset, &mut Diagnostics::default());
        match (offset, expr) {
            (Some(_), Some(expr)) => self.mutate_expr(&expr, is_predicate, path),
            _ => self.found.skipped += 1,
        }
    }

    /// Changes a part of a condition and everything in it; a predicate is also made true and made false.
    fn mutate_expr(&mut self, expr: &Expr, is_predicate: bool, path: &str) {
        let range = range(expr.span);
        if is_predicate {
            self.add(range.clone(), "any", Kind::True, path);
            self.add(range.clone(), "(not any)", Kind::False, path);
        }
        match &expr.kind {
            ExprKind::Number(number) => self.mutate_number(i64::from(*number), &range, path),
            ExprKind::Not(inner) => self.mutate_expr(inner, is_predicate, path),
            ExprKind::All(parts) | ExprKind::Any(parts) => {
                for part in parts {
                    self.mutate_expr(part, true, path);
                }
            }
            ExprKind::Binary(_, a, b) => {
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

/// Whether the value of a key is an expression of the language of conditions.
fn is_expression(key: &str) -> bool {
    Slot::ALL.iter().any(|(_, name)| *name == key)
}

/// The file itself is the first of the sources, so its spans are ranges of its text.
fn range(span: Span) -> Range<usize> {
    span.start as usize..span.end as usize
}
