use saffron_core::{Code, Error};
use sqlx::postgres::PgDatabaseError;

use crate::pg::connect::tls::describe;

/// The reason why work failed, and whether another try can help.
#[derive(Debug, thiserror::Error)]
pub enum Fault {
    /// The caller can do something about it; the error says what.
    #[error(transparent)]
    Refused(#[from] Error),
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
            Fault::Refused(error) => matches!(error.code, Code::Unavailable | Code::TooMany),
            Fault::Permanent(_) => false,
        }
    }

    /// What a caller may see. Anything inside is logged here, once.
    #[must_use]
    pub fn into_answer(self) -> Error {
        match self {
            Fault::Refused(error) => error,
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
        if is_transient(&error) {
            Fault::Transient(describe(&error))
        } else {
            Fault::Permanent(describe(&error))
        }
    }
}

/// How messages of Citus with SQLSTATE XX000 begin while a node is unreachable, and those of libpq, which Citus passes on with
/// that code. A statement that fails so succeeds once the node is back.
const AWAY: [&str; 12] = [
    "failure on connection marked as essential: ",
    "failed to prepare transaction '",
    "cannot connect to ",
    "failed to read result \"",
    "execution cannot recover from multiple connection failures",
    "postmaster was shut down, exiting",
    "server closed the connection unexpectedly",
    "could not receive data from server: ",
    "could not send data to server: ",
    "SSL connection has been closed unexpectedly",
    "SSL SYSCALL error: ",
    "no connection to the server",
];
/// What Citus adds to an error of another node; libpq may have no message for how a connection ended.
const ON_ANOTHER_NODE: &str = "while executing command on ";
/// Where a node keeps the parts of a statement that another needs; a node that starts again has none of them.
const JOB_CACHE: &str = "base/pgsql_job_cache/";

/// Connection loss, serialization failure, deadlock, shutdown, full disk, too many connections, and the time-outs of a lock, a
/// statement and an idle transaction: classes 08, 40, 53, 57 and codes 55P03, 25P03 and 25P04 of Postgres; and a node of Citus
/// that is away.
fn is_transient(error: &sqlx::Error) -> bool {
    match error {
        sqlx::Error::Io(_)
        | sqlx::Error::Tls(_)
        | sqlx::Error::Protocol(_)
        | sqlx::Error::PoolTimedOut
        | sqlx::Error::PoolClosed
        | sqlx::Error::WorkerCrashed
        | sqlx::Error::BeginFailed => true,
        sqlx::Error::Database(e) => {
            let error = e.try_downcast_ref::<PgDatabaseError>();
            error.is_some_and(|e| is_transient_code(e.code()) || is_node_lost(e))
        }
        _ => false,
    }
}

fn is_transient_code(code: &str) -> bool {
    ["08", "40", "53", "57"].iter().any(|class| code.starts_with(class))
        || ["55P03", "25P03", "25P04"].contains(&code)
}

/// Whether a node of Citus is gone. XX000 is an internal error otherwise, and class 58 an error of the server's own files.
fn is_node_lost(error: &PgDatabaseError) -> bool {
    let message = error.message();
    let is_of_another_node = || error.r#where().is_some_and(|context| context.contains(ON_ANOTHER_NODE));
    match error.code() {
        "XX000" => {
            AWAY.iter().any(|words| message.starts_with(words)) || message.is_empty() && is_of_another_node()
        }
        code => code.starts_with("58") && message.contains(JOB_CACHE),
    }
}
