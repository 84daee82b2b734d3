//! Certified verdicts, and the lemmas that a proof may rely on.

use std::fmt;

use patience_core::Stop;

use crate::report::Verdict;

/// The lemmas that a proof of loss may use. With fewer lemmas, proofs are larger and need less
/// trust.
///
/// ```
/// use patience_catalogue::{Context, Lemmas, Request, open};
///
/// let deal = open("gaps:random/3x4/1")?;
/// let certified = deal.certify(&Request::default(), Lemmas::None, &mut Context::unwatched())?;
/// assert!(certified.certificate.is_some(), "a closed set, which relies on the rules alone");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Lemmas {
    /// All lemmas of the solver.
    #[default]
    All,
    /// No sleep sets (Gaps).
    NoSleep,
    /// Neither sleep sets nor persistent sets (Gaps).
    NoSets,
    /// Neither of these nor relaxed dead ends (Gaps).
    NoDeadEnds,
    /// No lemmas: the proof is a closed set of states.
    None,
}

/// A verdict with its proof, from [`Instance::certify`](crate::Instance::certify) or
/// [`Instance::certificate_of`](crate::Instance::certificate_of).
///
/// ```
/// use patience_catalogue::{Context, Lemmas, Request, open};
///
/// let deal = open("birds:neller/10")?;
/// let certified = deal.certify(&Request::default(), Lemmas::All, &mut Context::unwatched())?;
/// assert!(certified.to_string().starts_with("unsolvable, with a certificate of "));
/// let bytes = certified.to_bytes().expect("a verdict");
/// assert_eq!(patience_check::check(&bytes[..])?.claim, "lost");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
#[non_exhaustive]
pub struct Certified {
    /// The verdict.
    pub verdict: Verdict,
    /// The reason for the stop, if the verdict is unknown.
    pub stop: Option<Stop>,
    /// States expanded.
    pub expanded: u64,
    /// The certificate, unless the verdict is unknown.
    pub certificate: Option<Vec<u8>>,
}

impl Certified {
    pub(crate) fn unknown(stop: Stop, expanded: u64) -> Self {
        Certified { verdict: Verdict::Unknown, stop: Some(stop), expanded, certificate: None }
    }

    /// The certificate in file format, unless the verdict is unknown.
    pub fn to_bytes(&self) -> Option<Vec<u8>> {
        self.certificate.clone()
    }
}

impl fmt::Display for Certified {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match (&self.certificate, self.stop) {
            (Some(bytes), _) => {
                write!(f, "{}, with a certificate of {} bytes", self.verdict, bytes.len())
            }
            (None, Some(stop)) => write!(f, "{} ({stop})", self.verdict),
            (None, None) => self.verdict.fmt(f),
        }
    }
}
