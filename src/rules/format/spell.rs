//! Spells out ranks and suits that are written in one text, for the fix of such a mistake.

use crate::cards::{Rank, Suit};
use crate::rules::tree::MAX_QUOTED;

/// The ranks and suits in a text such as `A-4` or `C, D`, each by its letter; `None` if there is anything else in it.
pub(in crate::rules) fn spell_out(text: &str) -> Option<Vec<String>> {
    if text.len() > MAX_QUOTED {
        return None;
    }
    let is_between = |c: char| c == ',' || c.is_whitespace();
    let words = text.split(is_between).filter(|word| !word.is_empty());
    let lists: Option<Vec<Vec<String>>> = words.map(spell_out_word).collect();
    lists
        .map(|lists| lists.concat())
        .filter(|list| !list.is_empty())
}

fn spell_out_word(word: &str) -> Option<Vec<String>> {
    if let Ok(suit) = word.parse::<Suit>() {
        return Some(vec![suit.letter().to_string()]);
    }
    let (first, last) = word.split_once(['-', '–']).unwrap_or((word, word));
    let (first, last): (Rank, Rank) = (first.parse().ok()?, last.parse().ok()?);
    // The Ace may come after the King.
    let mut ranks = Rank::all()
        .chain(Rank::all())
        .skip_while(|rank| *rank != first);
    let mut list = Vec::new();
    for rank in &mut ranks {
        list.push(rank.letter().to_string());
        if rank == last {
            break;
        }
    }
    Some(list)
}
