//! Fingerprints of rules.

use patience::Rules;
use patience::library::{Library, built_in_ids, catalog};
use patience_cli::Named;

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
        RULES.replace(
            "start = 'Ace'\nbuild = 'up and in_suit'",
            "build = 'up and in_suit'\nstart = 'Ace'",
        ),
    ];
    for text in same {
        assert_eq!(print_of(&text, &[]), plain, "{text}");
    }
    let different = [
        RULES.replace("up and in_suit", "up"),
        RULES.replace("[piles.waste]", "[piles.waste]\ncount = 2"),
        RULES.replace("deal = 1", "deal = 3"),
        RULES
            .replace("[piles.waste]\n", "")
            .replace("[actions", "[piles.waste]\n[actions"),
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

/// Rules that are written anew are the same, whatever the order of their keys was.
#[test]
fn rules_that_are_written_anew_keep_their_fingerprint() {
    for id in built_in_ids() {
        let rules = Rules::built_in(id).expect("it is built in");
        let text = rules
            .settings::<&str>(&[])
            .expect("no variant")
            .to_toml(false);
        let anew = Rules::parse_with("x.toml", "x", &text, &Library::new());
        let anew = anew.unwrap_or_else(|error| panic!("{id}: {error}"));
        assert_eq!(
            anew.game().fingerprint(),
            rules.game().fingerprint(),
            "{id}"
        );
    }
}

/// The fingerprints of built-in games, which are found without compiling them, are those of the compiled games.
#[test]
fn fingerprints_are_those_of_the_games() {
    let catalog = catalog();
    for found in Named::all(&Library::new()).iter().step_by(40) {
        let mut entries = catalog.iter();
        let entry = entries.find(|entry| entry.key() == found.game.game);
        let entry = entry.expect("the catalog has it");
        let variants: Vec<&String> = entry.variant.iter().chain(&found.game.variants).collect();
        let rules = Rules::built_in(&entry.id).expect("it is built in");
        let game = rules.with_variants(&variants).expect("they are variants");
        assert_eq!(game.fingerprint(), found.rules, "{found:?}");
    }
}
