//! What the OpenAPI document says of a call of the main API that is posted: its names follow from the call's.

use utoipa::openapi::path::{Operation, OperationBuilder};
use utoipa::openapi::request_body::RequestBodyBuilder;
use utoipa::openapi::schema::{KnownFormat, ObjectBuilder, SchemaFormat, Type};
use utoipa::openapi::{ContentBuilder, Ref, RefOr, Required, ResponseBuilder, ResponsesBuilder, Schema};

use super::envelope::Failures;

/// Where the calls of the main API lie.
pub const MAIN_API: &str = "/api-restaurant-pos/restaurantpro";

/// Envelopes that were published under another name than their call's.
const ENVELOPES: [(&str, &str); 8] = [
    ("get-notification-rules", "NotificationRulesEnvelope"),
    ("get-onlineorder-currentweek-payout", "CurrentWeekPayoutEnvelope"),
    ("get-onlineorder-payout-history", "PayoutHistoryEnvelope"),
    ("mark-item-sold-out", "MarkSoldOutEnvelope"),
    ("update-all-communications-viewed", "CommunicationsViewedEnvelope"),
    ("update-communication-viewed", "CommunicationsViewedEnvelope"),
    ("update-notification-rules", "NotificationRulesEnvelope"),
    ("update-positem", "UpdateItemEnvelope"),
];

/// A call: the first paragraph of `about` is its summary, `answers` are those beside the failures.
pub fn operation(
    tag: &str,
    call: &str,
    about: &str,
    request: &str,
    answer: ResponseBuilder,
) -> OperationBuilder {
    let (summary, description) = about.split_once("\n\n").unwrap_or((about, ""));
    OperationBuilder::from(Operation::default())
        .tag(tag)
        .operation_id(Some(operation_id(call)))
        .summary(Some(summary))
        .description((!description.is_empty()).then_some(description))
        .request_body(Some(
            RequestBodyBuilder::new()
                .required(Some(Required::True))
                .content("application/json", content(request))
                .build(),
        ))
        .responses(
            ResponsesBuilder::new()
                .response("200", answer)
                .responses_from_into_responses::<Failures>()
                .build(),
        )
}

/// The answer of JSON that every call has.
pub fn answer(call: &str, description: &str) -> ResponseBuilder {
    ResponseBuilder::new().description(description).content("application/json", content(&envelope_name(call)))
}

fn content(schema: &str) -> utoipa::openapi::Content {
    ContentBuilder::new().schema(Some(Ref::from_schema_name(schema))).build()
}

/// An envelope around a body; `more` stands beside it.
pub fn envelope(body: impl Into<RefOr<Schema>>) -> ObjectBuilder {
    let status = ObjectBuilder::new()
        .schema_type(Type::Integer)
        .format(Some(SchemaFormat::KnownFormat(KnownFormat::Int32)))
        .description(Some("The HTTP status."));
    let message = ObjectBuilder::new().schema_type(Type::String).description(Some("Empty."));
    ObjectBuilder::new()
        .property("status", status)
        .required("status")
        .property("body", body)
        .required("body")
        .property("message", message)
        .required("message")
}

/// get-daily-sales-labor is getDailySalesLabor.
fn operation_id(call: &str) -> String {
    let mut words = call.split('-');
    let first = words.next().unwrap_or_default().to_owned();
    words.fold(first, |id, word| id + &capitalized(word))
}

/// The name of the schema of a call's answer.
pub fn envelope_name(call: &str) -> String {
    let published = ENVELOPES.iter().find(|(of, _)| *of == call).map(|(_, name)| (*name).to_owned());
    published.unwrap_or_else(|| format!("{}Envelope", capitalized(&operation_id(call))))
}

fn capitalized(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map(|first| first.to_ascii_uppercase().to_string() + letters.as_str()).unwrap_or_default()
}

#[cfg(test)]
mod tests {
    #[test]
    fn every_schema_says_what_it_is() {
        let document = serde_json::to_value(crate::openapi()).unwrap();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        assert!(schemas.len() > 200, "{}", schemas.len());
        for (name, schema) in schemas {
            let is_said = ["type", "allOf", "oneOf"].into_iter().any(|key| schema.get(key).is_some());
            let is_full = schema["type"] != "object" || schema.get("properties").is_some();
            assert!(is_said && is_full, "{name}: {schema}");
        }
    }
}
