//! Random rules files that are plain: each uses few keys, so that the premises of the solver's reductions hold in many of
//! them, and its pack is so small that every position can be searched.

use std::fmt::Write as _;

use super::vocabulary::choose;
use crate::common::Rng;

/// Writes a plain random rules file. Nearly all of these files are valid.
pub(super) fn write_plain_rules(rng: &mut Rng) -> String {
    // Half of the files build runs, with more suits, so that there is something to be moved, and with one key that may get
    // in the way of them.
    let has_runs = rng.below(2) == 0;
    let twist = match rng.below(8) {
        _ if !has_runs => Twist::Anything,
        0 | 1 => Twist::None,
        2 | 3 => Twist::Unit,
        4 => Twist::Capacity,
        5 => Twist::Keep,
        6 => Twist::WholeSuits,
        _ => Twist::Anything,
    };
    let ranks = 2 + rng.below(if has_runs { 3 } else { 4 });
    let packs = 1 + usize::from(!has_runs && rng.below(4) == 0);
    let most = (14 / ranks / packs).clamp(1, 4);
    let mut author = Author {
        ranks,
        suits: if has_runs { most } else { 1 + rng.below(most) },
        packs,
        columns: 2 + rng.below(3) + usize::from(has_runs),
        has_runs,
        twist,
        text: "name = \"Plain\"\n".to_owned(),
        rng,
    };
    author.write_file();
    author.text
}

/// The ranks, lowest first.
const RANKS: [(&str, &str); 5] = [
    ("A", "Ace"),
    ("2", "Two"),
    ("3", "Three"),
    ("4", "Four"),
    ("5", "Five"),
];

struct Author<'a> {
    rng: &'a mut Rng,
    text: String,
    ranks: usize,
    suits: usize,
    packs: usize,
    columns: usize,
    has_runs: bool,
    twist: Twist,
}

/// What is unusual about the columns of a file that builds runs.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Twist {
    None,
    Unit,
    Capacity,
    Keep,
    WholeSuits,
    Anything,
}

impl Author<'_> {
    fn once_in(&mut self, n: usize) -> bool {
        self.rng.below(n) == 0
    }

    fn choose<'a>(&mut self, from: &[&'a str]) -> &'a str {
        choose::<&str>(self.rng, from)
    }

    fn line(&mut self, text: &str) {
        let _ = writeln!(self.text, "{text}");
    }

    /// Writes a line once in `n` times.
    fn line_once_in(&mut self, n: usize, text: &str) {
        if self.once_in(n) {
            self.line(text);
        }
    }

    /// The name of the highest rank.
    fn highest(&self) -> &'static str {
        RANKS[self.ranks - 1].1
    }

    fn write_file(&mut self) {
        let has_base = self.once_in(8);
        let has_pairs = self.once_in(12);
        let has_stock = self.once_in(2);
        let has_reserve = self.once_in(4);
        let has_cell = !self.has_runs && self.once_in(6);
        self.write_win(has_pairs);
        self.write_deck(has_base);
        if has_base {
            self.line("[base]\nof = \"foundation\"");
            let from = if has_reserve { "reserve" } else { "tableau" };
            self.line(&format!("from = [\"{from}\"]"));
            self.line_once_in(3, "locks = true");
        }
        self.write_foundation(has_base);
        let mut sources = Vec::new();
        if has_stock {
            sources.push("waste");
        }
        if has_reserve {
            sources.push("reserve");
        }
        self.write_tableau(has_pairs, &sources);
        if has_cell {
            self.line("[piles.cell]");
            let count = 1 + self.rng.below(2);
            self.line(&format!("count = {count}"));
        }
        if has_reserve {
            self.write_reserve(has_stock);
        }
        if has_pairs {
            self.line("[piles.discard]");
            self.line_once_in(2, "goal = true");
        }
        self.write_setup(has_reserve, has_stock);
        if has_stock {
            self.write_stock();
        }
    }

    fn write_win(&mut self, has_pairs: bool) {
        let wins = [
            "tableau is empty",
            "foundation.size > 2 and every(c in foundation 1, c.index + c.value == 4)",
            "every(t in tableau, every(c in t, c.value + c.index > 2))",
            "foundation 1.size > 3",
            "some(t in tableau, t.bottom is Ace and t.size > 2)",
            "every(c in foundation 1, c.value >= c.index) and tableau.size < 3",
        ];
        if has_pairs || self.once_in(10) {
            let win = if has_pairs {
                wins[0]
            } else {
                self.choose(&wins)
            };
            self.line(&format!("win = '{win}'"));
        }
    }

    fn write_deck(&mut self, has_base: bool) {
        let ranks: Vec<String> = RANKS[..self.ranks]
            .iter()
            .map(|(letter, _)| format!("\"{letter}\""))
            .collect();
        let mut suits = ["C", "H", "S", "D"];
        if self.once_in(3) {
            suits.swap(1, 2);
        }
        let suits: Vec<String> = suits[..self.suits]
            .iter()
            .map(|suit| format!("\"{suit}\""))
            .collect();
        self.line("[deck]");
        self.line(&format!("ranks = [{}]", ranks.join(", ")));
        self.line(&format!("suits = [{}]", suits.join(", ")));
        if self.packs > 1 {
            self.line(&format!("packs = {}", self.packs));
        }
        if has_base || self.once_in(5) {
            self.line("wrap = true");
        }
    }

    fn write_foundation(&mut self, has_base: bool) {
        let all = self.suits * self.packs;
        let count = if self.once_in(4) {
            1 + self.rng.below(all)
        } else {
            all
        };
        self.line("[piles.foundation]");
        self.line(&format!("count = {count}"));
        let highest = self.highest();
        if has_base {
            self.line("start = 'base'\nbuild = 'up and in_suit'");
        } else if self.twist == Twist::WholeSuits
            || self.twist == Twist::Anything && self.once_in(6)
        {
            let unit = match self.rng.below(4) {
                0 => "2".to_owned(),
                1 => "\"any\"".to_owned(),
                _ => self.ranks.to_string(),
            };
            let start = self.choose(&[highest, highest, "any", "Two", "Ace"]);
            self.line(&format!("start = '{start}'\nunit = {unit}"));
            let runs = ["run = 'down and in_suit'", "run = 'down'", "run = 'any'"];
            if !self.once_in(4) {
                let run = self.choose(&runs);
                self.line(run);
            }
            self.line_once_in(3, "build = 'down'");
        } else {
            let start = match self.rng.below(8) {
                0 => "any",
                1 => "card.value == this.index",
                2 => highest,
                _ => "Ace",
            };
            let build = if start == highest {
                self.choose(&["down and in_suit", "down", "down and alternating"])
            } else {
                self.choose(&[
                    "up and in_suit",
                    "up and in_suit",
                    "up and in_suit",
                    "up",
                    "up and alternating",
                    "up this.index",
                    "up and same_color",
                    "any",
                ])
            };
            self.line(&format!("start = '{start}'\nbuild = '{build}'"));
        }
        self.line_once_in(5, "take = \"top\"");
        let room = 1 + self.rng.below(self.ranks * 2);
        self.line_once_in(8, &format!("capacity = {room}"));
    }

    fn write_tableau(&mut self, has_pairs: bool, sources: &[&str]) {
        self.line("[piles.tableau]");
        self.line(&format!("count = {}", self.columns));
        let highest = self.highest();
        let starts = [
            highest,
            highest,
            "any",
            "any",
            "Ace",
            "card is red",
            "from is not foundation",
            "this.index == 1",
        ];
        if !self.once_in(4) {
            let start = self.choose(if self.has_runs { &starts[..3] } else { &starts });
            self.line(&format!("start = '{start}'"));
        }
        if has_pairs {
            let pair = self.choose(&["same_rank", "card.value + top.value == 4", "up or down"]);
            self.line(&format!("pair = '{pair}'"));
        } else if self.once_in(16) {
            let swap = self.choose(&["same_rank", "in_suit", "down"]);
            self.line(&format!("swap = '{swap}'"));
        }
        let builds = [
            "down",
            "down",
            "down and in_suit",
            "down and in_suit",
            "down and alternating",
            "down and alternating",
            "down and same_color",
            "down and other_suit",
            "up",
            "up and in_suit",
            "up or down",
            "same_rank",
            "any",
            "in_suit",
            "down and from is tableau",
        ];
        let mut build = "";
        if self.has_runs || !self.once_in(8) {
            build = self.choose(if self.has_runs { &builds[..6] } else { &builds });
            self.line(&format!("build = '{build}'"));
        }
        let takes = ["run", "run", "run", "top", "full", "top or full", "any"];
        let take = if self.has_runs {
            "run"
        } else {
            self.choose(&takes)
        };
        self.line(&format!("take = \"{take}\""));
        let has_run = self.twist == Twist::Anything && self.once_in(5);
        if take != "top" && (has_run || build.contains("from")) {
            let run = self.choose(&["any", "down", "down and in_suit", "same_rank"]);
            self.line(&format!("run = '{run}'"));
        }
        match self.twist {
            Twist::None | Twist::WholeSuits => {}
            Twist::Unit => {
                let unit = self.choose(&["2", "2", "3"]);
                self.line(&format!("unit = {unit}"));
            }
            Twist::Capacity => {
                let cards = self.ranks * self.suits * self.packs;
                let room = cards.div_ceil(self.columns) + self.rng.below(2);
                self.line(&format!("capacity = {room}"));
            }
            Twist::Keep => self.line("keep = 1"),
            Twist::Anything => {
                if self.once_in(6) {
                    let unit = self.choose(&["1", "2", "3", "\"any\""]);
                    self.line(&format!("unit = {unit}"));
                }
                let room = 3 + self.rng.below(3);
                self.line_once_in(7, &format!("capacity = {room}"));
                self.line_once_in(10, "keep = 1");
                self.line_once_in(14, "alike = true");
            }
        }
        if !sources.is_empty() && self.once_in(5) {
            let source = self.choose(sources);
            self.line(&format!("fill = [\"{source}\"]"));
        }
    }

    fn write_reserve(&mut self, has_stock: bool) {
        self.line("[piles.reserve]");
        let count = 1 + self.rng.below(2);
        self.line(&format!("count = {count}"));
        self.line_once_in(3, "take = \"any\"");
        self.line_once_in(8, "available = 'tableau 1 is empty'");
        self.line_once_in(10, "goal = true");
        if has_stock {
            self.line_once_in(5, "fill = [\"stock\"]");
        }
    }

    fn write_setup(&mut self, has_reserve: bool, has_stock: bool) {
        let cards = self.ranks * self.suits * self.packs;
        let mut left = cards;
        self.line("[setup]\ndo = [");
        if has_reserve {
            let most = 1 + left / 4;
            let number = (1 + self.rng.below(most)).min(left / 2).max(1);
            self.line(&format!("  {{ deal = {number}, to = \"reserve\" }},"));
            left = left.saturating_sub(number * 2);
        }
        if has_stock {
            left -= left / 3;
        }
        let each = left / self.columns;
        if each > 1 && self.once_in(3) {
            let hidden = 1 + self.rng.below(each - 1);
            self.line(&format!(
                "  {{ deal = {hidden}, to = \"tableau\", face = \"down\" }},"
            ));
            let open = each - hidden;
            self.line(&format!("  {{ deal = {open}, to = \"tableau\" }},"));
        } else if has_stock {
            let each = each.max(1);
            self.line(&format!("  {{ deal = {each}, to = \"tableau\" }},"));
        } else {
            self.line("  { deal = \"all\", to = \"tableau\" },");
        }
        self.line("]");
    }

    fn write_stock(&mut self) {
        self.line("[piles.waste]");
        self.line_once_in(8, "take = \"any\"");
        self.line_once_in(16, "fill = [\"stock\"]");
        let number = 1 + self.rng.below(2);
        let to = match self.rng.below(8) {
            0 => "tableau",
            _ => "waste",
        };
        self.line(&format!(
            "[actions.deal]\ndo = [{{ deal = {number}, to = \"{to}\" }}]"
        ));
        self.line_once_in(10, "when = 'base is not set'");
        if self.once_in(2) {
            self.line("[actions.redeal]\nwhen = 'stock is empty'");
            let more = match self.rng.below(10) {
                0 => ", { shuffle = \"stock\" }",
                1 => ", { exchange = \"stock\", which = 'card.index == this.size' }",
                2 => ", { invert = \"tableau\" }",
                _ => "",
            };
            self.line(&format!(
                "do = [{{ turn = \"waste\", to = \"stock\" }}{more}]"
            ));
            let limit = 1 + self.rng.below(2);
            self.line_once_in(2, &format!("limit = {limit}"));
        }
    }
}
