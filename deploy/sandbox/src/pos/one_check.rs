//! `saffron-sandbox pos check`: one check, now. For tests, and for showing how an open screen redraws.

use std::path::PathBuf;
use std::time::Duration;

use anyhow::Context as _;
use clap::Args;
use saffron_core::{Clock, Money, PosId, Quantity, Zone};

use super::checks::{self, Channel, Order};
use super::day::SOURCE;
use super::dice::Dice;
use super::memory::Memory;
use super::pizzaplace::Year;
use super::restaurant::{MenuItem, Restaurant, restaurants};
use super::shifts;
use crate::progress;
use saffron_core::Secret;
use saffron_till::{Api, Check, Event, Line, Payment, Till};

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
pub async fn check(args: &CheckArgs, clock: &Clock) -> anyhow::Result<()> {
    let key = match (&args.ingest_key, &args.home) {
        (Some(key), _) => Some(Secret::new(key.as_str())),
        (None, Some(home)) => Memory::open(home)?.key(&args.pos_id),
        (None, None) => None,
    };
    let key = key.with_context(|| format!("no ingest key of {} is known; give --ingest-key", args.pos_id))?;
    let year = Year::load()?;
    let restaurant = restaurants(&year)?.into_iter().find(|one| one.pos_id == args.pos_id);
    let check = one(args, clock, restaurant.as_ref())?;
    let till = Till::new(Api::new(&args.url, PATIENCE)?, key);
    let refused = till.post(&[Event::check(SOURCE, &check)?]).await?;
    if let Some(refused) = refused.first() {
        anyhow::bail!("the server refuses {}: {}", refused.field, refused.why);
    }
    let gross: Money = check.lines.iter().filter(|line| !line.voided).map(|line| line.amount).sum();
    progress::print(&format!("check {} {gross}", check.id));
    Ok(())
}

/// The check that the arguments describe.
fn one(args: &CheckArgs, clock: &Clock, restaurant: Option<&Restaurant>) -> anyhow::Result<Check> {
    let calendar = match restaurant {
        Some(restaurant) => restaurant.calendar()?,
        None => args.time_zone.clone().into(),
    };
    let now = clock.now();
    let (at, id) = (calendar.wall(now), format!("live-{}", now.as_microsecond()));
    let check = match restaurant {
        Some(restaurant) => {
            let mut dice = Dice::of(&[&args.pos_id, &id]);
            let one = |dice: &mut Dice| {
                dice.pick(&restaurant.menu, |item| item.weight).map(|item| (item, dice.between(1, 2)))
            };
            let items: Vec<(&MenuItem, i64)> = one(&mut dice).into_iter().chain(one(&mut dice)).collect();
            let order = Order { id, at, guests: Some(2), items };
            let duties = shifts::duties(restaurant, calendar.today(now).date());
            checks::check(restaurant, &duties, &mut dice, &order, Channel::DineIn)?
        }
        None => Check::new(args.pos_id.clone(), id.parse()?, at),
    };
    match args.gross {
        Some(gross) => plain(check, gross),
        None if restaurant.is_some() => Ok(check),
        None => anyhow::bail!("give --gross: the menu of this location is not known"),
    }
}

/// The check with one line of this amount, paid in cash.
fn plain(check: Check, gross: Money) -> anyhow::Result<Check> {
    let line = Line::new("open-item".parse()?, "Open Item".to_owned(), Quantity::ONE, gross);
    let payment = Payment::new("Cash".to_owned(), gross, Money::ZERO);
    let bare = Check::new(check.pos_id.clone(), check.id.clone(), check.close_time);
    Ok(Check {
        lines: vec![line],
        payments: vec![payment],
        open_time: check.open_time,
        table: check.table,
        covers: check.covers,
        employee: check.employee,
        cashier: check.cashier,
        revenue_center: check.revenue_center,
        order_type: check.order_type,
        order_input_type: check.order_input_type,
        customer: check.customer,
        ..bare
    })
}
