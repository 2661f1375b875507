//! The figures of report rows as the HTTP API shows them, and those derived from what reports counts
//! (figures.md, Definitions).

use saffron_core::{Money, Quantity};
use saffron_proto::reports as proto;
use serde::Serialize;
use utoipa::ToSchema;

use super::decimal::Percent;

/// The figures of one business date, or of the span it is compared with. Money is dollars with two decimals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct DailyFigures {
    /// Lines not voided, before discounts, without tax and tips; dollars.
    #[schema(value_type = f64)]
    pub gross_sales: Money,
    /// Net sales less rewards, cost and labor; dollars.
    #[schema(value_type = f64)]
    pub gross_profit: Money,
    /// Cost of what was sold, where it is known; dollars.
    #[schema(value_type = f64)]
    pub gross_cost: Money,
    /// Pay, with the shifts that are still open up to now; dollars.
    #[schema(value_type = f64)]
    pub gross_labor: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    pub gross_discounts: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    pub gross_tax: Money,
    /// Value of voided lines and checks; dollars.
    #[schema(value_type = f64)]
    pub gross_voids: Money,
    /// Tips of payments; dollars.
    #[schema(value_type = f64)]
    pub gross_tips: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    pub gross_reward_used: Money,
    /// Payments with tips; dollars.
    #[schema(value_type = f64)]
    pub gross_payment: Money,
    /// Guests.
    pub gross_cover: i64,
    /// Checks.
    pub checks: i64,
    /// Gross sales less discounts; dollars.
    #[schema(value_type = f64)]
    pub net_sales: Money,
    /// Labor in percent of net sales, two decimals; null without sales.
    #[schema(value_type = Option<f64>, required)]
    pub labor_percent: Option<Percent>,
    /// Sales of lines whose cost is not known: where it is not 0, cost and profit are incomplete. Dollars.
    #[schema(value_type = f64)]
    pub sales_without_cost: Money,
}

impl From<&proto::DayFigures> for DailyFigures {
    fn from(figures: &proto::DayFigures) -> DailyFigures {
        let cents = Money::from_cents;
        let gross_sales = cents(figures.gross_sales);
        let gross_discounts = cents(figures.gross_discounts);
        let gross_reward_used = cents(figures.gross_reward_used);
        let gross_cost = cents(figures.gross_cost);
        let gross_labor = cents(figures.gross_labor);
        let net_sales = gross_sales - gross_discounts;
        DailyFigures {
            gross_sales,
            gross_profit: net_sales - gross_reward_used - gross_cost - gross_labor,
            gross_cost,
            gross_labor,
            gross_discounts,
            gross_tax: cents(figures.gross_tax),
            gross_voids: cents(figures.gross_voids),
            gross_tips: cents(figures.gross_tips),
            gross_reward_used,
            gross_payment: cents(figures.gross_payment),
            gross_cover: figures.gross_cover,
            checks: figures.checks,
            net_sales,
            labor_percent: Percent::of(gross_labor, net_sales),
            sales_without_cost: cents(figures.sales_without_cost),
        }
    }
}

/// The figures of a local hour. Money is dollars with two decimals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct HourlyFigures {
    /// Dollars.
    #[schema(value_type = f64)]
    pub gross_sales: Money,
    /// Gross sales less discounts; dollars.
    #[schema(value_type = f64)]
    pub net_sales: Money,
    /// Checks.
    pub checks: i64,
    /// Guests.
    pub gross_cover: i64,
    /// Dollars.
    #[schema(value_type = f64)]
    pub gross_labor: Money,
    /// Labor in percent of net sales, two decimals; null without sales.
    #[schema(value_type = Option<f64>, required)]
    pub labor_percent: Option<Percent>,
}

impl From<&proto::HourFigures> for HourlyFigures {
    fn from(figures: &proto::HourFigures) -> HourlyFigures {
        let gross_sales = Money::from_cents(figures.gross_sales);
        let gross_labor = Money::from_cents(figures.gross_labor);
        let net_sales = gross_sales - Money::from_cents(figures.gross_discounts);
        HourlyFigures {
            gross_sales,
            net_sales,
            checks: figures.checks,
            gross_cover: figures.gross_cover,
            gross_labor,
            labor_percent: Percent::of(gross_labor, net_sales),
        }
    }
}

/// The figures of a menu item. Money is dollars with two decimals.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct ItemFigures {
    /// Pieces, three decimals.
    #[schema(value_type = f64)]
    pub quantity: Quantity,
    /// Dollars.
    #[schema(value_type = f64)]
    pub gross_sales: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    pub gross_discounts: Money,
    /// Gross sales less discounts; dollars.
    #[schema(value_type = f64)]
    pub net_sales: Money,
    /// Dollars.
    #[schema(value_type = f64)]
    pub gross_cost: Money,
    /// Net sales less cost; dollars.
    #[schema(value_type = f64)]
    pub gross_profit: Money,
    /// Sales of lines whose cost is not known; dollars.
    #[schema(value_type = f64)]
    pub sales_without_cost: Money,
}

impl From<&proto::ItemFigures> for ItemFigures {
    fn from(figures: &proto::ItemFigures) -> ItemFigures {
        let gross_sales = Money::from_cents(figures.gross_sales);
        let gross_discounts = Money::from_cents(figures.gross_discounts);
        let gross_cost = Money::from_cents(figures.gross_cost);
        let net_sales = gross_sales - gross_discounts;
        ItemFigures {
            quantity: Quantity::from_milli(figures.quantity),
            gross_sales,
            gross_discounts,
            net_sales,
            gross_cost,
            gross_profit: net_sales - gross_cost,
            sales_without_cost: Money::from_cents(figures.sales_without_cost),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn profit_is_what_is_left_of_net_sales() {
        let day = DailyFigures::from(&proto::DayFigures {
            gross_sales: 100_000,
            gross_discounts: 5_000,
            gross_reward_used: 1_000,
            gross_cost: 30_000,
            gross_labor: 23_750,
            gross_tips: 9_999,
            gross_tax: 8_888,
            ..Default::default()
        });
        assert_eq!(day.net_sales, Money::from_cents(95_000));
        assert_eq!(day.gross_profit, Money::from_cents(40_250));
        assert_eq!(serde_json::to_string(&day.labor_percent).unwrap(), "25.00");
    }

    #[test]
    fn labor_without_sales_has_no_percentage() {
        let hour = HourlyFigures::from(&proto::HourFigures { gross_labor: 1_500, ..Default::default() });
        assert_eq!(hour.labor_percent, None);
        let day = DailyFigures::from(&proto::DayFigures { gross_labor: 1_500, ..Default::default() });
        assert_eq!(day.gross_profit, Money::from_cents(-1_500));
        assert_eq!(day.labor_percent, None);
    }

    #[test]
    fn an_items_profit_is_net_sales_less_cost() {
        let item = ItemFigures::from(&proto::ItemFigures {
            quantity: 1_500,
            gross_sales: 2_000,
            gross_discounts: 200,
            gross_cost: 600,
            sales_without_cost: 0,
        });
        assert_eq!(item.gross_profit, Money::from_cents(1_200));
        assert_eq!(serde_json::to_value(&item).unwrap()["quantity"], serde_json::json!(1.5));
    }
}
