//! The numbers of cards in the rules of a game that follow the pack.

use crate::cards::Pack;
use crate::rules::tree::{TomlKind, Value};

/// How numbers of cards follow the pack.
pub(super) struct Sizes<'a> {
    whole: &'a Pack,
    short: &'a Pack,
}

impl<'a> Sizes<'a> {
    pub(super) fn new(whole: &'a Pack, short: &'a Pack) -> Sizes<'a> {
        Sizes { whole, short }
    }

    /// Replaces the numbers of cards in the value of a key and in what it contains.
    pub(super) fn follow(&self, key: &str, value: &mut Value, is_win: bool) {
        match &mut value.kind {
            TomlKind::Integer(number) if matches!(key, "unit" | "capacity") => {
                *number = self.size(*number, false).unwrap_or(*number);
            }
            TomlKind::Text(text) => *text = self.condition(text, is_win),
            TomlKind::List(list) => list
                .iter_mut()
                .for_each(|value| self.follow("", value, is_win)),
            TomlKind::Table(table) => {
                for (key, entry) in table {
                    self.follow(key, &mut entry.value, is_win);
                }
            }
            _ => {}
        }
    }

    /// What a number of cards is in the short pack; `None` if it does not follow the pack.
    fn size(&self, number: i64, is_win: bool) -> Option<i64> {
        let length = |pack: &Pack| i64::try_from(pack.ranks.len()).unwrap_or(1);
        let count = |pack: &Pack| i64::try_from(pack.size()).unwrap_or(1);
        let (whole, short) = (count(self.whole), count(self.short));
        if number == whole {
            return Some(short);
        }
        let (ranks, short_ranks) = (length(self.whole), length(self.short));
        if number > 0 && number.saturating_mul(2) <= whole && number % ranks == 0 {
            return Some(number / ranks * short_ranks);
        }
        if !is_win || number.saturating_mul(2) <= whole || number > whole {
            return None;
        }
        // Some cards are exempt: perhaps all of some ranks.
        let exempt = whole - number;
        let of_rank =
            |pack: &Pack| i64::from(pack.packs) * i64::try_from(pack.suits.len()).unwrap_or(1);
        let exempt = if exempt % of_rank(self.whole) == 0 {
            exempt / of_rank(self.whole) * of_rank(self.short)
        } else {
            exempt
        };
        Some((short - exempt).max(0))
    }

    /// A condition where each number that a `size` is compared with follows the pack.
    fn condition(&self, text: &str, is_win: bool) -> String {
        let mut new = String::new();
        let mut rest = text;
        while let Some(start) = rest.find(|c: char| c.is_ascii_digit()) {
            let (before, from_number) = rest.split_at(start);
            rest = from_number.trim_start_matches(|c: char| c.is_ascii_digit());
            let number = &from_number[..from_number.len() - rest.len()];
            new += before;
            let size = number.parse().ok().filter(|_| follows_size(&new));
            let size = size.and_then(|number| self.size(number, is_win));
            new += &size.map_or_else(|| number.to_owned(), |size| size.to_string());
        }
        new + rest
    }
}

/// Whether a text ends with the comparison of a size.
fn follows_size(text: &str) -> bool {
    let text = text.trim_end();
    let without = text.trim_end_matches(['=', '<', '>', '!']);
    without.len() < text.len() && without.trim_end().rsplit('.').next() == Some("size")
}
