//! Square's own totals of a business date, from its Reporting API (developer.squareup.com/docs/reporting-api), which counts by
//! itself. Where the token may not ask it, payments and refunds say what was collected.

use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use saffron_core::BusinessDate;
use serde::Deserialize;
use serde_json::{Map, Value, json};

use super::client::{Client, MoneyTime};
use super::model::{self, Payment, PaymentRefund, PaymentStatus, RefundStatus};
use crate::adapter::{Counted, Totals};
use crate::proof::{Figure, Figures, Report};
use crate::rows::{all, parse};
use crate::{Place, PosError};

/// A figure of ours and the measures of the cube `Orders` that are it.
struct Measured {
    figure: Figure,
    /// Which of these is asked for: the first that there is. Each may be a sum of several.
    measures: &'static [&'static [&'static str]],
    /// Whether it is positive here, whatever its sign there.
    is_absolute: bool,
}

/// Which measure is which figure. The documentation names `count`, `net_sales`, `sales_tax_amount`, `tips_amount`,
/// `discounts_amount` and `itemized_returns` (Reporting API, core cubes); the others, and that discounts are negative, are seen in
/// public code that reads the real one. There, `top_line_product_sales` are without refunds, discounts, comps, tips, tax, fees and
/// gift cards, and `total_collected_amount` holds tips, tax, gift cards, returns and cash rounding. `net_sales` may hold automatic
/// gratuity, so that the measure without it goes first. Comps are discounts here. What Square has no measure of is not compared.
const MEASURED: [Measured; 11] = [
    Measured::of(Figure::Gross, &[&["top_line_product_sales"]]),
    Measured {
        figure: Figure::Discounts,
        measures: &[&["discounts_amount", "comps_amount"], &["discounts_amount"]],
        is_absolute: true,
    },
    Measured { figure: Figure::Refunds, measures: &[&["itemized_returns"]], is_absolute: true },
    Measured::of(Figure::Net, &[&["net_sales_minus_auto_gratuity"], &["net_sales"]]),
    Measured::of(Figure::Tax, &[&["sales_tax_amount"]]),
    Measured::of(Figure::Tips, &[&["tips_amount"]]),
    Measured::of(Figure::ServiceCharges, &[&["service_charges_only_sum"]]),
    Measured::of(Figure::Gratuity, &[&["auto_gratuity_amount"]]),
    Measured::of(Figure::GiftCards, &[&["gift_card_sales_amount"]]),
    Measured::of(Figure::Collected, &[&["total_collected_amount"]]),
    Measured::of(Figure::Checks, &[&["count"]]),
];

/// The most rows of an answer.
const ROWS: usize = 50_000;

impl Measured {
    const fn of(figure: Figure, measures: &'static [&'static [&'static str]]) -> Measured {
        Measured { figure, measures, is_absolute: false }
    }

    /// Those of its measures that are asked for.
    fn asked(&self, known: &BTreeSet<String>) -> Option<&'static [&'static str]> {
        self.measures.iter().copied().find(|names| names.iter().all(|name| known.contains(*name)))
    }
}

/// What is asked for, by which rows are split.
#[derive(Clone, Copy)]
enum By {
    Day,
    Hour,
    Order,
}

/// The answer to a query: rows of figures by their names.
#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Loaded {
    data: Vec<Map<String, Value>>,
    last_refresh_time: Option<Timestamp>,
}

/// The measures that there are.
#[derive(Deserialize)]
struct Meta {
    cubes: Vec<Cube>,
}

#[derive(Deserialize)]
struct Cube {
    name: String,
    #[serde(default)]
    measures: Vec<Named>,
}

#[derive(Deserialize)]
struct Named {
    name: String,
}

const TIME: &str = "Orders.sale_timestamp";
const ORDER: &str = "Orders.order_id";

/// Reports of a location, with the measures that there are.
#[derive(Default)]
pub(super) struct Reports {
    measures: Option<BTreeSet<String>>,
}

impl Reports {
    /// The totals of a date; none where reports are not to be had.
    ///
    /// # Errors
    /// See [`PosError`].
    pub(super) async fn totals(
        &mut self,
        client: &Client,
        place: &Place,
        on: BusinessDate,
    ) -> Result<Option<Counted>, PosError> {
        let Some((rows, until)) = self.load(client, place, on, By::Day).await? else { return Ok(None) };
        let figures = rows.into_iter().next().map(|(_, figures)| figures).unwrap_or_default();
        let of = |figure| figures.get(figure).unwrap_or_default();
        let totals = Totals {
            gross_sales: of(Figure::Gross),
            net_sales: of(Figure::Net),
            tax: of(Figure::Tax),
            tips: of(Figure::Tips),
            refunds: of(Figure::Refunds),
            checks: of(Figure::Checks),
        };
        Ok(Some(Counted { totals, until, is_independent: true }))
    }

    /// All figures of a date.
    ///
    /// # Errors
    /// See [`PosError`].
    pub(super) async fn report(
        &mut self,
        client: &Client,
        place: &Place,
        on: BusinessDate,
        now: Timestamp,
    ) -> Result<Report, PosError> {
        let Some((rows, until)) = self.load(client, place, on, By::Day).await? else {
            return Ok(Report {
                figures: collected(client, place, on).await?,
                until: now,
                is_independent: false,
            });
        };
        let mut figures = self.nothing();
        rows.iter().for_each(|(_, of)| figures.add(of));
        Ok(Report { figures, until, is_independent: true })
    }

    /// All figures of a date by the hour.
    ///
    /// # Errors
    /// See [`PosError`].
    pub(super) async fn by_hour(
        &mut self,
        client: &Client,
        place: &Place,
        on: BusinessDate,
    ) -> Result<Option<Vec<(Timestamp, Figures)>>, PosError> {
        let Some((rows, _)) = self.load(client, place, on, By::Hour).await? else { return Ok(None) };
        let hours = rows.into_iter().map(|(key, figures)| {
            // A time of day without a zone: the query's, which is UTC.
            let at = key.parse::<jiff::civil::DateTime>().map_err(|_| unreadable("the hour"))?;
            let at = at.to_zoned(jiff::tz::TimeZone::UTC).map_err(|_| unreadable("the hour"))?;
            Ok((at.timestamp(), figures))
        });
        hours.collect::<Result<Vec<_>, PosError>>().map(Some)
    }

    /// All figures of a date by order.
    ///
    /// # Errors
    /// See [`PosError`].
    pub(super) async fn by_order(
        &mut self,
        client: &Client,
        place: &Place,
        on: BusinessDate,
    ) -> Result<Option<Vec<(String, Figures)>>, PosError> {
        Ok(self.load(client, place, on, By::Order).await?.map(|(rows, _)| rows))
    }

    /// 0 of every figure that Square counts.
    fn nothing(&self) -> Figures {
        let mut figures = Figures::default();
        if let Some(known) = &self.measures {
            MEASURED.iter().filter(|of| of.asked(known).is_some()).for_each(|of| figures.set(of.figure, 0));
        }
        figures
    }

    /// Rows by what they are split by, and up to when Square counted; none where reports are not to be had.
    async fn load(
        &mut self,
        client: &Client,
        place: &Place,
        on: BusinessDate,
        by: By,
    ) -> Result<Option<(Vec<(String, Figures)>, Timestamp)>, PosError> {
        let known = match &self.measures {
            Some(known) => known.clone(),
            None => match measures(client).await {
                Ok(known) => self.measures.insert(known).clone(),
                Err(PosError::Lacks(_) | PosError::Missing) => return Ok(None),
                Err(error) => return Err(error),
            },
        };
        let asked: Vec<(&Measured, &[&str])> =
            MEASURED.iter().filter_map(|of| Some((of, of.asked(&known)?))).collect();
        let names = asked.iter().flat_map(|(_, names)| names.iter());
        let names: Vec<String> = names.map(|name| format!("Orders.{name}")).collect();
        let loaded = match client.report(&query(place, on, by, &names)).await {
            // So Cube answers until it has counted.
            Ok(answer) if answer.get("error").is_some() => {
                return Err(PosError::Away("its report is not ready".to_owned()));
            }
            Ok(answer) => {
                Loaded::deserialize(answer).map_err(|_| PosError::Unreadable("a report".to_owned()))?
            }
            Err(PosError::Lacks(_) | PosError::Missing) => return Ok(None),
            Err(error) => {
                // A measure may be there no more.
                self.measures = None;
                return Err(error);
            }
        };
        let until = loaded.last_refresh_time.ok_or_else(|| unreadable("lastRefreshTime"))?;
        let mut rows = Vec::with_capacity(loaded.data.len());
        for row in &loaded.data {
            let key = match by {
                By::Day => "",
                By::Hour => row.get(TIME).and_then(Value::as_str).ok_or_else(|| unreadable(TIME))?,
                By::Order => row.get(ORDER).and_then(Value::as_str).ok_or_else(|| unreadable(ORDER))?,
            };
            let mut figures = Figures::default();
            for (of, names) in &asked {
                figures.set(of.figure, of.value(row, names)?);
            }
            rows.push((key.to_owned(), figures));
        }
        Ok(Some((rows, until)))
    }
}

impl Measured {
    fn value(&self, row: &Map<String, Value>, names: &[&str]) -> Result<i64, PosError> {
        let mut sum = 0;
        for name in names {
            let number = number(row, name)?;
            let value = if self.figure.is_money() { (number * 100.0).round() } else { number.round() } as i64;
            sum += if self.is_absolute { value.abs() } else { value };
        }
        Ok(sum)
    }
}

fn number(row: &Map<String, Value>, name: &str) -> Result<f64, PosError> {
    match row.get(&format!("Orders.{name}")) {
        None | Some(Value::Null) => Ok(0.0),
        Some(Value::Number(number)) => number.as_f64().ok_or_else(|| unreadable(name)),
        // Some versions of Cube write numbers as texts.
        Some(Value::String(text)) => text.parse().map_err(|_| unreadable(name)),
        Some(_) => Err(unreadable(name)),
    }
}

async fn measures(client: &Client) -> Result<BTreeSet<String>, PosError> {
    let meta = Meta::deserialize(client.report_meta().await?);
    let meta = meta.map_err(|_| PosError::Unreadable("the list of its reports".to_owned()))?;
    let orders = meta.cubes.into_iter().find(|cube| cube.name == "Orders").ok_or(PosError::Missing)?;
    let names = orders.measures.into_iter();
    Ok(names.filter_map(|of| of.name.strip_prefix("Orders.").map(str::to_owned)).collect())
}

fn span(place: &Place, on: BusinessDate) -> (Timestamp, Timestamp) {
    let (from, next) = (place.calendar.begin_of(on), place.calendar.begin_of(on.plus_days(1)));
    (from, next.checked_sub(SignedDuration::from_millis(1)).unwrap_or(next))
}

fn query(place: &Place, on: BusinessDate, by: By, measures: &[String]) -> Value {
    let (from, last) = span(place, on);
    // Both ends count, and are wall times of the time zone that is named.
    let ends = [from, last].map(|at| at.strftime("%Y-%m-%dT%H:%M:%S%.3f").to_string());
    let time = match by {
        By::Hour => json!({"dimension": TIME, "dateRange": ends, "granularity": "hour"}),
        By::Day | By::Order => json!({"dimension": TIME, "dateRange": ends}),
    };
    let dimensions = if matches!(by, By::Order) { vec![ORDER] } else { Vec::new() };
    json!({
        "measures": measures,
        "dimensions": dimensions,
        "segments": ["Orders.closed_checks"],
        "timeDimensions": [time],
        "filters": [{"member": "Orders.location_id", "operator": "equals", "values": [place.location]}],
        "timezone": "UTC",
        "limit": ROWS,
    })
}

/// What payments and refunds of a date come to. They say nothing of what was sold.
async fn collected(client: &Client, place: &Place, on: BusinessDate) -> Result<Figures, PosError> {
    let (span, location) = (span(place, on), place.location.as_str());
    let payments = all(|cursor| async move {
        client.payments(location, MoneyTime::Created, span, cursor.as_deref()).await
    })
    .await?;
    let refunds = all(|cursor| async move {
        client.refunds(location, MoneyTime::Created, span, cursor.as_deref()).await
    })
    .await?;
    let cents = |amount: &Option<model::Money>| amount.as_ref().and_then(|of| of.amount).unwrap_or_default();
    let (mut sum, mut tips) = (0, 0);
    for (payment, _) in parse::<Payment>(payments).objects {
        if matches!(payment.status, Some(PaymentStatus::Completed | PaymentStatus::Approved)) {
            sum += cents(&payment.amount_money) + cents(&payment.tip_money);
            tips += cents(&payment.tip_money);
        }
    }
    let mut figures = Figures::default();
    let mut has_refunds = false;
    for (refund, _) in parse::<PaymentRefund>(refunds).objects {
        if matches!(refund.status, Some(RefundStatus::Completed | RefundStatus::Approved)) {
            has_refunds = true;
            sum -= cents(&refund.amount_money);
        }
    }
    figures.set(Figure::Collected, sum);
    // A refund does not say what of it is a tip.
    if !has_refunds {
        figures.set(Figure::Tips, tips);
    }
    Ok(figures)
}

fn unreadable(name: &str) -> PosError {
    PosError::Unreadable(format!("the figure {name} of a report"))
}
