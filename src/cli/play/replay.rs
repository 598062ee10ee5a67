//! Plays commands that are not typed by anyone: a replay.

use std::rc::Rc;

use super::dialog::{Dialog, Setting};
use super::games::PlayedGame;
use super::{print, run_through_pipe};
use crate::cli::board::Look;
use crate::cli::start::Start;
use crate::cli::{Error, Streams};

/// Plays commands, one a line, and returns the output for a pipe. It can use neither files nor the
/// solver, because whoever runs a replay may not have read it.
pub(in crate::cli) fn replay(start: Start, look: Look, commands: &str) -> Result<String, Error> {
    let start = Rc::new(start);
    let deal = start.first_deal();
    let opening = start.begin(deal.as_ref())?;
    let game = PlayedGame::new(start, deal, opening, 0);
    let mut dialog = Dialog::new(game, look, Setting::Replay, None, None);
    let (mut output, mut errors) = (Vec::new(), Vec::new());
    let mut streams = Streams {
        input: &mut commands.as_bytes(),
        output: &mut output,
        errors: &mut errors,
        is_interactive: false,
        edits_lines: false,
        to_terminal: false,
        color: false,
        board_color: false,
        data_folder: None,
        game_folders: Vec::new(),
    };
    let notes: Vec<String> = dialog
        .games
        .current()
        .describe_opening()
        .into_iter()
        .collect();
    print(&notes, &mut streams)?;
    print(&dialog.show(), &mut streams)?;
    run_through_pipe(&mut dialog, &mut streams)?;
    Ok(String::from_utf8_lossy(&output).into_owned())
}
