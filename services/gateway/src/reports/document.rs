//! The calls of reports in the OpenAPI document, made from the catalogue.

use saffron_core::figure::{Figure, Unit};
use utoipa::PartialSchema as _;
use utoipa::openapi::path::{HttpMethod, OperationBuilder, ParameterBuilder, ParameterIn};
use utoipa::openapi::schema::{AllOfBuilder, ArrayBuilder, ObjectBuilder, OneOfBuilder, SchemaType, Type};
use utoipa::openapi::{ComponentsBuilder, ContentBuilder, OpenApi, Ref, RefOr, Required, Schema};

use super::LAST_SEVEN_DAYS;
use super::call::{LastSevenDaysRequest, ReportRequest};
use super::catalogue::{REPORTS, Report};
use crate::http::document::{self, envelope_name};

/// Adds every report's call, rows and figures.
pub fn describe(document: &mut OpenApi, base: &str) {
    let mut components = ComponentsBuilder::from(document.components.take().unwrap_or_default())
        .schema("ReportRequest", ReportRequest::schema())
        .schema("LastSevenDaysRequest", LastSevenDaysRequest::schema())
        .schema("PaymentsByType", payments_by_type());
    for report in REPORTS {
        components = components
            .schema(format!("{}Figures", report.name), figures(report))
            .schema(format!("{}Row", report.name), row(report))
            .schema(format!("{}Comparison", report.name), comparison(report))
            .schema(format!("{}Total", report.name), total(report))
            .schema(format!("{}LocationTotal", report.name), location_total(report))
            .schema(envelope_name(report.call), envelope(report));
        let operation = operation(report, report.call, "ReportRequest", summary(report));
        document.paths.add_path_operation(
            format!("{base}/{}", report.call),
            vec![HttpMethod::Post],
            operation,
        );
    }
    if let Some(daily) = REPORTS.iter().find(|report| report.is_daily()) {
        components = components.schema(envelope_name(LAST_SEVEN_DAYS), envelope(daily));
        let what = "Today and the six days before, each location's own.".to_owned();
        let session = ParameterBuilder::new()
            .name("sessionID")
            .parameter_in(ParameterIn::Path)
            .required(Required::True)
            .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
            .build();
        let operation = operation(daily, LAST_SEVEN_DAYS, "LastSevenDaysRequest", what).parameter(session);
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

fn operation(report: &Report, call: &str, request: &str, summary: String) -> OperationBuilder {
    let answer = document::answer(call, "The answer; a CSV file for `Accept: text/csv`.")
        .content("text/csv", ContentBuilder::new().schema(Some(text(""))).build());
    let about = format!("{summary}\n\n{}; see docs/api.md, Reports.", report.title);
    document::operation("reports", call, &about, request, answer)
}

fn text(description: &str) -> Schema {
    let described = (!description.is_empty()).then(|| description.to_owned());
    ObjectBuilder::new().schema_type(Type::String).description(described).build().into()
}

fn number(kind: Type, nullable: bool, description: String) -> Schema {
    let kind = if nullable { SchemaType::Array(vec![kind, Type::Null]) } else { SchemaType::Type(kind) };
    ObjectBuilder::new().schema_type(kind).description(Some(description)).build().into()
}

fn of_unit(figure: &Figure) -> Schema {
    let (kind, unit) = match figure.unit {
        Unit::Money => (Type::Number, "Dollars, two decimals."),
        Unit::Count => (Type::Integer, ""),
        Unit::Quantity => (Type::Number, "Three decimals."),
        Unit::Percent => (Type::Number, "Percent, two decimals."),
        Unit::Hours => (Type::Number, "Hours, two decimals."),
        Unit::Minutes => (Type::Integer, "Minutes."),
    };
    number(kind, figure.is_ratio(), format!("{} {unit}", figure.definition).trim_end().to_owned())
}

fn with_figures(mut object: ObjectBuilder, report: &Report) -> ObjectBuilder {
    for figure in report.figures {
        object = object.property(figure.key, of_unit(figure)).required(figure.key);
    }
    if report.lists_payments {
        object = object
            .property("payments", ArrayBuilder::new().items(Ref::from_schema_name("PaymentsByType")))
            .required("payments");
    }
    object
}

fn figures(report: &Report) -> RefOr<Schema> {
    let what = format!("Figures of {}.", report.title.to_lowercase());
    with_figures(ObjectBuilder::new().description(Some(what)), report).into()
}

fn row(report: &Report) -> RefOr<Schema> {
    let mut object =
        ObjectBuilder::new().description(Some(format!("A row of {}.", report.title.to_lowercase())));
    let date = "YYYY-MM-DD; the first of the month in rows of months.";
    object = object.property("businessDate", text(date));
    if report.is_daily() {
        object = object.required("businessDate");
    }
    object = object.property("posID", text("")).required("posID");
    if report.is_hourly() {
        let hour = "Counted from 00:00 of the business date, 0 to 31: 25 is 1 AM the next morning.";
        object = object.property("hour", number(Type::Integer, false, hour.into())).required("hour");
    }
    for split in report.splits {
        let schema = if split.id {
            ObjectBuilder::new()
                .schema_type(SchemaType::Array(vec![Type::String, Type::Null]))
                .description(Some("Null where the fact names none."))
                .build()
                .into()
        } else {
            text("Unassigned where the fact names none.")
        };
        object = object.property(split.key, schema).required(split.key);
    }
    object = with_figures(object, report);
    let share = "Of the answer's total of the first figure, 0 to 1, four decimals.";
    object = object.property("share", number(Type::Number, false, share.into())).required("share");
    let sides = [
        ("lastWeek", "The row's span moved back by weeks; null where there was no trade."),
        ("lastYear", "The row's span moved back by a year of weeks; null where there was no trade."),
        (
            "comparable",
            "While a day of the span runs: the row's own figures up to the last finished quarter of an hour, which is \
             what lastWeek and lastYear are set against.",
        ),
    ];
    for (side, description) in sides {
        let schema = OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Null))
            .item(Ref::from_schema_name(format!("{}Figures", report.name)))
            .description(Some(description));
        object = object.property(side, schema).required(side);
    }
    object.property("soFar", so_far()).required("soFar").into()
}

fn comparison(report: &Report) -> RefOr<Schema> {
    let figures = || Ref::from_schema_name(format!("{}Figures", report.name));
    ObjectBuilder::new()
        .description(Some("Like with like: spans of locations that had trade in the earlier span."))
        .property("current", figures())
        .required("current")
        .property("before", figures())
        .required("before")
        .into()
}

fn total(report: &Report) -> RefOr<Schema> {
    let mut object = ObjectBuilder::new();
    for (side, before) in [("lastWeek", "moved back by weeks"), ("lastYear", "moved back by a year of weeks")]
    {
        let schema = OneOfBuilder::new()
            .item(ObjectBuilder::new().schema_type(Type::Null))
            .item(Ref::from_schema_name(format!("{}Comparison", report.name)))
            .description(Some(format!(
                "The span and the span {before}; null where there was no trade then."
            )));
        object = object.property(side, schema).required(side);
    }
    AllOfBuilder::new()
        .description(Some(format!("What the rows of {} add up to.", report.title.to_lowercase())))
        .item(Ref::from_schema_name(format!("{}Figures", report.name)))
        .item(object.property("soFar", so_far()).required("soFar"))
        .into()
}

fn location_total(report: &Report) -> RefOr<Schema> {
    AllOfBuilder::new()
        .description(Some(format!("What one location's rows of {} add up to.", report.title.to_lowercase())))
        .item(Ref::from_schema_name(format!("{}Total", report.name)))
        .item(ObjectBuilder::new().property("posID", text("")).required("posID"))
        .into()
}

fn so_far() -> ObjectBuilder {
    ObjectBuilder::new()
        .schema_type(Type::Boolean)
        .description(Some("The span holds the day that is still running."))
}

fn payments_by_type() -> RefOr<Schema> {
    ObjectBuilder::new()
        .description(Some("Payments of one type."))
        .property("paymentType", text(""))
        .required("paymentType")
        .property("paymentCount", number(Type::Integer, false, "Without those of refunds.".into()))
        .required("paymentCount")
        .property("amount", number(Type::Number, false, "Without tips. Dollars, two decimals.".into()))
        .required("amount")
        .property("grossTips", number(Type::Number, false, "Dollars, two decimals.".into()))
        .required("grossTips")
        .into()
}

fn envelope(report: &Report) -> RefOr<Schema> {
    let rows = ArrayBuilder::new().items(Ref::from_schema_name(format!("{}Row", report.name)));
    let location_totals =
        ArrayBuilder::new().items(Ref::from_schema_name(format!("{}LocationTotal", report.name)));
    // Published without a format.
    document::envelope(rows)
        .property("status", number(Type::Integer, false, "The HTTP status.".into()))
        .property("total", Ref::from_schema_name(format!("{}Total", report.name)))
        .required("total")
        .property("locationTotals", location_totals)
        .required("locationTotals")
        .into()
}
