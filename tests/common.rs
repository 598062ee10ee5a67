//! What the tests share: where files are, how snapshots are kept, and the program run in this process.

use std::fs;
use std::path::{Path, PathBuf};

use patience::Rules;
use patience::cli::{Streams, run};

pub(crate) use crate::chance::Chance;

/// The folder of the project.
pub(crate) fn root() -> &'static Path {
    Path::new(env!("CARGO_MANIFEST_DIR"))
}

/// A number from the environment, by which somebody asks for more than there is time for each time.
pub(crate) fn setting(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(default, |t| t.parse().expect("a number is expected"))
}

/// The rules files of a folder of the project, in alphabetical order.
pub(crate) fn rules_files(folder: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder is there");
    let mut files: Vec<PathBuf> = entries
        .map(|e| e.expect("it can be listed").path())
        .collect();
    files.retain(|f| f.extension().is_some_and(|e| e == "toml"));
    files.sort();
    files
}

/// The rules of a file that is known to have no mistakes.
pub(crate) fn rules(path: &Path) -> Rules {
    Rules::open(path).unwrap_or_else(|error| panic!("{error}"))
}

/// What the program answers: its exit status, its answers and its complaints.
pub(crate) struct Answer {
    pub(crate) status: u8,
    pub(crate) output: String,
    pub(crate) errors: String,
}

/// Runs the program in this process, as in a pipe.
pub(crate) fn patience(args: &[&str], input: &str) -> Answer {
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        input: &mut input.as_bytes(),
        output: &mut output,
        errors: &mut errors,
        is_interactive: false,
        to_terminal: false,
        color: false,
    };
    let status = run(
        std::iter::once("patience").chain(args.iter().copied()),
        &mut streams,
    );
    let text = |bytes: Vec<u8>| String::from_utf8(bytes).expect("answers are text");
    Answer {
        status,
        output: text(output),
        errors: text(errors),
    }
}

/// Runs `f` with the settings that all snapshots share, and a description that stands at the top of each.
pub(crate) fn with_snapshots(description: &str, f: impl FnOnce()) {
    let mut settings = insta::Settings::clone_current();
    settings.set_prepend_module_to_snapshot(false);
    settings.set_omit_expression(true);
    settings.set_description(description);
    settings.bind(f);
}

impl Chance {
    /// A number below `n`.
    pub(crate) fn below(&mut self, n: usize) -> usize {
        usize::try_from(self.number() % n as u64).expect("below a length")
    }
}
