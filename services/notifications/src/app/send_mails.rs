use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use jiff::SignedDuration;
use saffron_kit::Fault;
use saffron_kit::mail::{Mail, MailFault, UserMail};
use saffron_kit::pg::Backoff;

use super::{App, LONGEST_PAUSE};
use crate::store::{self, MAILS, MailJob};

/// The most digests that are sent at once.
const AT_ONCE: i64 = 16;
/// How long claimed digests are not claimed by other workers: longer than auth and a mail server may take.
const CLAIMED_FOR: SignedDuration = SignedDuration::from_mins(5);
const BACKOFF: Backoff = Backoff { first: Duration::from_secs(30), longest: LONGEST_PAUSE, tries: 10 };

/// Sends due digests by email. One that the mail server may have accepted is not sent again, except where a process ends before
/// it has stored the server's reply.
pub async fn send_mails(app: Arc<App>) -> Result<(), Fault> {
    loop {
        let now = app.now();
        let due = store::claim_mails(&app.database, now, now + CLAIMED_FOR, AT_ONCE).await?;
        if due.is_empty() {
            return Ok(());
        }
        let sent = join_all(due.iter().map(|job| process(&app, job))).await;
        sent.into_iter().collect::<Result<Vec<()>, Fault>>()?;
    }
}

/// Sends a digest, and stores the result.
async fn process(app: &App, job: &MailJob) -> Result<(), Fault> {
    let pause = send(app, job).await?;
    let mut conn = app.database.pool().acquire().await?;
    match pause {
        Some(pause) => MAILS.later(&mut conn, &job.claimed(), app.now() + pause).await,
        None => MAILS.done(&mut conn, &job.claimed()).await,
    }
}

/// Sends a digest; returns the pause before another try, or none if it needs no other try.
async fn send(app: &App, job: &MailJob) -> Result<Option<SignedDuration>, Fault> {
    let tries = job.tries;
    let to = match app.others.email_address(job.user_id).await {
        Ok(Some(to)) => to,
        Ok(None) => return Ok(None),
        Err(fault) => {
            tracing::warn!(%fault, tries, "a digest waits to be mailed");
            return Ok(Some(BACKOFF.pause(tries)));
        }
    };
    let mail = UserMail {
        subject: format!("{}: {}", job.location, job.notification),
        paragraphs: vec![job.message.clone()],
        button: Some(("Open in Saffron".into(), format!("{}/notifications", app.public_url))),
        notes: vec![
            "You get this email because the daily digest by email is on in your notification rules.".into(),
        ],
    };
    let (html, text) = app.templates.render(&mail)?;
    let mail = Mail {
        from_name: "Saffron".into(),
        to,
        subject: mail.subject,
        html,
        text,
        id: job.communication_id.to_string(),
        unsubscribe: None,
        reply_to: None,
        attachment: None,
    };
    let Err(fault) = app.mailer.send(&mail).await else { return Ok(None) };
    tracing::warn!(?fault, tries, "a digest was not mailed");
    Ok(if matches!(fault, MailFault::Later(_)) { BACKOFF.after(tries) } else { None })
}
