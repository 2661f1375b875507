//! What the provider knows: texts, who said STOP, and how it misbehaves when a test asks it to. Everything is behind
//! one lock.

use std::collections::{BTreeMap, BTreeSet, HashMap, VecDeque};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::Duration;

use reqwest::Client;
use tokio::sync::{mpsc, watch};

use super::{Config, Direction, Fate, Fault, Message, Mode, Status};
use crate::ids::Key;

/// What the API is asked to send.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Order {
    pub to: String,
    pub from: String,
    pub body: String,
    pub callback: Option<String>,
}

#[derive(Default)]
struct Inside {
    serial: u64,
    messages: VecDeque<Message>,
    /// How many messages are gone from the front.
    gone: usize,
    places: HashMap<String, usize>,
    tokens: HashMap<String, (Order, String)>,
    token_order: VecDeque<String>,
    stopped: BTreeSet<String>,
    fates: BTreeMap<String, Fate>,
    mode: Mode,
    calls_left: Option<u32>,
}

struct Shared {
    config: Config,
    http: Client,
    inside: Mutex<Inside>,
    orders: mpsc::UnboundedSender<String>,
    open: watch::Sender<usize>,
    taken: watch::Sender<u64>,
}

/// The provider, shared by its doors.
#[derive(Clone)]
pub struct Provider(Arc<Shared>);

impl Provider {
    /// A provider without texts, and the texts whose callbacks are due, as they come.
    pub(super) fn open(config: Config) -> anyhow::Result<(Provider, mpsc::UnboundedReceiver<String>)> {
        let (orders, due) = mpsc::unbounded_channel();
        let http = Client::builder().timeout(Duration::from_secs(10)).no_proxy().build()?;
        let shared = Shared {
            config,
            http,
            inside: Mutex::default(),
            orders,
            open: watch::Sender::new(0),
            taken: watch::Sender::new(0),
        };
        Ok((Provider(Arc::new(shared)), due))
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

    /// Takes a text, unless the same token took it before. Says whether it is that answer again.
    ///
    /// # Errors
    /// What the real provider would answer.
    pub(super) fn send(&self, order: Order, token: &str) -> Result<(Message, bool), Fault> {
        let (message, again) = self.with(|inside| {
            if let Some((before, sid)) = inside.tokens.get(token).filter(|_| !token.is_empty()) {
                if *before != order {
                    let what = "The idempotency token was used for another request.";
                    return Err(Fault { status: 409, ..Fault::new(20409, what) });
                }
                let kept = inside.find(sid).cloned().ok_or_else(|| Fault::unknown(sid))?;
                return Ok((kept, true));
            }
            let fate = inside.fates.get(&order.to).copied();
            if !is_number(&order.to) || fate == Some(Fate::BadNumber) {
                return Err(Fault::bad_number(&order.to));
            }
            if fate == Some(Fate::TooMany) {
                return Err(Fault::too_many());
            }
            if fate == Some(Fate::OptedOut) || inside.stopped.contains(&order.to) {
                return Err(Fault::opted_out());
            }
            let message = Message {
                sid: inside.sid(),
                direction: Direction::OutboundApi,
                from: order.from.clone(),
                to: order.to.clone(),
                body: order.body.clone(),
                status: Status::Queued,
                error_code: None,
                at: self.config().clock.now(),
                idempotency_token: token.to_owned(),
                callback: order.callback.clone(),
            };
            inside.keep(message.clone(), self.config().keep);
            if !token.is_empty() {
                inside.tokens.insert(token.to_owned(), (order, message.sid.clone()));
                inside.token_order.push_back(token.to_owned());
                if inside.token_order.len() > self.config().keep {
                    let oldest = inside.token_order.pop_front();
                    oldest.and_then(|oldest| inside.tokens.remove(&oldest));
                }
            }
            Ok((message, false))
        })?;
        if !again {
            self.0.taken.send_modify(|taken| *taken += 1);
            self.0.open.send_modify(|open| *open += 1);
            // Nobody hears it only while everything ends.
            let _ = self.0.orders.send(message.sid.clone());
        }
        Ok((message, again))
    }

    /// A text by its id.
    #[must_use]
    pub fn message(&self, sid: &str) -> Option<Message> {
        self.with(|inside| inside.find(sid).cloned())
    }

    /// The texts that are kept, oldest first.
    #[must_use]
    pub fn messages(&self) -> Vec<Message> {
        self.with(|inside| inside.messages.iter().cloned().collect())
    }

    /// The texts of a guest's number that are kept, oldest first.
    #[must_use]
    pub fn with_guest(&self, number: &str) -> Vec<Message> {
        let guest = |message: &Message| message.to == number || message.from == number;
        self.messages().into_iter().filter(guest).collect()
    }

    /// How many texts the API has taken.
    #[must_use]
    pub fn taken(&self) -> u64 {
        *self.0.taken.borrow()
    }

    /// Waits until the API has taken so many texts since the start.
    pub async fn until_taken(&self, count: u64) {
        // The sender lives as long as we do.
        let _ = self.0.taken.subscribe().wait_for(|taken| *taken >= count).await;
    }

    /// Waits until whoever is to be told of the texts that were taken was told, or given up on.
    pub async fn settled(&self) {
        let _ = self.0.open.subscribe().wait_for(|open| *open == 0).await;
    }

    /// One text less to tell of.
    pub(super) fn told(&self) {
        self.0.open.send_modify(|open| *open = open.saturating_sub(1));
    }

    /// Stores what a guest writes: STOP and START count here as they do at the real provider.
    pub(super) fn receive(&self, guest: &str, body: &str) -> Message {
        self.with(|inside| {
            match body.trim().to_ascii_uppercase().as_str() {
                "STOP" | "STOPALL" | "UNSUBSCRIBE" | "CANCEL" | "END" | "QUIT" => {
                    inside.stopped.insert(guest.to_owned());
                }
                "START" | "YES" | "UNSTOP" => drop(inside.stopped.remove(guest)),
                _ => {}
            }
            let message = Message {
                sid: inside.sid(),
                direction: Direction::Inbound,
                from: guest.to_owned(),
                to: self.config().number.clone(),
                body: body.to_owned(),
                status: Status::Received,
                error_code: None,
                at: self.config().clock.now(),
                idempotency_token: String::new(),
                callback: None,
            };
            inside.keep(message.clone(), self.config().keep);
            message
        })
    }

    /// Stores replies to a guest's message.
    pub(super) fn reply(&self, to: &Message, replies: &[String]) {
        self.with(|inside| {
            for reply in replies {
                let message = Message {
                    sid: inside.sid(),
                    direction: Direction::OutboundReply,
                    from: to.to.clone(),
                    to: to.from.clone(),
                    body: reply.clone(),
                    status: Status::Delivered,
                    ..to.clone()
                };
                inside.keep(message, self.config().keep);
            }
        });
    }

    /// Changes what becomes of calls: from now on, or for so many of them.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        self.with(|inside| (inside.mode, inside.calls_left) = (mode, calls));
    }

    /// Changes what becomes of texts to a number; none: they arrive.
    pub fn set_fate(&self, number: &str, fate: Option<Fate>) {
        self.with(|inside| match fate {
            Some(fate) => drop(inside.fates.insert(number.to_owned(), fate)),
            None => drop(inside.fates.remove(number)),
        });
    }

    /// Forgets texts, tokens and who said STOP.
    pub fn forget(&self) {
        self.with(|inside| {
            let (serial, mode, calls_left) = (inside.serial, inside.mode, inside.calls_left);
            *inside = Inside { serial, mode, calls_left, ..Inside::default() };
        });
    }

    /// What becomes of this call.
    pub(super) fn next_mode(&self) -> Mode {
        self.with(|inside| match &mut inside.calls_left {
            None => inside.mode,
            Some(0) => {
                (inside.mode, inside.calls_left) = (Mode::Normal, None);
                Mode::Normal
            }
            Some(left) => {
                *left -= 1;
                inside.mode
            }
        })
    }

    /// Takes a text one step further; none where it stands at its end.
    pub(super) fn step(&self, sid: &str) -> Option<Message> {
        self.with(|inside| {
            let fate = inside.find(sid).and_then(|message| inside.fates.get(&message.to).copied());
            let message = inside.find_mut(sid)?;
            (message.status, message.error_code) = match (message.status, fate) {
                (Status::Queued, _) => (Status::Sent, None),
                (Status::Sent, Some(Fate::Undelivered)) => (Status::Undelivered, Some(30_003)),
                (Status::Sent, _) => (Status::Delivered, None),
                _ => return None,
            };
            Some(message.clone())
        })
    }
}

impl Inside {
    fn sid(&mut self) -> String {
        self.serial += 1;
        let key = Key::of(&[&"text", &self.serial]);
        format!("SM{:016x}{:016x}", key.throw("high", u64::MAX), key.throw("low", u64::MAX))
    }

    fn keep(&mut self, message: Message, most: usize) {
        self.places.insert(message.sid.clone(), self.gone + self.messages.len());
        self.messages.push_back(message);
        while self.messages.len() > most {
            if let Some(oldest) = self.messages.pop_front() {
                self.places.remove(&oldest.sid);
            }
            self.gone += 1;
        }
    }

    fn find(&self, sid: &str) -> Option<&Message> {
        self.messages.get(self.places.get(sid)?.checked_sub(self.gone)?)
    }

    fn find_mut(&mut self, sid: &str) -> Option<&mut Message> {
        self.messages.get_mut(self.places.get(sid)?.checked_sub(self.gone)?)
    }
}

/// Whether it is a number of North America in E.164: `+1`, and ten digits of which area and exchange begin with 2 to 9.
fn is_number(to: &str) -> bool {
    let Some(digits) = to.strip_prefix("+1") else { return false };
    digits.len() == 10
        && digits.bytes().all(|digit| digit.is_ascii_digit())
        && [0, 3].iter().all(|place| digits.as_bytes().get(*place).is_some_and(|digit| *digit >= b'2'))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_of_north_america() {
        assert!(is_number("+12065550100"));
        for bad in
            ["12065550100", "+11065550100", "+12061550100", "+1206555010", "+120655501000", "+1206555010a"]
        {
            assert!(!is_number(bad), "{bad}");
        }
    }
}
