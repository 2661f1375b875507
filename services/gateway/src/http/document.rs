//! Parts of the OpenAPI document that follow from a call's name: operation id, envelope, and how it is described.

use std::collections::BTreeSet;

use saffron_proto::http::add_schema;
use serde::Serialize;
use serde_json::{Map, Value, json};
use utoipa::ToSchema;
use utoipa::openapi::path::{Operation, OperationBuilder, Parameter, ParameterBuilder, ParameterIn};
use utoipa::openapi::request_body::{RequestBody, RequestBodyBuilder};
use utoipa::openapi::schema::{ObjectBuilder, SchemaType, Type};
use utoipa::openapi::{Content, OpenApi, Ref, RefOr, Required, ResponseBuilder, ResponsesBuilder, Schema};

use super::envelope::Failures;

/// The path that calls of the main API begin with.
pub const MAIN_API: &str = "/api-restaurant-pos/restaurantpro";

/// The path that calls of scripts begin with, which have an ingest key.
pub const CONNECT_API: &str = "/connect/v1";

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

/// Types of bodies that have no schema of their own in the document.
const INLINE: [&str; 3] = ["GuestData", "Locations", "Null"];

/// A call of the main API: the first paragraph of `about` is its summary, `answer` the one beside the failures.
pub fn operation(call: &str, about: &str, answer: ResponseBuilder) -> OperationBuilder {
    let (summary, description) = about.split_once("\n\n").unwrap_or((about, ""));
    let responses =
        ResponsesBuilder::new().response("200", answer).responses_from_into_responses::<Failures>();
    OperationBuilder::from(Operation::default())
        .operation_id(Some(operation_id(call)))
        .summary(Some(summary))
        .description((!description.is_empty()).then_some(description))
        .responses(responses.build())
}

/// The body of a request, by its schema's name.
pub fn request(schema: &str) -> Option<RequestBody> {
    let body = RequestBodyBuilder::new().required(Some(Required::True));
    Some(body.content("application/json", content(schema)).build())
}

/// Adds the schema of a request without its session, which a script does not have; returns its name.
pub fn by_key<C: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) -> String {
    let name = format!("Connect{}", C::name());
    C::schemas(schemas);
    let mut schema = C::schema();
    if let RefOr::T(Schema::Object(object)) = &mut schema {
        object.properties.remove("sessionID");
        object.required.retain(|required| required != "sessionID");
    }
    schemas.push((name.clone(), schema));
    name
}

/// The session of a call that has it in its path.
pub fn session_in_path() -> Parameter {
    ParameterBuilder::new()
        .name("sessionID")
        .parameter_in(ParameterIn::Path)
        .required(Required::True)
        .schema(Some(ObjectBuilder::new().schema_type(Type::String)))
        .build()
}

/// The answer of a call, in JSON.
pub fn answer(call: &str, description: &str) -> ResponseBuilder {
    ResponseBuilder::new().description(description).content("application/json", content(&envelope_name(call)))
}

/// The answer of a call that is a CSV file on request.
pub fn answer_or_file(call: &str) -> ResponseBuilder {
    let file = Content::new(Some(ObjectBuilder::new().schema_type(Type::String).build()));
    answer(call, "The answer; a CSV file for `Accept: text/csv`.").content("text/csv", file)
}

fn content(schema: &str) -> Content {
    Content::new(Some(Ref::from_schema_name(schema)))
}

/// The schema of a body in its envelope; all that it refers to is added to `schemas`.
pub fn body<B: ToSchema>(schemas: &mut Vec<(String, RefOr<Schema>)>) -> RefOr<Schema> {
    if INLINE.contains(&B::name().as_ref()) {
        B::schemas(schemas);
        return B::schema();
    }
    add_schema::<B>(schemas);
    Ref::from_schema_name(B::name()).into()
}

/// An envelope around a body.
pub fn envelope(body: RefOr<Schema>) -> RefOr<Schema> {
    object(json!({
        "status": { "type": "integer", "format": "int32", "description": "The HTTP status." },
        "body": body,
        "message": { "type": "string", "description": "Empty." },
    }))
}

/// The name of the schema of a list's body.
pub fn list_name(call: &str, rows: &str) -> String {
    if call == "get-guest-texts" { "GuestTextList".to_owned() } else { capitalized(rows) }
}

/// The body of a list.
pub fn list(rows: &str, row: RefOr<Schema>) -> RefOr<Schema> {
    object(json!({
        rows: { "type": "array", "items": row },
        "nextCursor": { "type": ["string", "null"], "description": "Null on the last page." },
    }))
}

/// An object whose members are always present. One that cannot be read is found by the test of all schemas.
fn object(members: Value) -> RefOr<Schema> {
    let required: Vec<&String> = members.as_object().into_iter().flat_map(Map::keys).collect();
    serde_json::from_value(json!({ "type": "object", "required": required, "properties": members }))
        .unwrap_or_default()
}

/// Makes the nullable members of answers required: they are always present. Requests may leave theirs out.
pub fn require_nullable_members(document: &mut OpenApi) {
    let sent = request_schemas(document);
    let schemas = document.components.iter_mut().flat_map(|components| &mut components.schemas);
    schemas.filter(|(name, _)| !sent.contains(*name)).for_each(|(_, schema)| require_nullable(schema));
}

/// The schemas of requests and of their parts.
fn request_schemas(document: &OpenApi) -> BTreeSet<String> {
    let calls = document.paths.paths.values().flat_map(|path| [&path.get, &path.post]).flatten();
    let mut found: Vec<String> = calls.flat_map(|call| references_in(&call.request_body)).collect();
    let mut sent = BTreeSet::new();
    while let Some(name) = found.pop() {
        let schema = document.components.as_ref().and_then(|components| components.schemas.get(&name));
        if sent.insert(name) {
            found.extend(references_in(&schema));
        }
    }
    sent
}

/// The names of the schemas that a part of the document refers to.
fn references_in(part: &impl Serialize) -> Vec<String> {
    let json = serde_json::to_string(part).unwrap_or_default();
    let after = json.split("#/components/schemas/").skip(1);
    after.filter_map(|rest| rest.split('"').next()).map(str::to_owned).collect()
}

fn require_nullable(schema: &mut RefOr<Schema>) {
    match schema {
        RefOr::T(Schema::Object(object)) => {
            for (name, member) in &object.properties {
                if is_nullable(member) && !object.required.contains(name) {
                    object.required.push(name.clone());
                }
            }
        }
        RefOr::T(Schema::AllOf(parts)) => parts.items.iter_mut().for_each(require_nullable),
        _ => {}
    }
}

fn is_nullable(schema: &RefOr<Schema>) -> bool {
    match schema {
        RefOr::T(Schema::Object(object)) => match &object.schema_type {
            SchemaType::Array(types) => types.contains(&Type::Null),
            kind => *kind == SchemaType::Type(Type::Null),
        },
        RefOr::T(Schema::OneOf(choices)) => choices.items.iter().any(is_nullable),
        _ => false,
    }
}

/// Names the envelopes of calls outside the main API for `#[utoipa::path]`.
macro_rules! envelopes {
    ($($(#[$doc:meta])* $name:ident($body:ty);)+) => {$(
        $(#[$doc])*
        pub enum $name {}

        impl utoipa::PartialSchema for $name {
            fn schema() -> utoipa::openapi::RefOr<utoipa::openapi::Schema> {
                $crate::http::document::envelope($crate::http::document::body::<$body>(&mut Vec::new()))
            }
        }

        impl utoipa::ToSchema for $name {
            fn schemas(schemas: &mut Vec<(String, utoipa::openapi::RefOr<utoipa::openapi::Schema>)>) {
                $crate::http::document::body::<$body>(schemas);
            }
        }
    )+};
}
pub(crate) use envelopes;

/// The operation id of a call: getDailySalesLabor for get-daily-sales-labor.
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
    fn every_schema_has_a_type() {
        let document = serde_json::to_value(crate::openapi()).unwrap();
        let schemas = document["components"]["schemas"].as_object().unwrap();
        assert!(schemas.len() > 200, "{}", schemas.len());
        for (name, schema) in schemas {
            let has_type = ["type", "allOf", "oneOf"].into_iter().any(|key| schema.get(key).is_some());
            let is_full = schema["type"] != "object" || schema.get("properties").is_some();
            assert!(has_type && is_full, "{name}: {schema}");
        }
    }
}
