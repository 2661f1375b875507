//! What is old goes in batches, each in a transaction of its own.

use saffron_core::Clock;
use saffron_testkit::database;

use crate::NO_MIGRATIONS;

#[tokio::test]
async fn old_rows_are_deleted_in_batches() {
    let clock = Clock::fixed("2026-07-18T16:00:00Z".parse().unwrap());
    let database = database("kit", &NO_MIGRATIONS, clock).await;
    for statement in [
        "CREATE TABLE gone (rows bigint, tx bigint)",
        "CREATE FUNCTION note() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
           INSERT INTO gone SELECT count(*), txid_current() FROM old; RETURN NULL; END $$",
        "CREATE TRIGGER note AFTER DELETE ON inbox REFERENCING OLD TABLE AS old
           FOR EACH STATEMENT EXECUTE FUNCTION note()",
        "INSERT INTO inbox SELECT 'points', gen_random_uuid(), '2026-01-01' FROM generate_series(1, 2500)",
        "INSERT INTO inbox VALUES ('points', gen_random_uuid(), '2026-07-18')",
        "INSERT INTO idempotency SELECT gen_random_uuid(), 'call', 'key', '', '', '2026-01-01'
           FROM generate_series(1, 1500)",
        "INSERT INTO buried_event SELECT 'points', gen_random_uuid(), '2026-01-01' FROM generate_series(1, 10)",
        "INSERT INTO outbox_refused SELECT n, gen_random_uuid(), 's', 'k', NULL, now(), '{}', NULL, 'why', '2026-01-01'
           FROM generate_series(1, 10) AS n",
    ] {
        sqlx::query(statement).execute(database.pool()).await.unwrap();
    }
    assert_eq!(database.forget_old().await.unwrap(), 2_500 + 1_500 + 10 + 10);
    let batches: Vec<(i64, i64)> = sqlx::query_as("SELECT rows, tx FROM gone WHERE rows > 0 ORDER BY tx")
        .fetch_all(database.pool())
        .await
        .unwrap();
    assert_eq!(batches.iter().map(|(rows, _)| *rows).collect::<Vec<_>>(), [1_000, 1_000, 500]);
    assert!(batches.windows(2).all(|two| two[0].1 != two[1].1), "each in a transaction of its own");
    let left: i64 =
        sqlx::query_scalar("SELECT count(*) FROM inbox").fetch_one(database.pool()).await.unwrap();
    assert_eq!((left, database.forget_old().await.unwrap()), (1, 0));
}
