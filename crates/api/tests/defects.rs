//! A defect in any part of Patience is reported in the same words.

use patience_api::ApiError;
use patience_catalogue::RequestError;
use patience_core::{DEFECT, OpenError, PlanFault, ReplayError, Stop};

#[test]
fn a_defect_is_told_as_one() {
    let (algorithm, instance) = ("bfs", "birds:neller/1".to_owned());
    let error = Some(ReplayError { index: 2, fault: PlanFault::Illegal });
    for error in [
        ApiError::from(RequestError::Defect { algorithm, instance: instance.clone(), error: None }),
        ApiError::from(RequestError::Defect { algorithm, instance, error }),
        ApiError::from(OpenError::from(Stop::Defect)),
        ApiError::defect("the search panicked"),
    ] {
        assert!(error.message.starts_with(&format!("{DEFECT}: ")), "{error}");
    }
    let limit = ApiError::from(OpenError::from(Stop::Time));
    assert!(!limit.message.contains(DEFECT), "{limit}");
}
