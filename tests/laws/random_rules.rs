//! Random rules files that use every key of the language. Each key and each step is on its own line, so that a file
//! that violates a law can be shrunk line by line.

use std::fmt::Write as _;

use patience::internals::Slot;

use super::vocabulary::{ConditionWriter, Names, choose};
use crate::common::Rng;

/// Writes a random rules file; about half of these files are valid.
pub(super) fn write_random_rules(rng: &mut Rng) -> String {
    let has_pairs = rng.below(4) == 0;
    let mut groups: Vec<(String, usize)> = vec![
        ("stock".to_owned(), 1),
        ("tableau".to_owned(), 2 + rng.below(5)),
    ];
    for (name, max_count) in [("foundation", 4), ("waste", 1), ("reserve", 3), ("cell", 3)] {
        if rng.below(3) > 0 {
            groups.push((name.to_owned(), 1 + rng.below(max_count)));
        }
    }
    if has_pairs {
        groups.push(("discard".to_owned(), 1));
    }
    let mut actions = vec!["draw".to_owned()];
    for name in ["again", "mix"] {
        if rng.below(2) == 0 {
            actions.push(name.to_owned());
        }
    }
    let has_base = groups.iter().any(|g| g.0 == "foundation") && rng.below(3) == 0;
    let names = Names {
        groups,
        actions,
        has_base,
        phrases: vec![("fits", true), ("waits", false)],
        has_jokers: rng.below(4) == 0,
    };
    let mut author = Author {
        names: &names,
        rng,
        has_pairs,
        text: String::new(),
    };
    author.write_file();
    author.text
}

struct Author<'a> {
    names: &'a Names,
    rng: &'a mut Rng,
    has_pairs: bool,
    text: String,
}

impl Author<'_> {
    fn below(&mut self, n: usize) -> usize {
        self.rng.below(n)
    }

    /// Returns true with a probability of one in `n`.
    fn once_in(&mut self, n: usize) -> bool {
        self.below(n) == 0
    }

    fn write_line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
    }

    fn random_condition(&mut self, key: &str, slot: Slot) -> String {
        let size = *choose(self.rng, &[1, 1, 1, 2, 2, 4]);
        format!("{key} = '{}'", self.writer(slot).condition(size))
    }

    fn writer(&mut self, slot: Slot) -> ConditionWriter<'_> {
        // `run` may read only this; occasionally it reads more, and the file is rejected.
        let is_table_only = slot == Slot::Run && !self.once_in(8);
        ConditionWriter {
            names: self.names,
            slot,
            rng: &mut *self.rng,
            is_table_only,
            variables: Vec::new(),
        }
    }

    fn write_condition(&mut self, key: &str, slot: Slot) {
        let line = self.random_condition(key, slot);
        self.write_line(&line);
    }

    fn write_file(&mut self) {
        self.write_line("name = \"Random\"");
        if self.once_in(2) || !self.names.groups.iter().any(|g| g.0 == "foundation") {
            self.write_condition("win", Slot::Win);
        }
        self.write_deck();
        if self.names.has_base {
            self.write_line("[base]");
            self.write_line("of = \"foundation\"");
            if !self.once_in(6) {
                let from = self.group_except(&["foundation"]);
                self.write_line(&format!("from = [\"{from}\"]"));
                if !self.once_in(3) {
                    self.write_line("locks = true");
                }
            }
        }
        for (name, count) in &self.names.groups {
            self.write_group(name, *count);
        }
        if self.once_in(3) {
            self.write_line("[score]");
            let points = self.writer(Slot::Points).number();
            self.write_line(&format!("points = '{points}'"));
        }
        self.write_setup();
        for action in &self.names.actions {
            self.write_action(action);
        }
        for name in ["tidy", "sweep"] {
            if self.once_in(4) {
                self.write_line(&format!("[auto.{name}]"));
                if !self.once_in(4) {
                    self.write_condition("when", Slot::When);
                }
                self.write_steps(false);
            }
        }
        self.write_line("[define]");
        for (name, is_card) in &self.names.phrases {
            self.write_phrase(name, *is_card);
        }
    }

    /// Writes a named condition about a card or a pile `h`. It uses no other.
    fn write_phrase(&mut self, name: &str, is_card: bool) {
        let names = Names {
            phrases: Vec::new(),
            ..self.names.clone()
        };
        let mut writer = ConditionWriter {
            names: &names,
            slot: Slot::When,
            rng: &mut *self.rng,
            is_table_only: false,
            variables: vec![("h", is_card)],
        };
        let about = if is_card {
            "h.rank > Six"
        } else {
            "h.size > 1"
        };
        let other = writer.condition(1);
        self.write_line(&format!("\"{name}(h)\" = '{about} or ({other})'"));
    }

    fn write_deck(&mut self) {
        self.write_line("[deck]");
        if self.names.has_jokers {
            let jokers = 1 + self.below(4);
            self.write_line(&format!("jokers = {jokers}"));
        }
        if self.once_in(5) {
            return;
        }
        let ranks = [
            "A", "2", "3", "4", "5", "6", "7", "8", "9", "T", "J", "Q", "K",
        ];
        let (first, count) = (self.below(9), 3 + self.below(6));
        let mut mv: Vec<String> = ranks
            .iter()
            .cycle()
            .skip(first)
            .take(count)
            .map(|r| format!("\"{r}\""))
            .collect();
        mv.dedup();
        self.write_line(&format!("ranks = [{}]", mv.join(", ")));
        let suits = ["C", "D", "H", "S"].map(|s| format!("\"{s}\""));
        let mut suits = suits[self.below(3)..].join(", ");
        if self.once_in(4) {
            suits += ", \"S\"";
        }
        self.write_line(&format!("suits = [{suits}]"));
        if self.once_in(2) {
            let packs = 2 + self.below(3);
            self.write_line(&format!("packs = {packs}"));
        }
        if self.once_in(3) {
            self.write_line("wrap = true");
        }
    }

    fn write_group(&mut self, name: &str, count: usize) {
        if name == "stock" && self.once_in(2) {
            return;
        }
        self.write_line(&format!("[piles.{name}]"));
        if count > 1 {
            match (count, self.below(3)) {
                (4, 0) => self.write_line("shape = [\"xx\", \"xx\"]"),
                (3, 0) => self.write_line("shape = [\"x\", \"xx\"]"),
                (6, 0) => self.write_line("shape = [\"xxx\", \"xxx\"]"),
                _ => self.write_line(&format!("count = {count}")),
            }
        }
        if name == "discard" && !self.once_in(4) {
            return;
        }
        let is_main = name == "tableau" || name == "foundation";
        if is_main || self.once_in(2) {
            if self.once_in(3) {
                self.write_line("start = 'any'");
            } else {
                self.write_condition("start", Slot::Start);
            }
        }
        if name != "cell" && (is_main || self.once_in(2)) && !(self.has_pairs && self.once_in(3)) {
            self.write_condition("build", Slot::Build);
        }
        if self.has_pairs && name != "discard" && !self.once_in(3) {
            self.write_condition("pair", Slot::Pair);
        } else if self.once_in(4) {
            self.write_condition("swap", Slot::Swap);
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
            let take = *choose(self.rng, &takes);
            self.write_line(&format!("take = \"{take}\""));
            lifts_runs = take == "run" || take.contains("full");
        }
        let lands_in_runs = !lifts_runs
            && (name == "foundation" && self.once_in(3) || name == "tableau" && self.once_in(2));
        if lifts_runs && self.once_in(2) {
            self.write_line("run = 'any'");
        } else if lands_in_runs || self.below(8) < if lifts_runs { 7 } else { 1 } {
            self.write_condition("run", Slot::Run);
        }
        if self.once_in(4) {
            self.write_condition("available", Slot::Available);
        }
        if self.once_in(5) {
            // Only from an earlier group, because groups that fill each other are rejected.
            let groups: Vec<String> = self.names.groups.iter().map(|g| g.0.clone()).collect();
            let from = groups.iter().take_while(|g| *g != name).collect::<Vec<_>>();
            if !from.is_empty() {
                let from = *choose(self.rng, &from);
                self.write_line(&format!("fill = [\"{from}\"]"));
            }
        }
        match self.below(7) {
            _ if lands_in_runs => self.write_line("unit = \"any\""),
            0 => self.write_line("unit = 1"),
            1 if name != "cell" => {
                let number = 2 + self.below(2);
                self.write_line(&format!("unit = {number}"));
            }
            2 => self.write_line("unit = \"any\""),
            _ => {}
        }
        if self.once_in(5) {
            let alike = self.once_in(2);
            self.write_line(&format!("alike = {alike}"));
        }
        if name == "foundation" {
            self.write_line("capacity = 99");
        } else if self.once_in(6) && name != "discard" {
            let capacity = 3 + self.below(4);
            self.write_line(&format!("capacity = {capacity}"));
        }
        if self.once_in(6) {
            let keep = 1 + self.below(2);
            self.write_line(&format!("keep = {keep}"));
        }
    }

    fn write_setup(&mut self) {
        self.write_line("[setup]");
        if self.once_in(8) {
            self.write_condition("until", Slot::Until);
        }
        self.write_line("do = [");
        let rounds = 1 + self.below(2);
        let face = *choose(self.rng, &["up", "up", "down"]);
        let when = *choose(self.rng, &["", ", when = 'stock.size > 5'"]);
        self.write_line(&format!(
            "  {{ deal = {rounds}, to = \"tableau\", face = \"{face}\"{when} }},"
        ));
        if self.once_in(2) {
            let to = self.group_except(&["stock", "foundation"]);
            self.write_line(&format!(
                "  {{ deal = 1, to = \"{to}\", when = 'stock is not empty' }},"
            ));
        }
        if self.once_in(3) {
            self.write_line("  { deal = \"all\", to = \"tableau\" },");
        }
        self.write_line("]");
    }

    fn write_action(&mut self, name: &str) {
        self.write_line(&format!("[actions.{name}]"));
        if self.once_in(2) {
            self.write_condition("when", Slot::When);
        }
        if self.once_in(3) {
            let limit = 1 + self.below(5);
            self.write_line(&format!("limit = {limit}"));
            if self.once_in(3) {
                self.write_line("idle = true");
            }
        }
        self.write_steps(name == "mix");
    }

    fn write_steps(&mut self, can_call: bool) {
        self.write_line("do = [");
        for _ in 0..*choose(self.rng, &[1, 1, 2, 3]) {
            let step = self.random_step(can_call);
            self.write_line(&format!("  {{ {step} }},"));
        }
        self.write_line("]");
    }

    /// A random group, excluding some.
    fn group_except(&mut self, excluded: &[&str]) -> String {
        let groups = self.names.groups.iter().map(|g| &g.0);
        let others: Vec<&String> = groups.filter(|g| !excluded.contains(&g.as_str())).collect();
        (*choose(self.rng, &others)).clone()
    }

    fn pile_count(&self, group: &str) -> usize {
        let found = self.names.groups.iter().find(|g| g.0 == group);
        found.map_or(1, |g| g.1)
    }

    /// A group, or one of its piles.
    fn group_or_pile(&mut self, group: &str) -> String {
        if self.pile_count(group) > 1 && self.once_in(3) {
            self.pile_of(group)
        } else {
            group.to_owned()
        }
    }

    fn pile_of(&mut self, group: &str) -> String {
        match self.pile_count(group) {
            1 => group.to_owned(),
            count => format!("{group} {}", 1 + self.below(count)),
        }
    }

    fn random_step(&mut self, can_call: bool) -> String {
        let group = self.group_except(&[]);
        let mut step = match self.below(15) {
            0 | 1 => {
                let to = self.group_except(&[&group]);
                let (from, to) = (self.group_or_pile(&group), self.pile_of(&to));
                let first = if self.pile_count(&from) > 1 {
                    ", first = \"on top\""
                } else {
                    ""
                };
                let selection = self.random_selection();
                format!("turn = \"{from}\", to = \"{to}\"{first}{selection}")
            }
            2 => format!("shuffle = \"{}\"", self.pile_of(&group)),
            3 | 4 => {
                let which = if self.once_in(2) {
                    "which = 'card.index > 1'".to_owned()
                } else {
                    self.random_condition("which", Slot::Which)
                };
                let selection = self.random_selection();
                let verb = choose(self.rng, &["sink", "exchange"]);
                let piles = self.group_or_pile(&group);
                format!("{verb} = \"{piles}\", {which}{selection}")
            }
            5 => format!("close = \"tableau\"{}", self.random_selection()),
            6 => {
                let piles = self.group_or_pile(&group);
                format!("invert = \"{piles}\"{}", self.random_selection())
            }
            7 if can_call => "call = \"draw\"".to_owned(),
            _ => self.random_deal(&group),
        };
        if self.once_in(4) {
            let when = self.random_condition("when", Slot::When);
            let _ = write!(step, ", {when}");
        }
        step
    }

    /// Sometimes a `where`, after a comma.
    fn random_selection(&mut self) -> String {
        if !self.once_in(4) {
            return String::new();
        }
        format!(", {}", self.random_condition("where", Slot::Where))
    }

    fn random_deal(&mut self, from: &str) -> String {
        let amount = *choose(self.rng, &["1", "1", "2", "3", "\"all\""]);
        let group = self.group_except(&[from]);
        let (from_piles, to) = (self.group_or_pile(from), self.group_or_pile(&group));
        let mut deal = format!("deal = {amount}, to = \"{to}\"");
        if from != "stock" || self.once_in(2) {
            let _ = write!(deal, ", from = \"{from_piles}\"");
        }
        for (key, slot) in [("where", Slot::Where), ("which", Slot::Which)] {
            if self.once_in(6) {
                let condition = self.random_condition(key, slot);
                let _ = write!(deal, ", {condition}");
            }
        }
        if self.once_in(8) && self.names.groups.len() > 2 {
            let to = self.group_except(&[from, &group]);
            // Without `which`, a group that accepts no cards is rejected.
            let which = if to == "tableau" && self.once_in(2) {
                String::new()
            } else {
                self.random_condition("which", Slot::Which) + ", "
            };
            let to = self.group_or_pile(&to);
            let skip = *choose(self.rng, &["", ", skip = true"]);
            let _ = write!(deal, ", divert = {{ {which}to = \"{to}\"{skip} }}");
        }
        let extras = [
            "",
            "",
            "",
            ", face = \"down\"",
            ", under = true",
            ", by = \"pile\"",
        ];
        let _ = write!(deal, "{}", choose(self.rng, &extras));
        deal
    }
}
