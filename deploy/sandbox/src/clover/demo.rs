//! The trade of a restaurant of the demo at a merchant of Clover.

use std::convert::Infallible;

use anyhow::Context as _;
use jiff::Timestamp;
use jiff::civil::Date;
use saffron_core::{PosId, Secret};
use saffron_till::{Check, Guest, Item, Shift};

use super::account::Merchant;
use super::provider::Clover;
use crate::demo::{Demo, Takes};
use crate::trade::{Order, Site};

/// Makes the merchant and puts its past in.
pub fn open(clover: Clover, wanted: &PosId, days: i64, token: &Secret) -> anyhow::Result<Demo<Clover>> {
    let mut demo = Demo::open(clover.clone(), std::slice::from_ref(wanted), days)?;
    let merchant = Merchant::new(demo.sites().next().context("no location is named")?.clone());
    clover.add_token(&merchant.id, token, None);
    clover.add_merchant(merchant);
    demo.play_past()?;
    Ok(demo)
}

impl Takes for Clover {
    type Settled = Infallible;

    fn now(&self) -> Timestamp {
        Clover::now(self)
    }

    fn hush(&self, is_quiet: bool) -> bool {
        is_quiet
    }

    fn take_order(&self, order: Order, at: Timestamp) -> anyhow::Result<()> {
        self.put_order(order, at)
    }

    fn take_shift(&self, shift: &Shift, at: Timestamp) -> anyhow::Result<()> {
        self.put_shift(shift, at)
    }

    fn take_item(&self, item: &Item, at: Timestamp) -> anyhow::Result<()> {
        self.put_item(item, at)
    }

    fn take_guest(&self, guest: &Guest, at: Timestamp) -> anyhow::Result<()> {
        self.put_guest(guest, at)
    }

    fn settle(&self, _: &Site, _: Date, _: &[&Check]) -> Vec<(Timestamp, Infallible)> {
        Vec::new()
    }

    fn take_settled(&self, settled: Infallible, _: Timestamp) -> anyhow::Result<()> {
        match settled {}
    }

    fn dressed(&self, check: &Check) -> Check {
        check.clone()
    }
}
