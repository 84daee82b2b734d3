//! Errors in a question.

use patience_catalogue::gaps::RedealError;
use patience_catalogue::packed::ExpandError;
use patience_catalogue::{PlanError, RequestError};
use patience_core::{DEFECT, InputError, OpenError};
use serde::Serialize;

/// An error in a question, for people, with its place in a board if there is one.
///
/// ```
/// use patience_api::{JobContext, answer};
/// use serde_json::json;
///
/// let question = json!({ "instance": "gaps:random/9x9/1" });
/// let error = answer("position", question, &JobContext::unbounded()).unwrap_err();
/// println!("{}", error.message);
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct ApiError {
    /// A whole sentence.
    pub message: String,
    /// The line in the board, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub line: Option<usize>,
    /// The column in the board, from 1.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub column: Option<usize>,
}

impl ApiError {
    /// A defect of Patience, with its symptom.
    pub fn defect(how: impl std::fmt::Display) -> Self {
        ApiError::new(format!("{DEFECT}: {how}"))
    }

    /// A fault without a place.
    pub fn new(message: impl Into<String>) -> Self {
        ApiError { message: message.into(), line: None, column: None }
    }
}

impl std::fmt::Display for ApiError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str(&self.message)
    }
}

impl std::error::Error for ApiError {}

impl From<InputError> for ApiError {
    fn from(error: InputError) -> Self {
        ApiError {
            message: error.to_string(),
            line: error.position.map(|at| at.line),
            column: error.position.map(|at| at.column),
        }
    }
}

impl From<OpenError> for ApiError {
    fn from(error: OpenError) -> Self {
        match error {
            OpenError::Input(error) => error.into(),
            error => ApiError::new(error.to_string()),
        }
    }
}

impl From<PlanError> for ApiError {
    fn from(error: PlanError) -> Self {
        ApiError::new(error.to_string())
    }
}

impl From<ExpandError> for ApiError {
    fn from(error: ExpandError) -> Self {
        ApiError::new(error.to_string())
    }
}

impl From<RedealError> for ApiError {
    fn from(error: RedealError) -> Self {
        ApiError::new(error.to_string())
    }
}

impl From<RequestError> for ApiError {
    fn from(error: RequestError) -> Self {
        ApiError::new(error.to_string())
    }
}

/// An answer that cannot be written; [`Question`](crate::Question) reports unreadable questions.
impl From<serde_json::Error> for ApiError {
    fn from(error: serde_json::Error) -> Self {
        ApiError::defect(format!("the answer cannot be written: {error}"))
    }
}
