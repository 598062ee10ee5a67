//! Random conditions for each key that takes a condition, using the whole vocabulary.

use patience::internals::Slot;

use crate::common::Rng;

const RANKS: [&str; 13] = [
    "Ace", "Two", "Three", "Four", "Five", "Six", "Seven", "Eight", "Nine", "Ten", "Jack", "Queen",
    "King",
];
const SUITS: [&str; 4] = ["clubs", "diamonds", "hearts", "spades"];
const COLORS: [&str; 2] = ["red", "black"];
const COMPARISONS: [&str; 6] = ["==", "!=", "<", "<=", ">", ">="];

/// The names that the conditions of a game can refer to.
#[derive(Clone)]
pub(super) struct Names {
    /// The groups, with the number of piles of each.
    pub(super) groups: Vec<(String, usize)>,
    /// The actions.
    pub(super) actions: Vec<String>,
    /// Whether the game has a base rank.
    pub(super) has_base: bool,
    /// The named conditions, each with whether its argument is a card or else a pile.
    pub(super) phrases: Vec<(&'static str, bool)>,
    /// Whether the deck has jokers.
    pub(super) has_jokers: bool,
}

/// A random element.
pub(super) fn choose<'a, T>(rng: &mut Rng, from: &'a [T]) -> &'a T {
    &from[rng.below(from.len())]
}

/// Writes random conditions for one key.
pub(super) struct ConditionWriter<'a> {
    pub(super) names: &'a Names,
    pub(super) slot: Slot,
    pub(super) rng: &'a mut Rng,
    /// Whether the conditions may read only the card, the top card, the location of `this` and the base.
    pub(super) is_table_only: bool,
    /// The variables of the enclosing quantifiers, innermost last: the name, and whether it is a card.
    pub(super) variables: Vec<(&'static str, bool)>,
}

impl ConditionWriter<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n)
    }

    fn knows_card(&self) -> bool {
        matches!(
            self.slot,
            Slot::Start | Slot::Build | Slot::Pair | Slot::Swap | Slot::Run | Slot::Which
        )
    }

    fn knows_top(&self) -> bool {
        matches!(self.slot, Slot::Build | Slot::Pair | Slot::Swap | Slot::Run)
    }

    fn knows_this(&self) -> bool {
        !matches!(
            self.slot,
            Slot::When | Slot::Win | Slot::Until | Slot::Points | Slot::Holds
        )
    }

    fn knows_from(&self) -> bool {
        !self.is_table_only
            && matches!(
                self.slot,
                Slot::Start | Slot::Build | Slot::Pair | Slot::Swap | Slot::Which
            )
    }

    fn knows_moved(&self) -> bool {
        !self.is_table_only && matches!(self.slot, Slot::Start | Slot::Build)
    }

    /// A random condition; the number of its parts grows with `size`.
    pub(super) fn condition(&mut self, size: usize) -> String {
        if size > 1 {
            let (a, b) = (self.condition(size / 2), self.condition(size / 2));
            return match self.below(7) {
                0..=2 => format!("({a}) and ({b})"),
                3 | 4 => format!("({a}) or ({b})"),
                5 => format!("not ({a})"),
                _ => self.truth_quantifier().unwrap_or(a),
            };
        }
        self.atom()
    }

    fn atom(&mut self) -> String {
        for _ in 0..20 {
            let atom = match self.below(10) {
                0..=2 => self.building_word(),
                3 => self.bare_value(),
                4 => self.card_test(),
                5 => self.pile_test(),
                6 => self.origin_test(),
                7 => Some(self.number_test()),
                8 => self.phrase(),
                _ if self.names.has_base && self.below(3) == 0 => Some("base is set".to_owned()),
                _ => None,
            };
            if let Some(atom) = atom {
                return atom;
            }
        }
        "0 == 0".to_owned()
    }

    /// A named condition with an argument.
    fn phrase(&mut self) -> Option<String> {
        if self.is_table_only || self.names.phrases.is_empty() {
            return None;
        }
        let (name, is_card) = *choose(self.rng, &self.names.phrases);
        let argument = if is_card { self.card() } else { self.pile() };
        Some(format!("{name}({})", argument?))
    }

    fn building_word(&mut self) -> Option<String> {
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
        let word = *choose(self.rng, &words);
        Some(match (word, self.below(6)) {
            ("up" | "down", 0) => format!("{word} 2"),
            ("up" | "down", 1) => format!("{word} this.index"),
            _ => word.to_owned(),
        })
    }

    /// A rank, suit or color on its own.
    fn bare_value(&mut self) -> Option<String> {
        self.knows_card().then(|| match self.below(4) {
            _ if self.names.has_jokers && self.below(4) == 0 => "Joker".to_owned(),
            0 => (*choose(self.rng, &SUITS)).to_owned(),
            1 => (*choose(self.rng, &COLORS)).to_owned(),
            _ => self.rank(),
        })
    }

    fn rank(&mut self) -> String {
        match self.below(5) {
            0 if self.names.has_base => "base".to_owned(),
            1 if self.names.has_base => "(base - 1)".to_owned(),
            _ => (*choose(self.rng, &RANKS)).to_owned(),
        }
    }

    fn card(&mut self) -> Option<String> {
        match self.below(4) {
            0 if self.knows_card() => Some("card".to_owned()),
            1 if self.knows_top() => Some("top".to_owned()),
            2 => {
                let cards: Vec<&str> = self
                    .variables
                    .iter()
                    .filter(|variable| variable.1)
                    .map(|variable| variable.0)
                    .collect();
                (!cards.is_empty()).then(|| (*choose(self.rng, &cards)).to_owned())
            }
            _ if self.is_table_only => None,
            _ if self.knows_moved() && self.below(8) == 0 => Some("moved.top".to_owned()),
            _ => {
                let pile = self.pile()?;
                Some(format!("{pile}.{}", choose(self.rng, &["top", "bottom"])))
            }
        }
    }

    fn pile(&mut self) -> Option<String> {
        let side = |rng: &mut Rng| *choose(rng, &["left", "right", "above", "below"]);
        Some(match self.below(7) {
            0 if self.knows_this() => "this".to_owned(),
            1 if self.knows_this() => format!("this.{}", side(self.rng)),
            2 if self.knows_from() => "from".to_owned(),
            3 if self.knows_from() => format!("from.{}", side(self.rng)),
            4 if self.knows_this() && !self.is_table_only => {
                let (name, count) = choose(self.rng, &self.names.groups).clone();
                if count == 1 {
                    return None;
                }
                format!("({name} this.index)")
            }
            5 => {
                let piles: Vec<&str> = self
                    .variables
                    .iter()
                    .filter(|variable| !variable.1)
                    .map(|variable| variable.0)
                    .collect();
                if piles.is_empty() {
                    return None;
                }
                let pile = *choose(self.rng, &piles);
                match self.below(3) {
                    0 => format!("{pile}.{}", side(self.rng)),
                    _ => pile.to_owned(),
                }
            }
            _ if self.is_table_only => return None,
            _ => self.named_pile(),
        })
    }

    fn named_pile(&mut self) -> String {
        let (name, count) = choose(self.rng, &self.names.groups).clone();
        if count == 1 {
            name
        } else {
            format!("({name} {})", 1 + self.below(count))
        }
    }

    fn card_test(&mut self) -> Option<String> {
        let card = self.card()?;
        let other = self.card();
        let comparison = *choose(self.rng, &COMPARISONS);
        if !self.is_table_only && self.below(6) == 0 {
            let not = *choose(self.rng, &["", "not "]);
            return Some(format!("{card} is {not}face_up"));
        }
        Some(match (self.below(6), other) {
            (0, _) if self.names.has_jokers && self.below(2) == 0 => {
                format!("{card} {} Joker", choose(self.rng, &["is", "is not"]))
            }
            (0, _) => format!("{card} is {}", self.rank()),
            (1, _) => format!("{card} is not {}", choose(self.rng, &COLORS)),
            (2, _) => format!("{card}.suit == {}", choose(self.rng, &SUITS)),
            (3, Some(other)) => format!("{card}.suit != {other}.suit"),
            (4, Some(other)) => format!("{card}.rank {comparison} {other}.rank"),
            _ => format!("{card}.rank {comparison} {}", self.rank()),
        })
    }

    fn pile_test(&mut self) -> Option<String> {
        if self.is_table_only {
            return None;
        }
        let pile = match self.below(3) {
            0 => choose(self.rng, &self.names.groups).0.clone(),
            _ => self.pile()?,
        };
        let not = *choose(self.rng, &["", "not "]);
        Some(format!("{pile} is {not}empty"))
    }

    fn origin_test(&mut self) -> Option<String> {
        if !self.knows_from() {
            return None;
        }
        let group = choose(self.rng, &self.names.groups).0.clone();
        Some(match self.below(4) {
            0 => format!("from is not {group}"),
            1 => format!("from.index - this.index == {}", self.below(3)),
            2 => "from.index < this.index".to_owned(),
            _ => format!("from is {group}"),
        })
    }

    fn number_test(&mut self) -> String {
        let (a, b) = (self.number(), self.number());
        let comparison = *choose(self.rng, &COMPARISONS);
        format!("{a} {comparison} {b}")
    }

    /// A random number.
    pub(super) fn number(&mut self) -> String {
        let place = *choose(self.rng, &["index", "row", "col"]);
        // Only the first forms, and a literal, need no more than tables.
        let forms = if self.is_table_only { 5 } else { 13 };
        let number = match self.below(forms) {
            0 if self.knows_this() => Some(format!("this.{place}")),
            1 => self.pile().map(|p| format!("{p}.{place}")),
            2 => self.card().map(|c| format!("{c}.value")),
            3 => Some(format!("{} * {}", self.number(), self.below(4))),
            4 if !self.is_table_only => self.pile().map(|p| format!("{p}.size")),
            5 => Some(format!("{}.size", choose(self.rng, &self.names.groups).0)),
            6 if !self.names.actions.is_empty() => {
                Some(format!("used.{}", choose(self.rng, &self.names.actions)))
            }
            7 => self.number_quantifier("count"),
            8 => self.number_quantifier("sum"),
            9 if self.slot != Slot::Points => Some("score".to_owned()),
            10 => self.card().map(|c| format!("{c}.index")),
            11 if self.knows_moved() => Some("moved.size".to_owned()),
            _ => None,
        };
        number.unwrap_or_else(|| self.below(5).to_string())
    }

    /// A quantifier over the rows or columns of a group. It may contain one over the piles of the line.
    fn quantifier_over_lines(&mut self, word: &str, group: &str, variable: &'static str) -> String {
        let lines = *choose(self.rng, &["rows", "cols", "lines"]);
        let number = self.below(4);
        let pile = format!("{variable}{variable}");
        let inside = match self.below(7) {
            _ if word == "sum" => format!("{variable}.size * {variable}.index"),
            0 => format!("{variable} is empty"),
            1 => format!("{variable}.size > {number}"),
            2 => format!("{variable}.index == {number}"),
            3 => format!("({variable} {number}) is empty"),
            4 if self.knows_this() => format!("this is not {variable}"),
            5 => format!("count({pile} in {variable}, {pile} is not empty) == {number}"),
            _ => format!("some({pile} in {variable}, {pile}.top.value > {number})"),
        };
        format!("{word}({variable} in {group}.{lines}, {inside})")
    }

    fn truth_quantifier(&mut self) -> Option<String> {
        if self.is_table_only || self.variables.len() >= 2 {
            return None;
        }
        let word = *choose(self.rng, &["every", "some"]);
        self.quantifier(word)
    }

    fn number_quantifier(&mut self, word: &str) -> Option<String> {
        if self.variables.is_empty() {
            self.quantifier(word)
        } else {
            None
        }
    }

    fn quantifier(&mut self, word: &str) -> Option<String> {
        let variable = *["p", "q"].get(self.variables.len())?;
        let (group, count) = choose(self.rng, &self.names.groups).clone();
        if count > 1 && self.below(3) == 0 {
            return Some(self.quantifier_over_lines(word, &group, variable));
        }
        // The name of a group with one pile is that pile, and a quantifier over a pile is over its cards.
        let (domain, is_card) = match self.below(3) {
            0 if self.knows_moved() && self.below(4) == 0 => ("moved".to_owned(), true),
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
        self.variables.push((variable, is_card));
        let inside = match (is_card, self.below(4)) {
            _ if word == "sum" => self.number(),
            (true, 0 | 1) => format!("{variable}.rank >= {}", self.rank()),
            (false, 0) => format!("{variable} is empty"),
            (false, 1) => format!("{variable}.size > {}", self.below(4)),
            _ => self.condition(2),
        };
        self.variables.pop();
        Some(format!("{word}({variable} in {domain}, {inside})"))
    }
}
