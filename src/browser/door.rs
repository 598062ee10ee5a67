//! The requests of the page.

use patience::{Block, Page, Rules};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::table::{Start, Table};
use crate::workshop;

/// What the page asks for.
#[derive(Debug, Deserialize)]
#[serde(rename_all = "snake_case", deny_unknown_fields)]
enum Request {
    /// Starts a game, and plays moves of it.
    Start(Box<Start>),
    /// Does what a player types.
    Do(String),
    /// Plays the move with an id.
    Play(u32),
    /// Goes on with the search that did not end.
    GoOn,
    /// Gives up that search.
    Stop,
    /// The rules of the game as a page.
    Rules,
    /// The text of a built-in game.
    Text(String),
    /// Checks rules that are being written, and runs their tests.
    Check(String),
    /// What can be typed at a place of rules that are being written, in UTF-16 units from the start.
    Complete {
        /// The rules.
        text: String,
        /// The place.
        at: usize,
    },
}

/// Where the page comes in.
#[derive(Debug, Default)]
pub struct Door {
    table: Option<Table>,
}

impl Door {
    /// Answers a request. Whatever it is, the answer is an object; if it has `error`, nothing was done.
    pub fn answer(&mut self, request: &[u8]) -> Vec<u8> {
        let request = serde_json::from_slice(request).map_err(|error| error.to_string());
        let answer = request.and_then(|request| self.carry_out(request));
        let answer = answer.unwrap_or_else(|error| json!({ "error": error }));
        answer.to_string().into_bytes()
    }

    fn carry_out(&mut self, request: Request) -> Result<Value, String> {
        match request {
            Request::Start(start) => {
                let (table, notes) = Table::start(&start)?;
                let opened = table.describe(&notes);
                self.table = Some(table);
                Ok(opened)
            }
            Request::Text(id) => {
                let rules = Rules::built_in(&id).map_err(|error| error.to_string())?;
                Ok(json!({ "text": rules.text() }))
            }
            Request::Check(text) => Ok(workshop::check(&text)),
            Request::Complete { text, at } => Ok(workshop::complete(&text, at)),
            Request::Do(text) => Ok(self.table()?.run(&text)),
            Request::Play(id) => Ok(self.table()?.play(id)),
            Request::GoOn => Ok(self.table()?.go_on()),
            Request::Stop => Ok(self.table()?.stop()),
            Request::Rules => Ok(describe_page(&self.table()?.page())),
        }
    }

    fn table(&mut self) -> Result<&mut Table, String> {
        self.table
            .as_mut()
            .ok_or_else(|| "no game was started".to_owned())
    }
}

fn describe_page(page: &Page) -> Value {
    let block = |block: &Block| match block {
        Block::Paragraph(text) => json!({ "text": text }),
        Block::Item(text) => json!({ "item": text }),
    };
    let sections = page.sections.iter().map(|section| {
        let blocks: Vec<Value> = section.blocks.iter().map(block).collect();
        json!({ "heading": section.heading, "blocks": blocks })
    });
    json!({
        "title": page.title,
        "aliases": page.aliases,
        "about": page.about,
        "sections": sections.collect::<Vec<_>>(),
    })
}
