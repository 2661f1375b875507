//! The trade of a restaurant of the demo at a restaurant of Toast.

use std::convert::Infallible;

use anyhow::Context as _;
use jiff::Timestamp;
use jiff::civil::Date;
use saffron_core::{PosId, Secret};
use saffron_till::{Check, Guest, Item, Shift};

use super::account::Restaurant;
use super::provider::Toast;
use crate::demo::{Demo, Takes};
use crate::trade::{Order, Site};

/// Makes the restaurant and puts its past in.
pub fn open(
    toast: Toast,
    wanted: &PosId,
    days: i64,
    client: &(String, Secret),
) -> anyhow::Result<Demo<Toast>> {
    let mut demo = Demo::open(toast.clone(), std::slice::from_ref(wanted), days)?;
    let restaurant = Restaurant::new(demo.sites().next().context("no location is named")?.clone());
    toast.add_client(&client.0, &client.1, &[&restaurant.id], None);
    toast.add_restaurant(restaurant);
    demo.play_past()?;
    Ok(demo)
}

impl Takes for Toast {
    type Settled = Infallible;

    fn now(&self) -> Timestamp {
        Toast::now(self)
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
