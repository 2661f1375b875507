//! Sending email over SMTP. Instead of lettre's pooled transport: it reports one error for a whole mail, and a caller has to
//! know whether the server had received it. A mail is not taken before its last byte was sent; after that only the server's
//! reply decides.

use std::collections::VecDeque;
use std::error::Error as _;
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use lettre::Message;
use lettre::address::{Address, Envelope};
use lettre::message::header::{ContentType, HeaderName, HeaderValue};
use lettre::message::{Attachment as LettreAttachment, Mailbox, MultiPart};
use lettre::transport::smtp::Error as SmtpError;
use lettre::transport::smtp::authentication::{Credentials, Mechanism};
use lettre::transport::smtp::client::{AsyncSmtpConnection, TlsParameters};
use lettre::transport::smtp::commands::{Data, Mail as MailCommand, Rcpt};
use lettre::transport::smtp::extension::ClientId;
use tokio::net::TcpStream;
use tokio::sync::Semaphore;

use super::config::Encryption;
use super::rejection::is_about_the_address;
use super::{Mail, MailConfig, MailFault};
use crate::deadline::deadline;

/// How long connecting may take.
const CONNECT_DEADLINE: Duration = Duration::from_secs(10);
/// How long each reply of the server may take.
const REPLY_DEADLINE: Duration = Duration::from_secs(60);
/// A connection that was idle for longer is tested before it is used again.
const TEST_AFTER: Duration = Duration::from_secs(5);
/// A connection that was idle for longer is closed.
const MAX_IDLE: Duration = Duration::from_secs(60);

type Connection = AsyncSmtpConnection;

/// Sends email over a bounded number of connections, which are used again.
#[derive(Clone)]
pub struct Mailer {
    config: Arc<MailConfig>,
    client_id: ClientId,
    idle: Arc<Mutex<VecDeque<(Connection, Instant)>>>,
    permits: Arc<Semaphore>,
}

impl Mailer {
    /// A mailer for this server, which need not answer yet.
    #[must_use]
    pub fn new(config: MailConfig) -> Mailer {
        let client_id = ClientId::Domain(config.from.domain().to_owned());
        let permits = Arc::new(Semaphore::new(config.connections.into()));
        Mailer { config: Arc::new(config), client_id, idle: Arc::default(), permits }
    }

    /// Sends a mail and waits for the server's reply.
    ///
    /// # Errors
    /// If it was not sent, or may not have been.
    pub async fn send(&self, mail: &Mail) -> Result<(), MailFault> {
        let message = self.message(mail)?;
        let (envelope, bytes) = (message.envelope().clone(), message.formatted());
        let _permit =
            self.permits.acquire().await.map_err(|_| MailFault::Later("the mailer has ended".into()))?;
        let mut connection = self.begin(&envelope).await?;
        let reply = tokio::time::timeout(deadline(REPLY_DEADLINE), connection.message(&bytes)).await;
        match reply {
            Ok(Ok(_)) => {
                self.keep(connection);
                Ok(())
            }
            Ok(Err(e)) if e.is_transient() => Err(MailFault::Later(text(&e))),
            Ok(Err(e)) if e.is_permanent() => {
                Err(MailFault::Refused { why: text(&e), no_such_address: false })
            }
            Ok(Err(e)) => Err(MailFault::Unknown(text(&e))),
            Err(_) => Err(MailFault::Unknown("the mail server did not answer in time".into())),
        }
    }

    /// The mail as it is sent.
    fn message(&self, mail: &Mail) -> Result<Message, MailFault> {
        let refused = |why: String| MailFault::Refused { why, no_such_address: false };
        let to: Address =
            mail.to.parse().map_err(|e| MailFault::Refused { why: format!("{e}"), no_such_address: true })?;
        let unsubscribe = mail.unsubscribe.as_deref();
        if unsubscribe.is_some_and(|url| !url.bytes().all(|byte| byte.is_ascii_graphic() && byte != b'>')) {
            return Err(refused("the link to unsubscribe is not a URL".into()));
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
        if let Some(reply_to) = &mail.reply_to {
            let reply_to: Address = reply_to.parse().map_err(|e| refused(format!("{e}")))?;
            message = message.reply_to(Mailbox::new(None, reply_to));
        }
        let text = MultiPart::alternative_plain_html(mail.text.clone(), mail.html.clone());
        let content = match &mail.attachment {
            None => text,
            Some(file) => {
                let kind = ContentType::parse(&file.content_type).map_err(|e| refused(format!("{e}")))?;
                let part = LettreAttachment::new(one_line(&file.name)).body(file.bytes.clone(), kind);
                MultiPart::mixed().multipart(text).singlepart(part)
            }
        };
        message.multipart(content).map_err(|e| refused(format!("{e}")))
    }

    /// A connection whose server accepts a mail from and to these addresses.
    async fn begin(&self, envelope: &Envelope) -> Result<Connection, MailFault> {
        if let Some(mut connection) = self.idle().await {
            match announce(&mut connection, envelope).await {
                // The connection was closed while it was idle: nothing was sent.
                Err(Stopped::Disconnected(_)) => {}
                announced => return self.accepted(connection, announced).await,
            }
        }
        let mut connection = self.connect().await?;
        let announced = announce(&mut connection, envelope).await;
        self.accepted(connection, announced).await
    }

    /// A connection whose server accepted the envelope; after a refusal it is reset for the next mail.
    async fn accepted(
        &self,
        mut connection: Connection,
        announced: Result<(), Stopped>,
    ) -> Result<Connection, MailFault> {
        match announced {
            Ok(()) => Ok(connection),
            Err(Stopped::Disconnected(why)) => Err(MailFault::Later(why)),
            Err(Stopped::Refused(fault)) => {
                let reset = connection.command("RSET\r\n");
                if matches!(tokio::time::timeout(deadline(CONNECT_DEADLINE), reset).await, Ok(Ok(_))) {
                    self.keep(connection);
                }
                Err(fault)
            }
        }
    }

    /// An idle connection that still works.
    async fn idle(&self) -> Option<Connection> {
        loop {
            let (mut connection, since) = self.idle.lock().ok()?.pop_back()?;
            if since.elapsed() > MAX_IDLE {
                continue;
            }
            if since.elapsed() < TEST_AFTER {
                return Some(connection);
            }
            let works = tokio::time::timeout(deadline(CONNECT_DEADLINE), connection.test_connected()).await;
            if works.unwrap_or(false) {
                return Some(connection);
            }
        }
    }

    /// Adds a connection to the idle ones.
    fn keep(&self, connection: Connection) {
        if !connection.has_broken()
            && let Ok(mut idle) = self.idle.lock()
        {
            idle.push_back((connection, Instant::now()));
            if idle.len() > usize::from(self.config.connections) {
                idle.pop_front();
            }
        }
    }

    async fn connect(&self) -> Result<Connection, MailFault> {
        match tokio::time::timeout(deadline(CONNECT_DEADLINE), self.open()).await {
            Ok(Ok(connection)) => Ok(connection),
            Ok(Err(why)) => Err(MailFault::Later(why)),
            Err(_) => Err(MailFault::Later("the mail server does not answer".into())),
        }
    }

    async fn open(&self) -> Result<Connection, String> {
        let config = &*self.config;
        let error = |e: SmtpError| text(&e);
        let tls = || TlsParameters::new(config.host.clone()).map_err(error);
        let server = (config.host.as_str(), config.port);
        let mut connection = if config.encryption == Encryption::Tls {
            let tls = Some(tls()?);
            Connection::connect_tokio1(server, Some(deadline(REPLY_DEADLINE)), &self.client_id, tls, None)
                .await
        } else {
            let stream = TcpStream::connect(server).await.map_err(|e| e.to_string())?;
            // A mail's last line is a packet of its own: without this it would wait for the acknowledgement of those before.
            let _ = stream.set_nodelay(true);
            Connection::connect_with_transport(Box::new(stream), &self.client_id).await
        }
        .map_err(error)?;
        if config.encryption == Encryption::StartTls {
            connection.starttls(tls()?, &self.client_id).await.map_err(error)?;
        }
        if let Some((user, password)) = &config.credentials {
            let credentials = Credentials::new(user.expose().to_owned(), password.expose().to_owned());
            connection.auth(&[Mechanism::Plain, Mechanism::Login], &credentials).await.map_err(error)?;
        }
        Ok(connection)
    }
}

/// The reason why a server does not take a mail. None of it was sent.
enum Stopped {
    /// The server refused sender or receiver.
    Refused(MailFault),
    /// The connection broke.
    Disconnected(String),
}

/// Names sender and receiver, and asks to send.
async fn announce(connection: &mut Connection, envelope: &Envelope) -> Result<(), Stopped> {
    let dialog = async {
        let stopped = |e: SmtpError, no_such_address: bool| {
            if e.is_permanent() {
                Stopped::Refused(MailFault::Refused { why: text(&e), no_such_address })
            } else if e.is_transient() {
                Stopped::Refused(MailFault::Later(text(&e)))
            } else {
                Stopped::Disconnected(text(&e))
            }
        };
        let from = MailCommand::new(envelope.from().cloned(), Vec::new());
        connection.command(from).await.map_err(|e| stopped(e, false))?;
        for to in envelope.to() {
            let command = Rcpt::new(to.clone(), Vec::new());
            connection.command(command).await.map_err(|e| {
                let no_such_address = is_about_the_address(&text(&e), to.as_ref());
                stopped(e, no_such_address)
            })?;
        }
        connection.command(Data).await.map_err(|e| stopped(e, false)).map(|_| ())
    };
    match tokio::time::timeout(deadline(REPLY_DEADLINE), dialog).await {
        Ok(result) => result,
        Err(_) => Err(Stopped::Disconnected("the mail server did not answer in time".into())),
    }
}

/// A text that stays within one header.
fn one_line(text: &str) -> String {
    text.chars().map(|c| if c.is_control() { ' ' } else { c }).collect()
}

/// An error in one short line: the server's code and text, if it sent any.
fn text(error: &SmtpError) -> String {
    let line = match (error.status(), error.source()) {
        (Some(code), Some(text)) => format!("{code} {text}"),
        _ => error.to_string(),
    };
    one_line(&line).chars().take(200).collect()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::mail::Attachment;

    fn mail() -> Mail {
        Mail {
            from_name: "Ana's \u{201c}Grill\u{201d}".into(),
            to: "guest@example.com".into(),
            subject: "Tacos für alle".into(),
            html: "<p>Hallo</p>".into(),
            text: "Hallo".into(),
            id: "c1.7".into(),
            unsubscribe: Some("https://saffron.example/u/abc".into()),
            reply_to: None,
            attachment: None,
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
    fn mail_names_sender_and_link_to_unsubscribe() {
        let headers = headers(&mail());
        assert!(headers.contains("List-Unsubscribe: <https://saffron.example/u/abc>\r\n"), "{headers}");
        assert!(headers.contains("List-Unsubscribe-Post: List-Unsubscribe=One-Click"), "{headers}");
        assert!(headers.contains("Message-ID: <c1.7@saffron.example>"), "{headers}");
        assert!(headers.contains("<news@saffron.example>"), "{headers}");
        assert!(headers.contains("multipart/alternative"), "{headers}");
        assert!(headers.is_ascii());
    }

    #[test]
    fn text_of_a_mail_never_becomes_a_header() {
        let evil = Mail {
            subject: "Hi\r\nBcc: all@example.com".into(),
            from_name: "Me\r\nBcc: all@example.com".into(),
            ..mail()
        };
        let lines = headers(&evil);
        assert!(!lines.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{lines}");
        for to in ["a@example.com, b@example.com", "a@example.com\r\nBcc: b@example.com", "no-address"] {
            assert!(mailer().message(&Mail { to: to.into(), ..mail() }).is_err(), "{to}");
        }
        let link = Mail { unsubscribe: Some("https://x/\r\nBcc: b@example.com".into()), ..mail() };
        assert!(mailer().message(&link).is_err());
    }

    #[test]
    fn mail_carries_its_file_and_who_reads_an_answer() {
        let attachment = Attachment {
            name: "checks\r\nBcc: b@example.com".into(),
            content_type: "text/csv; charset=utf-8".into(),
            bytes: b"Date,Sales\r\n".to_vec(),
        };
        let reply_to = Some("olive@example.com".to_owned());
        let bytes = mailer().message(&Mail { attachment: Some(attachment), reply_to, ..mail() });
        let text = String::from_utf8(bytes.unwrap().formatted()).unwrap();
        assert!(text.contains("Reply-To: olive@example.com\r\n"), "{text}");
        assert!(text.contains("multipart/mixed") && text.contains("multipart/alternative"), "{text}");
        assert!(text.contains("Content-Type: text/csv; charset=utf-8"), "{text}");
        assert!(!text.lines().any(|line| line.to_lowercase().starts_with("bcc")), "{text}");
    }

    #[test]
    fn mail_of_an_account_has_no_unsubscribe_link() {
        let headers = headers(&Mail { unsubscribe: None, ..mail() });
        assert!(!headers.contains("List-Unsubscribe"), "{headers}");
    }
}
