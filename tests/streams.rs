//! Pipes that close, disks that are full, and every kind of input line.

use std::io::Write;
use std::process::Stdio;

use crate::common::{program, run_patience, run_with_input};

/// Commands with long and short output, some that succeed and some that fail.
#[cfg(unix)]
const COMMANDS: [(&str, i32); 14] = [
    ("--help", 0),
    ("list", 0),
    ("rules klondike", 0),
    ("rules klondike --facts", 0),
    ("rules klondike --format markdown", 0),
    ("rules klondike --source", 0),
    ("play klondike --deal 1", 0),
    ("check games/klondike.toml", 0),
    ("check tests/errors/five_mistakes.toml", 3),
    ("test agnes", 0),
    ("test tests/games/failing/wrong-tests.toml", 1),
    ("perft klondike --deal 1 --depth 1", 0),
    ("simulate golf --deals 1..2", 0),
    ("simulate golf --deals 1..2 --format json", 0),
];

#[test]
fn a_closed_pipe_ends_the_program_quietly() {
    let mut child = program()
        .args(["play", "klondike", "--deal", "1"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .stderr(Stdio::piped())
        .spawn()
        .expect("the program starts");
    drop(child.stdout.take());
    let mut input = child.stdin.take().expect("standard input is a pipe");
    // The write may fail, because the program may exit before it reads everything. That is what is tested.
    let _ = input.write_all("show\n".repeat(20_000).as_bytes());
    drop(input);
    let output = child.wait_with_output().expect("the program ends");
    assert_eq!(String::from_utf8_lossy(&output.stderr), "");
    assert_eq!(output.status.code(), Some(0));
}

#[test]
#[cfg(unix)]
fn a_reader_that_stops_early_is_not_an_error() {
    for (args, status) in COMMANDS {
        let (reader, writer) = std::io::pipe().expect("a pipe can be created");
        drop(reader);
        let mut command = program();
        let output = command.args(args.split(' ')).stdout(writer).output();
        let output = output.expect("the program runs");
        assert_eq!(String::from_utf8_lossy(&output.stderr), "", "{args}");
        assert_eq!(output.status.code(), Some(status), "{args}");
    }
}

#[test]
#[cfg(target_os = "linux")]
fn a_full_disk_is_an_error() {
    for (args, _) in COMMANDS {
        let full = std::fs::OpenOptions::new().write(true).open("/dev/full");
        let full = full.expect("`/dev/full` exists");
        let mut command = program();
        let output = command.args(args.split(' ')).stdout(full).output();
        let output = output.expect("the program runs");
        let errors = String::from_utf8_lossy(&output.stderr);
        assert_eq!(output.status.code(), Some(2), "{args}");
        assert!(
            errors.starts_with("error: the output cannot be written"),
            "{args}: {errors}"
        );
        assert_eq!(errors.lines().count(), 1, "{args}: {errors}");
    }
}

/// All input is limited, and endless input is rejected.
#[test]
fn input_is_limited() {
    let folder = std::env::temp_dir().join(format!("patience-{}", std::process::id()));
    std::fs::create_dir_all(&folder).expect("the folder can be created");
    let large = folder.join("large.toml");
    let file = std::fs::File::create(&large).expect("the file can be created");
    file.set_len(2 << 20).expect("the file can be extended");
    let large = large.to_str().expect("the path is UTF-8");
    let mut cases = vec![(large, 3, "error: the file is larger than 1 MiB".to_owned())];
    if cfg!(unix) {
        let why = "error: /dev/zero: not a regular file".to_owned();
        cases.push(("/dev/zero", 2, why));
    }
    for (path, status, complaint) in cases {
        for args in [
            &["play", "klondike", "--position", path][..],
            &["check", path],
            &["test", path],
        ] {
            let result = run_patience(args, "");
            assert_eq!(result.status, status, "{args:?}");
            // `check` prints what it finds to standard output.
            let text = result.stderr + &result.stdout;
            assert!(text.starts_with(&complaint), "{text}");
        }
    }
    std::fs::remove_dir_all(&folder).expect("the folder exists");
    let deck = "AS ".repeat(1000);
    let result = run_patience(&["play", "klondike", "--deck", &deck], "");
    assert_eq!(result.stderr, "error: --deck: more than 1000 bytes\n");
    let spaces = format!("deal{}nonsense\n", " ".repeat(1200));
    let result = run_patience(&["play", "klondike", "--deal", "1"], &spaces);
    assert!(
        result
            .stdout
            .ends_with("\n> ...\nA line can have at most 1000 bytes.\n\n")
    );
}

/// What the program takes for the lines of an input: `...` for one that is too long, which is skipped whole.
fn lines_of(input: &[u8]) -> Vec<String> {
    let args = ["play", "four-corners", "--deal", "1"];
    let result = run_with_input(&args, &mut &input[..], false, None);
    let typed = result.stdout.lines();
    let typed = typed.filter_map(|line| line.strip_prefix("> "));
    typed.map(str::to_owned).collect()
}

#[test]
fn lines_of_input_are_read() {
    assert_eq!(lines_of(b""), [""; 0]);
    assert_eq!(lines_of(b"\n"), [""]);
    assert_eq!(lines_of(b"a\nb\r\nc"), ["a", "b", "c"]);
    assert_eq!(lines_of(b"a\r"), ["a"]);
    assert_eq!(lines_of(b"a\n\r\nb\n"), ["a", "", "b"]);
    // A command without its invisible characters would be another one.
    let typed =
        "de\0al\nd\u{fffd}eal\n\x1b[A\ndeal\x08\nt1\tt2\ra\n\u{9b}\u{202e}\u{2069}d\u{200b}\n";
    let read = [
        "de\u{fffd}al",
        "d\u{fffd}eal",
        "\u{fffd}[A",
        "deal\u{fffd}",
        "t1\tt2\u{fffd}a",
        "\u{fffd}\u{fffd}\u{fffd}d\u{fffd}",
    ];
    assert_eq!(lines_of(typed.as_bytes()), read);
    assert_eq!(lines_of(b"d\xff\n"), ["d\u{fffd}"]);
    for end in ["\n", "\r\n", ""] {
        for length in [998, 999, 1000, 1001, 1002, 1003, 1004, 100_000] {
            let line = "x".repeat(length);
            let expected = if length <= 1000 { &line } else { "..." };
            let typed = format!("{line}{end}");
            assert_eq!(lines_of(typed.as_bytes()), [expected], "{length} {end:?}");
        }
    }
}

#[test]
fn a_pipe_gets_no_control_codes() {
    let result = run_patience(
        &["play", "dutchess", "--deal", "1"],
        "r3 f\n\u{1b}[31mx\nmoves\n",
    );
    assert!(result.stdout.chars().all(|c| c == '\n' || !c.is_control()));
    assert!(result.stdout.lines().all(|l| l.chars().count() <= 80));
}
