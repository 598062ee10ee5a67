use std::fmt::Display;

use unicode_width::UnicodeWidthStr;

/// Returns the candidate most similar to `found`, for "did you mean ...?"; `None` if none is similar enough.
///
/// Case is ignored. If `found` has three or more characters, up to a third of them may differ (Damerau-Levenshtein
/// distance). Of equally similar candidates the first is returned.
pub fn nearest<'a>(found: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // Such a long word is hardly a typo, and computing the distance takes quadratic time.
    if found.len() > 40 {
        return None;
    }
    let lower = found.to_lowercase();
    if found.chars().count() < 3 {
        return candidates.into_iter().find(|w| w.to_lowercase() == lower);
    }
    let distance = |word: &str| strsim::damerau_levenshtein(&lower, &word.to_lowercase());
    let max_distance = (found.chars().count() / 3).max(1);
    let best = candidates
        .into_iter()
        .map(|w| (distance(w), w))
        .min_by_key(|&(d, _)| d)?;
    (best.0 <= max_distance).then_some(best.1)
}

/// Splits a text into words: letters, digits and `_`.
pub fn words(text: &str) -> impl Iterator<Item = &str> {
    text.split(|c: char| !(c.is_alphanumeric() || c == '_'))
}

/// Joins words as in "a", "a or b", "a, b or c".
pub fn join_with<S: AsRef<str>>(words: &[S], conjunction: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [init @ .., last] => {
            let init: Vec<&str> = init.iter().map(AsRef::as_ref).collect();
            format!("{} {conjunction} {}", init.join(", "), last.as_ref())
        }
    }
}

/// Splits a text into lines of at most `width` columns, at its spaces; a longer word has a line of its own.
pub fn wrap(text: &str, width: usize) -> Vec<String> {
    wrap_indented(text, width, "", "")
}

/// The same with something before the first line and before each other line, which counts.
pub fn wrap_indented(text: &str, width: usize, first: &str, others: &str) -> Vec<String> {
    let mut lines: Vec<String> = Vec::new();
    for word in text.split_whitespace() {
        match lines.last_mut() {
            Some(line) if line.width() + 1 + word.width() <= width => {
                line.push(' ');
                line.push_str(word);
            }
            Some(_) => lines.push(format!("{others}{word}")),
            None => lines.push(format!("{first}{word}")),
        }
    }
    lines
}

/// Formats a count with its noun: "1 card", "2 cards".
pub fn pluralize(number: impl Display, noun: &str) -> String {
    let number = number.to_string();
    format!("{number} {noun}{}", if number == "1" { "" } else { "s" })
}

/// Formats a number with thousands separators: "2,704,000". Four digits have none: "1000".
pub fn group_digits(number: impl Into<i128>) -> String {
    let number = number.into();
    let digits = number.unsigned_abs().to_string();
    if digits.len() < 5 {
        return number.to_string();
    }
    let mut text = String::from(if number < 0 { "-" } else { "" });
    for (index, digit) in digits.chars().enumerate() {
        if index > 0 && (digits.len() - index).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
