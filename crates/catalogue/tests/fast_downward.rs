//! An independent planner: small instances of every game, exported as PDDL, get the same verdict
//! and the same optimal length from Fast Downward (Helmert 2006).
//!
//! It runs if the environment variable `FAST_DOWNWARD` names `fast-downward.py`; `scripts/test.sh`
//! installs it. Otherwise the test reports that it was skipped.

use std::path::Path;
use std::process::Command;

use patience_catalogue::gaps::{RedealError, play_on};
use patience_catalogue::{Context, Request, Verdict, find, open};
use patience_testing::size;

/// Small instances, solvable and unsolvable ones, of every game and rule set: the ordinary tier
/// solves every sixth.
const INSTANCES: &[&str] = &[
    "gaps:solvitaire/4x4/2",
    "gaps:solvitaire/2x4/1",
    "gaps:solvitaire/2x4/2",
    "gaps:solvitaire/2x4/3",
    "gaps:solvitaire/3x4/1",
    "gaps+fixed-suits:solvitaire/3x4/1",
    "gaps+fixed-suits:solvitaire/3x4/2",
    "gaps+fixed-suits:solvitaire/3x4/3",
    "gaps+fixed-twos:solvitaire/4x4/2",
    "gaps+fixed-twos:solvitaire/2x4/1",
    "gaps+fixed-twos:solvitaire/3x4/1",
    "gaps+fixed-twos:solvitaire/3x4/3",
    "gaps+paper:paper/3x3/6/1",
    "gaps+paper:paper/3x3/6/2",
    "gaps+paper-any-row:random/2x4/1",
    "gaps+paper-any-row:random/2x4/2",
    "gaps+line-up:random/2x4/1",
    "gaps+line-up:random/3x4/3",
    "gaps+line-up:scramble/3x4/8/2",
    "gaps+house-of-commons:random/2x4/1",
    "gaps+house-of-commons:random/3x4/3",
    "gaps+house-of-commons:scramble/3x4/8/2",
    "gaps+blue-moon:random/2x4/1",
    "gaps+blue-moon:random/3x4/3",
    "gaps+blue-moon:scramble/3x4/8/2",
    "gaps+red-moon:random/2x4/1",
    "gaps+red-moon:random/3x4/3",
    "gaps+red-moon:scramble/3x4/8/2",
    "gaps+paganini:random/2x4/1",
    "gaps+paganini:random/3x4/3",
    "gaps+paganini:scramble/3x4/8/2",
    "gaps+free-parking:random/2x4/1",
    "gaps+free-parking:random/3x4/3",
    "gaps+free-parking:scramble/3x4/8/2",
    "gaps+galary:random/2x4/1",
    "gaps+galary:random/3x4/3",
    "gaps+galary:scramble/3x4/8/2",
    "gaps+jungle:random/2x4/1",
    "gaps+jungle:random/3x4/3",
    "gaps+jungle:scramble/3x4/8/2",
    "gaps+spaces-and-aces:random/2x4/1",
    "gaps+spaces-and-aces:random/3x4/3",
    "gaps+spaces-and-aces:scramble/3x4/8/2",
    "gaps+double-montana:random/2x4/1",
    "gaps+double-montana:random/4x3/2",
    "gaps+double-montana:scramble/2x5/8/3",
    "gaps+double-blue-moon:random/2x4/1",
    "gaps+double-blue-moon:random/4x3/2",
    "gaps+double-blue-moon:scramble/2x5/8/3",
    "gaps+double-red-moon:random/2x4/1",
    "gaps+double-red-moon:random/4x3/2",
    "gaps+double-red-moon:scramble/2x5/8/3",
    "gaps+paganini-ii:random/2x4/1",
    "gaps+paganini-ii:random/4x3/2",
    "gaps+paganini-ii:scramble/2x5/8/3",
    "cohesion:level/aips-01",
    "cohesion:level/aips-03",
    "cohesion:level/vieira-2",
    "tiles:level/iartistas-01",
    "tiles:level/iartistas-02",
    "tiles:level/iartistas-05",
    "tiles:level/iartistas-07",
];

/// Deals of Gaps after a redeal, which are deals like any other: a redeal itself is random and not
/// part of the export.
const REDEALT: &[(&str, &str)] = &[
    ("gaps:random/3x4/3", "redeal/pysol/1"),
    ("gaps:random/3x4/3", "redeal/spaces/2"),
    ("gaps+fixed-twos:random/3x4/3", "redeal/station/3"),
    ("gaps+house-of-commons:random/3x4/3", "redeal/addiction/4"),
    ("gaps+blue-moon:random/3x4/3", "redeal/pysol/5"),
    ("gaps+red-moon:random/3x4/3", "redeal/pysol/6"),
    ("gaps+paganini:random/3x4/3", "redeal/pysol/7"),
    ("gaps+free-parking:random/3x4/3", "redeal/unshuffled/0"),
    ("gaps+galary:random/3x4/3", "redeal/pysol/8"),
    ("gaps+jungle:random/3x4/3", "redeal/spaces/9"),
];

/// Endings of Birds of a Feather: sixteen cards are too many for a planner with blind search.
const ENDINGS: &[&str] = &[
    "TH 5H -- TC / 6S AC TS -- / -- -- -- -- / -- -- -- --",
    "TH -- KS TC / -- AC TS 6C / 6H -- -- -- / -- -- -- --",
    "2C 3D -- -- / -- 4D 5S -- / -- -- 5D KD / -- -- -- KH",
    "2C -- -- -- / -- 9H -- -- / -- -- -- -- / -- -- -- KD",
];

#[test]
fn fast_downward_agrees() {
    let Some(planner) = std::env::var_os("FAST_DOWNWARD") else {
        eprintln!(
            "skipped: FAST_DOWNWARD does not name Fast Downward's fast-downward.py (see \
             scripts/test.sh)"
        );
        return;
    };
    let folder =
        std::env::temp_dir().join(format!("patience-fast-downward-{}", std::process::id()));
    std::fs::create_dir_all(&folder).unwrap();
    let every = size(6, 1);
    let named = INSTANCES.iter().step_by(every).map(|name| (*name, open(name).unwrap()));
    let (birds, _) = find("birds").unwrap();
    let endings =
        ENDINGS.iter().step_by(every).map(|board| (*board, birds.read(None, board, "").unwrap()));
    let redealt = REDEALT.iter().step_by(every).map(|(name, redeal)| {
        let dealt = play_on::<RedealError>(open(name).unwrap(), redeal, None, |_, _, _| Ok(()));
        (*name, dealt.unwrap_or_else(|error| panic!("{name} {redeal}: {error}")))
    });
    for (name, instance) in named.chain(endings).chain(redealt) {
        let (domain, problem) =
            instance.pddl().unwrap_or_else(|| panic!("{name} is small enough for PDDL"));
        let theirs = plan(Path::new(&planner), &folder, &domain, &problem, name);
        let ours = instance.solve(&Request::new("bfs"), &mut Context::unwatched()).unwrap();
        assert_ne!(ours.verdict, Verdict::Unknown, "{name}");
        let length = theirs.as_ref().map(|plan| plan.lines().count());
        assert_eq!(ours.length, length, "{name}: ours and Fast Downward's optimal length");
        if let Some(plan) = theirs {
            let moves = plan.lines().map(|action| {
                let words: Vec<&str> = action.trim_matches(['(', ')']).split(' ').collect();
                instance.pddl_move(&words).unwrap_or_else(|| panic!("{name}: {action}"))
            });
            let end = instance.after(&moves.collect::<Vec<_>>().join(" ")).unwrap();
            assert!(end.is_won(), "{name}: the rules replay Fast Downward's plan");
        }
        assert!(ours.optimal || ours.length.is_none(), "{name}");
    }
    std::fs::remove_dir_all(&folder).unwrap();
}

/// An optimal plan by Fast Downward, one action per line, or `None` if it proves that there is
/// none.
fn plan(planner: &Path, folder: &Path, domain: &str, problem: &str, name: &str) -> Option<String> {
    std::fs::write(folder.join("domain.pddl"), domain).unwrap();
    std::fs::write(folder.join("problem.pddl"), problem).unwrap();
    let _ = std::fs::remove_file(folder.join("sas_plan"));
    let output = Command::new("python3")
        .arg(planner)
        .args(["domain.pddl", "problem.pddl", "--search", "astar(blind())"])
        .current_dir(folder)
        .output()
        .expect("Python runs Fast Downward");
    match output.status.code() {
        Some(0) => {
            let plan = std::fs::read_to_string(folder.join("sas_plan")).unwrap();
            let actions = plan.lines().filter(|line| line.starts_with('('));
            Some(actions.collect::<Vec<_>>().join("\n"))
        }
        // 10 to 12: proved unsolvable by translator or search.
        Some(10..=12) => None,
        code => panic!(
            "{name}: Fast Downward ended with {code:?}\n{}\n{}",
            String::from_utf8_lossy(&output.stdout),
            String::from_utf8_lossy(&output.stderr)
        ),
    }
}

#[test]
fn actions_of_planners_are_moves() {
    for (name, action, wanted) in [
        ("gaps:solvitaire/4x4/2", "place-and-join h2 r0c3 r1c2 ha r1c1 h3 r1c3", Some("0,3>1,2")),
        ("gaps+double-montana:random/2x4/1", "enter c2 r0c3 edge r1c0", Some("0,3>1,0")),
        ("birds:neller/1", "move kah c5 k2h c14", Some("1,1>3,2")),
        ("cohesion:level/aips-01", "shift c1 left", Some("1,0L")),
        ("tiles:level/iartistas-01", "tilt down", Some("D")),
        ("tiles:level/iartistas-01", "tilt sideways", None),
        ("birds:neller/1", "move kah c5", None),
        ("gaps:solvitaire/4x4/2", "place h2 c3 r1c2", None),
        ("sliding:random/3x3/1", "slide 3", None),
    ] {
        let words: Vec<&str> = action.split(' ').collect();
        let found = open(name).unwrap().pddl_move(&words);
        assert_eq!(found.as_deref(), wanted, "{name}: {action}");
    }
}
