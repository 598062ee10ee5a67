//! The author's words: those for named conditions stand for them on the page of rules, in refusals and in `why`, and those
//! for steps on the page and in the help of `play`.

use patience::{Deal, Position, Rules};

use crate::common::{Folder, run_patience};

const RULES: &str = r#"
name = "Steps"

[piles.foundation]
count = 4
start = 'Ace'
build = 'up and in_suit'

[piles.tableau]
count = 4
start = 'beside(this.left)'
build = 'near'

[setup]
do = [{ deal = 13, to = "tableau" }]

[define]
near        = 'card.rank == top.rank - 1 or card.rank == top.rank + 1'
"beside(p)" = 'p is empty and p.col > 1'

[describe]
near   = "the card is a neighbor in rank of the card under it"
beside = "{p} is a gap"

[variants.far]
define.near = 'card.rank == top.rank - 2 or card.rank == top.rank + 2'

[variants.said]
describe.near = "the card is next in rank"
"#;

#[test]
fn stand_for_their_conditions() {
    let rules = Rules::parse("steps", RULES).expect("the rules are valid");
    let page = rules.game().page().to_text(200);
    assert!(page.contains("takes a card if it is a neighbor in rank of the card under it."));
    assert!(page.contains("takes any card, if the pile to the left of the pile is a gap."));
    assert!(!page.contains("Terms:"), "{page}");
    let deal = Deal::Number(patience::DealNumber(1));
    let position = Position::deal(rules.game(), &deal).expect("the deal exists");
    let refusals = ["t1 t2", "t1 t3", "t1 t4", "t2 t1", "t2 t3"];
    let refused = refusals
        .iter()
        .filter_map(|text| position.parse_move(text).err());
    let refused: Vec<String> = refused.map(|error| error.to_string()).collect();
    let words = "that requires that the card is a neighbor in rank of the card under it";
    assert!(
        refused.iter().any(|refusal| refusal.contains(words)),
        "{refused:?}"
    );
}

#[test]
fn go_with_the_condition_they_were_written_for() {
    let rules = Rules::parse("steps", RULES).expect("the rules are valid");
    let page = |variant: &str| {
        let game = rules.with_variants(&[variant]).expect("the variant exists");
        game.page().to_text(100)
    };
    assert!(!page("far").contains("neighbor"), "{}", page("far"));
    assert!(page("said").contains("if it is next in rank."));
    assert!(!page("said").contains("neighbor"));
}

/// A description falls with any condition that its own one uses.
#[test]
fn fall_with_what_they_speak_of() {
    let text = RULES.replace(
        "near        = 'card.rank == top.rank - 1 or",
        "lower       = 'card.rank == top.rank - 1'\nnear        = 'lower or",
    );
    let text = text.replace(
        "define.near = ",
        "define.lower = 'card.rank == top.rank - 7'\n# ",
    );
    let rules = Rules::parse("steps", &text).expect("the rules are valid");
    let game = rules.with_variants(&["far"]).expect("the variant exists");
    let page = game.page().to_text(100);
    assert!(!page.contains("neighbor"), "{page}");
}

#[test]
fn are_no_rules() {
    let plain = RULES.replace("[describe]", "[ignored]");
    let lines = plain
        .lines()
        .filter(|line| !line.contains("\"the card") && !line.contains("a gap"));
    let lines = lines.filter(|line| !line.contains("ignored") && !line.contains("variants.said"));
    let plain: Vec<&str> = lines.collect();
    let plain = Rules::parse("steps", plain.join("\n")).expect("the rules are valid");
    let described = Rules::parse("steps", RULES).expect("the rules are valid");
    assert_eq!(plain.game().fingerprint(), described.game().fingerprint());
}

#[test]
fn give_way_to_the_words_of_the_program() {
    let folder = Folder::new();
    let path = folder.write("steps.toml", RULES);
    let result = run_patience(&["rules", &path, "--derived"], "");
    assert!(result.stdout.contains("*near*"), "{}", result.stdout);
    assert!(!result.stdout.contains("neighbor"), "{}", result.stdout);
    let result = run_patience(&["rules", &path, "--derived", "--facts"], "");
    assert!(
        result.stderr.contains("cannot be used with"),
        "{}",
        result.stderr
    );
}

const DEALS: &str = r#"
name = "Deals"

[piles.waste]

[piles.foundation]
count = 4
start = 'Ace'
build = 'up and in_suit'

[actions.deal]
when = 'stock is not empty'
do   = [{ deal = 1, to = "waste", when = 'few' }]

[actions.round]
limit = 2
do    = [{ call = "deal" }]

[auto.lone]
do = [{ deal = 1, from = "waste", to = "foundation 1", which = 'King and few' }]

[define]
few = 'waste.size < 20 or (stock.size > 3 and stock.size < 30)'

[describe]
deal  = "deal the next card, while there is room for it"
round = "deal once more"
lone  = "a lone King finds its place"

[variants.slow]
actions.deal.do = [{ deal = 1, to = "waste" }]

[variants.rare]
actions.round.limit = 1

[variants.fewer]
define.few = 'waste.size < 10'

[variants.bare]
drop = ["auto"]

[variants.silent]
drop = ["describe.deal"]
"#;

/// The page says of steps what their author says, and nothing of the conditions in them.
#[test]
fn stand_for_steps() {
    let rules = Rules::parse("deals", DEALS).expect("the rules are valid");
    let page = rules.game().page().to_text(100);
    let expected = [
        "Deal, when the stock is not empty: the next card, while there is room for it.",
        "Round (twice in a game): deal once more.",
        "A lone King finds its place.",
    ];
    for text in expected {
        assert!(page.contains(text), "{text}: {page}");
    }
    assert!(!page.contains("Terms:") && !page.contains("few"), "{page}");
}

/// A description of steps falls with them, with a condition that they use, and with an action whose steps they repeat, but
/// not with a limit.
#[test]
fn fall_with_the_steps_they_speak_of() {
    let rules = Rules::parse("deals", DEALS).expect("the rules are valid");
    let kept = |variant: &str| {
        let game = rules.with_variants(&[variant]).expect("the variant exists");
        let page = game.page().to_text(100);
        ["while there is room", "once more", "lone King"].map(|text| page.contains(text))
    };
    assert_eq!(kept("slow"), [false, false, true]);
    assert_eq!(kept("rare"), [true, true, true]);
    assert_eq!(kept("fewer"), [false, false, false]);
    assert_eq!(kept("bare"), [true, true, false]);
    assert_eq!(kept("silent"), [false, true, true]);
}

#[test]
fn are_plain_words_in_markdown() {
    let text = RULES.replace("is a gap", "is ~~a~~ [gap](x), <b> or a_b_c");
    let rules = Rules::parse("steps", &text).expect("the rules are valid");
    let page = rules.game().page().to_markdown();
    let plain = r"is \~\~a\~\~ \[gap\](x), \<b\> or a\_b\_c.";
    assert!(page.contains(plain), "{page}");
}
