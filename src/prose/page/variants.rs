//! What each variant of a game changes: the sentences of its page that the plain game does not have.

use super::draft as draft_of;
use super::draft::Draft;
use crate::prose::words::one_pile;
use crate::prose::words_of;
use crate::rules::{Game, Group, Rules};

/// The maximum length of the text about a variant with a name: it is a game of its own and has its own page.
const MAX_LENGTH: usize = 500;

/// Describes the variants, each compiled in turn.
pub(super) fn write(draft: &mut Draft, rules: &Rules) {
    let plain = rules.game();
    let mut items = Vec::new();
    for name in rules.variants() {
        let Ok(game) = rules.with_variants(&[name]) else {
            continue;
        };
        let has_name = game.name() != plain.name();
        let mut text = changes(draft, plain, &draft_of(&game), &game).join(" ");
        if text.is_empty() {
            "The rules read the same.".clone_into(&mut text);
        } else if has_name && text.len() > MAX_LENGTH {
            "A game of its own, with a page of its own.".clone_into(&mut text);
        }
        let title = if has_name {
            format!("*{name}*, {}", game.name())
        } else {
            format!("*{name}*")
        };
        items.push((name.to_owned(), format!("{title}: {text}")));
    }
    draft.start("Variants", true);
    for (name, text) in items {
        draft.add(&name, text);
    }
}

/// If all that changes in the description of an action is how often it may be used, says that.
fn changed_limit(old: &str, new: &str) -> Option<String> {
    let split = |text: &str| -> Option<(String, String)> {
        let (steps, limit) = text.strip_suffix(").")?.rsplit_once(" (")?;
        Some((steps.to_owned(), limit.to_owned()))
    };
    let ((old, _), (new, limit)) = (split(old)?, split(new)?);
    let name = new.split([',', ':']).next()?;
    (old == new).then(|| format!("{name}: {limit}."))
}

/// Lists the sentences of a variant that the plain game does not have.
fn changes(plain: &Draft, plain_game: &Game, variant: &Draft, game: &Game) -> Vec<String> {
    let old = plain.by_key();
    let new = variant.by_key();
    let has_group = |game: &Game, name: &str| game.groups.iter().any(|group| group.name == name);
    let is_same_set = |a: &Game, b: &Game| {
        let same = |x: &Group, y: &Group| x.name == y.name && x.piles.count == y.piles.count;
        a.groups.iter().all(|x| b.groups.iter().any(|y| same(x, y)))
    };
    let mut changes: Vec<String> = Vec::new();
    let mut changed_groups: Vec<&str> = Vec::new();
    for (key, sentence) in &new {
        let is_old = old.iter().any(|(k, s)| k == key && s == sentence);
        let is_repeated = *key == "empty" && is_same_set(game, plain_game) || *key == "rounds";
        if !is_old && !is_repeated {
            let limit = old
                .iter()
                .find_map(|(k, s)| (k == key).then(|| changed_limit(s, sentence)));
            changes.push(limit.flatten().unwrap_or_else(|| (*sentence).to_owned()));
            changed_groups.extend(key.split(' ').next());
        }
    }
    let mut gone_groups: Vec<&str> = Vec::new();
    for group in &plain_game.groups {
        if !has_group(game, &group.name) {
            changes.push(format!("There is no {}.", one_pile(group)));
            gone_groups.push(&group.name);
        }
    }
    for (key, sentence) in &old {
        if new.iter().any(|(k, _)| k == key) {
            continue;
        }
        let (subject, slot) = key.split_once(' ').unwrap_or((key, ""));
        if gone_groups.contains(&subject) {
            continue;
        }
        match (subject, slot) {
            ("wrap", _) => changes.push("Ranks do not go round.".to_owned()),
            ("action", name) => changes.push(format!("There is no {}.", words_of(name))),
            ("step", _) if changes.is_empty() && new.iter().all(|(_, s)| s != sentence) => {
                changes.push(format!("Without this: \"{sentence}\""));
            }
            ("term" | "step" | "empty" | "stock" | "short" | "rounds", _) | (_, "" | "face") => {}
            (group, "start" | "build" | "capacity" | "unit") if changed_groups.contains(&group) => {
            }
            _ => changes.push(format!("It is no longer so that: \"{sentence}\"")),
        }
    }
    changes
}
