//! Shows step by step what a move or a deal did.

use super::{Reply, one_line, place_of};
use crate::cards::CardId;
use crate::condition::{PileId, Ternary};
use crate::play::{Cause, Deal, Deciding, MAX_TRACED, Position, Trace, Traced};
use crate::session::Session;
use crate::text::{Span, join_with, pluralize};

impl Session {
    /// Shows what the last turn did, or the deal if there was none.
    pub(crate) fn tell_trace(&mut self, is_open: bool, deal: Option<&Deal>) -> Reply {
        let history = self.history();
        let mut lines = Vec::new();
        if let Some(start) = history.start_of_last_turn() {
            let mut position = history.at(start);
            for &mv in &history.moves()[start..] {
                let before = position.clone();
                let trace = position.trace(mv, is_open);
                lines.push(format!("`{}`:", before.format_move(mv)));
                lines.extend(describe(&trace, Some(&before), &position, is_open));
            }
        } else {
            let first = history.first();
            let trace = deal.map(|deal| Position::trace_deal(first.game(), deal, is_open));
            let Some(Ok(trace)) = trace else {
                return Reply::refused("nothing was dealt: the game began with this position");
            };
            lines.push(match trace.shuffles {
                1 => "The pack was shuffled.".to_owned(),
                times => {
                    format!("The pack was shuffled {times} times, until `setup.until` held.")
                }
            });
            lines.extend(describe(&trace, None, first, is_open));
        }
        self.show_open(is_open, "", lines)
    }
}

/// Tells what happened between two positions.
fn describe(
    trace: &Trace,
    before: Option<&Position>,
    after: &Position,
    is_open: bool,
) -> Vec<String> {
    let teller = Teller {
        before,
        after,
        is_open,
    };
    let mut lines = Vec::new();
    for (number, entry) in trace.entries.iter().enumerate() {
        let next = trace.entries.get(number + 1);
        let leads_on = next.is_some_and(|next| next.depth > entry.depth);
        let indent = "  ".repeat(entry.depth + 1);
        let told = teller.describe_entry(entry, leads_on);
        lines.extend(told.into_iter().map(|line| format!("{indent}{line}")));
    }
    if trace.is_cut {
        lines.push(format!(
            "  ... and so on: a trace shows the first {MAX_TRACED} steps and changes of a move."
        ));
    }
    if let Some(halt) = trace.halt {
        let why = halt.describe(after.game());
        lines.push(format!("  This was stopped {why}."));
    }
    lines
}

/// Tells what happened. A card is named only if it was face up before or is face up now, or if all are open.
struct Teller<'a> {
    before: Option<&'a Position>,
    after: &'a Position,
    is_open: bool,
}

impl Teller<'_> {
    /// Tells one thing that happened; `leads_on` says whether what follows is part of it.
    fn describe_entry(&self, entry: &Traced, leads_on: bool) -> Vec<String> {
        let mut changes = self.describe_changes(entry);
        let mut lines = match &entry.cause {
            Cause::Player => Vec::new(),
            Cause::TurnUp => return changes,
            Cause::Refill => vec!["`fill`:".to_owned()],
            Cause::Auto(index) => {
                let name = &self.after.game().autos[*index].name;
                vec![format!("`auto.{name}`:")]
            }
            Cause::Picked(span) => {
                let why = "its cards were laid out before the pack was shuffled";
                vec![format!("{}: {why}", self.cite(*span))]
            }
            Cause::Skipped(span, why) => {
                let why = why.iter().map(|part| self.describe_part(part));
                let mut lines = vec![format!(
                    "{} is skipped: its `when` is false",
                    self.cite(*span)
                )];
                lines.extend(why.map(|why| format!("  {why}")));
                lines
            }
            Cause::Step(span, selected) => {
                let mut lines = vec![self.cite(*span)];
                lines.extend(selected.iter().map(|piles| self.describe_selection(piles)));
                if changes.is_empty() && !leads_on {
                    changes.push("nothing changes".to_owned());
                }
                lines
            }
        };
        let indent = if lines.is_empty() { "" } else { "  " };
        lines.extend(changes.iter().map(|change| format!("{indent}{change}")));
        lines
    }

    /// A step as it is written, and where.
    fn cite(&self, span: Span) -> String {
        let sources = &self.after.game().sources;
        one_line(sources.text(span)) + &place_of(sources, span)
    }

    /// A part of a condition, and what it found.
    fn describe_part(&self, part: &Deciding) -> String {
        let sources = &self.after.game().sources;
        format!("`{}`: {}", one_line(sources.text(part.span)), part.found)
    }

    fn describe_selection(&self, piles: &[(PileId, Ternary)]) -> String {
        let names = |wanted: Ternary| {
            let found = piles.iter().filter(|(_, holds)| *holds == wanted);
            let names = found.map(|(pile, _)| self.after.game().pile_name(*pile));
            names.collect::<Vec<_>>()
        };
        let selected = names(Some(true));
        let mut text = match selected.as_slice() {
            [] => "  `where` selects no pile".to_owned(),
            names => format!("  `where` selects {}", join_with(names, "and")),
        };
        let unknown = names(None);
        if !unknown.is_empty() {
            let unknown = join_with(&unknown, "and");
            text = format!("{text}; for {unknown}, that depends on face-down cards");
        }
        text
    }

    fn describe_changes(&self, entry: &Traced) -> Vec<String> {
        let game = self.after.game();
        let mut lines = Vec::new();
        for (from, to, cards) in &entry.transfers {
            let names: Vec<String> = cards.iter().map(|&card| self.name(card)).collect();
            let names = if names.iter().all(|name| name == "#") {
                ", face down".to_owned()
            } else {
                format!(": {}", names.join(" "))
            };
            lines.push(format!(
                "{} from {} to {}{names}",
                pluralize(cards.len(), "card"),
                game.pile_name(*from),
                game.pile_name(*to)
            ));
        }
        for &(pile, card) in &entry.turned {
            let name = self.name(card);
            let (name, pile) = (name.replace('#', "a card"), game.pile_name(pile));
            lines.push(format!("{name} is turned over on {pile}"));
        }
        for &pile in &entry.reordered {
            let name = game.pile_name(pile);
            lines.push(format!("the cards of {name} lie in another order"));
        }
        lines
    }

    fn name(&self, card: CardId) -> String {
        let was_seen = self.before.is_some_and(|before| !before.is_hidden(card));
        if self.is_open || was_seen || !self.after.is_hidden(card) {
            self.after.face(card).to_string()
        } else {
            "#".to_owned()
        }
    }
}
