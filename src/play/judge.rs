//! What each rule says of a move. Whatever is legal, listed or refused is judged here.

use super::board_view::BoardView;
use super::sight::{Bindings, Judged, Sight};
use super::work::Work;
use crate::cards::{Card, CardId};
use crate::condition::{ActionId, Condition, Known, PileId, Predicate, all};
use crate::rules::file::Take;
use crate::rules::rule::Owner;
use crate::rules::{Group, Refuser, Rule, Unit, Way};

/// What a rule says of a move, as far as is seen.
pub(super) enum Verdict<'a> {
    Allows,
    /// It says no, whatever lies face down.
    Refuses(Reason<'a>),
    /// It depends on a card that lies face down; this is what it would refuse for.
    Depends(Reason<'a>),
}

/// Why a rule does not allow a move, beyond what the rule is.
#[derive(Clone, Copy, Debug)]
pub(super) enum Reason<'a> {
    /// There is no more to say.
    Plain,
    /// This part of its condition is false.
    Part(Part<'a>),
    /// No card at all may go there.
    NothingGoes,
    /// The piles are one place, and the cards lie in one of them.
    OnePlace,
    /// The piles are one place, and another is the first empty one.
    NotFirst,
    /// Another pile was opened with this card, or with one that lies face down.
    Opened(Option<Card>),
}

/// A part of an `and`, with its number; or the whole of a condition.
#[derive(Clone, Copy, Debug)]
pub(super) struct Part<'a> {
    pub(super) test: &'a Predicate,
    pub(super) at: usize,
}

impl<'a> Verdict<'a> {
    fn unless(allowed: bool, reason: Reason<'a>) -> Verdict<'a> {
        Verdict::new(Some(allowed), reason)
    }

    fn new(allowed: Known, reason: Reason<'a>) -> Verdict<'a> {
        match allowed {
            Some(true) => Verdict::Allows,
            Some(false) => Verdict::Refuses(reason),
            None => Verdict::Depends(reason),
        }
    }

    /// The verdict of a condition, from the part of it that is false; where it depends on a card that lies face down,
    /// from the whole of it, so that nothing is said of its parts.
    fn by(judged: Judged<'a>, condition: &'a Condition) -> Verdict<'a> {
        match judged {
            Judged::Holds => Verdict::Allows,
            Judged::Fails(test, at) => Verdict::Refuses(Reason::Part(Part { test, at })),
            Judged::Depends => {
                let test = &condition.test;
                Verdict::Depends(Reason::Part(Part { test, at: 0 }))
            }
        }
    }
}

/// A move of cards that is judged: the unit whose lowest card this is, from one pile to another.
#[derive(Clone, Copy, Debug)]
pub(super) struct Candidate {
    pub(super) card: CardId,
    pub(super) from: PileId,
    pub(super) to: PileId,
}

impl Candidate {
    /// Whether every rule of a way allows the move.
    pub(super) fn is_allowed<T: BoardView>(self, table: &T, way: Way) -> bool {
        let mut rules = way.rules().iter();
        self.from != self.to && rules.all(|rule| rule.allows(table, self, way))
    }

    /// Whether every rule of one way allows the move.
    pub(super) fn is_legal<T: BoardView>(self, table: &T) -> bool {
        [Way::Land, Way::Pair]
            .into_iter()
            .any(|way| self.is_allowed(table, way))
    }

    /// The way by whose rules the move is refused. Cards come to a pile on whose top card none may lie only to leave
    /// with it.
    pub(super) fn way<T: BoardView>(self, table: &T) -> Way {
        let group = table.game().group_of(self.to);
        let only_leaves = group.pair.is_some() && group.build.is_none();
        if only_leaves && !table.is_empty(self.to) {
            Way::Pair
        } else {
            Way::Land
        }
    }
}

impl Rule {
    /// Whether the rule allows a move of cards.
    #[inline]
    pub(super) fn allows<T: BoardView>(self, table: &T, candidate: Candidate, way: Way) -> bool {
        let sight = Sight::of_rules(table);
        matches!(self.judge(&sight, candidate, way), Verdict::Allows)
    }

    /// What the rule says of a move of cards in one way.
    pub(super) fn judge<'a, T: BoardView>(
        self,
        sight: &Sight<'a, T>,
        candidate: Candidate,
        way: Way,
    ) -> Verdict<'a> {
        let asked = Asked {
            sight,
            candidate,
            way,
        };
        match (self.key, self.of) {
            (Refuser::Locks, _) => asked.locks(),
            (Refuser::From, _) => asked.from(),
            (Refuser::Available, Owner::Target) => asked.available(candidate.to),
            (Refuser::Available, _) => asked.available(candidate.from),
            (Refuser::Take, Owner::Target) => asked.take_of_top(),
            (Refuser::Take, _) => asked.take(),
            (Refuser::Keep, Owner::Target) => asked.keep_of_top(),
            (Refuser::Keep, _) => {
                let is_kept = sight.is_kept(candidate.card, candidate.from);
                Verdict::unless(!is_kept, Reason::Plain)
            }
            (Refuser::Alike, _) => asked.alike(),
            (Refuser::Unit, _) => asked.unit(),
            (Refuser::Run, _) => asked.run(),
            (Refuser::Capacity, _) => asked.capacity(),
            (Refuser::Distinct, _) => asked.distinct(),
            (Refuser::Start, _) if asked.top().is_some() => Verdict::Allows,
            (Refuser::Start, _) => asked.accepts(asked.target().start.as_ref()),
            (Refuser::Build, _) if asked.top().is_none() => Verdict::Allows,
            (Refuser::Build, _) => asked.accepts(asked.target().build.as_ref()),
            (Refuser::Pair, _) => asked.pair(),
            (Refuser::When | Refuser::Limit | Refuser::Do, _) => Verdict::Allows,
        }
    }

    /// Whether the rule allows an action, as far as the work goes to see it.
    pub(super) fn allows_action<T: BoardView>(
        self,
        sight: &Sight<'_, T>,
        action: ActionId,
        work: &mut Work,
    ) -> bool {
        matches!(self.judge_action(sight, action, work), Verdict::Allows)
    }

    /// What the rule says of an action.
    pub(super) fn judge_action<'a, T: BoardView>(
        self,
        sight: &Sight<'a, T>,
        action: ActionId,
        work: &mut Work,
    ) -> Verdict<'a> {
        let table = sight.table;
        let rules = &table.game().actions[action.at()];
        match self.key {
            Refuser::Locks => Verdict::unless(!table.is_locked(), Reason::Plain),
            Refuser::When => match &rules.when {
                Some(when) if !work.spend(when.cost) => {
                    let test = &when.test;
                    Verdict::Refuses(Reason::Part(Part { test, at: 0 }))
                }
                Some(when) => Verdict::by(sight.judge(when, Bindings::default()), when),
                None => Verdict::Allows,
            },
            Refuser::Limit => {
                let used = table.used(crate::condition::Counter::Action(action));
                let is_left = rules.limit.is_none_or(|limit| used < limit);
                Verdict::unless(is_left, Reason::Plain)
            }
            Refuser::Do => {
                let changes = match sight.would_change(&rules.steps, work) {
                    Some(true) if !rules.may_restore => Some(true),
                    // Whether everything comes back to where it was is seen only where every card is seen.
                    Some(true) if !sight.sees_all() && table.hides_any() => None,
                    Some(true) => Some(!table.is_restored_by(action, work)),
                    known => known,
                };
                Verdict::new(changes, Reason::Plain)
            }
            _ => Verdict::Allows,
        }
    }
}

/// Whether an action may be asked for; what the work does not suffice to see counts as no change.
#[inline]
pub(super) fn may_do<T: BoardView>(table: &T, action: ActionId, work: &mut Work) -> bool {
    let sight = Sight::of_rules(table);
    let mut rules = Rule::OF_ACTIONS.iter();
    rules.all(|rule| rule.allows_action(&sight, action, work))
}

/// A move that rules are asked about.
struct Asked<'s, 'a, T> {
    sight: &'s Sight<'a, T>,
    candidate: Candidate,
    way: Way,
}

impl<'a, T: BoardView> Asked<'_, 'a, T> {
    fn table(&self) -> &'a T {
        self.sight.table
    }

    /// The group that the cards go to.
    fn target(&self) -> &'a Group {
        self.table().game().group_of(self.candidate.to)
    }

    /// The card that the cards would come to lie on.
    fn top(&self) -> Option<CardId> {
        self.table().top_card(self.candidate.to)
    }

    /// How many cards would move.
    fn size(&self) -> u8 {
        self.table()
            .unit_size(self.candidate.card, self.candidate.from)
    }

    fn locks(&self) -> Verdict<'a> {
        let table = self.table();
        let base = table.game().base.as_ref().filter(|_| table.is_locked());
        let group = |pile: PileId| table.game().piles[pile.at()].group;
        let sets = base.is_none_or(|base| {
            let is_source = base.from.contains(&group(self.candidate.from));
            is_source && base.of == group(self.candidate.to) && self.way == Way::Land
        });
        Verdict::unless(sets, Reason::Plain)
    }

    fn available(&self, pile: PileId) -> Verdict<'a> {
        let Some(available) = &self.table().game().group_of(pile).available else {
            return Verdict::Allows;
        };
        let about = Bindings {
            this: Some(pile),
            ..Bindings::default()
        };
        match Verdict::by(self.sight.judge(available, about), available) {
            Verdict::Depends(reason) if self.sight.would_be_turned(pile) => {
                Verdict::Refuses(reason)
            }
            verdict => verdict,
        }
    }

    fn take(&self) -> Verdict<'a> {
        let (card, lifted) = (self.candidate.card, self.sight.lifted(self.candidate.from));
        let alone = || lifted.singles.contains(card);
        let is_offered = match self.way {
            Way::Pair => alone(),
            Way::Land => {
                lifted.units.contains(card) || alone() && self.target().unit == Unit::Exactly(1)
            }
        };
        Verdict::unless(is_offered, Reason::Plain)
    }

    fn take_of_top(&self) -> Verdict<'a> {
        let lifted = self.sight.lifted(self.candidate.to);
        let is_offered = self.top().is_some_and(|top| lifted.singles.contains(top));
        Verdict::unless(is_offered, Reason::Plain)
    }

    fn keep_of_top(&self) -> Verdict<'a> {
        let top = self.top();
        let is_kept = top.is_some_and(|top| self.sight.is_kept(top, self.candidate.to));
        Verdict::unless(!is_kept, Reason::Plain)
    }

    fn alike(&self) -> Verdict<'a> {
        let (group, to) = (self.target(), self.candidate.to);
        if !group.alike {
            return Verdict::Allows;
        }
        if group.piles.contains(self.candidate.from) {
            return Verdict::Refuses(Reason::OnePlace);
        }
        let is_first =
            !self.table().is_empty(to) || self.table().first_empty(group.piles) == Some(to);
        Verdict::unless(is_first, Reason::NotFirst)
    }

    fn unit(&self) -> Verdict<'a> {
        match self.target().unit {
            Unit::Exactly(unit) => Verdict::unless(unit == self.size(), Reason::Plain),
            Unit::Any => Verdict::Allows,
        }
    }

    fn run(&self) -> Verdict<'a> {
        let group = self.target();
        let run = group.run.as_ref().filter(|_| group.take == Take::None);
        let Some(run) = run.filter(|_| self.size() > 1) else {
            return Verdict::Allows;
        };
        let Candidate { card, from, to } = self.candidate;
        let unit = self.table().cards_down(from).take_while(|&c| c != card);
        let joined = unit.map(|card| {
            let about = Bindings {
                card: Some(card),
                top: self.table().card_below(card),
                this: Some(to),
                from: Some(from),
                base: None,
            };
            self.sight.holds(run, about)
        });
        let test = &run.test;
        Verdict::new(all(joined), Reason::Part(Part { test, at: 0 }))
    }

    fn capacity(&self) -> Verdict<'a> {
        let Some(capacity) = self.target().capacity else {
            return Verdict::Allows;
        };
        let size = u16::from(self.table().size(self.candidate.to)) + u16::from(self.size());
        Verdict::unless(size <= u16::from(capacity), Reason::Plain)
    }

    fn distinct(&self) -> Verdict<'a> {
        let (group, table) = (self.target(), self.table());
        let Some(distinct) = group.distinct.filter(|_| self.top().is_none()) else {
            return Verdict::Allows;
        };
        let card = table.face(self.candidate.card);
        let (mut alike, mut is_open) = (None, true);
        for pile in group.piles.iter() {
            let Some(bottom) = table.cards_down(pile).last() else {
                continue;
            };
            match self.sight.face(bottom) {
                None => is_open = false,
                Some(face) if distinct.are_alike(face, card) => alike = alike.or(Some(face)),
                Some(_) => {}
            }
        }
        match alike {
            Some(_) => Verdict::Refuses(Reason::Opened(alike)),
            None if is_open => Verdict::Allows,
            None => Verdict::Depends(Reason::Opened(None)),
        }
    }

    /// Whether the card would set the base rank, if it may; `None` where no card would.
    fn sets_base(&self) -> Option<bool> {
        let table = self.table();
        let base = table.game().base.as_ref().filter(|_| table.is_unset())?;
        let group = |pile: PileId| table.game().piles[pile.at()].group;
        let opens = group(self.candidate.to) == base.of && self.top().is_none();
        (opens && !base.from.is_empty()).then(|| base.from.contains(&group(self.candidate.from)))
    }

    fn from(&self) -> Verdict<'a> {
        Verdict::unless(self.sets_base() != Some(false), Reason::Plain)
    }

    fn accepts(&self, condition: Option<&'a Condition>) -> Verdict<'a> {
        let Some(condition) = condition else {
            return Verdict::Refuses(Reason::NothingGoes);
        };
        // A card that would set the base rank is judged by its own.
        let base = self
            .sets_base()
            .map(|_| self.table().face(self.candidate.card).rank);
        let about = Bindings {
            base,
            ..self.about()
        };
        Verdict::by(self.sight.judge(condition, about), condition)
    }

    fn pair(&self) -> Verdict<'a> {
        let pair = self.target().pair.as_ref();
        let Some(pair) = pair.filter(|_| self.top().is_some()) else {
            return Verdict::Refuses(Reason::NothingGoes);
        };
        Verdict::by(self.sight.judge(pair, self.about()), pair)
    }

    fn about(&self) -> Bindings {
        Bindings {
            card: Some(self.candidate.card),
            top: self.top(),
            this: Some(self.candidate.to),
            from: Some(self.candidate.from),
            base: None,
        }
    }
}
