use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::pg::{Database, PgConfig};

use crate::cli::EndSessions;

/// Ends all sessions of a person.
pub async fn end(env: &Env, what: EndSessions) -> anyhow::Result<()> {
    let database = Database::open("auth", &PgConfig::from_env("auth", env)?, Clock::system())?;
    println!("sessions ended: {}", saffron_auth::end_sessions_of(&database, &what.email).await?);
    Ok(())
}
