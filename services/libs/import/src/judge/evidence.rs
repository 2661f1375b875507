//! What the rows of all orders show together: what makes an order, whether rows are repeated for payments, where the tax is,
//! what `net` leaves out, and which amounts stand on each row of their order.

use std::collections::{BTreeMap, BTreeSet};

use saffron_core::{BusinessDate, DayStarts, Money, Quantity};

use crate::book::{Numbers, day_of};
use crate::form::word::Meaning;
use crate::layout::{Field, Rows};
use crate::orders::Row;
use crate::reading::NOON;

/// The number of different items that are kept apart.
const MOST_ITEMS: usize = 20_000;
/// Amounts of a whole order that may stand on each of its rows.
const OF_ORDER: [Field; 9] = [
    Field::Tip,
    Field::Gratuity,
    Field::ServiceCharge,
    Field::DeliveryFee,
    Field::OrderDiscount,
    Field::OrderTax,
    Field::OrderTotal,
    Field::Rounding,
    Field::RewardUsed,
];

/// What is paid for beside what was sold and its tax.
const CHARGES: [Field; 5] =
    [Field::Gratuity, Field::ServiceCharge, Field::DeliveryFee, Field::Rounding, Field::GiftCardSold];

/// A count for and against.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct Votes {
    /// For.
    pub yes: u64,
    /// Against.
    pub no: u64,
}

impl Votes {
    fn add(&mut self, yes: bool) {
        if yes { self.yes += 1 } else { self.no += 1 }
    }
}

/// Where the tax is, as far as rows show.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct TaxVotes {
    /// Rows or orders whose sums are right only with the tax on top.
    pub beside: u64,
    /// Rows or orders whose sums are right only with the tax inside.
    pub inside: u64,
    /// Rows whose share of tax is a round rate only if it is on top.
    pub rate_beside: u64,
    /// Rows whose share of tax is a round rate only if it is inside.
    pub rate_inside: u64,
    /// Lines whose share of tax is a round rate neither way.
    pub rate_neither: u64,
    /// Rows with tax whose value depends on where it is.
    pub taxed: u64,
}

/// What `net` leaves out of `amount`.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Default)]
pub struct NetVotes {
    /// Rows where it is the discount.
    pub discount: u64,
    /// Of those, the ones with tax.
    pub discount_of_taxed: u64,
    /// Rows without discount where it is the tax.
    pub tax: u64,
    /// Rows where it is the tax although there is a discount.
    pub tax_only: u64,
    /// Rows where it is both.
    pub both: u64,
    /// Rows where it is what is left of the total after the processor's fee.
    pub fee: u64,
    /// Rows where it is neither: a discount that stands nowhere else.
    pub other: u64,
    /// Rows with tax where it is nothing.
    pub same: u64,
    /// Whether the total of a row with tax is `net` with the tax on top.
    pub untaxed: Votes,
}

/// What all orders show.
#[derive(Debug, Clone, Default)]
pub struct Evidence {
    /// Orders by number alone.
    pub numbers: u64,
    /// Numbers that stand on sales of more than one business date.
    pub on_several_days: u64,
    /// Numbers that stand on sales of more than one register on one business date.
    pub on_several_registers: u64,
    /// Rows that share nothing but their time with others of an order.
    pub sharing_time: u64,
    /// Rows without a number.
    pub unnumbered: u64,
    /// Of those that are trade, the ones with a time of day, and the ones with a date alone.
    pub timed: Votes,
    /// Numbers that say by their form that they are unique: long, or with letters and digits.
    pub unique_looking: u64,
    /// Numbers that a spreadsheet shortened.
    pub shortened: u64,
    /// Business dates of sales.
    pub days: BTreeSet<BusinessDate>,
    /// Whether rows of orders with several payments repeat their lines for each.
    pub repeats: Votes,
    /// Orders with several payments that may be either.
    pub maybe_repeats: u64,
    /// Whether the words of an order's lines stand on its first one alone.
    pub words_once: Votes,
    /// Orders whose service charges no row of its own names.
    pub service_charges: u64,
    /// Where the tax is.
    pub tax: TaxVotes,
    /// What `net` leaves out.
    pub net: NetVotes,
    /// Whether totals of orders hold the tip, in rows that have one.
    pub tips_inside: Votes,
    /// Whether columns of types of payment do.
    pub tips_in_tenders: Votes,
    /// Whether the discount of a sale is written without a sign.
    pub unsigned_discounts: Votes,
    /// Whether an amount of a whole order stands on each of its rows.
    pub repeated: BTreeMap<Field, Votes>,
    /// Items with negative amounts in orders that are sales, and whether they are sold elsewhere.
    pub negative: BTreeMap<String, u64>,
    /// Items that are sold for more than nothing.
    pub positive: BTreeSet<String>,
    /// Whether rows say the rate of their tax alone.
    has_rates_alone: bool,
}

impl Evidence {
    /// Nothing yet of files whose rows say the rate of their tax alone, or not.
    pub fn of(has_rates_alone: bool) -> Evidence {
        Evidence { has_rates_alone, ..Evidence::default() }
    }

    /// The same of what makes an order, without what the rows of orders show.
    pub fn of_numbers(&self) -> Evidence {
        Evidence {
            numbers: self.numbers,
            on_several_days: self.on_several_days,
            on_several_registers: self.on_several_registers,
            sharing_time: self.sharing_time,
            unnumbered: self.unnumbered,
            timed: self.timed,
            unique_looking: self.unique_looking,
            shortened: self.shortened,
            has_rates_alone: self.has_rates_alone,
            days: self.days.clone(),
            ..Evidence::default()
        }
    }

    /// Adds the rows that share a number, or a time.
    pub fn see(&mut self, order: &Numbers, starts: &DayStarts) {
        self.see_number(order, starts);
        self.see_order(&order.rows);
    }

    fn see_number(&mut self, order: &Numbers, starts: &DayStarts) {
        let sales: Vec<&Row> = order.rows.iter().filter(|row| !row.is_refund && !row.is_no_trade()).collect();
        let days: BTreeSet<BusinessDate> = sales.iter().filter_map(|row| day_of(row, starts)).collect();
        match &order.number {
            Some(number) => {
                self.numbers += 1;
                self.unique_looking += u64::from(looks_unique(number));
                self.shortened += u64::from(is_shortened(number));
                self.on_several_days += u64::from(days.len() > 1);
                self.on_several_registers += u64::from(has_several_registers(&sales, starts));
            }
            None => {
                self.unnumbered += order.rows.len() as u64;
                let trade = order.rows.iter().filter(|row| !row.is_no_trade() && row.at.is_some());
                trade.for_each(|row| self.timed.add(!is_untimed(row)));
                self.sharing_time += if order.rows.len() > 1 { order.rows.len() as u64 } else { 0 };
            }
        }
        self.days.extend(days);
    }

    /// Adds the rows of one order.
    pub fn see_order(&mut self, rows: &[Row]) {
        let sales: Vec<&Row> = rows.iter().filter(|row| !row.is_refund && !row.is_no_trade()).collect();
        for row in rows {
            self.see_row(row);
        }
        let lines: Vec<&Row> = rows.iter().filter(|row| row.rows == Rows::Lines).collect();
        if let [first, others @ ..] = lines.as_slice()
            && !others.is_empty()
        {
            self.words_once.add(first.has_word && others.iter().all(|row| !row.has_word));
        }
        self.see_items(rows);
        let is_charge =
            |row: &Row| row.amount(Field::ServiceCharge).is_some_and(|amount| amount != Money::ZERO);
        let is_named = |row: &Row| matches!(row.kind, Meaning::Gratuity | Meaning::ServiceCharge);
        self.service_charges += u64::from(rows.iter().any(is_charge) && !rows.iter().any(is_named));
        self.see_payments(&sales);
        self.see_repeated(&sales);
        self.see_sums(&sales);
    }

    fn see_row(&mut self, row: &Row) {
        let size = |field| row.size(field);
        let priced = || {
            let quantity = row.number(Field::Quantity).unwrap_or(Quantity::ONE);
            row.amount(Field::Price).map(|price| price.times(quantity).abs())
        };
        let (amount, net, tax, discount) = (
            size(Field::Amount).or_else(priced),
            size(Field::Net),
            size(Field::Tax).unwrap_or_default(),
            size(Field::Discount),
        );
        if let (Some(amount), Some(net)) = (amount, net) {
            let between = amount - net;
            let discount = discount.unwrap_or_default();
            if is_near(between, Money::ZERO) {
                self.net.same += u64::from(!is_near(tax, Money::ZERO));
            } else {
                let fits = |expected: Money| is_near(between, expected);
                if discount != Money::ZERO && fits(discount) {
                    self.net.discount += 1;
                    self.net.discount_of_taxed += u64::from(tax != Money::ZERO);
                } else if tax != Money::ZERO && fits(tax) {
                    let of = if discount == Money::ZERO { &mut self.net.tax } else { &mut self.net.tax_only };
                    *of += 1;
                } else if discount != Money::ZERO && tax != Money::ZERO && fits(discount + tax) {
                    self.net.both += 1;
                } else {
                    self.net.other += 1;
                }
            }
        }
        let is_sale = !row.is_refund && row.amount(Field::Amount).is_some_and(|amount| amount.cents() > 0);
        if let Some(discount) =
            row.amount(Field::Discount).filter(|discount| is_sale && *discount != Money::ZERO)
        {
            self.unsigned_discounts.add(discount.cents() > 0);
        }
        let tip = size(Field::Tip).unwrap_or_default();
        let of_order = row.rows == Rows::Orders && tip != Money::ZERO;
        if let (Some(total), Some(left)) = (size(Field::Total).filter(|_| of_order), net.or(amount)) {
            let left = if net.is_some() { left } else { left - discount.unwrap_or_default() };
            let holds = |tip: Money| [left, left + tax].iter().any(|due| is_near(*due + tip, total));
            if holds(tip) != holds(Money::ZERO) {
                self.tips_inside.add(holds(tip));
            }
        }
        let paid: Money = row.tenders.iter().map(|(_, paid)| paid.abs()).sum();
        if let Some(total) = size(Field::Total).filter(|_| of_order && paid != Money::ZERO) {
            let (with, without) = (is_near(paid, total + tip), is_near(paid, total));
            if with != without {
                self.tips_in_tenders.add(with);
            }
        }
        let fee = size(Field::Fee).unwrap_or_default();
        if let (Some(net), Some(total)) = (net, size(Field::Total))
            && fee != Money::ZERO
        {
            self.net.fee += u64::from(net == total - fee);
        }
        let is_priced = amount.or(net).or(row.amount(Field::Price)).is_some();
        let order_tax = row.amount(Field::OrderTax).unwrap_or_default();
        let is_rated =
            self.has_rates_alone && row.number(Field::TaxRate).is_some_and(|rate| rate.milli() != 0);
        let is_priced = is_priced || (is_rated && size(Field::Total).is_some());
        self.tax.taxed +=
            u64::from(is_priced && (tax != Money::ZERO || order_tax != Money::ZERO || is_rated));
        if tax == Money::ZERO {
            return;
        }
        // What is left of the row after discounts, as far as it does not depend on where the tax is. A net may leave out the tax
        // that the amount holds.
        let of_amount = amount.map(|amount| amount - discount.unwrap_or_default());
        let left = of_amount.or(net);
        // Of a row without a total, what was paid for it is that.
        let paid = Some(paid).filter(|paid| row.rows == Rows::Orders && *paid != Money::ZERO);
        if let Some(total) = size(Field::Total).or(paid) {
            let charges: Money = CHARGES.iter().filter_map(|field| row.amount(*field)).sum();
            let is_of = |due: Money| {
                total == due || (tip != Money::ZERO && row.rows == Rows::Orders && total == due + tip)
            };
            let is_total = |due: Money| is_of(due) || is_of(due + charges);
            if let Some(net) = net.filter(|net| is_total(*net) != is_total(*net + tax)) {
                self.net.untaxed.add(is_total(net + tax));
            }
            let votes = |left: Option<Money>| left.map(|left| (is_total(left + tax), is_total(left)));
            let one = |votes: &(bool, bool)| votes.0 != votes.1;
            if let Some((beside, inside)) =
                votes(of_amount).filter(one).or_else(|| votes(net.filter(|_| amount.is_none())))
            {
                self.tax.beside += u64::from(beside);
                self.tax.inside += u64::from(inside);
            }
        }
        if let (Some(left), Some(rate)) = (left, row.number(Field::TaxRate)) {
            let (rate, whole) = (rate.milli(), 100_000);
            let beside = is_near(tax, left.ratio(rate, whole));
            let inside = is_near(tax, left.ratio(rate, whole + rate));
            self.tax.beside += u64::from(beside && !inside);
            self.tax.inside += u64::from(inside && !beside);
        }
        if let Some(left) = left.filter(|left| left.cents() > 0) {
            let beside = is_round_rate(tax, left);
            let inside = is_round_rate(tax, left - tax);
            self.tax.rate_beside += u64::from(beside && !inside);
            self.tax.rate_inside += u64::from(inside && !beside);
            // A few cents are near to some rate.
            let is_clear = row.rows == Rows::Lines && tax.cents() >= 500;
            self.tax.rate_neither += u64::from(is_clear && !inside && !beside);
        }
    }

    fn see_items(&mut self, rows: &[Row]) {
        let is_sale = rows.iter().any(|row| !row.is_refund && !row.is_void) && !is_refund_once(rows);
        for row in rows.iter().filter(|row| row.rows == Rows::Lines) {
            let Some(name) = row.text(Field::Item).map(str::to_lowercase) else { continue };
            if row.is_refund {
                if is_sale && (self.negative.len() < MOST_ITEMS || self.negative.contains_key(&name)) {
                    *self.negative.entry(name).or_default() += 1;
                }
            } else if self.positive.len() < MOST_ITEMS {
                self.positive.insert(name);
            }
        }
    }

    /// Whether the lines of an order with several payments stand there once for each.
    fn see_payments(&mut self, sales: &[&Row]) {
        let has_lines = sales.iter().any(|row| row.rows == Rows::Lines);
        let kind = if has_lines { Rows::Lines } else { Rows::Orders };
        let lines: Vec<&&Row> = sales.iter().filter(|row| row.rows == kind).collect();
        let key = |row: &Row| {
            let text = |field| row.text(field).unwrap_or_default().to_owned();
            (text(Field::Payment), text(Field::Tender), row.amount(Field::Paid))
        };
        let mut by_payment: BTreeMap<_, Vec<Content>> = BTreeMap::new();
        for row in &lines {
            by_payment.entry(key(row)).or_default().push(content(row));
        }
        // An order that says once what its other rows leave blank.
        by_payment.remove(&(String::new(), String::new(), None));
        let count = by_payment.len();
        if count < 2 {
            return;
        }
        by_payment.values_mut().for_each(|contents| contents.sort());
        let mut contents = by_payment.values();
        let first = contents.next();
        let is_product = contents.all(|other| Some(other) == first);
        let paid: Option<Money> = by_payment.keys().map(|(_, _, paid)| *paid).sum::<Option<Money>>();
        let due: Money = lines.iter().map(|row| due_of(row)).sum();
        match paid {
            _ if !is_product => self.repeats.add(false),
            Some(paid) if is_near(paid, due) => self.repeats.add(false),
            Some(paid) if is_near(paid, due.ratio(1, count as i64)) => self.repeats.add(true),
            _ => self.maybe_repeats += 1,
        }
    }

    fn see_repeated(&mut self, sales: &[&Row]) {
        for rows in [Rows::Lines, Rows::Payments] {
            let rows: Vec<&&Row> = sales.iter().filter(|row| row.rows == rows).collect();
            if rows.len() < 2 {
                continue;
            }
            for field in OF_ORDER {
                let amounts: Vec<Money> = rows.iter().filter_map(|row| row.amount(field)).collect();
                let filled: Vec<&Money> = amounts.iter().filter(|amount| **amount != Money::ZERO).collect();
                // On one row alone it is said once; on none there is none.
                if filled.len() < 2 {
                    continue;
                }
                let is_same = filled.len() == rows.len()
                    && filled.windows(2).all(|pair| matches!(pair, [a, b] if a == b));
                self.repeated.entry(field).or_default().add(is_same);
            }
        }
    }

    /// Whether what was paid for an order is its lines with their tax on top, or without.
    fn see_sums(&mut self, sales: &[&Row]) {
        let of = |rows: Rows| sales.iter().filter(move |row| row.rows == rows && !row.is_void);
        let of_lines = |field| of(Rows::Lines).filter_map(move |row| row.amount(field)).sum::<Money>();
        let left: Money = of(Rows::Lines).map(|row| left_of(row)).sum();
        let tax = of_lines(Field::Tax);
        let (order_tax, order_total) = (of_lines(Field::OrderTax), of_lines(Field::OrderTotal));
        if order_tax != Money::ZERO && order_total != Money::ZERO {
            let discounts: Money = of(Rows::Lines).filter_map(|row| row.size(Field::Discount)).sum();
            let of_order: Money = of(Rows::Lines).filter_map(|row| row.size(Field::OrderDiscount)).sum();
            // Lines say the discount of the order once more.
            let left = left + discounts - discounts.max(of_order) + of_lines(Field::DeliveryFee);
            let beside = is_near(order_total, left + order_tax);
            let inside = is_near(order_total, left);
            self.tax.beside += u64::from(beside && !inside);
            self.tax.inside += u64::from(inside && !beside);
        }
        let paid = |row: &&Row| {
            row.amount(Field::Paid).or(row
                .amount(Field::PaidWithTip)
                .map(|paid| paid - row.amount(Field::Tip).unwrap_or_default()))
        };
        let paid: Money = of(Rows::Payments).filter_map(paid).sum();
        if tax == Money::ZERO || paid == Money::ZERO || left == Money::ZERO {
            return;
        }
        self.tax.beside += u64::from(is_near(paid, left + tax) && !is_near(paid, left));
        self.tax.inside += u64::from(is_near(paid, left) && !is_near(paid, left + tax));
    }
}

/// Whether the first line of an order alone has a word, which says that it was given back.
fn is_refund_once(rows: &[Row]) -> bool {
    let mut lines = rows.iter().filter(|row| row.rows == Rows::Lines);
    lines.next().is_some_and(|first| first.has_word && first.is_refund) && lines.all(|row| !row.has_word)
}

/// What tells rows of lines apart.
type Content = (String, Option<i64>, Option<i64>);

fn content(row: &Row) -> Content {
    let name = [Field::Item, Field::Size].map(|field| row.text(field).unwrap_or_default()).join(" ");
    let amount = [Field::Amount, Field::Net, Field::Price].iter().find_map(|field| row.amount(*field));
    (name, amount.map(Money::cents), row.number(Field::Quantity).map(Quantity::milli))
}

/// What a row of lines left to be paid, without its tax.
fn left_of(row: &Row) -> Money {
    let priced = || {
        let quantity = row.number(Field::Quantity).unwrap_or(Quantity::ONE);
        row.amount(Field::Price).map(|price| price.times(quantity))
    };
    let gross = row.amount(Field::Amount).or_else(priced).unwrap_or_default();
    row.amount(Field::Net).unwrap_or(gross - row.size(Field::Discount).unwrap_or_default())
}

fn due_of(row: &Row) -> Money {
    row.amount(Field::Total).unwrap_or_else(|| left_of(row) + row.amount(Field::Tax).unwrap_or_default())
}

/// Whether a row says the day of a sale and not its time.
fn is_untimed(row: &Row) -> bool {
    row.at.is_some_and(|at| at.time() == NOON && row.business_date.is_some_and(|on| on.date() == at.date()))
}

/// Equal but for what rounding each of some rows does.
fn is_near(a: Money, b: Money) -> bool {
    (a - b).abs().cents() <= 2
}

/// Whether a tax is a rate of whole or half percents of an amount, as value added taxes are.
fn is_round_rate(tax: Money, of: Money) -> bool {
    if of.cents() <= 0 || tax.cents() < 20 {
        return false;
    }
    // In half percents, rounded; then the tax that this rate would give.
    let rate = (tax.cents() * 200 + of.cents() / 2) / of.cents();
    rate > 0 && (of.ratio(rate, 200) - tax).abs().cents() <= i64::from(of.cents() > 10_000)
}

/// Whether a number is one that no other order has: long, or of letters and digits.
fn looks_unique(number: &str) -> bool {
    let digits = number.bytes().filter(u8::is_ascii_digit).count();
    let letters = number.bytes().filter(u8::is_ascii_alphabetic).count();
    digits >= 9 || (digits + letters >= 10 && digits > 0 && letters > 3)
}

/// Whether a number is what spreadsheets make of a long one: `1.23457E+12`.
fn is_shortened(number: &str) -> bool {
    let number = number.to_ascii_uppercase();
    let parts = number.split_once("E+");
    parts.is_some_and(|(digits, power)| {
        digits.contains(['.', ',']) && digits.parse::<f64>().is_ok() && power.parse::<u8>().is_ok()
    })
}

fn has_several_registers(sales: &[&Row], starts: &DayStarts) -> bool {
    let mut registers: BTreeMap<Option<BusinessDate>, BTreeSet<&str>> = BTreeMap::new();
    for row in sales {
        if let Some(register) = row.text(Field::Register) {
            registers.entry(day_of(row, starts)).or_default().insert(register);
        }
    }
    registers.values().any(|registers| registers.len() > 1)
}
