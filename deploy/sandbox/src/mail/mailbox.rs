//! The received mails, and the modes of misbehaviour for tests.

use std::collections::{BTreeMap, VecDeque};
use std::net::SocketAddr;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use jiff::Timestamp;
use mail_parser::{Message, MessageParser};
use serde::{Deserialize, Serialize};
use tokio::sync::watch;

use super::Config;
use crate::misbehaviour::Modes;

/// A mail as it was sent.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Mail {
    /// The number of the mail, from 1 in the order of arrival.
    pub number: u64,
    /// When the mail arrived.
    pub at: Timestamp,
    /// MAIL FROM.
    pub from: String,
    /// RCPT TO, in order.
    pub to: Vec<String>,
    /// The message, without dot-stuffing.
    pub source: Vec<u8>,
}

impl Mail {
    /// The message, parsed; none if it cannot be read as one.
    #[must_use]
    pub fn message(&self) -> Option<Message<'_>> {
        MessageParser::default().parse(&self.source)
    }

    /// The subject, decoded; empty where there is none.
    #[must_use]
    pub fn subject(&self) -> String {
        self.message().and_then(|message| message.subject().map(str::to_owned)).unwrap_or_default()
    }

    /// The HTML part, decoded; none where there is none.
    #[must_use]
    pub fn html(&self) -> Option<String> {
        let message = self.message()?;
        message.html_bodies().find(|part| part.is_text_html())?.text_contents().map(str::to_owned)
    }

    /// The plain part, decoded; none where there is none.
    #[must_use]
    pub fn text(&self) -> Option<String> {
        let message = self.message()?;
        message.text_bodies().find(|part| !part.is_text_html())?.text_contents().map(str::to_owned)
    }

    /// All headers as they came, each with its name, in order.
    #[must_use]
    pub fn headers(&self) -> Vec<(String, String)> {
        let owned = |(name, value): (&str, &str)| (name.to_owned(), value.trim().to_owned());
        self.message().map(|message| message.headers_raw().map(owned).collect()).unwrap_or_default()
    }

    /// The first header of a name, whatever its case, as it came.
    #[must_use]
    pub fn header(&self, name: &str) -> Option<String> {
        self.headers().into_iter().find(|(known, _)| known.eq_ignore_ascii_case(name)).map(|(_, value)| value)
    }
}

/// The delivery of a mail to an address, stored longer than the mail itself.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Delivery {
    /// The address.
    pub to: Arc<str>,
    /// The Message-ID of the mail, without brackets; empty where it has none.
    #[serde(rename = "messageID")]
    pub message_id: Arc<str>,
}

/// How mails are answered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(tag = "mode", rename_all = "snake_case")]
pub enum Mode {
    /// They are taken at once.
    #[default]
    Normal,
    /// They are taken after a while.
    Slow {
        /// Milliseconds.
        millis: u64,
    },
    /// They are refused for now (451), after DATA.
    Later,
    /// The same, after a while.
    SlowLater {
        /// Milliseconds.
        millis: u64,
    },
    /// They are refused for good (554), after DATA.
    Never,
    /// They are taken, and the connection breaks before the answer.
    DropAfterData,
    /// They are not taken, and the connection breaks instead of an answer.
    DropBeforeData,
    /// Connections are refused (421).
    Closed,
}

impl Mode {
    /// How long the answer to a mail is delayed.
    pub(super) fn wait(self) -> Duration {
        match self {
            Mode::Slow { millis } | Mode::SlowLater { millis } => Duration::from_millis(millis),
            _ => Duration::ZERO,
        }
    }
}

/// The answer to a refused recipient.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Refusal {
    /// 550: there is no such mailbox.
    Permanent,
    /// 450: not now.
    Temporary,
}

#[derive(Default)]
struct Inside {
    taken: u64,
    mails: VecDeque<Arc<Mail>>,
    deliveries: VecDeque<Delivery>,
    refused: BTreeMap<String, (Refusal, Option<u32>)>,
}

/// The mails and modes, shared by the SMTP server and the page.
pub struct Mailbox {
    /// The address of the page.
    pub page: SocketAddr,
    config: Config,
    pub(super) modes: Modes<Mode>,
    inside: Mutex<Inside>,
    taken: watch::Sender<u64>,
}

impl Mailbox {
    pub(super) fn new(config: Config, page: SocketAddr) -> Mailbox {
        let (modes, inside, taken) = (Modes::default(), Mutex::default(), watch::Sender::new(0));
        Mailbox { page, config, modes, inside, taken }
    }

    /// The URL of the page, such as `http://127.0.0.1:8106`.
    #[must_use]
    pub fn page_url(&self) -> String {
        format!("http://{}", self.page)
    }

    pub(super) fn config(&self) -> &Config {
        &self.config
    }

    fn with<T>(&self, work: impl FnOnce(&mut Inside) -> T) -> T {
        work(&mut self.inside.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Stores a mail; gives its number.
    pub(super) fn take(&self, from: String, to: Vec<String>, source: Vec<u8>) -> u64 {
        let headers = MessageParser::new().with_message_ids().parse_headers(&source);
        let id: Arc<str> = headers.as_ref().and_then(Message::message_id).unwrap_or_default().into();
        let at = self.config.clock.now();
        let number = self.with(|inside| {
            inside.taken += 1;
            for to in &to {
                inside.deliveries.push_back(Delivery { to: to.as_str().into(), message_id: id.clone() });
            }
            while inside.deliveries.len() > self.config.remember {
                inside.deliveries.pop_front();
            }
            let mail = Mail { number: inside.taken, at, from, to, source };
            inside.mails.push_back(Arc::new(mail));
            while inside.mails.len() > self.config.keep {
                inside.mails.pop_front();
            }
            inside.taken
        });
        self.taken.send_replace(number);
        number
    }

    /// The mails that are kept, oldest first.
    #[must_use]
    pub fn mails(&self) -> Vec<Arc<Mail>> {
        self.with(|inside| inside.mails.iter().cloned().collect())
    }

    /// The mails to an address that are kept, oldest first.
    #[must_use]
    pub fn mails_to(&self, address: &str) -> Vec<Arc<Mail>> {
        self.mails().into_iter().filter(|mail| mail.to.iter().any(|to| to == address)).collect()
    }

    /// The mail with this number, while it is stored.
    #[must_use]
    pub fn mail(&self, number: u64) -> Option<Arc<Mail>> {
        self.with(|inside| inside.mails.iter().find(|mail| mail.number == number).cloned())
    }

    /// Which mails reached which addresses, oldest first.
    #[must_use]
    pub fn deliveries(&self) -> Vec<Delivery> {
        self.with(|inside| inside.deliveries.iter().cloned().collect())
    }

    /// The number of mails since the start.
    #[must_use]
    pub fn taken(&self) -> u64 {
        self.with(|inside| inside.taken)
    }

    /// Waits until `count` mails have arrived since the start.
    pub async fn until_taken(&self, count: u64) {
        // The sender lives as long as the mailbox.
        let _ = self.taken.subscribe().wait_for(|taken| *taken >= count).await;
    }

    /// Removes all mails and deliveries; numbers continue.
    pub fn forget(&self) {
        self.with(|inside| {
            inside.mails.clear();
            inside.deliveries.clear();
        });
    }

    /// Changes how mails are answered, for the next `calls` only if that is given.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        self.modes.set(mode, calls);
    }

    /// Refuses an address, at most `times` if that is given; `None` accepts it again.
    pub fn refuse(&self, address: &str, refusal: Option<Refusal>, times: Option<u32>) {
        let address = address.to_lowercase();
        self.with(|inside| match refusal {
            Some(refusal) => drop(inside.refused.insert(address, (refusal, times))),
            None => drop(inside.refused.remove(&address)),
        });
    }

    /// The refusal of a recipient; none if it is accepted.
    pub(super) fn refusal(&self, address: &str) -> Option<Refusal> {
        self.with(|inside| {
            let (refusal, left) = inside.refused.get_mut(&address.to_lowercase())?;
            if let Some(left) = left {
                *left = left.checked_sub(1)?;
            }
            Some(*refusal)
        })
    }
}
