use saffron_core::Money;
use saffron_core::fact::ChargeKind;
use saffron_till::{Check, Line};

/// What a business date comes to.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct DayTotals {
    /// Sales before discounts, without tax.
    pub gross: Money,
    /// After discounts and what came back.
    pub net: Money,
    /// All tax.
    pub tax: Money,
    /// Tips of payments.
    pub tips: Money,
    /// What came back, positive.
    pub refunds: Money,
    /// Sales.
    pub checks: i64,
}

/// Sums of facts.
#[derive(Debug, Clone, Copy, Default)]
pub struct Sums {
    pub count: i64,
    pub gross: Money,
    pub discounts: Money,
    /// What came back; of payments, their refunds (negative).
    pub returns: Money,
    pub tax: Money,
    pub tips: Money,
    pub fees: Money,
    pub gratuity: Money,
    pub gift_cards: Money,
    pub collected: Money,
}

impl Sums {
    pub fn net(&self) -> Money {
        self.gross - self.discounts - self.returns
    }

    /// What they are of a day.
    pub fn of_day(&self) -> DayTotals {
        DayTotals {
            gross: self.gross,
            net: self.net(),
            tax: self.tax,
            tips: self.tips,
            refunds: self.returns,
            checks: self.count,
        }
    }

    pub fn add(&mut self, other: &Sums) {
        self.count += other.count;
        self.gross += other.gross;
        self.discounts += other.discounts;
        self.returns += other.returns;
        self.tax += other.tax;
        self.tips += other.tips;
        self.fees += other.fees;
        self.gratuity += other.gratuity;
        self.gift_cards += other.gift_cards;
        self.collected += other.collected;
    }

    /// What a sale or a refund check comes to. A refund check's amounts are negative.
    pub fn of(check: &Check) -> Sums {
        let lines = || check.lines.iter().filter(|line| !line.voided);
        let amount = |line: &Line| {
            let included = if line.tax_included || check.tax_included { line.tax } else { Money::ZERO };
            line.amount - included
        };
        let sold: Money = lines().filter(|line| !line.deferred).map(amount).sum();
        let gift_cards: Money = lines().filter(|line| line.deferred).map(amount).sum();
        let discounts = lines().map(|line| line.discount).sum::<Money>() + check.discount + check.reward_used;
        let charges = |is_gratuity: bool| -> Money {
            let charges = check.service_charges.iter();
            charges
                .filter(|charge| (charge.kind == ChargeKind::Gratuity) == is_gratuity)
                .map(|one| one.amount)
                .sum()
        };
        let charge_tax: Money = check.service_charges.iter().map(|charge| charge.tax).sum();
        let is_refund = check.refund_of.is_some();
        Sums {
            count: i64::from(!is_refund),
            gross: if is_refund { Money::ZERO } else { sold },
            discounts: if is_refund { Money::ZERO } else { discounts },
            returns: if is_refund { discounts - sold } else { Money::ZERO },
            tax: lines().map(|line| line.tax).sum::<Money>() + charge_tax,
            tips: check.payments.iter().map(|payment| payment.tip).sum(),
            fees: charges(false),
            gratuity: charges(true),
            gift_cards,
            collected: check.payments.iter().map(|payment| payment.amount + payment.tip).sum(),
        }
    }
}
