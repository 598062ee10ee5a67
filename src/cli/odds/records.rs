//! Files of verdicts: a line of JSON for each deal that was solved.
//!
//! Lines are only added, each in one piece, so that several programs may share a file, and files may be joined with `cat`. A
//! program that was killed, or found the disk full, leaves at most the beginning of a line, which is left out; the next line
//! follows in the same line of the file. The same deal may be in several lines and files.

use std::fs::{self, File, OpenOptions};
use std::io::{self, BufRead, BufReader, Read, Write};
use std::path::{Path, PathBuf};

use super::verdicts::{SolvedDeal, Verdicts};
use crate::Error;
use patience::internals::{printable_line, printable_path, to_json};

/// The name of the file in the data folder.
const FILE: &str = "verdicts.jsonl";
/// How each line begins. No text within a line contains it, as quotes have a backslash before them there.
const BEGINNING: &[u8] = b"{\"attempt\":{\"name\":\"";
/// The longest line that is read: the name of a game may be as long as a rules file.
const MAX_LINE: u64 = 1 << 23;

/// An open file of verdicts.
#[derive(Debug)]
pub(super) struct Records {
    /// What messages call it.
    name: String,
    file: File,
}

impl Records {
    /// The file in a data folder.
    pub(super) fn path_in(folder: &Path) -> PathBuf {
        folder.join(FILE)
    }

    /// Opens a file to read it.
    pub(super) fn open(path: &Path) -> Result<Records, Error> {
        Records::new(path, File::open(path))
    }

    /// Opens a file to read it and to add to it. Creates it if need be.
    pub(super) fn create(path: &Path) -> Result<Records, Error> {
        let mut options = OpenOptions::new();
        Records::new(
            path,
            options.read(true).append(true).create(true).open(path),
        )
    }

    /// Opens the file in a data folder to read it and to add to it. Creates both if need be.
    pub(super) fn create_in(folder: &Path) -> Result<Records, Error> {
        let path = Records::path_in(folder);
        match fs::create_dir_all(folder) {
            Ok(()) => Records::create(&path),
            Err(error) => Records::new(&path, Err(error)),
        }
    }

    fn new(path: &Path, file: io::Result<File>) -> Result<Records, Error> {
        let name = printable_path(path);
        match file {
            Ok(file) => Ok(Records { name, file }),
            Err(error) => Err(Error::Io(name, error)),
        }
    }

    /// Reads all verdicts.
    pub(super) fn read(&self, verdicts: &mut Verdicts) -> Result<(), Error> {
        let mut lines = BufReader::new(&self.file);
        let mut line = Vec::new();
        for number in 1_u64.. {
            line.clear();
            let read = lines.by_ref().take(MAX_LINE).read_until(b'\n', &mut line);
            let length = read.map_err(|error| self.explain(error))? as u64;
            let is_last = length < MAX_LINE && !line.ends_with(b"\n");
            if is_last && is_torn(&line) {
                break;
            }
            let added = parse(&line).and_then(|solved| verdicts.add(solved));
            added.map_err(|problem| {
                let message = format!("{}:{number}: {problem}", self.name);
                Error::Usage(printable_line(&message))
            })?;
        }
        Ok(())
    }

    /// Adds a verdict.
    pub(super) fn add(&mut self, solved: &SolvedDeal) -> Result<(), Error> {
        let line = to_json(solved) + "\n";
        match self.file.write(line.as_bytes()) {
            Ok(length) if length == line.len() => Ok(()),
            // The rest might follow what another program has added meanwhile.
            Ok(_) => Err(self.explain(io::ErrorKind::StorageFull.into())),
            Err(error) => Err(self.explain(error)),
        }
    }

    fn explain(&self, error: io::Error) -> Error {
        Error::Io(self.name.clone(), error)
    }
}

/// Whether a text is nothing or the beginning of a line.
fn is_torn(text: &[u8]) -> bool {
    text.iter().zip(BEGINNING).all(|(a, b)| a == b)
}

/// Reads a line. Returns what is wrong with it, if anything is.
fn parse(line: &[u8]) -> Result<SolvedDeal, String> {
    serde_json::from_slice(line).or_else(|error| {
        let problem = error.to_string();
        // The error ends with a place, which is always in line 1; the line in the file is said before it.
        let problem = problem.split(" at line ").next().unwrap_or_default();
        let problem = || format!("this is not a verdict about a deal: {problem}");
        parse_after_torn(line).ok_or_else(problem)
    })
}

/// Reads a line after the beginnings of others.
fn parse_after_torn(line: &[u8]) -> Option<SolvedDeal> {
    let mut places = line.windows(BEGINNING.len());
    let (torn, last) = line.split_at(places.rposition(|place| place == BEGINNING)?);
    is_torn(torn).then(|| serde_json::from_slice(last).ok())?
}
