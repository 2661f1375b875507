//! What Square computes for the lines of a check: the line's share of the discounts of the whole order, amounts without
//! the tax that they hold, totals.

use saffron_core::fact::TaxCollector;
use saffron_core::{Money, spread};
use saffron_till::{Check, Discount, Line};

/// A discount of an order.
pub struct PricedDiscount {
    /// Unique within the order.
    pub uid: String,
    pub name: String,
    /// Whether it is one of the whole order.
    pub of_order: bool,
    /// Whether the till named it, and not this program.
    pub is_named: bool,
    /// Paid with Square's points.
    pub is_reward: bool,
    pub amount: Money,
}

/// A line that was sold or brought back; all amounts are positive.
pub struct PricedLine<'a> {
    pub line: &'a Line,
    /// Unique within the order.
    pub uid: String,
    /// Variation and modifiers, before discounts, without tax.
    pub gross: Money,
    pub tax: Money,
    /// Whether the variation's price holds the tax.
    pub tax_included: bool,
    /// The indexes of discounts, with the line's part of each.
    pub discounts: Vec<(usize, Money)>,
}

impl PricedLine<'_> {
    /// The line's parts of all discounts.
    pub fn discount(&self) -> Money {
        self.discounts.iter().map(|(_, amount)| *amount).sum()
    }

    /// What is due for it.
    pub fn total(&self) -> Money {
        self.gross + self.tax - self.discount()
    }
}

/// The priced lines and discounts of a check.
pub struct Priced<'a> {
    pub check: &'a Check,
    pub lines: Vec<PricedLine<'a>>,
    pub discounts: Vec<PricedDiscount>,
    /// 1 for a sale, -1 for a refund check.
    sign: i64,
}

impl<'a> Priced<'a> {
    /// Prices a sale, or a refund check with the signs turned.
    pub fn of(check: &'a Check) -> Priced<'a> {
        let sign = if check.refund_of.is_some() { -1 } else { 1 };
        let mut priced = Priced { check, lines: Vec::new(), discounts: Vec::new(), sign };
        // What was removed before it was paid never reaches Square's interfaces.
        for (number, line) in check.lines.iter().filter(|line| !line.voided || check.voided).enumerate() {
            let tax_included = line.tax_included || check.tax_included;
            let tax = if is_of_marketplace(check) { Money::ZERO } else { priced.turn(line.tax) };
            let amount = priced.turn(line.amount);
            let gross = if tax_included { amount - tax } else { amount };
            let uid = format!("line-{number}");
            let discounts = priced.of_line(number, line);
            priced.lines.push(PricedLine { line, uid, gross, tax, tax_included, discounts });
        }
        priced.of_order();
        priced
    }

    /// An amount with the sign that Square gives it.
    pub fn turn(&self, amount: Money) -> Money {
        Money::from_cents(amount.cents() * self.sign)
    }

    /// Adds a discount; gives its index.
    fn add(&mut self, name: String, amount: Money, of_order: bool, is_reward: bool, is_named: bool) -> usize {
        let uid = format!("discount-{}", self.discounts.len());
        self.discounts.push(PricedDiscount { uid, name, of_order, is_named, is_reward, amount });
        self.discounts.len() - 1
    }

    /// The discounts of a line alone.
    fn of_line(&mut self, number: usize, line: &Line) -> Vec<(usize, Money)> {
        let parts = named(&line.discounts, line.discount);
        let mut applied = Vec::new();
        for (name, amount) in parts {
            let amount = self.turn(amount);
            let is_named = name.is_some();
            let name = name.unwrap_or_else(|| format!("Discount of line {}", number + 1));
            applied.push((self.add(name, amount, false, false, is_named), amount));
        }
        applied
    }

    /// Spreads the discounts of the whole order over the lines.
    fn of_order(&mut self) {
        let check = self.check;
        let named = named(&check.discounts, check.discount);
        let named = named.into_iter().map(|(name, amount)| (name, amount, false));
        let reward = (check.reward_used != Money::ZERO).then_some((None, check.reward_used, true));
        for (name, amount, is_reward) in named.chain(reward) {
            let amount = self.turn(amount);
            let is_named = name.is_some();
            let name = name.unwrap_or_else(|| if is_reward { "Rewards" } else { "Discount" }.to_owned());
            let index = self.add(name, amount, true, is_reward, is_named);
            let weight = |line: &PricedLine<'_>| {
                let left = if line.line.deferred { 0 } else { (line.gross - line.discount()).cents() };
                u64::try_from(left).unwrap_or(0)
            };
            let weights: Vec<u64> = self.lines.iter().map(weight).collect();
            let parts = spread::spread(amount.cents(), &weights);
            for (line, part) in self.lines.iter_mut().zip(parts) {
                if part != 0 {
                    line.discounts.push((index, Money::from_cents(part)));
                }
            }
        }
    }

    pub fn discount(&self) -> Money {
        self.discounts.iter().map(|discount| discount.amount).sum()
    }

    /// Taxes of lines that are added to their amounts (`false`) or held by them (`true`).
    pub fn line_tax(&self, included: bool) -> Money {
        self.lines.iter().filter(|line| line.tax_included == included).map(|line| line.tax).sum()
    }

    pub fn charge_tax(&self) -> Money {
        self.turn(self.check.service_charges.iter().map(|charge| charge.tax).sum())
    }

    pub fn tax(&self) -> Money {
        self.line_tax(false) + self.line_tax(true) + self.charge_tax()
    }

    /// Service charges without their tax.
    pub fn charges(&self) -> Money {
        self.turn(self.check.service_charges.iter().map(|charge| charge.amount).sum())
    }

    pub fn rounding(&self) -> Money {
        self.turn(self.check.rounding)
    }

    pub fn tip(&self) -> Money {
        self.turn(self.check.payments.iter().map(|payment| payment.tip).sum())
    }

    /// What is due, with the tip.
    pub fn total(&self) -> Money {
        let lines: Money = self.lines.iter().map(PricedLine::total).sum();
        lines + self.charges() + self.charge_tax() + self.rounding() + self.tip()
    }

    /// The name of the tax, as the check has it.
    pub fn tax_name(&self) -> &str {
        self.check.taxes.first().map_or("Sales Tax", |tax| tax.name.as_str())
    }
}

/// Whether a marketplace collects the tax of a check: Square's order is without it then, and is paid in full.
pub fn is_of_marketplace(check: &Check) -> bool {
    check.taxes.iter().any(|tax| tax.collected_by == TaxCollector::Marketplace)
}

/// The named parts of a discount, and what is left of it without a name.
fn named(parts: &[Discount], whole: Money) -> Vec<(Option<String>, Money)> {
    let mut named: Vec<(Option<String>, Money)> =
        parts.iter().map(|part| (Some(part.name.clone()), part.amount)).collect();
    let rest = whole - parts.iter().map(|part| part.amount).sum();
    if rest != Money::ZERO {
        named.push((None, rest));
    }
    named
}
