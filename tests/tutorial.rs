//! The tutorial of `games/README.md`: its steps are applied to a file one after another, as a reader does. After each,
//! the file has no mistakes and no warnings, its tests pass, and the transcripts show what the program prints.

use std::fs;
use std::path::PathBuf;

use patience::Rules;
use patience_cli::render;

use crate::markdown::{Block, Page, map_blocks, replay, section};

/// The file that the tutorial writes.
const FILE: &str = "millrace.toml";

/// A rules file in parts: the lines before its first table, then the tables, each with its header.
#[derive(Clone, Default)]
struct File {
    tables: Vec<(String, String)>,
}

/// The header of a table, without a comment, if the line is one.
fn header(line: &str) -> Option<String> {
    let text = line.split('#').next().unwrap_or_default().trim();
    text.starts_with('[').then(|| text.to_owned())
}

impl File {
    /// Splits a text at its headers.
    fn parse(text: &str) -> File {
        let mut tables = vec![(String::new(), String::new())];
        for line in text.lines() {
            if let Some(header) = header(line) {
                tables.push((header, String::new()));
            }
            if let Some((_, text)) = tables.last_mut() {
                *text += line;
                *text += "\n";
            }
        }
        tables.retain(|(_, text)| !text.trim().is_empty());
        for (_, text) in &mut tables {
            text.truncate(text.trim_end().len());
        }
        File { tables }
    }

    /// Writes the tables of a step: each replaces the table with its header, or is new. A test is always new.
    fn apply(&mut self, step: File) {
        for (header, text) in step.tables {
            let is_same = |(other, _): &&mut (String, String)| *other == header;
            match self.tables.iter_mut().find(is_same) {
                Some(old) if header != "[[test]]" => old.1 = text,
                _ if header.is_empty() => self.tables.insert(0, (header, text)),
                _ => self.tables.push((header, text)),
            }
        }
    }

    fn text(&self) -> String {
        let texts: Vec<&str> = self.tables.iter().map(|(_, text)| text.as_str()).collect();
        texts.join("\n\n") + "\n"
    }

    /// The tables in an order that does not depend on where a reader puts them.
    fn sorted(&self) -> Vec<(String, String)> {
        let mut tables = self.tables.clone();
        tables.sort();
        tables
    }
}

/// A reader who follows the tutorial.
struct Reader {
    folder: PathBuf,
    file: File,
    /// The number of steps that changed the file, and of transcripts.
    steps: usize,
    transcripts: usize,
}

impl Reader {
    fn write(&self, file: &File) {
        fs::write(self.folder.join(FILE), file.text()).expect("the file can be written");
    }

    /// The file has no mistakes and no warnings, and its tests pass.
    fn check(&self) {
        let path = self.folder.join(FILE);
        let rules = Rules::open(&path).unwrap_or_else(|error| panic!("{error}"));
        let warnings = rules.lint();
        assert!(
            warnings.is_empty(),
            "{}\n{}",
            render(&warnings, rules.sources(), false),
            self.file.text()
        );
        for test in rules.test_cases().expect("the tests have no mistakes") {
            let failures = test.run().failures;
            let first = failures.first().map(|failure| &failure.message);
            assert_eq!(first, None, "{}", test.name);
        }
    }

    /// Follows a block. Returns the block as it should be.
    fn follow(&mut self, block: &Block) -> String {
        match block.info.as_str() {
            "toml" => {
                self.file.apply(File::parse(&block.text));
                self.write(&self.file);
                self.check();
                self.steps += 1;
            }
            // A slip, which only the next transcript shows.
            "toml slip" => {
                let mut file = self.file.clone();
                file.apply(File::parse(&block.text));
                self.write(&file);
            }
            "toml complete" => assert_eq!(
                File::parse(&block.text).sorted(),
                self.file.sorted(),
                "the complete file is not what the steps lead to:\n{}",
                self.file.text()
            ),
            "console" => {
                let transcript = replay(&block.text, Some(&self.folder));
                self.write(&self.file);
                self.transcripts += 1;
                return transcript;
            }
            other => panic!("there is a block of `{other}`"),
        }
        block.text.clone()
    }
}

#[test]
fn the_tutorial_can_be_followed() {
    let page = Page::open("games/README.md");
    let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join("tutorial");
    fs::create_dir_all(&folder).expect("the folder can be made");
    let mut reader = Reader {
        folder: folder.clone(),
        file: File::default(),
        steps: 0,
        transcripts: 0,
    };
    let tutorial = section(&page.text, "## Tutorial");
    let followed = map_blocks(tutorial, |block| reader.follow(&block));
    fs::remove_dir_all(&folder).expect("the folder can be removed");
    assert!(reader.steps >= 8 && reader.transcripts >= 8);
    page.expect(&page.text.replace(tutorial, &followed));
}
