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
    /// Checks the length and the nesting depth, which bounds the recursion of the generated parser. Reports an error
    /// and returns false if a limit is exceeded.
    pub(super) fn check_limits(&mut self) -> bool {
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
        if self.text.len() > MAX_LENGTH {
            let length = self.text.len();
            self.fail(
                Diagnostic::error(self.span, format!("the condition is {length} bytes long"))
                    .label(format!("expected at most {MAX_LENGTH}"))
                    .help("split it into named conditions under `[define]`"),
            );
        } else if max_depth > MAX_DEPTH {
            self.fail(
                Diagnostic::error(
                    self.span,
                    format!("parentheses are nested {max_depth} deep"),
                )
                .label(format!("expected at most {MAX_DEPTH}"))
                .help("split it into named conditions under `[define]`"),
            );
        }
        !self.failed
    }

    /// Reports the mismatch with the grammar: the words there, and the expected ones.
    pub(super) fn report_syntax_error(&mut self, error: &pest::error::Error<Rule>) {
        let offset = match error.location {
            InputLocation::Pos(offset) | InputLocation::Span((offset, _)) => offset,
        };
        // Point at the next token, after the white space.
        let ascii_space = |c: char| c.is_ascii_whitespace();
        let offset = offset + self.text[offset..].len()
            - self.text[offset..].trim_start_matches(ascii_space).len();
        if let Some(space) = self.text[offset..]
            .chars()
            .next()
            .filter(|c| c.is_whitespace())
        {
            let code = u32::from(space);
            let message = format!("the condition contains the character U+{code:04X}");
            let span = self.span_at(offset, offset + space.len_utf8());
            self.fail(Diagnostic::error(span, message).label("expected a space"));
            return;
        }
        if let Some((start, word)) = misspelled_keyword(&self.text[..offset]) {
            let span = self.span_at(start, start + word.len());
            let lower = word.to_lowercase();
            self.fail(
                Diagnostic::error(
                    span,
                    format!("`{word}` is not a word of the condition language"),
                )
                .write(word, &lower),
            );
            return;
        }
        if let Some((start, number)) = fraction_at(self.text, offset) {
            let span = self.span_at(start, start + number.len());
            let message = format!("expected a whole number, found `{number}`");
            self.fail(Diagnostic::error(span, message));
            return;
        }
        let rest = &self.text[offset..];
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
        let message = match found {
            "" if self.text.trim().is_empty() => "the condition is empty".to_owned(),
            "" => "the condition ends too early".to_owned(),
            "]" if before.ends_with('[') => "the list is empty".to_owned(),
            ")" | "]" if is_complete(before) => format!("`{found}` closes nothing"),
            _ if is_foreign_word => format!("unknown name `{found}`"),
            _ => format!("unexpected `{found}`"),
        };
        let span = if self.text.trim().is_empty() {
            self.span
        } else {
            self.span_at(offset, offset + length)
        };
        let mut diagnostic = Diagnostic::error(span, message);
        if !expected.is_empty() {
            diagnostic = diagnostic.label(format!("expected {}", join_with(&expected, "or")));
        }
        if let Some(word) = word_with_hyphens(rest) {
            let span = self.span_at(offset, offset + word.len());
            diagnostic = diagnostic.help(format!("did you mean `{word}`?")).fix_at(
                span,
                &rest[..word.len()],
                word,
            );
        } else if let Some(help) = syntax_help(before, rest, length, positives) {
            diagnostic = diagnostic.help(help);
        }
        self.fail(diagnostic);
    }

    /// Reports a mix of `and` and `or` without parentheses, and suggests both readings.
    pub(super) fn report_ambiguity(&mut self, span: Span, parts: &[Pair<'_, Rule>]) {
        let pieces: Vec<Vec<&str>> = parts
            .iter()
            .map(|part| {
                let inner = part
                    .clone()
                    .into_inner()
                    .filter(|i| i.as_rule() == Rule::negation);
                inner.map(|i| i.as_str().trim()).collect()
            })
            .collect();
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
        let (and_first, or_first) = (
            and_first.join(" or "),
            join_each(&or_groups, " or ").join(" and "),
        );
        let whole = parts.first().zip(parts.last()).map_or("", |(first, last)| {
            self.text[first.as_span().start()..last.as_span().end()].trim_end()
        });
        self.fail(
            Diagnostic::error(span, "`and` and `or` are mixed without parentheses")
                .label("this can be read in two ways")
                .write(whole, &and_first)
                .help(format!("or write `{or_first}`"))
                .fix(whole, or_first),
        );
    }

    /// Reports an operator that the grammar accepts but the language spells differently, such as `&&`.
    pub(super) fn require_spelling(&mut self, pair: &Pair<'_, Rule>, right: &str) {
        let found = pair.as_str().trim();
        if found != right {
            let span = self.span_of(pair);
            self.fail(
                Diagnostic::error(
                    span,
                    format!("`{found}` is not a word of the condition language"),
                )
                .write(found, right),
            );
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
