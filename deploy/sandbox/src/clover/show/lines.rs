//! Lines: one for each piece.

use saffron_core::fact::ChargeKind;
use saffron_core::{Money, Quantity, spread};
use saffron_till::{Check, Discount, Line, ServiceCharge};
use serde_json::{Map, Value, json};

use super::{Expand, nested, tidy, with};
use crate::clover::account::{Account, id};

/// The beginning of the ids of items that are on no menu: amounts that were typed in.
const CUSTOM: &str = "custom-";
/// The most pieces of a line that are lines of their own.
const MOST: i64 = 200;

/// A piece of a line.
pub struct Piece<'a> {
    pub line: &'a Line,
    pub id: String,
    price: Money,
    unit_milli: Option<i64>,
    modifiers: Vec<Money>,
    discounts: Vec<Money>,
    tax: Money,
}

/// The named parts of a discount, and what is left of it without a name.
pub fn named(parts: &[Discount], whole: Money) -> Vec<(String, Money)> {
    let mut named: Vec<(String, Money)> = parts.iter().map(|part| (part.name.clone(), part.amount)).collect();
    let rest = whole - parts.iter().map(|part| part.amount).sum();
    if rest != Money::ZERO {
        named.push(("Discount".to_owned(), rest));
    }
    named
}

/// The pieces of a sale, in order of its lines. What was removed before it was paid is in no answer.
pub fn pieces<'a>(account: &Account, check: &'a Check) -> Vec<Piece<'a>> {
    let lines = check.lines.iter().enumerate().filter(|(_, line)| !line.voided);
    lines.flat_map(|(number, line)| of_line(account, check, number, line)).collect()
}

fn of_line<'a>(account: &Account, check: &Check, number: usize, line: &'a Line) -> Vec<Piece<'a>> {
    let milli = line.quantity.milli();
    let modifiers: Money = line.modifiers.iter().map(|modifier| modifier.amount).sum();
    let base = line.amount - modifiers;
    let is_whole = milli % 1_000 == 0 && (1_000..=MOST * 1_000).contains(&milli);
    let count = if is_whole { milli / 1_000 } else { 1 };
    let weights = vec![1; usize::try_from(count).unwrap_or(1)];
    let parts = |whole: Money| spread::spread(whole.cents(), &weights).into_iter().map(Money::from_cents);
    let unit = base.ratio(1_000, milli);
    let is_weighed = !is_whole && milli > 0 && unit.times(Quantity::from_milli(milli)) == base;
    let discounts = named(&line.discounts, line.discount);
    let mut pieces: Vec<Piece<'a>> = parts(base)
        .zip(parts(line.tax))
        .enumerate()
        .map(|(piece, (price, tax))| Piece {
            line,
            id: id(&[&account.merchant.id, &check.id, &number, &piece, &"line"]),
            price: if is_weighed { unit } else { price },
            unit_milli: is_weighed.then_some(milli),
            modifiers: Vec::new(),
            discounts: Vec::new(),
            tax,
        })
        .collect();
    for modifier in &line.modifiers {
        pieces.iter_mut().zip(parts(modifier.amount)).for_each(|(piece, part)| piece.modifiers.push(part));
    }
    for (_, amount) in discounts {
        pieces.iter_mut().zip(parts(amount)).for_each(|(piece, part)| piece.discounts.push(part));
    }
    pieces
}

impl Piece<'_> {
    fn gross(&self) -> Money {
        let price = self.unit_milli.map_or(self.price, |milli| self.price.times(Quantity::from_milli(milli)));
        price + self.modifiers.iter().copied().sum()
    }

    /// As a line of an order; `at` stands before the names of what is expanded of it.
    pub fn show(&self, account: &Account, expand: &Expand, at: &str, is_back: bool) -> Value {
        let line = self.line;
        let has = |name: &str| expand.has(&format!("{at}{name}"));
        let is_custom = line.deferred || line.item.as_str().starts_with(CUSTOM);
        let discounts = named(&line.discounts, line.discount);
        let net = self.gross() - self.discounts.iter().copied().sum();
        let item = (!is_custom).then(|| json!({ "id": item_id(account, line.item.as_str()) }));
        let shown = json!({
            "id": self.id,
            "item": item,
            "name": line.name,
            "price": self.price.cents(),
            "unitQty": self.unit_milli,
            "isRevenue": !line.deferred,
            "refunded": is_back,
            "exchanged": false,
            "printed": true,
        });
        let mut lists = Map::new();
        lists.insert("discounts".to_owned(), nested(has("discounts"), || {
            let each = discounts.iter().zip(&self.discounts).enumerate();
            let shown = each.filter(|(_, (_, part))| **part != Money::ZERO).map(|(number, ((name, _), part))| {
                json!({ "id": id(&[&self.id, &number, &"discount"]), "name": name, "amount": -part.cents() })
            });
            shown.collect()
        }));
        lists.insert("modifications".to_owned(), nested(has("modifications"), || {
            let each = line.modifiers.iter().zip(&self.modifiers).enumerate();
            each.map(|(number, (modifier, part))| {
                json!({ "id": id(&[&self.id, &number, &"modification"]), "name": modifier.name, "amount": part.cents() })
            })
            .collect()
        }));
        lists.insert("taxRates".to_owned(), nested(has("taxRates"), || rates(net, self.tax)));
        with(tidy(shown), lists)
    }
}

/// Clover's id of an item.
pub fn item_id(account: &Account, item: &str) -> String {
    id(&[&account.merchant.id, &item, &"item"])
}

/// The rate that takes about this tax of an amount.
fn rates(net: Money, tax: Money) -> Vec<Value> {
    if net <= Money::ZERO || tax <= Money::ZERO {
        return Vec::new();
    }
    let rate = tax.ratio(10_000_000, net.cents()).cents();
    vec![json!({ "id": id(&[&rate, &"rate"]), "name": "Sales Tax", "rate": rate, "isDefault": true })]
}

/// The charge of a check that is its service charge; all others are lines.
pub fn service_charge(check: &Check) -> Option<&ServiceCharge> {
    check.service_charges.iter().find(|charge| charge.kind == ChargeKind::Fee && charge.tax == Money::ZERO)
}

/// Charges that are lines, each with its id.
pub fn fees<'a>(account: &Account, check: &'a Check) -> Vec<(String, &'a ServiceCharge)> {
    let own = service_charge(check);
    let others =
        check.service_charges.iter().filter(|charge| own.is_none_or(|own| !std::ptr::eq(own, *charge)));
    let number = |(number, charge)| (id(&[&account.merchant.id, &check.id, &number, &"fee"]), charge);
    others.enumerate().map(number).collect()
}

/// A charge as a line.
pub fn fee(id: &str, charge: &ServiceCharge, expand: &Expand, at: &str) -> Value {
    let kind = (charge.kind == ChargeKind::Gratuity).then_some("AUTO_GRATUITY");
    let has_rates = expand.has(&format!("{at}taxRates"));
    tidy(json!({
        "id": id, "name": charge.name, "price": charge.amount.cents(), "isOrderFee": true, "orderFeeType": kind,
        "isRevenue": true, "taxRates": nested(has_rates, || rates(charge.amount, charge.tax)),
    }))
}
