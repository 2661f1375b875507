//! How the database plans the statements of a service.

use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::pg::{Database, PgConfig};
use saffron_testkit::database_url;
use sqlx::AssertSqlSafe;

use crate::NO_MIGRATIONS;

/// What a connection of the service says of these settings.
async fn shown<const N: usize>(variables: &[(&str, &str)], names: [&str; N]) -> [String; N] {
    let url = database_url("kit", &NO_MIGRATIONS).await;
    let variables = [("SAFFRON_KIT_DATABASE_URL", url.as_str())].into_iter().chain(variables.iter().copied());
    let config = PgConfig::from_env("kit", &Env::of(variables)).unwrap();
    let database = Database::open("kit", &config, Clock::system()).unwrap();
    let mut shown = names.map(str::to_owned);
    for name in &mut shown {
        let show = AssertSqlSafe(format!("SHOW {name}"));
        *name = sqlx::query_scalar(show).fetch_one(database.pool()).await.unwrap();
    }
    shown
}

#[tokio::test]
async fn statements_are_planned_by_the_configuration() {
    let names = ["plan_cache_mode", "enable_seqscan", "enable_hashjoin", "enable_nestloop", "lock_timeout"];
    assert_eq!(shown(&[], names).await, ["force_generic_plan", "off", "off", "on", "10s"]);
    let planner = ("SAFFRON_KIT_DATABASE_PLANNER", "plan_cache_mode=auto,enable_hashjoin=on");
    assert_eq!(shown(&[planner], names).await, ["auto", "off", "on", "on", "10s"]);
}

#[test]
fn a_wrong_switch_is_refused_by_its_variable() {
    let env = Env::of([
        ("SAFFRON_KIT_DATABASE_URL", "postgres://a@db/a"),
        ("SAFFRON_KIT_DATABASE_PLANNER", "statement_timeout=0"),
    ]);
    let refused = PgConfig::from_env("kit", &env).unwrap_err().to_string();
    assert!(refused.starts_with("SAFFRON_KIT_DATABASE_PLANNER: is no list"), "{refused}");
}
