//! The links of the pages: each leads to a file or to a heading that is there, and every section can be reached.

use crate::common::root;
use crate::markdown::{map_blocks, read_page};

const PAGES: [&str; 9] = [
    "README.md",
    "games/README.md",
    "games/PROTOCOL.md",
    "games/REFERENCE.md",
    "games/INDEX.md",
    "games/ODDS.md",
    "games/CHANGES.md",
    "tests/README.md",
    "tests/bench/README.md",
];

/// The pages with a list of contents.
const WITH_CONTENTS: [&str; 3] = ["games/README.md", "games/PROTOCOL.md", "games/REFERENCE.md"];

/// The headings of a page, with the signs before them.
fn headings(page: &str) -> Vec<&str> {
    let mut in_code = false;
    let is_heading = |line: &&str| {
        in_code ^= line.starts_with("```");
        !in_code && line.starts_with('#')
    };
    page.lines().filter(is_heading).collect()
}

/// The anchor of a heading, as it is made from its text.
fn anchor(heading: &str) -> String {
    let text = heading.trim_start_matches('#').trim().to_lowercase();
    let kept = text
        .chars()
        .filter(|c| c.is_alphanumeric() || " -_".contains(*c));
    kept.map(|c| if c == ' ' { '-' } else { c }).collect()
}

/// Where the links of a page lead: those in parentheses, and those that are defined on a line of their own.
fn targets(page: &str) -> Vec<&str> {
    let direct = page
        .split("](")
        .skip(1)
        .filter_map(|rest| rest.split(')').next());
    let defined = page.lines().filter_map(|line| {
        let (_, target) = line.strip_prefix('[')?.split_once("]: ")?;
        Some(target)
    });
    direct.chain(defined).collect()
}

#[test]
fn every_link_leads_somewhere() {
    for path in PAGES {
        let page = read_page(path);
        let folder = root().join(path);
        let folder = folder.parent().expect("a page is in a folder");
        for target in targets(&page) {
            if target.starts_with("https://") {
                continue;
            }
            let (file, heading) = target.split_once('#').unwrap_or((target, ""));
            let text = if file.is_empty() {
                page.clone()
            } else {
                let file = folder.join(file);
                assert!(file.exists(), "{path}: `{target}` leads nowhere");
                std::fs::read_to_string(file).unwrap_or_default()
            };
            let anchors = headings(&text).into_iter().map(anchor);
            let count = anchors.filter(|anchor| anchor == heading).count();
            let expected = usize::from(!heading.is_empty());
            assert_eq!(
                count, expected,
                "{path}: `{target}` leads to {count} headings"
            );
        }
    }
}

#[test]
fn the_contents_name_every_section() {
    for path in WITH_CONTENTS {
        let page = read_page(path);
        let targets = targets(&page);
        for heading in headings(&page)
            .iter()
            .filter(|line| line.starts_with("## "))
        {
            let link = format!("#{}", anchor(heading));
            assert!(
                targets.contains(&&link[..]),
                "{path}: no link leads to `{heading}`"
            );
        }
    }
}

/// A reference in brackets, such as `[words]`, is defined on its page.
#[test]
fn every_reference_is_defined() {
    for path in PAGES {
        let page = map_blocks(&read_page(path), |_| String::new());
        let names = page.split("][").skip(1);
        for name in names.filter_map(|rest| rest.split(']').next()) {
            let definition = format!("\n[{name}]: ");
            assert!(
                page.contains(&definition),
                "{path}: `[{name}]` is not defined"
            );
        }
    }
}
