//! The breadth-first search of the Match the Tiles paper on its own levels: the printed counts, and
//! the verdicts and lengths of the ordinary search.

use patience_core::{Domain, Outcome, Random, Run, Verdict};
use patience_games::tiles::TilesDomain;
use patience_papers::tiles;
use patience_search::bfs;

fn length<M>(outcome: &Outcome<M>) -> Option<usize> {
    match &outcome.verdict {
        Verdict::Solved { plan, optimal: true, .. } => Some(plan.len()),
        Verdict::Unsolvable => None,
        other => panic!("neither a shortest plan nor a proof: {:?}", std::mem::discriminant(other)),
    }
}

#[test]
fn it_visits_as_many_positions_as_printed() {
    for (level, visited) in (4..).zip([17, 16, 12, 35, 67, 27, 29, 43, 53]) {
        let game =
            TilesDomain.instance("standard", &format!("level/iartistas-{level:02}")).unwrap();
        let mut run = Run::unlimited();
        let outcome = tiles::bfs(&game, &mut run);
        assert_eq!(run.counters().expanded, visited, "level {level}");
        assert_eq!(
            length(&outcome),
            length(&bfs::solve(&game, &mut Run::unlimited())),
            "level {level}"
        );
    }
}

/// It finds the printed moves on all levels, and visits 6, 13, 10, 56, 81, 29, 14, 157 and 52 nodes
/// there: five come out.
#[test]
fn the_depth_first_search_finds_as_many_moves_as_printed() {
    let (printed, visited) =
        ([5, 8, 6, 10, 14, 18, 13, 16, 20], [6, 12, 10, 63, 314, 28, 14, 157, 52]);
    for (level, (moves, visited)) in (4..).zip(printed.into_iter().zip(visited)) {
        let game =
            TilesDomain.instance("standard", &format!("level/iartistas-{level:02}")).unwrap();
        let mut run = Run::unlimited();
        let Verdict::Solved { plan, optimal: false, .. } = tiles::dfs(&game, &mut run).verdict
        else {
            panic!("level {level} can be solved, and no shortest plan is claimed")
        };
        assert_eq!((plan.len(), run.counters().expanded), (moves, visited), "level {level}");
    }
}

/// Leaving out opposite tilts loses no plan and no shortest one, on boards with and without plans.
#[test]
fn what_it_leaves_out_is_not_missed() {
    let (mut solved, mut lost) = (0, 0);
    let mut random = Random::new(1);
    for _ in 0..600 {
        let mut cells = *b"poPO####............";
        random.shuffle(&mut cells);
        let rows: Vec<&str> =
            cells.chunks(5).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let game = TilesDomain.read("standard", &rows.join("/")).unwrap();
        let theirs = length(&tiles::bfs(&game, &mut Run::unlimited()));
        assert_eq!(theirs, length(&bfs::solve(&game, &mut Run::unlimited())), "{rows:?}");
        solved += u32::from(theirs.is_some());
        lost += u32::from(theirs.is_none());
    }
    assert!(solved > 30 && lost > 30, "{solved} solved, {lost} lost");
}
