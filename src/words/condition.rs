use super::piles;
use crate::cards::Rank;
use crate::condition::{
    CardOf, ColorOf, Comparison, Counter, Number, PileOf, RankOf, Side, SuitOf, Test, TestKind,
    Trade,
};
use crate::rules::Game;

/// What a condition asks, as what can follow "asks for": "one rank lower and the other color"; of facts, as what
/// can follow "asks": "that the stock is empty". The base rank, where it is given, is filled in.
#[must_use]
pub fn phrase(test: &Test, game: &Game, base: Option<Rank>) -> String {
    Speaker { game, base }.test(test, false)
}

/// The same with its verb: "asks for one rank lower", "asks that the stock is empty".
#[must_use]
pub fn asks(test: &Test, game: &Game, base: Option<Rank>) -> String {
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
    fn test(&self, test: &Test, negated: bool) -> String {
        let no = |phrase: String| {
            if negated {
                format!("anything but {phrase}")
            } else {
                phrase
            }
        };
        let is = if negated { "is not" } else { "is" };
        match &test.kind {
            TestKind::Not(inner) => self.test(inner, !negated),
            TestKind::All(tests) => self.joined(tests, negated, negated),
            TestKind::Any(tests) => self.joined(tests, negated, !negated),
            TestKind::Trade(trade, by) => no(self.trade(*trade, by)),
            TestKind::Ranks(Comparison::Equal, RankOf::Of(CardOf::Card), rank) => {
                no(self.a_rank(rank))
            }
            TestKind::Ranks(how, a, b) => {
                format!(
                    "that {} {}",
                    self.rank(a),
                    compared(*how, negated, &self.rank(b))
                )
            }
            TestKind::Suits(SuitOf::Of(CardOf::Card), SuitOf::Suit(suit)) => {
                no(format!("a card of {}", suit.name()))
            }
            TestKind::Suits(SuitOf::Of(CardOf::Card), suit) => no(self.suit(suit)),
            TestKind::Suits(a, b) => format!("that {} {is} {}", self.suit(a), self.suit(b)),
            TestKind::Colors(ColorOf::Of(CardOf::Card), ColorOf::Color(color)) => {
                no(format!("a {} card", color.name()))
            }
            TestKind::Colors(a, b) => format!("that {} {is} {}", self.color(a), self.color(b)),
            TestKind::Numbers(how, a, b) => {
                format!(
                    "that {} {}",
                    self.number(a),
                    compared(*how, negated, &self.number(b))
                )
            }
            TestKind::Within(PileOf::From, within) => {
                let piles = piles(self.game, *within);
                if negated {
                    format!("a card from elsewhere than {piles}")
                } else {
                    format!("a card from {piles}")
                }
            }
            TestKind::Within(pile, within) => {
                format!(
                    "that {} {is} one of {}",
                    self.pile(pile),
                    piles(self.game, *within)
                )
            }
            TestKind::SamePile(a, b) => format!("that {} {is} {}", self.pile(a), self.pile(b)),
            TestKind::PileEmpty(pile) => format!("that {} {is} empty", self.pile(pile)),
            TestKind::AllEmpty(all) if all.count == 1 => {
                format!("that {} {is} empty", piles(self.game, *all))
            }
            TestKind::AllEmpty(all) => {
                let piles = piles(self.game, *all);
                if negated {
                    format!("that not all of {piles} are empty")
                } else {
                    format!("that {piles} are empty")
                }
            }
            TestKind::BaseSet => format!("that the base rank {is} set"),
            TestKind::Every(all, inner) => {
                let of = format!("pile of {}", piles(self.game, *all));
                self.every(&of, inner, negated)
            }
            TestKind::EveryCard(pile, inner) => {
                let of = format!("card of {}", self.pile(pile));
                self.every(&of, inner, negated)
            }
            TestKind::Some(all, inner) => {
                let of = format!("pile of {}", piles(self.game, *all));
                self.some(&of, inner, negated)
            }
            TestKind::SomeCard(pile, inner) => {
                let of = format!("card of {}", self.pile(pile));
                self.some(&of, inner, negated)
            }
            TestKind::Won => format!("that the game {is} won"),
            TestKind::Stuck => format!("that the game {is} stuck"),
        }
    }

    fn every(&self, of: &str, inner: &Test, negated: bool) -> String {
        let not = if negated { "not " } else { "" };
        let inner = self.test(inner, false);
        format!("that {not}for every {of}, {}", plain(&inner))
    }

    fn some(&self, of: &str, inner: &Test, negated: bool) -> String {
        let some = if negated { "no" } else { "some" };
        let inner = self.test(inner, false);
        format!("that for {some} {of}, {}", plain(&inner))
    }

    /// Parts joined by "or" or "and"; parts that are joined themselves stand in brackets.
    fn joined(&self, tests: &[Test], negated: bool, or: bool) -> String {
        let several = |test: &Test| {
            let mut test = test;
            while let TestKind::Not(inner) = &test.kind {
                test = inner;
            }
            matches!(&test.kind, TestKind::All(parts) | TestKind::Any(parts) if parts.len() > 1)
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

    fn trade(&self, trade: Trade, by: &Number) -> String {
        let steps = |direction: &str| match by {
            Number::Number(1) => format!("one rank {direction}"),
            Number::Number(number) => format!("{number} ranks {direction}"),
            other => format!("as many ranks {direction} as {}", self.number(other)),
        };
        match trade {
            Trade::Up => steps("higher"),
            Trade::Down => steps("lower"),
            Trade::InSuit => "the same suit".to_owned(),
            Trade::Alternating => "the other color".to_owned(),
            Trade::SameColor => "the same color".to_owned(),
            Trade::OtherSuit => "another suit".to_owned(),
            Trade::SameRank => "the same rank".to_owned(),
            Trade::Any => "any card".to_owned(),
        }
    }

    fn a_rank(&self, rank: &RankOf) -> String {
        match rank {
            RankOf::Rank(rank) => {
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

    fn rank(&self, rank: &RankOf) -> String {
        let filled = |said: String, rank: Option<Rank>| match rank {
            Some(rank) => format!("{said} ({})", rank.name()),
            None => said,
        };
        match rank {
            RankOf::Rank(rank) => rank.name().to_owned(),
            RankOf::Base => filled("the base rank".to_owned(), self.base),
            RankOf::Of(card) => format!("the rank of {}", self.card(card)),
            RankOf::Step(of, by) => {
                let plain = Speaker {
                    game: self.game,
                    base: None,
                };
                let (of_said, known) = (
                    plain.rank(of),
                    matches!(**of, RankOf::Base).then_some(self.base).flatten(),
                );
                match **by {
                    Number::Number(by) => {
                        let ranks = crate::text::counted(i64::from(by).abs(), "rank")
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

    fn suit(&self, suit: &SuitOf) -> String {
        match suit {
            SuitOf::Suit(suit) => suit.name().to_owned(),
            SuitOf::Of(card) => format!("the suit of {}", self.card(card)),
        }
    }

    fn color(&self, color: &ColorOf) -> String {
        match color {
            ColorOf::Color(color) => color.name().to_owned(),
            ColorOf::Of(card) => format!("the color of {}", self.card(card)),
        }
    }

    fn card(&self, card: &CardOf) -> String {
        match card {
            CardOf::Card => "the card".to_owned(),
            CardOf::Top => "the card under it".to_owned(),
            CardOf::TopOf(pile) => format!("the top card of {}", self.pile(pile)),
            CardOf::Local(_) => "that card".to_owned(),
            CardOf::BottomOf(pile) => format!("the bottom card of {}", self.pile(pile)),
        }
    }

    fn pile(&self, pile: &PileOf) -> String {
        match pile {
            PileOf::This => "this pile".to_owned(),
            PileOf::From => "the pile it comes from".to_owned(),
            PileOf::At(pile) => piles(self.game, crate::condition::Piles::one(*pile)),
            PileOf::Nth(all, number) => {
                format!(
                    "the one of {} with {} as its number",
                    piles(self.game, *all),
                    self.number(number)
                )
            }
            PileOf::Beside(pile, side) => {
                let side = match side {
                    Side::Left => "to the left of",
                    Side::Right => "to the right of",
                    Side::Above => "above",
                    Side::Below => "below",
                };
                format!("the pile {side} {}", self.pile(pile))
            }
            PileOf::Local(_) => "it".to_owned(),
        }
    }

    fn number(&self, number: &Number) -> String {
        match number {
            Number::Number(number) => number.to_string(),
            Number::Size(PileOf::Local(_)) => "its number of cards".to_owned(),
            Number::Size(pile) => format!("the number of cards in {}", self.pile(pile)),
            Number::SizeOfAll(all) => format!("the number of cards in {}", piles(self.game, *all)),
            Number::Index(pile) => format!("the number of {}", self.pile(pile)),
            Number::Row(pile) => format!("the row of {}", self.pile(pile)),
            Number::Col(pile) => format!("the place in its row of {}", self.pile(pile)),
            Number::Value(card) => format!("the value of {}", self.card(card)),
            Number::Used(Counter::Action(action)) => {
                format!(
                    "the number of times that {} was used",
                    super::said(&self.game.names.actions[action.at()])
                )
            }
            Number::Used(Counter::Group(group)) => {
                format!(
                    "the number of times that cards were moved to {}",
                    piles(self.game, self.game.group(*group).piles)
                )
            }
            Number::Score => "the score".to_owned(),
            Number::Count(all, test) => format!(
                "the number of {} for which {}",
                piles(self.game, *all).trim_start_matches("the "),
                plain(&self.test(test, false))
            ),
            Number::CountCards(pile, test) => format!(
                "the number of cards of {} for which {}",
                self.pile(pile),
                plain(&self.test(test, false))
            ),
            Number::Plus(a, b) => format!("{} plus {}", self.number(a), self.number(b)),
            Number::Minus(a, b) => format!("{} minus {}", self.number(a), self.number(b)),
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
