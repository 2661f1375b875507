use std::time::Duration;

use futures::future::join_all;
use jiff::SignedDuration;
use saffron_kit::Fault;
use saffron_kit::mail::{Letter, Mail, MailFault};

use super::{App, pause};
use crate::store::{self, MailJob};

/// Digests that are sent at once.
const AT_ONCE: i64 = 16;
/// How long digests in hand are kept from others: longer than auth and a mail server may take.
const IN_HAND: SignedDuration = SignedDuration::from_mins(5);
/// The pause before the second try.
const AGAIN: Duration = Duration::from_secs(30);
/// How often a digest is tried.
const TRIES: i32 = 10;

/// Sends the digests that are due by email. One that the mail server may have taken is not sent again, but where a process
/// ends between its yes and our note.
pub async fn send_mails(app: &App) -> Result<(), Fault> {
    loop {
        let now = app.now();
        let due = store::claim_mails(&app.database, now, now + IN_HAND, AT_ONCE).await?;
        if due.is_empty() {
            return Ok(());
        }
        let sent = join_all(due.iter().map(|job| send(app, job))).await;
        sent.into_iter().collect::<Result<Vec<()>, Fault>>()?;
    }
}

async fn send(app: &App, job: &MailJob) -> Result<(), Fault> {
    let again = |why: String| {
        tracing::warn!(why, tries = job.tries, "a digest waits to be mailed");
        app.now() + pause(AGAIN, job.tries)
    };
    let to = match app.others.person(job.user).await {
        Ok(Some((to, _))) => to,
        Ok(None) => return store::drop_mail(&app.database, job).await,
        Err(fault) => return store::retry_mail(&app.database, job, again(fault.to_string())).await,
    };
    let letter = Letter {
        subject: format!("{}: {}", job.place, job.notification),
        paragraphs: vec![job.message.clone()],
        button: Some(("Open the day".into(), format!("{}/notifications", app.settings.public_url))),
        notes: vec![
            "You get this because the daily digest by email is switched on in your notification rules."
                .into(),
        ],
    };
    let (html, text) = app.letters.render(&letter)?;
    let mail = Mail {
        from_name: "Saffron".into(),
        to,
        subject: letter.subject,
        html,
        text,
        id: job.communication.to_string(),
        unsubscribe: None,
    };
    match app.mailer.send(&mail).await {
        Err(MailFault::Later(why)) if job.tries < TRIES => {
            store::retry_mail(&app.database, job, again(why)).await
        }
        Err(fault) => {
            tracing::warn!(?fault, "a digest was not mailed");
            store::drop_mail(&app.database, job).await
        }
        Ok(()) => store::drop_mail(&app.database, job).await,
    }
}
