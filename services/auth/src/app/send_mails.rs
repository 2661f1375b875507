use std::sync::Arc;
use std::time::Duration;

use futures::future::join_all;
use jiff::SignedDuration;
use saffron_kit::mail::{Letters, Mail, MailFault, Mailer};
use saffron_kit::{CancellationToken, Fault, Secret, run_rounds};

use super::App;
use crate::domain::mailed::{letter, pause_after};
use crate::store::mails::{self, Owner, Taken};
use crate::store::{resets, sign_ups};

/// Mails in hand at once.
const AT_ONCE: i64 = 8;
/// For how long nobody else tries a mail that is in hand: longer than a mail server may take.
const IN_HAND: SignedDuration = SignedDuration::from_mins(3);
/// How often mails that wait are looked for where nobody tells of new ones.
const LOOK: Duration = Duration::from_secs(2);
/// Who writes, as people read it.
const FROM: &str = "Saffron";

/// What sending mails stands on.
pub struct Post {
    /// The mail server.
    pub mailer: Mailer,
    /// The looks.
    pub letters: Letters,
    /// The origin at which people reach the app, without a slash at its end.
    pub public_url: String,
}

/// Sends mails until `shutdown`. A mail is sent once or, where its worker died or the server's answer was lost, again: with
/// another link, which takes the place of the one before.
pub async fn run(app: Arc<App>, post: Post, shutdown: CancellationToken) {
    run_rounds("mails", LOOK, Some(&app.mails), &shutdown, || round(&app, &post)).await;
}

/// Sends what is due; true if there was something.
async fn round(app: &App, post: &Post) -> Result<bool, Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let taken = mails::take_due(&mut tx, now, now + IN_HAND, AT_ONCE).await?;
    if taken.is_empty() {
        return Ok(false);
    }
    let mut ready = Vec::with_capacity(taken.len());
    for mail in taken {
        let token = mail.kind.has_link().then(Secret::random);
        if let Some(token) = &token {
            let (hash, ends_at) = (token.digest(), now + mail.kind.lifetime());
            match mail.owner {
                Owner::Person(user_id) => resets::set(&mut tx, user_id, &hash, ends_at).await?,
                Owner::SignUp(sign_up_id) => sign_ups::set_link(&mut tx, sign_up_id, &hash, ends_at).await?,
            }
        }
        ready.push((mail, token));
    }
    tx.commit().await?;
    let done = join_all(ready.iter().map(|(mail, token)| send(app, post, mail, token.as_ref()))).await;
    done.into_iter().collect::<Result<(), Fault>>()?;
    Ok(true)
}

async fn send(app: &App, post: &Post, taken: &Taken, token: Option<&Secret>) -> Result<(), Fault> {
    let letter = letter(taken.kind, &taken.to, token, &post.public_url, app.now());
    let (html, text) = post.letters.render(&letter)?;
    let mail = Mail {
        from_name: FROM.into(),
        to: taken.to.email.clone(),
        subject: letter.subject,
        html,
        text,
        id: format!("{}.{}", taken.mail_id, taken.tries),
        unsubscribe: None,
    };
    let kind = taken.kind.as_str();
    // The server's words may hold the address: they are not logged.
    let again = match post.mailer.send(&mail).await {
        Ok(()) => None,
        Err(MailFault::Refused { .. }) => {
            tracing::warn!(kind, "the mail server refuses a mail");
            None
        }
        Err(MailFault::Later(_) | MailFault::Unknown(_)) => {
            let pause = pause_after(taken.tries);
            tracing::warn!(kind, tries = taken.tries, given_up = pause.is_none(), "a mail was not taken");
            pause
        }
    };
    match again {
        None => mails::delete(&app.database, taken.mail_id).await,
        Some(pause) => mails::put_off(&app.database, taken.mail_id, app.now() + pause).await,
    }
}
