use std::time::Duration;

use futures::future::join_all;
use saffron_kit::mail::{Mail, MailFault};
use uuid::Uuid;

use super::super::App;
use super::claim::Batch;
use crate::domain::{Channel, Rendered, segments, text_of};
use crate::store::{DueRow, SmsFault};

/// The result of one try to deliver a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum Delivered {
    /// The provider took it.
    Sent {
        /// The provider's id of a text.
        provider_id: Option<String>,
        /// Of texts.
        segments: i16,
    },
    /// It was not taken for now.
    Later {
        /// Why.
        why: String,
        /// After how long the provider wants to be asked again.
        after: Option<Duration>,
    },
    /// It may have been taken; asking again does not send it twice.
    Unanswered(String),
    /// It will never be taken.
    Failed {
        /// Why.
        why: String,
        /// It is the address that cannot be written to.
        bounced: bool,
    },
    /// The provider knows that the person opted out.
    OptedOut,
    /// It may have been taken.
    Unknown(String),
    /// It was not tried.
    NotTried,
}

fn failed(why: impl Into<String>, bounced: bool) -> Delivered {
    Delivered::Failed { why: why.into(), bounced }
}

/// Delivers a batch at once, as long as it `is_ours`; the result of each recipient.
pub async fn deliver<'b>(
    app: &App,
    batch: &'b Batch,
    is_ours: impl Fn() -> bool,
) -> Vec<(&'b DueRow, Delivered)> {
    let rendered = match batch.campaign.channel {
        Channel::Email => match app.mails.render(&batch.location, &batch.campaign.content) {
            Ok(rendered) => Some(rendered),
            Err(fault) => {
                tracing::error!(%fault, "an email cannot be written");
                let failed = |row| (row, failed("The email could not be written.", false));
                return batch.rows.iter().map(failed).collect();
            }
        },
        Channel::Text => None,
    };
    let (rendered, is_ours) = (rendered.as_ref(), &is_ours);
    join_all(batch.rows.iter().map(|row| async move {
        let result = match rendered {
            _ if !is_ours() => Delivered::NotTried,
            Some(rendered) => send_mail(app, batch, rendered, row).await,
            None => send_text(app, batch, row).await,
        };
        (row, result)
    }))
    .await
}

async fn send_mail(app: &App, batch: &Batch, rendered: &Rendered, row: &DueRow) -> Delivered {
    let (campaign, name) = (&batch.campaign, &batch.location.name);
    let unsubscribe = app.link((campaign.id, row.number));
    let (html, text) = rendered.to(&unsubscribe);
    let subject = &campaign.content.subject;
    let mail = Mail {
        from_name: name.clone(),
        to: row.address.as_ref().map(ToString::to_string).unwrap_or_default(),
        subject: if subject.is_empty() { name.clone() } else { subject.clone() },
        html,
        text,
        id: format!("{}.{}", campaign.id, row.number),
        unsubscribe: Some(unsubscribe),
    };
    match app.mailer.send(&mail).await {
        Ok(()) => Delivered::Sent { provider_id: None, segments: 0 },
        Err(MailFault::Later(why)) => {
            Delivered::Later { why: format!("The mail server did not take it: {why}"), after: None }
        }
        Err(MailFault::Refused { no_such_address: true, .. }) => failed("There is no such mailbox.", true),
        Err(MailFault::Refused { why, .. }) => failed(format!("The mail server refused it: {why}"), false),
        Err(MailFault::Unknown(why)) => {
            tracing::warn!(why, campaign = %campaign.id, "the outcome of a mail is not known");
            Delivered::Unknown("The mail server broke off before it answered: it may have arrived.".into())
        }
    }
}

async fn send_text(app: &App, batch: &Batch, row: &DueRow) -> Delivered {
    let campaign = &batch.campaign;
    let body = text_of(&batch.location, &campaign.content, &row.first_name);
    let segments = i16::try_from(segments(&body).1).unwrap_or(i16::MAX);
    // The same at every try.
    let token = Uuid::new_v5(&campaign.id, &row.number.to_be_bytes()).to_string();
    let to = row.address.as_ref().map(ToString::to_string).unwrap_or_default();
    match app.sms.send(&to, &body, &token).await {
        Ok(id) => Delivered::Sent { provider_id: Some(id), segments },
        Err(SmsFault::Later(why, after)) => {
            Delivered::Later { why: format!("The text was not taken: {why}."), after }
        }
        Err(SmsFault::Refused(why)) => failed(format!("The text was refused: {why}"), false),
        Err(SmsFault::NoSuchNumber) => failed("This number cannot get texts.", true),
        Err(SmsFault::OptedOut) => Delivered::OptedOut,
        Err(SmsFault::Unknown(why)) => {
            tracing::warn!(why, campaign = %campaign.id, "the outcome of a text is not known");
            let why = "The provider broke off before it answered: it may have arrived.".to_owned();
            // A provider that sends once however often it is asked is asked again with the same token.
            if app.settings.sms_idempotent { Delivered::Unanswered(why) } else { Delivered::Unknown(why) }
        }
    }
}
