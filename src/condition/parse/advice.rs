//! Advice on text that is not a valid condition: what it probably means, and how to write that.

use crate::condition::grammar::Rule;
use crate::condition::{Word, WordKind, synonyms};

pub(super) fn is_name_char(c: char) -> bool {
    c.is_alphanumeric() || c == '_'
}

/// Returns the number with a fraction, such as `1.5`, around an offset, and where it starts.
pub(super) fn fraction_at(text: &str, offset: usize) -> Option<(usize, &str)> {
    let is_part = |c: char| c.is_ascii_digit() || c == '.';
    let start = text[..offset].trim_end_matches(is_part).len();
    let end = text.len() - text[offset..].trim_start_matches(is_part).len();
    let number = &text[start..end];
    let (whole, fraction) = number.split_once('.')?;
    let is_number = |digits: &str| !digits.is_empty() && !digits.contains('.');
    let follows_name = text[..start].ends_with(is_name_char);
    (is_number(whole) && is_number(fraction) && !follows_name).then_some((start, number))
}

/// Returns advice if a pile is numbered in the wrong way: `foundation.1`, `foundation[1]` or `used.foundation 1`.
fn help_with_pile_number(before: &str, rest: &str) -> Option<String> {
    let path = before.trim_end_matches(|c| is_name_char(c) || c == '.');
    let path = &before[path.len()..];
    let bracket = rest.strip_prefix('[');
    let number = bracket.unwrap_or(rest);
    let end = number.find(|c: char| !c.is_ascii_digit());
    let number = &number[..end.unwrap_or(number.len())];
    if number.is_empty() {
        return None;
    }
    if path.starts_with("used.") {
        return Some(format!("`used` counts for a whole group: `{path}`"));
    }
    let name = if bracket.is_some() {
        path
    } else {
        path.strip_suffix('.')?
    };
    let is_name = name.starts_with(char::is_alphabetic) && name.chars().all(is_name_char);
    (is_name && Word::find(name).is_none())
        .then(|| format!("write one pile of a group as `{name} {number}`"))
}

/// Advises what to do about an unexpected word or sign, which is the first `length` bytes of `rest`.
pub(super) fn syntax_help(
    before: &str,
    rest: &str,
    length: usize,
    positives: &[Rule],
) -> Option<String> {
    let (found, after) = (&rest[..length], rest[length..].trim_start());
    if let Some(advice) = foreign_help(before, found, after) {
        return Some(advice);
    }
    let is_word = found.starts_with(is_name_char);
    if is_bare_quantifier(found, after) {
        let (domain, _) = after.split_once(',').unwrap_or(("p in NAME", ""));
        return Some(format!("write `{found}({domain}, ...)`"));
    }
    if positives.contains(&Rule::list) && is_word && !after.starts_with(',') {
        return Some(format!("for a single value write `is {found}`"));
    }
    let is_second_comparison = ["<", ">", "=", "!"].contains(&found)
        && positives.contains(&Rule::and)
        && !positives.contains(&Rule::comparison);
    let kind = WordKind::of(found);
    let help = match found {
        "," if is_in_argument(before) => "a named condition has at most one parameter",
        "not" if after.starts_with("in ") => {
            "`not` goes before the whole: `not card.rank in [Ace, King]`"
        }
        "not" => "`not` goes before a whole condition or after `is`: `stock is not empty`",
        "in" if before.ends_with(" is") => "`in` needs no `is`: write `card.rank in [Ace, King]`",
        _ if is_second_comparison => "join two comparisons with `and`",
        "=" if before.ends_with(['+', '-', '*']) => return None,
        _ if before.ends_with('=') || found == "=" => "compare two values with `==`",
        "/" | "%" | "^" => "the arithmetic operators are `+`, `-` and `*`",
        _ => match kind {
            Some(WordKind::Property(_)) if !before.is_empty() => {
                return Some(format!("access a property with a dot: `{before}.{found}`"));
            }
            Some(WordKind::State(_)) => "test a state with `is` or `is not`: `stock is not empty`",
            _ => return help_with_pile_number(before, rest),
        },
    };
    Some(help.to_owned())
}

/// Returns advice on text that another language, or plain English, would have there.
fn foreign_help(before: &str, found: &str, after: &str) -> Option<String> {
    let words_before = last_words(before);
    let words_after = first_words(after);
    // The longest phrase around the word that was found.
    let firsts = (0..=words_before.len()).filter(|_| is_name(found));
    for first in firsts {
        for last in (0..=words_after.len()).rev() {
            let mut words = words_before[first..].to_vec();
            words.push(found);
            if ["is", "not"].contains(&words[0]) {
                continue;
            }
            words.extend(&words_after[..last]);
            let phrase = words.join(" ");
            if let Some(synonym) = synonyms::CONDITION.find(&phrase) {
                return Some(match words.len() {
                    1 => synonym.advice.to_owned(),
                    _ => format!("for `{phrase}`, {}", synonym.advice),
                });
            }
        }
    }
    // `stock.count`, where `count` is a word of its own, and `stock.isEmpty()`.
    let path = &before[last_path(before)..];
    let property = match (found, path.rsplit_once('.')) {
        (_, Some((subject, ""))) => Some((subject, found)),
        ("(", Some(property)) => Some(property),
        _ => None,
    };
    if let Some((subject, property)) = property.filter(|(subject, _)| !subject.is_empty())
        && let Some(synonym) = synonyms::PILE_PROPERTY.find(property)
    {
        return Some(synonym.advice.replace("{}", subject));
    }
    if let Some(word) = foreign_quantifier(before) {
        return Some(format!("write `{word}(p in {found}, ...)`"));
    }
    let is_rank = |word: &str| matches!(WordKind::of(word), Some(WordKind::Rank(_)));
    match (words_before.last().copied().unwrap_or_default(), found) {
        ("from", _) if is_name(found) => Some(format!("use `is`: `from is {found}`")),
        ("of", _) if Word::find(found).is_some() => Some(format!(
            "join conditions with `and` instead of `of`: `... and {found}`"
        )),
        ("to" | "through" | "until", _) if is_rank(found) => Some(RANGE_HELP.to_owned()),
        (_, ".") if before.ends_with('.') => Some(RANGE_HELP.to_owned()),
        (_, "," | ";") if is_complete(before) => {
            Some("join conditions with `and` or `or`".to_owned())
        }
        ("in", "(") | (_, "{") => {
            Some("a list is in square brackets: `card.rank in [Ace, King]`".to_owned())
        }
        ("in", _) if before.starts_with("for ") => {
            Some(format!("write `every(p in {found}, ...)`"))
        }
        (_, ")") if before.ends_with('(') => Some("leave out the parentheses".to_owned()),
        (last, "/") if is_rank(last) => Some("join conditions with `or`: `Ace or King`".to_owned()),
        ("in", _) if after.starts_with("..") => Some(RANGE_HELP.to_owned()),
        ("in", _) if after.starts_with("to ") || after.starts_with("through ") => {
            Some(RANGE_HELP.to_owned())
        }
        (_, "is") if before.is_empty() => Some("write what is tested: `card is King`".to_owned()),
        (_, "in") if before.is_empty() => {
            Some("write what is tested: `from in [waste, reserve]`".to_owned())
        }
        _ => None,
    }
}

const RANGE_HELP: &str =
    "list the ranks, `card.rank in [Ace, Two, Three]`, or compare: `card.rank <= Three`";

/// Returns where the names with dots between them begin that a text ends with.
fn last_path(text: &str) -> usize {
    text.rfind(|c: char| !is_name_char(c) && c != '.')
        .map_or(0, |start| {
            start + text[start..].chars().next().map_or(0, char::len_utf8)
        })
}

/// Returns the word of the language for a quantifier that a text ends with the beginning of: `all(p in`.
fn foreign_quantifier(before: &str) -> Option<&'static str> {
    let (call, variable) = before.strip_suffix(" in")?.rsplit_once('(')?;
    let start = call
        .rfind(|c: char| !is_name_char(c))
        .map_or(0, |start| start + 1);
    let synonym = is_name(variable.trim()).then(|| synonyms::QUANTIFIER.find(&call[start..]))?;
    synonym?.replacement
}

fn is_name(text: &str) -> bool {
    text.starts_with(char::is_alphabetic) && text.chars().all(is_name_char)
}

/// Returns the last words of a text, two at most, if nothing but blanks is between and after them.
fn last_words(text: &str) -> Vec<&str> {
    let mut words: Vec<&str> = Vec::new();
    for word in text.split_ascii_whitespace().rev().take(2) {
        let name = &word[word.trim_end_matches(is_name_char).len()..];
        if !name.is_empty() {
            words.push(name);
        }
        if name.len() < word.len() {
            break;
        }
    }
    words.reverse();
    words
}

/// Returns the first words of a text, two at most, if nothing but blanks is between them.
fn first_words(text: &str) -> Vec<&str> {
    let mut words = Vec::new();
    for word in text.split_ascii_whitespace().take(2) {
        let end = word.find(|c: char| !is_name_char(c));
        let name = &word[..end.unwrap_or(word.len())];
        if !name.is_empty() {
            words.push(name);
        }
        if end.is_some() {
            break;
        }
    }
    words
}

/// Whether a variable and its domain follow a word, in parentheses.
fn is_quantifier(word: &str) -> bool {
    matches!(WordKind::of(word), Some(WordKind::Quantifier(_)))
}

/// Whether a text ends within parentheses that touch a name before them, unless it is a quantifier.
fn is_in_argument(before: &str) -> bool {
    let mut closed = 0;
    let open = before.char_indices().rev().find(|(_, c)| {
        match c {
            ')' => closed += 1,
            '(' if closed == 0 => return true,
            '(' => closed -= 1,
            _ => {}
        }
        false
    });
    open.is_some_and(|(open, _)| {
        let name = before[..open].rsplit(|c| !is_name_char(c)).next();
        name.is_some_and(|name| !name.is_empty() && !is_quantifier(name))
    })
}

/// Whether a word names a quantifier, without the parenthesis that must follow.
pub(super) fn is_bare_quantifier(word: &str, after: &str) -> bool {
    is_quantifier(word) && !after.starts_with('(')
}

/// Whether a text closes every bracket that it opens, and is not empty.
pub(super) fn is_complete(text: &str) -> bool {
    let count = |brackets: [char; 2]| text.matches(brackets).count();
    !text.is_empty() && count(['(', '[']) == count([')', ']'])
}

/// Returns the word of the language that a text begins with, if it is written with hyphens: `in-suit`.
pub(super) fn word_with_hyphens(text: &str) -> Option<&'static str> {
    let end = text.find(|c: char| !c.is_ascii_alphanumeric() && c != '_' && c != '-');
    let written = &text[..end.unwrap_or(text.len())];
    let word = Word::find(&written.replace('-', "_"))?;
    (word.text != written).then_some(word.text)
}

/// Returns the last word of a text and its offset, if it is a keyword with wrong capitalization.
pub(super) fn misspelled_keyword(text: &str) -> Option<(usize, &str)> {
    let text = text.trim_end();
    let start = text
        .rfind(|c: char| !c.is_alphanumeric() && c.is_ascii())
        .map_or(0, |offset| offset + 1);
    let word = &text[start..];
    let is_keyword = WordKind::of(&word.to_lowercase()).is_some_and(WordKind::is_keyword);
    (is_keyword && word != word.to_lowercase()).then_some((start, word))
}
