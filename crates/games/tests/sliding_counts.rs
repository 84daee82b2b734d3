//! Counts that others published: nodes of Korf's IDA*, and expansions in HOG2's order of moves.

use patience_core::{Domain, Game, Run, Verdict};
use patience_games::sliding::{Manhattan, SlidingDomain, SlidingGame, SlidingState, korf};
use patience_search::idastar;
use patience_testing::size;

/// Korf also counts the start as generated.
#[test]
fn nodes_of_idastar_are_korfs() {
    // Boards with few nodes; the others with `--all`.
    let few = [12, 42, 79];
    let more = [9, 19, 30, 47, 55, 73, 74, 86, 93, 94, 97];
    let numbers = few.iter().chain(&more[..size(0, more.len())]);
    for &number in numbers {
        let published = &korf()[number - 1];
        let game = SlidingDomain.instance("standard", &format!("korf/{number}")).unwrap();
        let mut run = Run::unlimited();
        let outcome = idastar::solve_plainly(&game, &Manhattan::new(&game), &mut run);
        let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
            panic!("{number}")
        };
        assert_eq!(plan.len(), published.length as usize, "{number}");
        assert_eq!(run.counters().generated + 1, published.nodes, "{number}");
    }
}

/// The game with the moves of the blank in the order right, left, down and up.
struct InOrderOfHog2(SlidingGame);

impl Game for InOrderOfHog2 {
    type State = SlidingState;
    type Move = u8;
    type Key = [u64; 2];

    fn start(&self) -> SlidingState {
        self.0.start()
    }

    fn is_goal(&self, state: &SlidingState) -> bool {
        self.0.is_goal(state)
    }

    fn moves(&self, state: &SlidingState, moves: &mut Vec<u8>) {
        let first = moves.len();
        self.0.moves(state, moves);
        let (blank, width) = (state.blank(), self.0.size().width);
        let place = |to: &u8| {
            let to = usize::from(*to);
            let order =
                [blank + 1, blank.wrapping_sub(1), blank + width, blank.wrapping_sub(width)];
            order.iter().position(|cell| *cell == to)
        };
        moves[first..].sort_by_key(place);
    }

    fn apply(&self, state: &SlidingState, from: u8) -> SlidingState {
        self.0.apply(state, from)
    }

    fn key(&self, state: &SlidingState) -> [u64; 2] {
        self.0.key(state)
    }
}

struct ByManhattan(Manhattan);

impl patience_core::Heuristic<InOrderOfHog2> for ByManhattan {
    fn claims(&self) -> patience_core::Claims {
        patience_core::Heuristic::<SlidingGame>::claims(&self.0)
    }

    fn estimate(&self, game: &InOrderOfHog2, state: &SlidingState) -> patience_core::Estimate {
        self.0.estimate(&game.0, state)
    }

    fn estimate_after(
        &self,
        game: &InOrderOfHog2,
        parent: &SlidingState,
        h: u32,
        mv: u8,
        child: &SlidingState,
    ) -> patience_core::Estimate {
        self.0.estimate_after(&game.0, parent, h, mv, child)
    }
}

/// Counts that HOG2 (github.com/nathansttt/hog2, `IDAStar`) reports for Korf's boards.
#[test]
fn expansions_are_those_of_hog2() {
    for (number, length, expanded) in [(12, 45, 74_424), (79, 42, 256_422), (42, 42, 125_489)] {
        let game = SlidingDomain.instance("standard", &format!("korf/{number}")).unwrap();
        let heuristic = ByManhattan(Manhattan::new(&game));
        let game = InOrderOfHog2(game);
        let mut run = Run::unlimited();
        let outcome = idastar::solve_plainly(&game, &heuristic, &mut run);
        let Verdict::Solved { plan, optimal: true, .. } = outcome.verdict else {
            panic!("{number}")
        };
        assert_eq!((plan.len(), run.counters().expanded), (length, expanded), "{number}");
    }
}
