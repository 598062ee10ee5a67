//! `odds`: runs that are killed, that share a file or have a file each give the same table as one run.

use std::collections::BTreeMap;
use std::fs;
use std::path::Path;
use std::process::{Child, Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use serde_json::Value;

use crate::common::{Folder, Rng, run_patience};

/// The arguments of a run that finds the same each time.
fn odds<'a>(file: &'a str, more: &[&'a str]) -> Vec<&'a str> {
    let args = [
        "odds", "fan", "--states", "5000", "--format", "json", "--file", file,
    ];
    [&args, more].concat()
}

fn run(args: &[&str]) -> (u8, String) {
    let result = run_patience(args, "");
    (result.status, result.stdout + &result.stderr)
}

/// Runs `odds`, which succeeds. Returns what it found, without how long that took.
fn counts(file: &str, more: &[&str]) -> String {
    let (status, text) = run(&odds(file, more));
    assert_eq!(status, 0, "{text}");
    let report: Value = serde_json::from_str(&text).expect("it is JSON");
    let fields = ["deals", "winnable", "unwinnable", "unknown", "low", "high"];
    let fields = fields.map(|field| format!("{field} {}", report[field]));
    fields.join(", ")
}

/// What is known of all games by the verdicts in files, without how long they took.
fn known(files: &[&str]) -> (u8, String) {
    let (status, text) = run(&[&["odds", "--format", "json", "--file"], files].concat());
    let Ok(mut report) = serde_json::from_str::<Value>(&text) else {
        return (status, text);
    };
    for game in report["games"].as_array_mut().expect("it is a list") {
        game["seconds"].take();
    }
    (status, report.to_string())
}

/// Starts the program in a process of its own.
fn start(args: &[&str]) -> Child {
    let mut command = Command::new(env!("CARGO_BIN_EXE_patience"));
    let command = command.args(args).stdin(Stdio::null());
    let command = command.stdout(Stdio::piped()).stderr(Stdio::piped());
    command.spawn().expect("the program exists")
}

fn assert_succeeds(program: Child) {
    let output = program.wait_with_output().expect("it ends");
    let text = String::from_utf8_lossy(&output.stderr);
    assert!(output.status.success(), "{text}");
}

/// The verdicts in a file that were written to their ends.
fn verdicts(file: &str) -> Vec<Value> {
    let text = fs::read_to_string(file).unwrap_or_default();
    let lines = text.split_inclusive('\n');
    let whole = lines.filter(|line| line.ends_with('\n'));
    let verdicts = whole.map(|line| {
        // The beginning of another may come first.
        let start = line.rfind("{\"attempt\"").expect("there is one");
        serde_json::from_str(&line[start..]).expect("it is JSON")
    });
    verdicts.collect()
}

/// What the file says of each deal, without how long that took. Where it says something twice, it is the same.
fn table(file: &str) -> BTreeMap<u64, String> {
    let mut table = BTreeMap::new();
    for verdict in verdicts(file) {
        let deal = verdict["deal"].as_str().expect("it is a text");
        let deal = deal.parse().expect("it is a number");
        let fields = [&verdict["attempt"]["name"], &verdict["winnable"]];
        let fields = [fields, [&verdict["limit"], &verdict["states"]]].concat();
        let fields: Vec<String> = fields.iter().map(ToString::to_string).collect();
        let fields = fields.join(" ");
        let known = table.insert(deal, fields.clone());
        assert!(known.is_none_or(|known| known == fields), "deal {deal}");
    }
    table
}

fn number_of_verdicts(file: &str) -> u64 {
    verdicts(file).len() as u64
}

/// Replaces a text in the line of a file about a deal.
fn change(file: &str, deal: u64, old: &str, new: &str) {
    let text = fs::read_to_string(file).expect("it was written");
    let lines = text.split_inclusive('\n').map(|line| {
        if line.contains(&format!("\"deal\":\"{deal}\"")) {
            assert!(line.contains(old), "{line}");
            line.replace(old, new)
        } else {
            line.to_owned()
        }
    });
    fs::write(file, lines.collect::<String>()).expect("there is room");
}

/// Parts that were solved apart, one of them in two runs, give the same as the whole when they are joined.
#[test]
fn odds_can_be_solved_in_parts() {
    let folder = Folder::new();
    let (whole, joined) = (folder.path("whole"), folder.path("joined"));
    let expected = counts(&whole, &["--deals", "1..60", "--jobs", "2"]);
    assert!(expected.starts_with("deals 60"), "{expected}");
    let (a, b) = (folder.path("a"), folder.path("b"));
    counts(&a, &["--deals", "1..20", "--shard", "1/7"]);
    for (part, deals) in ["1/7", "2/7", "3/7", "4/7", "5/7", "6/7", "7/7"]
        .into_iter()
        .zip([9, 9, 9, 9, 8, 8, 8])
    {
        let file = if deals == 9 { &a } else { &b };
        let part = counts(file, &["--deals", "1..60", "--shard", part]);
        assert!(part.starts_with(&format!("deals {deals}, ")), "{part}");
    }
    let all = known(&[&whole]);
    assert!(all.1.contains("\"--deals 1..60 --states 5000\""), "{all:?}");
    // A file that is named twice, and lines that are there twice, change nothing.
    for files in [&[&a[..], &b][..], &[&b, &a, &b]] {
        assert_eq!(known(files), all);
    }
    let text = [&a, &b, &a].map(|file| fs::read_to_string(file).expect("it was written"));
    fs::write(&joined, text.concat()).expect("there is room");
    assert_eq!(known(&[&joined]), all);
    assert_eq!(known(&[&joined, &whole]), all);
    assert_eq!(counts(&joined, &["--deals", "1..60"]), expected);
    assert_eq!(table(&joined), table(&whole));
    let now = fs::read_to_string(&joined).expect("it was written");
    assert_eq!(now, text.concat(), "nothing was solved again");
    let some = counts(&joined, &["--deals", "21..30"]);
    assert!(some.starts_with("deals 10, "), "{some}");
}

/// Wherever a program was killed in its last line, that line is left out, and the next run goes on.
#[test]
fn a_line_that_was_cut_off_is_left_out() {
    let folder = Folder::new();
    let (whole, before, cut) = (
        folder.path("whole"),
        folder.path("before"),
        folder.path("cut"),
    );
    counts(&before, &["--deals", "1..2"]);
    fs::copy(&before, &whole).expect("there is room");
    let expected = counts(&whole, &["--deals", "1..3"]);
    let bytes = fs::read(&whole).expect("it was written");
    let kept = fs::read(&before).expect("it was written").len();
    let lengths = (kept..bytes.len()).step_by(7);
    for length in lengths.chain([kept + 1, bytes.len() - 1]) {
        fs::write(&cut, &bytes[..length]).expect("there is room");
        assert_eq!(known(&[&cut]), known(&[&before]), "{length} bytes");
        assert_eq!(known(&[&cut, &whole]), known(&[&whole]));
        assert_eq!(counts(&cut, &["--deals", "1..3"]), expected);
        assert_eq!(table(&cut), table(&whole));
        assert_eq!(known(&[&cut]), known(&[&whole]));
        // It does no harm either if another file is joined to it, whose first line is left then.
        fs::write(&cut, [&bytes[..length], &bytes].concat()).expect("there is room");
        assert_eq!(known(&[&cut]), known(&[&whole]));
    }
    // Also if nothing else is in the file.
    fs::write(&cut, &bytes[..kept / 4]).expect("there is room");
    assert_eq!(counts(&cut, &["--deals", "1..3"]), expected);
    assert_eq!(known(&[&cut]), known(&[&whole]));
}

/// Deals have all numbers of 64 bits, and those of another program are others.
#[test]
fn all_numbers_of_deals_are_known_again() {
    let folder = Folder::new();
    let file = folder.path("file");
    for (dealer, first, last) in [
        ("", 0, 2),
        ("ms:", 1, 2),
        ("", (1 << 63) - 2, (1 << 63) + 1),
        ("", u64::MAX - 2, u64::MAX),
    ] {
        let before = number_of_verdicts(&file);
        let deals = format!("{dealer}{first}..{last}");
        let found = counts(&file, &["--deals", &deals]);
        let solved = number_of_verdicts(&file);
        assert_eq!(solved - before, last - first + 1);
        assert_eq!(counts(&file, &["--deals", &deals]), found);
        assert_eq!(number_of_verdicts(&file), solved);
    }
    let own = "--deals 0..18446744073709551615 (10 of them)";
    let options = format!("{own} and --deals ms:1..2 --states 5000");
    let (_, known) = known(&[&file]);
    assert!(
        known.contains(&format!("\"options\":\"{options}\"")),
        "{known}"
    );
}

/// Files that say the opposite of each other are refused, and so is one that does.
#[test]
fn contradicting_odds_are_refused() {
    let folder = Folder::new();
    let (a, b, both) = (folder.path("a"), folder.path("b"), folder.path("both"));
    counts(&a, &["--deals", "1..30"]);
    counts(&b, &["--deals", "1..40", "--jobs", "1"]);
    let lost = verdicts(&b)
        .into_iter()
        .position(|verdict| verdict["winnable"] == false);
    let line = lost.expect("some deal is lost") + 1;
    let deal = &verdicts(&b)[line - 1]["deal"];
    let deal = deal.as_str().and_then(|deal| deal.parse().ok());
    change(&b, deal.expect("it is a number"), ":false", ":true");
    let texts = [&a, &b].map(|file| fs::read_to_string(file).expect("it was written"));
    fs::write(&both, texts.concat()).expect("there is room");
    let is_refused = |(status, text): (u8, String), place: &str| {
        assert_eq!(status, 2);
        assert!(text.contains(place), "{text}");
        assert!(text.contains("is winnable (version "), "{text}");
        assert!(text.contains("but was unwinnable before"), "{text}");
    };
    is_refused(known(&[&a, &b]), &format!("b:{line}: Fan, deal "));
    let place = format!("both:{}: Fan, deal ", 30 + line);
    is_refused(known(&[&both]), &place);
    is_refused(run(&odds(&both, &["--deals", "1..50"])), &place);
    let now = fs::read_to_string(&both).expect("it was written");
    assert_eq!(now, texts.concat());
}

/// What is known better counts, whichever file or line comes first.
#[test]
fn the_longer_attempt_counts() {
    let folder = Folder::new();
    let (short, long) = (folder.path("short"), folder.path("long"));
    let deals = ["--deals", "1..30"];
    let args = ["odds", "fan", "--states", "50", "--file", &short];
    assert_eq!(run(&[&args[..], &deals].concat()).0, 0);
    counts(&long, &deals);
    assert_ne!(known(&[&short]), known(&[&long]));
    for order in [[&short[..], &long], [&long, &short]] {
        let (_, both) = known(&order);
        let (_, better) = known(&[&long]);
        assert_eq!(both, better);
    }
}

/// A run that ends early because enough is known ends there again, without solving any deal.
#[test]
fn a_run_ends_when_enough_is_known() {
    let folder = Folder::new();
    let file = folder.path("file");
    let args = ["--deals", "1..5000", "--until", "15", "--jobs", "1"];
    let found = counts(&file, &args);
    let solved = number_of_verdicts(&file);
    assert!((20..100).contains(&solved), "{found}");
    assert_eq!(counts(&file, &args), found);
    assert_eq!(number_of_verdicts(&file), solved);
}

/// The program is killed at random moments, and goes on each time where it was.
#[test]
fn a_run_may_be_killed_at_any_moment() {
    let folder = Folder::new();
    let (file, unbroken) = (folder.path("killed"), folder.path("unbroken"));
    // So many deals that no run comes to their end, however fast it is.
    let args = ["--deals", "1..1000000", "--jobs", "2"];
    let mut rng = Rng(14);
    for _ in 0..10 {
        let before = number_of_verdicts(&file);
        let mut program = start(&odds(&file, &args));
        // It has begun with its work, and is anywhere between two lines or within one.
        while number_of_verdicts(&file) == before {
            assert!(matches!(program.try_wait(), Ok(None)), "it goes on");
            sleep(Duration::from_millis(5));
        }
        sleep(Duration::from_millis(rng.below(120) as u64));
        program.kill().expect("it is ours");
        program.wait().expect("it ends");
        let after = number_of_verdicts(&file);
        assert!(after > before, "{after} of {before} verdicts are left");
    }
    let last = table(&file).into_keys().max().expect("there are verdicts");
    let deals = format!("1..{last}");
    let args = ["--deals", &deals, "--jobs", "2"];
    assert_eq!(counts(&file, &args), counts(&unbroken, &args));
    assert_eq!(table(&file), table(&unbroken));
}

/// Programs with the same deals and others with other deals share a file, which is read meanwhile.
#[test]
fn programs_share_a_file() {
    let folder = Folder::new();
    let (file, whole) = (folder.path("file"), folder.path("whole"));
    let mut programs = ["1..100", "1..100", "50..130", "50..130"]
        .map(|deals| start(&odds(&file, &["--deals", deals, "--jobs", "1"])));
    let mut is_at_work = true;
    while is_at_work {
        is_at_work = programs
            .iter_mut()
            .any(|program| matches!(program.try_wait(), Ok(None)));
        if number_of_verdicts(&file) > 0 {
            let (status, text) = known(&[&file]);
            assert_eq!(status, 0, "{text}");
        }
        sleep(Duration::from_millis(5));
    }
    programs.into_iter().for_each(assert_succeeds);
    let expected = counts(&whole, &["--deals", "1..130"]);
    assert_eq!(table(&file), table(&whole));
    assert_eq!(counts(&file, &["--deals", "1..130"]), expected);
}

/// Files that cannot be used are named, with the line and the reason, before any deal is solved; what is in them stays.
#[test]
fn files_that_cannot_be_used_are_refused() {
    let folder = Folder::new();
    let good = folder.path("good");
    counts(&good, &["--deals", "1..5", "--jobs", "1"]);
    let lines = fs::read_to_string(&good).expect("it was written");
    let other = |name: &str, text: &str| {
        let path = folder.path(name);
        fs::write(&path, text).expect("there is room");
        path
    };
    let text = other("text", &"Dear diary, \x1b[2J\n".repeat(99));
    // It ends without the end of a line, as a line does that was cut off.
    let word = other("word", "diary");
    let middle = other(
        "middle",
        &lines.replacen("{\"attempt", "{\"x\":1}{\"attempt", 2),
    );
    let database = other("database", "SQLite format 3\0\u{10}\0");
    let foreign = other("foreign", "{\"deal\":\"1\",\"winnable\":true}\n");
    let number = other(
        "number",
        &lines.replace("\"deal\":\"4\"", "\"deal\":\"-4\""),
    );
    let missing = folder.path("missing/file");
    for (file, expected) in [
        (&text[..], "text:1: this is not a verdict about a deal: "),
        (&word, "word:1: this is not a verdict about a deal: "),
        (&database, "database:1: this is not a verdict about a deal:"),
        (&middle, "middle:1: this is not a verdict about a deal: "),
        (&foreign, "missing field `attempt`"),
        (&number, "`-4` is not the number of a deal"),
        (&missing, "missing/file: No such file or directory"),
        #[cfg(target_os = "linux")]
        ("/dev/zero", "/dev/zero:1: this is not a verdict"),
    ] {
        let before = Path::new(file).is_file().then(|| fs::read(file).ok());
        for (status, message) in [
            run(&odds(file, &["--deals", "1..5"])),
            known(&[&good, file]),
        ] {
            assert!(message.contains(expected), "{message}");
            assert!(!message.contains('\x1b') && !message.contains(" at line "));
            assert_eq!(status, 2, "{message}");
        }
        let after = Path::new(file).is_file().then(|| fs::read(file).ok());
        assert_eq!(after, before, "{file}");
    }
}

/// When nothing more can be written, the run says so and ends; what was recorded before stays.
#[cfg(unix)]
#[test]
fn a_full_disk_loses_no_verdict() {
    let folder = Folder::new();
    let file = folder.path("file");
    counts(&file, &["--deals", "1..30"]);
    let before = table(&file);
    let args = [
        "odds", "fan", "--deals", "1..3000", "--states", "5", "--file", &file,
    ]
    .join("' '");
    let program = env!("CARGO_BIN_EXE_patience");
    // No file may become longer than 80 blocks, which some of the verdicts fill.
    let script = format!("ulimit -f 80; exec '{program}' '{args}'");
    let output = Command::new("sh").args(["-c", &script]).output();
    let output = output.expect("there is a shell");
    let message = String::from_utf8_lossy(&output.stderr);
    assert!(message.starts_with(&format!("error: {file}")), "{message}");
    assert_eq!(output.status.code(), Some(2));
    let after = table(&file);
    assert!(
        before
            .iter()
            .all(|(deal, row)| after.get(deal) == Some(row))
    );
    let number = after.len();
    assert!((before.len() + 1..3000).contains(&number), "{number}");
    // The line that was begun then is left out when the disk is not full any more.
    let text = fs::read(&file).expect("it was written");
    assert!(!text.ends_with(b"\n"), "the last line was cut off");
    counts(&file, &["--deals", "5000..5000"]);
    assert_eq!(table(&file).len(), number + 1);
}

/// The most memory that a process used so far, in megabytes.
#[cfg(target_os = "linux")]
fn peak_memory(process: &Child) -> Option<u64> {
    let status = fs::read_to_string(format!("/proc/{}/status", process.id())).ok()?;
    let line = status.lines().find(|line| line.starts_with("VmHWM:"))?;
    let kilobytes: u64 = line.split_whitespace().nth(1)?.parse().ok()?;
    Some(kilobytes >> 10)
}

/// Deals that cannot be decided fill their memory, and no more. Without the limit, these would take 90 megabytes.
#[cfg(target_os = "linux")]
#[test]
fn memory_stays_under_its_limit() {
    let folder = Folder::new();
    let file = folder.path("file");
    let limits = ["--states", "150000", "--memory", "8", "--jobs", "2"];
    let args = ["odds", "spider", "--deals", "1..2", "--file", &file];
    let mut program = start(&[&args[..], &limits].concat());
    let mut peak = 0;
    while matches!(program.try_wait(), Ok(None)) {
        peak = peak.max(peak_memory(&program).unwrap_or(0));
        sleep(Duration::from_millis(10));
    }
    assert_succeeds(program);
    // The program itself takes some, too.
    assert!((12..2 * 8 + 24).contains(&peak), "{peak} MB");
}
