//! Sending email: one mail to one person, with a clear word on what became of it. What the server has not been given
//! whole was not taken; once it was, only the server's answer tells.

mod config;
mod letter;
mod templates;

use std::collections::VecDeque;
use std::error::Error as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use lettre::Message;
use lettre::address::{Address, Envelope};
use lettre::message::header::{HeaderName, HeaderValue};
use lettre::message::{Mailbox, MultiPart};
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail as MailCommand, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use crate::Fault;
use crate::deadline::deadline;

pub use config::MailConfig;
pub use letter::{Letter, Letters};
pub use templates::Templates;

use config::Privacy;

/// How long a connection may take to be made.
const CONNECT: Duration = Duration::from_secs(10);
/// How long each answer of the server may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// An unused connection is looked after before it is used again after this long.
const RESTED: Duration = Duration::from_secs(5);
/// An unused connection is given up after this long.
const IDLE: Duration = Duration::from_secs(60);

/// An email to one person.
#[derive(Debug, Clone)]
pub struct Mail {
    /// Whose mail it is, as people read it.
    pub from_name: String,
    /// Exactly one address.
    pub to: String,
    /// One line.
    pub subject: String,
    /// The same as `text`, with looks.
    pub html: String,
    /// For who reads plain text.
    pub text: String,
    /// Left part of the Message-ID: the same again at another try.
    pub id: String,
    /// Where one click stops such mails (RFC 8058): an `https://` or `http://` URL; none for mails that a person's own
    /// account needs.
    pub unsubscribe: Option<String>,
}

/// Why a mail was not sent, or may not have been.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum MailFault {
    /// Not taken; another try may help.
    Later(String),
    /// The server will never take it.
    Refused {
        /// The server's words.
        why: String,
        /// It is the address that cannot be written to.
        no_such_address: bool,
    },
    /// It was handed over, and no answer came: it may have been taken.
    Unknown(String),
}

type Connection = AsyncSmtpConnection;

/// Sends email over a bounded number of connections, which are used again.
#[derive(Clone)]
pub struct Mailer {
    config: Arc<MailConfig>,
    hello: ClientId,
    free: Arc<Mutex<VecDeque<(Connection, Instant)>>>,
    permits: Arc<Semaphore>,
}

impl Mailer {
    /// With this configuration; the server need not answer yet.
    #[must_use]
    pub fn new(config: MailConfig) -> Mailer {
        let hello = ClientId::Domain(config.from.domain().to_owned());
        let permits = Arc::new(Semaphore::new(config.connections.into()));
        Mailer { config: Arc::new(config), hello, free: Arc::default(), permits }
    }

    /// Sends a mail, and waits for the server's word.
    ///
    /// # Errors
    /// What became of it instead.
    pub async fn send(&self, mail: &Mail) -> Result<(), MailFault> {
        let message = self.message(mail)?;
        let (envelope, bytes) = (message.envelope().clone(), message.formatted());
        let _permit =
            self.permits.acquire().await.map_err(|_| MailFault::Later("the mailer has ended".into()))?;
        let mut connection = match self.used().await {
            Some(mut connection) => match announce(&mut connection, &envelope).await {
                Ok(()) => connection,
                // It was closed while it rested: nothing was handed over.
                Err(Announced::Broken(_)) => {
                    let mut connection = self.connect().await?;
                    announce(&mut connection, &envelope).await.map_err(|fault| fault.told())?;
                    connection
                }
                Err(Announced::Answered(fault)) => {
                    self.keep_after_refusal(connection).await;
                    return Err(fault);
                }
            },
            None => {
                let mut connection = self.connect().await?;
                match announce(&mut connection, &envelope).await {
                    Ok(()) => connection,
                    Err(Announced::Answered(fault)) => {
                        self.keep_after_refusal(connection).await;
                        return Err(fault);
                    }
                    Err(broken) => return Err(broken.told()),
                }
            }
        };
        let answer = tokio::time::timeout(deadline(PATIENCE), connection.message(&bytes)).await;
        match answer {
            Ok(Ok(_)) => {
                self.keep(connection);
                Ok(())
            }
            Ok(Err(e)) if e.is_transient() => Err(MailFault::Later(words(&e))),
            Ok(Err(e)) if e.is_permanent() => {
                Err(MailFault::Refused { why: words(&e), no_such_address: false })
            }
            Ok(Err(e)) => Err(MailFault::Unknown(words(&e))),
            Err(_) => Err(MailFault::Unknown("the mail server did not answer in time".into())),
        }
    }

    /// The mail as it travels.
    ///
    /// # Errors
    /// Refused, if it cannot be written.
    fn message(&self, mail: &Mail) -> Result<Message, MailFault> {
        let refused = |why: String| MailFault::Refused { why, no_such_address: false };
        let to: Address =
            mail.to.parse().map_err(|e| MailFault::Refused { why: format!("{e}"), no_such_address: true })?;
        let unsubscribe = mail.unsubscribe.as_deref();
        if unsubscribe.is_some_and(|url| !url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'>')) {
            return Err(refused("the link to unsubscribe is no URL".into()));
        }
        let header = |name: &'static str, value: String| {
            let name = HeaderName::new_from_ascii_str(name);
            HeaderValue::dangerous_new_pre_encoded(name, value.clone(), value)
        };
        let mut message = Message::builder()
            .from(Mailbox::new(Some(one_line(&mail.from_name)), self.config.from.clone()))
            .to(Mailbox::new(None, to))
            .subject(one_line(&mail.subject))
            .message_id(Some(format!("<{}@{}>", mail.id, self.config.from.domain())));
        if let Some(url) = unsubscribe {
            message = message
                .raw_header(header("List-Unsubscribe", format!("<{url}>")))
                .raw_header(header("List-Unsubscribe-Post", "List-Unsubscribe=One-Click".into()));
        }
        message
            .multipart(MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone()))
            .map_err(|e| refused(format!("{e}")))
    }

    /// A connection that was used before and still works.
    async fn used(&self) -> Option<Connection> {
        loop {
            let (mut connection, since) = self.free.lock().ok()?.pop_back()?;
            if since.elapsed() > IDLE {
                continue;
            }
            if since.elapsed() < RESTED {
                return Some(connection);
            }
            let answers = tokio::time::timeout(deadline(CONNECT), connection.test_connected()).await;
            if answers.unwrap_or(false) {
                return Some(connection);
            }
        }
    }

    fn keep(&self, connection: Connection) {
        if !connection.has_broken()
            && let Ok(mut free) = self.free.lock()
        {
            free.push_back((connection, Instant::now()));
            if free.len() > usize::from(self.config.connections) {
                free.pop_front();
            }
        }
    }

    /// What was begun on it is taken back first.
    async fn keep_after_refusal(&self, mut connection: Connection) {
        let reset = tokio::time::timeout(deadline(CONNECT), connection.command("RSET\r\n")).await;
        if matches!(reset, Ok(Ok(_))) {
            self.keep(connection);
        }
    }

    async fn connect(&self) -> Result<Connection, MailFault> {
        match tokio::time::timeout(deadline(CONNECT), self.open()).await {
            Ok(Ok(connection)) => Ok(connection),
            Ok(Err(why)) => Err(MailFault::Later(why)),
            Err(_) => Err(MailFault::Later("the mail server does not answer".into())),
        }
    }

    async fn open(&self) -> Result<Connection, String> {
        let config = &*self.config;
        let told = |e: lettre::transport::smtp::Error| words(&e);
        let tls = || TlsParameters::new(config.host.clone()).map_err(told);
        let server = (config.host.as_str(), config.port);
        let mut connection = if config.privacy == Privacy::Tls {
            Connection::connect_tokio1(server, Some(deadline(PATIENCE)), &self.hello, Some(tls()?), None)
                .await
        } else {
            let stream = TcpStream::connect(server).await.map_err(|e| e.to_string())?;
            // A mail's last line is written by itself: without this it would wait for the server's word on what is before it.
            let _ = stream.set_nodelay(true);
            Connection::connect_with_transport(Box::new(stream), &self.hello).await
        }
        .map_err(told)?;
        if config.privacy == Privacy::Upgraded {
            connection.starttls(tls()?, &self.hello).await.map_err(told)?;
        }
        if let Some((user, password)) = &config.credentials {
            let credentials = Credentials::new(user.expose().to_owned(), password.expose().to_owned());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await.map_err(told)?;
        }
        Ok(connection)
    }
}

/// What came of naming sender and receiver.
enum Announced {
    /// The server has answered.
    Answered(MailFault),
    /// The connection broke; nothing was handed over.
    Broken(String),
}

impl Announced {
    fn told(self) -> MailFault {
        match self {
            Announced::Answered(fault) => fault,
            Announced::Broken(why) => MailFault::Later(why),
        }
    }
}

/// Names sender and receiver: nothing is handed over yet.
async fn announce(connection: &mut Connection, envelope: &Envelope) -> Result<(), Announced> {
    let dialog = async {
        let fault = |e: lettre::transport::smtp::Error, is_address: bool| {
            if e.is_permanent() {
                Announced::Answered(MailFault::Refused { why: words(&e), no_such_address: is_address })
            } else if e.is_transient() {
                Announced::Answered(MailFault::Later(words(&e)))
            } else {
                Announced::Broken(words(&e))
            }
        };
        let from = MailCommand::new(envelope.from().cloned(), Vec::new());
        connection.command(from).await.map_err(|e| fault(e, false))?;
        for to in envelope.to() {
            let receiver = to.to_string();
            let to = Rcpt::new(to.clone(), Vec::new());
            connection.command(to).await.map_err(|e| {
                let is_address = is_about_the_address(&words(&e), &receiver);
                fault(e, is_address)
            })?;
        }
        connection.command(Data).await.map_err(|e| fault(e, false)).map(|_| ())
    };
    match tokio::time::timeout(deadline(PATIENCE), dialog).await {
        Ok(result) => result,
        Err(_) => Err(Announced::Broken("the mail server did not answer in time".into())),
    }
}

/// What servers that give no enhanced code say of a mailbox: parts of words, in lower case.
const ABOUT_A_MAILBOX: [&str; 8] =
    ["user", "mailbox", "recipient", "account", "no such", "unknown", "not exist", "unrout"];
/// And of who sends, and from where.
const ABOUT_US: [&str; 18] = [
    "relay",
    "rcpthosts",
    "prohibit",
    "denied",
    "policy",
    "authenti",
    "blocked",
    "blacklist",
    "blocklist",
    "black list",
    "block list",
    "reputation",
    "spam",
    "sender",
    "helo",
    "spf",
    "dkim",
    "dmarc",
];

/// Whether a server that refuses a receiver says that there is no such mailbox: 550, 551, or 553. Servers say the same of
/// who sends and from where; the enhanced code (RFC 3463), where there is one, tells them apart, else their words.
fn is_about_the_address(said: &str, receiver: &str) -> bool {
    let mut words = said.split_whitespace();
    let is_mailbox = words.next().is_some_and(|code| ["550", "551", "553"].contains(&code));
    let is_number = |part: &str| !part.is_empty() && part.bytes().all(|byte| byte.is_ascii_digit());
    let enhanced = words.next().filter(|word| word.split('.').count() == 3 && word.split('.').all(is_number));
    is_mailbox
        && match enhanced {
            Some(enhanced) => enhanced.starts_with("5.1.") || enhanced == "5.2.1",
            None => {
                let said = said.to_lowercase().replace(&receiver.to_lowercase(), "");
                let tells = |of: &[&str]| of.iter().any(|part| said.contains(part));
                tells(&ABOUT_A_MAILBOX) && !tells(&ABOUT_US)
            }
        }
}

/// A text that stays within one header.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// An error in one short line: the server's own words after its code, where it said any.
fn words(error: &lettre::transport::smtp::Error) -> String {
    let said = match (error.status(), error.source()) {
        (Some(code), Some(words)) => format!("{code} {words}"),
        _ => error.to_string(),
    };
    one_line(&said).chars().take(200).collect()
}

impl From<MailFault> for Fault {
    fn from(fault: MailFault) -> Fault {
        match fault {
            MailFault::Later(why) | MailFault::Unknown(why) => Fault::Transient(why),
            MailFault::Refused { why, .. } => Fault::Permanent(why),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn mail() -> Mail {
        Mail {
            from_name: "Ana's \u{201c}Grill\u{201d}".into(),
            to: "guest@example.com".into(),
            subject: "Tacos für alle".into(),
            html: "<p>Hallo</p>".into(),
            text: "Hallo".into(),
            id: "c1.7".into(),
            unsubscribe: Some("https://saffron.example/u/abc".into()),
        }
    }

    fn mailer() -> Mailer {
        let from = "news@saffron.example".parse().unwrap();
        Mailer::new(MailConfig::new("smtp://127.0.0.1:2525", from, 2).unwrap())
    }

    fn headers(mail: &Mail) -> String {
        let bytes = mailer().message(mail).unwrap().formatted();
        let text = String::from_utf8(bytes).unwrap();
        text.split_once("\r\n\r\n").unwrap().0.to_owned()
    }

    #[test]
    fn a_mail_says_whose_it_is_and_how_to_stop_such_mails() {
        let headers = headers(&mail());
        assert!(headers.contains("List-Unsubscribe: <https://saffron.example/u/abc>\r\n"), "{headers}");
        assert!(headers.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{headers}");
        assert!(headers.contains("Message-ID: <c1.7@saffron.example>"), "{headers}");
        assert!(headers.contains("<news@saffron.example>"), "{headers}");
        assert!(headers.contains("multipart/alternative"), "{headers}");
        assert!(headers.is_ascii());
    }

    #[test]
    fn nothing_that_is_written_becomes_a_header() {
        let evil = Mail {
            subject: "Hi\r\nBcc: all@example.com".into(),
            from_name: "Me\r\nBcc: all@example.com".into(),
            ..mail()
        };
        let lines = headers(&evil);
        assert!(!lines.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{lines}");
        for to in ["a@example.com, b@example.com", "a@example.com\r\nBcc: b@example.com", "nobody"] {
            assert!(mailer().message(&Mail { to: to.into(), ..mail() }).is_err(), "{to}");
        }
        let link = Mail { unsubscribe: Some("https://x/\r\nBcc: b@example.com".into()), ..mail() };
        assert!(mailer().message(&link).is_err());
    }

    #[test]
    fn a_refusal_of_the_sender_is_not_one_of_the_address() {
        for words in [
            "550 5.1.1 No such user",
            "550 no such user",
            "550 <nospam@x.test>: Recipient address rejected: User unknown",
            "550 Unrouteable address",
            "550 Requested action not taken: mailbox unavailable",
            "553 5.1.3 bad address",
            "550 5.2.1 disabled",
        ] {
            assert!(is_about_the_address(words, "nospam@x.test"), "{words}");
        }
        for words in [
            "550 5.7.1 blocked by a list",
            "553 5.7.1 sender rejected",
            "550 relay not permitted",
            "550 Administrative prohibition",
            "550 Sender verify failed for <user@x.test>",
            "550 user@x.test: 192.0.2.1 is in a black list",
            "550 Invalid HELO",
            "550 SPF check failed",
            "553 sorry, that domain isn't in my list of allowed rcpthosts",
            "554 5.1.1 no",
            "552 5.2.2 full",
            "",
        ] {
            assert!(!is_about_the_address(words, "user@x.test"), "{words}");
        }
    }

    #[test]
    fn a_mail_that_an_account_needs_cannot_be_stopped() {
        let headers = headers(&Mail { unsubscribe: None, ..mail() });
        assert!(!headers.contains("List-Unsubscribe"), "{headers}");
    }
}
