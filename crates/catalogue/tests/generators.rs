//! Results of searches stay the same: generated boards and levels, and the solution boards behind
//! the Cohesion paper's heuristics.

use patience_catalogue::{Context, Request, find, open};
use patience_core::{Budget, fnv1a};

/// Shapes with the checksum of the boards for the seeds 0 to 3, or of the error message.
const SHAPES: &[(&str, u64)] = &[
    ("cohesion:generate/3x3/1/1-2", 0x20760be319745ded),
    ("cohesion:generate/4x4/2/4-6", 0x890d8b667df840b5),
    ("cohesion:generate/4x4/3/6-8", 0xc0fc066d378e6e4c),
    ("cohesion:generate/16x16/2/1-3", 0x7873ad04fff90961),
    ("cohesion:generate/2x2/1/9-9", 0x43977bc54700574d),
    ("tiles:generate/4x4/2/4", 0x9dd32b16f8297e74),
    ("tiles:generate/5x5/3/1", 0xd5df060c5fba0051),
    ("tiles:generate/6x6/3/8", 0x0eaf362e1d11d4c5),
    ("tiles:generate/8x8/5/14", 0x2f6fe38cbacf25e6),
    ("tiles:generate/10x10/5/16", 0xf67db4bc99456f69),
    ("tiles:generate/2x2/1/30", 0xc26b3841c18c13bd),
    // It takes more work than all others together; the ordinary tier skips it.
    ("cohesion:generate/5x5/4/8-14", 0xa119f4801e0ae126),
    ("cohesion:generate/6x6/4/12-16", 0xa07823ddca688b22),
];

#[test]
fn names_of_generated_instances_mean_the_same_boards_as_ever() {
    let board = |name: String| match open(&name) {
        Ok(instance) => format!("{name} {}\n", instance.board()),
        Err(_) => format!("{name} is not found\n"),
    };
    let shapes = &SHAPES[..SHAPES.len() - patience_testing::size(2, 0)];
    let found: Vec<(&str, u64)> = shapes
        .iter()
        .map(|(shape, _)| {
            (
                *shape,
                fnv1a(
                    (0..4)
                        .map(|seed| board(format!("{shape}/{seed}")))
                        .collect::<String>()
                        .as_bytes(),
                ),
            )
        })
        .collect();
    assert_eq!(found, shapes);
}

/// For each level of Cohesion, the estimates at its start and how far the paper's search gets with
/// them.
#[test]
fn the_cohesion_papers_heuristics_compare_with_the_same_solution_boards_as_ever() {
    let mut text = String::new();
    for id in find("cohesion").unwrap().0.info().levels {
        let level = open(&format!("cohesion:level/{id}")).unwrap();
        for heuristic in ["report-h1", "report-h2"] {
            let evaluated = level
                .evaluate(None, &mut Budget::unlimited())
                .unwrap()
                .into_iter()
                .find(|evaluated| evaluated.heuristic == heuristic)
                .unwrap();
            let mut request = Request::new("cohesion-report-wastar").with_heuristic(heuristic);
            request.limits.expansions = Some(300);
            let report = level.solve(&request, &mut Context::unwatched()).unwrap();
            text += &format!(
                "{id} {heuristic} {:?} {} {:?}\n",
                evaluated.value, report.generated, report.length
            );
        }
    }
    assert_eq!(fnv1a(text.as_bytes()), 0x464bf8531c56844d, "{text}");
}
