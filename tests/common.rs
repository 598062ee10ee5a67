//! Helpers shared by the tests: paths, snapshot settings, and a way to run the program in this process.

use std::any::Any;
use std::fmt::Debug;
use std::fs;
use std::io::{BufRead, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::{Path, PathBuf};
use std::process::Command;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, LazyLock, Mutex};

use insta_cmd::get_cargo_bin;
use patience::dialogue::Reply;
use patience::{Game, Position, Rules};
use patience_cli::{Streams, run};

use crate::host::Alone;
use tempfile::{TempDir, tempdir};

pub(crate) use crate::rng::Rng;

/// The project's root directory. The first call makes it the folder that the tests are in, as relative paths say.
pub(crate) fn root() -> &'static Path {
    static ROOT: LazyLock<PathBuf> = LazyLock::new(|| {
        let package = Path::new(env!("CARGO_MANIFEST_DIR"));
        let root = package.ancestors().nth(2);
        let root = root.expect("the program is in `src/cli`").to_owned();
        std::env::set_current_dir(&root).expect("the folder is there");
        root
    });
    &ROOT
}

fn env_number(name: &str, default: u64) -> u64 {
    let text = std::env::var(name).ok();
    text.map_or(default, |t| t.parse().expect("the variable is a number"))
}

/// How many random cases the tests try, in percent of those of `.ci/run`. With less than a fifth they would find too few.
fn percent() -> u64 {
    env_number("PATIENCE_CASES", 20).max(20)
}

/// The number of cases to try in this run, given the number that `.ci/run` tries.
pub(crate) fn cases(all: u64) -> u64 {
    (all * percent()).div_ceil(100)
}

/// Where at most all cases can be tried: one in this many is.
pub(crate) fn thinning() -> usize {
    usize::try_from(100 / percent().min(100)).expect("it is at most 100")
}

/// The first seed of random files, for a run with others than before.
pub(crate) fn first_seed() -> u64 {
    env_number("PATIENCE_FIRST", 0)
}

/// Says how many cases a test had, whether it passes or not. Nothing hides it, as the tests print nothing else.
pub(crate) fn say(test: &str, cases: &impl Debug) {
    // If nobody reads it, the test need not fail.
    let _ = writeln!(std::io::stderr(), "{test}: {cases:?}");
}

/// Asserts that a test had at least the cases that it has in `.ci/run`, or its share of them.
pub(crate) fn assert_cases(test: &str, count: usize, least_of_all: usize) {
    say(test, &count);
    let least = least_of_all / thinning();
    assert!(count >= least, "{test}: {count} cases, fewer than {least}");
}

/// Calls `f` for each item, with a thread per processor. The results have the order of the items.
pub(crate) fn in_parallel<T: Sync, R: Send>(items: &[T], f: impl Fn(&T) -> R + Sync) -> Vec<R> {
    let next = AtomicUsize::new(0);
    let results = Mutex::new(Vec::new());
    let work = || {
        while let Some((index, item)) = {
            let index = next.fetch_add(1, Ordering::Relaxed);
            items.get(index).map(|item| (index, item))
        } {
            let result = f(item);
            results
                .lock()
                .expect("no thread panics here")
                .push((index, result));
        }
    };
    let threads = std::thread::available_parallelism().map_or(1, usize::from);
    std::thread::scope(|scope| {
        (0..threads).for_each(|_| {
            scope.spawn(work);
        });
    });
    let mut results = results.into_inner().expect("no thread panics here");
    results.sort_by_key(|(index, _)| *index);
    results.into_iter().map(|(_, result)| result).collect()
}

/// What a panic says.
pub(crate) fn message_of(panic: &(dyn Any + Send)) -> String {
    let message = panic.downcast_ref::<String>().cloned();
    let message = message.or_else(|| panic.downcast_ref::<&str>().map(|s| (*s).to_owned()));
    message.unwrap_or_default()
}

/// A rules file, and what it compiles to.
pub(crate) struct RulesFile {
    pub(crate) path: PathBuf,
    pub(crate) rules: Rules,
}

/// Opens rules files side by side.
pub(crate) fn open_all(paths: &[PathBuf]) -> Vec<RulesFile> {
    in_parallel(paths, |path| RulesFile {
        path: path.clone(),
        rules: open_rules(path),
    })
}

/// The rules files of the library and of the tests. They are compiled once for all tests.
pub(crate) fn all_rules() -> &'static [RulesFile] {
    static FILES: LazyLock<Vec<RulesFile>> = LazyLock::new(|| {
        let folders = ["games", "tests/games", "tests/hostile"];
        let paths: Vec<PathBuf> = folders.into_iter().flat_map(rules_files).collect();
        open_all(&paths)
    });
    &FILES
}

/// The rules files of the library.
pub(crate) fn library() -> &'static [RulesFile] {
    let count = rules_files("games").len();
    assert!(count > 300, "only {count} games");
    &all_rules()[..count]
}

/// Every game of the library and of the tests, with each of its variants.
pub(crate) fn all_games() -> &'static [Arc<Game>] {
    static GAMES: LazyLock<Vec<Arc<Game>>> = LazyLock::new(|| {
        let games = in_parallel(all_rules(), |file| {
            let variant = |name| file.rules.with_variants(&[name]);
            let variants = file.rules.variants().map(variant);
            let variants = variants.map(|game| game.expect("a variant can be played"));
            let own = Arc::clone(file.rules.game());
            std::iter::once(own).chain(variants).collect::<Vec<_>>()
        });
        games.into_iter().flatten().collect()
    });
    &GAMES
}

fn rules_file_of(game: &Game) -> &'static RulesFile {
    let file = all_rules()
        .iter()
        .find(|f| f.rules.game().id() == game.id());
    file.expect("the game is of the library or of the tests")
}

/// The rules of a game of the library or of the tests, with all its variants.
pub(crate) fn rules_of(game: &Game) -> &'static Rules {
    &rules_file_of(game).rules
}

/// The rules file of a game of the library or of the tests.
pub(crate) fn file_of(game: &Game) -> &'static Path {
    &rules_file_of(game).path
}

/// The rules files in a folder of the project, in alphabetical order.
pub(crate) fn rules_files(folder: &str) -> Vec<PathBuf> {
    files(folder, "toml")
}

/// The files of one kind in a folder of the project, in alphabetical order.
fn files(folder: &str, extension: &str) -> Vec<PathBuf> {
    let entries = fs::read_dir(root().join(folder)).expect("the folder exists");
    let mut files: Vec<PathBuf> = entries
        .map(|e| e.expect("the entry can be read").path())
        .collect();
    files.retain(|f| f.extension().is_some_and(|e| e == extension));
    files.sort();
    files
}

/// Calls `f` for each file of one kind in a folder of the project, with snapshots of its own; fails at the end if it
/// failed for any of them.
///
/// `insta::glob!` does the same with any pattern, and brings eight packages for it.
pub(crate) fn with_each_file(folder: &str, extension: &str, f: impl Fn(&Path)) {
    let files = files(folder, extension);
    assert!(!files.is_empty(), "{folder} has no .{extension}");
    let mut failed = Vec::new();
    for path in &files {
        let mut settings = insta::Settings::clone_current();
        settings.set_input_file(path);
        let name = path.file_name().expect("a file has a name");
        settings.set_snapshot_suffix(name.to_string_lossy());
        let result = catch_unwind(AssertUnwindSafe(|| settings.bind(|| f(path))));
        if result.is_err() {
            failed.push(name);
        }
    }
    assert!(failed.is_empty(), "{folder}: failed for {failed:?}");
}

/// What a player is told who asks for the legal moves.
pub(crate) fn tell_moves(position: &Position) -> Reply {
    Alone::say(position, "moves")
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
    // Paths among the arguments are those of the project.
    root();
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
