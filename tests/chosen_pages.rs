//! Some games have their whole page in their snapshot: between them they show every kind of sentence that several games have,
//! so that a change of its wording is seen, and seen in few files.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use patience::Game;
use patience::internals::Compiled;
use patience::page::Block;

use crate::common::{RulesFile, in_parallel, library, root};

/// The most games with a page in their snapshot.
const MOST: usize = 40;
/// A kind of sentence that fewer games have may be on no chosen page.
const GAMES: usize = 3;

/// Words for numbers, ranks, suits and colors, and articles. Sentences that differ only in these are of one kind.
const KINDS: [(&str, &str); 5] = [
    (
        "#",
        "one two three four five six seven eight nine ten eleven twelve thirteen twenty first second third fourth \
         fifth sixth seventh eighth ninth tenth once twice times",
    ),
    ("R", "ace jack queen king joker"),
    ("S", "spade heart diamond club"),
    ("C", "red black"),
    ("", "a an the pile each all only"),
];

/// What remains of a sentence without what differs from game to game.
fn kind(sentence: &str, piles: &[String]) -> String {
    let mut kind: Vec<String> = Vec::new();
    let words = sentence.split(|c: char| !c.is_alphanumeric() && c != '*');
    for word in words.filter(|word| !word.is_empty()) {
        let word = word.to_lowercase();
        let single = word.strip_suffix('s').unwrap_or(&word);
        let class = KINDS.iter().find(|(_, words)| {
            let mut words = words.split_whitespace();
            words.any(|known| known == word || known == single)
        });
        let class = match class {
            Some((class, _)) => *class,
            None if word.starts_with(|c: char| c.is_ascii_digit()) => "#",
            None if piles.iter().any(|pile| *pile == word || pile == single) => "P",
            None if word.contains('*') => "*",
            None => &word,
        };
        if !class.is_empty() && kind.last().is_none_or(|last| last != class) {
            kind.push(class.to_owned());
        }
    }
    kind.join(" ")
}

/// The kinds of the sentences on the page of a game. The first section is in the words of the author.
fn kinds(game: &Arc<Game>) -> BTreeSet<String> {
    let names = Compiled::new(game).groups.iter().map(|group| &group.name);
    let piles: Vec<String> = names
        .flat_map(|name| name.split('_').map(str::to_owned))
        .collect();
    let page = game.page();
    let blocks = page.sections.iter().flat_map(|section| &section.blocks);
    let texts = blocks.map(Block::text);
    let sentences = texts.flat_map(|text| text.split_inclusive(['.', ';', ':']));
    let kinds = sentences.map(|sentence| kind(sentence, &piles));
    kinds.filter(|kind| !kind.is_empty()).collect()
}

#[test]
fn chosen_pages_show_every_kind_of_sentence() {
    let all = in_parallel(library(), |file| kinds(file.rules.game()));
    let mut games_with: BTreeMap<&str, usize> = BTreeMap::new();
    for kind in all.iter().flatten() {
        *games_with.entry(kind).or_default() += 1;
    }
    let common = games_with.iter().filter(|(_, games)| **games >= GAMES);
    let mut missing: BTreeSet<&str> = common.map(|(kind, _)| *kind).collect();
    let count = missing.len();
    assert!(count > 100, "only {count} kinds of sentences");
    let is_chosen = |file: &RulesFile| {
        let id = file.rules.game().id();
        root()
            .join(format!("games/snapshots/{id}.page.snap"))
            .exists()
    };
    let chosen = library()
        .iter()
        .zip(&all)
        .filter(|(file, _)| is_chosen(file));
    let chosen: Vec<&BTreeSet<String>> = chosen.map(|(_, kinds)| kinds).collect();
    for kind in chosen.iter().copied().flatten() {
        missing.remove(kind.as_str());
    }
    // The games that show most of what is missing.
    let mut advice = Vec::new();
    let mut left = missing.clone();
    while !left.is_empty() {
        let shown = |kinds: &BTreeSet<String>| {
            kinds
                .iter()
                .filter(|kind| left.contains(kind.as_str()))
                .count()
        };
        let best = library()
            .iter()
            .zip(&all)
            .max_by_key(|(_, kinds)| shown(kinds));
        let (file, kinds) = best.expect("there are games");
        for kind in kinds {
            left.remove(kind.as_str());
        }
        advice.push(file.rules.game().id());
    }
    let command = "patience test games/GAME.toml --update --filter page";
    assert!(
        missing.is_empty(),
        "{missing:#?}\nadd {advice:?} with `{command}`"
    );
    assert!(chosen.len() <= MOST, "{} chosen pages", chosen.len());
}
