//! Errors of requests: a status for programs, a message for people.

use std::fmt;

use axum::Json;
use axum::http::StatusCode;
use axum::response::{IntoResponse, Response};
use spielbaum_core::TextError;
use spielbaum_lab::{SessionError, StoreError};

use crate::LARGEST_BODY;

/// The error of a request.
#[derive(Debug)]
pub(crate) struct Problem {
    status: StatusCode,
    reason: String,
}

impl Problem {
    pub(crate) fn new(status: StatusCode, reason: impl Into<String>) -> Problem {
        Problem { status, reason: reason.into() }
    }

    /// An invalid request; the reason names the offending text.
    pub(crate) fn bad(reason: impl Into<String>) -> Problem {
        Problem::new(StatusCode::BAD_REQUEST, reason)
    }

    pub(crate) fn forbidden(reason: impl Into<String>) -> Problem {
        Problem::new(StatusCode::FORBIDDEN, reason)
    }

    pub(crate) fn not_found(reason: impl Into<String>) -> Problem {
        Problem::new(StatusCode::NOT_FOUND, reason)
    }

    pub(crate) fn conflict(reason: impl Into<String>) -> Problem {
        Problem::new(StatusCode::CONFLICT, reason)
    }

    pub(crate) fn too_large() -> Problem {
        Problem::new(StatusCode::PAYLOAD_TOO_LARGE, format!("a request has at most {LARGEST_BODY} bytes"))
    }

    pub(crate) fn too_many() -> Problem {
        Problem::new(StatusCode::TOO_MANY_REQUESTS, "too many searches at the same time; try again in a moment")
    }
}

impl fmt::Display for Problem {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.reason)
    }
}

impl IntoResponse for Problem {
    fn into_response(self) -> Response {
        (self.status, Json(serde_json::json!({ "error": self.reason }))).into_response()
    }
}

impl From<TextError> for Problem {
    fn from(error: TextError) -> Problem {
        Problem::bad(error.to_string())
    }
}

impl From<StoreError> for Problem {
    fn from(error: StoreError) -> Problem {
        match error {
            StoreError::Unsuitable(..) => Problem::conflict(error.to_string()),
            StoreError::Database(..) => Problem::new(StatusCode::INTERNAL_SERVER_ERROR, error.to_string()),
        }
    }
}

impl From<SessionError> for Problem {
    fn from(error: SessionError) -> Problem {
        match error {
            SessionError::Experiment(error) => error.into(),
            SessionError::Store(error) => error.into(),
        }
    }
}
