/// The right word that is nearest to the one found, if one is near: the same but for its letters' case, or at
/// most a third of its letters wrong (Damerau-Levenshtein), where it has three at least. Of equally near ones the first is taken.
#[must_use]
pub fn nearest<'a>(found: &str, right: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    // A word of a thousand letters is no slip of the hand, and the distance takes its square in time.
    if found.len() > 40 {
        return None;
    }
    let lower = found.to_lowercase();
    if found.chars().count() < 3 {
        return right.into_iter().find(|w| w.to_lowercase() == lower);
    }
    let distance = |word: &str| strsim::damerau_levenshtein(&lower, &word.to_lowercase());
    let far = (found.chars().count() / 3).max(1);
    let best = right
        .into_iter()
        .map(|w| (distance(w), w))
        .min_by_key(|&(d, _)| d)?;
    (best.0 <= far).then_some(best.1)
}

/// The words as "a", "a or b", "a, b or c".
#[must_use]
pub fn listed<S: AsRef<str>>(words: &[S], joint: &str) -> String {
    match words {
        [] => String::new(),
        [one] => one.as_ref().to_owned(),
        [most @ .., last] => {
            let most: Vec<&str> = most.iter().map(AsRef::as_ref).collect();
            format!("{} {joint} {}", most.join(", "), last.as_ref())
        }
    }
}

/// A number with its noun: "1 card", "2 cards".
#[must_use]
pub fn counted(number: impl Into<i64>, noun: &str) -> String {
    let number = number.into();
    format!("{number} {noun}{}", if number == 1 { "" } else { "s" })
}

/// A number with a comma before each three digits: "2,704,000".
#[must_use]
pub fn grouped(number: u64) -> String {
    let digits = number.to_string();
    let mut text = String::new();
    for (at, digit) in digits.chars().enumerate() {
        if at > 0 && (digits.len() - at).is_multiple_of(3) {
            text.push(',');
        }
        text.push(digit);
    }
    text
}
