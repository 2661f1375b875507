//! Random trade of a POS, by every way that can go wrong: what reports shows in the end is the trade, to the cent, and the proof finds
//! no difference.

mod trade;

use std::collections::BTreeMap;

use jiff::SignedDuration;
use reqwest::StatusCode;
use saffron_core::Secret;
use saffron_sandbox::square::{Mode, Tricks, signature};
use saffron_testkit::{eventually_ok, number};
use serde_json::{Value, json};

pub use self::trade::wall_of;
use self::trade::{Step, Sums, Trade, What, counted, date_of};
use super::Place;
use super::dice::Dice;
use super::stand::{Pos, Stand};
use crate::world::{NOW, ORIGIN, SQUARE_WEBHOOK_KEY};

/// Orders of a trade.
const ORDERS: usize = 60;
/// The days of the past that are read.
const PAST_DAYS: i64 = 6;
const WEBHOOKS: &str = "/pos/v1/webhooks/square";
const FIRST: &str = "2026-07-12";

#[tokio::test(flavor = "multi_thread")]
async fn random_trade_of_square_comes_in_to_the_cent() {
    trades_come_in(Pos::Square).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn random_trade_of_clover_comes_in_to_the_cent() {
    trades_come_in(Pos::Clover).await;
}

#[tokio::test(flavor = "multi_thread")]
async fn random_trade_of_toast_comes_in_to_the_cent() {
    trades_come_in(Pos::Toast).await;
}

/// `SAFFRON_TEST_TRADES` of them, from `SAFFRON_TEST_SEED` on.
async fn trades_come_in(pos: Pos) {
    let first = number("SAFFRON_TEST_SEED").unwrap_or(1);
    let trades = number("SAFFRON_TEST_TRADES").unwrap_or(1);
    for seed in (0..trades).map(|more| first.wrapping_add(more)) {
        println!("{pos:?}: SAFFRON_TEST_SEED={seed} SAFFRON_TEST_TRADES=1");
        comes_in(pos, seed).await;
    }
}

async fn comes_in(pos: Pos, seed: u64) {
    let trade = Trade::random(pos, seed, ORDERS);
    let mut dice = Dice::new(seed ^ 0x5afe);
    let stand = Stand::start(pos, PAST_DAYS, &[]).await;
    let mut steps = trade.steps.into_iter().peekable();
    let mut done = Vec::new();
    pass(&stand, SignedDuration::ZERO, &mut steps, &mut done);
    let ana = Place::new(&stand.world, "ana@example.com", "p1").await;
    stand.set_tricks(tricks(&mut dice));
    let connection = ana.connect_to(&stand).await;
    while steps.peek().is_some() {
        worsen(&stand, &mut dice);
        let time = SignedDuration::from_secs(20 + dice.throw(4 * 3_600));
        let is_changed = pass(&stand, time, &mut steps, &mut done);
        if pos == Pos::Square && is_changed {
            send_webhooks(&stand, &mut dice).await;
        }
        for _ in 0..dice.throw(6) {
            ana.now(&connection).await;
        }
        if dice.chance(30) {
            stand.kill().await;
        }
        // Before a night in which days are read again.
        if dice.chance(15) {
            heal(&stand);
            expect(&stand, &ana, &connection, &counted(&done)).await;
        }
    }
    heal(&stand);
    expect(&stand, &ana, &connection, &counted(&done)).await;
    // Late at night days are read again, and the proofs of all of them settle.
    stand.pass(SignedDuration::from_hours(5 * 24));
    prove(&stand, &ana, &connection, &counted(&done)).await;
    let now = ana.now(&connection).await;
    assert_eq!((&now["unmapped"], &now["daysAsked"]), (&json!(0), &json!(0)), "{now}");
    expect(&stand, &ana, &connection, &counted(&done)).await;
}

fn heal(stand: &Stand) {
    stand.set_mode(Mode::Normal, None);
    stand.set_tricks(Tricks::default());
}

/// Lets time pass, in which the POS has what happens; false: nothing does. It is there at its time: readings in between see it soon
/// after.
fn pass(
    stand: &Stand,
    time: SignedDuration,
    steps: &mut std::iter::Peekable<impl Iterator<Item = Step>>,
    done: &mut Vec<Step>,
) -> bool {
    let (before, until) = (done.len(), stand.now() + time);
    while let Some(step) = steps.next_if(|step| step.at <= until) {
        stand.pass(step.at.duration_since(stand.now()).max(SignedDuration::ZERO));
        match &step.what {
            What::Order(order) => stand.put((**order).clone(), step.at),
            What::Shift(shift) => stand.put_shift(shift, step.at),
        }
        done.push(step);
    }
    stand.pass(until.duration_since(stand.now()).max(SignedDuration::ZERO));
    done.len() > before
}

/// What goes wrong beside what calls are answered.
fn tricks(dice: &mut Dice) -> Tricks {
    Tricks {
        lag_seconds: if dice.chance(50) { dice.throw(240) as u32 } else { 0 },
        repeated_pages: dice.throw(4) as u32,
        disorder: dice.chance(50),
        unknown_members: dice.chance(50),
        ..Tricks::default()
    }
}

/// Some of the next calls are not answered as they should be.
fn worsen(stand: &Stand, dice: &mut Dice) {
    const MODES: [Mode; 9] = [
        Mode::Normal,
        Mode::Normal,
        Mode::NotJson,
        Mode::Down,
        Mode::Truncated,
        Mode::Overloaded,
        Mode::RateLimited { retry_after: 1 },
        Mode::RateLimited { retry_after: 1_200 },
        Mode::Reset,
    ];
    stand.set_mode(MODES[dice.throw(9) as usize], Some(1 + dice.throw(3) as u32));
    if dice.chance(30) {
        stand.set_tricks(tricks(dice));
    }
}

/// Some webhooks of what changed: none, repeated ones, ones of something else, and some that nobody signed.
async fn send_webhooks(stand: &Stand, dice: &mut Dice) {
    for _ in 0..dice.throw(4) {
        let kind = ["payment.updated", "order.updated", "refund.created", "catalog.version.updated"]
            [dice.throw(4) as usize];
        let event = json!({"merchant_id": stand.account, "type": kind, "event_id": "e1", "created_at": NOW,
            "data": {"type": "payment", "id": "p1"}});
        let body = event.to_string();
        let is_signed = dice.chance(80);
        let key = Secret::new(if is_signed { SQUARE_WEBHOOK_KEY } else { "another key" });
        let signed = signature(&key, &format!("{ORIGIN}{WEBHOOKS}"), &body);
        let request = stand
            .world
            .http
            .post(stand.world.url(WEBHOOKS))
            .header("content-type", "application/json")
            .header("x-square-hmacsha256-signature", signed);
        let status = request.body(body).send().await.unwrap().status();
        assert_eq!(status == StatusCode::OK, is_signed, "{status}");
    }
}

/// What reports shows of the days.
async fn shown(ana: &Place<'_>) -> BTreeMap<String, Sums> {
    let today = date_of(wall_of(ana.world.clock.now()));
    let rows = ana.call("get-daily-sales-labor", json!({"startDate": FIRST, "endDate": today})).await.ok();
    let rows = rows.as_array().unwrap().iter();
    let all = rows.map(|row| {
        let sums = Sums {
            gross: cents(row, "grossSales"),
            discounts: cents(row, "grossDiscounts"),
            tax: cents(row, "grossTax"),
            tips: cents(row, "grossTips"),
            paid: cents(row, "grossPayment"),
            checks: row["checks"].as_i64().unwrap_or_default(),
            ..Sums::default()
        };
        (row["businessDate"].as_str().unwrap().get(..10).unwrap().to_owned(), sums)
    });
    without_nothing(all.collect())
}

fn without_nothing(mut all: BTreeMap<String, Sums>) -> BTreeMap<String, Sums> {
    all.retain(|_, sums| *sums != Sums::default());
    all
}

/// What further reports show of a date: its items, charges and hours.
async fn details(ana: &Place<'_>, on: &str) -> Sums {
    let rows = async |call: &str| -> Vec<Value> {
        let rows = ana.call(call, json!({"startDate": on, "endDate": on})).await.ok();
        rows.as_array().unwrap().clone()
    };
    let mut sums = Sums::default();
    for row in rows("get-itemsales-report").await {
        let item = (cents(&row, "quantity"), cents(&row, "grossSales"));
        sums.items.insert(row["itemName"].as_str().unwrap().to_owned(), item);
    }
    sums.items.retain(|_, sums| *sums != (0, 0));
    sums.charges = rows("get-service-charge-report").await.iter().map(|row| cents(row, "amount")).sum();
    // Hours are shown with two decimals.
    sums.hours = Some(rows("get-labor-report").await.iter().map(|row| cents(row, "hours")).sum());
    sums
}

fn cents(of: &Value, name: &str) -> i64 {
    (of[name].as_f64().unwrap_or_default() * 100.0).round() as i64
}

/// Waits, while minutes pass, until all reports show the trade.
async fn expect(stand: &Stand, ana: &Place<'_>, connection: &Value, days: &BTreeMap<String, Sums>) {
    let basic =
        |of: &Sums| Sums { refunds: 0, charges: 0, hours: None, items: BTreeMap::new(), ..of.clone() };
    let wanted = without_nothing(days.iter().map(|(on, of)| (on.clone(), basic(of))).collect());
    let turns = std::cell::Cell::new(0);
    eventually_ok("the trade", || async {
        let shown = shown(ana).await;
        let mut differ = Vec::new();
        for (on, of) in days {
            let basic = shown.get(on).cloned().unwrap_or_default();
            if wanted.get(on).cloned().unwrap_or_default() != basic {
                differ.push((on, basic, of));
                continue;
            }
            let details = details(ana, on).await;
            let is_right = of.hours.is_none_or(|hours| details.hours == Some(hours));
            if !is_right || (details.charges, &details.items) != (of.charges, &of.items) {
                differ.push((on, details, of));
            }
        }
        if differ.is_empty() && shown.len() == wanted.len() {
            return Ok(());
        }
        pass_a_minute(stand, &turns);
        let now = ana.now(connection).await;
        let others = shown.keys().filter(|on| !wanted.contains_key(*on)).collect::<Vec<_>>();
        Err(format!("{differ:#?}, {others:?}, {now:#}"))
    })
    .await;
}

/// Each of some turns a minute passes.
pub fn pass_a_minute(stand: &Stand, turns: &std::cell::Cell<usize>) {
    turns.set(turns.get() + 1);
    if turns.get().is_multiple_of(10) && turns.get() < 3_000 {
        stand.pass(SignedDuration::from_secs(61));
    }
}

/// Waits, while minutes pass, until all days are equal at the POS and here, and then are the trade.
async fn prove(stand: &Stand, ana: &Place<'_>, connection: &Value, days: &BTreeMap<String, Sums>) {
    let turns = std::cell::Cell::new(0);
    let proofs = eventually_ok("the proofs", || async {
        let list = ana.of("get-proofs", connection).await.ok();
        let proofs = list["proofList"].as_array().unwrap().clone();
        let is_equal = |on: &String| {
            let mut of_day = proofs.iter().filter(|proof| proof["businessDate"] == **on);
            of_day.any(|proof| proof["state"] == "equal")
        };
        if days.iter().filter(|(_, of)| of.paid != 0).all(|(on, _)| is_equal(on)) {
            return Ok(proofs);
        }
        pass_a_minute(stand, &turns);
        Err(format!("{proofs:#?}"))
    })
    .await;
    for proof in &proofs {
        assert_eq!(cents(proof, "difference"), 0, "{proof:#}");
        let lines = proof["lines"].as_array().unwrap();
        let of = days.get(proof["businessDate"].as_str().unwrap()).cloned().unwrap_or_default();
        let wanted = [
            ("net", of.gross - of.discounts),
            ("tax", of.tax),
            ("tips", of.tips),
            ("refunds", of.refunds),
            ("serviceCharges", of.charges),
            ("collected", of.paid),
        ];
        for (figure, amount) in wanted {
            for line in lines.iter().filter(|line| line["figure"] == figure) {
                assert_eq!((cents(line, "ours"), cents(line, "theirs")), (amount, amount), "{proof:#}");
            }
        }
    }
}
