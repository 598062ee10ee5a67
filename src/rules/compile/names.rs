//! Names: what may be one, what is declared, what is referred to.

use super::{Compiler, MAX_ENTRIES, parse_at};
use crate::condition::{self, Expr, GroupId, Slot, is_reserved};
use crate::rules::commands::COMMANDS;
use crate::rules::field::{Field, List, Named, Text, one_of};
use crate::text::{Diagnostic, Diagnostics, Span, Spanned};

/// Every word of the language can be said in one of these.
const SLOTS_THAT_KNOW_MOST: [Slot; 2] = [Slot::Build, Slot::Holds];

impl Compiler<'_> {
    /// Reports a name that cannot be one, for what it names. Names share one space: a word says one thing.
    pub(super) fn fair_name(
        &mut self,
        name: &Spanned<String>,
        what: &str,
        taken: &mut Vec<(String, Span)>,
    ) -> bool {
        let text = &name.value;
        let letters = text.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
            && text.starts_with(|c: char| c.is_ascii_lowercase());
        let diagnostic = if !letters || text.len() > 32 {
            Diagnostic::error(name.span, format!("`{text}` cannot be the name of {what}"))
                .label("expected lower-case letters and `_`, 32 at most")
        } else if is_reserved(text) {
            Diagnostic::error(name.span, format!("`{text}` cannot be the name of {what}"))
                .label("it is a word of the language of conditions")
        } else if COMMANDS.iter().any(|c| c.name == text) {
            Diagnostic::error(name.span, format!("`{text}` cannot be the name of {what}"))
                .label("it is a command of `play`")
        } else if let Some((_, first)) = taken.iter().find(|(n, _)| n == text) {
            Diagnostic::error(name.span, format!("the name `{text}` is given twice"))
                .also(*first, "it is given here too")
        } else {
            taken.push((text.clone(), name.span));
            return true;
        };
        self.report.push(diagnostic);
        false
    }

    pub(super) fn few<T>(&mut self, entries: &[T], what: &str, span: Span) -> usize {
        if entries.len() > MAX_ENTRIES {
            self.error(
                span,
                format!(
                    "{} {what}: a game can have {MAX_ENTRIES} at most",
                    entries.len()
                ),
            );
        }
        entries.len().min(MAX_ENTRIES)
    }

    /// Learns all names before any condition is read, as conditions may speak of what is declared further down.
    pub(super) fn declare_names(&mut self) {
        let mut taken = Vec::new();
        self.declare_groups(&mut taken);
        let file = self.file;
        if let Some((field, actions)) = file.actions.as_ref().and_then(|f| Some((f, f.get()?))) {
            let few = self.few(&actions.0, "actions", field.span);
            for (name, _) in &actions.0[..few] {
                self.fair_name(name, "an action", &mut taken);
                self.names.actions.push(name.value.clone());
            }
        }
        if let Some((field, defines)) = file.define.as_ref().and_then(|f| Some((f, f.get()?))) {
            let few = self.few(&defines.0, "named conditions", field.span);
            for (name, field) in &defines.0[..few] {
                let fair = self.fair_name(name, "a condition", &mut taken);
                let expr = field
                    .get()
                    .and_then(|t| parse_at(&t.0, field.span, self.sources, self.report));
                if fair {
                    self.names.defines.push((name.value.clone(), expr));
                }
            }
        }
        self.refuse_what_names_refused();
    }

    /// Whether a name is that of a group or a condition that was refused, or that speaks of one: of what follows
    /// from that, nothing is said.
    pub(super) fn is_refused(&self, name: &str) -> bool {
        self.refused.iter().any(|refused| refused == name)
    }

    /// Whether a condition speaks of what was refused.
    pub(super) fn names_refused(&self, text: &str) -> bool {
        let mut words = text.split(|c: char| !is_letter(c));
        !self.refused.is_empty() && words.any(|word| self.is_refused(word))
    }

    fn refuse_what_names_refused(&mut self) {
        let file = self.file;
        let defines = Named::entries(file.define.as_ref());
        // Each round finds at least one more, or is the last.
        for _ in 0..defines.len().min(MAX_ENTRIES) {
            let mut more = defines.iter().filter(|(name, field)| {
                let text = field.get().map_or("", |text| &text.0);
                !self.is_refused(&name.value) && self.names_refused(text)
            });
            let Some((name, _)) = more.next() else { return };
            self.refused.push(name.value.clone());
        }
    }

    /// A named condition that stands nowhere else in the texts is probably misspelled where it was meant. That it
    /// is right is checked in the slots that know most; one that it fits is enough.
    pub(super) fn unused_defines(&mut self) {
        let file = self.file;
        for (name, field) in Named::entries(file.define.as_ref())
            .iter()
            .take(MAX_ENTRIES)
        {
            let is_own = self
                .sources
                .texts()
                .nth(1)
                .is_none_or(|(_, base)| name.span.start < base);
            let texts = self.sources.texts().map(|(text, _)| text);
            let word = |text: &&str| *text == name.value;
            let times = texts.map(|t| t.split(|c: char| !is_letter(c)).filter(word).count());
            if !is_own || times.sum::<usize>() > 1 {
                continue;
            }
            let defined = self
                .names
                .defines
                .iter()
                .find(|(n, _)| *n == name.value)
                .cloned();
            let (Some((_, Some(expr))), Some(text)) = (defined, field.get()) else {
                continue;
            };
            if self.names_refused(&text.0) {
                continue;
            }
            let mut wrong = Diagnostics::default();
            let is_sound = SLOTS_THAT_KNOW_MOST
                .iter()
                .any(|slot| self.is_sound(&expr, &text.0, *slot, &mut wrong));
            if is_sound || self.is_part_of_a_condition(&name.value) {
                let message = format!("nothing uses the condition `{}`", name.value);
                self.report.push(Diagnostic::warning(name.span, message));
            } else {
                self.report.extend(wrong);
            }
        }
    }

    /// Whether a name would be right somewhere in a condition, as a number, a pile or a card is.
    fn is_part_of_a_condition(&self, name: &str) -> bool {
        let sentences = [
            format!("{name} == 0"),
            format!("{name} is empty"),
            format!("{name} is red"),
        ];
        sentences.iter().any(|text| {
            let mut report = Diagnostics::default();
            let expr = condition::parse(text, Span::default(), None, &mut report);
            expr.is_some_and(|expr| {
                let mut slots = SLOTS_THAT_KNOW_MOST.iter();
                slots.any(|slot| self.is_sound(&expr, text, *slot, &mut report))
            })
        })
    }

    /// Whether a condition is right in a slot; of several that it is tried in, the first says what is wrong.
    fn is_sound(&self, expr: &Expr, text: &str, slot: Slot, wrong: &mut Diagnostics) -> bool {
        let mut report = Diagnostics::default();
        let (names, order) = (&self.names, &self.order);
        let checked = condition::check(expr, text, slot, names, order, &mut report);
        if wrong.is_empty() {
            wrong.extend(report);
        }
        checked.is_some()
    }

    /// The group that a key names.
    pub(super) fn group(&mut self, field: &Field<Text>) -> Option<GroupId> {
        self.group_named(&field.get()?.0, field.span)
    }

    /// The group of a name that is written at a place.
    pub(super) fn group_named(&mut self, name: &str, place: Span) -> Option<GroupId> {
        let found = self.names.group(name);
        if found.is_some() || self.is_refused(name) {
            return found;
        }
        let groups: Vec<&str> = self.names.groups.iter().map(|g| g.name.as_str()).collect();
        let mut diagnostic =
            Diagnostic::error(place, format!("there is no group of piles `{name}`"))
                .label(format!("expected {}", one_of(&groups)))
                .missing(name);
        let group = name.trim_end_matches(|c: char| c.is_ascii_digit());
        if group != name && groups.contains(&group) {
            let number = &name[group.len()..];
            diagnostic = diagnostic.help(format!("did you mean `{group} {number}`?"));
        } else {
            diagnostic = diagnostic.suggest(name, groups);
        }
        self.report.push(diagnostic);
        None
    }

    pub(super) fn group_list(&mut self, field: Option<&Field<List<Text>>>) -> Vec<GroupId> {
        let mut groups: Vec<(GroupId, Span)> = Vec::new();
        for entry in List::entries(field) {
            let Some(group) = self.group(entry) else {
                continue;
            };
            match groups.iter().find(|(g, _)| *g == group) {
                None => groups.push((group, entry.span)),
                Some((_, first)) => self.report.push(
                    Diagnostic::error(entry.span, "the same group twice")
                        .also(*first, "it is here too"),
                ),
            }
        }
        groups.into_iter().map(|(group, _)| group).collect()
    }
}

fn is_letter(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}
