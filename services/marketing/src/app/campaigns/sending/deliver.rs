use std::time::Duration;

use futures::future::join_all;
use saffron_kit::mail::{Mail, MailFault};
use uuid::Uuid;

use super::claim::Batch;
use crate::app::App;
use crate::domain::{Channel, Rendered, render_text, segments};
use crate::store::{DueRecipient, SmsFault};

/// The result of one try to deliver a message.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum SendResult {
    /// The provider accepted it.
    Sent {
        /// The provider's id of a text.
        provider_id: Option<String>,
        /// The segments of a text.
        segments: i16,
    },
    /// The provider did not accept it now.
    Later {
        why: String,
        /// The pause that the provider asks for.
        after: Option<Duration>,
    },
    /// It may have been accepted; another try does not send it twice.
    Unanswered(String),
    /// The provider will never accept it.
    Failed {
        why: String,
        /// Whether the address cannot get messages at all.
        bounced: bool,
    },
    /// The person opted out at the provider.
    OptedOut,
    /// It may have been accepted.
    Unknown(String),
    /// It was not tried.
    NotTried,
}

fn failed(why: impl Into<String>, bounced: bool) -> SendResult {
    SendResult::Failed { why: why.into(), bounced }
}

/// Sends the messages of a batch at once, while the worker `has_lease`; returns the result of each recipient.
pub async fn deliver<'b>(
    app: &App,
    batch: &'b Batch,
    has_lease: impl Fn() -> bool,
) -> Vec<(&'b DueRecipient, SendResult)> {
    let rendered = match batch.campaign.channel {
        Channel::Email => match app.mails.render(&batch.location, &batch.campaign.content) {
            Ok(rendered) => Some(rendered),
            Err(fault) => {
                tracing::error!(%fault, "an email cannot be written");
                let failed = |row| (row, failed("The email could not be created.", false));
                return batch.rows.iter().map(failed).collect();
            }
        },
        Channel::Text => None,
    };
    let (rendered, has_lease) = (rendered.as_ref(), &has_lease);
    join_all(batch.rows.iter().map(|row| async move {
        let result = match rendered {
            _ if !has_lease() => SendResult::NotTried,
            Some(rendered) => send_mail(app, batch, rendered, row).await,
            None => send_text(app, batch, row).await,
        };
        (row, result)
    }))
    .await
}

async fn send_mail(app: &App, batch: &Batch, rendered: &Rendered, row: &DueRecipient) -> SendResult {
    let (campaign, name) = (&batch.campaign, &batch.location.name);
    let unsubscribe = app.unsubscribe_link((campaign.id, row.number));
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
        reply_to: None,
        attachment: None,
    };
    match app.mailer.send(&mail).await {
        Ok(()) => SendResult::Sent { provider_id: None, segments: 0 },
        Err(MailFault::Later(why)) => {
            SendResult::Later { why: format!("The mail server did not accept it: {why}"), after: None }
        }
        Err(MailFault::Refused { no_such_address: true, .. }) => failed("This mailbox does not exist.", true),
        Err(MailFault::Refused { why, .. }) => failed(format!("The mail server refused it: {why}"), false),
        Err(MailFault::Unknown(why)) => {
            tracing::warn!(why, campaign = %campaign.id, "the outcome of a mail is not known");
            SendResult::Unknown("The mail server did not confirm it. It may have arrived.".into())
        }
    }
}

async fn send_text(app: &App, batch: &Batch, row: &DueRecipient) -> SendResult {
    let campaign = &batch.campaign;
    let body = render_text(&batch.location, &campaign.content, &row.first_name);
    let segments = i16::try_from(segments(&body).1).unwrap_or(i16::MAX);
    // The same for every try.
    let token = Uuid::new_v5(&campaign.id, &row.number.to_be_bytes()).to_string();
    let to = row.address.as_ref().map(ToString::to_string).unwrap_or_default();
    match app.sms.send(&to, &body, &token).await {
        Ok(id) => SendResult::Sent { provider_id: Some(id), segments },
        Err(SmsFault::Later(why, after)) => {
            SendResult::Later { why: format!("The text was not accepted: {why}."), after }
        }
        Err(SmsFault::Refused(why)) => failed(format!("The text was refused: {why}"), false),
        Err(SmsFault::NoSuchNumber) => failed("This number cannot receive texts.", true),
        Err(SmsFault::OptedOut) => SendResult::OptedOut,
        Err(SmsFault::Unknown(why)) => {
            tracing::warn!(why, campaign = %campaign.id, "the outcome of a text is not known");
            let why = "The text provider did not confirm it. It may have arrived.".to_owned();
            // A provider that sends once per token is asked again with the same one.
            if app.settings.sms_idempotent { SendResult::Unanswered(why) } else { SendResult::Unknown(why) }
        }
    }
}
