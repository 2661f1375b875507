//! `saffron-sandbox pos check`: one check, now. For tests, and for showing how an open screen redraws.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use saffron_core::{Clock, Money, PosId, Quantity, Zone};

use super::checks::{self, Order, Way};
use super::day::SOURCE;
use super::dice::Dice;
use super::home::Home;
use super::pizzaplace::Year;
use super::place::{MenuItem, Place};
use super::{places, shifts, tell};
use crate::till::{Check, Door, Event, Line, Payment, Secret, Till};

/// A tool for people at a terminal gives up sooner than a till.
const PATIENCE: Duration = Duration::from_secs(20);

/// One check that is closed at this moment.
#[derive(Debug, Args)]
pub struct CheckArgs {
    /// The location
    #[arg(long)]
    pos_id: PosId,
    /// The instance
    #[arg(long, env = "SAFFRON_GATEWAY_ORIGIN", default_value = "http://localhost:8080")]
    url: String,
    /// The folder of the sandbox, which holds the keys of its restaurants
    #[arg(long, required_unless_present = "ingest_key")]
    home: Option<PathBuf>,
    /// The location's ingest key, where it is none of the sandbox's
    #[arg(long, env = "SAFFRON_INGEST_KEY", hide_env_values = true)]
    ingest_key: Option<String>,
    /// Gross sales of the check in dollars, as one line; else a meal from the menu
    #[arg(long)]
    gross: Option<Money>,
    /// Time zone of a location that is none of the sandbox's
    #[arg(long, default_value = "America/New_York")]
    time_zone: Zone,
}

/// Sends one check and prints `check <id> <gross sales>`.
///
/// # Errors
/// If there is no key, or the server refuses the check.
pub async fn check(args: &CheckArgs, clock: &Clock) -> anyhow::Result<()> {
    let key = match (&args.ingest_key, &args.home) {
        (Some(key), _) => Some(Secret::new(key)),
        (None, Some(home)) => Home::open(home)?.key(&args.pos_id),
        (None, None) => None,
    };
    let key = key.with_context(|| format!("no ingest key of {} is known; give --ingest-key", args.pos_id))?;
    let year = Year::load()?;
    let place = places::all(&year)?.into_iter().find(|place| place.pos_id == args.pos_id);
    let check = one(args, clock, place.as_ref())?;
    let till = Till::new(Door::new(&args.url, PATIENCE)?, key);
    let refused = till.post(&[Event::check(SOURCE, &check)?]).await?;
    if let Some(refused) = refused.first() {
        anyhow::bail!("the server refuses {}: {}", refused.field, refused.why);
    }
    let gross: Money = check.lines.iter().filter(|line| !line.voided).map(|line| line.amount).sum();
    tell::write(&format!("check {} {gross}", check.id));
    Ok(())
}

fn one(args: &CheckArgs, clock: &Clock, place: Option<&Place>) -> anyhow::Result<Check> {
    let zone = match place {
        Some(place) => place.time_zone.parse()?,
        None => args.time_zone.clone(),
    };
    let now = clock.now();
    let at = zone.wall(now);
    let id = format!("live-{}", now.as_microsecond());
    let mut dice = Dice::of(&[&args.pos_id, &id]);
    if let Some((place, gross)) = place.map(|place| (place, args.gross)) {
        let one = |dice: &mut Dice| {
            dice.pick(&place.menu, |item| item.weight).map(|item| (item, dice.between(1, 2)))
        };
        let items: Vec<(&MenuItem, i64)> = one(&mut dice).into_iter().chain(one(&mut dice)).collect();
        let order = Order { id: id.clone(), at, guests: Some(2), items };
        let duties = shifts::duties(place, zone.today(now).date());
        let meal = checks::check(place, &duties, &mut dice, &order, Way::DineIn)?;
        let Some(gross) = gross else { return Ok(meal) };
        return plain(meal, gross);
    }
    let gross = args.gross.context("give --gross: the menu of this location is not known")?;
    let empty = Check {
        pos_id: args.pos_id.clone(),
        id: id.parse()?,
        revision: 1,
        open_time: at,
        close_time: at,
        table: None,
        covers: 1,
        employee: None,
        cashier: None,
        revenue_center: None,
        order_type: None,
        order_input_type: None,
        order_source: None,
        source_fee: Money::ZERO,
        lines: Vec::new(),
        discount: Money::ZERO,
        payments: Vec::new(),
        reward_used: Money::ZERO,
        customer: None,
        promo_code: None,
        refund_of: None,
        voided: false,
    };
    plain(empty, gross)
}

/// The check with one line of this amount, paid in cash.
fn plain(check: Check, gross: Money) -> anyhow::Result<Check> {
    let line = Line {
        item: "open-item".parse()?,
        name: "Open Item".to_owned(),
        major_category: None,
        minor_category: None,
        quantity: Quantity::ONE,
        price: gross,
        amount: gross,
        cost: None,
        discount: Money::ZERO,
        tax: Money::ZERO,
        voided: false,
    };
    let payment = Payment { tender: "Cash".to_owned(), amount: gross, tip: Money::ZERO };
    let (discount, source_fee, reward_used) = (Money::ZERO, Money::ZERO, Money::ZERO);
    Ok(Check { lines: vec![line], discount, source_fee, reward_used, payments: vec![payment], ..check })
}
