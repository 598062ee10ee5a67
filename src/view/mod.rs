//! What a player may see of a position, for programs, and where it lies on the table.

mod arrangement;
mod move_id;

use std::collections::{BTreeMap, HashSet};
use std::fmt;

use serde::Serialize;

use crate::cards::{Card, CardId, Rank};
use crate::condition::{Counter, PileId};
use crate::play::{BoardView, Move, Outcome, Position, Sight};
pub use crate::rules::PileDisplay;
use crate::work::{LINE, within};
pub use arrangement::{GroupView, Spot};

/// What a player may see of a position.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct View {
    /// Whether the game goes on.
    pub outcome: Outcome,
    /// The score; `None` if it depends on a face-down card.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub score: Option<i32>,
    /// The base rank, once it is set.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub base: Option<Rank>,
    /// How often the player used each action, and moved cards to each group that a condition counts.
    pub used: BTreeMap<String, u16>,
    /// The piles, in the order of the rules.
    pub piles: Vec<PileView>,
    /// The legal moves, best first.
    pub legal: Vec<LegalMove>,
}

/// What a player may see of a pile.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct PileView {
    /// Its short name.
    pub name: String,
    /// The name of its group.
    pub group: String,
    /// Its cards, from bottom to top.
    pub cards: Vec<CardView>,
}

/// What a player may see of a card. It is written `7H`, `#` or, if all cards are shown, `#7H`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CardView {
    /// A card that is face up.
    Up(Card),
    /// A card that is face down; its face only if all cards are shown.
    Down(Option<Card>),
}

/// A legal move.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[non_exhaustive]
pub struct LegalMove {
    /// Its number: see [`Position::move_id`].
    pub id: u32,
    /// How it is typed.
    #[serde(rename = "do")]
    pub text: String,
    /// The pile that loses cards; `None` for an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub from: Option<String>,
    /// The pile that gets them; `None` for an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub to: Option<String>,
    /// How many cards it moves; `None` for an action.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub count: Option<u8>,
    /// The move itself.
    #[serde(skip)]
    pub mv: Move,
}

impl Position {
    /// What a player may see.
    ///
    /// ```
    /// use patience::{Deal, DealNumber, Position, Rules};
    ///
    /// let rules = Rules::built_in("klondike")?;
    /// let position = Position::deal(rules.game(), &Deal::Number(DealNumber(3)))?;
    /// let view = position.view();
    /// assert_eq!((view.score, view.used["deal"]), (Some(0), 0));
    /// let t2: Vec<String> = view.piles[7].cards.iter().map(ToString::to_string).collect();
    /// assert_eq!(t2, ["#", "KS"]);
    /// let first = &view.legal[0];
    /// assert_eq!(position.move_with_id(first.id), Some(first.mv));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    pub fn view(&self) -> View {
        self.view_cards(false)
    }

    /// What somebody sees who may look at face-down cards.
    pub fn open_view(&self) -> View {
        self.view_cards(true)
    }

    fn view_cards(&self, is_open: bool) -> View {
        let game = self.game();
        let pile = |pile: PileId| PileView {
            name: game.pile_name(pile),
            group: game.group_name(pile).to_owned(),
            cards: self
                .cards(pile)
                .into_iter()
                .map(|card| self.view_card(card, is_open))
                .collect(),
        };
        View {
            outcome: self.outcome(),
            score: self.visible_score(),
            base: self.base(),
            used: self.view_counters(),
            piles: game.piles().map(pile).collect(),
            legal: within(LINE, || self.view_moves()),
        }
    }

    /// All legal moves, the best first. Those that take too much work to rank come last.
    fn view_moves(&self) -> Vec<LegalMove> {
        let mut moves: Vec<Move> = self.hints().iter().map(|hint| hint.mv).collect();
        let all = self.legal_moves();
        if moves.len() < all.len() {
            let ranked: HashSet<Move> = moves.iter().copied().collect();
            moves.extend(all.into_iter().filter(|mv| !ranked.contains(mv)));
        }
        moves
            .into_iter()
            .filter_map(|mv| self.view_move(mv))
            .collect()
    }

    fn view_card(&self, card: CardId, is_open: bool) -> CardView {
        match Sight::for_player(self).face(card) {
            Some(face) => CardView::Up(face),
            None => CardView::Down(is_open.then(|| self.face(card))),
        }
    }

    fn view_counters(&self) -> BTreeMap<String, u16> {
        let game = self.game();
        let actions = game.actions().map(|action| {
            let name = game.action_name(action).to_owned();
            (name, self.counter(Counter::Action(action)))
        });
        let is_counted = |pile: PileId| game.piles[pile.index()].is_counted;
        let groups = game.groups().zip(&game.groups);
        let groups = groups.filter(|(_, group)| is_counted(group.piles.first));
        let groups = groups.map(|(id, group)| {
            let count = self.counter(Counter::Group(id));
            (group.name.clone(), count)
        });
        actions.chain(groups).collect()
    }

    fn view_move(&self, mv: Move) -> Option<LegalMove> {
        let (mut from, mut to, mut count) = (None, None, None);
        if let Move::Cards(card, target) = mv {
            let source = self.pile_of(card)?;
            from = Some(self.game().pile_name(source));
            to = Some(self.game().pile_name(target));
            count = Some(self.unit_size(card, source));
        }
        Some(LegalMove {
            id: self.move_id(mv)?,
            text: self.format_move(mv),
            from,
            to,
            count,
            mv,
        })
    }
}

impl fmt::Display for CardView {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            CardView::Up(card) => write!(f, "{card}"),
            CardView::Down(Some(card)) => write!(f, "#{card}"),
            CardView::Down(None) => f.write_str("#"),
        }
    }
}

/// Writes it as text.
impl Serialize for CardView {
    fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

/// Writes the piles as a player sees them, one a line, each from bottom to top.
impl fmt::Display for Position {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for pile in self.game().piles() {
            write!(f, "{}:", self.game().pile_name(pile))?;
            for card in self.cards(pile) {
                write!(f, " {}", self.view_card(card, false))?;
            }
            writeln!(f)?;
        }
        Ok(())
    }
}
