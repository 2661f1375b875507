//! What the rows of a check sold: its lines, discounts, charges and taxes.

use saffron_core::fact::{ChargeKind, DiscountKind, TaxCollector};
use saffron_core::id::IdError;
use saffron_core::spread::spread;
use saffron_core::{Money, Quantity};
use saffron_till::{Discount, Line, Modifier, NamedTax, Person, ServiceCharge};

use super::ids;
use super::outcome::{How, Outcome};
use super::row::Row;
use super::value::{Value, value_of};
use crate::form::word::{self, Meaning};
use crate::layout::{Field, Rows, TaxPlace};

/// The item of a sale whose file names none.
const SALE: &str = "Sale";
/// The item of a gift card that stands in a column of its own.
const GIFT_CARD: &str = "Gift card";
/// The name of a tax that stands in a column without one.
const TAX: &str = "Tax";
/// Amounts of a check that are charges, their kind and their name.
const CHARGES: [(Field, ChargeKind, &str); 3] = [
    (Field::Gratuity, ChargeKind::Gratuity, "Gratuity"),
    (Field::ServiceCharge, ChargeKind::Fee, "Service charge"),
    (Field::DeliveryFee, ChargeKind::Delivery, "Delivery"),
];

/// What was sold, or given back: then all of it is negative.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct Sold {
    /// Lines.
    pub lines: Vec<Line>,
    /// Discount of the check, on top of those of lines.
    pub discount: Money,
    /// What that discount is for.
    pub discounts: Vec<Discount>,
    /// Charges.
    pub charges: Vec<ServiceCharge>,
    /// Taxes that are of no line.
    pub taxes: Vec<NamedTax>,
    /// What was rounded.
    pub rounding: Money,
    /// Paid with points.
    pub reward: Money,
    /// Whether amounts hold their tax.
    pub tax_included: bool,
    /// What the rows of tips add up to.
    pub tip: Money,
    /// The tax of rows of discounts, which is less than what the lines say.
    pub tax_off: Money,
}

/// The amount of a field for a whole check: what payments say, else what orders say, else what lines say.
pub fn of_check(rows: &[Row], field: Field, how: &How) -> Money {
    for kind in [Rows::Payments, Rows::Orders, Rows::Lines] {
        let amounts = rows.iter().filter(|row| row.rows == kind).filter_map(|row| {
            let amount = row.amount(field)?;
            Some(if row.is_refund { -amount.abs() } else { amount })
        });
        let amounts: Vec<Money> = amounts.collect();
        if amounts.is_empty() {
            continue;
        }
        if how.repeated.contains(&field) {
            return amounts.into_iter().find(|amount| *amount != Money::ZERO).unwrap_or_default();
        }
        return amounts.into_iter().sum();
    }
    Money::ZERO
}

/// The rows that say what was sold: lines, else orders, else payments.
pub fn of_sale(rows: &[Row]) -> impl Iterator<Item = &Row> {
    let kinds = [Rows::Lines, Rows::Orders, Rows::Payments];
    let kind = kinds.into_iter().find(|kind| rows.iter().any(|row| row.rows == *kind));
    rows.iter().filter(move |row| Some(row.rows) == kind)
}

impl Sold {
    /// What these rows sold. Rows whose amounts do not tell are refused.
    pub fn of(rows: &[Row], how: &How, outcome: &mut Outcome) -> Sold {
        let inside = how.understood.tax == TaxPlace::Inside;
        // Where rows differ, each line says it for itself.
        let is_by_line = of_sale(rows).any(|row| how.understood.is_inside(row) != inside);
        let mut sold = Sold { tax_included: inside && !is_by_line, ..Sold::default() };
        // What stands on the rows of orders alone, each of them says of itself.
        let has_lines = of_sale(rows).any(|row| row.rows == Rows::Lines);
        let is_void = has_lines && rows.iter().any(|row| row.rows == Rows::Orders && row.is_void);
        // A payment among lines sells nothing; in a file of payments alone they are what was sold.
        let is_sale = |row: &&Row| row.kind != Meaning::Payment || row.rows != Rows::Lines;
        for row in of_sale(rows).filter(is_sale) {
            let added = worth(row, rows, how).map_err(str::to_owned);
            let by_line = is_by_line && how.understood.is_inside(row);
            if let Err(why) = added.and_then(|value| sold.add(row, value, is_void, by_line)) {
                outcome.refused.push((row.place, why));
            }
        }
        // Charges on rows of their own stand on the order once more.
        let of_order = CHARGES.iter().filter(|_| sold.charges.is_empty()).copied().collect::<Vec<_>>();
        for (field, kind, name) in of_order {
            let kind = if field == Field::ServiceCharge { how.service_charge } else { kind };
            let amount = of_check(rows, field, how);
            if amount != Money::ZERO {
                sold.charges.push(ServiceCharge { name: name.to_owned(), kind, amount, tax: Money::ZERO });
            }
        }
        let gift_cards = of_check(rows, Field::GiftCardSold, how);
        if gift_cards != Money::ZERO {
            let quantity = if gift_cards.cents() < 0 { -Quantity::ONE } else { Quantity::ONE };
            if let Ok(id) = ids::item_id(GIFT_CARD) {
                let line = Line::new(id, GIFT_CARD.to_owned(), quantity, gift_cards.abs());
                sold.lines.push(Line { deferred: true, ..line });
            }
        }
        sold.rounding += of_check(rows, Field::Rounding, how);
        sold.reward = of_check(rows, Field::RewardUsed, how);
        sold.complete_discount(rows, how);
        sold.complete_tax(rows, how);
        sold.take_tax_off();
        sold
    }

    fn add(&mut self, row: &Row, value: Value, check_is_void: bool, is_inside: bool) -> Result<(), String> {
        let name = || row.text(Field::Item).map_or_else(|| SALE.to_owned(), str::to_owned);
        if let Some(kind) = charge_of(row.kind) {
            let (amount, tax) = (value.amount - value.discount, value.tax);
            self.charges.push(ServiceCharge { name: name(), kind, amount, tax });
            return Ok(());
        }
        match row.kind {
            Meaning::Discount => {
                let amount = (value.amount - value.discount).abs();
                let amount = if row.is_refund { -amount } else { amount };
                let tax = if row.is_refund { -value.tax.abs() } else { value.tax.abs() };
                let is_comp = word::meaning(&name()).is_some_and(|(meaning, _)| meaning == Meaning::Comp);
                let kind = if is_comp { DiscountKind::Comp } else { DiscountKind::Other };
                self.discount += amount;
                self.tax_off += tax;
                self.discounts.push(discount_of(row, &name(), kind, amount));
            }
            Meaning::Tip => self.tip += value.amount,
            Meaning::Rounding => self.rounding += value.amount,
            Meaning::Tax => self.taxes.push(NamedTax {
                name: name(),
                amount: value.amount,
                collected_by: TaxCollector::Us,
            }),
            Meaning::GiftCardUsed if row.rows == Rows::Lines && value.amount.cents() < 0 => {}
            _ => {
                let line = line_of(row, value, check_is_void).map_err(|e| format!("its item {e}"))?;
                let line = Line { tax_included: is_inside, ..line };
                self.add_line(line, row.number(Field::Quantity).is_none());
            }
        }
        Ok(())
    }

    /// Adds a line; pieces of a file that counts none become one line with those of the same item and price.
    fn add_line(&mut self, line: Line, is_piece: bool) {
        let alike = |other: &Line| {
            Line {
                quantity: line.quantity,
                amount: line.amount,
                discount: line.discount,
                tax: line.tax,
                ..other.clone()
            } == line
        };
        let twin = if is_piece && line.discounts.is_empty() {
            self.lines.iter_mut().find(|other| alike(other))
        } else {
            None
        };
        match twin {
            Some(twin) => {
                twin.quantity += line.quantity;
                twin.amount += line.amount;
                twin.discount += line.discount;
                twin.tax += line.tax;
            }
            None => self.lines.push(line),
        }
    }

    /// Adds the discount of the whole check, as far as lines do not have it already: exporters say it again there.
    fn complete_discount(&mut self, rows: &[Row], how: &How) {
        let has_lines = of_sale(rows).any(|row| row.rows == Rows::Lines);
        let orders = || rows.iter().filter(|row| has_lines && row.rows == Rows::Orders);
        let known: Money =
            self.discount.abs() + self.lines.iter().map(|line| line.discount.abs()).sum::<Money>();
        let said = of_check(rows, Field::OrderDiscount, how).abs();
        let nets: Vec<Money> = orders().filter_map(|row| row.size(Field::Net)).collect();
        let rest = if nets.is_empty() {
            let said = said + orders().filter_map(|row| row.size(Field::Discount)).sum::<Money>();
            said - known
        } else {
            // What is left of the order says better than its discounts, which may be of lines that were voided.
            let sold = self.lines.iter().filter(|line| !line.voided);
            let left: Money = sold.map(|line| (line.amount - line.discount).abs()).sum();
            left - self.discount.abs() - nets.into_iter().sum::<Money>()
        };
        if rest.cents() > 0 {
            let rest = if rows.iter().all(|row| row.is_refund) { -rest } else { rest };
            self.discount += rest;
            if let Some(row) = rows.iter().find(|row| row.text(Field::DiscountName).is_some()) {
                self.discounts.push(discount_of(row, "", DiscountKind::Other, rest));
            }
        }
    }

    /// Spreads the tax of the whole check over its lines, where these have none.
    fn complete_tax(&mut self, rows: &[Row], how: &How) {
        if of_sale(rows).any(|row| row.amount(Field::Tax).is_some()) || !self.taxes.is_empty() {
            return;
        }
        let of_orders = of_check(rows, Field::Tax, how);
        let tax = if of_orders == Money::ZERO { of_check(rows, Field::OrderTax, how) } else { of_orders };
        if tax == Money::ZERO {
            return;
        }
        let is_void = self.is_void();
        let counted = |line: &&mut Line| (is_void || !line.voided) && !line.deferred;
        let net = |line: &mut Line| (line.amount - line.discount).abs().cents().unsigned_abs();
        let weights: Vec<u64> = self.lines.iter_mut().filter(counted).map(net).collect();
        if weights.iter().sum::<u64>() == 0 {
            let collected_by = TaxCollector::Us;
            self.taxes.push(NamedTax { name: TAX.to_owned(), amount: tax, collected_by });
            return;
        }
        let shares = spread(tax.cents(), &weights);
        for (line, share) in self.lines.iter_mut().filter(counted).zip(shares) {
            line.tax = Money::from_cents(share);
        }
    }

    /// Takes the tax of discounts from the lines, each by its share of the tax.
    fn take_tax_off(&mut self) {
        let off = std::mem::take(&mut self.tax_off);
        let is_void = self.is_void();
        let counted = |line: &&mut Line| (is_void || !line.voided) && !line.deferred;
        let tax = |line: &mut Line| line.tax.cents().unsigned_abs();
        let weights: Vec<u64> = self.lines.iter_mut().filter(counted).map(tax).collect();
        if weights.iter().sum::<u64>() > 0 {
            let shares = spread(off.cents(), &weights);
            for (line, share) in self.lines.iter_mut().filter(counted).zip(shares) {
                line.tax -= Money::from_cents(share);
            }
        }
    }

    /// Whether nothing was sold, charged or taken off.
    pub fn is_nothing(&self) -> bool {
        self.lines.is_empty()
            && self.charges.is_empty()
            && self.discounts.is_empty()
            && self.tip == Money::ZERO
    }

    /// Whether every line was voided.
    pub fn is_void(&self) -> bool {
        !self.lines.is_empty() && self.lines.iter().all(|line| line.voided)
    }

    /// What was to be paid for all of it, without tips.
    pub fn due(&self) -> Money {
        let of_line = |line: &Line| {
            let net = line.amount - line.discount;
            if self.tax_included || line.tax_included { net } else { net + line.tax }
        };
        let lines: Money = self.lines.iter().filter(|line| !line.voided).map(of_line).sum();
        let charges: Money = self.charges.iter().map(|charge| charge.amount + charge.tax).sum();
        let taxes: Money =
            if self.tax_included { Money::ZERO } else { self.taxes.iter().map(|tax| tax.amount).sum() };
        lines - self.discount + charges + taxes + self.rounding - self.reward
    }

    /// The same given back.
    pub fn negative(mut self) -> Sold {
        self.lines.retain(|line| !line.voided);
        for line in &mut self.lines {
            line.quantity = -line.quantity;
            for amount in [&mut line.amount, &mut line.discount, &mut line.tax] {
                *amount = -*amount;
            }
            for discount in &mut line.discounts {
                discount.amount = -discount.amount;
            }
            line.modifiers.clear();
        }
        for charge in &mut self.charges {
            (charge.amount, charge.tax) = (-charge.amount, -charge.tax);
        }
        self.taxes.iter_mut().for_each(|tax| tax.amount = -tax.amount);
        self.discounts.iter_mut().for_each(|discount| discount.amount = -discount.amount);
        Sold {
            discount: -self.discount,
            rounding: -self.rounding,
            reward: -self.reward,
            tip: -self.tip,
            ..self
        }
    }
}

/// The kind of the charge that a row is.
const fn charge_of(kind: Meaning) -> Option<ChargeKind> {
    match kind {
        Meaning::Gratuity => Some(ChargeKind::Gratuity),
        Meaning::ServiceCharge => Some(ChargeKind::Fee),
        Meaning::DeliveryFee => Some(ChargeKind::Delivery),
        _ => None,
    }
}

/// What a row is worth. The total of a row of a whole order, or of a payment, holds charges that are no sale.
fn worth(row: &Row, rows: &[Row], how: &How) -> Result<Value, &'static str> {
    if row.rows == Rows::Lines {
        return value_of(row, how.understood);
    }
    let size = |field| row.size(field).unwrap_or_default();
    let paid = row.size(Field::Paid).or_else(|| Some(row.size(Field::PaidWithTip)? - size(Field::Tip)));
    let total =
        row.size(Field::Total).map(|total| if how.tips_inside { total - size(Field::Tip) } else { total });
    let has_sales = [Field::Amount, Field::Net].iter().any(|field| row.amount(*field).is_some());
    let by_tender: Option<Money> =
        (!row.tenders.is_empty()).then(|| row.tenders.iter().map(|(_, paid)| paid.abs()).sum());
    let Some(total) = total.or(paid.or(by_tender).filter(|_| !has_sales)) else {
        return value_of(row, how.understood);
    };
    // A charge that stands on each payment of an order is taken off once, from the first of them.
    let is_first = of_sale(rows).next().is_some_and(|first| first.place == row.place);
    let charges = CHARGES.iter().map(|(field, ..)| *field).chain([Field::GiftCardSold]);
    let charges: Money = charges
        .filter(|field| is_first || !how.repeated.contains(field))
        .filter_map(|field| row.size(field))
        .sum();
    let mut whole = row.clone();
    let is_back = total_of(row).cents() < 0;
    let rest = total - charges - row.amount(Field::Rounding).unwrap_or_default();
    whole.money.insert(Field::Total, if is_back { -rest } else { rest });
    value_of(&whole, how.understood)
}

fn total_of(row: &Row) -> Money {
    [Field::Total, Field::Paid, Field::PaidWithTip]
        .iter()
        .find_map(|field| row.amount(*field))
        .unwrap_or_default()
}

fn discount_of(row: &Row, name: &str, kind: DiscountKind, amount: Money) -> Discount {
    let text = |field| row.text(field).map(str::to_owned);
    let person = |name: String| Person { id: name.clone(), name };
    Discount {
        name: text(Field::DiscountName).unwrap_or_else(|| name.to_owned()),
        kind,
        amount,
        reason: text(Field::Reason),
        approved_by: text(Field::ApprovedBy).map(person),
    }
}

fn line_of(row: &Row, value: Value, check_is_void: bool) -> Result<Line, IdError> {
    let text = |field| row.text(field).map(str::to_owned);
    let name = ids::item_name(row.text(Field::Item), row.text(Field::Size));
    let name = name.unwrap_or_else(|| SALE.to_owned());
    let item = row.text(Field::ItemId).map_or_else(|| ids::item_id(&name), ids::given_item_id)?;
    let cost = row
        .amount(Field::Cost)
        .or_else(|| Some(row.size(Field::RowCost)?.ratio(1_000, value.quantity.milli().saturating_abs())));
    let is_comp = row.kind == Meaning::Comp;
    let discount = if is_comp { value.amount } else { value.discount };
    let kind = if is_comp { DiscountKind::Comp } else { DiscountKind::Other };
    let is_named = is_comp || row.text(Field::DiscountName).is_some();
    let discounts = if is_named && discount != Money::ZERO {
        vec![discount_of(row, "Comp", kind, discount)]
    } else {
        Vec::new()
    };
    let modifiers = row.text(Field::Modifiers).into_iter().flat_map(|text| text.split(','));
    let modifiers = modifiers.map(str::trim).filter(|name| !name.is_empty()).map(|name| Modifier {
        name: name.to_owned(),
        quantity: value.quantity,
        amount: Money::ZERO,
        cost: None,
    });
    let voided = row.is_void || row.kind == Meaning::Void || check_is_void;
    Ok(Line {
        major_category: text(Field::Category),
        minor_category: text(Field::Subcategory),
        amount: value.amount,
        cost,
        discount,
        discounts,
        modifiers: modifiers.collect(),
        tax: value.tax,
        voided,
        reason: if voided { text(Field::Reason) } else { None },
        approved_by: None,
        deferred: matches!(row.kind, Meaning::GiftCard | Meaning::Deposit),
        tax_included: false,
        ..Line::new(item, name, value.quantity, value.price)
    })
}
