//! Connections to a database: the pool, TLS, and how the server plans statements.

pub(super) mod conn;
pub(super) mod planner;
pub(super) mod pool;
pub(crate) mod tls;
