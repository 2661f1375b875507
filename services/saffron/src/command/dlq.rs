use futures::TryStreamExt as _;
use saffron_kit::config::Env;

use crate::cli::{List, Replay};

/// Shows entries, a line each.
pub async fn list(env: &Env, what: List) -> anyhow::Result<()> {
    let nats = super::operator_nats(env).await?;
    let mut entries = std::pin::pin!(nats.dead_letters(what.consumer.as_deref()).await?);
    let mut shown = 0;
    while shown < what.limit {
        let Some(entry) = entries.try_next().await? else { break };
        if shown == 0 {
            println!("sequence\ttime\tsubject\tattempts\tposID\treason");
        }
        let pos_id = entry.letter.pos_id.as_ref().map_or("-", |pos_id| pos_id.as_str());
        let letter = &entry.letter;
        let (at, subject) = (entry.time, &letter.subject);
        println!(
            "{}\t{at}\t{subject}\t{}\t{pos_id}\t{}",
            entry.sequence,
            letter.attempts,
            one_line(&letter.reason)
        );
        shown += 1;
    }
    if shown == 0 {
        println!("nothing waits");
    }
    Ok(())
}

/// Sends entries back.
pub async fn replay(env: &Env, what: Replay) -> anyhow::Result<()> {
    let nats = super::operator_nats(env).await?;
    let mut replayed = 0;
    if let Some(sequence) = what.sequence {
        nats.replay(&nats.dead_letter(sequence).await?).await?;
        replayed = 1;
    } else {
        // Those that are there now: one that fails again comes back as a new entry.
        let mut entries = std::pin::pin!(nats.dead_letters(None).await?);
        while let Some(entry) = entries.try_next().await? {
            nats.replay(&entry).await?;
            replayed += 1;
        }
    }
    println!("replayed: {replayed}");
    Ok(())
}

fn one_line(text: &str) -> String {
    text.replace(['\n', '\t'], " ")
}
