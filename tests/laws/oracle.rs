//! The rules of moves a second time, by brute force and straight from the reference: which keys of a game refuse a
//! move, asked of one card and one pile, condition by condition. It knows no table, keeps nothing, and shares with
//! the engine only the evaluator of conditions.

use patience::internals::{Compiled, Condition, Group, Scene, Unit, View, file::Take};
use patience::{ActionId, Card, CardId, Game, GroupId, Move, PileId, Position, Rank};

/// What the reference says of a move.
pub(super) enum Verdict {
    /// It is legal.
    Legal,
    /// It is legal if its steps move a card. What is seen to change may have happened by itself, because the action
    /// was counted.
    LegalIfItMoves(String),
    /// It is no move at all: onto the pile where the cards lie already.
    Nowhere,
    /// The paths of the keys that do not allow it, each of them.
    Broken(Vec<String>),
}

/// What the reference says of a move.
pub(super) fn judge(position: &Position, chosen: Move) -> Verdict {
    let broken = match chosen {
        Move::Action(action) => {
            let broken = action_rules(position, action);
            let game = position.game();
            if broken.is_empty() && is_unsure(game) {
                let name = &Compiled::new(game).actions[action.index()].name;
                return Verdict::LegalIfItMoves(format!("actions.{name}.do"));
            }
            broken
        }
        Move::Cards(card, to) => {
            let from = position.pile_of(card).expect("every card lies in a pile");
            if from == to {
                return Verdict::Nowhere;
            }
            let unit = Unpaired {
                position,
                card,
                from,
                to,
            };
            let (lands, leaves) = (unit.landing_rules(), unit.pair_rules());
            if lands.is_empty() || leaves.is_empty() {
                Vec::new()
            } else {
                lands.into_iter().chain(leaves).collect()
            }
        }
    };
    if broken.is_empty() {
        Verdict::Legal
    } else {
        Verdict::Broken(broken)
    }
}

/// Whether a move is that of a card that leaves the game with the top card of a pile.
pub(super) fn is_pair(position: &Position, card: CardId, to: PileId) -> bool {
    let from = position.pile_of(card).expect("every card lies in a pile");
    from != to
        && Unpaired {
            position,
            card,
            from,
            to,
        }
        .pair_rules()
        .is_empty()
}

fn scene(position: &Position) -> Scene<'_, Position> {
    Scene::table(position, position.base())
}

fn holds(condition: Option<&Condition>, scene: &Scene<'_, Position>) -> bool {
    condition.is_some_and(|c| c.holds(scene))
}

fn is_locked(position: &Position) -> bool {
    let base = Compiled::new(position.game()).base;
    position.base().is_none() && base.is_some_and(|b| b.locks)
}

/// Whether it is not told from the cards before and after what the steps of an action did: things happen by
/// themselves, and a shuffle may leave all as it was.
fn is_unsure(game: &Game) -> bool {
    let may_turn = Compiled::new(game)
        .groups
        .iter()
        .any(|g| g.available.is_some());
    may_turn || !Compiled::new(game).autos.is_empty() || super::may_shuffle(game)
}

fn action_rules(position: &Position, action: ActionId) -> Vec<String> {
    let rules = &Compiled::new(position.game()).actions[action.index()];
    let mut broken = Vec::new();
    let mut note = |key: &str| broken.push(format!("actions.{}.{key}", rules.name));
    if rules
        .when
        .as_ref()
        .is_some_and(|w| !w.holds(&scene(position)))
    {
        note("when");
    }
    let used = position.used(patience::Counter::Action(action));
    if rules.limit.is_some_and(|limit| used >= limit) {
        note("limit");
    }
    let mut after = position.clone();
    after.play_unchecked(Move::Action(action));
    let lies = |position: &Position| (position.base(), position.layout().piles);
    let is_as_before = lies(&after) == lies(position);
    let (game, is_refused) = (position.game(), !broken.is_empty());
    if is_as_before && !super::may_shuffle(game) || is_refused && is_unsure(game) {
        broken.push(format!("actions.{}.do", rules.name));
    }
    if is_locked(position) {
        broken.push("base.locks".to_owned());
    }
    broken
}

/// A card that would be moved with those on it, or alone.
struct Unpaired<'a> {
    position: &'a Position,
    card: CardId,
    from: PileId,
    to: PileId,
}

impl Unpaired<'_> {
    fn group(&self, pile: PileId) -> &Group {
        Compiled::new(self.position.game()).group_of(pile)
    }

    fn group_id(&self, pile: PileId) -> GroupId {
        Compiled::new(self.position.game()).piles[pile.index()].group
    }

    fn face(&self, card: CardId) -> Card {
        self.position.face(card)
    }

    fn of_pile(&self, pile: PileId) -> Scene<'_, Position> {
        Scene {
            this: Some(pile),
            ..scene(self.position)
        }
    }

    fn target(&self, base: Option<Rank>) -> Scene<'_, Position> {
        Scene {
            base,
            card: Some(self.face(self.card)),
            top: View::top(self.position, self.to),
            this: Some(self.to),
            from: Some(self.from),
            ..scene(self.position)
        }
    }

    /// How many cards lie on a card.
    fn depth(&self, card: CardId, pile: PileId) -> usize {
        let mut cards = self.position.cards_down(pile);
        cards.position(|c| c == card).expect("it lies there")
    }

    /// How many cards the longest run at the end of a pile has, of so many at most.
    fn run_length(&self, pile: PileId, most: usize) -> usize {
        let group = self.group(pile);
        let Some(run) = group.run.as_ref().or(group.build.as_ref()) else {
            return 1;
        };
        let cards: Vec<CardId> = self.position.cards_down(pile).take(most).collect();
        let joined = cards.windows(2).take_while(|pair| {
            let scene = Scene {
                card: Some(self.face(pair[0])),
                top: Some(self.face(pair[1])),
                ..self.of_pile(pile)
            };
            !self.position.is_hidden(pair[1]) && run.holds(&scene)
        });
        1 + joined.count()
    }

    /// The rules of the pile that a card is lifted from that do not allow it; `alone`: no card on it comes along.
    fn source_rules(&self, card: CardId, pile: PileId, alone: bool) -> Vec<String> {
        let group = self.group(pile);
        let mut broken = Vec::new();
        let mut note = |key: &str| broken.push(format!("piles.{}.{key}", group.name));
        let available = group.available.as_ref();
        if available.is_some_and(|a| !a.holds(&self.of_pile(pile))) {
            note("available");
        }
        let depth = self.depth(card, pile);
        let free = usize::from(self.position.size(pile)).saturating_sub(usize::from(group.keep));
        if depth >= free {
            note("keep");
        }
        // Of a card that always stays it is asked whether it could be lifted otherwise.
        let most = if depth < free {
            free
        } else {
            usize::from(self.position.size(pile))
        };
        let full = self.run_length(pile, most) - 1;
        let mut above = self.position.cards_down(pile).take(depth);
        let lifts = match group.take {
            Take::None => false,
            Take::Top => depth == 0,
            Take::Any => above.all(|c| self.face(c) != self.face(card)),
            Take::Run | Take::Full | Take::TopOrFull if alone => depth == 0,
            Take::Run => depth <= full,
            Take::Full => depth == full,
            Take::TopOrFull => depth == 0 || depth == full,
        };
        if !lifts {
            note("take");
        }
        broken
    }

    fn locks(&self) -> Option<String> {
        let base = Compiled::new(self.position.game()).base?;
        let comes = base.from.contains(&self.group_id(self.from));
        let goes = base.of == self.group_id(self.to);
        let wrong = is_locked(self.position) && !(comes && goes);
        wrong.then(|| "base.locks".to_owned())
    }

    /// The rules by which the cards do not come to lie on the pile.
    fn landing_rules(&self) -> Vec<String> {
        let (position, to) = (self.position, self.to);
        let group = self.group(to);
        let one = group.unit == Unit::Exactly(1);
        let mut broken = self.source_rules(self.card, self.from, one);
        broken.extend(self.locks());
        let base = Compiled::new(position.game()).base;
        let is_empty = position.size(to) == 0;
        let mut note = |key: &str| broken.push(format!("piles.{}.{key}", group.name));
        if group.alike {
            let first = group.piles.iter().find(|&p| position.size(p) == 0);
            if group.piles.contains(self.from) || is_empty && first != Some(to) {
                note("alike");
            }
        }
        let depth = self.depth(self.card, self.from);
        let size = if self.group(self.from).take == Take::Any {
            1
        } else {
            depth + 1
        };
        if matches!(group.unit, Unit::Exactly(unit) if usize::from(unit) != size) {
            note("unit");
        }
        if group.take == Take::None && size > 1 && !self.lands_as_run(size) {
            note("run");
        }
        let held = usize::from(position.size(to));
        if group.capacity.is_some_and(|c| held + size > usize::from(c)) {
            note("capacity");
        }
        let mut bottoms = group.piles.iter().filter_map(|p| position.bottom(p));
        if let Some(distinct) = group.distinct
            && is_empty
            && bottoms.any(|b| distinct.are_alike(b, self.face(self.card)))
        {
            note("distinct");
        }
        // A card that sets the base rank is judged as if its own rank were the base.
        let sets = base.filter(|b| {
            position.base().is_none() && b.of == self.group_id(to) && is_empty && !b.from.is_empty()
        });
        let rank = sets.map(|_| self.face(self.card).rank).or(position.base());
        let (key, accepts) = if is_empty {
            ("start", &group.start)
        } else {
            ("build", &group.build)
        };
        if !holds(accepts.as_ref(), &self.target(rank)) {
            note(key);
        }
        if sets.is_some_and(|b| !b.from.contains(&self.group_id(self.from))) {
            broken.push("base.from".to_owned());
        }
        broken
    }

    fn lands_as_run(&self, size: usize) -> bool {
        let Some(run) = &self.group(self.to).run else {
            return true;
        };
        let cards: Vec<CardId> = self.position.cards_down(self.from).take(size).collect();
        cards.windows(2).all(|pair| {
            run.holds(&Scene {
                card: Some(self.face(pair[0])),
                top: Some(self.face(pair[1])),
                ..self.of_pile(self.to)
            })
        })
    }

    /// The rules by which the card does not leave the game with the top card of the pile.
    fn pair_rules(&self) -> Vec<String> {
        let group = self.group(self.to);
        let pair = || vec![format!("piles.{}.pair", group.name)];
        let Some(top) = self.position.cards_down(self.to).next() else {
            return pair();
        };
        let mut broken = self.source_rules(self.card, self.from, true);
        broken.extend(self.source_rules(top, self.to, true));
        broken.extend(is_locked(self.position).then(|| "base.locks".to_owned()));
        if !holds(group.pair.as_ref(), &self.target(self.position.base())) {
            broken.extend(pair());
        }
        broken
    }
}
