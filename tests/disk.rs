//! Disks that are full, and files and folders that may not be read or written: nothing is lost, and the program says what
//! is wrong and ends with 2. It runs as an ordinary user, whom the system stops, also where the tests run as root.
#![cfg(unix)]

use std::fs::{self, Permissions};
use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
use std::os::unix::process::CommandExt;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};

use tempfile::{TempDir, tempdir};

use crate::authors::MINE;

/// A user who owns nothing else.
const NOBODY: u32 = 65534;

/// A folder that an ordinary user owns, and the program that this user runs in it.
struct Home {
    folder: TempDir,
    program: PathBuf,
    /// The user, if the tests run as root, whom nothing stops.
    user: Option<u32>,
}

impl Home {
    fn new() -> Home {
        let folder = tempdir().expect("there is room");
        let owner = fs::metadata(folder.path()).expect("it is there").uid();
        // The folder of the original may be out of reach for the user.
        let program = folder.path().join("patience");
        let original = env!("CARGO_BIN_EXE_patience");
        let linked = fs::hard_link(original, &program);
        linked
            .or_else(|_| fs::copy(original, &program).map(|_| ()))
            .expect("there is room");
        let user = (owner == 0).then_some(NOBODY);
        let home = Home {
            folder,
            program,
            user,
        };
        home.give(home.folder.path());
        home
    }

    /// Gives a file or a folder to the user.
    fn give(&self, path: &Path) {
        if self.user.is_some() {
            chown(path, self.user, self.user).expect("root may do so");
        }
    }

    fn path(&self, name: &str) -> PathBuf {
        self.folder.path().join(name)
    }

    fn write(&self, name: &str, text: &str) -> PathBuf {
        let path = self.path(name);
        fs::write(&path, text).expect("there is room");
        self.give(&path);
        path
    }

    fn make_folder(&self, name: &str) -> PathBuf {
        let path = self.path(name);
        fs::create_dir(&path).expect("there is room");
        self.give(&path);
        path
    }

    fn read(&self, name: &str) -> String {
        fs::read_to_string(self.path(name)).expect("it is there")
    }

    /// What the names in a folder are.
    fn names(&self, folder: &str) -> Vec<String> {
        let entries = fs::read_dir(self.path(folder)).expect("it is there");
        let name = |entry: fs::DirEntry| entry.file_name().to_string_lossy().into_owned();
        let mut names: Vec<String> = entries
            .map(|entry| name(entry.expect("it is there")))
            .collect();
        names.sort();
        names
    }

    /// Runs a command line of a shell, in which `patience` is the program.
    fn run(&self, line: &str, input: &str) -> Output {
        let line = line.replace("patience", &self.program.display().to_string());
        let typed = self.write("typed", input);
        let mut command = Command::new("sh");
        command
            .args(["-c", &line])
            .current_dir(self.folder.path())
            .env("PATIENCE_DATA", self.path("data"))
            .stdin(Stdio::from(fs::File::open(typed).expect("it is there")));
        if let Some(user) = self.user {
            command.uid(user).gid(user);
        }
        command.output().expect("there is a shell")
    }

    /// Runs a command that succeeds. Returns what it says.
    fn succeeds(&self, line: &str, input: &str) -> String {
        let output = self.run(line, input);
        let said = [output.stdout, output.stderr].concat();
        let said = String::from_utf8(said).expect("it is UTF-8");
        assert!(output.status.success(), "{line}: {said}");
        said
    }

    /// Runs a command that fails with 2. Returns what it says.
    fn fails(&self, line: &str, input: &str) -> String {
        let output = self.run(line, input);
        let errors = String::from_utf8(output.stderr).expect("it is UTF-8");
        let said = String::from_utf8(output.stdout).expect("it is UTF-8");
        assert_eq!(output.status.code(), Some(2), "{line}: {said}{errors}");
        assert!(errors.starts_with("error: "), "{line}: {errors}");
        errors
    }
}

fn protect(path: &Path, mode: u32) {
    fs::set_permissions(path, Permissions::from_mode(mode)).expect("it is ours");
}

/// The commands of an author, who wrote no board yet.
fn replay() -> String {
    format!(
        "--deal 1\n{}",
        "deal\n".repeat(23) + &"undo 1; deal\n".repeat(20)
    )
}

/// Replays and snapshots are as they were when there is no room for the new ones, whatever part of them would fit.
#[test]
fn a_full_disk_takes_no_replay_and_no_snapshot() {
    let home = Home::new();
    let folder = home.make_folder("games");
    let snapshot = "# kept\n\nold\n".repeat(100);
    home.write("games/mine.toml", MINE);
    let replay = replay();
    home.write("games/mine.first.play", &replay);
    home.make_folder("games/snapshots");
    home.write("games/snapshots/mine.play.snap", &snapshot);
    protect(&folder, 0o755);
    let kept = ["mine.first.play", "mine.toml", "snapshots"];
    for blocks in [0, 1, 2, 8] {
        // Writing fails as on a full disk.
        let limit = format!("ulimit -f {blocks};");
        let snapshots = ("play", "snapshots/mine.play.snap");
        for (filter, file) in [("first", "mine.first.play"), snapshots] {
            let line = format!("{limit} patience test games/mine.toml --update --filter {filter}");
            if blocks > 1 && filter == "play" {
                continue;
            }
            let errors = home.fails(&line, "");
            assert!(
                errors.contains(&format!("games/{file} cannot be written: ")),
                "{errors}"
            );
            assert!(!errors.contains(".patience-"), "{errors}");
            assert_eq!(home.names("games"), kept, "{line}");
            assert_eq!(home.read("games/mine.first.play"), replay);
            assert_eq!(home.read("games/snapshots/mine.play.snap"), snapshot);
        }
    }
    // With room, the commands stay in it.
    let output = home.run("patience test games/mine.toml --update", "");
    assert!(output.status.success());
    let written = home.read("games/mine.first.play");
    assert_eq!(written.matches("\n> deal\n").count(), 23, "{written}");
    assert!(
        home.run("patience test games/mine.toml", "")
            .status
            .success()
    );
}

/// What a program left that was killed while it wrote goes in time; a file that is being written, and others, stay.
#[test]
fn old_parts_of_files_are_removed() {
    let home = Home::new();
    let names = [
        ".patience-abc123",
        ".patience-new456",
        ".patience-notes",
        "other",
    ];
    for name in names {
        home.write(name, "a part");
    }
    let hours_ago = std::time::SystemTime::now() - std::time::Duration::from_hours(2);
    for name in [names[0], names[2], names[3]] {
        let file = std::fs::File::options().write(true).open(home.path(name));
        let file = file.expect("the file can be opened");
        file.set_modified(hours_ago).expect("its time can be set");
    }
    assert!(home.run("patience new 'Seven Down'", "").status.success());
    let left = names.map(|name| home.path(name).exists());
    assert_eq!(left, [false, true, true, true]);
}

/// A new file is there as a whole or not at all.
#[test]
fn a_full_disk_leaves_no_part_of_a_new_file() {
    let home = Home::new();
    let errors = home.fails("ulimit -f 0; patience new 'Seven Down'", "");
    assert!(errors.starts_with("error: seven-down.toml: "), "{errors}");
    assert!(!home.path("seven-down.toml").exists());
    assert!(home.run("patience new 'Seven Down'", "").status.success());
}

#[test]
fn what_may_not_be_written_stays() {
    let home = Home::new();
    let folder = home.make_folder("games");
    home.write("games/mine.toml", MINE);
    home.write("games/mine.first.play", "--deal 1\ndeal\n");
    let snapshots = home.make_folder("games/snapshots");
    let snapshot = home.write("games/snapshots/mine.rules.snap", "old\n");
    protect(&folder, 0o555);
    protect(&snapshots, 0o555);
    for filter in ["first", "rules"] {
        let errors = home.fails(
            &format!("patience test games/mine.toml --update --filter {filter}"),
            "",
        );
        assert!(
            errors.contains("cannot be written: Permission denied"),
            "{errors}"
        );
    }
    // What passes is still told.
    let output = home.run(
        "patience test games/mine.toml --update --filter first --format json",
        "",
    );
    assert_eq!(output.status.code(), Some(2));
    assert!(String::from_utf8_lossy(&output.stdout).contains("cannot be written"));
    let errors = home.fails("cd games; patience new 'Seven Down'", "");
    assert!(
        errors.contains("seven-down.toml: Permission denied"),
        "{errors}"
    );
    protect(&folder, 0o755);
    protect(&snapshots, 0o755);
    protect(&snapshot, 0o444);
    let errors = home.fails("patience test games/mine.toml --update --filter rules", "");
    assert!(
        errors.contains("mine.rules.snap cannot be written: it is write-protected"),
        "{errors}"
    );
    assert_eq!(home.read("games/mine.first.play"), "--deal 1\ndeal\n");
    assert_eq!(home.read("games/snapshots/mine.rules.snap"), "old\n");
    assert_eq!(
        home.names("games"),
        ["mine.first.play", "mine.toml", "snapshots"]
    );
}

/// Saved games and statistics: the game that is played goes on.
#[test]
fn a_folder_that_may_not_be_written_stops_no_game() {
    let home = Home::new();
    let saves = home.make_folder("saves");
    let play = "patience play klondike --deal 1";
    assert!(
        home.run(play, "deal\nsave saves/a.save\nquit\n")
            .status
            .success()
    );
    let before = home.read("saves/a.save");
    protect(&saves, 0o555);
    let said = home.succeeds(
        play,
        "deal\ndeal\nsave saves/a.save\nsave saves/b.save\nundo\nquit\n",
    );
    assert_eq!(said.matches("ermission denied").count(), 2, "{said}");
    assert_eq!(home.read("saves/a.save"), before);
    assert_eq!(home.names("saves"), ["a.save"]);

    let data = home.make_folder("data");
    let leave = "deal\nnew\nquit\n";
    home.succeeds("patience play klondike --deal 1 --stats", leave);
    let counted = home.run("patience stats", "").stdout;
    let database = fs::read(home.path("data/patience.sqlite")).expect("it was written");
    for (folder, file) in [(0o555, 0o444), (0o555, 0o644), (0o755, 0o444)] {
        protect(&home.path("data/patience.sqlite"), file);
        protect(&data, folder);
        let said = home.succeeds("patience play klondike --deal 2 --stats", leave);
        assert!(said.contains("patience.sqlite"), "{said}");
        assert_eq!(home.run("patience stats", "").stdout, counted);
        if folder == 0o555 {
            let errors = home.fails("patience odds fan --deals 1..2 --states 50", "");
            assert!(errors.contains("verdicts.jsonl"), "{errors}");
        }
        let now = fs::read(home.path("data/patience.sqlite")).expect("it was written");
        assert!(now == database, "the file is as it was");
        protect(&data, 0o755);
    }
    home.succeeds("patience odds fan --deals 1..2 --states 50", "");
    let verdicts = home.read("data/verdicts.jsonl");
    protect(&home.path("data/verdicts.jsonl"), 0o444);
    let errors = home.fails("patience odds fan --deals 1..3 --states 50", "");
    assert!(errors.contains("verdicts.jsonl"), "{errors}");
    assert_eq!(home.read("data/verdicts.jsonl"), verdicts);
    // A folder that cannot even be made.
    protect(&home.path("data"), 0o000);
    home.succeeds("patience play klondike --deal 2 --stats", leave);
    for line in [
        "patience stats",
        "patience odds fan",
        "patience odds fan --deals 1..2",
    ] {
        let errors = home.fails(line, "");
        assert!(errors.contains("ermission denied"), "{errors}");
    }
    protect(&home.path("data"), 0o755);
}

#[test]
fn what_may_not_be_read_is_named() {
    let home = Home::new();
    let mine = home.write("mine.toml", MINE);
    home.write("child.toml", "like = \"mine\"\nname = \"Child\"\n");
    let save = home.write("a.save", "patience saved game 1\n");
    let position = home.write("a.pos", "deal = 1\n");
    let folder = home.make_folder("folder");
    for path in [&mine, &save, &position, &folder] {
        protect(path, 0o000);
    }
    for command in [
        "check mine.toml",
        "test mine.toml",
        "test mine.toml --gaps",
        "rules mine.toml",
        "rules mine.toml --source",
        "play mine.toml --deal 1",
        "solve mine.toml --deal 1",
        "position mine.toml --deal 1",
        "perft mine.toml --deal 1 --depth 1",
        "simulate mine.toml --deals 1..2",
        "odds mine.toml --deals 1..2",
        "new Other --like mine.toml",
    ] {
        let errors = home.fails(&format!("patience {command}"), "");
        assert!(
            errors.contains("mine.toml: Permission denied"),
            "{command}: {errors}"
        );
    }
    for (command, name) in [
        ("play --load a.save", "a.save"),
        ("play klondike --position a.pos", "a.pos"),
        ("check folder", "folder"),
        ("test folder", "folder"),
    ] {
        let errors = home.fails(&format!("patience {command}"), "");
        assert!(
            errors.contains(&format!("{name}: Permission denied")),
            "{command}: {errors}"
        );
    }
    // The parent of a game is named where the game names it.
    let output = home.run("patience check child.toml", "");
    let said = String::from_utf8_lossy(&output.stdout);
    assert_eq!(output.status.code(), Some(3), "{said}");
    assert!(
        said.contains("cannot read the file of `mine`: Permission denied")
            && said.contains("child.toml:1"),
        "{said}"
    );
    // A folder of one's own games that cannot be read hides none of the others.
    let output = home.run("patience --games folder list klondike", "");
    assert!(output.status.success());
    protect(&folder, 0o755);
}
