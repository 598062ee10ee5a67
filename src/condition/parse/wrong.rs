//! Diagnostics for text that is not a valid condition.

use super::advice::{
    fraction_at, is_bare_quantifier, is_complete, is_name_char, misspelled_keyword, syntax_help,
    word_with_hyphens,
};
use super::{MAX_DEPTH, MAX_LENGTH, Parser};
use crate::condition::grammar::Rule;
use crate::text::{Describe, Diagnostic, Span, join_with};
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

impl Parser<'_> {
    /// Checks the length and the nesting depth, which bounds the recursion of the generated parser.
    pub(super) fn check_limits(&mut self) -> Option<()> {
        let mut depth = 0usize;
        let mut max_depth = 0;
        for byte in self.text.bytes() {
            match byte {
                b'(' | b'[' => depth += 1,
                b')' | b']' => depth = depth.saturating_sub(1),
                _ => {}
            }
            max_depth = max_depth.max(depth);
        }
        let (message, max) = match self.text.len() {
            length if length > MAX_LENGTH => {
                (format!("the condition is {length} bytes long"), MAX_LENGTH)
            }
            _ if max_depth > MAX_DEPTH => (
                format!("parentheses are nested {max_depth} deep"),
                MAX_DEPTH,
            ),
            _ => return Some(()),
        };
        self.report
            .error(self.span, message)
            .label(format!("expected at most {max}"))
            .help("split it into named conditions under `[define]`")
            .fail()
    }

    /// The error for a mismatch with the grammar: the words there, and the expected ones.
    pub(super) fn syntax_error(&self, error: &pest::error::Error<Rule>) -> Diagnostic {
        let offset = match error.location {
            InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset,
        };
        // Point at the next token, after the white space.
        let rest = self.text[offset..].trim_start_matches(|c: char| c.is_ascii_whitespace());
        let offset = self.text.len() - rest.len();
        let error_at = |offset: usize, length: usize, message: String| {
            Diagnostic::error(self.span_at(offset, offset + length), message)
        };
        if let Some(space) = rest.chars().next().filter(|c| c.is_whitespace()) {
            let code = u32::from(space);
            let message = format!("the condition contains the character U+{code:04X}");
            return error_at(offset, space.len_utf8(), message).label("expected a space");
        }
        if let Some((start, word)) = misspelled_keyword(&self.text[..offset]) {
            let message = format!("`{word}` is not a word of the condition language");
            return error_at(start, word.len(), message).write(word, &word.to_lowercase());
        }
        if let Some((start, number)) = fraction_at(self.text, offset) {
            let message = format!("expected a whole number, found `{number}`");
            return error_at(start, number.len(), message);
        }
        let length = match rest.find(|c| !is_name_char(c)).unwrap_or(rest.len()) {
            0 => rest.chars().next().map_or(0, char::len_utf8),
            length => length,
        };
        let found = &rest[..length];
        let before = self.text[..offset].trim_end();
        let after = rest[length..].trim_start();
        let positives: &[Rule] = match &error.variant {
            ErrorVariant::ParsingError { positives, .. } => positives,
            ErrorVariant::CustomError { .. } => &[],
        };
        let expected = describe_expected(positives, before, found, after);
        let is_foreign_word = found.starts_with(char::is_alphabetic)
            && !found.is_ascii()
            && !self.text[..offset].ends_with(is_name_char);
        let mut diagnostic = match found {
            "" if self.text.trim().is_empty() => {
                Diagnostic::error(self.span, "the condition is empty")
            }
            "" => error_at(offset, 0, "the condition ends too early".to_owned()),
            "]" if before.ends_with('[') => error_at(offset, 1, "the list is empty".to_owned()),
            ")" | "]" if is_complete(before) => {
                error_at(offset, 1, format!("`{found}` closes nothing"))
            }
            _ if is_foreign_word => error_at(offset, length, format!("unknown name `{found}`")),
            _ => error_at(offset, length, format!("unexpected `{found}`")),
        };
        if !expected.is_empty() {
            diagnostic = diagnostic.label(format!("expected {}", join_with(&expected, "or")));
        }
        if let Some(word) = word_with_hyphens(rest) {
            let span = self.span_at(offset, offset + word.len());
            let help = format!("did you mean `{word}`?");
            return diagnostic
                .help(help)
                .fix_at(span, &rest[..word.len()], word);
        }
        match syntax_help(before, rest, length, positives) {
            Some(help) => diagnostic.help(help),
            None => diagnostic,
        }
    }

    /// Reports a mix of `and` and `or` without parentheses, and suggests both readings.
    pub(super) fn report_ambiguity(&mut self, span: Span, parts: &[Pair<'_, Rule>]) {
        let pieces_of = |part: &Pair<'_, Rule>| {
            let inner = part.clone().into_inner();
            let pieces = inner.filter(|i| i.as_rule() == Rule::negation);
            pieces
                .map(|i| self.text[i.as_span().start()..i.as_span().end()].trim())
                .collect()
        };
        let pieces: Vec<Vec<&str>> = parts.iter().map(pieces_of).collect();
        // In parentheses, where there are several.
        let join_each = |groups: &[Vec<&str>], operator: &str| -> Vec<String> {
            let join = |group: &Vec<&str>| match group.as_slice() {
                [_, _, ..] => format!("({})", group.join(operator)),
                _ => group.concat(),
            };
            groups.iter().map(join).collect()
        };
        let and_first = join_each(&pieces, " and ");
        let mut or_groups: Vec<Vec<&str>> = vec![Vec::new()];
        for piece in &pieces {
            let (first, rest) = piece.split_first().map_or(("", &[][..]), |(f, r)| (*f, r));
            or_groups.last_mut().expect("never empty").push(first);
            or_groups.extend(rest.iter().map(|part| vec![*part]));
        }
        let and_first = and_first.join(" or ");
        let or_first = join_each(&or_groups, " or ").join(" and ");
        let whole = parts.first().zip(parts.last()).map_or("", |(first, last)| {
            self.text[first.as_span().start()..last.as_span().end()].trim_end()
        });
        self.report
            .error(span, "`and` and `or` are mixed without parentheses")
            .label("this can be read in two ways")
            .write(whole, &and_first)
            .help(format!("or write `{or_first}`"))
            .fix(whole, or_first);
    }

    /// Reports an operator that the grammar accepts but the language spells differently, such as `&&`.
    pub(super) fn require_spelling(&mut self, pair: &Pair<'_, Rule>, right: &str) {
        let found = pair.as_str().trim();
        if found != right {
            let message = format!("`{found}` is not a word of the condition language");
            self.report
                .error(self.span_of(pair), message)
                .write(found, right);
        }
    }
}

/// Describes what the grammar allows between `before` and `after`.
fn describe_expected(
    positives: &[Rule],
    before: &str,
    found: &str,
    after: &str,
) -> Vec<&'static str> {
    match found {
        _ if is_bare_quantifier(found, after) => return vec!["`(` after it"],
        ")" | "]" if is_complete(before) => return vec!["the end", "`and`", "`or`"],
        "," if is_complete(before) => return vec!["`and`", "`or`"],
        _ => {}
    }
    let mut expected: Vec<&str> = Vec::new();
    for &description in positives.iter().flat_map(|&rule| describe_rule(rule)) {
        if !expected.contains(&description) {
            expected.push(description);
        }
    }
    if expected == ["a name"] && before.ends_with('.') {
        return vec!["a property"];
    }
    if expected == ["a name"] && before.ends_with(" in") {
        return vec!["a group of piles", "a pile"];
    }
    if found.is_empty() && expected.contains(&"`)`") {
        return vec!["`)`"];
    }
    expected
}

/// Describes a grammar rule for messages. Empty for rules that mean nothing to an author.
fn describe_rule(rule: Rule) -> &'static [&'static str] {
    match rule {
        Rule::condition | Rule::any_of | Rule::all_of | Rule::negation | Rule::relation => {
            &["a condition"]
        }
        Rule::total
        | Rule::product
        | Rule::term
        | Rule::path
        | Rule::quantity
        | Rule::subject
        | Rule::argument => &["a word"],
        Rule::name => &["a name"],
        Rule::number => &["a number"],
        Rule::group => &["`(`"],
        Rule::list => &["a list in `[` and `]`"],
        Rule::property => &["a property"],
        Rule::comma => &["`,`"],
        Rule::close => &["`)`"],
        Rule::comparison => &["a comparison"],
        Rule::sign => &["`+`", "`-`"],
        Rule::times => &["`*`"],
        Rule::minus => &["`-`"],
        Rule::or | Rule::and => &["`and`", "`or`"],
        Rule::not => &["`not`"],
        Rule::is => &["`is`"],
        Rule::one_of => &["`in`"],
        Rule::EOI => &["the end"],
        Rule::quantifier | Rule::quoted | Rule::keyword | Rule::letter | Rule::WHITESPACE => &[],
    }
}
