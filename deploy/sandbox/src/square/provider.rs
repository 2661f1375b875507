//! Square, shared by its interfaces and its webhook.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use saffron_core::{CustomerId, ItemId, PosId, Secret, ShiftId};
use saffron_till::{Guest, Item, Shift};
use serde_json::Value;
use tokio::sync::{Notify, watch};

use super::account::Account;
use super::event::Happened;
use super::fault::Fault;
use super::grants::Caller;
use super::state::{Sent, State};
use super::trade::{Dispute, Merchant, Order, Payout};
use super::{Config, Delivery};
use crate::misbehaviour::{Misbehaves, Mode, Modes};
use crate::tricks::{Stopped, Tricks};

/// The stand-in of Square.
#[derive(Clone)]
pub struct Square(Arc<Inner>);

struct Inner {
    config: Config,
    modes: Modes<Mode>,
    state: Mutex<State>,
    woken: Notify,
    /// The number of deliveries that have not ended.
    under_way: watch::Sender<usize>,
}

impl Square {
    pub(super) fn open(config: Config) -> Square {
        let state = State::new(config.webhook.is_none());
        Square(Arc::new(Inner {
            config,
            modes: Modes::default(),
            state: Mutex::new(state),
            woken: Notify::new(),
            under_way: watch::Sender::new(0),
        }))
    }

    pub(super) fn config(&self) -> &Config {
        &self.0.config
    }

    /// Runs `work` on the state.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The present moment by Square's clock, which may be wrong.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let now = self.0.config.clock.now();
        self.with(|state| state.tricks.skewed(now))
    }

    /// Adds a merchant, or replaces what is known of it beside its trade.
    pub fn add_merchant(&self, merchant: Merchant) {
        self.with(|state| match state.accounts.get_mut(&merchant.id) {
            Some(account) => account.merchant = merchant,
            None => {
                state.accounts.insert(merchant.id.clone(), Account::new(merchant));
            }
        });
    }

    /// Gives a merchant a personal access token; without scopes it has all of them.
    pub fn add_token(&self, merchant: &str, token: &Secret, scopes: Option<&[&str]>) {
        self.with(|state| state.grants.personal(token.expose(), merchant, scopes));
    }

    /// Puts an order in that Square has from `at` on; gives Square's id of it. The same check again is its next version.
    ///
    /// # Errors
    /// If the order has neither a sale nor a return, or is of no merchant's location.
    pub fn put_order(&self, order: Order, at: Timestamp) -> anyhow::Result<String> {
        let pos_id = order.check().context("an order has a sale or a return")?.pos_id.clone();
        let mut id = String::new();
        self.put(&pos_id, |account| {
            let (made, happened) = account.put_order(order, at)?;
            id = made;
            Ok(happened)
        })?;
        Ok(id)
    }

    /// Puts an item of a location's menu in.
    ///
    /// # Errors
    /// If it is of no merchant's location.
    pub fn put_item(&self, item: &Item, at: Timestamp) -> anyhow::Result<()> {
        self.put(&item.pos_id, |account| account.put_item(item, at))
    }

    /// Removes an item from the catalog: lists no longer show it, searches with deleted ones do.
    ///
    /// # Errors
    /// If it is of no merchant's location.
    pub fn remove_item(&self, pos_id: &PosId, item: &ItemId, at: Timestamp) -> anyhow::Result<()> {
        self.put(pos_id, |account| Ok(account.remove_item(item, at)))
    }

    /// Puts a guest in.
    ///
    /// # Errors
    /// If it is of no merchant's location.
    pub fn put_guest(&self, guest: &Guest, at: Timestamp) -> anyhow::Result<()> {
        self.put(&guest.pos_id, |account| Ok(account.put_guest(guest, at)))
    }

    /// Merges guests into another one: their profiles are deleted, and its own is made or changed. What they bought keeps
    /// their ids.
    ///
    /// # Errors
    /// If it is of no merchant's location.
    pub fn merge_guests(&self, from: &[CustomerId], into: &Guest, at: Timestamp) -> anyhow::Result<()> {
        self.put(&into.pos_id, |account| Ok(account.merge_guests(from, into, at)))
    }

    /// Removes a guest.
    ///
    /// # Errors
    /// If it is of no merchant's location.
    pub fn remove_guest(&self, pos_id: &PosId, guest: &CustomerId, at: Timestamp) -> anyhow::Result<()> {
        self.put(pos_id, |account| Ok(account.remove_guest(guest, at)))
    }

    /// Puts a shift in.
    ///
    /// # Errors
    /// If it is of no merchant's location.
    pub fn put_shift(&self, shift: &Shift, at: Timestamp) -> anyhow::Result<()> {
        self.put(&shift.pos_id, |account| account.put_shift(shift, at))
    }

    /// Removes a shift: searches no longer show it, and a webhook tells its id alone.
    ///
    /// # Errors
    /// If it is of no merchant's location.
    pub fn remove_shift(&self, pos_id: &PosId, shift: &ShiftId, at: Timestamp) -> anyhow::Result<()> {
        self.put(pos_id, |account| Ok(account.remove_shift(pos_id, shift, at)))
    }

    /// Puts a payout in.
    ///
    /// # Errors
    /// If it is of no merchant's location.
    pub fn put_payout(&self, payout: Payout, at: Timestamp) -> anyhow::Result<()> {
        self.put(&payout.pos_id.clone(), |account| account.put_payout(payout, at))
    }

    /// Puts a dispute in.
    ///
    /// # Errors
    /// If it is of no merchant's location.
    pub fn put_dispute(&self, dispute: Dispute, at: Timestamp) -> anyhow::Result<()> {
        self.put(&dispute.pos_id.clone(), |account| account.put_dispute(dispute, at))
    }

    fn put(
        &self,
        pos_id: &PosId,
        work: impl FnOnce(&mut Account) -> anyhow::Result<Vec<Happened>>,
    ) -> anyhow::Result<()> {
        self.with(|state| {
            let account = state.accounts.values_mut().find(|account| account.place(pos_id).is_some());
            let account = account.with_context(|| format!("{pos_id} is no location of a merchant"))?;
            account.is_quiet = state.is_quiet;
            let happened = work(account)?;
            let merchant = account.merchant.id.clone();
            state.tell(&merchant, happened);
            anyhow::Ok(())
        })?;
        self.wake();
        Ok(())
    }

    /// Revokes what a merchant granted applications, and its personal tokens too where `all`, as the owner may at Square.
    pub fn revoke(&self, merchant: &str, all: bool) {
        let at = self.now();
        self.with(|state| {
            if state.grants.revoke(merchant, all) > 0 {
                state.tell(merchant, vec![Happened::revoked(at, merchant)]);
            }
        });
        self.wake();
    }

    /// How many grants of a merchant applications have.
    #[must_use]
    pub fn live_grants(&self, merchant: &str) -> usize {
        self.with(|state| state.grants.live(merchant))
    }

    /// Lets the access tokens of a merchant expire.
    pub fn expire(&self, merchant: &str) {
        let now = self.now();
        self.with(|state| state.grants.expire(merchant, now));
    }

    /// Changes how calls are answered: from now on, or for so many of them.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        self.0.modes.set(mode, calls);
    }

    /// Whether no events are made from now on; gives whether it was so before.
    pub(super) fn hush(&self, is_quiet: bool) -> bool {
        self.with(|state| std::mem::replace(&mut state.is_quiet, is_quiet))
    }

    /// The number of calls so far.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.0.modes.asked()
    }

    /// The number of calls so far by the first two parts of their paths, such as `v2/orders`.
    #[must_use]
    pub fn calls_by_group(&self) -> BTreeMap<String, u64> {
        self.0.modes.asked_by_group()
    }

    /// Changes what goes wrong beside.
    pub fn set_tricks(&self, tricks: Tricks) {
        self.with(|state| state.tricks = tricks);
    }

    /// Changes how webhooks are delivered, and how often each; 0 counts as 1.
    pub fn set_delivery(&self, delivery: Delivery, times: usize) {
        self.with(|state| state.delivery = (delivery, times.max(1)));
    }

    /// Sends the webhook every event of a merchant once more that happened from `since` on. Gives their number.
    #[must_use]
    pub fn resend_events(&self, merchant: &str, since: Timestamp) -> usize {
        let count = self.with(|state| {
            let fits = |sent: &&Sent| sent.merchant == merchant && sent.happened.at >= since;
            let again: Vec<Sent> = state.events.iter().filter(fits).cloned().collect();
            let count = again.len();
            state.outbox.extend(again);
            count
        });
        self.wake();
        count
    }

    /// How much of everything each merchant has.
    #[must_use]
    pub fn counts(&self) -> Vec<Value> {
        self.with(|state| state.accounts.values().map(Account::counts).collect())
    }

    /// Waits until every event is delivered to the webhook or given up.
    pub async fn settled(&self) {
        let mut under_way = self.0.under_way.subscribe();
        loop {
            let is_sent = self.with(|state| state.outbox.is_empty());
            let is_done = is_sent && *under_way.borrow_and_update() == 0;
            if is_done || under_way.changed().await.is_err() {
                return;
            }
        }
    }

    /// Wakes the webhook, which then checks for events.
    pub(super) fn wake(&self) {
        self.0.woken.notify_one();
    }

    /// Waits for the next call of [`Square::wake`].
    pub(super) async fn woken(&self) {
        self.0.woken.notified().await;
    }

    /// Counts deliveries that have begun and ended.
    pub(super) fn under_way(&self, begun: usize, ended: usize) {
        self.0.under_way.send_modify(|count| *count = (*count + begun).saturating_sub(ended));
    }

    /// Counts a call against the limit; refuses it while Square is down.
    pub(super) fn count_call(&self) -> Result<(), Stopped> {
        let now = self.now();
        self.with(|state| state.tricks.count(&mut state.second, now))
    }

    /// Runs `work` for the caller with a token and these scopes.
    pub(super) fn serve<T>(
        &self,
        token: Option<&str>,
        scopes: &[&str],
        work: impl FnOnce(&mut State, &Caller, Timestamp) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let now = self.now();
        let done = self.with(|state| {
            let caller = state.grants.find(token, now)?;
            if !scopes.iter().all(|scope| caller.scopes.contains(*scope)) {
                return Err(Fault::scopes(scopes));
            }
            work(state, &caller, now)
        });
        self.wake();
        done
    }
}

impl Misbehaves for Square {
    fn modes(&self) -> &Modes<Mode> {
        &self.0.modes
    }

    fn refusal(status: StatusCode) -> Response {
        let is_limit = status == StatusCode::TOO_MANY_REQUESTS;
        if is_limit { Fault::too_many() } else { Fault::server(status) }.into_response()
    }
}
