use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use jiff::SignedDuration;
use saffron_kit::mail::{Mail, MailFault, Mailer, UserMailTemplates};
use saffron_kit::pg::{Backoff, Claimed};
use saffron_kit::{CancellationToken, Fault, Secret, run_worker};

use super::App;
use crate::domain::user_mail;
use crate::store::{self, ClaimedMail, MAILS, MailKey};

/// The most mails that are sent at once.
const AT_ONCE: i64 = 8;
/// How long claimed mails are not claimed by other workers: longer than a mail server may take.
const CLAIM_LIFETIME: SignedDuration = SignedDuration::from_mins(3);
/// The pause between rounds when nothing is due.
const IDLE_PAUSE: Duration = Duration::from_secs(2);
/// The pauses between tries of a mail.
const BACKOFF: Backoff =
    Backoff { first: Duration::from_secs(2), longest: Duration::from_secs(15 * 60), tries: 12 };
/// The name that mails have as their sender.
const SENDER_NAME: &str = "Saffron";

/// What sending a mail needs.
pub struct MailSender {
    pub mailer: Mailer,
    pub templates: UserMailTemplates,
    /// The origin at which people reach the app, without a slash at its end.
    pub public_url: String,
}

/// Sends mails until `shutdown`. A mail is sent again if the worker died or the answer of the mail server was lost: with another
/// link, which replaces the one before.
pub async fn run_mails(app: Arc<App>, sender: MailSender, shutdown: CancellationToken) {
    run_worker("mails", IDLE_PAUSE, Some(&app.mails), &shutdown, || send_due_mails(&app, &sender)).await;
}

/// Sends up to `AT_ONCE` mails; false if none was due.
async fn send_due_mails(app: &App, sender: &MailSender) -> Result<bool, Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let claimed: Vec<Claimed<MailKey>> = MAILS.claim(tx.conn(), now, now + CLAIM_LIFETIME, AT_ONCE).await?;
    if claimed.is_empty() {
        return Ok(false);
    }
    let ids: Vec<_> = claimed.iter().map(|mail| mail.key.0).collect();
    let mut ready = Vec::with_capacity(claimed.len());
    for mail in store::claimed_mails(&mut tx, &ids).await? {
        let token = mail.kind.has_link().then(Secret::random);
        if let Some(token) = &token {
            let (hash, ends_at) = (token.digest(), now + mail.kind.lifetime());
            match (mail.user_id, mail.sign_up_id) {
                (Some(user_id), _) => store::set_reset_link(&mut tx, user_id, &hash, ends_at).await?,
                (None, Some(sign_up_id)) => store::set_link(&mut tx, sign_up_id, &hash, ends_at).await?,
                (None, None) => {}
            }
        }
        ready.extend(claimed.iter().find(|one| one.key.0 == mail.mail_id).map(|one| (one, mail, token)));
    }
    tx.commit().await?;
    let sent = ready.iter().map(|(claimed, mail, token)| send(app, sender, claimed, mail, token.as_ref()));
    join_all(sent).await.into_iter().collect::<Result<(), Fault>>()?;
    Ok(true)
}

/// Sends one claimed mail, and removes it from the queue or plans another try.
async fn send(
    app: &App,
    sender: &MailSender,
    claimed: &Claimed<MailKey>,
    to: &ClaimedMail,
    token: Option<&Secret>,
) -> Result<(), Fault> {
    let names = (to.first_name.as_str(), to.unique_code.as_str());
    let written = user_mail(to.kind, names, token, &sender.public_url, app.now());
    let (html, text) = sender.templates.render(&written)?;
    let mail = Mail {
        from_name: SENDER_NAME.into(),
        to: to.email.clone(),
        subject: written.subject,
        html,
        text,
        id: format!("{}.{}", to.mail_id, claimed.tries),
        unsubscribe: None,
        reply_to: None,
        attachment: None,
    };
    let kind = to.kind.as_str();
    // The answer of the mail server may contain the address: it is not logged.
    let pause = match sender.mailer.send(&mail).await {
        Ok(()) => None,
        Err(MailFault::Refused { .. }) => {
            tracing::warn!(kind, "the mail server refuses a mail");
            None
        }
        Err(MailFault::Later(_) | MailFault::Unknown(_)) => {
            let pause = BACKOFF.after(claimed.tries);
            tracing::warn!(kind, tries = claimed.tries, given_up = pause.is_none(), "a mail was not taken");
            pause
        }
    };
    let mut conn = app.database.pool().acquire().await?;
    match pause {
        None => MAILS.done(&mut conn, claimed).await,
        Some(pause) => MAILS.later(&mut conn, claimed, app.now() + pause).await,
    }
}
