//! A transaction whose service was too slow between two statements.

use saffron_kit::Fault;
use saffron_testkit::eventually;

use crate::fresh_database;

#[tokio::test]
async fn an_idle_transaction_time_out_is_a_transient_fault() {
    let database = fresh_database().await;
    let mut tx = database.begin().await.unwrap();
    let pid: i32 = sqlx::query_scalar("SELECT pg_backend_pid()").fetch_one(tx.conn()).await.unwrap();
    sqlx::query("SET LOCAL idle_in_transaction_session_timeout = '1ms'").execute(tx.conn()).await.unwrap();
    eventually("the server to end the transaction", || async {
        let lives = "SELECT EXISTS (SELECT 1 FROM pg_stat_activity WHERE pid = $1)";
        let lives: bool = sqlx::query_scalar(lives).bind(pid).fetch_one(database.pool()).await.ok()?;
        (!lives).then_some(())
    })
    .await;
    let fault = Fault::from(sqlx::query("SELECT 1").execute(tx.conn()).await.unwrap_err());
    assert!(fault.is_transient() && fault.to_string().contains("idle-in-transaction"), "{fault}");
}
