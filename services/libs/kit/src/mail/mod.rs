//! Email: the mails themselves, their templates, and sending one to one person with a definite outcome.

mod config;
mod mailer;
mod rejection;
mod templates;
mod user_mail;

pub use config::MailConfig;
pub use mailer::Mailer;
pub use templates::Templates;
pub use user_mail::{UserMail, UserMailTemplates};

use crate::Fault;

/// An email to one person.
#[derive(Debug, Clone)]
pub struct Mail {
    /// The sender's name as mail programs show it.
    pub from_name: String,
    /// Exactly one address.
    pub to: String,
    /// One line.
    pub subject: String,
    /// The same as `text`, formatted.
    pub html: String,
    /// Plain text.
    pub text: String,
    /// Left part of the Message-ID: the same in each attempt.
    pub id: String,
    /// The URL that stops such mails by one click (RFC 8058): an `https://` or `http://` URL; none for mails that a person's own
    /// account needs.
    pub unsubscribe: Option<String>,
    /// Who reads an answer; none: the sender.
    pub reply_to: Option<String>,
    /// A file that comes with it.
    pub attachment: Option<Attachment>,
}

/// A file of a mail.
#[derive(Debug, Clone)]
pub struct Attachment {
    /// As mail programs show it.
    pub name: String,
    /// Such as `text/csv; charset=utf-8`.
    pub content_type: String,
    /// Its content.
    pub bytes: Vec<u8>,
}

/// The reason why a mail was not sent, or may not have been.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailFault {
    /// Not sent; another attempt may succeed.
    Later(String),
    /// The server refuses it for good.
    Refused {
        /// The server's text.
        why: String,
        /// There is no such address.
        no_such_address: bool,
    },
    /// All of it was sent, and no reply came: it may have been delivered.
    Unknown(String),
}

impl From<MailFault> for Fault {
    fn from(fault: MailFault) -> Fault {
        match fault {
            MailFault::Later(why) | MailFault::Unknown(why) => Fault::Transient(why),
            MailFault::Refused { why, .. } => Fault::Permanent(why),
        }
    }
}
