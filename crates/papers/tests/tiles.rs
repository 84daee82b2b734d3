//! The breadth-first search of the Match the Tiles paper on its own levels: the printed counts, and the
//! verdicts and lengths of the ordinary search.

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
        let game = TilesDomain.instance("standard", &format!("level/iartistas-{level:02}")).unwrap();
        let mut run = Run::unlimited();
        let outcome = tiles::bfs(&game, &mut run);
        assert_eq!(run.counters().expanded, visited, "level {level}");
        assert_eq!(length(&outcome), length(&bfs::solve(&game, &mut Run::unlimited())), "level {level}");
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
        let rows: Vec<&str> = cells.chunks(5).map(|row| std::str::from_utf8(row).unwrap()).collect();
        let game = TilesDomain.read("standard", &rows.join("/")).unwrap();
        let theirs = length(&tiles::bfs(&game, &mut Run::unlimited()));
        assert_eq!(theirs, length(&bfs::solve(&game, &mut Run::unlimited())), "{rows:?}");
        solved += u32::from(theirs.is_some());
        lost += u32::from(theirs.is_none());
    }
    assert!(solved > 30 && lost > 30, "{solved} solved, {lost} lost");
}
