//! What only one of the two engines allows in a position.

use std::collections::{BTreeMap, BTreeSet};

use patience::id::PileId;
use patience::internals::{
    Compiled, Group, Step, Verb,
    file::{Role, Take},
};
use patience::{Card, Game, Move, Position};

use super::layout::Mapping;
use super::theirs::{Line, Meta, UNLIMITED};

/// A pile as far as it is unlike others: its group, its place if the rules of the group depend on it, and its cards.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct PileKey {
    group: usize,
    place: Option<usize>,
    cards: Vec<(Card, bool)>,
}

/// A move of cards, or two cards that leave the game as a pair.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct CardsMove {
    pub(super) cards: Vec<Card>,
    from: PileKey,
    to: PileKey,
    is_pair: bool,
}

/// Something that only one of the two allows or says.
#[derive(Debug)]
pub(super) struct Difference {
    pub(super) is_ours: bool,
    pub(super) what: What,
    /// The key of our rules by which it is illegal. Empty if it is ours.
    pub(super) refused_by: String,
}

#[derive(Debug)]
pub(super) enum What {
    Cards {
        moved: CardsMove,
        has_run_limit: bool,
    },
    Action,
    Redeals,
    Won,
    Base,
}

/// A position of both.
pub(super) struct Comparison<'a> {
    pub(super) game: &'a Game,
    pub(super) compiled: Compiled<'a>,
    pub(super) mapping: &'a Mapping,
    pub(super) position: Position,
    pub(super) meta: &'a Meta,
    pub(super) line: &'a Line,
}

/// The results of a comparison.
#[derive(Default)]
pub(super) struct Results {
    /// The number of moves of cards that either of the two allows.
    pub(super) moves: usize,
    pub(super) differences: Vec<Difference>,
}

impl Comparison<'_> {
    /// Compares everything.
    pub(super) fn run(&self) -> Results {
        let mut results = Results::default();
        self.compare_moves(&mut results);
        self.compare_actions(&mut results.differences);
        let is_won = self.position.is_won();
        let base = self.position.base();
        let mut compare = |differs: bool, is_ours: bool, what: What| {
            if differs {
                results.differences.push(Difference {
                    is_ours,
                    what,
                    refused_by: String::new(),
                });
            }
        };
        let (ours, theirs) = (self.our_redeals(), self.meta.redeals());
        let differs = self.line.ply == 0 && theirs.is_some_and(|theirs| theirs != ours);
        compare(differs, theirs < Some(ours), What::Redeals);
        compare(is_won != self.line.won, is_won, What::Won);
        let theirs = self.line.base();
        compare(
            base.is_some() && theirs.is_some() && base != theirs,
            true,
            What::Base,
        );
        results
    }

    fn compare_moves(&self, results: &mut Results) {
        let (ours, theirs) = (self.our_moves(), self.their_moves());
        let all: BTreeSet<&CardsMove> = ours.iter().chain(theirs.keys()).collect();
        results.moves = all.len();
        for moved in all {
            let is_ours = ours.contains(moved);
            let in_theirs = theirs.get(moved);
            if is_ours == in_theirs.is_some() || self.only_renames(moved) {
                continue;
            }
            // Either of two cards that change places may be named first, but our list has such a move once.
            if in_theirs.is_some_and(|(mv, _)| self.changes_places(*mv)) {
                continue;
            }
            let (refused_by, has_run_limit) = match in_theirs {
                Some((mv, has_run_limit)) => (self.refusal(*mv), *has_run_limit),
                None => (String::new(), false),
            };
            let what = What::Cards {
                moved: moved.clone(),
                has_run_limit,
            };
            results.differences.push(Difference {
                is_ours,
                what,
                refused_by,
            });
        }
    }

    /// Whether a card may change places with the top card of the pile that it goes to.
    fn changes_places(&self, mv: Move) -> bool {
        let Move::Cards(card, to) = mv else {
            return false;
        };
        let mut piles = self.game.piles();
        let from = piles.find(|pile| self.position.cards(*pile).contains(&card));
        let Some((from, top)) = from.zip(self.position.top(to)) else {
            return false;
        };
        let swaps = |pile| self.game.group_of(pile).swap.is_some();
        let back = Move::Cards(top, from);
        (swaps(to) && self.position.is_legal(mv)) || (swaps(from) && self.position.is_legal(back))
    }

    /// Compares whether there is an action, such as a deal. A card that they have to turn is open in our stock.
    fn compare_actions(&self, differences: &mut Vec<Difference>) {
        let actions: Vec<Move> = self.game.actions().map(Move::Action).collect();
        let is_ours = actions.iter().any(|mv| self.position.is_legal(*mv));
        if is_ours != self.line.deal_possible && !self.turns_in_stock() {
            let keys = actions
                .iter()
                .filter(|_| !is_ours)
                .map(|mv| self.refusal(*mv));
            let refused_by = keys.collect::<Vec<_>>().join(", ");
            differences.push(Difference {
                is_ours,
                what: What::Action,
                refused_by,
            });
        }
    }

    /// The key by which we refuse a move. Of interchangeable empty piles, only the first accepts cards.
    fn refusal(&self, mv: Move) -> String {
        let refusal_of = |mv| {
            self.position
                .clone()
                .play(mv)
                .err()
                .map(|refusal| refusal.key().to_owned())
        };
        let by_alike = |key: &&String| key.rsplit('.').next() == Some("alike");
        let refusal = refusal_of(mv);
        let first_empty = || {
            let Move::Cards(card, to) = mv else {
                return None;
            };
            let mut piles = self.game.group_of(to).piles.iter();
            let first = piles.find(|pile| self.position.size(*pile) == 0)?;
            (self.position.size(to) == 0).then_some(Move::Cards(card, first))
        };
        let second = refusal
            .as_ref()
            .filter(by_alike)
            .and_then(|_| first_empty());
        let refusal = second.map_or(refusal, refusal_of);
        refusal.unwrap_or_else(|| "nothing".to_owned())
    }

    fn our_moves(&self) -> BTreeSet<CardsMove> {
        let must_turn = self.turns_in_stock() && self.line.piles["waste"].is_empty();
        let to_move = |mv| {
            let Move::Cards(id, to) = mv else { return None };
            let from = self.position.pile_of(id).expect("the card is on the board");
            if self.removes_pair(from, to) {
                return Some(self.pair(from, to));
            }
            let cards = self.position.cards(from);
            let index = cards
                .iter()
                .position(|&card| card == id)
                .expect("it is in its pile");
            let takes_one = self.game.group_of(from).take == Take::Any;
            let count = if takes_one { 1 } else { cards.len() - index };
            let is_possible = from != self.game.stock() || !must_turn;
            is_possible.then(|| self.cards_move(from, to, index, count))
        };
        self.position
            .legal_moves()
            .into_iter()
            .filter_map(to_move)
            .collect()
    }

    /// Their moves, each with ours, and whether it moves as many cards as the empty piles allow.
    fn their_moves(&self) -> BTreeMap<CardsMove, (Move, bool)> {
        let to_move = |moved: super::theirs::Moved| {
            let (from, to) = (self.mapping.get(moved.from)?, self.mapping.get(moved.to)?);
            let elsewhere = self.mapping.count_below(moved.from);
            let index = (self.cards_below(moved.from) + moved.index).checked_sub(elsewhere)?;
            let mv = Move::Cards(self.position.cards(from)[index], to);
            let cards_move = if self.removes_pair(from, to) {
                self.pair(from, to)
            } else {
                self.cards_move(from, to, index, moved.count)
            };
            Some((cards_move, (mv, self.meta.has_run_limit(moved.from))))
        };
        self.line.moves().filter_map(to_move).collect()
    }

    /// The number of cards in our pile that are below those of one of their piles.
    fn cards_below(&self, name: &str) -> usize {
        let kinds = self.line.by_kind();
        let before = kinds.values().flatten().take_while(|other| **other != name);
        let same = before.filter(|other| self.mapping.get(other) == self.mapping.get(name));
        same.map(|other| self.line.piles[*other].len()).sum()
    }

    /// Whether one of the two still redeals because the other has fewer redeals.
    pub(super) fn is_extra_redeal(&self, is_ours: bool) -> bool {
        let has_more = |theirs| (self.our_redeals() > theirs) == is_ours;
        self.meta.redeals().is_some_and(has_more) && self.position.size(self.game.stock()) == 0
    }

    /// Whether a pile of ours stands for a pile of theirs.
    pub(super) fn is_theirs(&self, group: &Group) -> bool {
        let mut piles = group.piles.iter();
        piles.any(|pile| self.mapping.stands_for(pile))
    }

    /// How often our cards are gathered: by actions that do more than deal.
    fn our_redeals(&self) -> u16 {
        let only_deals = |step: &Step| match step.verb {
            Verb::Deal => step.to.first != self.game.stock(),
            Verb::Call | Verb::Close => true,
            _ => false,
        };
        let actions = self.compiled.actions.iter();
        let redeals = actions.filter(|action| !action.steps.iter().all(only_deals));
        let limits = redeals.map(|action| action.limit.unwrap_or(UNLIMITED));
        limits.max().unwrap_or(0)
    }

    fn turns_in_stock(&self) -> bool {
        self.mapping.get("waste") == Some(self.game.stock())
    }

    /// Whether cards that meet leave the game. In such games, nothing else brings a card onto another.
    fn removes_pair(&self, from: PileId, to: PileId) -> bool {
        let groups = [from, to].map(|pile| self.game.group_of(pile));
        let has_pairs = groups.iter().any(|group| group.pair.is_some());
        has_pairs && self.position.size(to) > 0 && self.compiled.discard != Some(to)
    }

    fn pair(&self, from: PileId, to: PileId) -> CardsMove {
        let mut piles = [self.pile_key(from), self.pile_key(to)];
        piles.sort_unstable();
        let [from, to] = piles;
        let cards = [&from, &to]
            .iter()
            .filter_map(|key| key.cards.last())
            .map(|(card, _)| *card)
            .collect();
        CardsMove {
            cards,
            from,
            to,
            is_pair: true,
        }
    }

    fn cards_move(&self, from: PileId, to: PileId, index: usize, count: usize) -> CardsMove {
        let (from, to) = (self.pile_key(from), self.pile_key(to));
        let cards = from.cards[index..index + count]
            .iter()
            .map(|(card, _)| *card)
            .collect();
        CardsMove {
            cards,
            from,
            to,
            is_pair: false,
        }
    }

    fn pile_key(&self, pile: PileId) -> PileKey {
        let group = self.game.group_of(pile);
        let has_place = group.role == Role::Foundation && !group.alike;
        let look = |id| (self.position.face(id), self.position.is_hidden(id));
        PileKey {
            group: self.compiled.piles[pile.index()].group.index(),
            place: has_place.then_some(pile.index()),
            cards: self.position.cards(pile).into_iter().map(look).collect(),
        }
    }

    /// Whether a move brings a whole pile to an empty one of the same group, whose piles are interchangeable.
    fn only_renames(&self, moved: &CardsMove) -> bool {
        let is_whole = moved.from.cards.len() == moved.cards.len();
        let within_group = moved.from.group == moved.to.group && self.from(moved).alike;
        is_whole && within_group && moved.to.cards.is_empty()
    }

    /// The group that a move comes from.
    pub(super) fn from(&self, moved: &CardsMove) -> &Group {
        &self.compiled.groups[moved.from.group]
    }

    /// The group that a move goes to.
    pub(super) fn to(&self, moved: &CardsMove) -> &Group {
        &self.compiled.groups[moved.to.group]
    }

    /// Describes a difference.
    pub(super) fn describe(&self, difference: &Difference) -> String {
        let pile = |group: &Group, key: &PileKey| {
            let card = |(card, is_hidden): &(Card, bool)| {
                format!("{}{card}", if *is_hidden { "#" } else { "" })
            };
            let cards: Vec<String> = key.cards.iter().map(card).collect();
            format!("{} [{}]", group.name, cards.join(" "))
        };
        let text = match &difference.what {
            What::Cards { moved, .. } => {
                let cards: Vec<String> = moved.cards.iter().map(ToString::to_string).collect();
                let (from, to) = (
                    pile(self.from(moved), &moved.from),
                    pile(self.to(moved), &moved.to),
                );
                format!("{}: {from} to {to}", cards.join(" "))
            }
            What::Action => "an action".to_owned(),
            What::Redeals => {
                let [ours, theirs] = [self.our_redeals(), self.meta.redeals().unwrap_or_default()];
                format!("redeals: {ours}, theirs {theirs}")
            }
            What::Won => "won".to_owned(),
            What::Base => format!(
                "base {:?}, theirs {:?}",
                self.position.base(),
                self.line.base()
            ),
        };
        let who = if difference.is_ours { "ours" } else { "theirs" };
        let key = &difference.refused_by;
        let refused = if key.is_empty() {
            String::new()
        } else {
            format!(" (refused by {key})")
        };
        format!("ply {}, only {who}: {text}{refused}", self.line.ply)
    }
}

impl CardsMove {
    /// Whether the pile that the cards go to is empty.
    pub(super) fn to_empty(&self) -> bool {
        self.to.cards.is_empty()
    }

    /// Whether a lone card goes to an empty pile of its group, or changes places with a lone card of its rank.
    pub(super) fn moves_lone_card(&self) -> bool {
        let [from, to] = [&self.from, &self.to];
        let is_lone = from.cards.len() == 1 && to.cards.len() <= 1;
        let rank = |key: &PileKey| key.cards.first().map(|(card, _)| card.rank());
        let within_group = from.group == to.group;
        is_lone && within_group && (to.cards.is_empty() || rank(from) == rank(to))
    }

    /// The card that the lowest moved card would be placed on.
    pub(super) fn target(&self) -> Option<Card> {
        self.to.cards.last().map(|(card, _)| *card)
    }
}
