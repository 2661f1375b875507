//! Clover, shared by its interfaces.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use axum::http::{HeaderValue, StatusCode};
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use saffron_core::{BusinessDate, ItemId, PosId, Secret};
use saffron_till::{Guest, Item, Shift};
use serde_json::Value;

use super::Config;
use super::account::{Account, Merchant};
use super::fault::Fault;
use super::grants::Grants;
use super::show;
use crate::control::{Controlled, TokenChange};
use crate::misbehaviour::{Misbehaves, Mode, Modes};
use crate::trade::{DayTotals, Order};
use crate::tricks::{Stopped, Tricks};

/// The stand-in of Clover.
#[derive(Clone)]
pub struct Clover(Arc<Inner>);

struct Inner {
    config: Config,
    modes: Modes<Mode>,
    state: Mutex<State>,
}

/// The state behind the lock.
#[derive(Default)]
pub(super) struct State {
    pub accounts: BTreeMap<String, Account>,
    pub grants: Grants,
    pub tricks: Tricks,
    /// The second in which calls are counted, and their number.
    second: (i64, u32),
}

impl Clover {
    pub(super) fn open(config: Config) -> Clover {
        Clover(Arc::new(Inner { config, modes: Modes::default(), state: Mutex::default() }))
    }

    pub(super) fn config(&self) -> &Config {
        &self.0.config
    }

    /// Runs `work` on the state.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The present moment by Clover's clock, which may be wrong.
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

    /// Gives a merchant a token of its own; without permissions it has all of them.
    pub fn add_token(&self, merchant: &str, token: &Secret, permissions: Option<&[&str]>) {
        self.with(|state| state.grants.own(token.expose(), merchant, permissions));
    }

    /// The code that a person's browser brings the application, once the merchant allowed it.
    #[must_use]
    pub fn allow(&self, merchant: &str) -> String {
        let now = self.now();
        self.with(|state| state.grants.code(merchant, now))
    }

    /// Puts an order in that Clover has from `at` on. The same check again is its next version.
    ///
    /// # Errors
    /// If the order has neither a sale nor a return, or is of no merchant.
    pub fn put_order(&self, order: Order, at: Timestamp) -> anyhow::Result<()> {
        let pos_id = order.check().context("an order has a sale or a return")?.pos_id.clone();
        self.put(&pos_id, |account| account.put_order(order, at))
    }

    /// Puts an item in.
    ///
    /// # Errors
    /// If it is of no merchant.
    pub fn put_item(&self, item: &Item, at: Timestamp) -> anyhow::Result<()> {
        self.put(&item.pos_id, |account| {
            account.items.insert(item.id.clone(), (item.clone(), at));
            Ok(())
        })
    }

    /// Clover's id of an item of a merchant.
    #[must_use]
    pub fn item_id(&self, merchant: &str, item: &ItemId) -> Option<String> {
        self.with(|state| Some(show::item_id(state.accounts.get(merchant)?, item.as_str())))
    }

    /// Removes an item: no list shows it.
    ///
    /// # Errors
    /// If it is of no merchant.
    pub fn remove_item(&self, pos_id: &PosId, item: &ItemId) -> anyhow::Result<()> {
        self.put(pos_id, |account| {
            account.items.remove(item);
            Ok(())
        })
    }

    /// Puts a guest in.
    ///
    /// # Errors
    /// If it is of no merchant.
    pub fn put_guest(&self, guest: &Guest, at: Timestamp) -> anyhow::Result<()> {
        self.put(&guest.pos_id, |account| {
            account.guests.insert(guest.id.clone(), (guest.clone(), at));
            Ok(())
        })
    }

    /// Puts a shift in.
    ///
    /// # Errors
    /// If it is of no merchant.
    pub fn put_shift(&self, shift: &Shift, _: Timestamp) -> anyhow::Result<()> {
        self.put(&shift.pos_id, |account| {
            account.put_shift(shift);
            Ok(())
        })
    }

    fn put(
        &self,
        pos_id: &PosId,
        work: impl FnOnce(&mut Account) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.with(|state| {
            let account = state.accounts.values_mut().find(|account| account.merchant.site.pos_id == *pos_id);
            work(account.with_context(|| format!("{pos_id} is no merchant"))?)
        })
    }

    /// What a date of a merchant comes to, counted from the trade: Clover itself has no such totals.
    #[must_use]
    pub fn totals(&self, merchant: &str, on: BusinessDate) -> DayTotals {
        self.with(|state| state.accounts.get(merchant).map(|account| account.totals(on)).unwrap_or_default())
    }

    /// Ends what applications have of a merchant, and its own tokens too where `all`.
    pub fn revoke(&self, merchant: &str, all: bool) {
        self.with(|state| state.grants.revoke(merchant, all));
    }

    /// Lets the access of applications end.
    pub fn expire(&self, merchant: &str) {
        let now = self.now();
        self.with(|state| state.grants.expire(merchant, now));
    }

    /// Changes how calls are answered: from now on, or for so many of them.
    pub fn set_mode(&self, mode: Mode, calls: Option<u32>) {
        self.0.modes.set(mode, calls);
    }

    /// The number of calls so far.
    #[must_use]
    pub fn calls(&self) -> u64 {
        self.0.modes.asked()
    }

    /// Changes what goes wrong beside.
    pub fn set_tricks(&self, tricks: Tricks) {
        self.with(|state| state.tricks = tricks);
    }

    /// Runs `work` on the account of a token that has a permission. `merchant` is the one that the call names.
    pub(super) fn serve<T>(
        &self,
        token: Option<&str>,
        merchant: &str,
        permission: &str,
        work: impl FnOnce(&Account, &mut Tricks, Timestamp) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        self.change(token, merchant, permission, |account, tricks, now| work(account, tricks, now))
    }

    /// The same of a call that changes the account.
    pub(super) fn change<T>(
        &self,
        token: Option<&str>,
        merchant: &str,
        permission: &str,
        work: impl FnOnce(&mut Account, &mut Tricks, Timestamp) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let now = self.now();
        self.with(|state| {
            let own = state.grants.find(token, permission, now)?.to_owned();
            if merchant != "current" && merchant != own {
                return Err(Fault::unauthorized());
            }
            let account = state.accounts.get_mut(&own).ok_or_else(Fault::missing)?;
            work(account, &mut state.tricks, now)
        })
    }
}

impl Misbehaves for Clover {
    fn modes(&self) -> &Modes<Mode> {
        &self.0.modes
    }

    fn refusal(status: StatusCode) -> Response {
        let message = format!("{} {}", status.as_u16(), status.canonical_reason().unwrap_or_default());
        let mut refusal = Fault::new(status, message).into_response();
        if status == StatusCode::TOO_MANY_REQUESTS {
            refusal.headers_mut().insert("x-ratelimit-tokenlimit", HeaderValue::from_static("16"));
        }
        refusal
    }
}

impl Controlled for Clover {
    const NAME: &'static str = "Clover";

    fn published(&self) -> bool {
        self.config().published
    }

    fn control_key(&self) -> &Secret {
        &self.config().control_key
    }

    fn now(&self) -> Timestamp {
        Clover::now(self)
    }

    fn count_call(&self) -> Result<(), Stopped> {
        let now = Clover::now(self);
        self.with(|state| state.tricks.count(&mut state.second, now))
    }

    fn counts(&self) -> Vec<Value> {
        self.with(|state| state.accounts.values().map(Account::counts).collect())
    }

    fn tricks(&self) -> Tricks {
        self.with(|state| state.tricks)
    }

    fn set_tricks(&self, tricks: Tricks) {
        Clover::set_tricks(self, tricks);
    }

    fn change_tokens(&self, merchant: &str, change: TokenChange) {
        match change {
            TokenChange::Expire => self.expire(merchant),
            TokenChange::Revoke => self.revoke(merchant, false),
            TokenChange::RevokeAll => self.revoke(merchant, true),
        }
    }
}
