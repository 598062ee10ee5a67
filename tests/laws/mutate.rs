//! Mutates rules files of the library: replaces words and numbers, and inserts and removes lines.

use patience::internals::Slot;

use super::vocabulary::{ConditionWriter, Names, choose};
use crate::common::Rng;

/// Sets of words that can be exchanged for each other.
const INTERCHANGEABLE: [&[&str]; 7] = [
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
    &["start", "build", "run", "available", "pair", "swap"],
    &["deal", "turn", "shuffle", "close"],
];

/// Makes one to three mutations of a file.
pub(super) fn mutate(text: &str, rng: &mut Rng) -> String {
    // The tests of the file are dropped: mutated rules would make them fail.
    let end = text.find("[[test]]").unwrap_or(text.len());
    let mut lines: Vec<String> = text[..end].lines().map(str::to_owned).collect();
    for _ in 0..=rng.below(3) {
        mutate_line(&mut lines, rng);
    }
    lines.join("\n")
}

fn mutate_line(lines: &mut Vec<String>, rng: &mut Rng) {
    let index = rng.below(lines.len());
    let line = lines[index].clone();
    match rng.below(6) {
        0 => {
            lines.remove(index);
            if lines.is_empty() {
                lines.push(String::new());
            }
        }
        1 => lines.insert(rng.below(lines.len()), line),
        2 => lines[index] = replace_number(&line, rng),
        3 => lines[index] = replace_condition(&line, lines, rng),
        4 => lines.insert(index, random_key(lines, rng)),
        _ => lines[index] = replace_word(&line, rng),
    }
}

fn replace_number(line: &str, rng: &mut Rng) -> String {
    let Some(start) = line.find(|c: char| c.is_ascii_digit()) else {
        return line.to_owned();
    };
    let digits = line[start..]
        .find(|c: char| !c.is_ascii_digit())
        .unwrap_or(line.len() - start);
    format!(
        "{}{}{}",
        &line[..start],
        rng.below(9),
        &line[start + digits..]
    )
}

fn replace_word(line: &str, rng: &mut Rng) -> String {
    let exchanges: Vec<(&str, &[&str])> = INTERCHANGEABLE
        .iter()
        .flat_map(|words| words.iter().map(|w| (*w, *words)))
        .filter(|(word, _)| line.contains(word))
        .collect();
    if exchanges.is_empty() {
        return line.to_owned();
    }
    let (word, others) = *choose(rng, &exchanges);
    let other = others[rng.below(others.len())];
    line.replacen(word, other, 1)
}

/// The groups and actions for which a file has a header.
fn find_names(lines: &[String]) -> Names {
    let find_headers = |table: &str| -> Vec<String> {
        let names = lines
            .iter()
            .filter_map(|l| l.trim().strip_prefix(table)?.split(']').next());
        names
            .map(str::to_owned)
            .filter(|n| !n.contains('.'))
            .collect()
    };
    let mut groups: Vec<(String, usize)> = find_headers("[piles.")
        .into_iter()
        .map(|n| (n, 2))
        .collect();
    groups.push(("stock".to_owned(), 1));
    Names {
        groups,
        actions: find_headers("[actions."),
        has_base: lines.iter().any(|l| l.contains("[base]")),
        phrases: Vec::new(),
        has_jokers: lines.iter().any(|l| l.contains("jokers")),
    }
}

fn random_condition(slot: Slot, lines: &[String], rng: &mut Rng) -> String {
    let names = find_names(lines);
    let size = 1 + rng.below(3);
    let mut writer = ConditionWriter {
        names: &names,
        slot,
        rng,
        is_table_only: slot == Slot::Run,
        variables: Vec::new(),
    };
    if slot == Slot::Points {
        writer.number()
    } else {
        writer.condition(size)
    }
}

fn replace_condition(line: &str, lines: &[String], rng: &mut Rng) -> String {
    let slots = Slot::ALL
        .iter()
        .filter(|(_, key)| line.trim_start().starts_with(key));
    let Some(&(slot, key)) = slots.clone().next() else {
        return line.to_owned();
    };
    format!("{key} = '{}'", random_condition(slot, lines, rng))
}

fn random_key(lines: &[String], rng: &mut Rng) -> String {
    let slots = [
        Slot::Start,
        Slot::Build,
        Slot::Available,
        Slot::Run,
        Slot::When,
    ];
    let slot = *choose(rng, &slots);
    match rng.below(7) {
        0 => "capacity = 3".to_owned(),
        1 => "keep = 1".to_owned(),
        2 => "alike = true".to_owned(),
        3 => "unit = \"any\"".to_owned(),
        _ => format!("{} = '{}'", slot.key(), random_condition(slot, lines, rng)),
    }
}
