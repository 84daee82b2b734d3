//! Errors of requests that cannot be carried out.

use patience_core::{BadValue, DEFECT, ReplayError, Stop};
use patience_gaps::Fault;

/// Errors of requests that cannot be carried out.
///
/// ```
/// use patience_catalogue::{Request, RequestError, open};
///
/// let deal = open("birds:neller/42")?;
/// assert!(matches!(
///     deal.check(&Request::new("asstar")),
///     Err(RequestError::UnknownAlgorithm { .. })
/// ));
/// assert!(matches!(
///     deal.check(&Request::new("beam").with("width", 0u64)),
///     Err(RequestError::BadValue(_))
/// ));
/// # Ok::<(), patience_core::OpenError>(())
/// ```
#[derive(Debug, thiserror::Error)]
#[non_exhaustive]
pub enum RequestError {
    /// The game has no such algorithm.
    #[error("{game}, {rules} rules: {message}")]
    UnknownAlgorithm {
        /// The game.
        game: &'static str,
        /// The rule set.
        rules: &'static str,
        /// The request, and the valid choices.
        message: String,
    },
    /// The game has no such heuristic.
    #[error("{game}: {message}")]
    UnknownHeuristic {
        /// The game.
        game: &'static str,
        /// The request, and the valid choices.
        message: String,
    },
    /// No solver of any game has such a parameter.
    #[error("{0}")]
    UnknownParameter(String),
    /// A parameter does not accept its value.
    #[error(transparent)]
    BadValue(#[from] BadValue),
    /// The model is not for the game or the heuristic.
    #[error("--model: {0}")]
    Model(String),
    /// A request sets threads or files.
    #[error(
        "`{0}` cannot be set here: threads and files are set by the program that runs the solve"
    )]
    Resource(String),
    /// Verdicts under the rule set cannot be certified.
    #[error(
        "there are no certificates for {game}+{rules}: `patience-check` does not know these rules \
         (docs/certificates.md)"
    )]
    NoCertificates {
        /// The game's name.
        game: &'static str,
        /// The rule set's name.
        rules: &'static str,
    },
    /// The request does not fit the instance, or a resource cannot be used.
    #[error("{0}")]
    BadOption(String),
    /// The Gaps solver rejects the request or one of its files.
    #[error(transparent)]
    Refused(Fault),
    /// A file of the solver is damaged or missing, or cannot be read or written. No verdict relies
    /// on it.
    #[error(transparent)]
    Files(Fault),
    /// A solver found a plan that the rules reject: a defect of Patience. No verdict is reported.
    #[error(
        "{DEFECT}: the plan that {algorithm} found for {instance} fails the replay{}",
        .error.map(|error| format!(" ({error})")).unwrap_or_default()
    )]
    Defect {
        /// The solver.
        algorithm: &'static str,
        /// The instance.
        instance: String,
        /// How the plan fails, if the solver returned one.
        error: Option<ReplayError>,
    },
}

impl RequestError {
    /// The error of a solver that stopped because of a defect of its own.
    pub(crate) fn if_defect(
        stop: Option<Stop>,
        algorithm: &'static str,
        instance: &str,
    ) -> Result<(), Self> {
        match stop {
            Some(Stop::Defect) => {
                Err(RequestError::Defect { algorithm, instance: instance.to_owned(), error: None })
            }
            _ => Ok(()),
        }
    }
}
