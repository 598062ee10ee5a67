//! The page for browsers, in a browser. `.ci/run` builds it and tries it where there is one.

mod chromium;

use patience::library::built_in_ids;
use patience::solve::{Control, Limits};
use patience::view::LegalMove;
use patience::{Deal, DealNumber, Move, Position, Rules, Solver, Verdict};
use serde_json::json;

use crate::common::root;
use chromium::Chromium;

/// The sizes of a phone and of a large screen.
const SIZES: [(u32, u32); 2] = [(360, 640), (1920, 1080)];

/// The page as `.ci/run` builds it.
fn page() -> String {
    let path = root().join("target/patience.html").canonicalize();
    format!("file://{}", path.expect("the page was built").display())
}

/// A deal that can be won, and the positions and moves of a win.
fn won(game: &str) -> (u64, Position, Vec<Move>) {
    let rules = Rules::built_in(game).expect("it is built in");
    let solver = Solver::new(Limits::default().with_states(200_000)).with_shorter_wins();
    for deal in 1..50 {
        let number = Deal::Number(DealNumber(deal));
        let position = Position::deal(rules.game(), &number).expect("it can be dealt");
        let verdict = solver.solve(&position, &Control::default()).verdict;
        if let Verdict::Winnable(moves) = verdict {
            return (deal, position, moves);
        }
    }
    panic!("no deal of {game} was won");
}

/// How a move is carried out in the page.
type Act = fn(&mut Chromium, &Position, Move);

/// The name of the pile of a card, and of the pile it goes to, and how many cards there are in each.
fn piles_of(position: &Position, mv: Move) -> Option<(String, usize, String)> {
    let view = position.view();
    let legal = view.legal.iter().find(|legal| legal.mv == mv)?;
    let (from, to) = (legal.from.clone()?, legal.to.clone()?);
    let pile = view.piles.iter().find(|pile| pile.name == from)?;
    let index = pile.cards.len() - usize::from(legal.count?);
    Some((from, index, to))
}

fn card(pile: &str, index: usize) -> String {
    format!(".card[data-pile='{pile}'][data-index='{index}']")
}

/// By taps: the card and, where that may go to several piles, the pile.
fn by_taps(browser: &mut Chromium, position: &Position, mv: Move) {
    let Some((from, index, to)) = piles_of(position, mv) else {
        return tap_action(browser, &position.format_move(mv));
    };
    browser.tap(&card(&from, index));
    let moves = position.view().legal;
    let others = moves
        .iter()
        .filter(|legal| legal.from.as_ref() == Some(&from));
    if others.count() > 1 {
        browser.wait_for("document.querySelector('.target') !== null");
        browser.tap(&format!(".target[data-pile='{to}']"));
    }
}

/// By drags.
fn by_drags(browser: &mut Chromium, position: &Position, mv: Move) {
    match piles_of(position, mv) {
        Some((from, index, to)) => {
            let target = format!(".pile[data-pile='{to}'] button.card");
            browser.drag(&card(&from, index), &target);
        }
        None => tap_action(browser, &position.format_move(mv)),
    }
}

fn tap_action(browser: &mut Chromium, name: &str) {
    browser.value(&format!("[...document.querySelectorAll('#actions button')].find((b) => b.innerText === {name:?}).id = 'chosen-action'"));
    browser.tap("#chosen-action");
}

/// By keys: the slash leads to the line, in which the move is typed.
fn by_keys(browser: &mut Chromium, position: &Position, mv: Move) {
    browser.value("document.activeElement.blur()");
    browser.press("/", 191, "/");
    browser.type_line(&position.format_move(mv));
}

fn play_to_the_end(game: &str, act: Act) {
    let page = page();
    let (deal, first, moves) = won(game);
    for (width, height) in SIZES {
        let folder = tempfile::tempdir().expect("there is room");
        let mut browser = Chromium::start(folder.path(), width, height);
        browser.open(&format!("{page}#g={game}&d={deal}"));
        let mut position = first.clone();
        for (number, &mv) in (1..).zip(&moves) {
            act(&mut browser, &position, mv);
            position.play(mv).expect("it is legal");
            browser.wait_for(&format!(
                "(new URLSearchParams(location.hash.slice(1)).get('m') ?? '').split('.').length === {number} && location.hash.includes('m=')"
            ));
        }
        assert!(position.is_won());
        browser.wait_for("document.body.classList.contains('is-won')");
        assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
    }
}

#[test]
#[ignore = "needs Chromium and the page"]
fn a_game_is_won_by_taps() {
    play_to_the_end("golf", by_taps);
}

#[test]
#[ignore = "needs Chromium and the page"]
fn a_game_is_won_by_drags() {
    play_to_the_end("freecell", by_drags);
}

#[test]
#[ignore = "needs Chromium and the page"]
fn a_game_is_won_by_keys() {
    play_to_the_end("klondike", by_keys);
}

#[test]
#[ignore = "needs Chromium and the page"]
fn a_card_that_can_go_to_several_piles_goes_where_the_next_tap_says() {
    let (_folder, mut browser) = open("#g=freecell&d=1");
    let rules = Rules::built_in("freecell").expect("it is built in");
    let position = Position::deal(rules.game(), &Deal::Number(DealNumber(1))).expect("it is dealt");
    let moves = position.view().legal;
    let from_pile = |from: &str| -> Vec<LegalMove> {
        let moves = moves.iter().cloned();
        moves
            .filter(|mv| mv.from.as_deref() == Some(from))
            .collect()
    };
    // A card that could go to a foundation would be put there at once.
    let several = moves.iter().find_map(|mv| {
        let found = from_pile(mv.from.as_deref()?);
        let is_clear = found.iter().all(|mv| mv.to.as_deref() != Some("f1"));
        (found.len() > 1 && is_clear).then_some(found)
    });
    let last = several
        .and_then(|mut moves| moves.pop())
        .expect("there is one");
    let (from, to) = (
        last.from.expect("it is a card"),
        last.to.expect("it goes somewhere"),
    );
    browser.tap(&format!("button.card[data-pile='{from}']"));
    browser.wait_for("document.querySelector('.target') !== null");
    browser.tap(&format!(".target[data-pile='{to}']"));
    let number = base_36(number_in_links(&position, last.mv));
    browser.wait_for(&format!("location.hash === '#g=freecell&d=1&m={number}'"));
}

/// The number that a link has for a move of a card.
fn number_in_links(position: &Position, mv: Move) -> u32 {
    let Move::Cards(card, to) = mv else {
        panic!("it moves no card");
    };
    let game = position.game();
    let from = position.pile_of(card).expect("it is on a pile");
    let depth = position.cards_down(from).position(|other| other == card);
    let pair = from.index() * game.piles().len() + to.index();
    let number = game.actions().len() + pair * game.deck().len();
    u32::try_from(number + depth.expect("it is there")).expect("it is small")
}

/// A number as links have it.
fn base_36(number: u32) -> String {
    let digit = char::from_digit(number % 36, 36).expect("it is a digit");
    match number / 36 {
        0 => digit.to_string(),
        rest => base_36(rest) + &digit.to_string(),
    }
}

/// Every game fits without scrolling sideways, and every card can be hit.
#[test]
#[ignore = "needs Chromium and the page"]
fn every_game_fits_the_window() {
    let page = page();
    let folder = tempfile::tempdir().expect("there is room");
    let mut browser = Chromium::start(folder.path(), 360, 640);
    browser.open(&page);
    let mut wide = Vec::new();
    for (width, height) in SIZES {
        browser.resize(width, height);
        for id in built_in_ids() {
            browser.value(&format!("location.hash = '#g={id}&d=1'"));
            browser.wait_for(&format!(
                "document.body.dataset.game === '{id}' && location.hash === '#g={id}&d=1'"
            ));
            let fits = browser.value(
                "document.documentElement.scrollWidth <= innerWidth && \
                 [...document.querySelectorAll('#board .card')].every((c) => { const r = c.getBoundingClientRect(); \
                 return r.left >= -0.5 && r.right <= innerWidth + 0.5 && r.width >= 15; })",
            );
            if fits != json!(true) {
                wide.push(format!("{id} at {width}x{height}"));
            }
        }
    }
    assert!(wide.is_empty(), "{wide:?}");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

/// A page with a game.
fn open(fragment: &str) -> (tempfile::TempDir, Chromium) {
    let page = page();
    let folder = tempfile::tempdir().expect("there is room");
    let mut browser = Chromium::start(folder.path(), 1280, 800);
    browser.open(&format!("{page}{fragment}"));
    (folder, browser)
}

/// Klondike with its rules beside the board.
fn open_workshop() -> (tempfile::TempDir, Chromium) {
    let (folder, mut browser) = open("#g=klondike&d=3");
    browser.tap("#more");
    browser.tap("#workshop");
    browser.wait_for("document.getElementById('source').value.includes('[piles.tableau]')");
    (folder, browser)
}

fn said(browser: &mut Chromium) -> String {
    let text = browser.value("document.getElementById('messages').innerText");
    text.as_str().expect("it is a text").to_owned()
}

fn type_line(browser: &mut Chromium, text: &str) {
    browser.tap("#line");
    browser.type_line(text);
}

fn wait_for_message(browser: &mut Chromium, text: &str) {
    browser.wait_for(&format!(
        "document.getElementById('messages').innerText.includes({})",
        json!(text)
    ));
}

fn change_rules(browser: &mut Chromium, change: &str) {
    browser.value(&format!(
        "(() => {{ const s = document.getElementById('source'); s.value = ((text) => {change})(s.value); \
         s.dispatchEvent(new Event('input')); }})()"
    ));
}

#[test]
#[ignore = "needs Chromium and the page"]
fn a_refusal_leads_to_its_rule() {
    let (_folder, mut browser) = open("#g=klondike&d=3");
    type_line(&mut browser, "t1 t2");
    wait_for_message(&mut browser, "that requires the opposite color");
    browser.tap("#messages .refused .command");
    browser.wait_for(
        "(() => { const s = document.getElementById('source'); \
         return s.value.slice(s.selectionStart, s.selectionEnd).startsWith('build = '); })()",
    );
}

#[test]
#[ignore = "needs Chromium and the page"]
fn rules_are_changed_beside_the_board() {
    let (_folder, mut browser) = open_workshop();
    change_rules(
        &mut browser,
        "text.replace(\"'down and alternating'\", \"'down and in_siut'\")",
    );
    browser.wait_for("document.getElementById('problems').innerText.includes('in_suit')");
    // The board keeps the last correct rules.
    assert!(said(&mut browser).contains("Klondike, deal 3"));
    browser.tap("#problems .fix");
    browser.wait_for(
        "document.getElementById('verdict').innerText.startsWith('The rules are correct')",
    );
    // The same deal under the new rules, which allow what the old ones refuse.
    browser.wait_for("location.hash.startsWith('#r=') && location.hash.endsWith('d=3')");
    type_line(&mut browser, "t1 t2");
    browser.wait_for("location.hash.includes('m=')");
    let tests = "`${text}\n[[test]]\nname = '<b>turns three</b>'\ndeal = 3\nmoves = ['deal']\nholds = 'waste.size == 3'\n\
                 [[test]]\nname = 'turns one'\ndeal = 3\nmoves = ['deal']\nholds = 'waste.size == 1'\n`";
    change_rules(&mut browser, tests);
    browser.wait_for("document.querySelectorAll('#tests .green, #tests .red').length === 2");
    let result = browser.value("document.getElementById('tests').innerText");
    assert_eq!(
        result,
        json!("✓ passed: <b>turns three</b>\n✗ failed: turns one")
    );
    // The rules travel in the link, and nothing in them is markup.
    type_line(&mut browser, "deal");
    browser.wait_for("/m=[0-9a-z]+\\.[0-9a-z]+$/.test(location.hash)");
    let link = browser
        .value("location.href")
        .as_str()
        .expect("it is a text")
        .to_owned();
    browser.open(&link);
    browser.wait_for("document.getElementById('status').innerText.startsWith('2 moves')");
    type_line(&mut browser, "t4 t6");
    wait_for_message(&mut browser, "requires the same suit");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

#[test]
#[ignore = "needs Chromium and the page"]
fn text_is_never_markup() {
    let (_folder, mut browser) = open_workshop();
    change_rules(
        &mut browser,
        "text.replace('name = \"Klondike\"', 'name = \"<img src=x onerror=alert(1)>\"').replaceAll('waste', 'b-b')",
    );
    browser.wait_for("document.getElementById('problems').innerText.length > 0 || location.hash.startsWith('#r=')");
    browser.tap("#rules");
    type_line(&mut browser, "<img src=x onerror=alert(1)>");
    wait_for_message(&mut browser, "found onerror=alert(1)");
    assert_eq!(
        browser.value("document.querySelectorAll('img').length"),
        json!(0)
    );
    // Nothing comes from elsewhere, and nothing could.
    let loaded =
        browser.value("performance.getEntriesByType('resource').map((e) => e.name.split(':')[0])");
    let loaded = loaded.as_array().expect("it is a list");
    assert!(loaded.iter().all(|kind| kind == "blob"), "{loaded:?}");
    let fetched =
        browser.value("fetch('https://example.com').then(() => 'loaded', () => 'refused')");
    assert_eq!(fetched, json!("refused"));
}

#[test]
#[ignore = "needs Chromium and the page"]
fn damaged_links_end_in_a_message() {
    let (_folder, mut browser) = open("#g=klondike&d=3&m=0");
    for (link, message) in [
        ("#g=nosuch&d=1", "there is no game `nosuch`"),
        ("#g=klondike&d=x", "`x` is not a deal"),
        ("#r=AAAA&d=1", "the rules in it are damaged"),
        ("#d=1", "it names no game"),
        ("#g=klondike&d=1&m=!", "its moves are damaged"),
        (
            "#g=klondike&d=1&m=zzz",
            "Move 1 is not legal under these rules",
        ),
        ("#g=klondike&w=nosuch&d=1", "`nosuch`"),
    ] {
        browser.value(&format!("location.hash = {}", json!(link)));
        let message = message.replace('`', "");
        wait_for_message(&mut browser, &message);
    }
    // Whatever else stands there, the page goes on.
    let mut random = 7_u64;
    let whole = "#r=dVE9T8MwEN3zK06e2qpNVAYGRiQ2JgaGCFVOcm2sOHZkO_0Q4r9zTppQoJL1g7v33vl0W6z1Ft9jI5&w=a&d=617&m=1.2.3f.zz";
    for _ in 0..150 {
        let mut link: Vec<u8> = whole.bytes().collect();
        for _ in 0..3 {
            random = random
                .wrapping_mul(6_364_136_223_846_793_005)
                .wrapping_add(1_442_695_040_888_963_407);
            let at = usize::try_from(random >> 33).expect("it fits") % (link.len() - 1) + 1;
            match random >> 61 {
                0..3 => link[at] = b'!' + u8::try_from((random >> 40) % 90).expect("it fits"),
                3..6 => drop(link.drain(at..(at + 5).min(link.len()))),
                _ => link.truncate(at.max(2)),
            }
        }
        let link = String::from_utf8(link).expect("it is ASCII");
        browser.value(&format!("location.hash = {}", json!(link)));
    }
    browser.value("location.hash = '#g=golf&d=9'");
    browser.wait_for("document.body.dataset.game === 'golf'");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

/// `new` and `undo` lead to another game and back, and the address says which one it is.
#[test]
#[ignore = "needs Chromium and the page"]
fn undo_leads_back_to_the_game_before() {
    let (_folder, mut browser) = open("#g=klondike&d=3");
    type_line(&mut browser, "t4 t6");
    browser.wait_for("location.hash.includes('m=')");
    type_line(&mut browser, "new freecell");
    browser.wait_for("location.hash.startsWith('#g=freecell&d=')");
    browser.wait_for("document.title.startsWith('FreeCell, deal ')");
    type_line(&mut browser, "undo");
    browser.wait_for("/^#g=klondike&d=3&m=[0-9a-z]+$/.test(location.hash)");
    type_line(&mut browser, "restart");
    browser.wait_for("location.hash === '#g=klondike&d=3'");
    type_line(&mut browser, "undo");
    browser.wait_for("/^#g=klondike&d=3&m=[0-9a-z]+$/.test(location.hash)");
    assert!(browser.complaints.is_empty(), "{:?}", browser.complaints);
}

#[test]
#[ignore = "needs Chromium and the page"]
fn a_search_can_be_stopped() {
    let (_folder, mut browser) = open("#g=spider&d=1");
    type_line(&mut browser, "solve 90000000 positions");
    browser.wait_for("!document.getElementById('stop').hidden");
    browser.tap("#stop");
    wait_for_message(&mut browser, "the search was interrupted");
    type_line(&mut browser, "hint");
    wait_for_message(&mut browser, "> hint");
}

#[test]
#[ignore = "needs Chromium and the page"]
fn the_game_is_still_there_when_the_page_is_opened_again() {
    let (_folder, mut browser) = open("#g=klondike&d=3");
    type_line(&mut browser, "deal; deal");
    browser.wait_for("document.getElementById('status').innerText.startsWith('2 moves')");
    browser.open(&page());
    browser.wait_for("document.getElementById('status').innerText.startsWith('2 moves')");
    assert!(
        browser
            .value("document.title")
            .to_string()
            .contains("Klondike, deal 3")
    );
}
