//! What a check may hold beside items and payments.

use anyhow::{Context as _, Result};
use saffron_core::fact::{
    ChargeKind, Check, Discount, DiscountKind, Label, Modifier, NamedTax, Payment, Person, ServiceCharge,
    TaxCollector,
};
use saffron_core::{Money, Quantity};

/// Adds two modifiers to each line, a comp to the first, and to the check a promotion, a gratuity, a named tax and a second
/// payment; all of it adds up.
pub fn fill(check: Check, manager: Option<Person>) -> Result<Check> {
    let comp = Discount {
        name: label("Slow kitchen")?,
        kind: DiscountKind::Comp,
        amount: Money::from_cents(100),
        reason: Some(label("Long wait")?),
        approved_by: manager,
    };
    let promotion = Discount {
        name: label("Happy hour")?,
        kind: DiscountKind::Promotion,
        amount: Money::from_cents(150),
        reason: None,
        approved_by: None,
    };
    let mut lines = check.lines;
    for line in &mut lines {
        line.modifiers = ["Extra cheese", "No onions"]
            .map(label)
            .into_iter()
            .map(|name| modifier(name?))
            .collect::<Result<_>>()?;
    }
    if let Some(line) = lines.first_mut() {
        line.discount = comp.amount;
        line.discounts = vec![comp.clone()];
    }
    let tax: Money = lines.iter().map(|line| line.tax).sum();
    let sales: Money = lines.iter().map(|line| line.amount).sum();
    let gratuity = ServiceCharge {
        name: label("Gratuity 18 %")?,
        kind: ChargeKind::Gratuity,
        amount: sales.ratio(18, 100),
        tax: Money::ZERO,
    };
    let due = sales - comp.amount - promotion.amount + tax + gratuity.amount;
    let cash = due.ratio(1, 3);
    let payment = |payment: &Payment, amount| Payment { amount, ..payment.clone() };
    let payments = check
        .payments
        .iter()
        .flat_map(|first| [payment(first, due - cash), Payment { tip: Money::ZERO, ..payment(first, cash) }]);
    Ok(Check {
        discount: promotion.amount,
        discounts: vec![promotion],
        service_charges: vec![gratuity],
        taxes: vec![NamedTax { name: label("State tax")?, amount: tax, collected_by: TaxCollector::Us }],
        payments: payments.collect(),
        lines,
        ..check
    })
}

fn modifier(name: Label) -> Result<Modifier> {
    Ok(Modifier {
        name,
        quantity: Quantity::ONE,
        amount: Money::from_cents(50),
        cost: Some(Money::from_cents(20)),
    })
}

fn label(text: &str) -> Result<Label> {
    Label::try_from(text.to_owned()).context("a label")
}
