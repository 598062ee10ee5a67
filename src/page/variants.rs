//! What each variant of a game changes: the sentences of its page that differ from those of the plain game.

use super::draft as draft_of;
use super::draft::{Draft, Sentence};
use super::empty::FILLED_AT_ONCE;
use super::layout::EMPTY_AT_FIRST;
use crate::prose::words::{a_pile, one_pile, sentence, some_piles, with_article};
use crate::prose::{title_of, words_of};
use crate::rules::file::Take;
use crate::rules::{Game, Group, Rules};
use crate::text::join_with;
use crate::work::is_all_done;

/// The maximum length of what is said about a variant with a name: it is a game of its own and has its own page.
const MAX_LENGTH: usize = 500;

/// Describes the variants, each compiled in turn.
pub(super) fn write(draft: &mut Draft, rules: &Rules) {
    let plain = rules.game();
    let mut items = Vec::new();
    for name in rules.variants() {
        let game = match rules.with_variants(&[name]) {
            Ok(game) => game,
            Err(_) if is_all_done() => {
                let text = format!("*{name}*: To describe it takes too much work.");
                items.push((name.to_owned(), text));
                continue;
            }
            Err(_) => continue,
        };
        let has_name = game.name() != plain.name();
        let mut text = changes(draft, plain, &draft_of(&game), &game).join(" ");
        if text.is_empty() {
            "The rules read the same.".clone_into(&mut text);
        } else if has_name && text.len() > MAX_LENGTH {
            "A game of its own, with a page of its own.".clone_into(&mut text);
        }
        let is_spelled_out = game.name().to_lowercase().replace(' ', "-") == name;
        let title = if has_name && is_spelled_out {
            format!("*{}*", game.name())
        } else if has_name {
            format!("*{name}*, {}", game.name())
        } else {
            format!("*{name}*")
        };
        items.push((name.to_owned(), format!("{title}: {text}")));
    }
    draft.start("Variants", true);
    for (name, text) in items {
        draft.add_text("variant", &name, text);
    }
}

/// Lists the sentences of a variant that differ from those of the plain game.
fn changes(plain: &Draft, plain_game: &Game, variant: &Draft, game: &Game) -> Vec<String> {
    let is_same_set = |a: &Game, b: &Game| {
        let same = |x: &Group, y: &Group| x.name == y.name && x.piles.count == y.piles.count;
        a.groups.iter().all(|x| b.groups.iter().any(|y| same(x, y)))
    };
    let mut changes: Vec<String> = Vec::new();
    let mut changed: Vec<&str> = Vec::new();
    for new in variant.sentences() {
        let known = || plain.sentences().filter(|old| old.has_key_of(new));
        let is_repeated = match new.subject.as_str() {
            "empty" => is_same_set(game, plain_game),
            "rounds" => true,
            _ => false,
        };
        if is_repeated || known().any(|old| old.text == new.text) {
            continue;
        }
        if !new.items.is_empty() {
            let known: Vec<&String> = known().flat_map(|old| &old.items).collect();
            changes.extend(new_items(plain_game, new, &known));
            continue;
        }
        let limit = known().find_map(|old| changed_limit(old, new));
        let freed = known().find_map(|old| without_exception(old, new));
        let is_filled = |sentence: &Sentence| sentence.text.contains(FILLED_AT_ONCE);
        if new.slot == "start" && known().any(is_filled) && !is_filled(new) {
            changes.push("Empty piles are not filled at once.".to_owned());
        }
        changes.push(limit.or(freed).unwrap_or_else(|| new.text.clone()));
        changed.push(&new.subject);
    }
    let has_group = |name: &str| game.groups.iter().any(|group| group.name == name);
    let gone = plain_game
        .groups
        .iter()
        .filter(|group| !has_group(&group.name));
    let gone: Vec<&Group> = gone.collect();
    changes.extend(gone.iter().map(|group| match group.piles.count {
        1 => format!("There is no {}.", one_pile(group)),
        _ => format!("There are no {}.", some_piles(group)),
    }));
    for old in plain.sentences() {
        let is_gone = gone.iter().any(|group| group.name == old.subject);
        if is_gone || variant.sentences().any(|new| new.has_key_of(old)) {
            continue;
        }
        let is_elsewhere = || variant.sentences().any(|new| new.text == old.text);
        match (old.subject.as_str(), old.slot.as_str()) {
            ("wrap", _) => changes.push("Ranks do not go round.".to_owned()),
            ("action", name) => {
                let gone = format!("There is no {}.", words_of(name));
                if !changes.contains(&gone) {
                    changes.push(gone);
                }
            }
            ("from", _) => changes.push("The deal sets the base rank.".to_owned()),
            (group, "available") => changes.push(format!(
                "The cards of {} are always available.",
                game.groups
                    .iter()
                    .find(|other| other.name == group)
                    .map_or_else(String::new, |group| a_pile(game, group))
            )),
            ("step", _) if changes.is_empty() && !is_elsewhere() => {
                changes.push(format!("Without this: \"{}\"", old.text));
            }
            ("term" | "step" | "empty" | "stock" | "short" | "rounds", _)
            | (_, "" | "layout" | "face") => {}
            (group, "start" | "build" | "capacity" | "unit") if changed.contains(&group) => {}
            // Another sentence says it.
            (group, "take") if take_of(game, group) == take_of(plain_game, group) => {}
            _ => changes.push(format!("This no longer applies: \"{}\"", old.text)),
        }
    }
    changes
}

/// What may be taken from the piles of a group.
fn take_of(game: &Game, group: &str) -> Option<Take> {
    let found = game.groups.iter().find(|other| other.name == group);
    found.map(|group| group.take)
}

/// The piles without cards that the plain game does not have. A single pile is new to the reader, or one of several left.
fn new_items(plain: &Game, new: &Sentence, known: &[&String]) -> Option<String> {
    let items = new.items.iter().filter(|item| !known.contains(item));
    let items = items.map(|item| match item.strip_prefix("the ") {
        Some(pile) if plain.groups.iter().any(|group| one_pile(group) == pile) => {
            format!("one {pile}")
        }
        Some(pile) => with_article(pile),
        None => item.clone(),
    });
    let items: Vec<String> = items.collect();
    let text = format!("{EMPTY_AT_FIRST}: {}", join_with(&items, "and"));
    (!items.is_empty()).then(|| sentence(&text))
}

/// If all that changes about an action is how often it may be used, says that.
fn changed_limit(old: &Sentence, new: &Sentence) -> Option<String> {
    let ((old_steps, old_limit), (steps, limit)) = (old.limit.as_ref()?, new.limit.as_ref()?);
    let name = title_of(&new.slot);
    let dropped = old_steps.strip_suffix(steps.as_str());
    if dropped.is_some_and(|when| when.starts_with(", when ")) && limit == old_limit {
        return Some(format!("*{name}* may be used at any time."));
    }
    (old_steps == steps && !limit.is_empty()).then(|| format!("*{name}* may be used {limit}."))
}

/// If all that changes is that an exception is gone, says so, as nobody would miss it: "..., even on a King."
fn without_exception(old: &Sentence, new: &Sentence) -> Option<String> {
    let plain = new.text.strip_suffix('.')?;
    let exception = old.text.strip_suffix('.')?.strip_prefix(plain)?;
    let exception = exception.strip_prefix(", but not ")?;
    Some(format!(
        "{plain}, even {}.",
        exception.replace(", nor ", " or ")
    ))
}
