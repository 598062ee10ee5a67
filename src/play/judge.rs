//! Decides for each rule whether it allows a move. Move generation and refusals are both based on this module.

use super::board_view::BoardView;
use super::restore::Trial;
use super::sight::{Bindings, Evaluation, Sight};
use crate::cards::CardId;
use crate::condition::{ActionId, Condition, PileId, Predicate, Ternary, all};
use crate::rules::rule::Owner;
use crate::rules::{Group, Rule, RuleKey, Unit, Way};

/// The decision of a rule about a move, by the visible cards.
pub(super) enum Verdict<'a> {
    /// The rule says nothing about such a move, which it therefore allows.
    Silent,
    /// The rule was checked and allows the move.
    Allows,
    /// The rule forbids the move regardless of the face-down cards.
    Refuses(Reason<'a>),
    /// The decision depends on a face-down card. If the rule does forbid the move, this is the reason.
    Depends(Reason<'a>),
}

/// Details about why a rule forbids a move.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason<'a> {
    /// Without further details.
    Plain,
    /// This part of the rule's condition is false.
    FalsePart(Part<'a>),
    /// The pile accepts no card at all.
    AcceptsNothing,
    /// Source and target are interchangeable piles; cards never move between such piles.
    Interchangeable,
    /// The target is empty, but not the first empty one of interchangeable piles.
    NotFirstEmpty,
}

/// One operand of an `and` with its index, or a whole condition with index 0.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub(super) predicate: &'a Predicate,
    pub(super) index: usize,
}

impl<'a> Verdict<'a> {
    fn allows(&self) -> bool {
        matches!(self, Verdict::Allows | Verdict::Silent)
    }

    fn refuse_unless(allowed: bool, reason: Reason<'a>) -> Verdict<'a> {
        Verdict::new(Some(allowed), reason)
    }

    fn new(allowed: Ternary, reason: Reason<'a>) -> Verdict<'a> {
        match allowed {
            Some(true) => Verdict::Allows,
            Some(false) => Verdict::Refuses(reason),
            None => Verdict::Depends(reason),
        }
    }

    /// The verdict for a condition. The reason is the false part, or the whole condition if a face-down card decides,
    /// so that nothing is revealed about its parts.
    fn from_evaluation(evaluation: Evaluation<'a>, condition: &'a Condition) -> Verdict<'a> {
        match evaluation {
            Evaluation::Holds => Verdict::Allows,
            Evaluation::Fails(predicate, index) => {
                Verdict::Refuses(Reason::FalsePart(Part { predicate, index }))
            }
            Evaluation::Unknown => {
                let predicate = &condition.predicate;
                Verdict::Depends(Reason::FalsePart(Part {
                    predicate,
                    index: 0,
                }))
            }
        }
    }
}

/// A move of cards to be judged: the unit with lowest card `card`.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) card: CardId,
    pub(super) from: PileId,
    pub(super) to: PileId,
}

impl Candidate {
    /// Whether every rule of one way allows the move.
    pub(super) fn is_allowed<T: BoardView>(self, view: &T, way: Way) -> bool {
        let mut rules = way.rules().iter();
        self.from != self.to && rules.all(|rule| rule.allows(view, self, way))
    }

    /// Whether the move is legal: all rules of at least one way allow it.
    pub(super) fn is_legal<T: BoardView>(self, view: &T) -> bool {
        let partner_way = view.game().piles[self.to.index()].partner_way;
        let mut ways = [Way::Land].into_iter().chain(partner_way);
        ways.any(|way| self.is_allowed(view, way))
    }

    /// Whether the target accepts the card alone from a step, which is not bound by the rules of the source.
    pub(super) fn is_accepted_alone<T: BoardView>(self, view: &T) -> bool {
        let (sight, way) = (Sight::for_rules(view), Way::Land);
        let judge = Judge {
            sight: &sight,
            candidate: self,
            way,
        };
        let (group, top) = (judge.target(), judge.top());
        let condition = match top {
            Some(_) => group.build.as_ref(),
            None => group.start.as_ref(),
        };
        let Some(condition) = condition else {
            return false;
        };
        let base = view.game().base.as_ref().filter(|_| view.needs_base());
        let sets_base = top.is_none()
            && base.is_some_and(|base| view.game().group(base.of).piles.contains(self.to));
        let bindings = Bindings {
            base: view.face(self.card).rank().filter(|_| sets_base),
            moved_size: Some(1),
            ..judge.bindings()
        };
        matches!(group.unit, Unit::Any | Unit::Exactly(1))
            && view.has_room(self.to)
            && sight.holds(condition, bindings) == Some(true)
    }

    /// The way whose rules explain why the move is illegal. If a pile has `pair` or `swap` but no `build`, cards can
    /// move onto its top card only to leave the game with it or to change places with it.
    pub(super) fn refusing_way<T: BoardView>(self, view: &T) -> Way {
        let group = view.game().group_of(self.to);
        match group.partner_rule() {
            Some((way, _)) if group.build.is_none() && !view.is_empty(self.to) => way,
            _ => Way::Land,
        }
    }
}

impl Rule {
    /// Whether the rule allows a move of cards.
    #[inline]
    pub(super) fn allows<T: BoardView>(self, view: &T, candidate: Candidate, way: Way) -> bool {
        let sight = Sight::for_rules(view);
        self.judge(&sight, candidate, way).allows()
    }

    /// Judges a move of cards.
    pub(super) fn judge<'a, T: BoardView>(
        self,
        sight: &Sight<'a, T>,
        candidate: Candidate,
        way: Way,
    ) -> Verdict<'a> {
        let judge = Judge {
            sight,
            candidate,
            way,
        };
        match (self.key, self.owner) {
            (RuleKey::Locks, _) => judge.locks(),
            (RuleKey::From, _) => judge.from(),
            (RuleKey::Available, Owner::Target) => judge.available(candidate.to),
            (RuleKey::Available, _) => judge.available(candidate.from),
            (RuleKey::Take, Owner::Target) => judge.take_top(),
            (RuleKey::Take, _) => judge.take(),
            (RuleKey::Keep, Owner::Target) => judge.keep(judge.top(), candidate.to),
            (RuleKey::Keep, _) => judge.keep(Some(candidate.card), candidate.from),
            (RuleKey::Alike, _) => judge.alike(),
            (RuleKey::Unit, _) => judge.unit(),
            (RuleKey::Run, _) => judge.run(),
            (RuleKey::Capacity, _) => judge.capacity(),
            (RuleKey::Start, _) if judge.top().is_some() => Verdict::Silent,
            (RuleKey::Start, _) => judge.judge_condition(judge.target().start.as_ref()),
            (RuleKey::Build, _) if judge.top().is_none() => Verdict::Silent,
            (RuleKey::Build, _) => judge.judge_condition(judge.target().build.as_ref()),
            (RuleKey::Pair | RuleKey::Swap, _) => judge.partner(),
            (RuleKey::When | RuleKey::Limit | RuleKey::Do, _) => Verdict::Silent,
        }
    }

    /// The condition that the rule evaluates once for a move of cards, with the variables for that.
    pub(super) fn condition_for<'a, T: BoardView>(
        self,
        sight: &Sight<'a, T>,
        candidate: Candidate,
        way: Way,
    ) -> Option<(&'a Condition, Bindings)> {
        let judge = Judge {
            sight,
            candidate,
            way,
        };
        let target = judge.target();
        let (condition, bindings) = match (self.key, self.owner) {
            (RuleKey::Available, Owner::Target) => {
                (&target.available, Bindings::of_pile(candidate.to))
            }
            (RuleKey::Available, _) => {
                let group = sight.view.game().group_of(candidate.from);
                (&group.available, Bindings::of_pile(candidate.from))
            }
            (RuleKey::Start, _) => (&target.start, judge.landing_bindings()),
            (RuleKey::Build, _) => (&target.build, judge.landing_bindings()),
            (RuleKey::Pair, _) => (&target.pair, judge.bindings()),
            (RuleKey::Swap, _) => (&target.swap, judge.bindings()),
            _ => return None,
        };
        Some((condition.as_ref()?, bindings))
    }

    /// Whether the rule allows an action.
    pub(super) fn allows_action<T: Trial>(self, sight: &Sight<'_, T>, action: ActionId) -> bool {
        self.judge_action(sight, action).allows()
    }

    /// Judges an action.
    pub(super) fn judge_action<'a, T: Trial>(
        self,
        sight: &Sight<'a, T>,
        action: ActionId,
    ) -> Verdict<'a> {
        let view = sight.view;
        let rules = &view.game().actions[action.index()];
        match self.key {
            RuleKey::Locks if !view.game().base.as_ref().is_some_and(|base| base.locks) => {
                Verdict::Silent
            }
            RuleKey::Locks => Verdict::refuse_unless(!view.is_locked(), Reason::Plain),
            RuleKey::When => match &rules.when {
                Some(when) => {
                    Verdict::from_evaluation(sight.evaluate(when, Bindings::default()), when)
                }
                None => Verdict::Silent,
            },
            RuleKey::Limit => match rules.limit {
                Some(limit) => {
                    let used = view.counter(crate::condition::Counter::Action(action));
                    Verdict::refuse_unless(used < limit, Reason::Plain)
                }
                None => Verdict::Silent,
            },
            RuleKey::Do if rules.idle => Verdict::Silent,
            RuleKey::Do => {
                let changes = match sight.would_change(&rules.steps) {
                    Some(true) if !rules.may_restore => Some(true),
                    // Whether the action restores the position depends on the faces of all cards.
                    Some(true) if !sight.sees_all() && view.has_hidden_cards() => None,
                    Some(true) => Some(!view.is_restored_by(action)),
                    known => known,
                };
                Verdict::new(changes, Reason::Plain)
            }
            _ => Verdict::Silent,
        }
    }
}

/// Whether an action is legal. It is not if finding out takes more work than a move may.
#[inline]
pub(super) fn may_do<T: Trial>(view: &T, action: ActionId) -> bool {
    let sight = Sight::for_rules(view);
    let mut rules = Rule::OF_ACTIONS.iter();
    rules.all(|rule| rule.allows_action(&sight, action))
}

/// Judges one move of cards by the rules of one way. Each method is named after the key that it checks.
struct Judge<'s, 'a, T> {
    sight: &'s Sight<'a, T>,
    candidate: Candidate,
    way: Way,
}

impl<'a, T: BoardView> Judge<'_, 'a, T> {
    fn view(&self) -> &'a T {
        self.sight.view
    }

    /// The group that the cards move to.
    fn target(&self) -> &'a Group {
        self.view().game().group_of(self.candidate.to)
    }

    /// The card that the cards would be placed on.
    fn top(&self) -> Option<CardId> {
        self.view().top_card(self.candidate.to)
    }

    /// The number of cards that would move.
    fn size(&self) -> u8 {
        self.view()
            .unit_size(self.candidate.card, self.candidate.from)
    }

    fn locks(&self) -> Verdict<'a> {
        let view = self.view();
        let Some(base) = view.game().base.as_ref().filter(|base| base.locks) else {
            return Verdict::Silent;
        };
        let group = |pile: PileId| view.game().piles[pile.index()].group;
        let sets_base = base.from.contains(&group(self.candidate.from))
            && base.of == group(self.candidate.to)
            && self.way == Way::Land;
        Verdict::refuse_unless(!view.is_locked() || sets_base, Reason::Plain)
    }

    fn available(&self, pile: PileId) -> Verdict<'a> {
        let Some(available) = &self.view().game().group_of(pile).available else {
            return Verdict::Silent;
        };
        let bindings = Bindings::of_pile(pile);
        match Verdict::from_evaluation(self.sight.evaluate(available, bindings), available) {
            Verdict::Depends(reason) if self.sight.would_be_turned(pile) => {
                Verdict::Refuses(reason)
            }
            verdict => verdict,
        }
    }

    fn take(&self) -> Verdict<'a> {
        let (card, liftable) = (
            self.candidate.card,
            self.sight.liftable(self.candidate.from),
        );
        let alone = || liftable.singles.contains(card);
        let is_offered = match self.way {
            Way::Pair | Way::Swap => alone(),
            Way::Land => {
                liftable.units.contains(card) || alone() && self.target().unit == Unit::Exactly(1)
            }
        };
        Verdict::refuse_unless(is_offered, Reason::Plain)
    }

    fn take_top(&self) -> Verdict<'a> {
        let liftable = self.sight.liftable(self.candidate.to);
        let is_offered = self.top().is_some_and(|top| liftable.singles.contains(top));
        Verdict::refuse_unless(is_offered, Reason::Plain)
    }

    fn keep(&self, card: Option<CardId>, pile: PileId) -> Verdict<'a> {
        if self.view().game().folded.piles[pile.index()].keep == 0 {
            return Verdict::Silent;
        }
        let is_kept = card.is_some_and(|card| self.sight.is_kept(card, pile));
        Verdict::refuse_unless(!is_kept, Reason::Plain)
    }

    fn alike(&self) -> Verdict<'a> {
        let (group, to) = (self.target(), self.candidate.to);
        if !group.alike {
            return Verdict::Silent;
        }
        if group.piles.contains(self.candidate.from) {
            return Verdict::Refuses(Reason::Interchangeable);
        }
        if !self.view().is_empty(to) {
            return Verdict::Silent;
        }
        let is_first = self.view().first_empty(group.piles) == Some(to);
        Verdict::refuse_unless(is_first, Reason::NotFirstEmpty)
    }

    fn unit(&self) -> Verdict<'a> {
        match self.target().unit {
            Unit::Exactly(unit) => Verdict::refuse_unless(unit == self.size(), Reason::Plain),
            Unit::Any => Verdict::Silent,
        }
    }

    fn run(&self) -> Verdict<'a> {
        let group = self.target();
        let Some(run) = group.landing_run().filter(|_| self.size() > 1) else {
            return Verdict::Silent;
        };
        let Candidate { card, from, to } = self.candidate;
        let unit = self.view().cards_down(from).take_while(|&c| c != card);
        let joins = unit.map(|card| {
            let bindings = Bindings {
                card: Some(card),
                top: self.view().card_below(card),
                this: Some(to),
                from: Some(from),
                ..Bindings::default()
            };
            self.sight.holds(run, bindings)
        });
        let predicate = &run.predicate;
        Verdict::new(
            all(joins),
            Reason::FalsePart(Part {
                predicate,
                index: 0,
            }),
        )
    }

    fn capacity(&self) -> Verdict<'a> {
        let Some(capacity) = self.target().capacity else {
            return Verdict::Silent;
        };
        let size = u16::from(self.view().size(self.candidate.to)) + u16::from(self.size());
        Verdict::refuse_unless(size <= u16::from(capacity), Reason::Plain)
    }

    /// Whether a card of the source may set the base rank; `None` if this move would not set it.
    fn sets_base(&self) -> Option<bool> {
        let view = self.view();
        let base = view.game().base.as_ref().filter(|_| view.needs_base())?;
        let group = |pile: PileId| view.game().piles[pile.index()].group;
        let is_first_card = group(self.candidate.to) == base.of && self.top().is_none();
        (is_first_card && !base.from.is_empty())
            .then(|| base.from.contains(&group(self.candidate.from)))
    }

    fn from(&self) -> Verdict<'a> {
        match self.sets_base() {
            Some(may_set) => Verdict::refuse_unless(may_set, Reason::Plain),
            None => Verdict::Silent,
        }
    }

    fn judge_condition(&self, condition: Option<&'a Condition>) -> Verdict<'a> {
        let Some(condition) = condition else {
            return Verdict::Refuses(Reason::AcceptsNothing);
        };
        let bindings = self.landing_bindings();
        Verdict::from_evaluation(self.sight.evaluate(condition, bindings), condition)
    }

    fn landing_bindings(&self) -> Bindings {
        // A card that would set the base rank is judged by its own rank.
        let base = self
            .sets_base()
            .and_then(|_| self.view().face(self.candidate.card).rank());
        Bindings {
            base,
            ..self.bindings()
        }
    }

    fn partner(&self) -> Verdict<'a> {
        let rule = self.target().partner_rule();
        let rule = rule.filter(|(way, _)| *way == self.way && self.top().is_some());
        let Some((_, condition)) = rule else {
            return Verdict::Refuses(Reason::AcceptsNothing);
        };
        Verdict::from_evaluation(self.sight.evaluate(condition, self.bindings()), condition)
    }

    fn bindings(&self) -> Bindings {
        Bindings {
            card: Some(self.candidate.card),
            top: self.top(),
            this: Some(self.candidate.to),
            from: Some(self.candidate.from),
            ..Bindings::default()
        }
    }
}
