//! Toast, shared by its interfaces.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};

use anyhow::Context as _;
use axum::http::StatusCode;
use axum::response::{IntoResponse as _, Response};
use jiff::Timestamp;
use saffron_core::{BusinessDate, ItemId, PosId, Secret};
use saffron_till::{Guest, Item, Shift};
use serde_json::Value;

use super::Config;
use super::account::{Account, Restaurant};
use super::clients::Clients;
use super::fault::Fault;
use super::limits::Limits;
use crate::control::{Controlled, TokenChange};
use crate::misbehaviour::{Misbehaves, Mode, Modes};
use crate::trade::{DayTotals, Order};
use crate::tricks::{Stopped, Tricks};

/// The stand-in of Toast.
#[derive(Clone)]
pub struct Toast(Arc<Inner>);

struct Inner {
    config: Config,
    modes: Modes<Mode>,
    state: Mutex<State>,
}

/// The state behind the lock.
#[derive(Default)]
pub(super) struct State {
    pub accounts: BTreeMap<String, Account>,
    pub clients: Clients,
    pub tricks: Tricks,
    pub limits: Limits,
    /// The second in which calls are counted, and their number.
    second: (i64, u32),
}

impl Toast {
    pub(super) fn open(config: Config) -> Toast {
        Toast(Arc::new(Inner { config, modes: Modes::default(), state: Mutex::default() }))
    }

    pub(super) fn config(&self) -> &Config {
        &self.0.config
    }

    /// Runs `work` on the state.
    pub(super) fn with<T>(&self, work: impl FnOnce(&mut State) -> T) -> T {
        work(&mut self.0.state.lock().unwrap_or_else(PoisonError::into_inner))
    }

    /// The present moment by Toast's clock, which may be wrong.
    #[must_use]
    pub fn now(&self) -> Timestamp {
        let now = self.0.config.clock.now();
        self.with(|state| state.tricks.skewed(now))
    }

    /// Adds a restaurant, or replaces what is known of it beside its trade.
    pub fn add_restaurant(&self, restaurant: Restaurant) {
        self.with(|state| match state.accounts.get_mut(&restaurant.id) {
            Some(account) => account.restaurant = restaurant,
            None => {
                state.accounts.insert(restaurant.id.clone(), Account::new(restaurant));
            }
        });
    }

    /// Adds a client of restaurants; without scopes it has all of them.
    pub fn add_client(&self, id: &str, secret: &Secret, restaurants: &[&str], scopes: Option<&[&str]>) {
        self.with(|state| state.clients.add(id, secret, restaurants, scopes));
    }

    /// Keeps Toast's limits from now on, or does not: 20 calls a second, 10,000 in 15 minutes, one of menus a second, two logins an
    /// hour.
    pub fn limit(&self, are_kept: bool) {
        self.with(|state| state.limits.are_kept = are_kept);
    }

    /// Puts an order in that Toast has from `at` on. The same check again is its next version.
    ///
    /// # Errors
    /// If the order has neither a sale nor a return, is of no restaurant, or gives back what was never sold.
    pub fn put_order(&self, order: Order, at: Timestamp) -> anyhow::Result<()> {
        let pos_id = order.check().context("an order has a sale or a return")?.pos_id.clone();
        self.put(&pos_id, |account| account.put_order(order, at))
    }

    /// Puts an item in.
    ///
    /// # Errors
    /// If it is of no restaurant.
    pub fn put_item(&self, item: &Item, at: Timestamp) -> anyhow::Result<()> {
        self.put(&item.pos_id, |account| {
            account.put_item(item, at);
            Ok(())
        })
    }

    /// Removes an item from the menus.
    ///
    /// # Errors
    /// If it is of no restaurant.
    pub fn remove_item(&self, pos_id: &PosId, item: &ItemId, at: Timestamp) -> anyhow::Result<()> {
        self.put(pos_id, |account| {
            account.remove_item(item, at);
            Ok(())
        })
    }

    /// Puts a guest in, whom checks name.
    ///
    /// # Errors
    /// If it is of no restaurant.
    pub fn put_guest(&self, guest: &Guest, _: Timestamp) -> anyhow::Result<()> {
        self.put(&guest.pos_id, |account| {
            account.guests.insert(guest.id.clone(), guest.clone());
            Ok(())
        })
    }

    /// Puts a shift in.
    ///
    /// # Errors
    /// If it is of no restaurant.
    pub fn put_shift(&self, shift: &Shift, at: Timestamp) -> anyhow::Result<()> {
        self.put(&shift.pos_id, |account| {
            account.put_shift(shift, at);
            Ok(())
        })
    }

    fn put(
        &self,
        pos_id: &PosId,
        work: impl FnOnce(&mut Account) -> anyhow::Result<()>,
    ) -> anyhow::Result<()> {
        self.with(|state| {
            let account =
                state.accounts.values_mut().find(|account| account.restaurant.site.pos_id == *pos_id);
            work(account.with_context(|| format!("{pos_id} is no restaurant"))?)
        })
    }

    /// What a date of a restaurant comes to, counted from the trade.
    #[must_use]
    pub fn totals(&self, restaurant: &str, on: BusinessDate) -> DayTotals {
        self.with(|state| {
            state.accounts.get(restaurant).map(|account| account.totals(on)).unwrap_or_default()
        })
    }

    /// Deletes the clients of a restaurant.
    pub fn revoke(&self, restaurant: &str) {
        self.with(|state| state.clients.revoke(restaurant));
    }

    /// Ends the tokens of a restaurant's clients, which may get others.
    pub fn expire(&self, restaurant: &str) {
        self.with(|state| state.clients.expire(restaurant));
    }

    /// The number of logins so far.
    #[must_use]
    pub fn logins(&self) -> u64 {
        self.with(|state| state.clients.logins)
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

    /// Runs `work` on the restaurant that a call names, if its token opens it for a scope.
    pub(super) fn serve<T>(
        &self,
        (token, restaurant): (Option<&str>, Option<&str>),
        scope: &str,
        work: impl FnOnce(&Account, &mut Tricks, Timestamp) -> Result<T, Fault>,
    ) -> Result<T, Fault> {
        let now = self.now();
        self.with(|state| {
            let restaurant =
                restaurant.ok_or_else(|| Fault::invalid("Toast-Restaurant-External-ID is missing"))?;
            state.clients.check(token, restaurant, scope, now)?;
            let account = state.accounts.get(restaurant).ok_or_else(Fault::missing)?;
            work(account, &mut state.tricks, now)
        })
    }
}

impl Misbehaves for Toast {
    fn modes(&self) -> &Modes<Mode> {
        &self.0.modes
    }

    fn refusal(status: StatusCode) -> Response {
        Fault::new(status, status.canonical_reason().unwrap_or_default()).into_response()
    }
}

impl Controlled for Toast {
    const NAME: &'static str = "Toast";

    fn published(&self) -> bool {
        self.0.config.published
    }

    fn control_key(&self) -> &Secret {
        &self.0.config.control_key
    }

    fn now(&self) -> Timestamp {
        Toast::now(self)
    }

    fn count_call(&self) -> Result<(), Stopped> {
        let now = Toast::now(self);
        self.with(|state| state.tricks.count(&mut state.second, now))
    }

    fn counts(&self) -> Vec<Value> {
        self.with(|state| state.accounts.values().map(Account::counts).collect())
    }

    fn tricks(&self) -> Tricks {
        self.with(|state| state.tricks)
    }

    fn set_tricks(&self, tricks: Tricks) {
        Toast::set_tricks(self, tricks);
    }

    fn change_tokens(&self, merchant: &str, change: TokenChange) {
        match change {
            TokenChange::Expire => self.expire(merchant),
            TokenChange::Revoke | TokenChange::RevokeAll => self.revoke(merchant),
        }
    }
}
