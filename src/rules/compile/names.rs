//! Declares and resolves names.

use std::collections::{HashMap, HashSet};

use super::{Compiler, MAX_ENTRIES, parse_at};
use crate::cards::Pack;
use crate::condition::{Definition, GroupId, is_reserved, synonyms};
use crate::rules::COMMAND_NAMES;
use crate::rules::field::{Field, List, Text, list_choices};
use crate::text::{Describe, Diagnostic, Span, Spanned, words};
use crate::work::{Kind, spend};

impl Compiler<'_> {
    /// Declares a name, or reports why it is invalid. All names share one namespace. `what` says what has the name.
    pub(super) fn declare_name(
        &mut self,
        name: &Spanned<String>,
        what: &str,
        declared: &mut Vec<(String, Span)>,
    ) -> bool {
        let text = &name.value;
        let why = if !is_valid_name(text) {
            EXPECTED_NAME
        } else if is_reserved(text) {
            "it is a word of the condition language"
        } else if COMMAND_NAMES.contains(&text.as_str()) {
            "it is a command of `play`"
        } else {
            ""
        };
        let first = declared.iter().find(|(n, _)| n == text);
        if !why.is_empty() {
            let message = format!("`{text}` cannot be the name of {what}");
            self.error(name.span, message).label(why);
        } else if let Some((_, first)) = first {
            self.error(name.span, format!("the name `{text}` is used twice"))
                .also(*first, "it is used here too");
        } else {
            declared.push((text.clone(), name.span));
            return true;
        }
        false
    }

    /// Checks the name of a parameter.
    fn check_parameter(&mut self, parameter: &str, span: Span) -> bool {
        if parameter.contains(',') {
            self.error(span, "a named condition has at most one parameter")
                .label("expected one name in the parentheses");
            return false;
        }
        let message = format!("`{parameter}` cannot be the name of a parameter");
        if !is_valid_name(parameter) {
            self.error(span, message).label(EXPECTED_NAME);
            return false;
        }
        let why = self.names.why_no_variable(parameter);
        if let Some(why) = &why {
            self.error(span, message)
                .label(*why)
                .help("write a name that is not in use, such as `p`");
        }
        why.is_none()
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
            self.error(span, message)
                .label(format!("expected at most {MAX_ENTRIES}"));
        }
        entries.len().min(MAX_ENTRIES)
    }

    /// Declares all names, and returns the pack. This happens before any condition is checked, since conditions can use
    /// names that are declared later in the file.
    pub(super) fn declare_names(&mut self) -> Option<Pack> {
        let pack = self.pack();
        self.names.cards = pack.as_ref().map_or(0, Pack::size);
        // If the pack is invalid, its jokers are not missed.
        self.names.has_jokers = pack.as_ref().is_none_or(|pack| pack.jokers > 0);
        let mut declared = Vec::new();
        self.declare_groups(&mut declared);
        let actions = &self.file.actions;
        let count = self.check_entry_count(actions.named(), "the game", "actions", actions.span);
        for (name, _) in &actions.named()[..count] {
            self.declare_name(name, "an action", &mut declared);
            self.names.actions.push(name.value.clone());
        }
        let define = &self.file.define;
        let what = "named conditions";
        let count = self.check_entry_count(define.named(), "the game", what, define.span);
        for (key, field) in &define.named()[..count] {
            self.declare_condition(key, field, &mut declared);
        }
        self.invalidate_dependents();
        self.add_descriptions();
        pack
    }

    /// Declares a named condition.
    fn declare_condition(
        &mut self,
        key: &Spanned<String>,
        field: &Field<Text>,
        declared: &mut Vec<(String, Span)>,
    ) {
        let (name, parameter) = split_parameter(key);
        let is_valid = self.declare_name(&name, "a condition", declared);
        let parameter_is_valid = parameter
            .as_ref()
            .is_none_or(|p| self.check_parameter(p, key.span));
        let text = field.get();
        let body = text.and_then(|t| parse_at(&t.0, field.span, self.info.sources, self.report));
        if !is_valid {
            return;
        }
        if let (Some(parameter), Some(text), true) = (&parameter, text, parameter_is_valid)
            && !words(&text.0).any(|word| word == parameter)
        {
            let message = format!("`{}` never uses its `{parameter}`", name.value);
            self.report.warn(key.span, message);
        }
        self.names.definitions.push(Definition {
            name: name.value,
            parameter,
            body: body.filter(|_| parameter_is_valid),
            description: None,
        });
    }

    /// Whether a name belongs to a group with errors, or to a named condition that depends on one. Uses of such a name
    /// are not reported.
    pub(super) fn is_invalid_name(&self, name: &str) -> bool {
        self.invalid_names.iter().any(|invalid| invalid == name)
    }

    /// Whether a condition uses an invalid name.
    pub(super) fn mentions_invalid_name(&self, text: &str) -> bool {
        !self.invalid_names.is_empty() && words(text).any(|word| self.is_invalid_name(word))
    }

    /// Marks the named conditions that depend on invalid names as invalid.
    fn invalidate_dependents(&mut self) {
        let definitions = self.file.define.named();
        // Iterate to a fixpoint: each round but the last finds one more.
        for _ in 0..definitions.len().min(MAX_ENTRIES) {
            let mut dependents = definitions.iter().filter_map(|(key, field)| {
                let name = split_parameter(key).0.value;
                let is_found =
                    !self.is_invalid_name(&name) && self.mentions_invalid_name(field.text());
                is_found.then_some(name)
            });
            let Some(name) = dependents.next() else {
                return;
            };
            self.invalid_names.push(name);
        }
    }

    /// Warns about named conditions that nothing uses, or only others that nothing uses: the name is probably misspelled
    /// at its use. Since their slots and arguments are not known, only their syntax is checked.
    pub(super) fn check_unused_definitions(&mut self) {
        let definitions = self.file.define.named();
        let definitions = &definitions[..definitions.len().min(MAX_ENTRIES)];
        if definitions.is_empty() {
            return;
        }
        let names = definitions
            .iter()
            .map(|(key, _)| split_parameter(key).0.value);
        let names: Vec<String> = names.collect();
        let bodies = definitions.iter().map(|(_, field)| words(field.text()));
        let bodies: Vec<HashSet<&str>> = bodies.map(Iterator::collect).collect();
        let all = || 0..names.len();
        let uses =
            |user: usize, used: usize| user != used && bodies[user].contains(names[used].as_str());
        let uses_outside = self.uses_outside_of_definitions();
        let is_used = names.iter().map(|name| {
            // Once as its own name.
            uses_outside
                .get(name.as_str())
                .is_some_and(|count| *count > 1)
        });
        let mut is_used: Vec<bool> = is_used.collect();
        let is_found = |index: usize, is_used: &[bool]| {
            !is_used[index] && all().any(|user| is_used[user] && uses(user, index))
        };
        while let Some(index) = all().find(|&index| is_found(index, &is_used)) {
            is_used[index] = true;
        }
        let own_end = self.info.sources.texts().nth(1).map(|(_, base)| base);
        for (index, (key, _)) in definitions.iter().enumerate() {
            let name = &names[index];
            let is_in_own_file = own_end.is_none_or(|end| key.span.start < end);
            let definition = self.names.definition(name);
            let is_valid = definition.is_some_and(|definition| definition.body.is_some());
            let is_alone = !is_used[index] && !all().any(|user| uses(user, index));
            if !(is_alone && is_in_own_file && is_valid) {
                continue;
            }
            let message = format!("the name `{name}` is never used");
            let mut warning = self.report.warn(key.span, message);
            for other in all().filter(|&other| !is_used[other] && uses(index, other)) {
                let span = definitions[other].0.span;
                warning = warning.also(span, "so this is never used either");
            }
        }
    }

    /// How often each word occurs outside of the bodies of named conditions, and of lines that are comments.
    fn uses_outside_of_definitions(&self) -> HashMap<&str, usize> {
        let texts = self.info.sources.texts();
        let lines = texts.flat_map(|(text, _)| text.lines());
        let lines = lines.filter(|line| !line.trim_start().starts_with('#'));
        let mut uses: HashMap<&str, usize> = HashMap::new();
        for word in lines.flat_map(words) {
            *uses.entry(word).or_default() += 1;
        }
        let definitions = self.file.define.named().iter();
        let definitions = definitions.map(|(_, field)| field.text());
        let descriptions = self.file.describe.named().iter();
        let descriptions =
            descriptions.flat_map(|(name, field)| [name.value.as_str(), field.text()]);
        for word in definitions.chain(descriptions).flat_map(words) {
            if let Some(count) = uses.get_mut(word) {
                *count = count.saturating_sub(1);
            }
        }
        uses
    }

    /// Resolves the group that a key names.
    pub(super) fn resolve_group(&mut self, field: &Field<Text>) -> Option<GroupId> {
        self.resolve_group_name(&field.get()?.0, field.span)
    }

    /// Resolves the name of a group. A name that does not exist is reported at `span`.
    pub(super) fn resolve_group_name(&mut self, name: &str, span: Span) -> Option<GroupId> {
        spend(Kind::Check, 4 * self.names.groups.len());
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
                diagnostic.did_you_mean(name, &format!("{group} {number}"))
            }
            _ => match synonyms::GROUP.find(name).and_then(|s| s.replacement) {
                Some(right) if groups.contains(&right) => {
                    diagnostic.help(format!("did you mean `{right}`?"))
                }
                _ => diagnostic.suggest(name, groups),
            },
        };
        self.report.push(diagnostic);
        None
    }

    pub(super) fn resolve_groups(&mut self, field: &Field<List<Text>>) -> Vec<GroupId> {
        let mut groups: Vec<(GroupId, Span)> = Vec::new();
        for entry in field.entries() {
            let Some(group) = self.resolve_group(entry) else {
                continue;
            };
            match groups.iter().find(|(g, _)| *g == group) {
                None => groups.push((group, entry.span)),
                Some((_, first)) => {
                    let name = self.names.groups[group.index()].name.clone();
                    self.listed_twice("group", &name, entry.span, *first);
                }
            }
        }
        groups.into_iter().map(|(group, _)| group).collect()
    }
}

/// Splits a key of `[define]`, such as `plays(c)`, into the name and its parameter.
pub(super) fn split_parameter(key: &Spanned<String>) -> (Spanned<String>, Option<String>) {
    let split = key.value.split_once('(');
    let split = split.and_then(|(name, rest)| Some((name, rest.strip_suffix(')')?)));
    let name = split.map_or(key.value.as_str(), |(name, _)| name);
    let name = Spanned {
        value: name.to_owned(),
        span: key.span,
    };
    (name, split.map(|(_, parameter)| parameter.to_owned()))
}

const EXPECTED_NAME: &str = "expected lower-case letters and `_`, at most 32 characters";

/// Whether a name has only the characters that are allowed, and not too many.
fn is_valid_name(name: &str) -> bool {
    name.bytes().all(|b| b.is_ascii_lowercase() || b == b'_')
        && name.starts_with(|c: char| c.is_ascii_lowercase())
        && name.len() <= 32
}
