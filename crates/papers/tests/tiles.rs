//! The searches of the Match the Tiles paper on its own levels: the printed counts; and the
//! verdicts and lengths of the ordinary search.

use patience_core::{Domain, Outcome, Random, Run, Verdict};
use patience_games::grid::Direction;
use patience_games::tiles::{TilesDomain, TilesGame};
use patience_papers::tiles::{self, Opposites};
use patience_papers::tiles_informed::{Estimate, Variant, informed};
use patience_search::bfs;

fn length<M>(outcome: &Outcome<M>) -> Option<usize> {
    match &outcome.verdict {
        Verdict::Solved { plan, optimal: true, .. } => Some(plan.len()),
        Verdict::Unsolvable => None,
        other => panic!("neither a shortest plan nor a proof: {:?}", std::mem::discriminant(other)),
    }
}

const INFORMED: [(Estimate, f32, Row); 6] = [
    (
        Estimate::Manhattan,
        0.0,
        [(16, 7), (8, 6), (8, 6), (25, 10), (50, 14), (25, 13), (20, 6), (56, 20), (20, 7)],
    ),
    (
        Estimate::Direction,
        0.0,
        [(17, 7), (12, 6), (8, 6), (25, 12), (21, 17), (20, 13), (55, 6), (145, 9), (41, 9)],
    ),
    (
        Estimate::Alignment,
        0.0,
        [(16, 5), (11, 6), (10, 6), (24, 9), (33, 17), (22, 13), (83, 6), (9, 5), (194, 53)],
    ),
    (
        Estimate::Manhattan,
        3.0,
        [(13, 5), (16, 6), (11, 6), (33, 9), (61, 13), (25, 13), (13, 6), (18, 5), (17, 7)],
    ),
    (
        Estimate::Direction,
        3.0,
        [(18, 7), (14, 6), (11, 6), (31, 9), (55, 13), (25, 13), (28, 6), (50, 5), (36, 7)],
    ),
    (
        Estimate::Alignment,
        3.0,
        [(18, 5), (17, 6), (11, 6), (34, 9), (59, 13), (27, 13), (27, 6), (13, 5), (38, 7)],
    ),
];

/// A row of the paper's tables, levels 4 to 12: visited nodes and moves.
type Row = [(u64, usize); 9];

/// Runs a search on levels 4 to 12.
fn row(search: impl Fn(&TilesGame, &mut Run<TilesGame>) -> Outcome<Direction>) -> Row {
    std::array::from_fn(|index| {
        let name = format!("level/iartistas-{:02}", index + 4);
        let game = TilesDomain.instance("standard", &name).unwrap();
        let mut run = Run::unlimited();
        let Verdict::Solved { plan, .. } = search(&game, &mut run).verdict else {
            panic!("{name} can be solved")
        };
        (run.counters().expanded, plan.len())
    })
}

/// Every deterministic row is reproduced: 81 counts of nodes and 81 of moves.
#[test]
fn all_printed_nodes_and_moves_come_out() {
    type Blind = fn(&TilesGame, Opposites, &mut Run<TilesGame>) -> Outcome<Direction>;
    let blind: [(Blind, Row); 3] = [
        (
            tiles::bfs,
            [(17, 5), (16, 6), (12, 6), (35, 9), (67, 13), (27, 13), (29, 6), (43, 5), (53, 7)],
        ),
        (
            tiles::dfs,
            [(6, 5), (13, 8), (10, 6), (56, 10), (81, 14), (29, 18), (14, 13), (157, 16), (52, 20)],
        ),
        (
            tiles::iddfs,
            [
                (39, 5),
                (103, 8),
                (53, 6),
                (219, 10),
                (490, 14),
                (319, 18),
                (329, 13),
                (105, 5),
                (357, 10),
            ],
        ),
    ];
    for (index, (search, printed)) in blind.into_iter().enumerate() {
        assert_eq!(row(|game, run| search(game, Opposites::LeftOut, run)), printed, "{index}");
    }
    for (estimate, weight, printed) in INFORMED {
        let variant = Variant { estimate, weight, opposites: Opposites::LeftOut };
        assert_eq!(row(|game, run| informed(game, variant, 1, run)), printed, "{variant:?}");
    }
}

/// Omitting opposite tilts loses neither plans nor shortest plans, on boards with and without
/// plans.
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
        let theirs = length(&tiles::bfs(&game, Opposites::LeftOut, &mut Run::unlimited()));
        let all = tiles::bfs(&game, Opposites::Tried, &mut Run::unlimited());
        assert_eq!(theirs, length(&all), "{rows:?}");
        assert_eq!(theirs, length(&bfs::solve(&game, &mut Run::unlimited())), "{rows:?}");
        solved += u32::from(theirs.is_some());
        lost += u32::from(theirs.is_none());
    }
    assert!(solved > 30 && lost > 30, "{solved} solved, {lost} lost");
}
