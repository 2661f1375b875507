//! A database that says nothing any more, and never says that it is gone.

use std::time::Duration;

use futures::future::try_join_all;
use saffron_core::Clock;
use saffron_kit::pg::{Conn, Database, PgConfig};
use saffron_kit::{Fault, Secret};
use saffron_testkit::{database_url, eventually};

use crate::NO_MIGRATIONS;
use crate::proxy::Proxy;

/// Connections of the pool.
const PLACES: u32 = 3;
/// How long a time-out may take to be noticed.
const PATIENCE: Duration = saffron_testkit::PATIENCE;

#[tokio::test]
async fn silent_connections_time_out_and_free_their_slots() {
    let url = database_url("kit", &NO_MIGRATIONS).await;
    let (base, name) = url.rsplit_once('/').unwrap();
    let (user, server) = base.rsplit_once('@').unwrap();
    let proxy = Proxy::to(server).await;
    let config = PgConfig::new(Secret::new(format!("{user}@{}/{name}", proxy.address)), PLACES);
    let database = Database::open("kit", &config, Clock::system()).unwrap();
    let short = database.pool().acquire_for(Duration::from_secs(1)).await.unwrap();
    let all = [Ok(short), database.pool().acquire().await, database.pool().acquire().await];
    let [mut short, used, unused] = all.map(Result::unwrap);
    drop(unused);

    proxy.fall_silent();
    let answer = tokio::time::timeout(PATIENCE, sqlx::query("SELECT 1").execute(&mut short)).await;
    let fault = Fault::from(answer.expect("it never times out").unwrap_err());
    assert!(fault.is_transient(), "{fault}");
    drop((short, used));
    assert!(tokio::time::timeout(PATIENCE, database.answers()).await.is_ok(), "health never times out");

    eventually("every place to be of use", || async {
        let all = (0..PLACES).map(|_| database.pool().acquire());
        let mut all: Vec<Conn> = try_join_all(all).await.ok()?;
        let ask = all.iter_mut().map(|one| sqlx::query("SELECT 1").execute(one));
        try_join_all(ask).await.ok().map(drop)
    })
    .await;
}
