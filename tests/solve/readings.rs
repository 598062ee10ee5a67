//! Games whose published odds were found under other rules than people play: both readings, and where they differ.

use std::fs;

use patience::Rules;
use patience::library::Library;
use patience::solve::{Limits, Reductions};

use super::truth::{search_plainly, solve};
use crate::common::root;

/// The smallest packs on which the readings differ: neither fewer cards nor fewer piles do.
#[test]
fn readings_differ_on_small_packs() {
    let folder = root().join("tests/solve/readings");
    let list = fs::read_to_string(folder.join("differences.txt")).expect("the file can be read");
    let library = Library::new().with_folder(folder);
    for entry in list.trim_end().split("\n\n").skip(1) {
        let (title, position) = entry.split_once('\n').expect("the game comes first");
        let (game, piles) = title.split_once(' ').expect("it has a number of piles");
        for (parent, expected) in [
            (game.to_owned(), false),
            (format!("{game}-published"), true),
        ] {
            let text = format!(
                "like = '{parent}'\nname = 'Small'\ndrop = ['variants']\npiles.tableau.count = {piles}\n\
                 setup.do = [{{ deal = 'all', to = 'tableau' }}]\n"
            );
            let rules = Rules::parse_with("small.toml", "small", text, &library);
            let rules = rules.unwrap_or_else(|error| panic!("{error}"));
            let position = rules.read_position("a position", position, &[] as &[String]);
            let position = position.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(search_plainly(&position, 10_000), Some(expected), "{entry}");
            for reductions in [Reductions::ALL, Reductions::NONE] {
                let limits = Limits::default().with_states(100_000);
                let verdict = solve(&position, limits, reductions);
                assert_eq!(verdict, Some(expected), "{parent}: {entry}");
            }
        }
    }
}
