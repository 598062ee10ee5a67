mod phrases;

pub(super) use phrases::{describe_argument, describe_body};
pub use phrases::{describe_detail, phrase_by_name};

use super::piles;
use crate::cards::Rank;
use crate::condition::{
    CardExpr, CardRelation, ColorExpr, Comparison, Counter, Domain, GroupExpr, LineKind,
    NumberExpr, PileExpr, Piles, Predicate, PredicateKind, RankExpr, Side, SuitExpr,
};
use crate::rules::Game;

/// Describes a predicate as a phrase: "one rank lower and the opposite color" or, if it is not about the card, "that
/// the stock is empty". If the base rank is given, it is added in parentheses. Named conditions are spelled out.
#[must_use]
pub fn describe(predicate: &Predicate, game: &Game, base: Option<Rank>) -> String {
    let describer = Describer {
        base,
        uses_names: false,
        ..Describer::new(game)
    };
    describer.describe_predicate(predicate, false)
}

/// Describes a predicate as a phrase. Named conditions are given by name, unless they are short.
#[must_use]
pub(super) fn describe_by_name(predicate: &Predicate, game: &Game) -> String {
    Describer::new(game).describe_predicate(predicate, false)
}

/// Describes a predicate as a requirement: "requires one rank lower", "requires that the stock be empty". Named
/// conditions are given by name.
#[must_use]
pub fn describe_requirement(predicate: &Predicate, game: &Game, base: Option<Rank>) -> String {
    let phrase = Describer::for_requirement(game, base).describe_predicate(predicate, false);
    format!("requires {phrase}")
}

/// Describes a number: "5 times the number of cards in the foundation piles".
#[must_use]
pub fn describe_number(number: &NumberExpr, game: &Game) -> String {
    Describer::new(game).describe_number(number)
}

#[derive(Clone, Copy)]
struct Describer<'a> {
    game: &'a Game,
    base: Option<Rank>,
    /// Whether the phrase follows "requires", so that its verb is "be" and not "is".
    is_required: bool,
    /// Whether named conditions are given by name, unless they are short.
    uses_names: bool,
    /// The parameter of the named condition that is described: the variable outside of all its quantifiers.
    parameter: Option<&'a str>,
    /// The number of enclosing quantifiers.
    depth: u8,
}

impl<'a> Describer<'a> {
    fn new(game: &'a Game) -> Describer<'a> {
        Describer {
            game,
            base: None,
            is_required: false,
            uses_names: true,
            parameter: None,
            depth: 0,
        }
    }

    fn for_requirement(game: &'a Game, base: Option<Rank>) -> Describer<'a> {
        Describer {
            base,
            is_required: true,
            ..Describer::new(game)
        }
    }

    /// The describer for the body of a quantifier.
    fn inside(self) -> Describer<'a> {
        Describer {
            depth: self.depth.saturating_add(1),
            ..self
        }
    }
}

impl Describer<'_> {
    fn describe_predicate(&self, predicate: &Predicate, negated: bool) -> String {
        match self.named_phrase(predicate) {
            Some(phrase) => {
                let not = if negated { "not " } else { "" };
                format!("{not}{}", self.describe_phrase(phrase))
            }
            None => self.describe_unnamed(predicate, negated),
        }
    }

    fn describe_unnamed(&self, predicate: &Predicate, negated: bool) -> String {
        let negate = |phrase: String| {
            if negated {
                format!("anything but {phrase}")
            } else {
                phrase
            }
        };
        let is = self.verb(negated);
        match &predicate.kind {
            PredicateKind::Not(inner) => self.describe_predicate(inner, !negated),
            PredicateKind::All(predicates) => self.join_predicates(predicates, negated, negated),
            PredicateKind::Any(predicates) => self.join_predicates(predicates, negated, !negated),
            PredicateKind::Relation(kind, offset) => negate(self.describe_relation(*kind, offset)),
            PredicateKind::Ranks(Comparison::Equal, RankExpr::Of(CardExpr::Card), rank) => {
                negate(self.describe_rank_with_article(rank))
            }
            PredicateKind::Ranks(comparison, a, b) => {
                format!(
                    "that {} {}",
                    self.describe_rank(a),
                    self.describe_comparison(*comparison, negated, &self.describe_rank(b))
                )
            }
            PredicateKind::Suits(SuitExpr::Of(CardExpr::Card), SuitExpr::Suit(suit)) => {
                negate(format!("a {}", suit.name().trim_end_matches('s')))
            }
            PredicateKind::Suits(SuitExpr::Of(CardExpr::Card), suit) => {
                negate(self.describe_suit(suit))
            }
            PredicateKind::Suits(a, b) => format!(
                "that {} {is} {}",
                self.describe_suit(a),
                self.describe_suit(b)
            ),
            PredicateKind::Colors(ColorExpr::Of(CardExpr::Card), ColorExpr::Color(color)) => {
                negate(format!("a {} card", color.name()))
            }
            PredicateKind::Colors(a, b) => format!(
                "that {} {is} {}",
                self.describe_color(a),
                self.describe_color(b)
            ),
            PredicateKind::Joker(CardExpr::Card) => negate("a joker".to_owned()),
            PredicateKind::Joker(card) => {
                format!("that {} {is} a joker", self.describe_card(card))
            }
            PredicateKind::Numbers(comparison, a, b) => {
                self.describe_numbers(*comparison, a, b, negated)
            }
            PredicateKind::Within(pile, within) => self.describe_within(pile, *within, negated),
            PredicateKind::SamePile(a, b) => format!(
                "that {} {is} {}",
                self.describe_pile(a),
                self.describe_pile(b)
            ),
            PredicateKind::PileEmpty(pile) => {
                format!("that {} {is} empty", self.describe_pile(pile))
            }
            PredicateKind::AllEmpty(GroupExpr::Local(_)) => format!("that it {is} empty"),
            PredicateKind::AllEmpty(GroupExpr::Named(all)) if all.count == 1 => {
                format!("that {} {is} empty", piles(self.game, *all))
            }
            PredicateKind::AllEmpty(GroupExpr::Named(all)) => {
                let piles = piles(self.game, *all);
                let are = if self.is_required { "be" } else { "are" };
                if negated {
                    format!("that not all of {piles} {are} empty")
                } else {
                    format!("that {piles} {are} empty")
                }
            }
            PredicateKind::FaceUp(card) => {
                format!("that {} {is} face up", self.describe_card(card))
            }
            PredicateKind::BaseSet => format!("that the base rank {is} set"),
            PredicateKind::Every(domain, inner) => self.describe_every(domain, inner, negated),
            PredicateKind::Some(domain, inner) => self.describe_some(domain, inner, negated),
            PredicateKind::Won => format!("that the game {is} won"),
            PredicateKind::Stuck => format!("that the game {is} stuck"),
        }
    }

    fn describe_within(&self, pile: &PileExpr, within: GroupExpr, negated: bool) -> String {
        let (piles, is) = (self.describe_group(within), self.verb(negated));
        match (pile, negated) {
            (pile, _) if matches!(within, GroupExpr::Local(_)) => {
                format!("that {} {is} in it", self.describe_pile(pile))
            }
            (PileExpr::From, false) => format!("a card from {piles}"),
            (PileExpr::From, true) => format!("a card from elsewhere than {piles}"),
            (pile, _) => format!("that {} {is} one of {piles}", self.describe_pile(pile)),
        }
    }

    /// Describes a comparison of numbers.
    fn describe_numbers(
        &self,
        comparison: Comparison,
        a: &NumberExpr,
        b: &NumberExpr,
        negated: bool,
    ) -> String {
        if let (
            Comparison::Equal | Comparison::More,
            NumberExpr::CardIndex(card),
            NumberExpr::Literal(1),
        ) = (comparison, a, b)
        {
            let is_lowest = (comparison == Comparison::Equal) != negated;
            let (card, is) = (self.describe_card(card), self.verb(!is_lowest));
            return format!("that {card} {is} the lowest of its pile");
        }
        let b = self.describe_number(b);
        format!(
            "that {} {}",
            self.describe_number(a),
            self.describe_comparison(comparison, negated, &b)
        )
    }

    /// Returns the verb of a phrase.
    fn verb(&self, negated: bool) -> &'static str {
        match (self.is_required, negated) {
            (false, false) => "is",
            (false, true) => "is not",
            (true, false) => "be",
            (true, true) => "not be",
        }
    }

    /// Describes a comparison with a value: "is at most 3".
    fn describe_comparison(&self, comparison: Comparison, negated: bool, with: &str) -> String {
        let is = self.verb(false);
        match (comparison, negated) {
            (Comparison::Equal, negated) => format!("{} {with}", self.verb(negated)),
            (Comparison::Less, false) | (Comparison::AtLeast, true) => {
                format!("{is} less than {with}")
            }
            (Comparison::AtMost, false) | (Comparison::More, true) => {
                format!("{is} at most {with}")
            }
            (Comparison::More, false) | (Comparison::AtMost, true) => {
                format!("{is} more than {with}")
            }
            (Comparison::AtLeast, false) | (Comparison::Less, true) => {
                format!("{is} at least {with}")
            }
        }
    }

    /// Describes a group, or the line that a quantifier is about.
    fn describe_group(&self, group: GroupExpr) -> String {
        match group {
            GroupExpr::Named(all) => piles(self.game, all),
            GroupExpr::Local(_) => "it".to_owned(),
        }
    }

    /// Describes an element of a domain, to follow "every" or "some".
    fn describe_element(&self, domain: &Domain) -> String {
        match domain {
            Domain::Piles(group) => format!("pile of {}", self.describe_group(*group)),
            Domain::Cards(PileExpr::Moved) => "moved card".to_owned(),
            Domain::Cards(pile) => format!("card in {}", self.describe_pile(pile)),
            Domain::Lines { group, kind, .. } => {
                let line = match kind {
                    LineKind::Rows => "row",
                    LineKind::Cols => "column",
                    LineKind::Lines => "row or column",
                };
                format!("{line} of {}", piles(self.game, *group))
            }
        }
    }

    /// Describes the elements of a domain: "tableau piles".
    fn describe_elements(&self, domain: &Domain) -> String {
        match domain {
            Domain::Piles(GroupExpr::Named(all)) => {
                let piles = piles(self.game, *all);
                piles.trim_start_matches("the ").to_owned()
            }
            Domain::Piles(GroupExpr::Local(_)) => "its piles".to_owned(),
            Domain::Cards(PileExpr::Moved) => "moved cards".to_owned(),
            Domain::Cards(pile) => format!("cards in {}", self.describe_pile(pile)),
            Domain::Lines { group, kind, .. } => {
                let lines = match kind {
                    LineKind::Rows => "rows",
                    LineKind::Cols => "columns",
                    LineKind::Lines => "rows and columns",
                };
                format!("{lines} of {}", piles(self.game, *group))
            }
        }
    }

    fn describe_every(&self, domain: &Domain, inner: &Predicate, negated: bool) -> String {
        let not = if negated { "not " } else { "" };
        let element = self.describe_element(domain);
        let inner = self.inside().describe_predicate(inner, false);
        format!("that {not}for every {element}, {}", strip_that(&inner))
    }

    fn describe_some(&self, domain: &Domain, inner: &Predicate, negated: bool) -> String {
        let some = if negated { "no" } else { "some" };
        let element = self.describe_element(domain);
        let inner = self.inside().describe_predicate(inner, false);
        format!("that for {some} {element}, {}", strip_that(&inner))
    }

    /// Joins descriptions with "or" or "and"; puts those that are joined themselves in parentheses.
    fn join_predicates(&self, predicates: &[Predicate], negated: bool, or: bool) -> String {
        let is_compound = |predicate: &Predicate| {
            let is_list = matches!(&strip_not(predicate).kind, PredicateKind::All(parts) | PredicateKind::Any(parts) if parts.len() > 1);
            is_list && self.named_phrase_or_opposite(predicate).is_none()
        };
        let parts: Vec<String> = predicates
            .iter()
            .map(|predicate| {
                let phrase = self.describe_predicate(predicate, negated);
                if predicates.len() > 1 && is_compound(predicate) {
                    format!("({phrase})")
                } else {
                    phrase
                }
            })
            .collect();
        let word = if or { " or " } else { " and " };
        let clauses: Option<Vec<&str>> = parts.iter().map(|p| p.strip_prefix("that ")).collect();
        match clauses {
            Some(clauses) => format!("that {}", clauses.join(word)),
            None => parts.join(word),
        }
    }

    fn describe_relation(&self, relation: CardRelation, offset: &NumberExpr) -> String {
        let steps = |direction: &str| match offset {
            NumberExpr::Literal(1) => format!("one rank {direction}"),
            NumberExpr::Literal(number) => format!("{number} ranks {direction}"),
            other => format!(
                "as many ranks {direction} as {}",
                self.describe_number(other)
            ),
        };
        match relation {
            CardRelation::Up => steps("higher"),
            CardRelation::Down => steps("lower"),
            CardRelation::InSuit => "the same suit".to_owned(),
            CardRelation::Alternating => "the opposite color".to_owned(),
            CardRelation::SameColor => "the same color".to_owned(),
            CardRelation::OtherSuit => "a different suit".to_owned(),
            CardRelation::SameRank => "the same rank".to_owned(),
            CardRelation::Any => "any card".to_owned(),
        }
    }

    fn describe_rank_with_article(&self, rank: &RankExpr) -> String {
        match rank {
            RankExpr::Rank(rank) => {
                let name = rank.name();
                let article = if name.starts_with(['A', 'E']) {
                    "an"
                } else {
                    "a"
                };
                format!("{article} {name}")
            }
            other => self.describe_rank(other),
        }
    }

    fn describe_rank(&self, rank: &RankExpr) -> String {
        let with_value = |phrase: String, rank: Option<Rank>| match rank {
            Some(rank) => format!("{phrase} ({})", rank.name()),
            None => phrase,
        };
        match rank {
            RankExpr::Rank(rank) => rank.name().to_owned(),
            RankExpr::Base => with_value("the base rank".to_owned(), self.base),
            RankExpr::Of(card) => format!("the rank of {}", self.describe_card(card)),
            RankExpr::Step(start, offset) => {
                let without_base = Describer {
                    base: None,
                    ..*self
                };
                let start_phrase = without_base.describe_rank(start);
                let start_rank = self.base.filter(|_| matches!(**start, RankExpr::Base));
                match **offset {
                    NumberExpr::Literal(offset) => {
                        let ranks = match offset.unsigned_abs() {
                            1 => "one rank".to_owned(),
                            number => crate::text::pluralize(number, "rank"),
                        };
                        let direction = if offset < 0 { "below" } else { "above" };
                        let rank = start_rank.and_then(|b| self.game.order.step(b, offset));
                        with_value(format!("{ranks} {direction} {start_phrase}"), rank)
                    }
                    ref offset => format!(
                        "as many ranks above {start_phrase} as {}",
                        self.describe_number(offset)
                    ),
                }
            }
        }
    }

    fn describe_suit(&self, suit: &SuitExpr) -> String {
        match suit {
            SuitExpr::Suit(suit) => suit.name().to_owned(),
            SuitExpr::Of(card) => format!("the suit of {}", self.describe_card(card)),
        }
    }

    fn describe_color(&self, color: &ColorExpr) -> String {
        match color {
            ColorExpr::Color(color) => color.name().to_owned(),
            ColorExpr::Of(card) => format!("the color of {}", self.describe_card(card)),
        }
    }

    fn describe_card(&self, card: &CardExpr) -> String {
        match card {
            CardExpr::Card => "the card".to_owned(),
            CardExpr::Top => "the card under it".to_owned(),
            CardExpr::TopOf(pile) => format!("the top card of {}", self.describe_pile(pile)),
            CardExpr::Local(depth) => self
                .name_of_local(*depth)
                .unwrap_or_else(|| "that card".to_owned()),
            CardExpr::BottomOf(pile) => format!("the bottom card of {}", self.describe_pile(pile)),
        }
    }

    fn describe_pile(&self, pile: &PileExpr) -> String {
        match pile {
            PileExpr::This => "this pile".to_owned(),
            PileExpr::From => "the pile it comes from".to_owned(),
            PileExpr::Moved => "the moved cards".to_owned(),
            PileExpr::At(pile) => piles(self.game, Piles::one(*pile)),
            PileExpr::Nth(GroupExpr::Local(_), number) => {
                format!("its pile {}", self.describe_operand(number))
            }
            PileExpr::Nth(all, number) => {
                format!(
                    "the one of {} with {} as its number",
                    self.describe_group(*all),
                    self.describe_number(number)
                )
            }
            PileExpr::Beside(pile, side) => {
                let side = match side {
                    Side::Left => "to the left of",
                    Side::Right => "to the right of",
                    Side::Above => "above",
                    Side::Below => "below",
                };
                format!("the pile {side} {}", self.describe_pile(pile))
            }
            PileExpr::Local(depth) => self
                .name_of_local(*depth)
                .unwrap_or_else(|| "it".to_owned()),
        }
    }

    /// Describes what is counted, which is no requirement.
    fn describe_part(&self, predicate: &Predicate) -> String {
        let describer = Describer {
            is_required: false,
            ..self.inside()
        };
        describer.describe_predicate(predicate, false)
    }

    fn describe_number(&self, number: &NumberExpr) -> String {
        match number {
            NumberExpr::Literal(number) => number.to_string(),
            NumberExpr::Size(PileExpr::Local(depth)) if self.name_of_local(*depth).is_none() => {
                "its number of cards".to_owned()
            }
            NumberExpr::Size(PileExpr::Moved) => "the number of moved cards".to_owned(),
            NumberExpr::Size(pile) => {
                format!("the number of cards in {}", self.describe_pile(pile))
            }
            NumberExpr::SizeOfAll(all) => {
                format!("the number of cards in {}", self.describe_group(*all))
            }
            NumberExpr::IndexOfLine(_) => "its number".to_owned(),
            NumberExpr::Index(pile) => format!("the number of {}", self.describe_pile(pile)),
            NumberExpr::CardIndex(card) => {
                format!("the place of {} in its pile", self.describe_card(card))
            }
            NumberExpr::Row(pile) => format!("the row of {}", self.describe_pile(pile)),
            NumberExpr::Col(pile) => {
                format!("the column of {}", self.describe_pile(pile))
            }
            NumberExpr::Value(card) => format!("the value of {}", self.describe_card(card)),
            NumberExpr::Used(Counter::Action(action)) => {
                format!(
                    "the number of times that {} was used",
                    super::words_of(&self.game.names.actions[action.index()])
                )
            }
            NumberExpr::Used(Counter::Group(group)) => {
                format!(
                    "the number of times that cards were moved to {}",
                    piles(self.game, self.game.group(*group).piles)
                )
            }
            NumberExpr::Score => "the score".to_owned(),
            NumberExpr::Count(domain, predicate) => format!(
                "the number of {} for which {}",
                self.describe_elements(domain),
                strip_that(&self.describe_part(predicate))
            ),
            NumberExpr::Sum(domain, number) => format!(
                "the total of {} over {}",
                self.inside().describe_operand(number),
                match domain {
                    Domain::Piles(GroupExpr::Local(_)) => self.describe_elements(domain),
                    _ => format!("the {}", self.describe_elements(domain)),
                }
            ),
            NumberExpr::Plus(a, b) => format!(
                "{} plus {}",
                self.describe_number(a),
                self.describe_number(b)
            ),
            NumberExpr::Minus(a, b) => format!(
                "{} minus {}",
                self.describe_number(a),
                self.describe_operand(b)
            ),
            NumberExpr::Times(a, b) => format!(
                "{} times {}",
                self.describe_operand(a),
                self.describe_operand(b)
            ),
        }
    }

    /// Describes a number that is subtracted, multiplied or added up; one that is computed is put in parentheses.
    fn describe_operand(&self, number: &NumberExpr) -> String {
        let phrase = self.describe_number(number);
        match number {
            NumberExpr::Plus(..) | NumberExpr::Minus(..) => format!("({phrase})"),
            _ => phrase,
        }
    }
}

/// Removes negations.
fn strip_not(predicate: &Predicate) -> &Predicate {
    match &predicate.kind {
        PredicateKind::Not(inner) => strip_not(inner),
        _ => predicate,
    }
}

/// Removes a leading "that ".
fn strip_that(phrase: &str) -> &str {
    phrase.strip_prefix("that ").unwrap_or(phrase)
}
