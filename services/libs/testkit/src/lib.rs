//! The ground of tests: a service with a database and a NATS prefix of its own on real servers, keys, and waiting for
//! events instead of sleeping. `cargo dev test` starts the servers and names them in
//! `SAFFRON_TEST_POSTGRES_URL` and `SAFFRON_TEST_NATS_URL`.
#![allow(
    clippy::unwrap_used,
    clippy::expect_used,
    clippy::panic,
    clippy::indexing_slicing,
    clippy::disallowed_methods
)]

mod answers;
mod collector;
mod database;
mod keys;
mod messages;
mod process;
mod service;
mod values;
mod warnings;

use std::fmt::Debug;
use std::future::Future;
use std::time::Duration;

pub use answers::{collected, field, listed, pages, refusal};
pub use collector::{Collector, Sent};
pub use database::{database, database_url};
pub use keys::Keys;
pub use messages::{TestNats, nats};
pub use opentelemetry_proto::tonic::trace::v1::span::SpanKind;
pub use process::Process;
pub use service::{Connection, GATEWAY_KEY, OWNER, TestService, ZONE, calendar_of};
pub use values::{number, pos_id, with};

/// How long a test waits for what must happen: so long that only a hang exceeds it, also on a busy machine.
pub const PATIENCE: Duration = Duration::from_secs(300);

/// Runs `find` until it finds something, and fails the test after [`PATIENCE`].
pub async fn eventually<T, F: Future<Output = Option<T>>>(what: &str, mut find: impl FnMut() -> F) -> T {
    eventually_ok(what, || {
        let found = find();
        async { found.await.ok_or("nothing") }
    })
    .await
}

/// Runs `find` until it succeeds; fails the test after [`PATIENCE`], with the last error and the last warnings of
/// services.
pub async fn eventually_ok<T, E: Debug, F: Future<Output = Result<T, E>>>(
    what: &str,
    mut find: impl FnMut() -> F,
) -> T {
    let mut last = None;
    let found = tokio::time::timeout(PATIENCE, async {
        loop {
            match Box::pin(find()).await {
                Ok(found) => return found,
                Err(wrong) => last = Some(wrong),
            }
            tokio::time::sleep(Duration::from_millis(10)).await;
        }
    })
    .await;
    found.unwrap_or_else(|_| panic!("waited in vain for {what}: found {last:?}\n{}", warnings::last()))
}

/// Lets what runs in this process take as long as a test waits: on a busy machine a call that would have succeeded must
/// not end as 'busy'. Tests of deadlines themselves do without.
pub fn unhurried() {
    saffron_kit::deadline::stretch(20);
}

fn server(variable: &str) -> String {
    std::env::var(variable).unwrap_or_else(|_| {
        panic!("{variable} is not set: run `cargo dev test rust`, which starts the servers")
    })
}
