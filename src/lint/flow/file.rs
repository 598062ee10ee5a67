//! What a file says twice or for nothing: variants, names and the order of the ranks.

use std::collections::HashSet;

use super::finding::{Finding, Kind, has_word, texts};
use crate::rules::{Game, Rules};
use crate::text::Describe;

/// Checks the file as a whole.
pub(super) fn check(rules: &Rules) -> Vec<Finding> {
    let mut found = Vec::new();
    check_variants(rules, &mut found);
    check_aliases(rules, &mut found);
    if rules.game().order.wraps()
        && !any_steps(rules.game())
        && let Some(span) = rules.span_of(&["deck", "wrap"])
    {
        found.push(
            Finding::new(Kind::Key, span, "`wrap` has no effect")
                .label("no condition asks for a rank above or below another"),
        );
    }
    found
}

/// Whether a condition of the game or of its file asks for a rank some steps away from another.
fn any_steps(game: &Game) -> bool {
    let steps =
        |text: &String| text.contains(['+', '-']) || has_word(text, "up") || has_word(text, "down");
    texts(game).iter().any(steps)
}

/// Finds variants that change nothing, or the same as another.
fn check_variants(rules: &Rules, found: &mut Vec<Finding>) {
    let plain = rules.game().fingerprint();
    let mut known: Vec<(&str, String)> = Vec::new();
    for (name, span) in rules.variant_spans() {
        let Some(print) = rules.variant_fingerprint(name) else {
            continue;
        };
        if rules.is_renamed_by(name) {
            // It is a game of its own, which may be the same under another name.
            continue;
        }
        if print == plain {
            let message = format!("the variant `{name}` changes nothing");
            found.push(
                Finding::new(Kind::Twice, span, message)
                    .label("every key here has the same value in the game itself"),
            );
        } else if let Some((other, _)) = known.iter().find(|(_, known)| *known == print) {
            let message = format!("the variant `{name}` is the same game as the variant `{other}`");
            found.push(Finding::new(Kind::Twice, span, message));
        }
        known.push((name, print));
    }
}

/// Finds aliases that are names already.
fn check_aliases(rules: &Rules, found: &mut Vec<Finding>) {
    let game = rules.game();
    let mut names = HashSet::from([game.name()]);
    for alias in game.aliases() {
        if !names.insert(alias.as_str())
            && let Some(span) = rules.span_of(&["aliases"])
        {
            let message = if alias == game.name() {
                format!("the alias `{alias}` is the name of the game")
            } else {
                format!("the alias `{alias}` is listed twice")
            };
            found.push(
                Finding::new(Kind::Twice, span, message).label("other names are expected here"),
            );
        }
    }
}
