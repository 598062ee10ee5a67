//! Repositories of others: each file `tests/outside/*.commands` is played in a shell, in an empty folder outside the
//! project, as someone would type it who has only the program and `games/README.md`.

use std::fmt::Write as _;
use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use insta::assert_snapshot;

use crate::common::{with_each_file, with_snapshot_settings};
use crate::markdown::{blocks_of, read_page};

#[test]
#[cfg(unix)]
fn a_game_has_a_repository_of_its_own() {
    with_each_file("tests/outside", "commands", |path| {
        let name = path.file_stem().and_then(|name| name.to_str());
        let name = name.expect("the name is UTF-8");
        let folder = empty_folder(name);
        let scripts = blocks_of(&read_page("games/README.md"), "sh");
        let script = scripts.iter().find(|script| script.starts_with("#!"));
        let script = script.expect("the page has the script for CI");
        fs::write(folder.join("ci.sh"), script).expect("the file can be written");
        let commands = fs::read_to_string(path).expect("the file can be read");
        let mut transcript = String::new();
        for command in commands.lines().filter(|line| !line.is_empty()) {
            let _ = write!(transcript, "$ {command}\n{}", run(command, &folder));
        }
        with_snapshot_settings("", || assert_snapshot!("outside", transcript));
    });
}

fn empty_folder(name: &str) -> PathBuf {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("outside-{name}"));
    let _ = fs::remove_dir_all(&folder);
    fs::create_dir_all(&folder).expect("the folder can be created");
    folder
}

/// Runs a command in a shell that finds the program. Returns what it prints, and the exit status if that is not 0.
fn run(command: &str, folder: &Path) -> String {
    let program = Path::new(env!("CARGO_BIN_EXE_patience"));
    let own = program.parent().expect("the program is in a folder");
    let others = std::env::var("PATH").unwrap_or_default();
    let mut shell = Command::new("sh");
    shell.args(["-c", &format!("{{ {command}\n}} 2>&1")]);
    shell.env("PATH", format!("{}:{others}", own.display()));
    let output = shell.current_dir(folder).output();
    let output = output.expect("there is a shell");
    let mut text = String::from_utf8_lossy(&output.stdout).into_owned();
    match output.status.code() {
        Some(0) => {}
        code => {
            let _ = writeln!(text, "[exit status {}]", code.unwrap_or(-1));
        }
    }
    text
}
