use saffron_core::event::DayTotals;
use saffron_core::{BusinessDate, Money, PosId};

use crate::domain::Figures;

/// What `report.changed` tells of a day: its figures, which hold its open shifts up to now.
#[must_use]
pub fn day_totals(pos_id: PosId, business_date: BusinessDate, figures: &Figures) -> DayTotals {
    let money = Money::from_cents;
    let labor = money(figures.gross_labor);
    let percent = |part: Money, of: Money| (of.cents() > 0).then(|| part.ratio(10_000, of.cents()));
    let net_sales = figures.net_sales();
    let spent = money(figures.gross_reward_used) + money(figures.gross_cost) + labor;
    DayTotals {
        pos_id,
        business_date,
        gross_sales: money(figures.gross_sales),
        gross_profit: net_sales - spent,
        gross_cost: money(figures.gross_cost),
        gross_labor: labor,
        gross_discounts: money(figures.gross_discounts),
        gross_tax: money(figures.gross_tax),
        gross_voids: money(figures.gross_voids),
        gross_tips: money(figures.gross_tips),
        gross_reward_used: money(figures.gross_reward_used),
        gross_payment: money(figures.gross_payment),
        gross_cover: figures.covers,
        checks: figures.checks,
        net_sales,
        // Two decimals of a percentage, as cents are of a dollar.
        labor_percent: percent(labor, net_sales),
        cost_percent: percent(money(figures.gross_cost), net_sales),
        sales_without_cost: money(figures.sales_without_cost),
        open_shifts: figures.open_shifts,
        not_clocked_out: figures.not_clocked_out,
    }
}
