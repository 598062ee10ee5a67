//! The named conditions and numbers of a game that descriptions give by name.

use std::ptr;

use super::analysis;
use crate::condition::{Condition, Named, Node, PredicateKind, Slot};
use crate::prose::{Describer, phrase_by_name};
use crate::rules::{Game, Step};

/// A named condition or a named number.
pub(super) struct Term<'a> {
    /// Its name.
    pub(super) name: &'a str,
    /// Its parameter, if it has one.
    pub(super) parameter: Option<&'a str>,
    /// What it stands for, once for each argument if need be.
    pub(super) meanings: Vec<Meaning>,
}

/// What a named condition stands for.
#[derive(PartialEq)]
pub(super) struct Meaning {
    /// The argument for which it does; `None` if it does so in general.
    pub(super) argument: Option<String>,
    /// The description.
    pub(super) body: String,
}

/// Lists the named conditions and numbers that descriptions give by name, in the order of their first use.
pub(super) fn terms(game: &Game) -> Vec<Term<'_>> {
    let describer = Describer::new(game);
    let mut terms: Vec<Term<'_>> = Vec::new();
    for_each_phrase(&describer, |body, named| {
        if !is_given_by_name(body, &describer) {
            return;
        }
        let Some(definition) = game.names.definition(named.name) else {
            return;
        };
        let new = Term {
            name: &definition.name,
            parameter: definition.parameter.as_deref(),
            meanings: Vec::new(),
        };
        let index = terms.iter().position(|term| term.name == new.name);
        let index = index.unwrap_or_else(|| {
            terms.push(new);
            terms.len() - 1
        });
        let term = &mut terms[index];
        // A body that is valid for any argument is described once.
        let argument = named.argument.filter(|_| named.general.is_none());
        let argument = argument.map(|argument| describer.describe_argument(argument));
        if !term.meanings.iter().any(|m| m.argument == argument) {
            let body = describer.describe_body(body, named, term.parameter);
            term.meanings.push(Meaning { argument, body });
        }
    });
    terms
}

fn is_given_by_name(body: Node<'_>, describer: &Describer<'_>) -> bool {
    match body {
        Node::Predicate(predicate) => phrase_by_name(predicate, describer.game).is_some(),
        _ => describer.named(body).is_some(),
    }
}

/// Calls `f` for each use of a named condition or a named number that descriptions mention.
fn for_each_phrase(describer: &Describer<'_>, mut f: impl FnMut(Node<'_>, Named<'_>)) {
    let described = steps_with_description(describer.game);
    let of_described = described.flat_map(|step| describer.game.conditions_of_step(step));
    let unsaid: Vec<&Condition> = of_described.map(|(condition, _)| condition).collect();
    for (condition, _) in describer.game.conditions() {
        if unsaid.iter().any(|unsaid| ptr::eq(*unsaid, condition)) {
            continue;
        }
        let is_offer = matches!(
            condition.slot,
            Slot::Start | Slot::Build | Slot::Run | Slot::Pair | Slot::Swap
        );
        visit(
            Node::Predicate(&condition.predicate),
            is_offer,
            describer,
            &mut f,
        );
    }
    if let Some(points) = &describer.game.score.points {
        visit(Node::Value(&points.number), false, describer, &mut f);
    }
}

/// The steps that are described by the author, so that none of their conditions is mentioned.
fn steps_with_description(game: &Game) -> impl Iterator<Item = &Step> {
    let actions = game
        .actions
        .iter()
        .map(|action| (&action.description, &action.steps));
    let autos = game
        .autos
        .iter()
        .map(|auto| (&auto.description, &auto.steps));
    let described = actions
        .chain(autos)
        .filter(|(description, _)| description.is_some());
    described.flat_map(|(_, steps)| steps)
}

/// Visits the parts of a condition, except those that their author describes, and those that are said in other words
/// where they are parts of an offer.
fn visit(
    node: Node<'_>,
    is_offer: bool,
    describer: &Describer<'_>,
    f: &mut impl FnMut(Node<'_>, Named<'_>),
) {
    let mut is_offer = is_offer;
    if describer.has_description(node) {
        return;
    }
    if let Node::Predicate(predicate) = node {
        if is_offer && analysis::is_recognized(predicate) {
            return;
        }
        is_offer &= matches!(
            predicate.kind,
            PredicateKind::All(_) | PredicateKind::Any(_)
        );
    }
    if let Some(named) = node.named() {
        f(node, named);
    }
    node.each_child(&mut |child| visit(child, is_offer, describer, &mut *f));
}
