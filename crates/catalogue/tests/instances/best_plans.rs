//! The best plan of a position.

use patience_catalogue::{BestPlans, Context, Instance, Request, open};

#[test]
fn a_position_has_one_best_plan_whoever_found_it() {
    let deal = open("gaps:solvitaire/4x13/1").unwrap();
    let solve = |instance: &dyn Instance, request: Request| {
        instance.solve(&request, &mut Context::unwatched()).expect("a valid request")
    };
    let long = solve(&*deal, Request::default());
    let short = solve(&*deal, deal.for_player(Request::default()));
    assert!(short.plan.len() < long.plan.len() && 0 < short.lower_bound, "{short:?}");
    let mut plans = BestPlans::default();
    plans.improve(&*deal, &mut short.clone());
    let mut improved = long.clone();
    plans.improve(&*deal, &mut improved);
    assert_eq!((improved.plan, improved.lower_bound), (short.plan.clone(), short.lower_bound));

    // Only the positions along the plan have it.
    let after = deal.after(&short.plan[0]).unwrap();
    let mut found = solve(&*after, Request::default());
    plans.improve(&*after, &mut found);
    assert!(found.plan.len() < short.plan.len());
    assert_eq!(after.validate(&found.plan.join(" ")), Ok(found.plan.len()));
    let other = open("gaps:solvitaire/4x13/2").unwrap();
    let mut found = solve(&*other, Request::default());
    let before = found.clone();
    plans.improve(&*other, &mut found);
    assert_eq!(found.plan, before.plan);
}

#[test]
fn a_request_that_says_how_is_left_as_it_is() {
    let deal = open("gaps:solvitaire/4x13/1").unwrap();
    assert!(deal.for_player(Request::default()).shortens());
    for request in [Request::new("astar"), Request::default().with("optimal", true)] {
        assert_eq!(deal.for_player(request.clone()), request);
    }
    let told = Request::default().with("rounds", 3u64);
    assert_eq!(deal.for_player(told.clone()), told);
    // If the solver that shortens plans does not fit, another answers.
    let other = open("gaps+free-parking:random/4x13/1").unwrap();
    assert_eq!(other.for_player(Request::default()), Request::default());
    let level = open("tiles:level/iartistas-04").unwrap();
    assert_eq!(level.for_player(Request::default()), Request::default());
}
