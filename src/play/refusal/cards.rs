//! Why cards may not be moved: the rules in the order in which they are asked.

use super::{Found, Part, Refusal, Stage, Verdict, find};
use crate::cards::{Card, CardId};
use crate::condition::{PileId, View};
use crate::play::position::Position;
use crate::play::seen::{About, Seen, all};
use crate::rules::file::Take;
use crate::rules::{Group, Unit};

/// A move of cards that is judged.
pub(super) struct Tried<'a> {
    pub(super) position: &'a Position,
    pub(super) seen: Seen<'a>,
    pub(super) card: CardId,
    pub(super) from: PileId,
    pub(super) to: PileId,
}

/// Why cards may not be moved.
#[derive(Clone, Copy)]
pub(super) enum Reason<'a> {
    /// Another card is to set the base rank first.
    Lock,
    /// The cards lie there already.
    Itself,
    /// Nothing can be lifted from this pile.
    Available(PileId, Part<'a>),
    Take,
    Keep,
    /// The piles are one place.
    Alike,
    /// Of piles that are one place another is the first empty one.
    First,
    Unit(u8),
    Run(Part<'a>),
    Capacity(u8),
    /// Another pile was opened with this card, or with one that lies face down.
    Distinct(Option<Card>),
    /// A card from elsewhere sets the base rank.
    Base,
    /// No card at all may go there.
    NothingGoes,
    Accept(Part<'a>),
    Pair(Part<'a>),
    /// The other card of the pair cannot be lifted.
    TakeOther,
    /// The other card of the pair never leaves.
    KeepOther,
    /// Nothing that is written.
    Unwritten,
}

impl Reason<'_> {
    /// How far a move came that is refused for this.
    pub(super) fn stage(&self) -> (Stage, usize) {
        let (stage, at) = match self {
            Reason::Lock => (Stage::Lock, 0),
            Reason::Itself | Reason::Unwritten => (Stage::Source, 0),
            Reason::Available(_, part) => (Stage::Available, part.at),
            Reason::Take | Reason::TakeOther => (Stage::Take, 0),
            Reason::Keep | Reason::KeepOther => (Stage::Keep, 0),
            Reason::Alike | Reason::First => (Stage::Alike, 0),
            Reason::Unit(_) | Reason::Run(_) => (Stage::Unit, 0),
            Reason::Capacity(_) => (Stage::Capacity, 0),
            Reason::Distinct(_) => (Stage::Distinct, 0),
            Reason::Base => (Stage::Base, 0),
            Reason::Accept(part) | Reason::Pair(part) => (Stage::Accept, part.at),
            Reason::NothingGoes => (Stage::Accept, 0),
        };
        (stage, at)
    }
}

/// Asks a rule of a move.
type Rule<'a> = fn(&Tried<'a>) -> Verdict<Reason<'a>>;

impl Position {
    /// Why cards may not be moved that were found not to be legal to move.
    pub(in crate::play) fn refused_cards(&self, card: CardId, to: PileId) -> Refusal {
        let Some(from) = self.pile_of[card.at()] else {
            return Refusal::none(format!("{} is not on the table", self.face(card)));
        };
        let tried = Tried {
            position: self,
            seen: self.seen(),
            card,
            from,
            to,
        };
        tried.refusal()
    }
}

impl<'a> Tried<'a> {
    fn refusal(&self) -> Refusal {
        let of_source: [Rule<'a>; 5] = [
            Tried::judge_lock,
            Tried::judge_piles,
            Tried::judge_available,
            Tried::judge_take,
            Tried::judge_keep,
        ];
        let of_target: &[Rule<'a>] = if self.pairs_only() {
            &[
                Tried::judge_other_available,
                Tried::judge_pair,
                Tried::judge_take_other,
                Tried::judge_keep_other,
            ]
        } else {
            &[
                Tried::judge_alike,
                Tried::judge_first,
                Tried::judge_unit,
                Tried::judge_run,
                Tried::judge_capacity,
                Tried::judge_distinct,
                Tried::judge_base,
                Tried::judge_accept,
            ]
        };
        let rules = of_source.iter().chain(of_target);
        match find(rules.map(|rule| rule(self))) {
            Found::Rule(reason) => self.refused_for(reason),
            Found::Hidden(reason) => self.refused_as_hidden(reason),
            Found::HiddenOneOf(first) => self.refused_as_hidden_somewhere(first),
            Found::Nothing => self.refused_for(Reason::Unwritten),
        }
    }

    pub(super) fn group_from(&self) -> &'a Group {
        self.position.game.group_of(self.from)
    }

    pub(super) fn group_to(&self) -> &'a Group {
        self.position.game.group_of(self.to)
    }

    /// The card that the cards would come to lie on.
    pub(super) fn top(&self) -> Option<CardId> {
        self.position.piles[self.to.at()].top
    }

    /// Whether the cards could come to the pile only to leave with its top card. Then it does not matter what room
    /// there is.
    pub(super) fn pairs_only(&self) -> bool {
        let rules = &self.position.game.piles[self.to.at()];
        self.top().is_some() && rules.pair.is_some() && rules.build.is_none()
    }

    fn judge_lock(&self) -> Verdict<Reason<'a>> {
        let base = self.position.game.base.as_ref();
        let base = base.filter(|_| self.position.is_locked());
        let group = |pile: PileId| self.position.game.piles[pile.at()].group;
        let sets =
            base.is_none_or(|b| b.from.contains(&group(self.from)) && b.of == group(self.to));
        Verdict::refuse_unless(sets, Reason::Lock)
    }

    fn judge_piles(&self) -> Verdict<Reason<'a>> {
        Verdict::refuse_unless(self.from != self.to, Reason::Itself)
    }

    fn judge_available(&self) -> Verdict<Reason<'a>> {
        self.judge_available_of(self.from)
    }

    fn judge_other_available(&self) -> Verdict<Reason<'a>> {
        self.judge_available_of(self.to)
    }

    fn judge_available_of(&self, pile: PileId) -> Verdict<Reason<'a>> {
        let Some(available) = &self.position.game.group_of(pile).available else {
            return Verdict::Allows;
        };
        let about = About {
            this: Some(pile),
            ..About::default()
        };
        let reason = |part| Reason::Available(pile, part);
        match Verdict::by(self.seen.judge(available, about), available, reason) {
            Verdict::Depends(reason) if self.seen.would_be_turned(pile) => Verdict::Refuses(reason),
            verdict => verdict,
        }
    }

    fn judge_take(&self) -> Verdict<Reason<'a>> {
        let unit = self.seen.offers(self.from, self.card);
        let alone = self.seen.offers_alone(self.from, self.card);
        let is_offered = if self.pairs_only() {
            alone
        } else {
            unit || alone && self.group_to().unit == Unit::Exactly(1)
        };
        Verdict::refuse_unless(is_offered, Reason::Take)
    }

    fn judge_keep(&self) -> Verdict<Reason<'a>> {
        Verdict::refuse_unless(!self.seen.is_kept(self.card), Reason::Keep)
    }

    fn judge_alike(&self) -> Verdict<Reason<'a>> {
        let group = self.group_to();
        let within = group.alike && group.piles.contains(self.from);
        Verdict::refuse_unless(!within, Reason::Alike)
    }

    fn judge_first(&self) -> Verdict<Reason<'a>> {
        let group = self.group_to();
        let opens = group.alike && self.top().is_none();
        let is_first = !opens || self.position.first_empty(group) == Some(self.to);
        Verdict::refuse_unless(is_first, Reason::First)
    }

    /// How many cards would move.
    pub(super) fn size(&self) -> u8 {
        self.position.unit_size(self.card)
    }

    fn judge_unit(&self) -> Verdict<Reason<'a>> {
        match self.group_to().unit {
            Unit::Exactly(unit) => Verdict::refuse_unless(unit == self.size(), Reason::Unit(unit)),
            Unit::Any => Verdict::Allows,
        }
    }

    fn judge_run(&self) -> Verdict<Reason<'a>> {
        let group = self.group_to();
        let run = group.run.as_ref().filter(|_| group.take == Take::None);
        let Some(run) = run.filter(|_| self.size() > 1) else {
            return Verdict::Allows;
        };
        let unit = self.position.cards_down(self.from);
        let pairs = unit.take_while(|&card| card != self.card).map(|card| {
            let about = About {
                card: Some(card),
                top: self.position.below[card.at()],
                this: Some(self.to),
                from: Some(self.from),
                base: None,
            };
            self.seen.holds(run, about)
        });
        let part = Part {
            test: &run.test,
            at: 0,
        };
        Verdict::of(all(pairs), Reason::Run(part))
    }

    fn judge_capacity(&self) -> Verdict<Reason<'a>> {
        let Some(capacity) = self.group_to().capacity else {
            return Verdict::Allows;
        };
        let size = u16::from(self.position.size(self.to)) + u16::from(self.size());
        Verdict::refuse_unless(size <= u16::from(capacity), Reason::Capacity(capacity))
    }

    fn judge_distinct(&self) -> Verdict<Reason<'a>> {
        let group = self.group_to();
        let Some(distinct) = group.distinct.filter(|_| self.top().is_none()) else {
            return Verdict::Allows;
        };
        let bottoms = group.piles.iter();
        let bottoms = bottoms.filter_map(|pile| self.position.cards_down(pile).last());
        let (mut alike, mut is_open) = (None, true);
        for bottom in bottoms {
            match self.seen.face(bottom) {
                None => is_open = false,
                Some(face) if distinct.are_alike(face, self.position.face(self.card)) => {
                    alike = alike.or(Some(face));
                }
                Some(_) => {}
            }
        }
        match alike {
            Some(_) => Verdict::Refuses(Reason::Distinct(alike)),
            None if is_open => Verdict::Allows,
            None => Verdict::Depends(Reason::Distinct(None)),
        }
    }

    /// Whether the card would set the base rank, if it may; nothing where none would.
    fn sets_base(&self) -> Option<bool> {
        self.position.sets_base(self.to)?;
        let base = self.position.game.base.as_ref()?;
        Some(
            base.from
                .contains(&self.position.game.piles[self.from.at()].group),
        )
    }

    fn judge_base(&self) -> Verdict<Reason<'a>> {
        Verdict::refuse_unless(self.sets_base() != Some(false), Reason::Base)
    }

    fn judge_accept(&self) -> Verdict<Reason<'a>> {
        let rules = &self.position.game.piles[self.to.at()];
        let condition = match self.top() {
            Some(_) => &rules.build,
            None => &rules.start,
        };
        let Some(condition) = condition else {
            return Verdict::Refuses(Reason::NothingGoes);
        };
        // A card that would set the base rank is judged by its own.
        let base = self.sets_base().map(|_| self.position.face(self.card).rank);
        let about = About {
            base,
            ..self.about_landing()
        };
        let condition = condition.condition();
        Verdict::by(self.seen.judge(condition, about), condition, Reason::Accept)
    }

    fn about_landing(&self) -> About {
        About {
            card: Some(self.card),
            top: self.top(),
            this: Some(self.to),
            from: Some(self.from),
            base: None,
        }
    }

    fn judge_pair(&self) -> Verdict<Reason<'a>> {
        let Some(pair) = &self.group_to().pair else {
            return Verdict::Allows;
        };
        let judged = self.seen.judge(pair, self.about_landing());
        Verdict::by(judged, pair, Reason::Pair)
    }

    fn judge_take_other(&self) -> Verdict<Reason<'a>> {
        let offers = |top| self.seen.offers_alone(self.to, top);
        Verdict::refuse_unless(self.top().is_some_and(offers), Reason::TakeOther)
    }

    fn judge_keep_other(&self) -> Verdict<Reason<'a>> {
        let is_kept = self.top().is_some_and(|top| self.seen.is_kept(top));
        Verdict::refuse_unless(!is_kept, Reason::KeepOther)
    }
}
