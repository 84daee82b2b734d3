//! The depth-first search of the Birds of a Feather paper: every visit counts.

use patience_core::{Environment, Limits, Run, Stop, Verdict};
use patience_games::birds::neller;
use patience_papers::birds::dfs;

#[test]
fn every_visit_counts() {
    for (deal, visits) in
        [(1, 32_663), (2, 17_475), (3, 801), (277, 2_680), (1_207, 76), (2_817, 2_394)]
    {
        let mut run = Run::unlimited();
        let outcome = dfs(&neller(deal), &mut run);
        let Verdict::Solved { plan, .. } = outcome.verdict else {
            panic!("deal {deal} can be won")
        };
        assert_eq!(
            (plan.len(), run.counters().expanded, run.counters().generated),
            (15, visits, visits - 1),
            "deal {deal}"
        );
    }
}

#[test]
fn limits_stop_it() {
    for (limits, stop) in [
        (Limits { expansions: Some(50), ..Limits::default() }, Stop::Expansions),
        (Limits { depth: Some(3), ..Limits::default() }, Stop::Depth),
    ] {
        let mut run = Run::new(limits, Environment::none());
        let outcome = dfs(&neller(1), &mut run);
        assert!(matches!(outcome.verdict, Verdict::Unknown(found) if found == stop), "{stop}");
    }
}
