//! The provider: its accounts, the commands to them, and its misbehaviour. One lock guards everything, and each access
//! first brings the accounts up to the present time.

use std::collections::{BTreeMap, HashMap};
use std::fs::File;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use saffron_core::{Clock, PosId};
use serde::{Deserialize, Serialize};
use serde_json::Value;
use tokio::sync::{Notify, watch};

use super::Config;
use super::account::{Account, Command, Secs};
use super::calls::{self, Begin, Call, Once};
use super::fault::Fault;
use crate::ids::Key;
use crate::misbehaviour::{Misbehaves, Mode, Modes};
use crate::pos::{Year, restaurants};

/// The answer to a call: status and body.
pub type Answer = (StatusCode, Value);

/// How webhooks are delivered.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Delivery {
    /// In order, each once.
    #[default]
    Normal,
    /// Not at all, for good.
    Drop,
    /// Those that are due together in another order.
    Shuffle,
}

/// The state behind the lock.
pub struct State {
    /// The accounts by their ids.
    pub accounts: BTreeMap<String, Account>,
    /// The mode of webhooks, and how often each is delivered.
    pub delivery: (Delivery, usize),
    file: Option<File>,
    answers: HashMap<(String, String), (String, Answer)>,
}

/// The provider, shared by its APIs and its webhook.
#[derive(Clone)]
pub struct Provider(Arc<Inner>);

struct Inner {
    config: Config,
    modes: Modes<Mode>,
    state: Mutex<State>,
    woken: Notify,
    /// The number of deliveries that have not ended.
    under_way: watch::Sender<usize>,
    serial: AtomicU64,
}

impl Provider {
    /// Opens the provider at the present time: the demo's days until now, and the stored commands.
    pub(super) fn open(config: Config) -> anyhow::Result<Provider> {
        let now = config.clock.now().as_second();
        let first = Begin { at: now, days: config.days, connected: config.connected.clone() };
        let (file, begin, before) = match &config.data {
            Some(folder) => {
                let (file, begin, before) = calls::open(folder, first)?;
                (Some(file), begin, before)
            }
            None => (None, first, Vec::new()),
        };
        let mut state = State {
            accounts: open_accounts(&config, &begin, now)?,
            delivery: (Delivery::Normal, 1),
            file,
            answers: HashMap::new(),
        };
        for call in before {
            if let Some(account) = state.accounts.get_mut(&call.account) {
                account.advance(call.at).context("what was done cannot be repeated")?;
            }
            // What the provider refused then, it refuses now.
            let _ = state.apply(call, &[]);
        }
        for account in state.accounts.values_mut() {
            account.advance(now)?;
            // What happened while the provider was away is not sent: the poll of events finds it.
            account.outbox.clear();
        }
        Ok(Provider(Arc::new(Inner {
            config,
            modes: Modes::default(),
            state: Mutex::new(state),
            woken: Notify::new(),
            under_way: watch::Sender::new(0),
            serial: AtomicU64::new(0),
        })))
    }

    pub(super) fn config(&self) -> &Config {
        &self.0.config
    }

    /// The accounts and the locations whose POS they serve.
    #[must_use]
    pub fn accounts(&self) -> Vec<(PosId, String)> {
        let of = |account: &Account| (account.restaurant.pos_id.clone(), account.id.clone());
        self.with(|state| state.accounts.values().map(of).collect())
    }

    /// The present objects of an account that were made at or after `since` (seconds), as
    /// `GET /sandbox/v1/{account}/truth` answers them.
    ///
    /// # Errors
    /// If there is no such account.
    pub fn truth(&self, account: &str, since: Secs) -> Result<Value, Fault> {
        self.with(|state| Ok(find_account(&state.accounts, account)?.truth(since)))
    }

    /// The CloudEvents that the tills of the account's restaurant have sent by now.
    ///
    /// # Errors
    /// If there is no such account, or a day cannot be made.
    pub fn till_events(&self, account: &str) -> Result<Vec<String>, Fault> {
        self.with(|state| find_account(&state.accounts, account)?.till_events())
    }

    /// Applies a command to an account, as `POST /sandbox/v1/{account}/commands` does; gives the ids of the objects that it
    /// made or changed.
    ///
    /// # Errors
    /// What the real provider would answer.
    pub fn command(&self, account: &str, command: Command) -> Result<Vec<String>, Fault> {
        let done = self.with(|state| state.call(account, command, None, &[]).map(|(ids, _)| ids));
        self.wake();
        done
    }

    /// Changes how calls are answered: from now on, or for so many of them.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        self.0.modes.set(mode, calls);
    }

    /// Changes how webhooks are delivered, and how often each; 0 counts as 1.
    pub fn set_delivery(&self, delivery: Delivery, times: usize) {
        self.with(|state| state.delivery = (delivery, times.max(1)));
    }

    /// Sends the webhook every event of an account once more that happened from `since` (seconds) on. Gives their
    /// number.
    ///
    /// # Errors
    /// If there is no such account.
    pub fn resend_events(&self, account: &str, since: Secs) -> Result<usize, Fault> {
        let count = self.with(|state| {
            let account = state.accounts.get_mut(account).ok_or_else(|| Fault::account(account))?;
            let recent: Vec<Key> = account.events.from(since).map(|event| event.key).collect();
            account.outbox.extend(&recent);
            Ok(recent.len())
        });
        self.wake();
        count
    }

    /// Waits until every event is delivered to the webhook or given up.
    pub async fn settled(&self) {
        let mut under_way = self.0.under_way.subscribe();
        loop {
            let is_sent = self.with(|state| state.accounts.values().all(|account| account.outbox.is_empty()));
            let is_done = is_sent && *under_way.borrow_and_update() == 0;
            if is_done || under_way.changed().await.is_err() {
                return;
            }
        }
    }

    /// Wakes the webhook, which then checks for events.
    fn wake(&self) {
        self.0.woken.notify_one();
    }

    /// Waits for the next call of [`Provider::wake`].
    pub(super) async fn woken(&self) {
        self.0.woken.notified().await;
    }

    /// Counts deliveries that have begun and ended. The webhook also calls it when there was nothing to deliver.
    pub(super) fn under_way(&self, begun: usize, ended: usize) {
        self.0.under_way.send_modify(|count| *count = (*count + begun).saturating_sub(ended));
    }

    /// The next number of a call.
    pub(super) fn serial(&self) -> u64 {
        let number = self.0.serial.fetch_add(1, Ordering::Relaxed);
        number ^ self.0.config.clock.now().as_nanosecond().unsigned_abs() as u64
    }

    /// Brings the accounts up to the present time, then runs `work` on the state.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = seconds(&self.0.config.clock);
        for account in state.accounts.values_mut() {
            if let Err(fault) = account.advance(now) {
                tracing::error!(account = account.id, "a day cannot be played: {fault}");
            }
        }
        work(&mut state)
    }

    /// Answers a POST of the real API; true if it is an answer that was given before: the same key with the same request
    /// gets the same answer.
    pub(super) fn post(
        &self,
        account: &str,
        command: Command,
        once: Option<Once>,
        expand: &[String],
    ) -> (Answer, bool) {
        let answer = self.with(|state| {
            let used = once.as_ref().and_then(|once| {
                let used = state.answers.get(&(account.to_owned(), once.key.clone()))?;
                Some((once, used))
            });
            if let Some((once, (request, answer))) = used {
                let is_same = *request == once.request;
                let other = || fault_answer(&Fault::idempotency(&once.key));
                return (if is_same { answer.clone() } else { other() }, is_same);
            }
            let done = state.call(account, command, once, expand);
            (done.map_or_else(|fault| fault_answer(&fault), |(_, answer)| answer), false)
        });
        self.wake();
        answer
    }
}

impl Misbehaves for Provider {
    fn modes(&self) -> &Modes<Mode> {
        &self.0.modes
    }

    fn refusal(status: StatusCode) -> Response {
        let is_limit = status == StatusCode::TOO_MANY_REQUESTS;
        let down = || Fault::server("An unknown error occurred.");
        if is_limit { Fault::too_many() } else { down() }.into_response()
    }
}

impl State {
    /// Stores a command and applies it; gives the ids of the objects that it made or changed, and the answer.
    fn call(
        &mut self,
        account: &str,
        command: Command,
        once: Option<Once>,
        expand: &[String],
    ) -> Result<(Vec<String>, Answer), Fault> {
        let at = find_account(&self.accounts, account)?.now();
        let call = Call { at, account: account.to_owned(), command, once };
        if let Some(file) = &mut self.file {
            calls::add(file, &call).map_err(|error| Fault::server(format!("{error:#}")))?;
        }
        self.apply(call, expand)
    }

    /// Applies a stored call; gives the ids of the objects that it made or changed, and the answer.
    fn apply(&mut self, call: Call, expand: &[String]) -> Result<(Vec<String>, Answer), Fault> {
        let account = self.accounts.get_mut(&call.account);
        let account = account.ok_or_else(|| Fault::account(&call.account))?;
        let done = account.apply(&call.command).map(|ids| {
            let mut shown = ids.first().map_or(Value::Null, |id| account.show_id(id));
            account.expand(&mut shown, expand);
            (ids, (StatusCode::OK, shown))
        });
        if let Some(once) = call.once {
            let answer = done.as_ref().map_or_else(fault_answer, |(_, answer)| answer.clone());
            self.answers.insert((call.account, once.key), (once.request, answer));
        }
        done
    }
}

fn fault_answer(fault: &Fault) -> Answer {
    (fault.status, fault.body())
}

/// The account with this id.
pub fn find_account<'a>(
    accounts: &'a BTreeMap<String, Account>,
    account: &str,
) -> Result<&'a Account, Fault> {
    accounts.get(account).ok_or_else(|| Fault::account(account))
}

/// Opens the accounts of the configured locations, brought up to `now`.
fn open_accounts(config: &Config, begin: &Begin, now: Secs) -> anyhow::Result<BTreeMap<String, Account>> {
    let year = Arc::new(Year::load()?);
    let mut restaurants = restaurants(&year)?;
    if let Some(wanted) = &config.locations {
        let is_known = |id: &&PosId| restaurants.iter().any(|restaurant| restaurant.pos_id == **id);
        if let Some(strange) = wanted.iter().find(|id| !is_known(id)) {
            anyhow::bail!("{strange} is no location of the demo");
        }
        restaurants.retain(|restaurant| wanted.contains(&restaurant.pos_id));
    }
    restaurants.retain(|restaurant| !begin.connected.contains(&restaurant.pos_id));
    let mut accounts = BTreeMap::new();
    for restaurant in restaurants {
        let calendar = restaurant.calendar()?;
        // Each location's own days, as its POS counts them.
        let first = calendar.today(Timestamp::from_second(begin.at)?).plus_days(-begin.days);
        let account = Account::open(restaurant, calendar, year.clone(), first, now);
        accounts.insert(account.id.clone(), account);
    }
    Ok(accounts)
}

/// The present time in seconds.
pub fn seconds(clock: &Clock) -> Secs {
    clock.now().as_second()
}
