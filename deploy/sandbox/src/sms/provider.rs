//! The provider's state behind one lock: texts, guests who opted out, and modes of misbehaviour for tests.

use std::collections::{BTreeMap, BTreeSet, HashMap};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use reqwest::Client;
use tokio::sync::{mpsc, watch};

use super::fault::{fault, invalid, too_many};
use super::{Config, Direction, Fate, Message, Mode, Status};
use crate::http::Refusal;
use crate::ids::Key;
use crate::misbehaviour::{Misbehaves, Modes};

#[derive(Default)]
struct Inside {
    serial: u64,
    /// By their numbers, oldest first.
    messages: BTreeMap<u64, Message>,
    /// Numbers of texts by their ids.
    sids: HashMap<String, u64>,
    /// Numbers of texts by their idempotency tokens.
    tokens: HashMap<String, u64>,
    opted_out: BTreeSet<String>,
    fates: BTreeMap<String, Fate>,
}

struct Shared {
    config: Config,
    http: Client,
    modes: Modes<Mode>,
    inside: Mutex<Inside>,
    sent: mpsc::UnboundedSender<String>,
    /// The number of texts that have no final status yet.
    open: watch::Sender<usize>,
    taken: watch::Sender<u64>,
}

/// The provider, shared by its API and its page.
#[derive(Clone)]
pub struct Provider(Arc<Shared>);

impl Provider {
    /// An empty provider, and the channel with the ids of texts that are to be delivered.
    pub(super) fn open(config: Config) -> anyhow::Result<(Provider, mpsc::UnboundedReceiver<String>)> {
        let (sent, due) = mpsc::unbounded_channel();
        let http = Client::builder().timeout(Duration::from_secs(10)).no_proxy().build()?;
        let (modes, inside) = (Modes::default(), Mutex::default());
        let (open, taken) = (watch::Sender::new(0), watch::Sender::new(0));
        Ok((Provider(Arc::new(Shared { config, http, modes, inside, sent, open, taken })), due))
    }

    pub(super) fn config(&self) -> &Config {
        &self.0.config
    }

    pub(super) fn http(&self) -> &Client {
        &self.0.http
    }

    fn with<T>(&self, work: impl FnOnce(&mut Inside) -> T) -> T {
        work(&mut self.0.inside.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// Accepts a text, or gives the one that was accepted with the same idempotency token.
    ///
    /// # Errors
    /// What the real provider would answer.
    pub(super) fn send(&self, message: Message) -> Result<Message, Refusal> {
        let (message, is_new) = self.with(|inside| {
            let before = inside.tokens.get(&message.idempotency_token);
            if let Some(before) = before.and_then(|number| inside.messages.get(number)) {
                let request = |text: &Message| {
                    (text.to.clone(), text.from.clone(), text.body.clone(), text.callback.clone())
                };
                let same = request(before) == request(&message);
                let what = "The idempotency token was used for another request.";
                let conflict = || fault(StatusCode::CONFLICT, 20409, what);
                return same.then(|| (before.clone(), false)).ok_or_else(conflict);
            }
            let to = &message.to;
            let fate = inside.fates.get(to);
            if !is_number(to) || fate == Some(&Fate::BadNumber) {
                let what = format!("The 'To' number {to} is not a valid phone number.");
                return Err(invalid(21211, what));
            }
            if fate == Some(&Fate::TooMany) {
                return Err(too_many());
            }
            if fate == Some(&Fate::OptedOut) || inside.opted_out.contains(to) {
                return Err(invalid(21610, "Attempt to send to unsubscribed recipient"));
            }
            Ok((inside.keep(message, self.config().keep), true))
        })?;
        if is_new {
            self.0.taken.send_modify(|taken| *taken += 1);
            self.0.open.send_modify(|open| *open += 1);
            // Nothing receives it only while everything ends.
            let _ = self.0.sent.send(message.sid.clone());
        }
        Ok(message)
    }

    /// A text from the API that has no id yet.
    pub(super) fn text(&self, from: String, to: String, body: String) -> Message {
        Message {
            sid: String::new(),
            direction: Direction::OutboundApi,
            from,
            to,
            body,
            status: Status::Queued,
            error_code: None,
            at: self.config().clock.now(),
            idempotency_token: String::new(),
            callback: None,
        }
    }

    /// A text by its id.
    #[must_use]
    pub fn message(&self, sid: &str) -> Option<Message> {
        self.with(|inside| inside.messages.get(inside.sids.get(sid)?).cloned())
    }

    /// The texts that are kept, oldest first.
    #[must_use]
    pub fn messages(&self) -> Vec<Message> {
        self.with(|inside| inside.messages.values().cloned().collect())
    }

    /// The texts of a guest's number that are kept, oldest first.
    #[must_use]
    pub fn with_guest(&self, number: &str) -> Vec<Message> {
        self.messages().into_iter().filter(|text| text.to == number || text.from == number).collect()
    }

    /// The number of texts that the API has accepted.
    #[must_use]
    pub fn taken(&self) -> u64 {
        *self.0.taken.borrow()
    }

    /// Waits until the API has accepted `count` texts since the start.
    pub async fn until_taken(&self, count: u64) {
        // The sender lives as long as the provider.
        let _ = self.0.taken.subscribe().wait_for(|taken| *taken >= count).await;
    }

    /// Waits until every accepted text has its final status, and its callbacks are delivered or given up.
    pub async fn settled(&self) {
        let _ = self.0.open.subscribe().wait_for(|open| *open == 0).await;
    }

    /// Counts a text that has reached its final status.
    pub(super) fn done(&self) {
        self.0.open.send_modify(|open| *open = open.saturating_sub(1));
    }

    /// Stores a text from a guest; STOP and START have the effect that they have at the real provider.
    pub(super) fn receive(&self, guest: &str, body: &str) -> Message {
        let text = self.text(guest.to_owned(), self.config().number.clone(), body.to_owned());
        self.with(|inside| {
            match body.trim().to_ascii_uppercase().as_str() {
                "STOP" | "STOPALL" | "UNSUBSCRIBE" | "CANCEL" | "END" | "QUIT" => {
                    inside.opted_out.insert(guest.to_owned());
                }
                "START" | "YES" | "UNSTOP" => drop(inside.opted_out.remove(guest)),
                _ => {}
            }
            let received = Message { direction: Direction::Inbound, status: Status::Received, ..text };
            inside.keep(received, self.config().keep)
        })
    }

    /// Stores replies to a guest's message.
    pub(super) fn reply(&self, to: &Message, replies: &[String]) {
        for reply in replies {
            let text = self.text(to.to.clone(), to.from.clone(), reply.clone());
            let text = Message { direction: Direction::OutboundReply, status: Status::Delivered, ..text };
            self.with(|inside| inside.keep(text, self.config().keep));
        }
    }

    /// Changes how calls are answered, for the next `calls` only if that is given.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        self.0.modes.set(mode, calls);
    }

    /// Sets the outcome of texts to a number; with `None` they arrive.
    pub fn set_fate(&self, number: &str, fate: Option<Fate>) {
        self.with(|inside| match fate {
            Some(fate) => drop(inside.fates.insert(number.to_owned(), fate)),
            None => drop(inside.fates.remove(number)),
        });
    }

    /// Removes texts, tokens and opt-outs.
    pub fn forget(&self) {
        self.with(|inside| *inside = Inside { serial: inside.serial, ..Inside::default() });
    }

    /// Moves a text to its next status; none if its status is final.
    pub(super) fn step(&self, sid: &str) -> Option<Message> {
        self.with(|inside| {
            let number = inside.sids.get(sid)?;
            let message = inside.messages.get_mut(number)?;
            (message.status, message.error_code) = match (message.status, inside.fates.get(&message.to)) {
                (Status::Queued, _) => (Status::Sent, None),
                (Status::Sent, Some(Fate::Undelivered)) => (Status::Undelivered, Some(30_003)),
                (Status::Sent, _) => (Status::Delivered, None),
                _ => return None,
            };
            Some(message.clone())
        })
    }
}

impl Misbehaves for Provider {
    fn modes(&self) -> &Modes<Mode> {
        &self.0.modes
    }

    fn refusal(status: StatusCode) -> Response {
        let is_limit = status == StatusCode::TOO_MANY_REQUESTS;
        let down =
            || fault(StatusCode::INTERNAL_SERVER_ERROR, 20500, "An internal server error has occurred");
        if is_limit { too_many() } else { down() }.into_response()
    }
}

impl Inside {
    /// Stores a text under a new id; removes the oldest of more than `most`.
    fn keep(&mut self, message: Message, most: usize) -> Message {
        self.serial += 1;
        let key = Key::of(&[&"text", &self.serial]);
        let sid = format!("SM{:016x}{:016x}", key.throw("high", u64::MAX), key.throw("low", u64::MAX));
        let message = Message { sid, ..message };
        self.sids.insert(message.sid.clone(), self.serial);
        if !message.idempotency_token.is_empty() {
            self.tokens.insert(message.idempotency_token.clone(), self.serial);
        }
        self.messages.insert(self.serial, message.clone());
        if self.messages.len() > most
            && let Some((_, oldest)) = self.messages.pop_first()
        {
            self.sids.remove(&oldest.sid);
            self.tokens.remove(&oldest.idempotency_token);
        }
        message
    }
}

/// Whether it is a number of North America in E.164: `+1`, and ten digits of which area and exchange begin with 2 to 9.
fn is_number(to: &str) -> bool {
    let digits = to.strip_prefix("+1").unwrap_or_default().as_bytes();
    digits.len() == 10
        && digits.iter().all(u8::is_ascii_digit)
        && [0, 3].iter().all(|first| digits.get(*first).is_some_and(|digit| *digit >= b'2'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_north_america_are_known() {
        assert!(is_number("+12065550100"));
        for bad in
            ["12065550100", "+11065550100", "+12061550100", "+1206555010", "+120655501000", "+1206555010a"]
        {
            assert!(!is_number(bad), "{bad}");
        }
    }
}
