//! Random conditions for each place where a condition may stand, made of the whole vocabulary.

use patience::internals::Slot;

use crate::common::Chance;

const RANKS: [&str; 13] = [
    "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen",
    "King",
];
const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
const COLORS: [&str; 2] = ["red", "black"];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// What the conditions of a game can speak of.
pub(super) struct Names {
    /// Groups with how many piles they have.
    pub(super) groups: Vec<(String, usize)>,
    /// Actions.
    pub(super) actions: Vec<String>,
    /// Whether there is a base rank.
    pub(super) has_base: bool,
}

/// A random choice.
pub(super) fn one_of<'a, T>(chance: &mut Chance, from: &'a [T]) -> &'a T {
    &from[chance.below(from.len())]
}

/// Writes conditions for one place.
pub(super) struct Writer<'a> {
    pub(super) names: &'a Names,
    pub(super) slot: Slot,
    pub(super) chance: &'a mut Chance,
    /// Whether it reads nothing but the card, the top card, the pile's own place and the base.
    pub(super) table_only: bool,
    /// What the sentences around speak of, the innermost last: a letter, and whether it is a card.
    pub(super) locals: Vec<(&'static str, bool)>,
}

impl Writer<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.chance.below(n)
    }

    fn knows_card(&self) -> bool {
        matches!(
            self.slot,
            Slot::Start | Slot::Build | Slot::Pair | Slot::Run | Slot::Which
        )
    }

    fn knows_top(&self) -> bool {
        matches!(self.slot, Slot::Build | Slot::Pair | Slot::Run)
    }

    fn knows_this(&self) -> bool {
        !matches!(self.slot, Slot::When | Slot::Until | Slot::Holds)
    }

    fn knows_from(&self) -> bool {
        !self.table_only
            && matches!(
                self.slot,
                Slot::Start | Slot::Build | Slot::Pair | Slot::Which
            )
    }

    /// A condition of some size.
    pub(super) fn condition(&mut self, size: usize) -> String {
        if size > 1 {
            let (a, b) = (self.condition(size / 2), self.condition(size / 2));
            return match self.below(7) {
                0..=2 => format!("({a}) and ({b})"),
                3 | 4 => format!("({a}) or ({b})"),
                5 => format!("not ({a})"),
                _ => self.sentence().unwrap_or(a),
            };
        }
        self.part()
    }

    fn part(&mut self) -> String {
        for _ in 0..20 {
            let found = match self.below(9) {
                0..=2 => self.trade(),
                3 => self.alone(),
                4 => self.of_card(),
                5 => self.of_pile(),
                6 => self.of_from(),
                7 => Some(self.numbers()),
                _ if self.names.has_base && self.below(3) == 0 => Some("base is set".to_owned()),
                _ => None,
            };
            if let Some(found) = found {
                return found;
            }
        }
        "0 == 0".to_owned()
    }

    fn trade(&mut self) -> Option<String> {
        if !self.knows_top() {
            return self.knows_card().then(|| "any".to_owned());
        }
        let words = [
            "up",
            "down",
            "in_suit",
            "alternating",
            "same_color",
            "other_suit",
            "same_rank",
        ];
        let word = *one_of(self.chance, &words);
        Some(match (word, self.below(6)) {
            ("up" | "down", 0) => format!("{word} 2"),
            ("up" | "down", 1) => format!("{word} this.index"),
            _ => word.to_owned(),
        })
    }

    /// A rank, a suit or a color alone.
    fn alone(&mut self) -> Option<String> {
        self.knows_card().then(|| match self.below(4) {
            0 => (*one_of(self.chance, &SUITS)).to_owned(),
            1 => (*one_of(self.chance, &COLORS)).to_owned(),
            _ => self.rank(),
        })
    }

    fn rank(&mut self) -> String {
        match self.below(5) {
            0 if self.names.has_base => "base".to_owned(),
            1 if self.names.has_base => "(base - 1)".to_owned(),
            _ => (*one_of(self.chance, &RANKS)).to_owned(),
        }
    }

    fn card(&mut self) -> Option<String> {
        match self.below(4) {
            0 if self.knows_card() => Some("card".to_owned()),
            1 if self.knows_top() => Some("top".to_owned()),
            2 => {
                let cards: Vec<&str> = self.locals.iter().filter(|l| l.1).map(|l| l.0).collect();
                (!cards.is_empty()).then(|| (*one_of(self.chance, &cards)).to_owned())
            }
            _ if self.table_only => None,
            _ => {
                let pile = self.pile()?;
                Some(format!(
                    "{pile}.{}",
                    one_of(self.chance, &["top", "bottom"])
                ))
            }
        }
    }

    fn pile(&mut self) -> Option<String> {
        let side = |chance: &mut Chance| *one_of(chance, &["left", "right", "above", "below"]);
        Some(match self.below(7) {
            0 if self.knows_this() => "this".to_owned(),
            1 if self.knows_this() => format!("this.{}", side(self.chance)),
            2 if self.knows_from() => "from".to_owned(),
            3 if self.knows_from() => format!("from.{}", side(self.chance)),
            4 if self.knows_this() && !self.table_only => {
                let (name, count) = one_of(self.chance, &self.names.groups).clone();
                if count == 1 {
                    return None;
                }
                format!("({name} this.index)")
            }
            5 => {
                let piles: Vec<&str> = self.locals.iter().filter(|l| !l.1).map(|l| l.0).collect();
                if piles.is_empty() {
                    return None;
                }
                let pile = *one_of(self.chance, &piles);
                match self.below(3) {
                    0 => format!("{pile}.{}", side(self.chance)),
                    _ => pile.to_owned(),
                }
            }
            _ if self.table_only => return None,
            _ => self.named_pile(),
        })
    }

    fn named_pile(&mut self) -> String {
        let (name, count) = one_of(self.chance, &self.names.groups).clone();
        if count == 1 {
            name
        } else {
            format!("({name} {})", 1 + self.below(count))
        }
    }

    fn of_card(&mut self) -> Option<String> {
        let card = self.card()?;
        let other = self.card();
        let comparison = *one_of(self.chance, &COMPARISONS);
        Some(match (self.below(6), other) {
            (0, _) => format!("{card} is {}", self.rank()),
            (1, _) => format!("{card} is not {}", one_of(self.chance, &COLORS)),
            (2, _) => format!("{card}.suit == {}", one_of(self.chance, &SUITS)),
            (3, Some(other)) => format!("{card}.suit != {other}.suit"),
            (4, Some(other)) => format!("{card}.rank {comparison} {other}.rank"),
            _ => format!("{card}.rank {comparison} {}", self.rank()),
        })
    }

    fn of_pile(&mut self) -> Option<String> {
        if self.table_only {
            return None;
        }
        let pile = match self.below(3) {
            0 => one_of(self.chance, &self.names.groups).0.clone(),
            _ => self.pile()?,
        };
        let not = *one_of(self.chance, &["", "not "]);
        Some(format!("{pile} is {not}empty"))
    }

    fn of_from(&mut self) -> Option<String> {
        if !self.knows_from() {
            return None;
        }
        let group = one_of(self.chance, &self.names.groups).0.clone();
        Some(match self.below(4) {
            0 => format!("from is not {group}"),
            1 => format!("from.index - this.index == {}", self.below(3)),
            2 => "from.index < this.index".to_owned(),
            _ => format!("from is {group}"),
        })
    }

    fn numbers(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        let comparison = *one_of(self.chance, &COMPARISONS);
        format!("{a} {comparison} {b}")
    }

    fn number(&mut self) -> String {
        let place = *one_of(self.chance, &["index", "row", "col"]);
        let found = match self.below(8) {
            0 if self.knows_this() => Some(format!("this.{place}")),
            1 => self.pile().map(|p| format!("{p}.{place}")),
            2 if !self.table_only => self.pile().map(|p| format!("{p}.size")),
            3 if !self.table_only => Some(format!(
                "{}.size",
                one_of(self.chance, &self.names.groups).0
            )),
            4 if !self.table_only && !self.names.actions.is_empty() => {
                Some(format!("used.{}", one_of(self.chance, &self.names.actions)))
            }
            5 => self.card().map(|c| format!("{c}.value")),
            6 if !self.table_only => self.counted(),
            _ => None,
        };
        found.unwrap_or_else(|| self.below(5).to_string())
    }

    fn sentence(&mut self) -> Option<String> {
        if self.table_only || self.locals.len() >= 2 {
            return None;
        }
        let word = *one_of(self.chance, &["every", "some"]);
        self.quantified(word)
    }

    fn counted(&mut self) -> Option<String> {
        if self.locals.is_empty() {
            self.quantified("count")
        } else {
            None
        }
    }

    fn quantified(&mut self, word: &str) -> Option<String> {
        let letter = *["p", "q"].get(self.locals.len())?;
        let (group, count) = one_of(self.chance, &self.names.groups).clone();
        // A group of one pile is that pile, and a sentence about a pile is about its cards.
        let (over, is_card) = match self.below(3) {
            0 => {
                let pile = self.pile()?;
                let name = pile.trim_matches(['(', ')']);
                (
                    if name.contains("this") {
                        pile.clone()
                    } else {
                        name.to_owned()
                    },
                    true,
                )
            }
            _ => (group, count == 1),
        };
        self.locals.push((letter, is_card));
        let inside = match (is_card, self.below(4)) {
            (true, 0 | 1) => format!("{letter}.rank >= {}", self.rank()),
            (false, 0) => format!("{letter} is empty"),
            (false, 1) => format!("{letter}.size > {}", self.below(4)),
            _ => self.condition(2),
        };
        self.locals.pop();
        Some(format!("{word}({letter} in {over}, {inside})"))
    }
}
