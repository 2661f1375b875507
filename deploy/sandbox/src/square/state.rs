//! What Square holds behind its lock.

use std::collections::{BTreeMap, VecDeque};

use jiff::Timestamp;

use super::Delivery;
use super::account::Account;
use super::event::Happened;
use super::fault::Fault;
use super::grants::{Caller, Grants};
use crate::tricks::Tricks;

/// The most events that are kept for sending once more; older ones are forgotten.
const EVENTS_KEPT: usize = 20_000;

/// An event with its merchant.
#[derive(Debug, Clone)]
pub struct Sent {
    pub merchant: String,
    pub happened: Happened,
}

/// The state behind the lock.
pub struct State {
    pub accounts: BTreeMap<String, Account>,
    pub grants: Grants,
    pub tricks: Tricks,
    /// The mode of webhooks, and how often each is delivered.
    pub delivery: (Delivery, usize),
    /// Events that are to be sent.
    pub outbox: VecDeque<Sent>,
    /// Events that happened, oldest first.
    pub events: VecDeque<Sent>,
    /// Whether no events are made: there is no webhook, or the past is put in.
    pub is_quiet: bool,
    /// The second in which calls are counted, and their number.
    pub second: (i64, u32),
}

impl State {
    /// Nothing; quiet where nobody gets events.
    pub fn new(is_quiet: bool) -> State {
        State {
            accounts: BTreeMap::new(),
            grants: Grants::default(),
            tricks: Tricks::default(),
            delivery: (Delivery::Normal, 1),
            outbox: VecDeque::new(),
            events: VecDeque::new(),
            is_quiet,
            second: (0, 0),
        }
    }

    /// Notes what happened at a merchant, for the webhook.
    pub fn tell(&mut self, merchant: &str, happened: Vec<Happened>) {
        if self.is_quiet {
            return;
        }
        for happened in happened {
            let sent = Sent { merchant: merchant.to_owned(), happened };
            self.events.push_back(sent.clone());
            self.outbox.push_back(sent);
        }
        for queue in [&mut self.events, &mut self.outbox] {
            let excess = queue.len().saturating_sub(EVENTS_KEPT);
            queue.drain(..excess);
        }
    }

    /// The account of a caller.
    pub fn account(&mut self, caller: &Caller) -> Result<&mut Account, Fault> {
        let account = self.accounts.get_mut(&caller.merchant);
        account.ok_or_else(|| Fault::missing("merchant", &caller.merchant))
    }

    /// The moment whose state searches show.
    pub fn shown_at(&self, now: Timestamp) -> Timestamp {
        self.tricks.shown_at(now)
    }
}
