//! The words that pages are made of: names of piles, numbers, sentences.

use super::words_of;
use crate::condition::{GroupId, Piles};
use crate::rules::{Game, Group};
use crate::text::join_with;

/// Names piles: "the tableau piles", "the foundations", "the second cell", "the waste".
pub(super) fn the_piles(game: &Game, piles: Piles) -> String {
    let group = game.group_of(piles.first);
    if group.piles.count > 1 && piles.count == 1 {
        let number = game.piles[piles.first.index()].place.index;
        match ordinal(number) {
            Some(ordinal) => format!("the {ordinal} {}", one_pile(group)),
            None => format!("{} {number}", one_pile(group)),
        }
    } else {
        format!("the {}", some_piles(group))
    }
}

/// Names groups, the last two joined with a word: "the waste or the reserve".
pub(super) fn the_groups(game: &Game, groups: &[GroupId], word: &str) -> String {
    let groups: Vec<String> = groups
        .iter()
        .map(|g| the_piles(game, game.group(*g).piles))
        .collect();
    join_with(&groups, word)
}

/// Names a pile of a group without an article: "tableau pile", "foundation", "waste".
pub(super) fn one_pile(group: &Group) -> String {
    let name = words_of(&group.name);
    let is_noun = ["foundation", "cell"].contains(&group.name.as_str());
    if is_noun || group.piles.count == 1 && group.name == group.role.word() {
        name
    } else {
        format!("{name} pile")
    }
}

/// Names the piles of a group without an article: "tableau piles", "foundations", "waste".
pub(super) fn some_piles(group: &Group) -> String {
    let one = one_pile(group);
    if group.piles.count == 1 {
        one
    } else {
        format!("{one}s")
    }
}

/// Names a pile of a group: "a tableau pile", "the waste".
pub(super) fn a_pile(game: &Game, group: &Group) -> String {
    if group.piles.count == 1 {
        the_piles(game, group.piles)
    } else {
        with_article(&one_pile(group))
    }
}

/// Writes a number as a word up to twelve.
pub(super) fn number(number: usize) -> String {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    words
        .get(number)
        .map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// Writes a number with its noun: "one card", "two cards", "28 cards".
pub(super) fn count(count: usize, noun: &str) -> String {
    let s = if count == 1 { "" } else { "s" };
    format!("{} {noun}{s}", number(count))
}

/// Writes how often: "once", "three times".
pub(super) fn times(times: usize) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => count(times, "time"),
    }
}

fn ordinal(number: u8) -> Option<&'static str> {
    let words = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    words.get(usize::from(number).checked_sub(1)?).copied()
}

/// Puts "a" or "an" before a noun.
pub(super) fn with_article(noun: &str) -> String {
    let starts = ["a", "e", "i", "o", "un", "up", "hour", "A", "E", "I", "O"];
    let is_vowel = starts.iter().any(|start| noun.starts_with(start));
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}

/// Begins a text with a capital letter.
pub(super) fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next();
    first.map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// Makes a text a sentence: a capital letter and a full stop.
pub(super) fn sentence(text: &str) -> String {
    let stop = if text.ends_with(['.', '!', '?']) {
        ""
    } else {
        "."
    };
    format!("{}{stop}", capitalized(text))
}
