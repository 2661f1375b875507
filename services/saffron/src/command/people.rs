use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::pg::{Database, PgConfig};

use crate::cli::{AtLocation, ErasePerson, RemovePerson};

fn database(env: &Env) -> anyhow::Result<Database> {
    Ok(Database::open("auth", &PgConfig::from_env("auth", env)?, Clock::system())?)
}

/// Prints the people of a location, a line each.
pub async fn list(env: &Env, what: AtLocation) -> anyhow::Result<()> {
    for one in saffron_auth::people_at(&database(env)?, what.pos_id.as_str()).await? {
        let seen = one.last_seen_at.map_or_else(|| "-".to_owned(), |at| at.strftime("%F").to_string());
        println!("{}  since {}  last here {seen}", one.email, one.linked_at.strftime("%F"));
    }
    Ok(())
}

/// Takes a person off a location.
pub async fn remove(env: &Env, what: RemovePerson) -> anyhow::Result<()> {
    let voided = saffron_auth::remove_person(&database(env)?, &what.email, what.pos_id.as_str()).await?;
    println!("removed from {}", what.pos_id);
    if voided > 0 {
        println!(
            "the vendor's open link codes are void: the vendor makes another by registering the location again"
        );
    }
    Ok(())
}

/// Erases a person.
pub async fn erase(env: &Env, what: ErasePerson) -> anyhow::Result<()> {
    let erased = saffron_auth::erase_person_of(&database(env)?, &what.email).await?;
    println!("erased; sessions ended: {}", erased.sessions.len());
    for pos_id in erased.deserted {
        println!("no person has {pos_id} any more: its vendor makes a link code by registering it again");
    }
    Ok(())
}
