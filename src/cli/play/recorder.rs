//! Keeps the game in progress and the statistics in the user's data folder.

use std::path::PathBuf;

use super::kept::{PlayedGame, to_record, to_saved};
use crate::Streams;
use crate::args::PlayArgs;
use crate::store::{Autosave, Store, StoreError};
use patience::Outcome;

/// What a session keeps in the data folder. A failure to write never ends a game: the player is told once.
#[derive(Debug)]
pub(super) struct Recorder {
    folder: PathBuf,
    /// Whether the game in progress is kept.
    keeps_game: bool,
    /// The game in progress; `None` if it has no moves or has ended.
    pub(super) autosave: Option<Autosave>,
    /// Whether the games that end are counted.
    counts: bool,
    has_failed: bool,
}

impl Recorder {
    /// What the arguments ask for; `None` if nothing is kept.
    pub(super) fn new(args: &PlayArgs, streams: &Streams<'_>) -> Option<Recorder> {
        let keeps_game = streams.is_interactive;
        let folder = streams.data_folder.clone();
        Some(Recorder {
            folder: folder.filter(|_| keeps_game || args.stats)?,
            keeps_game,
            autosave: None,
            counts: !args.no_stats,
            has_failed: false,
        })
    }

    /// Keeps the current game after a change, and counts it if it has just been won. Returns what the player is told.
    pub(super) fn update(&mut self, game: &mut PlayedGame) -> Option<String> {
        if game.position().is_won() && !game.own.was_won {
            game.own.was_won = true;
            self.finish();
            return self.record(game);
        }
        let has_begun = game.session.history().turns().next().is_some();
        if game.own.was_won || !self.keeps_game || !has_begun {
            self.finish();
            return None;
        }
        // A game that was left before and goes on now has not ended.
        let was_counted = std::mem::take(&mut game.own.is_counted);
        let forget = |store: &mut Store| store.forget(&to_record(game));
        let note = was_counted.then(|| self.write(forget)).flatten();
        let folder = &self.folder;
        let autosave = self.autosave.get_or_insert_with(|| Autosave::begin(folder));
        let kept = autosave.update(&to_saved(game));
        note.or(self.tell(kept))
    }

    /// Counts a game that the player leaves for another one.
    pub(super) fn leave(&mut self, game: &mut PlayedGame) -> Option<String> {
        let has_moves = !game.session.moves().is_empty();
        let is_given_up = has_moves && !game.own.was_won;
        is_given_up.then(|| self.record(game)).flatten()
    }

    /// Ends the session: counts a game that is stuck, and keeps one that can be continued. Returns what the player is
    /// told.
    pub(super) fn close(mut self, game: &mut PlayedGame) -> Option<String> {
        let is_kept = self.autosave.is_some() && !game.session.moves().is_empty();
        if !is_kept || game.position().outcome() != Outcome::Open {
            self.finish();
            return self.leave(game);
        }
        Some("The game is kept: `patience play --resume` continues it.".to_owned())
    }

    /// Removes the kept game.
    fn finish(&mut self) {
        if let Some(autosave) = self.autosave.take() {
            autosave.finish();
        }
    }

    fn record(&mut self, game: &mut PlayedGame) -> Option<String> {
        game.own.is_counted = true;
        self.write(|store| store.record(&to_record(game)))
    }

    /// Writes to the statistics, if games are counted.
    fn write(
        &mut self,
        write: impl FnOnce(&mut Store) -> Result<(), StoreError>,
    ) -> Option<String> {
        let folder = Some(&self.folder).filter(|_| self.counts)?;
        let written = Store::open(folder).and_then(|mut store| write(&mut store));
        self.tell(written)
    }

    /// The message about a failure, if it is the first one.
    fn tell(&mut self, written: Result<(), impl ToString>) -> Option<String> {
        let failure = written.err()?.to_string();
        let is_first = !std::mem::replace(&mut self.has_failed, true);
        is_first.then(|| format!("The game goes on, but it cannot be kept: {failure}."))
    }
}
