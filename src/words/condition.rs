use super::piles;
use crate::cards::Rank;
use crate::condition::{
    CardExpr, CardRelation, ColorExpr, Comparison, Counter, NumberExpr, PileExpr, Predicate,
    PredicateKind, RankExpr, Side, SuitExpr,
};
use crate::rules::Game;

/// What a condition asks, as what can follow "asks for": "one rank lower and the other color"; of facts, as what
/// can follow "asks": "that the stock is empty". The base rank, where it is given, is filled in.
#[must_use]
pub fn phrase(test: &Predicate, game: &Game, base: Option<Rank>) -> String {
    Speaker { game, base }.test(test, false)
}

/// The same with its verb: "asks for one rank lower", "asks that the stock is empty".
#[must_use]
pub fn asks(test: &Predicate, game: &Game, base: Option<Rank>) -> String {
    let phrase = phrase(test, game, base);
    if phrase.starts_with("that ") {
        format!("asks {phrase}")
    } else {
        format!("asks for {phrase}")
    }
}

struct Speaker<'a> {
    game: &'a Game,
    base: Option<Rank>,
}

impl Speaker<'_> {
    fn test(&self, test: &Predicate, negated: bool) -> String {
        let no = |phrase: String| {
            if negated {
                format!("anything but {phrase}")
            } else {
                phrase
            }
        };
        let is = if negated { "is not" } else { "is" };
        match &test.kind {
            PredicateKind::Not(inner) => self.test(inner, !negated),
            PredicateKind::All(tests) => self.joined(tests, negated, negated),
            PredicateKind::Any(tests) => self.joined(tests, negated, !negated),
            PredicateKind::Relation(relation, by) => no(self.relation(*relation, by)),
            PredicateKind::Ranks(Comparison::Equal, RankExpr::Of(CardExpr::Card), rank) => {
                no(self.a_rank(rank))
            }
            PredicateKind::Ranks(how, a, b) => {
                format!(
                    "that {} {}",
                    self.rank(a),
                    compared(*how, negated, &self.rank(b))
                )
            }
            PredicateKind::Suits(SuitExpr::Of(CardExpr::Card), SuitExpr::Suit(suit)) => {
                no(format!("a card of {}", suit.name()))
            }
            PredicateKind::Suits(SuitExpr::Of(CardExpr::Card), suit) => no(self.suit(suit)),
            PredicateKind::Suits(a, b) => format!("that {} {is} {}", self.suit(a), self.suit(b)),
            PredicateKind::Colors(ColorExpr::Of(CardExpr::Card), ColorExpr::Color(color)) => {
                no(format!("a {} card", color.name()))
            }
            PredicateKind::Colors(a, b) => format!("that {} {is} {}", self.color(a), self.color(b)),
            PredicateKind::Numbers(how, a, b) => {
                format!(
                    "that {} {}",
                    self.number(a),
                    compared(*how, negated, &self.number(b))
                )
            }
            PredicateKind::Within(PileExpr::From, within) => {
                let piles = piles(self.game, *within);
                if negated {
                    format!("a card from elsewhere than {piles}")
                } else {
                    format!("a card from {piles}")
                }
            }
            PredicateKind::Within(pile, within) => {
                format!(
                    "that {} {is} one of {}",
                    self.pile(pile),
                    piles(self.game, *within)
                )
            }
            PredicateKind::SamePile(a, b) => format!("that {} {is} {}", self.pile(a), self.pile(b)),
            PredicateKind::PileEmpty(pile) => format!("that {} {is} empty", self.pile(pile)),
            PredicateKind::AllEmpty(all) if all.count == 1 => {
                format!("that {} {is} empty", piles(self.game, *all))
            }
            PredicateKind::AllEmpty(all) => {
                let piles = piles(self.game, *all);
                if negated {
                    format!("that not all of {piles} are empty")
                } else {
                    format!("that {piles} are empty")
                }
            }
            PredicateKind::BaseSet => format!("that the base rank {is} set"),
            PredicateKind::Every(all, inner) => {
                let of = format!("pile of {}", piles(self.game, *all));
                self.every(&of, inner, negated)
            }
            PredicateKind::EveryCard(pile, inner) => {
                let of = format!("card of {}", self.pile(pile));
                self.every(&of, inner, negated)
            }
            PredicateKind::Some(all, inner) => {
                let of = format!("pile of {}", piles(self.game, *all));
                self.some(&of, inner, negated)
            }
            PredicateKind::SomeCard(pile, inner) => {
                let of = format!("card of {}", self.pile(pile));
                self.some(&of, inner, negated)
            }
            PredicateKind::Won => format!("that the game {is} won"),
            PredicateKind::Stuck => format!("that the game {is} stuck"),
        }
    }

    fn every(&self, of: &str, inner: &Predicate, negated: bool) -> String {
        let not = if negated { "not " } else { "" };
        let inner = self.test(inner, false);
        format!("that {not}for every {of}, {}", plain(&inner))
    }

    fn some(&self, of: &str, inner: &Predicate, negated: bool) -> String {
        let some = if negated { "no" } else { "some" };
        let inner = self.test(inner, false);
        format!("that for {some} {of}, {}", plain(&inner))
    }

    /// Parts joined by "or" or "and"; parts that are joined themselves stand in brackets.
    fn joined(&self, tests: &[Predicate], negated: bool, or: bool) -> String {
        let several = |test: &Predicate| {
            let mut test = test;
            while let PredicateKind::Not(inner) = &test.kind {
                test = inner;
            }
            matches!(&test.kind, PredicateKind::All(parts) | PredicateKind::Any(parts) if parts.len() > 1)
        };
        let parts: Vec<String> = tests
            .iter()
            .map(|test| {
                let phrase = self.test(test, negated);
                if tests.len() > 1 && several(test) {
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

    fn relation(&self, relation: CardRelation, by: &NumberExpr) -> String {
        let steps = |direction: &str| match by {
            NumberExpr::Literal(1) => format!("one rank {direction}"),
            NumberExpr::Literal(number) => format!("{number} ranks {direction}"),
            other => format!("as many ranks {direction} as {}", self.number(other)),
        };
        match relation {
            CardRelation::Up => steps("higher"),
            CardRelation::Down => steps("lower"),
            CardRelation::InSuit => "the same suit".to_owned(),
            CardRelation::Alternating => "the other color".to_owned(),
            CardRelation::SameColor => "the same color".to_owned(),
            CardRelation::OtherSuit => "another suit".to_owned(),
            CardRelation::SameRank => "the same rank".to_owned(),
            CardRelation::Any => "any card".to_owned(),
        }
    }

    fn a_rank(&self, rank: &RankExpr) -> String {
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
            other => self.rank(other),
        }
    }

    fn rank(&self, rank: &RankExpr) -> String {
        let filled = |said: String, rank: Option<Rank>| match rank {
            Some(rank) => format!("{said} ({})", rank.name()),
            None => said,
        };
        match rank {
            RankExpr::Rank(rank) => rank.name().to_owned(),
            RankExpr::Base => filled("the base rank".to_owned(), self.base),
            RankExpr::Of(card) => format!("the rank of {}", self.card(card)),
            RankExpr::Step(of, by) => {
                let plain = Speaker {
                    game: self.game,
                    base: None,
                };
                let (of_said, known) = (
                    plain.rank(of),
                    matches!(**of, RankExpr::Base)
                        .then_some(self.base)
                        .flatten(),
                );
                match **by {
                    NumberExpr::Literal(by) => {
                        let ranks = crate::text::pluralize(i64::from(by).abs(), "rank")
                            .replace("1 rank", "one rank");
                        let direction = if by < 0 { "below" } else { "above" };
                        let rank = known.and_then(|b| self.game.order.step(b, by));
                        filled(format!("{ranks} {direction} {of_said}"), rank)
                    }
                    ref by => format!("as many ranks above {of_said} as {}", self.number(by)),
                }
            }
        }
    }

    fn suit(&self, suit: &SuitExpr) -> String {
        match suit {
            SuitExpr::Suit(suit) => suit.name().to_owned(),
            SuitExpr::Of(card) => format!("the suit of {}", self.card(card)),
        }
    }

    fn color(&self, color: &ColorExpr) -> String {
        match color {
            ColorExpr::Color(color) => color.name().to_owned(),
            ColorExpr::Of(card) => format!("the color of {}", self.card(card)),
        }
    }

    fn card(&self, card: &CardExpr) -> String {
        match card {
            CardExpr::Card => "the card".to_owned(),
            CardExpr::Top => "the card under it".to_owned(),
            CardExpr::TopOf(pile) => format!("the top card of {}", self.pile(pile)),
            CardExpr::Local(_) => "that card".to_owned(),
            CardExpr::BottomOf(pile) => format!("the bottom card of {}", self.pile(pile)),
        }
    }

    fn pile(&self, pile: &PileExpr) -> String {
        match pile {
            PileExpr::This => "this pile".to_owned(),
            PileExpr::From => "the pile it comes from".to_owned(),
            PileExpr::At(pile) => piles(self.game, crate::condition::Piles::one(*pile)),
            PileExpr::Nth(all, number) => {
                format!(
                    "the one of {} with {} as its number",
                    piles(self.game, *all),
                    self.number(number)
                )
            }
            PileExpr::Beside(pile, side) => {
                let side = match side {
                    Side::Left => "to the left of",
                    Side::Right => "to the right of",
                    Side::Above => "above",
                    Side::Below => "below",
                };
                format!("the pile {side} {}", self.pile(pile))
            }
            PileExpr::Local(_) => "it".to_owned(),
        }
    }

    fn number(&self, number: &NumberExpr) -> String {
        match number {
            NumberExpr::Literal(number) => number.to_string(),
            NumberExpr::Size(PileExpr::Local(_)) => "its number of cards".to_owned(),
            NumberExpr::Size(pile) => format!("the number of cards in {}", self.pile(pile)),
            NumberExpr::SizeOfAll(all) => {
                format!("the number of cards in {}", piles(self.game, *all))
            }
            NumberExpr::Index(pile) => format!("the number of {}", self.pile(pile)),
            NumberExpr::Row(pile) => format!("the row of {}", self.pile(pile)),
            NumberExpr::Col(pile) => format!("the place in its row of {}", self.pile(pile)),
            NumberExpr::Value(card) => format!("the value of {}", self.card(card)),
            NumberExpr::Used(Counter::Action(action)) => {
                format!(
                    "the number of times that {} was used",
                    super::said(&self.game.names.actions[action.at()])
                )
            }
            NumberExpr::Used(Counter::Group(group)) => {
                format!(
                    "the number of times that cards were moved to {}",
                    piles(self.game, self.game.group(*group).piles)
                )
            }
            NumberExpr::Score => "the score".to_owned(),
            NumberExpr::Count(all, test) => format!(
                "the number of {} for which {}",
                piles(self.game, *all).trim_start_matches("the "),
                plain(&self.test(test, false))
            ),
            NumberExpr::CountCards(pile, test) => format!(
                "the number of cards of {} for which {}",
                self.pile(pile),
                plain(&self.test(test, false))
            ),
            NumberExpr::Plus(a, b) => format!("{} plus {}", self.number(a), self.number(b)),
            NumberExpr::Minus(a, b) => format!("{} minus {}", self.number(a), self.number(b)),
        }
    }
}

fn compared(how: Comparison, negated: bool, with: &str) -> String {
    let is = match (how, negated) {
        (Comparison::Equal, false) => "is",
        (Comparison::Equal, true) => "is not",
        (Comparison::Less, false) | (Comparison::AtLeast, true) => "is less than",
        (Comparison::AtMost, false) | (Comparison::More, true) => "is at most",
        (Comparison::More, false) | (Comparison::AtMost, true) => "is more than",
        (Comparison::AtLeast, false) | (Comparison::Less, true) => "is at least",
    };
    format!("{is} {with}")
}

fn plain(phrase: &str) -> &str {
    phrase.strip_prefix("that ").unwrap_or(phrase)
}
