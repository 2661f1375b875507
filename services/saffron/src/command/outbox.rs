use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::pg::{Database, PgConfig};
use saffron_kit::service::Spec;
use saffron_services::SERVICES;

use super::dlq::one_line;
use crate::cli::{ListRefused, SendRefused};

/// Rows that are read at once.
const PAGE: i64 = 500;

/// Shows the events that NATS refused for good, a line each.
pub async fn list(env: &Env, what: ListRefused) -> anyhow::Result<()> {
    let mut left = what.limit;
    let mut shown = 0;
    for service in what.service.map_or_else(|| SERVICES.to_vec(), |one| vec![one]) {
        let (service, database) = (service.name, open_database(env, service)?);
        let mut after = i64::MIN;
        while left > 0 {
            let page = database.refused(after, PAGE.min(left)).await?;
            let Some(last) = page.last() else { break };
            after = last.id;
            left -= page.len() as i64;
            for event in page {
                if shown == 0 {
                    println!("service\tid\ttime\tsubject\tbytes\treason");
                }
                shown += 1;
                let (id, at, bytes) = (event.id, event.refused_at, event.bytes);
                println!(
                    "{service}\t{id}\t{at}\t{}\t{bytes}\t{}",
                    one_line(&event.subject),
                    one_line(&event.reason)
                );
            }
        }
    }
    if shown == 0 {
        println!("nothing is set aside");
    }
    Ok(())
}

/// Puts events back into the outbox.
pub async fn send(env: &Env, what: SendRefused) -> anyhow::Result<()> {
    let database = open_database(env, what.service)?;
    let mut sent = 0;
    if let Some(id) = what.id {
        sent = send_batch(&database, &[id]).await?;
        anyhow::ensure!(sent > 0, "There is no event {id}. List them first.");
    } else {
        loop {
            let ids: Vec<i64> =
                database.refused(i64::MIN, PAGE).await?.iter().map(|event| event.id).collect();
            let some = send_batch(&database, &ids).await?;
            if some == 0 {
                break;
            }
            sent += some;
        }
    }
    println!("sent: {sent}");
    Ok(())
}

/// Puts events back in one transaction; returns how many there were.
async fn send_batch(database: &Database, ids: &[i64]) -> anyhow::Result<u64> {
    let mut tx = database.begin().await?;
    let sent = tx.send_refused(ids).await?;
    tx.commit().await?;
    Ok(sent)
}

fn open_database(env: &Env, service: &Spec) -> anyhow::Result<Database> {
    Ok(Database::open(service.name, &PgConfig::from_env(service.name, env)?, Clock::system())?)
}
