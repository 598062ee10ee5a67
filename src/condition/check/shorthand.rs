//! Rejects comparisons with an operand missing.

use super::Checker;
use super::relations::path_text;
use crate::condition::{Expr, ExprKind, WordKind};
use crate::text::{Describe, Span};

impl Checker<'_> {
    /// Rejects `top is Ace or King`: the `King` on its own would apply to `card`, which is never what was meant.
    pub(super) fn reject_shorthand(&mut self, parts: &[Expr]) -> Option<()> {
        for (index, part) in parts.iter().enumerate() {
            let Some((subject, is_negated, first)) = split_comparison(part) else {
                continue;
            };
            let others = parts[index + 1..]
                .iter()
                .map_while(|part| match &part.kind {
                    ExprKind::Name(word) if is_card_attribute(word) => {
                        Some((word.as_str(), part.span))
                    }
                    _ => None,
                });
            let others: Vec<(&str, Span)> = others.collect();
            let is_card = subject == "card" || subject.starts_with("card.");
            if let Some(&(word, span)) = others.first()
                && !is_card
                && is_card_attribute(&first)
            {
                let message = format!("`{word}` on its own applies to `card`, not to `{subject}`");
                let mut list = vec![first.as_str()];
                list.extend(others.iter().map(|(word, _)| *word));
                // "not an Ace or a King" means neither of them.
                let not = if is_negated { "not " } else { "" };
                let corrected = format!("{not}{subject} in [{}]", list.join(", "));
                return self
                    .error(span, message)
                    .help(format!("write `{corrected}`"))
                    .fail();
            }
        }
        Some(())
    }
}

/// Splits `top is Ace` into subject and value, with whether it is negated in between.
fn split_comparison(expr: &Expr) -> Option<(String, bool, String)> {
    let (subject, value) = match &expr.kind {
        ExprKind::Not(inner) => {
            let (subject, is_negated, value) = split_comparison(inner)?;
            return Some((subject, !is_negated, value));
        }
        ExprKind::Binary(operator, subject, value)
            if ["is", "=="].contains(&operator.value.as_str()) =>
        {
            (subject, value)
        }
        _ => return None,
    };
    Some((path_text(subject)?, false, path_text(value)?))
}

/// Whether a word is a rank, a suit or a color.
pub(super) fn is_card_attribute(word: &str) -> bool {
    matches!(
        WordKind::of(word),
        Some(WordKind::Rank(_) | WordKind::Joker | WordKind::Suit(_) | WordKind::Color(_))
    )
}
