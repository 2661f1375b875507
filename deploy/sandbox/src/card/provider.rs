//! The provider as a whole: its accounts, its journal, and how it misbehaves. Everything is behind one lock, and
//! whoever takes it first lets happen what is due.

use std::collections::{BTreeMap, HashMap};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use jiff::Timestamp;
use saffron_core::{Clock, PosId, Zone};
use serde_json::{Value, json};
use tokio::sync::{Notify, watch};

use super::fault::Fault;
use super::journal::{Begin, Entry, Journal, Once};
use super::ledger::{Command, Done, Kept as _, Ledger, Place, Secs, account_of};
use super::modes::{Delivery, Mode, Modes};
use super::show::{self, Expand};
use super::{Config, truth};
use crate::pos::{Year, restaurants};

/// The answer to a call: status and body.
pub type Answer = (u16, Value);

/// What the lock guards.
pub struct State {
    /// By account.
    pub accounts: BTreeMap<String, Ledger>,
    /// What a test has asked for.
    pub modes: Modes,
    /// Events of each account that the webhook was told of, or that it is not to be told of.
    pub told: BTreeMap<String, Place>,
    /// Events that are to be told once more.
    pub again: Vec<(String, Place)>,
    journal: Journal,
    answers: HashMap<(String, String), (String, Answer)>,
}

/// The provider, shared by its doors.
#[derive(Clone)]
pub struct Provider(Arc<Inner>);

struct Inner {
    config: Config,
    state: Mutex<State>,
    woken: Notify,
    open: AtomicUsize,
    serial: AtomicU64,
    looked: watch::Sender<u64>,
}

impl Provider {
    /// The provider as it stands now: the demo's days up to this moment, and what the journal tells.
    ///
    /// # Errors
    /// If the journal cannot be read, or a location of the configuration is none of the demo's.
    pub fn open(config: Config) -> anyhow::Result<Provider> {
        let now = config.clock.now();
        let first = Begin { at: now.as_second(), days: config.days };
        let (journal, begin, entries) = match &config.data {
            Some(folder) => Journal::open(folder, first)?,
            None => (Journal::nowhere(), first, Vec::new()),
        };
        let accounts = open_accounts(&config, begin, now.as_second())?;
        let mut state = State {
            accounts,
            modes: Modes::default(),
            told: BTreeMap::new(),
            again: Vec::new(),
            journal,
            answers: HashMap::new(),
        };
        for entry in &entries {
            state.repeat(entry)?;
        }
        for ledger in state.accounts.values_mut() {
            ledger.advance(now.as_second())?;
            // What happened while the provider was away is not told: the poll of events finds it.
            state.told.insert(ledger.account.clone(), ledger.events.len());
        }
        let (looked, _) = watch::channel(0);
        let inner = Inner {
            config,
            state: Mutex::new(state),
            woken: Notify::new(),
            open: AtomicUsize::new(0),
            serial: AtomicU64::new(0),
            looked,
        };
        Ok(Provider(Arc::new(inner)))
    }

    /// How it was configured.
    pub fn config(&self) -> &Config {
        &self.0.config
    }

    /// The accounts and the locations whose POS they serve.
    #[must_use]
    pub fn accounts(&self) -> Vec<(PosId, String)> {
        self.with(|state| {
            state
                .accounts
                .values()
                .map(|ledger| (ledger.place.pos_id.clone(), ledger.account.clone()))
                .collect()
        })
    }

    /// Every object of an account as it stands now, as `GET /sandbox/v1/{account}/truth` answers; those that were
    /// made at or after `since` (seconds).
    ///
    /// # Errors
    /// If there is no such account.
    pub fn truth(&self, account: &str, since: Secs) -> Result<Value, Fault> {
        self.with(|state| Ok(truth::of(known(&state.accounts, account)?, since)))
    }

    /// What the tills of the account's restaurant have told by now: a CloudEvent each, of the demo's days.
    ///
    /// # Errors
    /// If there is no such account, or a day cannot be played.
    pub fn told(&self, account: &str) -> Result<Vec<String>, Fault> {
        let odd = |error: anyhow::Error| Fault::server(&format!("{error:#}"));
        self.with(|state| known(&state.accounts, account)?.told().map_err(odd))
    }

    /// Does something to an account, as `POST /sandbox/v1/{account}/commands` does; gives the ids of what it made or
    /// changed.
    ///
    /// # Errors
    /// What the real provider would answer.
    pub fn command(&self, account: &str, command: Command) -> Result<Vec<String>, Fault> {
        let done = self.with(|state| {
            let at = known(&state.accounts, account)?.now();
            state.write(&Entry { at, account: account.to_owned(), command: command.clone(), once: None })?;
            let ledger = known_mut(&mut state.accounts, account)?;
            let done = ledger.apply(&command)?;
            Ok(done
                .into_iter()
                .map(|subject| id(&show::subject(ledger, subject, at, &Expand::default())))
                .collect())
        });
        self.wake();
        done
    }

    /// Changes what becomes of calls: from now on, or for so many of them.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        self.with(|state| state.modes.set(mode, calls));
    }

    /// Changes how webhooks are delivered, and how often each.
    pub fn set_delivery(&self, delivery: Delivery, times: u32) {
        self.with(|state| (state.modes.delivery, state.modes.times) = (delivery, times));
    }

    /// Tells the webhook once more of every event of an account that happened from `since` (seconds) on. Gives their
    /// number.
    ///
    /// # Errors
    /// If there is no such account.
    pub fn tell_again(&self, account: &str, since: Secs) -> Result<usize, Fault> {
        let count = self.with(|state| {
            let ledger = known(&state.accounts, account)?;
            let recent = ledger.events.all().filter(|(_, event)| event.at >= since);
            let again: Vec<_> = recent.map(|(place, _)| (account.to_owned(), place)).collect();
            let count = again.len();
            state.again.extend(again);
            Ok(count)
        });
        self.wake();
        count
    }

    /// Waits until the webhook was told of everything that has happened, or given up on.
    pub async fn settled(&self) {
        let mut looked = self.0.looked.subscribe();
        loop {
            let told = self.with(|state| {
                let all = state
                    .accounts
                    .values()
                    .all(|ledger| state.told.get(&ledger.account) == Some(&ledger.events.len()));
                all && state.again.is_empty()
            });
            if told && self.0.open.load(Ordering::SeqCst) == 0 {
                return;
            }
            if looked.changed().await.is_err() {
                return;
            }
        }
    }

    /// Wakes whoever tells the webhook.
    pub(super) fn wake(&self) {
        self.0.woken.notify_one();
    }

    /// Waits to be woken.
    pub(super) async fn woken(&self) {
        self.0.woken.notified().await;
    }

    /// So many more deliveries are under way.
    pub(super) fn under_way(&self, more: usize) {
        self.0.open.fetch_add(more, Ordering::SeqCst);
    }

    /// A delivery has ended, or the dispatcher has looked.
    pub(super) fn ended(&self, deliveries: usize) {
        self.0.open.fetch_sub(deliveries, Ordering::SeqCst);
        self.0.looked.send_modify(|looks| *looks += 1);
    }

    /// A number that no call had before.
    pub(super) fn serial(&self) -> u64 {
        let number = self.0.serial.fetch_add(1, Ordering::Relaxed);
        number ^ self.0.config.clock.now().as_nanosecond().unsigned_abs() as u64
    }

    /// Lets happen what is due, and works on the state.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        let mut state = self.0.state.lock().unwrap_or_else(PoisonError::into_inner);
        let now = self.0.config.clock.now().as_second();
        for ledger in state.accounts.values_mut() {
            if let Err(error) = ledger.advance(now) {
                tracing::error!(account = ledger.account, "a day cannot be played: {error:#}");
            }
        }
        work(&mut state)
    }

    /// Answers a POST of the real API. The same key with the same request gets the same answer.
    pub(super) fn post(
        &self,
        account: &str,
        command: Command,
        once: Option<Once>,
        expand: &Expand,
    ) -> (Answer, bool) {
        let answer = self.with(|state| {
            if let Some(once) = &once
                && let Some((request, answer)) = state.answers.get(&(account.to_owned(), once.key.clone()))
            {
                let same = *request == once.request;
                let answer = if same { answer.clone() } else { faulty(&Fault::idempotency(&once.key)) };
                return (answer, same);
            }
            let at = match known(&state.accounts, account) {
                Ok(ledger) => ledger.now(),
                Err(fault) => return (faulty(&fault), false),
            };
            let entry = Entry { at, account: account.to_owned(), command, once };
            let written = state.write(&entry);
            (written.map_or_else(|fault| faulty(&fault), |()| state.perform(&entry, expand)), false)
        });
        self.wake();
        answer
    }
}

impl State {
    fn write(&mut self, entry: &Entry) -> Result<(), Fault> {
        self.journal.add(entry).map_err(|error| Fault::server(&format!("{error:#}")))
    }

    /// What the journal tells happens again.
    fn repeat(&mut self, entry: &Entry) -> anyhow::Result<()> {
        let Some(ledger) = self.accounts.get_mut(&entry.account) else { return Ok(()) };
        ledger.advance(entry.at).context("the journal cannot be repeated")?;
        self.perform(entry, &Expand::default());
        Ok(())
    }

    fn perform(&mut self, entry: &Entry, expand: &Expand) -> Answer {
        let Some(ledger) = self.accounts.get_mut(&entry.account) else {
            return faulty(&Fault::account(&entry.account));
        };
        let answer = match ledger.apply(&entry.command) {
            Ok(done) => (200, shown(ledger, done, expand)),
            Err(fault) => faulty(&with_intent(ledger, &entry.command, fault)),
        };
        if let Some(once) = &entry.once {
            let kept = (once.request.clone(), answer.clone());
            self.answers.insert((entry.account.clone(), once.key.clone()), kept);
        }
        answer
    }
}

fn shown(ledger: &Ledger, done: Done, expand: &Expand) -> Value {
    done.into_iter()
        .next()
        .map_or(Value::Null, |subject| show::subject(ledger, subject, ledger.now(), expand))
}

/// Errors about a payment intent carry it, as the real ones do.
fn with_intent(ledger: &Ledger, command: &Command, fault: Fault) -> Fault {
    let (Command::Capture { intent, .. } | Command::Cancel { intent, .. } | Command::Confirm { intent, .. }) =
        command
    else {
        return fault;
    };
    let Some(place) = ledger.intents.place(intent) else { return fault };
    let mut fault = fault;
    if fault.kind == "card_error" {
        let charge =
            ledger.intents.get(place).and_then(|intent| ledger.charges.get(intent.charge(Secs::MAX)?));
        fault = fault.with("charge", json!(charge.map(|charge| charge.id())));
    }
    fault.with("payment_intent", show::intent(ledger, place, ledger.now(), &Expand::default()))
}

fn faulty(fault: &Fault) -> Answer {
    (fault.status, fault.body())
}

fn id(object: &Value) -> String {
    object.get("id").and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// The account with this id.
pub fn known<'a>(accounts: &'a BTreeMap<String, Ledger>, account: &str) -> Result<&'a Ledger, Fault> {
    accounts.get(account).ok_or_else(|| Fault::account(account))
}

fn known_mut<'a>(accounts: &'a mut BTreeMap<String, Ledger>, account: &str) -> Result<&'a mut Ledger, Fault> {
    accounts.get_mut(account).ok_or_else(|| Fault::account(account))
}

fn open_accounts(config: &Config, begin: Begin, now: Secs) -> anyhow::Result<BTreeMap<String, Ledger>> {
    let year = Arc::new(Year::load()?);
    let mut places = restaurants(&year)?;
    if let Some(wanted) = &config.locations {
        if let Some(strange) = wanted.iter().find(|id| places.iter().all(|place| place.pos_id != **id)) {
            anyhow::bail!("{strange} is no location of the demo");
        }
        places.retain(|place| wanted.contains(&place.pos_id));
    }
    let mut accounts = BTreeMap::new();
    for place in places {
        let zone: Zone = place.time_zone.parse().with_context(|| format!("time zone of {}", place.pos_id))?;
        // Each location's own days, as its POS counts them.
        let first = zone.today(Timestamp::from_second(begin.at)?).plus_days(-begin.days);
        let ledger = Ledger::open(place, zone, year.clone(), first, now);
        accounts.insert(account_of(&ledger.place.pos_id), ledger);
    }
    Ok(accounts)
}

/// A clock's present second.
pub fn seconds(clock: &Clock) -> Secs {
    clock.now().as_second()
}
