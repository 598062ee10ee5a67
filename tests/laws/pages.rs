//! The page of a game, for any rules: it is printable, fits the width, ends its sentences and explains its names.

use std::sync::Arc;

use patience::Game;
use patience::internals::{Compiled, is_printable};
use patience::page::{Block, Page};

use super::walk::{Violation, fail};

const WIDTHS: [usize; 2] = [30, 80];

/// Checks the page of a game.
pub(super) fn check_page(game: &Arc<Game>) -> Result<(), Violation> {
    let page = game.page();
    for width in WIDTHS {
        for line in page.to_lines(width) {
            let words = line.trim_start_matches([' ', '-']);
            if line.chars().count() > width && words.contains(' ') {
                return fail("pages fit the width", line);
            }
            if !line.chars().all(is_printable) {
                return fail("pages are printable", line);
            }
        }
    }
    let texts = texts(&page);
    for text in &texts {
        if !text.ends_with(['.', ':']) || text.contains("  ") || text.contains(" ,") {
            return fail("pages consist of sentences", *text);
        }
    }
    let is_action = |name: &str| {
        let actions = Compiled::new(game).actions;
        actions
            .iter()
            .any(|action| action.name.replace('_', " ").eq_ignore_ascii_case(name))
    };
    for text in &texts {
        for name in text.split('*').skip(1).step_by(2) {
            let start = format!("*{name}*");
            let is_explained = |text: &&str| text.starts_with(&start) && text.contains(':');
            if !is_action(name) && !texts.iter().any(is_explained) {
                return fail("pages explain their names", format!("{name}: {text}"));
            }
        }
    }
    Ok(())
}

fn texts(page: &Page) -> Vec<&str> {
    let blocks = page.sections.iter().flat_map(|section| &section.blocks);
    blocks.map(Block::text).collect()
}
