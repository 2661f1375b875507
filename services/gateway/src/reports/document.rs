//! The calls of reports in the OpenAPI document, made from the catalogue.

use saffron_core::figure::{Figure, Unit};
use serde_json::{Map, Value, json};
use utoipa::PartialSchema as _;
use utoipa::openapi::path::{HttpMethod, OperationBuilder};
use utoipa::openapi::{ComponentsBuilder, OpenApi, RefOr, Schema};

use super::LAST_SEVEN_DAYS;
use super::call::{LastSevenDaysRequest, ReportRequest};
use super::catalogue::{REPORTS, Report};
use crate::http::document::{self, envelope_name};

type Members = Map<String, Value>;

const SO_FAR: &str = "The span includes today.";

/// Adds the call, rows and figures of every report.
pub fn describe(document: &mut OpenApi, base: &str) {
    let mut components = ComponentsBuilder::from(document.components.take().unwrap_or_default())
        .schema("ReportRequest", ReportRequest::schema())
        .schema("LastSevenDaysRequest", LastSevenDaysRequest::schema())
        .schema("PaymentsByType", schema(payments_by_type()));
    for report in REPORTS {
        let name = report.name;
        components = components
            .schema(format!("{name}Figures"), schema(figures(report)))
            .schema(format!("{name}Row"), schema(row(report)))
            .schema(format!("{name}Comparison"), schema(comparison(report)))
            .schema(format!("{name}Compared"), schema(compared(report)))
            .schema(format!("{name}ComparedTotal"), schema(compared_total(report)))
            .schema(format!("{name}Total"), schema(total(report)))
            .schema(format!("{name}LocationTotal"), schema(location_total(report)))
            .schema(envelope_name(report.call), schema(envelope(report)));
        let operation = operation(report, report.call, &summary(report));
        let operation = operation.request_body(document::request("ReportRequest"));
        let path = format!("{base}/{}", report.call);
        document.paths.add_path_operation(path, vec![HttpMethod::Post], operation);
    }
    if let Some(daily) = REPORTS.iter().find(|report| report.is_daily()) {
        components = components.schema(envelope_name(LAST_SEVEN_DAYS), schema(envelope(daily)));
        let about = "Today and the six days before, by each location's own date.";
        let operation = operation(daily, LAST_SEVEN_DAYS, about)
            .request_body(document::request("LastSevenDaysRequest"))
            .parameter(document::session_in_path());
        let path = format!("{base}/{LAST_SEVEN_DAYS}/{{sessionID}}");
        document.paths.add_path_operation(path, vec![HttpMethod::Post], operation);
    }
    document.components = Some(components.build());
}

fn summary(report: &Report) -> String {
    let splits: Vec<_> = report.splits.iter().map(|split| split.label.to_lowercase()).collect();
    match splits.as_slice() {
        [] if report.is_hourly() => "Figures of each local hour.".into(),
        [] => "Figures of each business date.".into(),
        _ => format!("Figures of each {}.", splits.join(", ")),
    }
}

fn operation(report: &Report, call: &str, summary: &str) -> OperationBuilder {
    let about = format!("{summary}\n\n{}; see docs/api.md, Reports.", report.title);
    document::operation(call, &about, document::answer_or_file(call)).tag("reports")
}

/// A schema of this file. One that cannot be read is found by the test of all schemas.
fn schema(json: Value) -> RefOr<Schema> {
    serde_json::from_value(json).unwrap_or_default()
}

/// A reference to a schema of a report.
fn named(report: &Report, kind: &str) -> Value {
    json!({ "$ref": format!("#/components/schemas/{}{kind}", report.name) })
}

/// The schema of a simple value.
fn value(kind: impl Into<Value>, about: &str) -> Value {
    describe_schema(json!({ "type": kind.into() }), about)
}

/// The schema of an object of which all members are always present, except those of the names `optional`.
fn object(about: &str, members: Members, optional: &[&str]) -> Value {
    let required: Vec<_> = members.keys().filter(|key| !optional.contains(&key.as_str())).collect();
    describe_schema(json!({ "type": "object", "required": required, "properties": members }), about)
}

fn or_null(schema: Value, about: &str) -> Value {
    describe_schema(json!({ "oneOf": [{ "type": "null" }, schema] }), about)
}

fn describe_schema(mut schema: Value, about: &str) -> Value {
    if let (Some(object), false) = (schema.as_object_mut(), about.is_empty()) {
        object.insert("description".into(), about.into());
    }
    schema
}

fn members<const N: usize>(members: [(&str, Value); N]) -> Members {
    members.into_iter().map(|(key, schema)| (key.to_owned(), schema)).collect()
}

/// The schema of a figure's value, with its definition and unit.
fn figure_schema(report: &Report, figure: &Figure) -> Value {
    let (kind, unit) = match figure.unit {
        Unit::Money => ("number", "Dollars, two decimals."),
        Unit::Count => ("integer", ""),
        Unit::Quantity => ("number", "Three decimals."),
        Unit::Percent => ("number", "Percent, two decimals."),
        Unit::Hours => ("number", "Hours, two decimals."),
        Unit::Minutes => ("integer", "Minutes."),
    };
    let kind = if figure.is_ratio() { json!([kind, "null"]) } else { json!(kind) };
    let absent = if report.leaves_out(figure) { "Absent if it is 0." } else { "" };
    let about = [figure.definition, unit, absent].into_iter().filter(|part| !part.is_empty());
    value(kind, &about.collect::<Vec<_>>().join(" "))
}

/// The names of figures that an answer leaves out while they are 0.
fn rare(report: &Report) -> Vec<&'static str> {
    let rare = report.figures.iter().filter(|figure| report.leaves_out(figure));
    rare.map(|figure| figure.key).collect()
}

fn figure_members(report: &Report) -> Members {
    let mut all: Members =
        report.figures.iter().map(|known| (known.key.to_owned(), figure_schema(report, known))).collect();
    if report.lists_payments {
        let items = json!({ "$ref": "#/components/schemas/PaymentsByType" });
        all.insert("payments".into(), json!({ "type": "array", "items": items }));
    }
    all
}

fn figures(report: &Report) -> Value {
    object(&format!("Figures of {}.", report.title.to_lowercase()), figure_members(report), &rare(report))
}

fn row(report: &Report) -> Value {
    let figures = |about: &str| or_null(named(report, "Figures"), about);
    let mut all = members([
        ("businessDate", value("string", "YYYY-MM-DD; the first of the month in rows of months.")),
        ("posID", value("string", "")),
        ("share", value("number", "Of the answer's total of the first figure, 0 to 1, four decimals.")),
        ("lastWeek", figures("The row's span moved back by weeks; null if there was no trade.")),
        ("lastYear", figures("The row's span moved back by a year of weeks; null if there was no trade.")),
        (
            "comparable",
            figures(
                "If the span includes today: the row's own figures up to the last finished quarter of an hour, which are \
                 compared with lastWeek and lastYear.",
            ),
        ),
        ("compared", named(report, "Compared")),
        ("soFar", value("boolean", SO_FAR)),
    ]);
    if report.is_daily() {
        let about = "When the day usually opens, wall time of the location, YYYY-MM-DDTHH:mm:ss: the median of the weekday's \
                     first sales in the last 8 weeks, to a quarter of an hour. Only while today has no check, and if 3 of \
                     those days had one.";
        all.insert("usuallyOpensAt".into(), value("string", about));
    }
    if report.is_hourly() {
        let about = "Counted from 00:00 of the business date, 0 to 35: 25 is 1 AM the next morning.";
        all.insert("hour".into(), value("integer", about));
    }
    all.extend(report.splits.iter().map(|split| {
        let schema = if split.id {
            value(json!(["string", "null"]), "Null if the fact has none.")
        } else {
            value("string", &format!("{} if the fact has none.", split.unnamed))
        };
        (split.key.to_owned(), schema)
    }));
    all.extend(figure_members(report));
    let mut optional = rare(report);
    optional.extend(["compared", if report.is_daily() { "usuallyOpensAt" } else { "businessDate" }]);
    object(&format!("A row of {}.", report.title.to_lowercase()), all, &optional)
}

fn comparison(report: &Report) -> Value {
    let both = members([("current", named(report, "Figures")), ("before", named(report, "Figures"))]);
    object("Like with like: spans of locations that had trade in the earlier span.", both, &[])
}

/// The first and last day of an earlier span.
fn days() -> Members {
    members([("startDate", value("string", "YYYY-MM-DD")), ("endDate", value("string", "YYYY-MM-DD"))])
}

fn compared(report: &Report) -> Value {
    let about = "The days that the row is compared with, by compareTo, and their figures; absent if there was no trade.";
    json!({ "allOf": [named(report, "Figures"), object("", days(), &[])], "description": about })
}

fn compared_total(report: &Report) -> Value {
    let about = "The whole range and the span that it is compared with, by compareTo; absent if there was no trade then. \
                 Rows of days are compared with days, and need not add up to it.";
    json!({ "allOf": [named(report, "Comparison"), object("", days(), &[])], "description": about })
}

fn total(report: &Report) -> Value {
    let comparison = |moved: &str| {
        let about = format!("The span and the span {moved}; null if there was no trade then.");
        or_null(named(report, "Comparison"), &about)
    };
    let more = members([
        ("lastWeek", comparison("moved back by weeks")),
        ("lastYear", comparison("moved back by a year of weeks")),
        ("compared", named(report, "ComparedTotal")),
        ("soFar", value("boolean", SO_FAR)),
    ]);
    let about = format!("The totals of the rows of {}.", report.title.to_lowercase());
    json!({ "allOf": [named(report, "Figures"), object("", more, &["compared"])], "description": about })
}

fn location_total(report: &Report) -> Value {
    let more = object("", members([("posID", value("string", ""))]), &[]);
    let about = format!("The totals of one location's rows of {}.", report.title.to_lowercase());
    json!({ "allOf": [named(report, "Total"), more], "description": about })
}

fn payments_by_type() -> Value {
    let of_type = members([
        ("paymentType", value("string", "")),
        ("paymentCount", value("integer", "Without those of refunds.")),
        ("amount", value("number", "Without tips. Dollars, two decimals.")),
        ("grossTips", value("number", "Dollars, two decimals.")),
    ]);
    object("Payments of one type.", of_type, &[])
}

fn envelope(report: &Report) -> Value {
    let all = members([
        // Published without a format.
        ("status", value("integer", "The HTTP status.")),
        ("body", json!({ "type": "array", "items": named(report, "Row") })),
        ("message", value("string", "Empty.")),
        ("total", named(report, "Total")),
        ("locationTotals", json!({ "type": "array", "items": named(report, "LocationTotal") })),
    ]);
    object("", all, &[])
}
