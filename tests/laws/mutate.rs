//! Rules files of the library with slips in them: a word for another, a line less, a number more.

use patience::internals::Slot;

use super::vocabulary::{Names, Writer, one_of};
use crate::common::Chance;

/// Words that may stand for one another.
const KIN: [&[&str]; 7] = [
    &[
        "\"none\"",
        "\"top\"",
        "\"run\"",
        "\"full\"",
        "\"top or full\"",
        "\"any\"",
    ],
    &["up", "down", "same_rank"],
    &["in_suit", "alternating", "same_color", "other_suit"],
    &["and", "or"],
    &["true", "false"],
    &["start", "build", "run", "available", "pair"],
    &["deal", "turn", "shuffle", "rotate", "close"],
];

/// A file with one to three slips.
pub(super) fn mutated(text: &str, chance: &mut Chance) -> String {
    // What a file says of itself in tests is another matter.
    let end = text.find("[[test]]").unwrap_or(text.len());
    let mut lines: Vec<String> = text[..end].lines().map(str::to_owned).collect();
    for _ in 0..=chance.below(3) {
        slip(&mut lines, chance);
    }
    lines.join("\n")
}

fn slip(lines: &mut Vec<String>, chance: &mut Chance) {
    let at = chance.below(lines.len());
    let line = lines[at].clone();
    match chance.below(6) {
        0 => {
            lines.remove(at);
            if lines.is_empty() {
                lines.push(String::new());
            }
        }
        1 => lines.insert(chance.below(lines.len()), line),
        2 => lines[at] = other_number(&line, chance),
        3 => lines[at] = other_condition(&line, lines, chance),
        4 => lines.insert(at, new_key(lines, chance)),
        _ => lines[at] = other_word(&line, chance),
    }
}

fn other_number(line: &str, chance: &mut Chance) -> String {
    let Some(at) = line.find(|c: char| c.is_ascii_digit()) else {
        return line.to_owned();
    };
    let digits = line[at..]
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(line.len() - at);
    format!("{}{}{}", &line[..at], chance.below(9), &line[at + digits..])
}

fn other_word(line: &str, chance: &mut Chance) -> String {
    let kin: Vec<(&str, &[&str])> = KIN
        .iter()
        .flat_map(|words| words.iter().map(|w| (*w, *words)))
        .filter(|(word, _)| line.contains(word))
        .collect();
    if kin.is_empty() {
        return line.to_owned();
    }
    let (word, others) = *one_of(chance, &kin);
    let other = others[chance.below(others.len())];
    line.replacen(word, other, 1)
}

/// The groups and actions that a file has a header for.
fn names(lines: &[String]) -> Names {
    let named = |table: &str| -> Vec<String> {
        let names = lines
            .iter()
            .filter_map(|l| l.trim().strip_prefix(table)?.split(']').next());
        names
            .map(str::to_owned)
            .filter(|n| !n.contains('.'))
            .collect()
    };
    let mut groups: Vec<(String, usize)> = named("[piles.").into_iter().map(|n| (n, 2)).collect();
    groups.push(("stock".to_owned(), 1));
    Names {
        groups,
        actions: named("[actions."),
        has_base: lines.iter().any(|l| l.contains("[base]")),
    }
}

fn condition(slot: Slot, lines: &[String], chance: &mut Chance) -> String {
    let names = names(lines);
    let size = 1 + chance.below(3);
    let mut writer = Writer {
        names: &names,
        slot,
        chance,
        table_only: slot == Slot::Run,
        locals: Vec::new(),
    };
    writer.condition(size)
}

fn other_condition(line: &str, lines: &[String], chance: &mut Chance) -> String {
    let slots = Slot::ALL
        .iter()
        .filter(|(_, key)| line.trim_start().starts_with(key));
    let Some(&(slot, key)) = slots.clone().next() else {
        return line.to_owned();
    };
    format!("{key} = '{}'", condition(slot, lines, chance))
}

fn new_key(lines: &[String], chance: &mut Chance) -> String {
    let slots = [
        Slot::Start,
        Slot::Build,
        Slot::Available,
        Slot::Run,
        Slot::When,
    ];
    let slot = *one_of(chance, &slots);
    match chance.below(8) {
        0 => "capacity = 3".to_owned(),
        1 => "keep = 1".to_owned(),
        2 => "alike = true".to_owned(),
        3 => "distinct = \"suit\"".to_owned(),
        4 => "unit = \"any\"".to_owned(),
        _ => format!("{} = '{}'", slot.key(), condition(slot, lines, chance)),
    }
}
