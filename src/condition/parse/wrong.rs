//! What to say where a text is no condition.

use super::{MAX_DEPTH, MAX_LENGTH, Reader};
use crate::condition::grammar::Rule;
use crate::condition::{Word, WordKind};
use crate::text::{Diagnostic, Span, join_with};
use pest::error::{ErrorVariant, InputLocation};
use pest::iterators::Pair;

impl Reader<'_> {
    pub(super) fn has_fair_size(&mut self) -> bool {
        let mut open = 0usize;
        let mut deepest = 0;
        for byte in self.text.bytes() {
            match byte {
                b'(' | b'[' => open += 1,
                b')' | b']' => open = open.saturating_sub(1),
                _ => {}
            }
            deepest = deepest.max(open);
        }
        if self.text.len() > MAX_LENGTH {
            let length = self.text.len();
            self.fail(
                Diagnostic::error(self.span, format!("a condition of {length} bytes"))
                    .label(format!("at most {MAX_LENGTH} are read"))
                    .help("give its parts names under `[define]`"),
            );
        } else if deepest > MAX_DEPTH {
            self.fail(
                Diagnostic::error(self.span, format!("{deepest} brackets stand open at once"))
                    .label(format!("at most {MAX_DEPTH} may"))
                    .help("give its parts names under `[define]`"),
            );
        }
        !self.failed
    }

    pub(super) fn unexpected(&mut self, error: &pest::error::Error<Rule>) {
        let at = match error.location {
            InputLocation::Pos(at) | InputLocation::Span((at, _)) => at,
        };
        // The place is that of what comes next, behind the white space.
        let at = at + self.text[at..].len() - self.text[at..].trim_start().len();
        if let Some((start, word)) = shouted(&self.text[..at]) {
            let place = self.place(start, start + word.len());
            let right = word.to_lowercase();
            self.fail(
                Diagnostic::error(place, format!("`{word}` is no word of the language"))
                    .help(format!("write `{right}`")),
            );
            return;
        }
        let rest = &self.text[at..];
        let word = rest
            .find(|c: char| !c.is_alphanumeric() && c != '_')
            .filter(|&n| n > 0);
        let length = if rest.starts_with(|c: char| c.is_alphanumeric() || c == '_') {
            word.unwrap_or(rest.len())
        } else {
            rest.chars().next().map_or(0, char::len_utf8)
        };
        let found = &rest[..length];
        let mut expected: Vec<&str> = Vec::new();
        if let ErrorVariant::ParsingError { positives, .. } = &error.variant {
            for friendly in positives.iter().filter_map(|&rule| friendly(rule)) {
                if !expected.contains(&friendly) {
                    expected.push(friendly);
                }
            }
        }
        let message = match found {
            "" if self.text.trim().is_empty() => "an empty condition".to_owned(),
            "" => "the condition ends too early".to_owned(),
            _ => format!("`{found}` is not expected here"),
        };
        let place = if self.text.trim().is_empty() {
            self.span
        } else {
            self.place(at, at + length)
        };
        let mut diagnostic = Diagnostic::error(place, message);
        if !expected.is_empty() {
            diagnostic = diagnostic.label(format!("expected {}", join_with(&expected, "or")));
        }
        let before = self.text[..at].trim_end();
        if found == "not" {
            diagnostic = diagnostic
                .help("`not` stands before a whole part or after `is`: `stock is not empty`");
        } else if before.ends_with('=') || found == "=" {
            diagnostic = diagnostic.help("two things are compared by `==`");
        } else if found == "*" || found == "/" || found == "%" {
            diagnostic =
                diagnostic.help("numbers can be added with `+` and taken away with `-`, no more");
        } else if Word::find(found).is_some_and(|w| matches!(w.kind, WordKind::Property(_)))
            && !before.is_empty()
        {
            diagnostic = diagnostic.help(format!(
                "a property is asked with a dot: `{before}.{found}`"
            ));
        } else if Word::find(found).is_some_and(|w| matches!(w.kind, WordKind::State(_))) {
            diagnostic =
                diagnostic.help(format!("a state is said with `is`: `{before} is {found}`"));
        }
        self.fail(diagnostic);
    }

    pub(super) fn both_readings(&mut self, span: Span, parts: &[Pair<'_, Rule>]) {
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
        let one: Vec<String> = pieces
            .iter()
            .map(|p| {
                if p.len() > 1 {
                    format!("({})", p.join(" and "))
                } else {
                    p.join(" and ")
                }
            })
            .collect();
        let mut other: Vec<Vec<&str>> = vec![Vec::new()];
        for piece in &pieces {
            let (first, rest) = piece.split_first().map_or(("", &[][..]), |(f, r)| (*f, r));
            other.last_mut().expect("never empty").push(first);
            other.extend(rest.iter().map(|part| vec![*part]));
        }
        let other: Vec<String> = other
            .iter()
            .map(|p| {
                if p.len() > 1 {
                    format!("({})", p.join(" or "))
                } else {
                    p.join(" or ")
                }
            })
            .collect();
        self.fail(
            Diagnostic::error(span, "`and` and `or` stand side by side")
                .label("this can be read in two ways")
                .help(format!("write `{}`", one.join(" or ")))
                .help(format!("or write `{}`", other.join(" and "))),
        );
    }

    pub(super) fn slip(&mut self, pair: &Pair<'_, Rule>, right: &str) {
        let found = pair.as_str().trim();
        if found != right {
            let span = self.span_of(pair);
            self.fail(
                Diagnostic::error(span, format!("`{found}` is no word of the language"))
                    .help(format!("write `{right}`")),
            );
        }
    }
}

/// What a person would call a rule of the grammar.
fn friendly(rule: Rule) -> Option<&'static str> {
    Some(match rule {
        Rule::condition | Rule::any_of | Rule::all_of | Rule::negation | Rule::relation => {
            "a condition"
        }
        Rule::sum | Rule::term | Rule::path | Rule::quantity | Rule::subject | Rule::argument => {
            "a word"
        }
        Rule::name => "a name",
        Rule::number => "a number",
        Rule::group => "`(`",
        Rule::list => "a list in `[` and `]`",
        Rule::property => "a property",
        Rule::comma => "`,`",
        Rule::close => "`)`",
        Rule::comparison => "a comparison",
        Rule::sign | Rule::minus => "`+` or `-`",
        Rule::or | Rule::and => "`and` or `or`",
        Rule::not => "`not`",
        Rule::is => "`is`",
        Rule::one_of => "`in`",
        Rule::EOI => "the end",
        Rule::quantifier | Rule::quoted | Rule::keyword | Rule::letter | Rule::WHITESPACE => {
            return None;
        }
    })
}

/// The last word of a text with its place, where it is one that joins others, in large letters.
fn shouted(text: &str) -> Option<(usize, &str)> {
    let text = text.trim_end();
    let start = text
        .rfind(|c: char| !c.is_alphanumeric() && c.is_ascii())
        .map_or(0, |at| at + 1);
    let word = &text[start..];
    let joins = Word::find(&word.to_lowercase()).is_some_and(|w| w.kind == WordKind::Keyword);
    (joins && word != word.to_lowercase()).then_some((start, word))
}
