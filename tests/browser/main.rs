//! Plays and solves where there is neither a clock nor files, as in a browser. `.ci/run` builds it for that and runs it.

use patience::{Deal, DealNumber, Position, Rules, Solver, Verdict};
use patience::library::built_in_ids;
use patience::solve::{Control, Limits};

fn main() {
    for id in built_in_ids().into_iter().step_by(10) {
        let rules = Rules::built_in(id).expect("the game is built in");
        let deal = Deal::Number(DealNumber(1));
        let position = Position::deal(rules.game(), &deal).expect("the deal succeeds");
        let limits = Limits::default().with_states(100).with_memory(1 << 20);
        let solver = Solver::new(limits).with_shorter_wins();
        let solution = solver.solve(&position, &Control::default());
        if let Verdict::Winnable(moves) = solution.verdict {
            let mut position = position;
            for mv in moves {
                position.play(mv).expect("the move is legal");
            }
            assert!(position.is_won(), "the moves win");
        }
    }
}
