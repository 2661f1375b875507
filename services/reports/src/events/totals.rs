use saffron_core::event::DayTotals;
use saffron_core::figure::{self, Figure};
use saffron_core::{BusinessDate, Money, PosId};

use crate::domain::Figures;

/// A day's figures as `report.changed` has them, with its open shifts up to now.
#[must_use]
pub fn day_totals(pos_id: PosId, business_date: BusinessDate, figures: &Figures) -> DayTotals {
    let money = |figure: &Figure| Money::from_cents(figure.value_or_zero(figures));
    let count = |figure: &Figure| figure.value_or_zero(figures);
    // Two decimals of a percentage, as cents are of a dollar.
    let percent = |figure: &Figure| figure.value(figures).map(Money::from_cents);
    DayTotals {
        pos_id,
        business_date,
        gross_sales: money(&figure::GROSS_SALES),
        gross_profit: money(&figure::GROSS_PROFIT),
        gross_cost: money(&figure::GROSS_COST),
        gross_labor: money(&figure::GROSS_LABOR),
        gross_discounts: money(&figure::GROSS_DISCOUNTS),
        gross_tax: money(&figure::GROSS_TAX),
        gross_voids: money(&figure::GROSS_VOIDS),
        gross_tips: money(&figure::GROSS_TIPS),
        gross_reward_used: money(&figure::GROSS_REWARD_USED),
        gross_payment: money(&figure::GROSS_PAYMENT),
        gross_cover: count(&figure::GROSS_COVER),
        checks: count(&figure::CHECKS),
        net_sales: money(&figure::NET_SALES),
        labor_percent: percent(&figure::LABOR_PERCENT),
        cost_percent: percent(&figure::COST_PERCENT),
        sales_without_cost: money(&figure::SALES_WITHOUT_COST),
        open_shifts: count(&figure::OPEN_SHIFTS),
        not_clocked_out: count(&figure::NOT_CLOCKED_OUT),
    }
}
