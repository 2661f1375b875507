use saffron_core::{Code, Error};

use crate::pg::tls::told;

/// Why a piece of work failed, and whether another try can help.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The caller can do something about it, and is told.
    #[error(transparent)]
    Told(#[from] Error),
    /// It may work the next time: a connection, a deadlock, a time-out.
    #[error("transient: {0}")]
    Transient(String),
    /// It will fail each time. The text goes to the log only.
    #[error("permanent: {0}")]
    Permanent(String),
}

impl Fault {
    /// Whether the same work may succeed later.
    #[must_use]
    pub fn is_transient(&self) -> bool {
        match self {
            Fault::Transient(_) => true,
            Fault::Told(error) => matches!(error.code, Code::Unavailable | Code::TooMany),
            Fault::Permanent(_) => false,
        }
    }

    /// What a caller may see. Anything inside is logged here, once.
    #[must_use]
    pub fn into_told(self) -> Error {
        match self {
            Fault::Told(error) => error,
            Fault::Transient(why) => {
                tracing::warn!(why, "unavailable");
                Error::unavailable("A part of the system is busy. Please try again.")
            }
            Fault::Permanent(why) => {
                tracing::error!(why, "internal error");
                Error::new(Code::Internal, "Error Occured. Please contact system administrator.")
            }
        }
    }
}

impl From<sqlx::Error> for Fault {
    fn from(error: sqlx::Error) -> Fault {
        if is_transient(&error) { Fault::Transient(told(&error)) } else { Fault::Permanent(told(&error)) }
    }
}

/// Connection loss, serialization failure, deadlock, lock or statement time-out, shutdown, full disk or too
/// many connections: classes 08, 40, 53, 57 and code 55P03 of Postgres.
fn is_transient(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed => true,
        sqlx::Error::Database(e) => e.code().is_some_and(|code| {
            ["08", "40", "53", "57"].iter().any(|class| code.starts_with(class)) || code == "55P03"
        }),
        _ => false,
    }
}
