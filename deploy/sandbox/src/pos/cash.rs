//! The cash drawer of a day, as it is counted in the evening.

use jiff::ToSpan as _;
use jiff::civil::Date;
use saffron_core::Money;

use super::dice::Dice;
use super::restaurant::Restaurant;
use super::shifts::Duty;
use saffron_till::{CashCount, Check};

/// In the drawer every morning, cents.
const OPENING: i64 = 20_000;
/// Above this the manager takes cash to the safe, cents.
const MOST: i64 = 40_000;

/// The count of the one drawer: it holds what was paid in cash, or by chance a little more or less.
pub fn count(
    restaurant: &Restaurant,
    duties: &[Duty<'_>],
    day: Date,
    checks: &[&Check],
) -> anyhow::Result<Option<CashCount>> {
    let (Some(first), Some(last)) =
        (duties.iter().min_by_key(|duty| duty.from), duties.iter().max_by_key(|duty| duty.until))
    else {
        return Ok(None);
    };
    let standing = checks.iter().filter(|check| !check.voided);
    let paid = standing.flat_map(|check| &check.payments).filter(|payment| payment.tender == "Cash");
    let sales: Money = paid.map(|payment| payment.amount).sum();
    let mut dice = Dice::of(&[&restaurant.pos_id, &day, &"cash drawer"]);
    // Ice, flowers, a repair.
    let paid_out = Money::from_cents(if dice.chance(120) { dice.between(4, 30) * 100 } else { 0 });
    let opening = Money::from_cents(OPENING);
    let before_drops = opening + sales - paid_out;
    let drops = Money::from_cents((before_drops.cents() - MOST).max(0) / 10_000 * 10_000);
    let wrong = Money::from_cents(if dice.chance(300) { dice.between(-24, 12) * 25 } else { 0 });
    let counting = duties.iter().filter(|duty| matches!(duty.member.job.as_str(), "Cashier" | "Server"));
    let employee = counting.max_by_key(|duty| duty.until).unwrap_or(last).person();
    Ok(Some(CashCount {
        pos_id: restaurant.pos_id.clone(),
        drawer: "front".parse()?,
        revision: 1,
        opened_at: first.from,
        closed_at: last.until.saturating_add(10.minutes()),
        employee: Some(employee),
        opening,
        sales,
        paid_out,
        drops,
        counted: before_drops - drops + wrong,
    }))
}
