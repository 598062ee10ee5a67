//! A fingerprint of the rules of a game.

use super::merge::is_inherited;
use crate::rules::tree::{TomlKind, TomlTable, Value};
use crate::text::Digest;

/// The fingerprint of merged rules. It depends on every key that can matter for play, on their order, and on nothing
/// else: not on names and descriptions, tests, comments, or how the rules are spread over files.
pub(super) fn fingerprint(table: &TomlTable) -> Digest {
    let mut digest = Digest::new();
    for (key, entry) in table {
        if is_inherited(key) && key != "family" {
            add_text(&mut digest, key);
            add_value(&mut digest, &entry.value);
        }
    }
    digest
}

/// Adds a value: a letter for its kind, and its content, with a length before everything that has one.
fn add_value(digest: &mut Digest, value: &Value) {
    match &value.kind {
        TomlKind::Text(text) => {
            digest.add(b"t");
            add_text(digest, text);
        }
        TomlKind::Integer(number) => {
            digest.add(b"i");
            digest.add(&number.to_le_bytes());
        }
        TomlKind::Bool(flag) => digest.add(if *flag { b"+" } else { b"-" }),
        TomlKind::List(list) => {
            digest.add(b"l");
            add_length(digest, list.len());
            for value in list {
                add_value(digest, value);
            }
        }
        TomlKind::Table(table) => {
            digest.add(b"k");
            add_length(digest, table.len());
            for (key, entry) in table {
                add_text(digest, key);
                add_value(digest, &entry.value);
            }
        }
        // No key of valid rules has such a value.
        TomlKind::TooLarge | TomlKind::Float(_) | TomlKind::Date | TomlKind::Time => {
            digest.add(b"?");
        }
    }
}

fn add_text(digest: &mut Digest, text: &str) {
    add_length(digest, text.len());
    digest.add(text.as_bytes());
}

fn add_length(digest: &mut Digest, length: usize) {
    digest.add(&(length as u64).to_le_bytes());
}

#[cfg(test)]
mod tests {
    use crate::rules::{Library, Rules, built_in_ids};

    const RULES: &str = r#"
name = "Heaps"
[piles.waste]
[piles.heap]
role = "foundation"
count = 4
start = 'Ace'
build = 'up and in_suit'
[actions.deal]
do = [{ deal = 1, to = "waste" }]
[variants.two]
actions.deal.do = [{ deal = 2, to = "waste" }]
"#;

    fn print_of(text: &str, variants: &[&str]) -> String {
        let library = Library::new().with_text("heaps", RULES);
        let rules = Rules::parse_with("x.toml", "x", text, &library).expect("the rules are valid");
        let game = rules.with_variants(variants).expect("the variant exists");
        game.fingerprint().to_owned()
    }

    #[test]
    fn only_what_matters_for_play_changes_the_fingerprint() {
        let plain = print_of(RULES, &[]);
        let same = [
            RULES.replace("Heaps", "Other Heaps"),
            RULES.replace("[piles.heap]", "# a comment\n[piles.heap]"),
            format!("{RULES}[[test]]\nname = 'x'\nlegal = ['deal']\nplace = {{ s = 'AS 2S' }}\n"),
            "name = 'Child'\nlike = 'heaps'".to_owned(),
        ];
        for text in same {
            assert_eq!(print_of(&text, &[]), plain, "{text}");
        }
        let different = [
            RULES.replace("up and in_suit", "up"),
            RULES.replace("[piles.waste]", "[piles.waste]\ncount = 2"),
            RULES.replace("deal = 1", "deal = 3"),
        ];
        for text in different {
            assert_ne!(print_of(&text, &[]), plain, "{text}");
        }
        assert_ne!(print_of(RULES, &["two"]), plain);
    }

    #[test]
    fn no_two_games_have_the_same_fingerprint_by_accident() {
        let mut prints: Vec<String> = Vec::new();
        for id in built_in_ids() {
            let rules = Rules::built_in(id).expect("it is built in");
            prints.push(rules.game().fingerprint().to_owned());
        }
        let games = prints.len();
        prints.sort_unstable();
        prints.dedup();
        // Two files may say the same rules under two names.
        assert!(games - prints.len() < 5, "{} of {games}", prints.len());
    }
}
