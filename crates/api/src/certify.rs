//! A certificate of a position's verdict, and the checker's result.

use patience_catalogue::{Certified, Context, Lemmas, Request};
use patience_check::{Failure, check_watched};
use patience_core::{Budget, Limits};
use serde::Deserialize;
use serde_json::{Value, json};

use crate::position::Where;
use crate::{ApiError, Emit, JobContext, Since};

/// Maximum number of expansions: the page offers only small certificates.
const MAX_EXPANSIONS: u64 = 200_000;
/// Maximum bytes of a certificate, which is sent as text.
const MAX_BYTES: usize = 4 << 20;

/// A position with a verdict to prove.
#[derive(Debug, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Certify {
    #[serde(deserialize_with = "crate::question::object")]
    at: Where,
}

/// The checker's result for a certificate, as plain data: `verified` with the claim, or `refused`
/// with the record, 0 for the file as a whole, and the reason.
///
/// ```
/// let answer = patience_api::check(b"anything");
/// assert_eq!(answer["refused"]["record"], 0);
/// ```
pub fn check(certificate: &[u8]) -> Value {
    let refused = |record, reason| json!({ "refused": { "record": record, "reason": reason } });
    match patience_check::check(certificate) {
        Ok(verified) => json!({ "verified": {
            "claim": verified.claim,
            "game": verified.deal.0,
            "deal": verified.deal.1,
            "records": verified.records,
            "lemmas": verified.lemmas,
        } }),
        Err(Failure::Unreadable(reason)) => refused(0, format!("unreadable: {reason}")),
        Err(Failure::Refused(record, reason)) => refused(record, reason.to_string()),
        Err(Failure::Stopped) => refused(0, "stopped".to_owned()),
    }
}

pub(crate) fn run(job: &Certify, context: &JobContext<'_>, emit: Emit<'_>) -> Result<(), ApiError> {
    let instance = job.at.open(context, None)?;
    let wanted = Limits { expansions: Some(MAX_EXPANSIONS), ..Limits::default() };
    let request = Request { limits: context.limits(wanted, None), ..Request::default() };
    let clock = Since::now(context.clock);
    let environment = context.environment(&clock);
    let Certified { verdict, certificate, .. } =
        instance.certify(&request, Lemmas::All, &mut Context::new(environment))?;
    let Some(bytes) = certificate.filter(|bytes| bytes.len() <= MAX_BYTES) else {
        emit("none", json!({ "verdict": verdict }));
        return Ok(());
    };
    // Within the limits left after writing.
    let budget = Budget::new(request.limits, environment);
    let mut goes_on = |more| budget.tick().and_then(|()| budget.check_memory(more)).is_ok();
    let verified = match check_watched(1, || Ok(&bytes[..]), &mut goes_on) {
        Ok(verified) => verified,
        Err(Failure::Stopped) => {
            emit("none", json!({ "verdict": verdict }));
            return Ok(());
        }
        Err(failure) => {
            return Err(ApiError::defect(format!("the certificate is rejected: {failure}")));
        }
    };
    emit(
        "certificate",
        json!({
            "verdict": verdict,
            "claim": verified.claim,
            "board": verified.deal.1,
            "records": verified.records,
            "lemmas": verified.lemmas,
            "hex": bytes.iter().map(|byte| format!("{byte:02x}")).collect::<String>(),
        }),
    );
    Ok(())
}
