//! Help from the solver in `play`, where a transcript does not show all of it.

use std::fs;
use std::path::{Path, PathBuf};

use patience::player::HonestPlayer;
use patience::solve::{Control, Limits};
use patience::{Deal, DealNumber, Position, Rules, Session, Solver, Verdict};
use serde_json::{Value, json};

use crate::common::{root, run_patience, run_with_data};

/// The answers of the program to commands, after the first line.
fn ask(args: &[&str], commands: &[&str]) -> Vec<Value> {
    let lines = commands.iter();
    let lines: String = lines
        .map(|command| format!("{}\n", json!({ "do": command })))
        .collect();
    let args = [&["play"], args, &["--format", "json"]].concat();
    let result = run_patience(&args, &lines);
    assert_eq!((result.status, result.stderr.as_str()), (0, ""));
    let answers = result.stdout.lines().skip(1);
    answers
        .map(|line| serde_json::from_str(line).expect("it is JSON"))
        .collect()
}

fn strings(value: &Value) -> Vec<String> {
    let values = value.as_array().expect("it is an array").iter();
    values
        .map(|value| value.as_str().expect("it is a string").to_owned())
        .collect()
}

/// After one search, each move of the line is known without another, wherever the player comes to it from.
#[test]
fn the_solver_leads_to_the_win() {
    for args in [["klondike", "--deal", "3"], ["parisienne", "--deal", "1"]] {
        let first = ask(&args, &["solve"]);
        let moves = strings(&first[0]["solution"]["moves"]);
        assert!(moves.len() > 20, "{moves:?}");
        let mut commands = vec!["solve"];
        for mv in &moves {
            commands.extend(["hint sure", mv, "undo", "redo", "solve 1 position"]);
        }
        let answers = ask(&args, &commands);
        for (index, answers) in answers[1..].chunks_exact(5).enumerate() {
            let [sure, .., solved] = answers else {
                panic!("there are five answers");
            };
            let hint = strings(&sure["messages"]).concat();
            assert!(hint.starts_with(&format!("`{}`: ", moves[index])), "{hint}");
            if index + 1 == moves.len() {
                assert_eq!(solved["state"]["outcome"], "won");
            } else {
                assert_eq!(strings(&solved["solution"]["moves"]), moves[index + 1..]);
            }
        }
    }
}

/// What is said of a game that was lost agrees with what is said of its positions one by one.
#[test]
fn the_move_that_lost_is_between_what_was_won_and_what_is_lost() {
    let (mut found, mut exact, mut partly) = (0, 0, 0);
    for deal in ["6", "8", "9"] {
        let args = ["fan", "--deal", deal];
        // Any moves, most of them bad.
        let mut moves: Vec<String> = Vec::new();
        for _ in 0..12 {
            let commands: Vec<&str> = moves.iter().map(String::as_str).chain(["show"]).collect();
            let answers = ask(&args, &commands);
            let state = &answers.last().expect("there is an answer")["state"];
            let legal = state["legal"].as_array().expect("it is an array");
            let chosen = legal.iter().rev().nth(1).map(|legal| &legal["do"]);
            moves.extend(chosen.and_then(Value::as_str).map(str::to_owned));
        }
        let commands: Vec<&str> = moves.iter().map(String::as_str).collect();
        let truth: Vec<Value> = (0..=commands.len())
            .map(|number| {
                let commands = [&commands[..number], &["solve 30000 positions"]].concat();
                let mut answers = ask(&args, &commands);
                answers.pop().expect("there is an answer")["solution"]["verdict"].take()
            })
            .collect();
        for effort in [300, 1000, 3000, 400_000] {
            let question = format!("solve lost {effort} positions");
            let answers = ask(&args, &[&commands[..], &[&question]].concat());
            let solution = &answers.last().expect("there is an answer")["solution"];
            let after = |field: &str| {
                let number = solution[field].as_u64()?;
                Some(usize::try_from(number).expect("it is small"))
            };
            let (won, lost) = (after("winnable_after"), after("unwinnable_after"));
            // A search for less can fail where one for more does not, but it says nothing else.
            assert!(
                won.is_none_or(|number| truth[number] == "winnable"),
                "{deal} {effort}"
            );
            assert!(
                lost.is_none_or(|number| truth[number] == "unwinnable"),
                "{deal} {effort}"
            );
            assert!(won.is_none_or(|won| lost.is_none_or(|lost| won < lost)));
            // Each search may take as long as one for the truth.
            if effort == 400_000 && truth.iter().all(|verdict| verdict != "unknown") {
                let count = truth
                    .iter()
                    .filter(|verdict| *verdict == "winnable")
                    .count();
                assert_eq!(won.map_or(0, |won| won + 1), count, "{deal}");
                exact += 1;
            }
            found += usize::from(won.is_some()) + usize::from(lost.is_some());
            let next = won.map_or(0, |won| won + 1);
            partly += usize::from(lost.is_some_and(|lost| lost > next));
        }
    }
    assert!(
        found >= 4 && exact > 0 && partly > 0,
        "{found} {exact} {partly}"
    );
}

/// A win without its detours is a win, and much shorter where a search wanders: with so little memory only the depth-first
/// search goes on long enough to win.
#[test]
fn wins_are_shortened() {
    let rules = Rules::built_in("eight-off").expect("the game is built in");
    let limits = Limits::default().with_states(20_000).with_memory(2 << 20);
    let long = Solver::new(limits.clone());
    let short = Solver::new(limits).with_shorter_wins();
    let (mut found, mut kept) = (0, 0);
    for number in 1..9 {
        let deal = Deal::Number(DealNumber(number));
        let first = Position::deal(rules.game(), &deal).expect("the deal exists");
        let [long, short] = [&long, &short].map(|solver| {
            let solution = solver.solve(&first, &Control::default());
            solution.verdict
        });
        let (Verdict::Winnable(long), Verdict::Winnable(short)) = (long, short) else {
            continue;
        };
        let mut position = first;
        for &mv in &short {
            position.play(mv).expect("the move is legal");
        }
        assert!(position.is_won());
        assert!(short.len() <= long.len());
        found += long.len();
        kept += short.len();
    }
    assert!(0 < kept && kept * 3 < found * 2, "{kept} of {found}");
}

/// An empty folder of a test.
fn new_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(name);
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be created");
    folder
}

/// How often the solver helped in each of the games of a session, the last one first.
fn help_in(name: &str, commands: &str) -> Vec<u64> {
    let folder = new_folder(name);
    let position = "tests/plays/solver.position";
    let args = ["play", "golf", "--position", position];
    let played = run_with_data(&args, commands, true, &folder);
    assert_eq!((played.status, played.stderr.as_str()), (0, ""));
    let args = ["stats", "--format", "json", "--history", "9"];
    let stats = run_with_data(&args, "", false, &folder);
    let stats: Value = serde_json::from_str(&stats.stdout).expect("it is JSON");
    let history = stats["history"].as_array().expect("it is an array").iter();
    let help: Vec<u64> = history.filter_map(|game| game["solver"].as_u64()).collect();
    let helped = help.iter().filter(|&&help| help > 0).count();
    assert_eq!(stats["games"][0]["helped_by_solver"], helped);
    assert_eq!(stats["games"][0]["helped"], helped);
    help
}

/// Every answer counts, except those that say nothing. Where a game was lost is help only if it goes on.
#[test]
fn the_solver_counts_as_help() {
    let cases: [(&str, &[u64]); 8] = [
        (
            "t1 f; solve; hint sure; solve lost always; solve foo; new 5",
            &[2],
        ),
        ("solve 1 position; t1 f; new 5", &[0]),
        ("t2 f; solve lost; solve lost; deal; new 5", &[2]),
        ("t2 f; deal; solve lost; undo; new 5", &[0]),
        ("t2 f; deal; solve lost; new 5; undo; undo; new 5", &[0]),
        (
            "t2 f; deal; solve lost; new 5; undo; undo 2; t1 f; new 5",
            &[1],
        ),
        // What the solver has said of a deal stays known when it is started over.
        ("t2 f; solve lost; restart; t1 f; t1 f; deal; t2 f", &[1, 0]),
        ("solve; restart; t1 f; t1 f; deal; t2 f; solve", &[1]),
    ];
    for (number, (commands, help)) in cases.iter().enumerate() {
        let commands = commands.replace("; ", "\n") + "\nquit\n";
        let name = format!("solver-as-help-{number}");
        assert_eq!(help_in(&name, &commands), *help, "{commands}");
    }
}

/// Help is kept with a game that is left, even if nothing was played after it.
#[test]
fn help_is_kept_with_a_game() {
    let folder = new_folder("solver-kept");
    let args = ["play", "golf", "--deal", "1"];
    run_with_data(
        &args,
        "deal\nsolve lost 100 positions\nhint\nquit\n",
        true,
        &folder,
    );
    let lines = "deal\nnew 2\nquit\n";
    run_with_data(&["play", "--resume"], lines, true, &folder);
    let args = ["stats", "--format", "json", "--history", "1"];
    let stats = run_with_data(&args, "", false, &folder);
    assert!(stats.stdout.contains(r#""hints":1,"#), "{}", stats.stdout);
}

/// Why no deal is known to be winnable.
#[test]
fn a_search_for_a_winnable_deal_says_why_it_failed() {
    let folder = new_folder("solver-winnable");
    let file = folder.join("shuffled.toml");
    let rules = r#"
name = "Shuffled"
win = 'waste.size == 2 and waste.top is Ace'
[piles.waste]
take = "none"
[actions.deal]
when = 'waste is empty'
do = [{ deal = 1, to = "waste" }]
[actions.again]
when = 'WHEN'
do = [{ turn = "waste", to = "stock" }, { shuffle = "stock" }]
[actions.more]
when = 'waste.size == 1'
do = [{ deal = 2, to = "waste" }]
"#;
    for (when, why) in [
        ("waste.size == 9", "100 deals cannot be won"),
        (
            "waste.size == 1",
            "100 deals could not be decided, as what is left depends on a shuffle",
        ),
        (
            "waste.size == 1 and waste.top is red",
            " deals cannot be won and ",
        ),
    ] {
        fs::write(&file, rules.replace("WHEN", when)).expect("it can be written");
        let file = file.to_str().expect("the path is UTF-8");
        let played = run_patience(&["play", file, "--deal", "1", "--winnable"], "");
        let start = "error: no deal that can certainly be won was found: ";
        assert!(played.stderr.starts_with(start), "{}", played.stderr);
        assert!(played.stderr.contains(why), "{}", played.stderr);
    }
}

/// Whoever runs a replay need not have read it, so it cannot search for as long as it likes.
#[test]
fn a_replay_does_not_search() {
    let folder = new_folder("solver-in-replay");
    fs::copy(root().join("games/golf.toml"), folder.join("golf.toml")).expect("it can be copied");
    let commands = ["solve 1e9", "solve lost", "hint sure", "new winnable"];
    let replay = folder.join("golf.search.play");
    let text = format!("--deal 1\n{}\n", commands.join("\n"));
    fs::write(&replay, text).expect("it can be written");
    let folder = folder.to_str().expect("the path is UTF-8");
    run_patience(&["test", folder, "--update"], "");
    let text = fs::read_to_string(&replay).expect("it can be read");
    for command in commands {
        let answer = format!("> {command}\nA replay does not ask the solver.\n");
        assert!(text.contains(&answer), "{text}");
    }
}

/// Ctrl-C ends a search. The game goes on.
#[test]
#[cfg(unix)]
fn a_search_can_be_interrupted() {
    // How long it takes until a search has begun depends on what else the machine does.
    let delays = [100, 400, 1600, 6400];
    assert!(delays.into_iter().any(is_interrupted_after));
}

/// Interrupts a search after so many milliseconds. Returns whether it had begun by then; if not, the program ends.
#[cfg(unix)]
fn is_interrupted_after(milliseconds: u64) -> bool {
    use std::io::{BufRead, BufReader, Write};
    use std::process::{Command, Stdio};
    use std::time::Duration;

    let rules = "tests/games/failing/never-decided.toml";
    let mut program = Command::new(env!("CARGO_BIN_EXE_patience"))
        .args(["play", rules, "--deal", "1"])
        .current_dir(root())
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("the program can be started");
    let mut input = program.stdin.take().expect("it has an input");
    let output = program.stdout.take().expect("it has an output");
    let mut lines = BufReader::new(output).lines().map_while(Result::ok);
    writeln!(input, "solve 600").expect("the program reads");
    assert!(lines.any(|line| line == "> solve 600"));
    std::thread::sleep(Duration::from_millis(milliseconds));
    let id = program.id().to_string();
    let sent = Command::new("kill").args(["-INT", &id]).status();
    assert!(sent.expect("there is `kill`").success());
    let is_interrupted = lines
        .next()
        .is_some_and(|answer| answer.contains("as the search was interrupted"));
    if is_interrupted {
        writeln!(input, "t1 t2").expect("the program reads");
        assert!(lines.any(|line| line == "> t1 t2"));
        drop(input);
        assert!(lines.count() > 3, "the board is shown");
    }
    let status = program.wait().expect("it is our child");
    assert_eq!(status.success(), is_interrupted);
    is_interrupted
}

/// Where all cards are open, hints lead to a win that is found, also by moves of several cards; and a game that is won gets
/// none.
#[test]
fn hints_alone_win_an_open_game() {
    let mut compounds = 0;
    for args in [["freecell", "--deal", "2"], ["bakers-dozen", "--deal", "2"]] {
        let answers = ask(&args, &["hint", "accept"].repeat(130));
        let won = answers.chunks_exact(2).position(|answers| {
            let hint = strings(&answers[0]["messages"]).concat();
            let typed = hint.split('`').nth(1).unwrap_or_default();
            // A number of cards stands only with moves of several, one at a time.
            let is_compound = typed.split(' ').count() == 3;
            assert_eq!(hint.contains("one at a time"), is_compound, "{hint}");
            compounds += usize::from(is_compound);
            answers[1]["state"]["outcome"] == "won"
        });
        assert!(won.is_some(), "{args:?}");
        let said = answers.last().expect("there is an answer").to_string();
        assert!(said.contains("there is no hint to play"), "{said}");
        let said = answers[answers.len() - 2].to_string();
        assert!(said.contains("the game is won"), "{said}");
    }
    assert!(compounds > 0);
}

/// A game in which the color of the face-down top of the stock decides whether `deal` is legal.
const TELLTALE: &str = r#"
name = "Telltale"
[piles.foundation]
count = 4
start = 'Ace'
build = 'up and in_suit'
[piles.waste]
[actions.deal]
when = 'stock.top.color == red or waste is empty'
do = [{ deal = 1, to = "waste" }]
[actions.skip]
do = [{ deal = 1, to = "foundation" }]
"#;

/// If hidden cards decide which moves are legal, a hint is only a guess, and says by which rule: whether they allow the move
/// or forbid it.
#[test]
fn a_rule_that_reads_hidden_cards_is_named() {
    let folder = tempfile::tempdir().expect("a folder can be made");
    let file = folder.path().join("telltale.toml");
    fs::write(&file, TELLTALE).expect("it can be written");
    let file = file.to_str().expect("it is a path");
    let guess =
        "It is only a guess: by `actions.deal.when`, hidden cards decide which moves are legal.";
    let (mut allowed, mut forbidden) = (0, 0);
    for deal in ["1", "2", "3", "4"] {
        let answers = ask(&[file, "--deal", deal], &["hint", "deal", "hint", "moves"]);
        let said = |index: usize| strings(&answers[index]["messages"]).join("\n");
        assert!(!said(0).contains("only a guess"), "{}", said(0));
        assert!(said(2).contains(guess), "{}", said(2));
        if said(3).contains("`deal`") {
            allowed += 1;
        } else {
            forbidden += 1;
        }
    }
    assert!(allowed > 0 && forbidden > 0, "{allowed}, {forbidden}");
}

/// Where cards are hidden, hints are what an honest player plays who does not look through the stock, and say how many
/// ways were tried for the hidden cards.
#[test]
fn hints_play_as_an_honest_player() {
    let rules = Rules::built_in("klondike").expect("it is a game");
    let deal = Deal::Number(DealNumber(1));
    let first = Position::deal(rules.game(), &deal).expect("it can be dealt");
    let mut session = Session::new(first);
    let mut player = HonestPlayer::new(30_000).without_looking();
    let mut moves = Vec::new();
    while !session.knows_all_cards()
        && let Some(mv) = player.choose(session.position(), &Control::default())
    {
        moves.push(session.position().format_move(mv));
        session.play_move(mv).expect("it is legal");
    }
    assert!(moves.len() > 40, "{moves:?}");
    let commands: Vec<&str> = moves.iter().flat_map(|mv| ["hint", mv.as_str()]).collect();
    let answers = ask(&["klondike", "--deal", "1"], &commands);
    let hints: Vec<String> = answers
        .iter()
        .filter(|answer| answer["messages"].to_string().contains("`: "))
        .map(|answer| strings(&answer["messages"]).concat())
        .collect();
    assert_eq!(hints.len(), moves.len());
    for (hint, mv) in hints.iter().zip(&moves) {
        assert!(hint.starts_with(&format!("`{mv}`: ")), "{mv}: {hint}");
        assert!(hint.contains(" ways tried for the hidden cards"), "{hint}");
    }
}
