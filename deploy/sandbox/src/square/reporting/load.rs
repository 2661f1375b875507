//! The answer to a query.

use std::collections::BTreeMap;

use jiff::Timestamp;
use jiff::civil::DateTime;
use saffron_core::Zone;
use serde_json::{Map, Value, json};

use super::facts::{Fact, orders, payments};
use super::query::{Operator, Query};
use super::{DIMENSIONS, Figure, MEASURES, Measure, SEGMENTS};
use crate::square::account::Account;
use crate::square::show::time;
use crate::square::trade::Stage;
use crate::trade::Sums;

/// The usual rows of an answer, and the most.
const USUAL: usize = 10_000;
const MOST: usize = 50_000;

/// A time dimension that is asked for.
struct Asked {
    name: String,
    is_local: bool,
    bounds: Option<(DateTime, DateTime)>,
    granularity: Option<super::query::Granularity>,
}

impl Asked {
    fn wall(&self, fact: &Fact<'_>, zone: &Zone) -> DateTime {
        if self.is_local { fact.wall } else { zone.wall(fact.at) }
    }
}

/// Answers a query with the trade as Square had it at `as_of`.
pub fn load(account: &Account, query: &Query, as_of: Timestamp, now: Timestamp) -> Result<Value, String> {
    let cube = cube(query)?;
    let measures = measures(cube, query)?;
    let zone: Zone = match &query.timezone {
        None => Zone::utc(),
        Some(name) => name.parse().map_err(|_| format!("Unknown timezone: {name}"))?,
    };
    let mut times = Vec::new();
    for asked in &query.time_dimensions {
        let name = known(cube, &asked.dimension, Some("time"))?;
        let bounds = asked.date_range.as_ref().map(|range| range.bounds(&zone, now)).transpose()?;
        times.push(Asked {
            name: asked.dimension.clone(),
            is_local: name.starts_with("local"),
            bounds,
            granularity: asked.granularity,
        });
    }
    let dimensions: Vec<(&str, &str)> = query
        .dimensions
        .iter()
        .map(|dimension| Ok((dimension.as_str(), known(cube, dimension, None)?)))
        .collect::<Result<_, String>>()?;
    for filter in &query.filters {
        known(cube, &filter.member, Some("string"))?;
    }
    let facts = if cube == "PaymentAndRefunds" { payments(account, as_of) } else { orders(account, as_of) };
    let mut rows: BTreeMap<Vec<String>, Sums> = BTreeMap::new();
    for fact in facts.iter().filter(|fact| is_kept(cube, fact, query, &times, &zone)) {
        let buckets =
            times.iter().filter_map(|asked| Some(stamp(asked.granularity?.floor(asked.wall(fact, &zone)))));
        let values = dimensions.iter().map(|(_, name)| value(fact, name, &zone));
        rows.entry(buckets.chain(values).collect()).or_default().add(&fact.sums);
    }
    let names: Vec<String> = times
        .iter()
        .filter_map(|asked| Some(format!("{}.{}", asked.name, asked.granularity?.name())))
        .chain(dimensions.iter().map(|(name, _)| (*name).to_owned()))
        .collect();
    let limit = query.limit.unwrap_or(USUAL).min(MOST);
    let mut shown: Vec<Value> =
        rows.iter().map(|(key, sums)| row(&names, key, cube, &measures, sums)).collect();
    sort(&mut shown, &query.order)?;
    let data: Vec<Value> = shown.into_iter().skip(query.offset.unwrap_or(0)).take(limit).collect();
    Ok(json!({
        "query": query,
        "data": data,
        "lastRefreshTime": time(as_of),
        "annotation": annotation(cube, &measures, query),
        "slowQuery": false,
        "total": null,
    }))
}

/// The one cube of a query: joins are not played.
fn cube(query: &Query) -> Result<&'static str, String> {
    let times = query.time_dimensions.iter().map(|asked| &asked.dimension);
    let mut members = query.measures.iter().chain(&query.dimensions).chain(&query.segments).chain(times);
    let name = |member: &String| member.split('.').next().unwrap_or_default().to_owned();
    let first = members.next().map(name).ok_or("Query should contain either measures or dimensions")?;
    let cube = ["Sales", "Orders", "PaymentAndRefunds"].into_iter().find(|cube| *cube == first);
    let cube = cube.ok_or_else(|| format!("Cube '{first}' not found"))?;
    match members.map(name).find(|other| other != cube) {
        Some(other) => Err(format!("The stand-in does not join '{cube}' with '{other}'")),
        None => Ok(cube),
    }
}

fn measures(cube: &str, query: &Query) -> Result<Vec<&'static Measure>, String> {
    let find = |member: &String| {
        let name = member.split('.').nth(1).unwrap_or_default();
        let found = MEASURES.iter().find(|measure| measure.name == name && measure.cubes.contains(&cube));
        found.ok_or_else(|| format!("'{name}' not found for path '{member}'"))
    };
    query.measures.iter().map(find).collect()
}

/// The name of a dimension without its cube, if there is one of that type.
fn known(cube: &str, member: &str, kind: Option<&str>) -> Result<&'static str, String> {
    let name = member.split('.').nth(1).unwrap_or_default();
    let fits = |(of, dimension, is): &&(&'static str, &'static str, &'static str)| {
        *of == cube && *dimension == name && kind.is_none_or(|kind| *is == kind)
    };
    let found = DIMENSIONS.iter().find(fits).map(|(_, dimension, _)| *dimension);
    found.ok_or_else(|| format!("'{name}' not found for path '{member}'"))
}

fn is_kept(cube: &str, fact: &Fact<'_>, query: &Query, times: &[Asked], zone: &Zone) -> bool {
    let is_closed = matches!(fact.stage, Stage::Closed | Stage::Signing);
    // The view has closed checks only.
    let by_view = cube == "Orders" || is_closed;
    let by_segment = query.segments.iter().all(|segment| {
        let name = SEGMENTS.iter().find(|(of, name)| segment.strip_prefix(of) == Some(&format!(".{name}")));
        match name.map(|(_, name)| *name) {
            Some("closed_checks" | "fully_paid") => is_closed,
            Some("open_checks") => matches!(fact.stage, Stage::Cart | Stage::Partly),
            Some("awaiting_capture") => fact.stage == Stage::Signing,
            Some("has_tip") => fact.sums.tips.cents() != 0,
            Some("no_tip") => fact.sums.tips.cents() == 0,
            _ => false,
        }
    });
    let by_time = times
        .iter()
        .all(|asked| asked.bounds.is_none_or(|(from, to)| (from..=to).contains(&asked.wall(fact, zone))));
    let by_filter = query.filters.iter().all(|filter| {
        let name = filter.member.split('.').nth(1).unwrap_or_default();
        let has = filter.values.contains(&value(fact, name, zone));
        has == (filter.operator == Operator::Equals)
    });
    by_view && by_segment && by_time && by_filter
}

/// A wall time as answers have it.
fn stamp(at: DateTime) -> String {
    at.strftime("%Y-%m-%dT%H:%M:%S.000").to_string()
}

fn value(fact: &Fact<'_>, name: &str, zone: &Zone) -> String {
    match name {
        "location_id" => fact.place.id.clone(),
        "location_name" => fact.place.name.clone(),
        "order_id" => fact.order.to_owned(),
        "local_date" => fact.date.date().to_string(),
        "type" => fact.kind.to_owned(),
        "tender_type" => fact.tender.to_owned(),
        "local_reporting_timestamp" => stamp(fact.wall),
        _ => stamp(zone.wall(fact.at)),
    }
}

fn row(names: &[String], key: &[String], cube: &str, measures: &[&Measure], sums: &Sums) -> Value {
    let mut row: Map<String, Value> =
        names.iter().cloned().zip(key.iter().map(|value| json!(value))).collect();
    // A time with buckets comes without their name too.
    let plain = |name: &String| match name.split('.').collect::<Vec<_>>().as_slice() {
        [cube, dimension, _] => Some(format!("{cube}.{dimension}")),
        _ => None,
    };
    let times: Vec<(String, Value)> =
        names.iter().zip(key).filter_map(|(name, value)| Some((plain(name)?, json!(value)))).collect();
    row.extend(times);
    let dollars = |cents: i64| json!(cents as f64 / 100.0);
    for measure in measures {
        let value = match (measure.figure)(sums) {
            Figure::Count(count) => json!(count),
            Figure::Money(money) => dollars(money.cents()),
            Figure::Each(_, 0) => Value::Null,
            Figure::Each(money, count) => dollars(money.ratio(1, count).cents()),
        };
        row.insert(format!("{cube}.{}", measure.name), value);
    }
    row.into()
}

/// Sorts rows by the order that is asked for; without one, they are sorted by their dimensions.
fn sort(rows: &mut [Value], order: &Value) -> Result<(), String> {
    let by: Vec<(String, bool)> = match order {
        Value::Null => return Ok(()),
        Value::Object(members) => {
            members.iter().map(|(name, way)| (name.clone(), *way == json!("desc"))).collect()
        }
        Value::Array(pairs) => {
            let pair = |pair: &Value| {
                let name = pair.get(0).and_then(Value::as_str).ok_or("Invalid query order")?;
                Ok((name.to_owned(), pair.get(1) == Some(&json!("desc"))))
            };
            pairs.iter().map(pair).collect::<Result<_, String>>()?
        }
        _ => return Err("Invalid query order".to_owned()),
    };
    for (name, is_descending) in by.iter().rev() {
        rows.sort_by(|a, b| {
            let (a, b) = (a.get(name), b.get(name));
            let number = |value: Option<&Value>| value.and_then(Value::as_f64);
            let text = |value: Option<&Value>| value.and_then(Value::as_str).unwrap_or_default().to_owned();
            let order = match (number(a), number(b)) {
                (Some(a), Some(b)) => a.total_cmp(&b),
                _ => text(a).cmp(&text(b)),
            };
            if *is_descending { order.reverse() } else { order }
        });
    }
    Ok(())
}

fn annotation(cube: &str, measures: &[&Measure], query: &Query) -> Value {
    let title = |name: &str| json!({ "title": name, "shortTitle": name, "type": "string" });
    let number = |name: &str| json!({ "title": name, "shortTitle": name, "type": "number" });
    let measures: Map<String, Value> =
        measures.iter().map(|measure| (format!("{cube}.{}", measure.name), number(measure.name))).collect();
    let of = |names: &[String]| -> Map<String, Value> {
        names.iter().map(|name| (name.clone(), title(name))).collect()
    };
    let times: Map<String, Value> = query
        .time_dimensions
        .iter()
        .map(|asked| {
            (
                asked.dimension.clone(),
                json!({ "title": asked.dimension, "shortTitle": asked.dimension, "type": "time" }),
            )
        })
        .collect();
    json!({ "measures": measures, "dimensions": of(&query.dimensions), "segments": of(&query.segments), "timeDimensions": times })
}
