//! Text from outside cannot write to a terminal: whatever characters are in names of files and folders, in arguments, in
//! what is typed and in what files contain, only printable ones come out, no name makes a line of its own, and JSON says
//! exactly what there was.
#![cfg(unix)]

use std::fs;
use std::path::{Path, PathBuf};

use patience::internals::to_json;
use patience::internals::{is_printable, printable, printable_line};
use serde_json::{Value, json};
use tempfile::{TempDir, tempdir};

use crate::common::{RunResult, run_at_terminal, run_patience, run_with_data};

/// What names and texts contain: codes for terminals, old and new, changes of the direction, characters that cannot be
/// seen, and ends of lines.
const HIDDEN: [&str; 16] = [
    "\x1b[31m",
    "\x1b]0;title\x07",
    "\u{9b}31m",
    "\u{85}",
    "\u{90}",
    "\u{7f}",
    "\x08",
    "\r",
    "\n",
    "\u{202e}",
    "\u{2066}",
    "\u{2028}",
    "\u{200b}",
    "\u{feff}",
    "\u{ad}",
    "\u{61c}",
];

/// What would be a line of its own if a line end before it came through.
const FORGED: &str = "forged";

const GAME: &str = "name = \"Tiny\"
[piles.heap]
role = \"foundation\"
count = 4
start = 'any'
build = 'any'
[piles.waste]
[actions.deal]
do = [{ deal = 1, to = \"waste\" }]
[variants.two]
piles.heap.count = 5
[[test]]
deal = 1
legal = ['deal']
";

/// Files with a hidden text in their names and contents.
struct Scene {
    hidden: &'static str,
    folder: TempDir,
}

impl Scene {
    fn new(hidden: &'static str) -> Scene {
        let folder = tempdir().expect("there is room");
        let scene = Scene { hidden, folder };
        let name = scene.name();
        fs::create_dir(scene.path(&name)).expect("there is room");
        fs::create_dir(scene.path("empty")).expect("there is room");
        fs::create_dir(scene.path("snapshots")).expect("there is room");
        let wrong = GAME.replace("'any'", "'ayn'");
        let inside = GAME.replace("Tiny", &name);
        let failing = GAME.replace("['deal']", "['deal 9']");
        let attempt = json!({ "name": name, "rules": name, "version": name, "max_memory": 1 });
        let verdict = |winnable: bool| {
            let numbers = "\"states\":1,\"micros\":1,\"solved\":1";
            format!("{{\"attempt\":{attempt},\"deal\":\"1\",\"winnable\":{winnable},{numbers}}}\n")
        };
        for (file, text) in [
            (format!("{name}.toml"), GAME),
            (format!("{name}/{name}.toml"), GAME),
            (format!("{name}/{name}-wrong.toml"), &wrong),
            (format!("{name}-wrong.toml"), &wrong),
            (format!("{name}-failing.toml"), &failing),
            (format!("{name}.{name}.play"), "--deal 1\ndeal\n"),
            (
                format!("{name}.wrong.play"),
                &format!("--deal {name}\ndeal\n"),
            ),
            (format!("{name}.text.play"), &format!("--deal 1\n{name}\n")),
            (format!("snapshots/{name}.page.snap"), &format!("{name}\n")),
            (
                format!("{name}-failing.gaps"),
                &format!("{name} | {name}\n"),
            ),
            ("inside.toml".to_owned(), &inside),
            (
                "child.toml".to_owned(),
                &format!("like = \"{name}\"\nname = \"Child\"\n"),
            ),
            (format!("{name}.pos"), "deal = 1\n"),
            ("wrong.pos".to_owned(), &name),
            ("wrong.save".to_owned(), &name),
            (
                "wrong-game.save".to_owned(),
                &format!("game = \"{name}\"\n"),
            ),
            (format!("{name}.jsonl"), &verdict(true)),
            (
                format!("{name}-both.jsonl"),
                &(verdict(true) + &verdict(false)),
            ),
            ("patience.sqlite".to_owned(), &name),
            ("verdicts.jsonl".to_owned(), &name),
        ] {
            fs::write(scene.path(&file), text).expect("there is room");
        }
        scene
    }

    /// A name with the hidden text in it.
    fn name(&self) -> String {
        format!("x{}{FORGED}", self.hidden)
    }

    fn path(&self, file: &str) -> PathBuf {
        self.folder.path().join(file)
    }

    /// The path of a file in which `NAME` stands for the name.
    fn text(&self, words: &str) -> String {
        let folder = self.folder.path().to_str().expect("it is UTF-8");
        words.replace("NAME", &self.name()).replace("DIR", folder)
    }

    fn check(&self, what: &str, result: &RunResult) {
        for (stream, text) in [("output", &result.stdout), ("errors", &result.stderr)] {
            let bad = text
                .chars()
                .find(|&c| c != '\n' && c != '\t' && !is_printable(c));
            assert_eq!(bad, None, "{what}, {:?}: {stream} {text:?}", self.hidden);
            let is_forged = text.lines().any(|line| line.starts_with(FORGED));
            assert!(!is_forged, "{what}, {:?}: {stream} {text:?}", self.hidden);
        }
    }

    /// Runs a command whose arguments are separated by `|`, through pipes and on a terminal.
    fn run(&self, command: &str, input: &str) -> RunResult {
        let args: Vec<String> = command.split('|').map(|arg| self.text(arg)).collect();
        let args: Vec<&str> = args.iter().map(String::as_str).collect();
        let input = self.text(input);
        // A terminal sends a line at each line end.
        self.check(command, &run_at_terminal(&args, &input));
        let result = run_patience(&args, &input);
        self.check(command, &result);
        result
    }
}

#[test]
fn names_of_files_are_harmless() {
    for hidden in HIDDEN {
        let scene = Scene::new(hidden);
        for command in [
            "check|DIR",
            "check|DIR/NAME.toml|DIR/NAME-wrong.toml|DIR/NAME-none.toml|DIR/NAME",
            "check|DIR/child.toml|DIR/inside.toml",
            "test|DIR/NAME.toml",
            "test|DIR/NAME-failing.toml",
            "test|DIR/NAME",
            "test|DIR/NAME.toml|--gaps",
            "test|DIR/NAME-failing.toml|--gaps",
            "test|DIR/NAME.toml|--format|json",
            "test|DIR/NAME.toml|--filter|NAME",
            "test|DIR/NAME.toml|--update",
            "test|DIR/empty",
            "test|DIR/NAME-none",
            "rules|DIR/NAME.toml",
            "rules|DIR/NAME.toml|--source",
            "rules|DIR/NAME.toml|--format|markdown",
            "rules|DIR/NAME-wrong.toml",
            "solve|DIR/NAME.toml|--deal|1|--states|100",
            "solve|DIR/NAME.toml|--deal|1|--states|100|--format|json",
            "perft|DIR/NAME.toml|--position|DIR/NAME.pos|--depth|1",
            "position|DIR/NAME.toml|--deal|1",
            "position|DIR/NAME.toml|--position|DIR/NAME",
            "position|DIR/NAME.toml|--position|DIR/NAME-none",
            "position|DIR/NAME.toml|--position|DIR/wrong.pos",
            "simulate|DIR/NAME.toml|--games|2",
            "simulate|DIR/NAME.toml|--deals|1..2|--format|json",
            "odds|DIR/NAME.toml|--deals|1..2|--states|50|--file|DIR/new",
            "odds|DIR/NAME.toml|--deals|1..2|--states|50|--file|DIR/new|--format|json",
            "odds|DIR/NAME.toml|--file|DIR/new",
            "odds|DIR/NAME.toml",
            "odds|--file|DIR/new|DIR/NAME.jsonl",
            "odds|--file|DIR/NAME.jsonl|DIR/NAME-both.jsonl",
            "odds|DIR/NAME.toml|--deals|1..2|--file|DIR/NAME-both.jsonl",
            "odds|DIR/NAME.toml|--deals|1..2|--file|DIR/NAME.toml",
            "odds|DIR/NAME.toml|--deals|1..2|--file|DIR/NAME",
            "odds|DIR/NAME.toml|--file|DIR/NAME-none",
            "list|--games|DIR/NAME",
            "list|--games|DIR/NAME|tiny",
            "list|--games|DIR/NAME-none",
            "list|--games|DIR|tiny",
            "play|klondike|--position|DIR/NAME-none",
            "play|--load|DIR/NAME-none",
            "play|--load|DIR/NAME.toml",
            "play|--load|DIR/NAME",
            "play|--load|DIR/wrong.save",
            "play|--load|DIR/wrong-game.save",
            "rules|--facts|DIR/NAME.toml",
            "stats|DIR/NAME.toml",
        ] {
            scene.run(command, "");
        }
    }
}

#[test]
fn arguments_are_harmless() {
    // Whoever writes a line end in an argument sees one.
    for hidden in HIDDEN.into_iter().filter(|hidden| *hidden != "\n") {
        let scene = Scene::new(hidden);
        for command in [
            "NAME",
            "NAME|NAME",
            "--NAME",
            "play|NAME",
            "play|klondike|--NAME",
            "play|klondike|--deal|NAME",
            "play|klondike|--deck|NAME",
            "play|klondike|--with|NAME",
            "play|klondike|--position|NAME",
            "play|klondike|--width|NAME",
            "play|--load|NAME",
            "--games|NAME|list",
            "list|NAME",
            "list|--family|NAME",
            "list|--length|NAME",
            "check|NAME",
            "test|NAME",
            "test|klondike|--filter|NAME",
            "rules|NAME",
            "rules|klondike|--with|NAME",
            "perft|klondike|--deal|NAME",
            "position|klondike|--deal|1|NAME",
            "position|klondike|--deal|1|t1 NAME",
            "simulate|klondike|--deals|NAME",
            "solve|klondike|--deal|1|--time|NAME",
            "odds|NAME",
            "odds|klondike|--deals|NAME",
            "odds|klondike|--shard|NAME",
            "stats|NAME",
            "new|NAME\x1b",
            "new|other|--like|NAME",
            "completions|NAME",
            "man|NAME",
            "help|NAME",
        ] {
            let result = scene.run(command, "");
            assert_ne!(result.status, 0, "{command}: {}", result.stdout);
        }
    }
}

#[test]
fn what_is_typed_is_harmless() {
    let commands = [
        "stats",
        "NAME",
        "t1 NAME",
        "deal NAME",
        "why NAME",
        "undo NAME",
        "undo 1NAME",
        "help NAME",
        "hint NAME",
        "moves NAME",
        "rules NAME",
        "show NAME",
        "stats NAME",
        "solve NAME",
        "trace NAME",
        "mark NAME",
        "new NAME",
        "restart NAME",
        "score NAME",
        "note NAME",
        "test NAME",
        "position NAME",
        "save DIR/NAME",
        "save DIR/NAME/none",
        "load DIR/NAME",
        "load DIR/NAME-none",
        "reload NAME",
        "quit NAME",
    ];
    for hidden in HIDDEN.into_iter().filter(|hidden| *hidden != "\n") {
        let scene = Scene::new(hidden);
        let input = commands.join("\n")
            + "\ndeal\ntest NAME\nstats\nsave DIR/bare.save\nreload\nmark\ntest\nquit\n";
        scene.run("play|klondike|--deal|1", &input);
        scene.run("play|DIR/NAME.toml|--deal|1", &input);
        let data = scene.path(&scene.name());
        for is_terminal in [true, false] {
            let args = scene.text("DIR/NAME.toml");
            let args = ["play", &args, "--deal", "1", "--stats"];
            let result = run_with_data(&args, &scene.text(&input), is_terminal, &data);
            scene.check("play with statistics", &result);
            let result = run_with_data(&["play", "--resume"], "stats\nquit\n", is_terminal, &data);
            scene.check("resume", &result);
            for args in [
                &["stats"][..],
                &["stats", "--history", "9"],
                &["stats", "klondike"],
            ] {
                let result = run_with_data(args, "", is_terminal, &data);
                scene.check("stats", &result);
            }
            let other = run_with_data(&["play", "--resume"], "", is_terminal, scene.folder.path());
            scene.check("resume what is no game", &other);
        }
    }
}

/// A test that `play` writes is one that `check` accepts, whatever was typed.
#[test]
fn a_test_that_was_typed_is_accepted() {
    // These end a command.
    for hidden in HIDDEN
        .into_iter()
        .filter(|hidden| !hidden.contains(['\n', ';']))
    {
        let scene = Scene::new(hidden);
        let played = scene.run("play|DIR/inside.toml|--deal|1", "");
        // The name of a game is not typed, and is refused.
        assert_eq!(played.status, 3, "{hidden:?}: {}", played.stdout);
        let played = scene.run(
            "play|DIR/NAME.toml|--deal|1",
            "deal\nNAME\ntest NAME\nquit\n",
        );
        let (_, test) = played
            .stdout
            .split_once("[[test]]")
            .expect("a test is printed");
        let (test, _) = test.split_once("\n\n").expect("it ends");
        let file = scene.path("tested.toml");
        fs::write(&file, format!("{GAME}\n[[test]]{test}\n")).expect("there is room");
        let checked = scene.run("test|DIR/tested.toml", "");
        assert_eq!(checked.status, 0, "{hidden:?}: {}{}", checked.stdout, test);
    }
}

fn parse(result: &RunResult) -> Vec<Value> {
    let lines = result.stdout.lines();
    lines
        .map(|line| serde_json::from_str(line).unwrap_or_else(|error| panic!("{error}: {line}")))
        .collect()
}

/// JSON escapes what cannot be printed, and loses nothing.
#[test]
fn json_says_what_there_was() {
    for hidden in HIDDEN {
        let scene = Scene::new(hidden);
        let tested = parse(&scene.run("test|DIR/NAME.toml|--format|json", ""));
        let path = scene.path(&format!("{}.toml", scene.name()));
        let path = path.to_str().expect("it is UTF-8");
        assert_eq!(tested[0]["files"][0]["file"], path);
        let replay = tested[0]["files"][0]["tests"].as_array().expect("a list");
        assert!(
            replay.iter().any(|test| test["name"] == scene.name()),
            "{tested:?}"
        );

        let id = serde_json::json!({ "id": scene.name(), "do": "deal" }).to_string();
        let args = ["play", path, "--deal", "1", "--format", "json", "--stats"];
        let data = scene.path("data");
        let played = run_with_data(&args, &format!("{id}\n"), false, &data);
        scene.check("the protocol", &played);
        assert_eq!(parse(&played)[1]["id"], scene.name());

        let stats = run_with_data(&["stats", "--format", "json"], "", false, &data);
        scene.check("stats as JSON", &stats);
        let canonical = Path::new(path).canonicalize().expect("it is there");
        assert_eq!(
            parse(&stats)[0]["games"][0]["game"],
            *canonical.to_str().expect("UTF-8")
        );
    }
}

#[test]
fn what_is_hidden_is_shown() {
    let text = "a\x1b[31m\u{9b}\u{202e}\u{2066}\u{feff}\x7f\0\r\n\tb";
    assert_eq!(
        printable_line(text),
        "a\u{241b}[31m\u{fffd}\u{fffd}\u{fffd}\u{fffd}\u{2421}\u{2400}\u{240d}\u{240a}\u{2409}b"
    );
    assert!(printable(text).ends_with("\u{2400}\r\n\tb"));
    assert_eq!(printable_line("Ä\u{1f0a1} 7♥"), "Ä\u{1f0a1} 7♥");
}

/// JSON escapes each character that is hidden, with four digits.
#[test]
fn json_loses_no_character() {
    assert!(('\u{10000}'..=char::MAX).all(is_printable));
    let all: String = ('\0'..='\u{ffff}').collect();
    let json = to_json(&all);
    assert!(json.chars().all(is_printable));
    assert_eq!(
        serde_json::from_str::<String>(&json).expect("it is JSON"),
        all
    );
}
