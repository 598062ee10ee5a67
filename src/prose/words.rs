//! The words that sentences are made of: names of piles, numbers.

use super::noun::Noun;
use super::words_of;
use crate::cards::{Rank, Suit};
use crate::condition::{GroupId, Piles};
use crate::rules::{Game, Group};
use crate::text::join_with;

/// Names piles: "the tableau piles", "the foundations", "the second cell", "the waste".
pub fn piles(game: &Game, piles: Piles) -> Noun {
    let group = game.group_of(piles.first);
    if group.piles.count > 1 && piles.count == 1 {
        let number = game.piles[piles.first.index()].place.index;
        match ordinal(usize::from(number)) {
            Some(ordinal) => Noun::the(format!("{ordinal} {}", one_pile(group))),
            None => Noun::plain(format!("{} {number}", one_pile(group))),
        }
    } else {
        Noun::the(some_piles(group))
    }
}

/// Names piles: "the tableau piles".
pub fn the_piles(game: &Game, all: Piles) -> String {
    piles(game, all).to_string()
}

/// Names groups, the last two joined with a word: "the waste or the reserve".
pub fn the_groups(game: &Game, groups: &[GroupId], word: &str) -> String {
    let groups: Vec<String> = groups
        .iter()
        .map(|g| the_piles(game, game.group(*g).piles))
        .collect();
    join_with(&groups, word)
}

/// Names a pile of a group without an article: "tableau pile", "foundation", "waste".
pub fn one_pile(group: &Group) -> String {
    let name = adjunct(&words_of(&group.name));
    let is_noun = ["foundation", "cell"].contains(&group.name.as_str());
    if is_noun || group.piles.count == 1 && group.name == group.role.word() {
        name
    } else {
        format!("{name} pile")
    }
}

/// Some words as they stand before a noun: the last one is in the singular, and a rank has its capital letter.
fn adjunct(words: &str) -> String {
    let (first, last) = match words.rsplit_once(' ') {
        Some((first, last)) => (format!("{first} "), last),
        None => (String::new(), words),
    };
    let is_it = |rank: &Rank| plural(rank.name()).eq_ignore_ascii_case(last);
    let last = match Rank::all().find(is_it) {
        Some(rank) => rank.name().to_owned(),
        None if last.ends_with("ss") => last.to_owned(),
        None => match last.strip_suffix("ies") {
            Some(stem) => format!("{stem}y"),
            None => last.strip_suffix('s').unwrap_or(last).to_owned(),
        },
    };
    first + &last
}

/// Names the piles of a group without an article: "tableau piles", "foundations", "waste".
pub fn some_piles(group: &Group) -> String {
    let one = one_pile(group);
    if group.piles.count == 1 {
        one
    } else {
        plural(&one)
    }
}

/// Several of a thing: "piles", "Sixes".
pub fn plural(noun: &str) -> String {
    let ending = if noun.ends_with('x') { "es" } else { "s" };
    format!("{noun}{ending}")
}

/// A card of a suit: "heart".
pub fn one_of_suit(suit: Suit) -> &'static str {
    match suit {
        Suit::Clubs => "club",
        Suit::Diamonds => "diamond",
        Suit::Hearts => "heart",
        Suit::Spades => "spade",
    }
}

/// Names a pile of a group: "a tableau pile", "the waste".
pub fn a_pile(game: &Game, group: &Group) -> String {
    if group.piles.count == 1 {
        the_piles(game, group.piles)
    } else {
        with_article(&one_pile(group))
    }
}

/// Writes a number as a word up to twelve.
pub fn number(number: usize) -> String {
    let words = [
        "no", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten",
        "eleven", "twelve",
    ];
    words
        .get(number)
        .map_or_else(|| number.to_string(), |&word| word.to_owned())
}

/// Writes a number with its noun: "one card", "two cards", "28 cards".
pub fn count(count: usize, noun: &str) -> String {
    match count {
        1 => format!("one {noun}"),
        count => format!("{} {}", number(count), plural(noun)),
    }
}

/// Writes how often: "once", "three times".
pub fn times(times: usize) -> String {
    match times {
        1 => "once".to_owned(),
        2 => "twice".to_owned(),
        times => count(times, "time"),
    }
}

/// Counts a place: "first".
pub fn ordinal(number: usize) -> Option<&'static str> {
    let words = [
        "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
        "tenth", "eleventh", "twelfth",
    ];
    words.get(number.checked_sub(1)?).copied()
}

/// Puts "a" or "an" before a noun.
pub fn with_article(noun: &str) -> String {
    let starts = ["a", "e", "i", "o", "un", "up", "hour", "A", "E", "I", "O"];
    let is_vowel = starts.iter().any(|start| noun.starts_with(start));
    format!("{} {noun}", if is_vowel { "an" } else { "a" })
}

/// Begins a text with a capital letter.
pub fn capitalized(text: &str) -> String {
    let mut chars = text.chars();
    let first = chars.next();
    first.map_or_else(String::new, |first| {
        first.to_uppercase().chain(chars).collect()
    })
}

/// Makes a text a sentence: a capital letter and a full stop, unless it ends with a colon.
pub fn sentence(text: &str) -> String {
    let stop = if text.ends_with(':') { "" } else { "." };
    format!("{}{stop}", capitalized(text))
}
