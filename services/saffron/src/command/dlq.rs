use futures::TryStreamExt as _;
use saffron_core::Code;
use saffron_kit::Fault;
use saffron_kit::config::Env;

use crate::cli::{List, Replay, Resend};

/// Shows entries, a line each.
pub async fn list(env: &Env, what: List) -> anyhow::Result<()> {
    let nats = super::ops_nats(env).await?;
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
        let elsewhere = entry.source.as_ref().map_or_else(String::new, |source| {
            format!(" ({} bytes, in {} at {})", source.bytes, source.stream, source.sequence)
        });
        println!(
            "{}\t{at}\t{subject}\t{}\t{pos_id}\t{}{elsewhere}",
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
    let nats = super::ops_nats(env).await?;
    let (mut replayed, mut gone) = (0, 0);
    if let Some(sequence) = what.sequence {
        nats.replay(&nats.dead_letter(sequence).await?).await?;
        replayed = 1;
    } else {
        // The entries of now: one that fails again comes back as a new entry.
        let mut entries = std::pin::pin!(nats.dead_letters(None).await?);
        while let Some(entry) = entries.try_next().await? {
            match nats.replay(&entry).await {
                Ok(()) => replayed += 1,
                Err(Fault::Refused(error)) if error.code == Code::NotFound => {
                    eprintln!("{error}");
                    gone += 1;
                }
                Err(fault) => return Err(fault.into()),
            }
        }
    }
    println!("replayed: {replayed}");
    anyhow::ensure!(gone == 0, "{gone} stay: what they are about is gone.");
    Ok(())
}

/// Sends a location's facts again.
pub async fn resend(env: &Env, what: Resend) -> anyhow::Result<()> {
    let nats = super::ops_nats(env).await?;
    println!("messages sent: {}", nats.resend_facts(&what.pos_id, what.since).await?);
    Ok(())
}

/// A text without the characters that end a line or a column.
pub fn one_line(text: &str) -> String {
    text.replace(['\n', '\t'], " ")
}
