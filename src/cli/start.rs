//! Where a game begins: what the arguments or a saved game say.

use std::fmt;
use std::sync::Arc;

use super::args::{SourceArgs, StartArgs};
use super::deal::{parse_deal, random_deal};
use super::files::load_short;
use super::save::{SavedDeal, SavedGame, SavedStart};
use super::{Error, Streams};
use patience::deal::parse_cards;
use patience::dialogue::{ChosenDeal, PlayedGame};
use patience::internals::{find, find_saved, printable_path, read_file};
use patience::library::{Found, Library, built_in_ids};
use patience::{Deal, Game, Position};

/// The maximum length of the argument of `--deck`; the largest pack needs half of that.
const MAX_DECK_BYTES: usize = 1000;

/// What messages call the position at the start of a game that goes on.
const GIVEN: &str = "the position at the start";

/// A game, and where its deals come from.
#[derive(Debug)]
pub(super) struct Start {
    pub(super) game: Arc<Game>,
    /// The game, as saved games and statistics name it.
    pub(super) name: String,
    /// Where games are looked up.
    pub(super) library: Library,
    first: First,
    /// Whether the deals that follow have the next numbers; if not, they are random.
    counts_on: bool,
}

/// Where a game begins.
#[derive(Clone, Debug)]
enum First {
    Deal(ChosenDeal),
    /// A position file and its text.
    Position(Box<Position>, String),
}

impl First {
    /// Reads a position file; messages call it `name`.
    fn read(found: &Found, name: &str, bytes: &[u8]) -> Result<First, Error> {
        let position = found.rules.read_position(name, bytes, &found.variants)?;
        let text = String::from_utf8_lossy(bytes).into_owned();
        Ok(First::Position(Box::new(position), text))
    }
}

impl Start {
    /// The start of a game that was found.
    pub(super) fn from_found(
        found: &Found,
        args: &SourceArgs,
        library: Library,
    ) -> Result<Start, Error> {
        if let Some(path) = &args.position {
            let bytes = read_file(path).map_err(|error| Error::Io(printable_path(path), error))?;
            let first = First::read(found, &path.display().to_string(), &bytes)?;
            return Start::new(found, first, library);
        }
        let deal = match (&args.deck, &args.deal) {
            (Some(deck), _) if deck.len() > MAX_DECK_BYTES => {
                let message = format!("--deck: more than {MAX_DECK_BYTES} bytes");
                return Err(Error::Usage(message));
            }
            (Some(deck), _) => {
                let cards =
                    parse_cards(deck).map_err(|error| Error::Usage(format!("--deck: {error}")))?;
                ChosenDeal::new(Deal::Deck(cards))
            }
            (None, Some(deal)) => deal.clone(),
            (None, None) => ChosenDeal::new(random_deal().into()),
        };
        let start = Start::new(found, First::Deal(deal.clone()), library)?;
        if args.deck.is_some() {
            Position::deal(&start.game, &deal.deal)
                .map_err(|error| Error::Usage(format!("--deck: {error}")))?;
        }
        Ok(Start {
            counts_on: args.deal.is_some(),
            ..start
        })
    }

    /// The start of a saved game: further deals are random.
    pub(super) fn from_saved(saved: &SavedGame, library: Library) -> Result<Start, Error> {
        let found = Found {
            name: saved.game.clone(),
            ..find_saved(&saved.game, &saved.variants, &library)?
        };
        let usage = |error: &dyn fmt::Display| Error::Usage(error.to_string());
        let start = &saved.start;
        let first = match (&start.deal, &start.deck) {
            (Some(deal), _) => First::Deal(parse_deal(&deal.to_string()).map_err(|e| usage(&e))?),
            (None, Some(cards)) => {
                let cards = parse_cards(cards).map_err(|error| usage(&error))?;
                First::Deal(ChosenDeal::new(Deal::Deck(cards)))
            }
            (None, None) => {
                let text = start.position.as_deref().unwrap_or_default();
                First::read(&found, GIVEN, text.as_bytes())?
            }
        };
        Start::new(&found, first, library)
    }

    /// The start of another game, by its name: further deals are random.
    pub(super) fn of_other(&self, name: &str) -> Result<Start, Error> {
        let found = find(name, &[], &self.library)?;
        let deal = ChosenDeal::new(random_deal().into());
        Start::new(&found, First::Deal(deal), self.library.clone())
    }

    /// The same start under the rules that its file has now.
    pub(super) fn reload(&self) -> Result<Start, Error> {
        let found = Found {
            name: self.name.clone(),
            ..find_saved(&self.name, self.game.variants(), &self.library)?
        };
        let first = match &self.first {
            First::Position(_, text) => First::read(&found, GIVEN, text.as_bytes())?,
            deal @ First::Deal(_) => deal.clone(),
        };
        Start::new(&found, first, self.library.clone())
    }

    fn new(found: &Found, first: First, library: Library) -> Result<Start, Error> {
        let game = match &first {
            First::Deal(_) => found.game()?,
            First::Position(position, _) => Arc::clone(position.game()),
        };
        Ok(Start {
            game,
            name: found.name.clone(),
            library,
            first,
            counts_on: false,
        })
    }

    /// Whether its rules are part of the program.
    pub(super) fn is_built_in(&self) -> bool {
        built_in_ids().contains(&self.name.as_str())
    }

    /// Where a game that was dealt so begins, as it is saved.
    pub(super) fn to_saved(&self, deal: Option<&ChosenDeal>) -> SavedStart {
        let mut start = SavedStart::default();
        match deal.map(|deal| &deal.deal) {
            None => start.position = Some(self.given_position().1.to_owned()),
            Some(deck @ Deal::Deck(_)) => start.deck = Some(deck.to_string()),
            Some(deal) => start.deal = Some(SavedDeal::new(deal.to_string())),
        }
        start
    }

    /// The position that was given, and its text. Only games that begin there have no deal.
    fn given_position(&self) -> (&Position, &str) {
        match &self.first {
            First::Position(position, text) => (position, text),
            First::Deal(_) => unreachable!("a game without a deal begins with a position"),
        }
    }

    /// The position given by the arguments, and its title. Unlike a game to play, it is never random.
    pub(super) fn read_position(
        game: &str,
        args: &StartArgs,
        streams: &mut Streams<'_>,
    ) -> Result<(String, Position), Error> {
        let source = &args.source;
        if !source.is_given() {
            let message = "expected --deal DEAL, --deck CARDS or --position FILE";
            return Err(Error::Usage(message.to_owned()));
        }
        let found = load_short(game, &source.with.variants(), &args.short, streams)?;
        let start = Start::from_found(&found, source, streams.library())?;
        let game = start.begin(start.first_deal(), 0, ())?;
        Ok((game.title.clone(), game.position().clone()))
    }

    /// The first deal; `None` if a position was given.
    pub(super) fn first_deal(&self) -> Option<ChosenDeal> {
        match &self.first {
            First::Deal(deal) => Some(deal.clone()),
            First::Position(..) => None,
        }
    }

    /// Begins a game: with a deal, or without one with the position that was given. `carried_points` is the score of earlier
    /// games, and `own` is kept with it.
    pub(super) fn begin<O>(
        &self,
        deal: Option<ChosenDeal>,
        carried_points: i32,
        own: O,
    ) -> Result<PlayedGame<O>, Error> {
        let game = match deal {
            Some(deal) => PlayedGame::deal(&self.game, deal, carried_points, own),
            None => Ok(PlayedGame::at(
                self.given_position().0.clone(),
                carried_points,
                own,
            )),
        };
        let mut game = game.map_err(Error::Usage)?;
        game.counts_on = self.counts_on;
        Ok(game)
    }
}
