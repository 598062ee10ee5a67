//! Helpers shared by the tests: paths, snapshot settings, and a way to run the program in this process.

use std::fs;
use std::io::BufRead;
use std::path::{Path, PathBuf};
use std::process::Command;

use insta_cmd::get_cargo_bin;
use patience::Rules;
use patience::cli::{Streams, run};
use tempfile::{TempDir, tempdir};

pub(crate) use crate::rng::Rng;

/// The project's root directory.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// Reads a number from an environment variable, so that a manual run can be made longer than a normal test run.
pub(crate) fn env_number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(default, |t| t.parse().expect("the variable is a number"))
}

/// The rules files in a folder of the project, in alphabetical order.
pub(crate) fn rules_files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder exists");
    let mut files: Vec<PathBuf> = entries
        .map(|e| e.expect("the entry can be read").path())
        .collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "toml"));
    files.sort();
    files
}

/// Opens a rules file; panics if it has errors.
pub(crate) fn open_rules(path: &Path) -> Rules {
    Rules::open(path).unwrap_or_else(|error| panic!("{error}"))
}

/// A folder for the files of a test, which is removed with it.
pub(crate) struct Folder(TempDir);

impl Folder {
    pub(crate) fn new() -> Folder {
        Folder(tempdir().expect("a folder can be made"))
    }

    pub(crate) fn dir(&self) -> &Path {
        self.0.path()
    }

    /// The path of a file in the folder.
    pub(crate) fn path(&self, name: &str) -> String {
        let path = self.dir().join(name);
        path.to_str().expect("the path is UTF-8").to_owned()
    }

    /// Writes a file, and returns its path.
    pub(crate) fn write(&self, name: &str, content: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, content).expect("there is room");
        path
    }
}

/// The program as a process of its own, in the project's folder, without colors.
pub(crate) fn program() -> Command {
    let mut command = Command::new(get_cargo_bin("patience"));
    command
        .current_dir(root())
        .env_remove("CLICOLOR_FORCE")
        .env("NO_COLOR", "1");
    command
}

/// The result of a run of the program: exit status, standard output and standard error.
pub(crate) struct RunResult {
    pub(crate) status: u8,
    pub(crate) stdout: String,
    pub(crate) stderr: String,
}

/// Runs the program in this process, as if its input and output were pipes.
pub(crate) fn run_patience(args: &[&str], input: &str) -> RunResult {
    run_at(args, input, false, None)
}

/// Runs the program in this process, as if its input and output were a terminal.
pub(crate) fn run_at_terminal(args: &[&str], input: &str) -> RunResult {
    run_at(args, input, true, None)
}

/// Like [`run_at_terminal`] or [`run_patience`], with a folder in which games and statistics are kept.
pub(crate) fn run_with_data(
    args: &[&str],
    input: &str,
    is_terminal: bool,
    folder: &Path,
) -> RunResult {
    run_at(args, input, is_terminal, Some(folder))
}

fn run_at(args: &[&str], input: &str, is_terminal: bool, folder: Option<&Path>) -> RunResult {
    run_with_input(args, &mut input.as_bytes(), is_terminal, folder)
}

/// Like [`run_at_terminal`], at a terminal with colors.
pub(crate) fn run_in_color(args: &[&str], input: &str) -> RunResult {
    run_with_streams(args, &mut input.as_bytes(), None, true, true)
}

/// Runs the program in this process; `folder` is where games and statistics are kept.
pub(crate) fn run_with_input(
    args: &[&str],
    input: &mut dyn BufRead,
    is_terminal: bool,
    folder: Option<&Path>,
) -> RunResult {
    run_with_streams(args, input, folder, is_terminal, false)
}

fn run_with_streams(
    args: &[&str],
    input: &mut dyn BufRead,
    folder: Option<&Path>,
    is_terminal: bool,
    color: bool,
) -> RunResult {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        input,
        has_input: || false,
        output: &mut output,
        errors: &mut errors,
        is_interactive: is_terminal,
        edits_lines: false,
        to_terminal: is_terminal,
        color,
        board_color: color,
        data_folder: folder.map(Path::to_owned),
        game_folders: Vec::new(),
    };
    let status = run(
        std::iter::once("patience").chain(args.iter().copied()),
        &mut streams,
    );
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("output is UTF-8");
    RunResult {
        status,
        stdout: text(output),
        stderr: text(errors),
    }
}

/// Runs `f` with the snapshot settings shared by all tests, and a description that heads each snapshot file.
pub(crate) fn with_snapshot_settings(description: &str, f: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(description);
    settings.bind(f);
}

impl Rng {
    /// A random number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.next_u64() % n as u64).expect("it fits `usize`")
    }
}
