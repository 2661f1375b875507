//! A database that says nothing any more, and never says that it is gone.

use std::time::Duration;

use futures::future::try_join_all;
use saffron_core::Clock;
use saffron_kit::pg::{Conn, Database, PgConfig};
use saffron_kit::{Fault, Secret};
use saffron_testkit::{database_url, eventually};

use crate::NO_MIGRATIONS;
use crate::way::Way;

/// Connections of the pool.
const PLACES: u32 = 3;
/// How long anything may take to be told that there is no answer.
const PATIENCE: Duration = saffron_testkit::PATIENCE;

#[tokio::test]
async fn nobody_waits_for_ever_and_every_place_is_taken_by_a_connection_that_answers() {
    let url = database_url("kit", &NO_MIGRATIONS).await;
    let (base, name) = url.rsplit_once('/').unwrap();
    let (user, server) = base.rsplit_once('@').unwrap();
    let way = Way::to(server).await;
    let config = PgConfig::new(Secret::new(format!("{user}@{}/{name}", way.address)), PLACES);
    let database = Database::open("kit", &config, Clock::system()).unwrap();
    let short = database.pool().acquire_for(Duration::from_secs(1)).await.unwrap();
    let all = [Ok(short), database.pool().acquire().await, database.pool().acquire().await];
    let [mut short, used, unused] = all.map(Result::unwrap);
    drop(unused);

    way.fall_silent();
    let answer = tokio::time::timeout(PATIENCE, sqlx::query("SELECT 1").execute(&mut short)).await;
    let fault = Fault::from(answer.expect("it waits for ever").unwrap_err());
    assert!(fault.is_transient(), "{fault}");
    drop((short, used));
    assert!(tokio::time::timeout(PATIENCE, database.answers()).await.is_ok(), "health waits for ever");

    eventually("every place to be of use", || async {
        let all = (0..PLACES).map(|_| database.pool().acquire());
        let mut all: Vec<Conn> = try_join_all(all).await.ok()?;
        let ask = all.iter_mut().map(|one| sqlx::query("SELECT 1").execute(one));
        try_join_all(ask).await.ok().map(drop)
    })
    .await;
}
