//! Declares and resolves names.

use super::{Compiler, MAX_ENTRIES, parse_at};
use crate::condition::{self, Expr, GroupId, Slot, is_reserved};
use crate::rules::commands::COMMANDS;
use crate::rules::field::{Field, List, Named, Text, list_choices};
use crate::text::{Diagnostic, Diagnostics, Span, Spanned};

/// Slots that together allow every word of the language.
const WIDEST_SLOTS: [Slot; 2] = [Slot::Build, Slot::Holds];

impl Compiler<'_> {
    /// Declares a name, or reports why it is invalid. All names share one namespace. `what` says what has the name.
    pub(super) fn declare_name(
        &mut self,
        name: &Spanned<String>,
        what: &str,
        declared: &mut Vec<(String, Span)>,
    ) -> bool {
        let text = &name.value;
        let has_valid_characters = text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
            && text.starts_with(|c: char| c.is_ascii_lowercase());
        let diagnostic = if !has_valid_characters || text.len() > 32 {
            Diagnostic::error(name.span, format!("`{text}` cannot be the name of {what}"))
                .label("expected lower-case letters and `_`, at most 32 characters")
        } else if is_reserved(text) {
            Diagnostic::error(name.span, format!("`{text}` cannot be the name of {what}"))
                .label("it is a word of the condition language")
        } else if COMMANDS.iter().any(|c| c.name == text) {
            Diagnostic::error(name.span, format!("`{text}` cannot be the name of {what}"))
                .label("it is a command of `play`")
        } else if let Some((_, first)) = declared.iter().find(|(n, _)| n == text) {
            Diagnostic::error(name.span, format!("the name `{text}` is used twice"))
                .also(*first, "it is used here too")
        } else {
            declared.push((text.clone(), name.span));
            return true;
        };
        self.report.push(diagnostic);
        false
    }

    /// Returns how many entries to read: all, up to the limit. Reports an excess.
    pub(super) fn check_entry_count<T>(
        &mut self,
        entries: &[T],
        owner: &str,
        what: &str,
        span: Span,
    ) -> usize {
        if entries.len() > MAX_ENTRIES {
            let message = format!("{owner} has {} {what}", entries.len());
            self.report.push(
                Diagnostic::error(span, message).label(format!("expected at most {MAX_ENTRIES}")),
            );
        }
        entries.len().min(MAX_ENTRIES)
    }

    /// Declares all names. This happens before any condition is checked, since conditions can use names that are
    /// declared later in the file.
    pub(super) fn declare_names(&mut self) {
        let mut declared = Vec::new();
        self.declare_groups(&mut declared);
        let file = self.file;
        if let Some((field, actions)) = file.actions.as_ref().and_then(|f| Some((f, f.get()?))) {
            let count = self.check_entry_count(&actions.0, "the game", "actions", field.span);
            for (name, _) in &actions.0[..count] {
                self.declare_name(name, "an action", &mut declared);
                self.names.actions.push(name.value.clone());
            }
        }
        if let Some((field, definitions)) = file.define.as_ref().and_then(|f| Some((f, f.get()?))) {
            let count =
                self.check_entry_count(&definitions.0, "the game", "named conditions", field.span);
            for (name, field) in &definitions.0[..count] {
                let is_valid = self.declare_name(name, "a condition", &mut declared);
                let expr = field
                    .get()
                    .and_then(|t| parse_at(&t.0, field.span, self.sources, self.report));
                if is_valid {
                    self.names.definitions.push((name.value.clone(), expr));
                }
            }
        }
        self.invalidate_dependents();
    }

    /// Whether a name belongs to a group with errors, or to a named condition that depends on one. Uses of such a name
    /// are not reported.
    pub(super) fn is_invalid_name(&self, name: &str) -> bool {
        self.invalid_names.iter().any(|invalid| invalid == name)
    }

    /// Whether a condition uses an invalid name.
    pub(super) fn mentions_invalid_name(&self, text: &str) -> bool {
        let mut words = text.split(|c: char| !is_word_char(c));
        !self.invalid_names.is_empty() && words.any(|word| self.is_invalid_name(word))
    }

    /// Marks the named conditions that depend on invalid names as invalid.
    fn invalidate_dependents(&mut self) {
        let file = self.file;
        let definitions = Named::entries(file.define.as_ref());
        // Iterate to a fixpoint: each round but the last finds one more.
        for _ in 0..definitions.len().min(MAX_ENTRIES) {
            let mut dependents = definitions.iter().filter(|(name, field)| {
                let text = field.get().map_or("", |text| &text.0);
                !self.is_invalid_name(&name.value) && self.mentions_invalid_name(text)
            });
            let Some((name, _)) = dependents.next() else {
                return;
            };
            self.invalid_names.push(name.value.clone());
        }
    }

    /// Warns about named conditions that nothing uses: the name is probably misspelled at its use. Errors in an unused
    /// condition are reported too; it is valid if it is valid in one of the widest slots.
    pub(super) fn check_unused_definitions(&mut self) {
        let file = self.file;
        for (name, field) in Named::entries(file.define.as_ref())
            .iter()
            .take(MAX_ENTRIES)
        {
            let is_in_own_file = self
                .sources
                .texts()
                .nth(1)
                .is_none_or(|(_, base)| name.span.start < base);
            let texts = self.sources.texts().map(|(text, _)| text);
            let word = |text: &&str| *text == name.value;
            let uses = texts.map(|t| t.split(|c: char| !is_word_char(c)).filter(word).count());
            if !is_in_own_file || uses.sum::<usize>() > 1 {
                continue;
            }
            let defined = self
                .names
                .definitions
                .iter()
                .find(|(n, _)| *n == name.value)
                .cloned();
            let (Some((_, Some(expr))), Some(text)) = (defined, field.get()) else {
                continue;
            };
            if self.mentions_invalid_name(&text.0) {
                continue;
            }
            let mut errors = Diagnostics::default();
            let is_valid = WIDEST_SLOTS
                .iter()
                .any(|slot| self.is_valid_condition(&expr, &text.0, *slot, &mut errors));
            if is_valid || self.is_valid_operand(&name.value) {
                let message = format!("the name `{}` is never used", name.value);
                self.report.push(Diagnostic::warning(name.span, message));
            } else {
                self.report.extend(errors);
            }
        }
    }

    /// Whether a named condition is valid as a number, a pile or a card inside a condition.
    fn is_valid_operand(&self, name: &str) -> bool {
        let conditions = [
            format!("{name} == 0"),
            format!("{name} is empty"),
            format!("{name} is red"),
        ];
        conditions.iter().any(|text| {
            let mut report = Diagnostics::default();
            let expr = condition::parse(text, Span::default(), None, &mut report);
            expr.is_some_and(|expr| {
                let mut slots = WIDEST_SLOTS.iter();
                slots.any(|slot| self.is_valid_condition(&expr, text, *slot, &mut report))
            })
        })
    }

    /// Whether a condition is valid in a slot. If several slots are tried, only the errors of the first are kept.
    fn is_valid_condition(
        &self,
        expr: &Expr,
        text: &str,
        slot: Slot,
        errors: &mut Diagnostics,
    ) -> bool {
        let mut report = Diagnostics::default();
        let (names, order) = (&self.names, &self.order);
        let checked = condition::check(expr, text, slot, names, order, &mut report);
        if errors.is_empty() {
            errors.extend(report);
        }
        checked.is_some()
    }

    /// Resolves the group that a key names.
    pub(super) fn resolve_group(&mut self, field: &Field<Text>) -> Option<GroupId> {
        self.resolve_group_name(&field.get()?.0, field.span)
    }

    /// Resolves the name of a group. A name that does not exist is reported at `span`.
    pub(super) fn resolve_group_name(&mut self, name: &str, span: Span) -> Option<GroupId> {
        let found = self.names.group(name);
        if found.is_some() || self.is_invalid_name(name) {
            return found;
        }
        let groups: Vec<&str> = self.names.groups.iter().map(|g| g.name.as_str()).collect();
        let mut diagnostic =
            Diagnostic::error(span, format!("there is no group of piles `{name}`"))
                .label(format!("expected {}", list_choices(&groups)))
                .missing(name);
        let prefix = name.trim_end_matches(|c: char| c.is_ascii_digit());
        let number = &name[prefix.len()..];
        let mut by_prefix = groups.iter().filter(|group| group.starts_with(prefix));
        let group = match (by_prefix.next(), by_prefix.next()) {
            (Some(only), None) => Some(only),
            _ => groups.iter().find(|group| **group == prefix),
        };
        diagnostic = match group {
            Some(group) if !prefix.is_empty() && !number.is_empty() => {
                diagnostic.help(format!("did you mean `{group} {number}`?"))
            }
            _ => diagnostic.suggest(name, groups),
        };
        self.report.push(diagnostic);
        None
    }

    pub(super) fn resolve_groups(&mut self, field: Option<&Field<List<Text>>>) -> Vec<GroupId> {
        let mut groups: Vec<(GroupId, Span)> = Vec::new();
        for entry in List::entries(field) {
            let Some(group) = self.resolve_group(entry) else {
                continue;
            };
            match groups.iter().find(|(g, _)| *g == group) {
                None => groups.push((group, entry.span)),
                Some((_, first)) => self.report.push(
                    Diagnostic::error(
                        entry.span,
                        format!(
                            "the group `{}` is listed twice",
                            self.names.groups[group.index()].name
                        ),
                    )
                    .also(*first, "it is listed here too"),
                ),
            }
        }
        groups.into_iter().map(|(group, _)| group).collect()
    }
}

fn is_word_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
