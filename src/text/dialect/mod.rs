//! What other programs, and plain English, call the things of a rules file, and what to write instead.
//!
//! This is the only list of such words. Case, hyphens, underscores and spaces do not matter in it: `alternate color`
//! also stands for `alternate_color` and `alternateColor`.

mod conditions;
mod keys;

pub use conditions::*;
pub use keys::*;

/// What some words mean, which are separated by `|`.
#[derive(Clone, Copy, Debug)]
pub struct Saying {
    said: &'static str,
    /// What to write, as advice. In the tables of properties, `{}` stands for what has the property.
    pub advice: &'static str,
    /// The key or word that they stand for, if it has the same kind of value.
    pub right: Option<&'static str>,
}

const fn say(said: &'static str, advice: &'static str) -> Saying {
    Saying {
        said,
        advice,
        right: None,
    }
}

const fn key(said: &'static str, right: &'static str, advice: &'static str) -> Saying {
    Saying {
        said,
        advice,
        right: Some(right),
    }
}

/// Returns what some words stand for.
pub fn interpret(sayings: &'static [Saying], words: &str) -> Option<&'static Saying> {
    let words = normalize(words);
    let mut sayings = sayings.iter();
    sayings.find(|saying| saying.said.split('|').any(|said| said == words))
}

/// What other programs call the words of a choice, such as `Take`.
pub fn of_choice(name: &str) -> &'static [Saying] {
    match name {
        "Take" => TAKE,
        "Role" => GROUP,
        "Face" => FACE,
        _ => &[],
    }
}

/// What other programs call the keys of a table, given its path in the file.
pub fn of_table(path: &str) -> &'static [Saying] {
    let overlay = path.strip_prefix("variants.");
    let path = overlay.map_or(path, |path| {
        path.split_once('.').map_or("", |(_, path)| path)
    });
    let mut names = path.split('.');
    match (names.next(), names.next_back()) {
        (Some(""), _) => TOP_KEY,
        (Some("piles"), _) => GROUP_KEY,
        (_, Some("do")) => STEP_KEY,
        (Some("actions" | "auto"), _) => ACTION_KEY,
        _ => &[],
    }
}

/// Writes words in lower case, with one space between them.
fn normalize(words: &str) -> String {
    let mut normal = String::new();
    let mut was_lower = false;
    // No saying is that long.
    for c in words.chars().take(60) {
        let is_gap = c == '_' || c == '-' || c.is_whitespace();
        if (is_gap || c.is_uppercase() && was_lower) && !normal.ends_with(' ') {
            normal.push(' ');
        }
        if !is_gap {
            normal.extend(c.to_lowercase());
        }
        was_lower = c.is_lowercase();
    }
    normal.trim().to_owned()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_are_found_however_they_are_written() {
        for words in [
            "alternate color",
            "alternate_color",
            "Alternate-Color",
            "alternateColor",
        ] {
            assert!(interpret(CONDITION, words).is_some(), "{words}");
        }
        assert!(interpret(CONDITION, "color").is_none());
    }

    #[test]
    fn words_are_normal_and_stand_for_one_thing() {
        let tables = [
            CONDITION,
            CALL,
            QUANTIFIER,
            PILE_PROPERTY,
            CARD_PROPERTY,
            TOP_KEY,
            GROUP_KEY,
            ACTION_KEY,
            STEP_KEY,
            TAKE,
            FACE,
            AMOUNT,
        ];
        for table in tables {
            let mut said: Vec<&str> = table
                .iter()
                .flat_map(|saying| saying.said.split('|'))
                .collect();
            assert!(said.iter().all(|words| normalize(words) == *words));
            let count = said.len();
            said.sort_unstable();
            said.dedup();
            assert_eq!(said.len(), count);
        }
    }
}
