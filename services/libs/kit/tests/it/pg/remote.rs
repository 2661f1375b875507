//! Errors of a database that keeps tables on other nodes, as Citus words them.

use saffron_kit::Fault;
use saffron_kit::pg::Database;
use sqlx::AssertSqlSafe;

use crate::fresh_database;

/// The error of a database that raises this, by a function of this name: its name is in the error's context.
async fn raised(database: &Database, function: &str, code: &str, message: &str) -> Fault {
    let mut connection = database.pool().acquire().await.unwrap();
    let make = format!(
        "CREATE OR REPLACE FUNCTION {function:?}() RETURNS void LANGUAGE plpgsql AS
         $f$ BEGIN RAISE EXCEPTION USING ERRCODE = '{code}', MESSAGE = $m${message}$m$; END $f$"
    );
    sqlx::query(AssertSqlSafe(make)).execute(&mut connection).await.unwrap();
    let call = format!("SELECT {function:?}()");
    sqlx::query(AssertSqlSafe(call)).execute(&mut connection).await.unwrap_err().into()
}

#[tokio::test]
async fn a_node_that_is_away_is_a_transient_fault() {
    let database = fresh_database().await;
    for (code, message) in [
        ("XX000", "failure on connection marked as essential: 10.0.0.2:5432"),
        ("XX000", "failed to prepare transaction 'citus_0_1_2_3' on host 10.0.0.2:5432"),
        ("XX000", "cannot connect to 10.0.0.2:5432 to fetch intermediate results"),
        ("XX000", "failed to read result \"1_2\" from node 10.0.0.2:5432"),
        (
            "XX000",
            "execution cannot recover from multiple connection failures. Last node failed 10.0.0.2:5432",
        ),
        ("XX000", "postmaster was shut down, exiting"),
        (
            "XX000",
            "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally",
        ),
        ("XX000", "could not receive data from server: Connection reset by peer"),
        ("XX000", "could not send data to server: Broken pipe"),
        ("XX000", "SSL connection has been closed unexpectedly"),
        ("XX000", "SSL SYSCALL error: EOF detected"),
        ("XX000", "no connection to the server"),
        ("08006", "connection to the remote node a@10.0.0.2:5432 failed with the following error: timeout"),
        ("08006", "could not establish any connections to the node 10.0.0.2:5432 after 30000 ms"),
        (
            "58P01",
            "could not open file \"base/pgsql_job_cache/16384_0_27/insert_select_18_102382.data\": No such file or directory",
        ),
        ("40P01", "canceling the transaction since it was involved in a distributed deadlock"),
    ] {
        let fault = raised(&database, "away", code, message).await;
        assert!(fault.is_transient(), "{code} {message}: {fault}");
    }
    // A result without a word of its own, of a connection that has none either.
    let silent = raised(&database, "while executing command on 10.0.0.2:5432", "XX000", "").await;
    assert!(silent.is_transient(), "{silent}");
}

#[tokio::test]
async fn an_internal_error_is_permanent_on_any_node() {
    let database = fresh_database().await;
    for function in ["here", "while executing command on 10.0.0.2:5432"] {
        for message in [
            "cache lookup failed for relation 16385",
            "unexpected chunk number 1 (expected 0) for toast value 16390",
            "could not find valid entry for shard 102008",
            "there is a shard placement in node group 2 but there are no nodes in that group",
            "a row says: server closed the connection unexpectedly",
        ] {
            let fault = raised(&database, function, "XX000", message).await;
            assert!(!fault.is_transient(), "{function}: {message}: {fault}");
        }
    }
    assert!(!raised(&database, "here", "XX000", "").await.is_transient());
    let lost_file = "could not open file \"base/16384/2619\": No such file or directory";
    assert!(!raised(&database, "here", "58P01", lost_file).await.is_transient());
}
