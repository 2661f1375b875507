//! A day's figures as text, compared with the same weekday a week before.

use saffron_core::{BusinessDate, Money};
use serde::{Deserialize, Serialize};

use super::format::{dollars, percent};

/// A location's figures of a day. All money in cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct DaySums {
    /// Sales before discounts.
    pub sales: i64,
    /// Sales less discounts.
    pub net_sales: i64,
    /// Regular and overtime pay.
    pub labor: i64,
    /// Labor in hundredths of a percent of net sales; none without sales.
    #[serde(default)]
    pub labor_percent: Option<i64>,
    /// Net sales less cost and labor.
    pub profit: i64,
    /// Sales of lines without a cost; if there are any, the profit is incomplete.
    pub without_cost: i64,
}

/// The figures of a business day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct DayFigures {
    pub date: BusinessDate,
    pub day: DaySums,
    /// The same weekday a week before; none without sales.
    pub last_week: Option<DaySums>,
}

impl DaySums {
    /// Labor as tenths of a percent of net sales; none without sales.
    #[must_use]
    pub fn labor_tenths(self) -> Option<i64> {
        self.labor_percent.map(|hundredths| Money::from_cents(hundredths).ratio(1, 10).cents())
    }
}

impl DayFigures {
    fn name(&self) -> impl std::fmt::Display {
        self.date.date().strftime("%A, %b %-d")
    }

    /// The digest in one line.
    #[must_use]
    pub fn line(&self) -> String {
        let (sales, profit) = (dollars(self.day.sales), dollars(self.day.profit));
        format!("{}: sales {sales}, profit {profit}", self.name())
    }

    /// The digest with all figures.
    #[must_use]
    pub fn text(&self) -> String {
        let weekday = self.date.date().strftime("%A").to_string();
        let change = |now: i64, before: fn(DaySums) -> i64| {
            let before = self.last_week.map(before).filter(|before| *before > 0);
            let by = before.map(|before| Money::from_cents(now - before).ratio(100, before).cents());
            by.map_or_else(String::new, |by| format!(" ({by:+}% vs last {weekday})"))
        };
        let sales = format!("sales {}{}", dollars(self.day.sales), change(self.day.sales, |day| day.sales));
        let labor = match (self.day.labor_tenths(), self.last_week.and_then(DaySums::labor_tenths)) {
            (None, _) => format!("labor {}", dollars(self.day.labor)),
            (Some(now), None) => format!("labor {}", percent(now)),
            (Some(now), Some(before)) => {
                format!("labor {} (last {weekday}: {})", percent(now), percent(before))
            }
        };
        let profit =
            format!("profit {}{}", dollars(self.day.profit), change(self.day.profit, |day| day.profit));
        let incomplete = match self.day.without_cost {
            0 => "",
            _ => " Profit is incomplete: some items have no cost.",
        };
        format!("{}: {sales}, {labor}, {profit}.{incomplete}", self.name())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn figures() -> DayFigures {
        DayFigures {
            date: "2026-11-21".parse().unwrap(),
            day: DaySums {
                sales: 421_000,
                net_sales: 400_000,
                labor: 109_600,
                labor_percent: Some(2_740),
                profit: 131_020,
                without_cost: 0,
            },
            last_week: Some(DaySums {
                sales: 389_815,
                net_sales: 380_000,
                labor: 95_000,
                labor_percent: Some(2_500),
                profit: 135_072,
                without_cost: 0,
            }),
        }
    }

    #[test]
    fn day_is_compared_with_the_same_weekday() {
        let figures = figures();
        assert_eq!(figures.line(), "Saturday, Nov 21: sales $4,210.00, profit $1,310.20");
        assert_eq!(
            figures.text(),
            "Saturday, Nov 21: sales $4,210.00 (+8% vs last Saturday), labor 27.4% (last Saturday: 25.0%), \
             profit $1,310.20 (-3% vs last Saturday)."
        );
    }

    #[test]
    fn day_without_figures_before_is_not_compared() {
        let alone = DayFigures { last_week: None, ..figures() };
        assert_eq!(alone.text(), "Saturday, Nov 21: sales $4,210.00, labor 27.4%, profit $1,310.20.");
        let loss = DaySums { profit: -100, ..DaySums::default() };
        let odd = DayFigures {
            day: DaySums { labor_percent: None, without_cost: 5, ..figures().day },
            last_week: Some(loss),
            ..figures()
        };
        assert_eq!(
            odd.text(),
            "Saturday, Nov 21: sales $4,210.00, labor $1,096.00, profit $1,310.20. \
             Profit is incomplete: some items have no cost."
        );
    }

    #[test]
    fn percents_are_rounded_half_away_from_zero() {
        let tenths =
            |hundredths| DaySums { labor_percent: Some(hundredths), ..DaySums::default() }.labor_tenths();
        assert_eq!((tenths(625), tenths(-625), tenths(624)), (Some(63), Some(-63), Some(62)));
        assert_eq!(
            (percent(382), percent(1_004), percent(-5)),
            ("38.2%".into(), "100.4%".into(), "-0.5%".into())
        );
    }
}
