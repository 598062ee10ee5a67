//! Random rules files, made of every key of the language. Each key and each step stands on a line of its own, so that
//! a file that breaks a law can be made smaller line by line.

use std::fmt::Write as _;

use patience::internals::Slot;

use super::vocabulary::{Names, Writer, one_of};
use crate::common::Chance;

/// A rules file; about half of them are right.
pub(super) fn random_rules(chance: &mut Chance) -> String {
    let has_pairs = chance.below(4) == 0;
    let mut groups: Vec<(String, usize)> = vec![
        ("stock".to_owned(), 1),
        ("tableau".to_owned(), 2 + chance.below(5)),
    ];
    for (name, most) in [("foundation", 4), ("waste", 1), ("reserve", 3), ("cell", 3)] {
        if chance.below(3) > 0 {
            groups.push((name.to_owned(), 1 + chance.below(most)));
        }
    }
    if has_pairs {
        groups.push(("discard".to_owned(), 1));
    }
    let mut actions = vec!["draw".to_owned()];
    for name in ["again", "mix"] {
        if chance.below(2) == 0 {
            actions.push(name.to_owned());
        }
    }
    let has_base = groups.iter().any(|g| g.0 == "foundation") && chance.below(3) == 0;
    let names = Names {
        groups,
        actions,
        has_base,
    };
    let mut author = Author {
        names: &names,
        chance,
        has_pairs,
        text: String::new(),
    };
    author.file();
    author.text
}

struct Author<'a> {
    names: &'a Names,
    chance: &'a mut Chance,
    has_pairs: bool,
    text: String,
}

impl Author<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.chance.below(n)
    }

    /// Whether something that happens once in so many times happens.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
    }

    fn condition(&mut self, key: &str, slot: Slot) -> String {
        let size = *one_of(self.chance, &[1, 1, 1, 2, 2, 4]);
        // A run that is lifted may read nothing else; now and then one does, and is refused.
        let table_only = slot == Slot::Run && !self.once_in(8);
        let mut writer = Writer {
            names: self.names,
            slot,
            chance: &mut *self.chance,
            table_only,
            locals: Vec::new(),
        };
        format!("{key} = '{}'", writer.condition(size))
    }

    fn condition_line(&mut self, key: &str, slot: Slot) {
        let line = self.condition(key, slot);
        self.line(&line);
    }

    fn file(&mut self) {
        self.line("name = \"Random\"");
        self.deck();
        if self.names.has_base {
            self.line("[base]");
            self.line("of = \"foundation\"");
            if !self.once_in(6) {
                let from = self.other_group(&["foundation"]);
                self.line(&format!("from = [\"{from}\"]"));
                if !self.once_in(3) {
                    self.line("locks = true");
                }
            }
        }
        for (name, count) in &self.names.groups {
            self.group(name, *count);
        }
        self.setup();
        for action in &self.names.actions {
            self.action(action);
        }
        for name in ["tidy", "sweep"] {
            if self.once_in(4) {
                self.line(&format!("[auto.{name}]"));
                if !self.once_in(4) {
                    self.condition_line("when", Slot::When);
                }
                self.steps(false);
            }
        }
        if self.once_in(2) || !self.names.groups.iter().any(|g| g.0 == "foundation") {
            self.line("[win]");
            self.condition_line("when", Slot::When);
        }
    }

    fn deck(&mut self) {
        if self.once_in(5) {
            return;
        }
        self.line("[deck]");
        let ranks = [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
        ];
        let (first, count) = (self.below(9), 3 + self.below(6));
        let mut chosen: Vec<String> = ranks
            .iter()
            .cycle()
            .skip(first)
            .take(count)
            .map(|r| format!("\"{r}\""))
            .collect();
        chosen.dedup();
        self.line(&format!("ranks = [{}]", chosen.join(", ")));
        let suits = ["C", "D", "H", "S"].map(|s| format!("\"{s}\""));
        let suits = suits[self.below(3)..].join(", ");
        self.line(&format!("suits = [{suits}]"));
        if self.once_in(2) {
            let packs = 2 + self.below(3);
            self.line(&format!("packs = {packs}"));
        }
        if self.once_in(3) {
            self.line("wrap = true");
        }
    }

    fn group(&mut self, name: &str, count: usize) {
        if name == "stock" && self.once_in(2) {
            return;
        }
        self.line(&format!("[piles.{name}]"));
        if count > 1 {
            match (count, self.below(3)) {
                (4, 0) => self.line("shape = [\"xx\", \"xx\"]"),
                (3, 0) => self.line("shape = [\"x\", \"xx\"]"),
                (6, 0) => self.line("shape = [\"xxx\", \"xxx\"]"),
                _ => self.line(&format!("count = {count}")),
            }
        }
        if name == "discard" && !self.once_in(4) {
            return;
        }
        let is_main = name == "tableau" || name == "foundation";
        if is_main || self.once_in(2) {
            if self.once_in(3) {
                self.line("start = 'any'");
            } else {
                self.condition_line("start", Slot::Start);
            }
        }
        if name != "cell" && (is_main || self.once_in(2)) && !(self.has_pairs && self.once_in(3)) {
            self.condition_line("build", Slot::Build);
        }
        if self.has_pairs && name != "discard" && !self.once_in(3) {
            self.condition_line("pair", Slot::Pair);
        }
        let mut lifts_runs = false;
        let takes = [
            "none",
            "top",
            "top",
            "run",
            "run",
            "full",
            "top or full",
            "any",
        ];
        if name == "tableau" || self.once_in(2) {
            let take = *one_of(self.chance, &takes);
            self.line(&format!("take = \"{take}\""));
            lifts_runs = take == "run" || take.contains("full");
        }
        let lands_in_runs = !lifts_runs && name == "foundation" && self.once_in(3);
        if lifts_runs && self.once_in(2) {
            self.line("run = 'any'");
        } else if lands_in_runs || self.below(8) < if lifts_runs { 7 } else { 1 } {
            self.condition_line("run", Slot::Run);
        }
        if self.once_in(4) {
            self.condition_line("available", Slot::Available);
        }
        if self.once_in(5) {
            // From a group before this one: groups that fill each other are refused.
            let groups: Vec<String> = self.names.groups.iter().map(|g| g.0.clone()).collect();
            let from = groups.iter().take_while(|g| *g != name).collect::<Vec<_>>();
            if !from.is_empty() {
                let from = *one_of(self.chance, &from);
                self.line(&format!("fill = [\"{from}\"]"));
            }
        }
        match self.below(7) {
            _ if lands_in_runs => self.line("unit = \"any\""),
            0 => self.line("unit = 1"),
            1 if name != "cell" => {
                let number = 2 + self.below(2);
                self.line(&format!("unit = {number}"));
            }
            2 => self.line("unit = \"any\""),
            _ => {}
        }
        if self.once_in(5) {
            let alike = self.once_in(2);
            self.line(&format!("alike = {alike}"));
        }
        if name == "foundation" {
            self.line("capacity = 99");
        } else if self.once_in(6) && name != "discard" {
            let capacity = 3 + self.below(4);
            self.line(&format!("capacity = {capacity}"));
        }
        if self.once_in(6) {
            let keep = 1 + self.below(2);
            self.line(&format!("keep = {keep}"));
        }
        if self.once_in(4) {
            let what = *one_of(self.chance, &["suit", "rank", "color"]);
            self.line(&format!("distinct = \"{what}\""));
        }
    }

    fn setup(&mut self) {
        self.line("[setup]");
        if self.once_in(8) {
            self.condition_line("until", Slot::Until);
        }
        self.line("do = [");
        let rounds = 1 + self.below(2);
        let face = *one_of(self.chance, &["up", "up", "down"]);
        let when = *one_of(self.chance, &["", ", when = 'stock.size > 5'"]);
        self.line(&format!(
            "  {{ deal = {rounds}, to = \"tableau\", face = \"{face}\"{when} }},"
        ));
        if self.once_in(2) {
            let to = self.other_group(&["stock", "foundation"]);
            self.line(&format!(
                "  {{ deal = 1, to = \"{to}\", when = 'stock is not empty' }},"
            ));
        }
        if self.once_in(3) {
            self.line("  { deal = \"all\", to = \"tableau\" },");
        }
        self.line("]");
    }

    fn action(&mut self, name: &str) {
        self.line(&format!("[actions.{name}]"));
        if self.once_in(2) {
            self.condition_line("when", Slot::When);
        }
        if self.once_in(3) {
            let limit = 1 + self.below(5);
            self.line(&format!("limit = {limit}"));
        }
        self.steps(name == "mix");
    }

    fn steps(&mut self, can_call: bool) {
        self.line("do = [");
        for _ in 0..*one_of(self.chance, &[1, 1, 2, 3]) {
            let step = self.step(can_call);
            self.line(&format!("  {{ {step} }},"));
        }
        self.line("]");
    }

    /// A group that is none of these.
    fn other_group(&mut self, but: &[&str]) -> String {
        let groups = self.names.groups.iter().map(|g| &g.0);
        let others: Vec<&String> = groups.filter(|g| !but.contains(&g.as_str())).collect();
        (*one_of(self.chance, &others)).clone()
    }

    fn count(&self, group: &str) -> usize {
        let found = self.names.groups.iter().find(|g| g.0 == group);
        found.map_or(1, |g| g.1)
    }

    /// A group, or one of its piles.
    fn piles(&mut self, group: &str) -> String {
        if self.count(group) > 1 && self.once_in(3) {
            self.one_pile(group)
        } else {
            group.to_owned()
        }
    }

    fn one_pile(&mut self, group: &str) -> String {
        match self.count(group) {
            1 => group.to_owned(),
            count => format!("{group} {}", 1 + self.below(count)),
        }
    }

    fn step(&mut self, can_call: bool) -> String {
        let group = self.other_group(&[]);
        let mut step = match self.below(14) {
            0 | 1 => {
                let to = self.other_group(&[&group]);
                let (from, to) = (self.piles(&group), self.one_pile(&to));
                let first = if self.count(&from) > 1 {
                    ", first = \"on top\""
                } else {
                    ""
                };
                format!("turn = \"{from}\", to = \"{to}\"{first}")
            }
            2 => format!("shuffle = \"{}\"", self.one_pile(&group)),
            3 => format!("rotate = \"{}\"", self.piles(&group)),
            4 => {
                let which = self.condition("which", Slot::Which);
                format!("sink = \"{}\", {which}", self.piles(&group))
            }
            5 => "close = \"tableau\"".to_owned(),
            6 if can_call => "call = \"draw\"".to_owned(),
            _ => self.deal(&group),
        };
        if self.once_in(4) {
            let when = self.condition("when", Slot::When);
            let _ = write!(step, ", {when}");
        }
        step
    }

    fn deal(&mut self, from: &str) -> String {
        let amount = *one_of(self.chance, &["1", "1", "2", "3", "\"all\""]);
        let group = self.other_group(&[from]);
        let (from_piles, to) = (self.piles(from), self.piles(&group));
        let mut deal = format!("deal = {amount}, to = \"{to}\"");
        if from != "stock" || self.once_in(2) {
            let _ = write!(deal, ", from = \"{from_piles}\"");
        }
        for (key, slot) in [("where", Slot::Where), ("which", Slot::Which)] {
            if self.once_in(6) {
                let condition = self.condition(key, slot);
                let _ = write!(deal, ", {condition}");
            }
        }
        if self.once_in(8) && self.names.groups.len() > 2 {
            let which = self.condition("which", Slot::Which);
            let to = self.other_group(&[from, &group]);
            let to = self.piles(&to);
            let _ = write!(deal, ", divert = {{ {which}, to = \"{to}\" }}");
        }
        let extras = [
            "",
            "",
            "",
            ", face = \"down\"",
            ", under = true",
            ", by = \"pile\"",
        ];
        let _ = write!(deal, "{}", one_of(self.chance, &extras));
        deal
    }
}
