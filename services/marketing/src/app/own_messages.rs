//! What people send outside of campaigns.

use jiff::SignedDuration;
use saffron_core::{Code, EmailAddress, Error};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::mail::{Attachment, Mail, MailFault, UserMail};
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::App;
use crate::store;

/// The most of a person within an hour.
const AN_HOUR: i64 = 20;
/// The largest file, bytes.
const LARGEST_FILE: usize = 5 * 1024 * 1024;
/// The sender's name of mails that are no campaign.
const SENDER_NAME: &str = "Saffron";

/// Notes that a person sends a message.
///
/// # Errors
/// Too many, if the person has sent as many as one may within an hour.
pub(super) async fn note_own_message(
    app: &App,
    tx: &mut Tx,
    caller: &Caller,
    message: Uuid,
) -> Result<(), Fault> {
    let now = app.now();
    let hour_ago = now - SignedDuration::from_hours(1);
    if store::add_own_message(tx, caller.user, message, now, (hour_ago, AN_HOUR)).await? {
        return Ok(());
    }
    let message = "You have sent many messages within an hour. Please try again later.";
    Err(Error::new(Code::TooMany, message).retry_after(600).into())
}

/// What a person reads about a mail that was not sent.
pub(super) fn mail_error(fault: MailFault) -> Error {
    match fault {
        MailFault::Refused { why, .. } => {
            Error::new(Code::Conflict, format!("The mail server refused it: {why}"))
        }
        MailFault::Later(_) | MailFault::Unknown(_) => {
            Error::unavailable("The mail server did not accept it. Please try again in a minute.")
        }
    }
}

/// A file that a person mails.
#[derive(Debug, Clone)]
pub struct NewFile {
    pub to: EmailAddress,
    /// The person's own address.
    pub reply_to: EmailAddress,
    /// Such as `saffron-checks-p1.csv`.
    pub name: String,
    /// CSV.
    pub content: Vec<u8>,
}

impl NewFile {
    /// Checks what a caller sent.
    pub fn check(to: &str, reply_to: &str, name: String, content: Vec<u8>) -> Result<NewFile, Error> {
        let address = |field: &str, text: &str| {
            text.parse()
                .map_err(|_| Error::invalid(field, "must be one email address such as ana@example.com"))
        };
        let is_plain = |byte: u8| byte.is_ascii_alphanumeric() || b"-_.".contains(&byte);
        if name.len() > 200 || !name.ends_with(".csv") || !name.bytes().all(is_plain) {
            return Err(Error::invalid("name", "must be the name of a CSV file"));
        }
        if content.len() > LARGEST_FILE {
            return Err(Error::new(Code::TooLarge, "The file is too large for a mail. Choose fewer days."));
        }
        Ok(NewFile { to: address("to", to)?, reply_to: address("replyTo", reply_to)?, name, content })
    }
}

/// Mails a file to an address that its person gives, such as an accountant's.
pub async fn send_file(app: &App, caller: &Caller, file: NewFile) -> Result<(), Fault> {
    let id = Uuid::now_v7();
    let mut tx = app.database.begin().await?;
    note_own_message(app, &mut tx, caller, id).await?;
    tx.commit().await?;
    let (sender, name) = (&caller.name, &file.name);
    let written = UserMail {
        subject: format!("{sender} sent you {name}"),
        paragraphs: vec![
            format!("{sender} sent you the attached file from Saffron."),
            format!("Your answer goes to {}.", file.reply_to.as_str()),
        ],
        ..UserMail::default()
    };
    let (html, text) = app.letters.render(&written)?;
    let mail = Mail {
        from_name: SENDER_NAME.into(),
        to: file.to.as_str().to_owned(),
        subject: written.subject,
        html,
        text,
        id: format!("file.{id}"),
        unsubscribe: None,
        reply_to: Some(file.reply_to.as_str().to_owned()),
        attachment: Some(Attachment {
            name: file.name,
            content_type: "text/csv; charset=utf-8".into(),
            bytes: file.content,
        }),
    };
    Ok(app.mailer.send(&mail).await.map_err(mail_error)?)
}
