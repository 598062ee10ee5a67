use std::sync::Arc;

use serde::Deserialize;

use crate::cards::{Card, DealNumber, parse_cards};
use crate::condition::{Condition, PileId};
use crate::play::{Deal, Layout, LayoutError, Target, pile_named};
use crate::rules::field::{Field, List, Named, Shape, Text};
use crate::rules::file::Test;
use crate::rules::{Game, Rejected, Rules, VariantError, compile_holds};
use crate::text::{Diagnostic, Diagnostics, Sources, Span, Spanned};

/// The most moves of a situation.
const MOST_MOVES: usize = 5000;
/// The most situations of a file.
const MOST_SITUATIONS: usize = 1000;

/// What a situation starts from.
#[derive(Clone, Debug)]
pub enum Start {
    /// A deal.
    Deal(Deal),
    /// A layout.
    Layout(Layout),
}

/// A pile with the cards it is to have, bottom to top, each with whether it lies face down.
pub(super) type Given = (PileId, Vec<(Card, bool)>, Span);

/// A situation that was read for the game it is of.
#[derive(Clone, Debug)]
pub struct Situation {
    /// What it shows; empty where that is not said.
    pub name: String,
    /// Where it is written.
    pub span: Span,
    /// The game, with the variants that are played.
    pub game: Arc<Game>,
    /// What it starts from.
    pub start: Start,
    /// The moves to play, each as often as it is to be repeated.
    pub moves: Vec<Spanned<String>>,
    pub(super) gives: Vec<Given>,
    pub(super) holds: Option<Condition>,
    pub(super) legal: Vec<Spanned<String>>,
    pub(super) only: Option<(Vec<Spanned<String>>, Span)>,
    pub(super) illegal: Vec<(Spanned<String>, Spanned<String>)>,
}

/// Reads the situations of a rules file.
///
/// # Errors
/// All mistakes in them.
pub fn situations(rules: &Rules) -> Result<Vec<Situation>, Rejected> {
    let mut diagnostics = Diagnostics::default();
    let mut read = Vec::new();
    // Games with variants, which tests share.
    let mut games: Vec<(Vec<String>, Arc<Game>)> = Vec::new();
    if let Some(field) = rules.tests().get(MOST_SITUATIONS) {
        let message = format!("more than {MOST_SITUATIONS} situations");
        diagnostics.push(Diagnostic::error(field.span, message));
    }
    for field in rules.tests().iter().take(MOST_SITUATIONS) {
        let Some(test) = field.get() else { continue };
        let with = texts(test.with.as_ref());
        let names: Vec<String> = with.iter().map(|w| w.value.clone()).collect();
        let known = games
            .iter()
            .find(|(n, _)| *n == names)
            .map(|(_, game)| Arc::clone(game));
        let game = match known.map_or_else(|| rules.with(&names), Ok) {
            Ok(game) => game,
            Err(VariantError::Rejected(rejected)) => {
                diagnostics.extend(rejected.diagnostics);
                continue;
            }
            Err(error) => {
                let wrong = with.iter().find(|w| error.is_about(&w.value));
                diagnostics.push(Diagnostic::error(
                    wrong.map_or(field.span, |w| w.span),
                    error.to_string(),
                ));
                continue;
            }
        };
        games.push((names, Arc::clone(&game)));
        let reader = Reader {
            game: &game,
            report: &mut diagnostics,
        };
        read.extend(reader.situation(test, field.span, true));
    }
    diagnostics.sort();
    if diagnostics.has_errors() {
        Err(Rejected {
            diagnostics,
            sources: rules.sources().clone(),
        })
    } else {
        Ok(read)
    }
}

/// Reads a position file for a game of these rules: the keys of a `[[test]]`, at the top. What it says of the
/// position after its moves is not read.
///
/// # Errors
/// All mistakes in it.
pub fn position_file(
    name: &str,
    text: &str,
    rules: &Rules,
    with: &[String],
) -> Result<Situation, Rejected> {
    let mut sources = Sources::default();
    sources.add(name, text);
    let mut diagnostics = Diagnostics::default();
    let found = position(text, rules, with, &mut diagnostics);
    diagnostics.sort();
    match found {
        Some(situation) if !diagnostics.has_errors() => Ok(situation),
        _ => Err(Rejected {
            diagnostics,
            sources,
        }),
    }
}

fn position(
    text: &str,
    rules: &Rules,
    with: &[String],
    report: &mut Diagnostics,
) -> Option<Situation> {
    let (mut table, errors) = toml::de::DeTable::parse_recoverable(text);
    for error in &errors {
        let span = Span::new(error.span().unwrap_or(0..0));
        report.push(Diagnostic::error(
            span,
            format!("this is no TOML: {}", error.message()),
        ));
    }
    if !errors.is_empty() {
        return None;
    }
    crate::rules::mend_keys(table.get_mut(), Test::KEYS, "", report);
    let test = match Test::deserialize(toml::de::Deserializer::from(table)) {
        Ok(test) => test,
        Err(error) => {
            report.push(Diagnostic::error(
                Span::new(error.span().unwrap_or(0..0)),
                error.message().to_owned(),
            ));
            return None;
        }
    };
    test.report(report);
    let mut names = with.to_vec();
    names.extend(texts(test.with.as_ref()).into_iter().map(|w| w.value));
    let span = test.with.as_ref().map_or(Span::default(), |w| w.span);
    match rules.with(&names) {
        Ok(game) => Reader {
            game: &game,
            report,
        }
        .situation(&test, Span::default(), false),
        Err(error) => {
            report.push(Diagnostic::error(span, error.to_string()));
            None
        }
    }
}

fn texts(field: Option<&Field<List<Text>>>) -> Vec<Spanned<String>> {
    let list = field
        .and_then(Field::get)
        .map(|l| l.0.as_slice())
        .unwrap_or_default();
    list.iter()
        .filter_map(|f| {
            Some(Spanned {
                value: f.get()?.0.clone(),
                span: f.span,
            })
        })
        .collect()
}

struct Reader<'a> {
    game: &'a Arc<Game>,
    report: &'a mut Diagnostics,
}

impl Reader<'_> {
    fn error(&mut self, span: Span, message: impl Into<String>) {
        self.report.push(Diagnostic::error(span, message));
    }

    fn situation(mut self, test: &Test, span: Span, expects: bool) -> Option<Situation> {
        let start = self.start(test, span);
        let moves = self.moves(test);
        let mut situation = Situation {
            name: test
                .name
                .as_ref()
                .and_then(Field::get)
                .map(|t| t.0.clone())
                .unwrap_or_default(),
            span,
            game: Arc::clone(self.game),
            start: start?,
            moves,
            gives: Vec::new(),
            holds: None,
            legal: Vec::new(),
            only: None,
            illegal: Vec::new(),
        };
        if expects {
            situation.gives = self.given(test.gives.as_ref());
            situation.holds = test
                .holds
                .as_ref()
                .and_then(|h| compile_holds(h, self.game, self.report));
            situation.legal = texts(test.legal.as_ref());
            situation.only = test
                .only
                .as_ref()
                .map(|only| (texts(Some(only)), only.span));
            situation.illegal = self.illegal(test.illegal.as_ref());
            let silent = test.gives.is_none()
                && test.holds.is_none()
                && test.legal.is_none()
                && test.only.is_none()
                && test.illegal.is_none()
                && test.moves.is_none();
            if silent {
                self.report.push(
                    Diagnostic::error(span, "a test that asks nothing")
                        .help("say what is true: `gives`, `holds`, `legal`, `only` or `illegal`"),
                );
            }
        }
        Some(situation)
    }

    fn start(&mut self, test: &Test, span: Span) -> Option<Start> {
        let said: Vec<(&str, Span)> = [
            ("deal", test.deal.as_ref().map(|f| f.span)),
            ("deck", test.deck.as_ref().map(|f| f.span)),
            ("place", test.place.as_ref().map(|f| f.span)),
        ]
        .into_iter()
        .filter_map(|(key, span)| Some((key, span?)))
        .collect();
        if let [(first, at), (second, other), ..] = said.as_slice() {
            self.report.push(
                Diagnostic::error(*other, format!("`{first}` and `{second}` at once"))
                    .label("expected one thing to start from")
                    .also(*at, "the other is here"),
            );
            return None;
        }
        if let Some(deal) = &test.deal {
            let number = deal.get()?.0;
            let Ok(number) = u64::try_from(number) else {
                self.error(deal.span, format!("{number} is no number of a deal"));
                return None;
            };
            self.no_layout(test);
            return Some(Start::Deal(Deal::Number(DealNumber(number))));
        }
        if let Some(deck) = &test.deck {
            let cards = match parse_cards(&deck.get()?.0) {
                Ok(cards) => cards,
                Err(error) => {
                    self.error(deck.span, error.to_string());
                    return None;
                }
            };
            let deal = Deal::Deck(cards);
            if let Err(error) = crate::play::Position::deal(self.game, &deal) {
                self.error(deck.span, error.to_string());
                return None;
            }
            self.no_layout(test);
            return Some(Start::Deal(deal));
        }
        let Some(place) = &test.place else {
            self.report.push(
                Diagnostic::error(span, "nothing to start from")
                    .label("expected `place`, `deal` or `deck`"),
            );
            return None;
        };
        let piles = self.given(Some(place));
        let base = test.base.as_ref().and_then(|field| {
            let text = &field.get()?.0;
            if self.game.base.is_none() {
                self.error(field.span, "the game has no base rank");
                return None;
            }
            let rank = self.game.rank(text);
            if rank.is_none() {
                self.error(field.span, format!("`{text}` is no rank of the game"));
            }
            rank
        });
        let cards = |(pile, cards, _): &Given| (*pile, cards.clone());
        let layout = Layout {
            piles: piles.iter().map(cards).collect(),
            base,
            used: self.used(test),
        };
        if let Err(error) = crate::play::Position::lay_out(self.game, &layout) {
            let holds = |(pile, cards, _): &&Given| match &error {
                LayoutError::Missing(card) | LayoutError::TooOften(card) => {
                    cards.iter().any(|(c, _)| c == card)
                }
                LayoutError::Hidden(_, name) | LayoutError::Full(name, _) => {
                    self.game.pile_name(*pile) == *name
                }
            };
            let span = piles
                .iter()
                .rev()
                .find(holds)
                .map_or(place.span, |given| given.2);
            self.error(span, error.to_string());
            return None;
        }
        Some(Start::Layout(layout))
    }

    fn no_layout(&mut self, test: &Test) {
        let base = test.base.as_ref().map(|f| ("base", f.span));
        let used = test.used.as_ref().map(|f| ("used", f.span));
        for (key, span) in base.into_iter().chain(used) {
            self.error(span, format!("`{key}` belongs to a layout, not to a deal"));
        }
    }

    fn used(&mut self, test: &Test) -> Vec<(crate::condition::ActionId, u16)> {
        let entries = test
            .used
            .as_ref()
            .and_then(Field::get)
            .map(|u| u.0.as_slice())
            .unwrap_or_default();
        let mut used = Vec::new();
        for (name, times) in entries {
            let Some(action) = self.game.names.action(&name.value) else {
                let names = self.game.actions.iter().map(|a| a.name.as_str());
                self.report.push(
                    Diagnostic::error(name.span, format!("there is no action `{}`", name.value))
                        .suggest(&name.value, names),
                );
                continue;
            };
            let Some(number) = times.get().map(|t| t.0) else {
                continue;
            };
            match u16::try_from(number).ok().filter(|&n| n <= 1000) {
                Some(number) => used.push((action, number)),
                None => self.error(
                    times.span,
                    format!("{number} is no number of times: expected 0 to 1000"),
                ),
            }
        }
        used
    }

    fn moves(&mut self, test: &Test) -> Vec<Spanned<String>> {
        let mut moves = Vec::new();
        for entry in texts(test.moves.as_ref()) {
            if moves.len() > MOST_MOVES {
                self.error(entry.span, format!("more than {MOST_MOVES} moves"));
                break;
            }
            let Some((once, times)) = entry.value.split_once('*') else {
                moves.push(entry);
                continue;
            };
            match times
                .trim()
                .parse::<usize>()
                .ok()
                .filter(|n| (1..=1000).contains(n))
            {
                Some(times) => {
                    let once = Spanned {
                        value: once.trim().to_owned(),
                        span: entry.span,
                    };
                    moves.extend(std::iter::repeat_n(once, times));
                }
                None => self.error(
                    entry.span,
                    format!(
                        "`{}` is no number of times: expected 1 to 1000",
                        times.trim()
                    ),
                ),
            }
        }
        moves
    }

    fn given(&mut self, field: Option<&Field<Named<Text>>>) -> Vec<Given> {
        let entries = field
            .and_then(Field::get)
            .map(|p| p.0.as_slice())
            .unwrap_or_default();
        let mut given: Vec<Given> = Vec::new();
        for (name, cards) in entries {
            let pile = match pile_named(self.game, &name.value) {
                Ok(Target::Pile(pile)) => pile,
                Ok(Target::Group(_)) => {
                    self.error(
                        name.span,
                        format!("which pile of `{}`? its number is missing", name.value),
                    );
                    continue;
                }
                Err(error) => {
                    self.error(name.span, error.to_string());
                    continue;
                }
            };
            if let Some((.., other)) = given.iter().find(|(p, ..)| *p == pile) {
                self.report.push(
                    Diagnostic::error(name.span, "the same pile twice")
                        .also(*other, "it is here too"),
                );
                continue;
            }
            let Some(text) = cards.get() else { continue };
            let read = |word: &str| {
                let down = word.strip_prefix('#');
                down.unwrap_or(word)
                    .parse::<Card>()
                    .map(|card| (card, down.is_some()))
            };
            match text
                .0
                .split_whitespace()
                .map(read)
                .collect::<Result<Vec<_>, _>>()
            {
                Ok(list) if pile == self.game.stock && list.iter().any(|(_, down)| *down) => {
                    let message =
                        "the cards of the stock all lie face down: write them without `#`";
                    self.error(cards.span, message);
                }
                Ok(mut list) => {
                    if pile == self.game.stock {
                        list.reverse();
                    }
                    given.push((pile, list, cards.span));
                }
                Err(error) => self.error(cards.span, error.to_string()),
            }
        }
        given
    }

    fn illegal(
        &mut self,
        field: Option<&Field<Named<Text>>>,
    ) -> Vec<(Spanned<String>, Spanned<String>)> {
        let entries = field
            .and_then(Field::get)
            .map(|p| p.0.as_slice())
            .unwrap_or_default();
        let clauses = clauses(self.game);
        let mut illegal = Vec::new();
        for (tried, key) in entries {
            let Some(text) = key.get().map(|t| t.0.clone()) else {
                continue;
            };
            if clauses.contains(&text) {
                illegal.push((
                    tried.clone(),
                    Spanned {
                        value: text,
                        span: key.span,
                    },
                ));
                continue;
            }
            self.report.push(
                Diagnostic::error(key.span, format!("no clause `{text}` can refuse a move"))
                    .label("expected the path of a key, as `piles.tableau.build`, or `none`")
                    .suggest(&text, clauses.iter().map(String::as_str)),
            );
        }
        illegal
    }
}

/// The keys that can refuse a move, and what is said where none does.
fn clauses(game: &Game) -> Vec<String> {
    const OF_PILES: [&str; 9] = [
        "available",
        "take",
        "keep",
        "alike",
        "unit",
        "capacity",
        "distinct",
        "start",
        "build",
    ];
    let mut clauses = vec![
        "none".to_owned(),
        "base.locks".to_owned(),
        "base.from".to_owned(),
    ];
    for group in &game.groups {
        clauses.extend(
            OF_PILES
                .iter()
                .map(|key| format!("piles.{}.{key}", group.name)),
        );
    }
    for action in &game.actions {
        clauses.extend(
            ["when", "limit", "do"]
                .iter()
                .map(|key| format!("actions.{}.{key}", action.name)),
        );
    }
    clauses
}
