//! Writes down the rules files of the folder `games` for the crate to embed.
//!
//! Tests come last in a rules file and are most of it. Only the program needs them, so the library has the files up to
//! their first test. Cutting off the end moves no line.

use std::fmt::Write as _;
use std::path::{Path, PathBuf};
use std::{env, fs};

const FOLDER: &str = "games";

fn main() {
    println!("cargo:rerun-if-changed={FOLDER}");
    println!("cargo:rerun-if-changed=src/build.rs");
    let with_tests = env::var_os("CARGO_FEATURE_TESTS").is_some();
    let mut table = String::from("&[\n");
    for path in rules_files(Path::new(FOLDER)) {
        let text = fs::read_to_string(&path)
            .unwrap_or_else(|error| panic!("{} cannot be read: {error}", path.display()));
        let rules = text.find("\n[[test]]").map_or(text.len(), |end| end + 1);
        let embedded = if with_tests { &text } else { &text[..rules] };
        let id = path.file_stem().unwrap_or_default().to_string_lossy();
        writeln!(
            table,
            "BuiltIn {{ id: {id:?}, text: {embedded:?}, rules: {rules} }},"
        )
        .expect("a string has room");
    }
    table.push(']');
    let folder = env::var_os("OUT_DIR").expect("cargo sets it");
    fs::write(PathBuf::from(folder).join("built_in.rs"), table)
        .expect("the folder of the build can be written to");
}

/// The rules files of a folder, in the alphabetical order of their ids.
fn rules_files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of the games can be read");
    let paths = entries.map(|entry| entry.expect("a folder has entries").path());
    let mut paths: Vec<PathBuf> = paths
        .filter(|path| {
            path.extension()
                .is_some_and(|extension| extension == "toml")
        })
        .collect();
    paths.sort_by(|a, b| a.file_stem().cmp(&b.file_stem()));
    paths
}
