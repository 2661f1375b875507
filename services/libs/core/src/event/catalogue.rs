//! Every type of event there is, with its description: the source of proto/events, proto/asyncapi.yaml
//! and docs/events.md.

use schemars::JsonSchema;
use schemars::generate::SchemaSettings;
use serde_json::{Value, json};

use super::*;

/// Who gets a type of event; [`super::Audience`] of a single one.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Reach {
    /// Services and analysts, by EVENTS: `saffron.v1.<posID>.<domain>.<name>`.
    World,
    /// Those who see a location, by PUSH: `push.v1.location.<posID>.<name>`.
    Location,
    /// One person, by PUSH: `push.v1.person.<userID>.<name>`.
    Person,
    /// The gateways, by PUSH: `push.v1.gateway._.<name>`.
    Gateways,
    /// Operators, by DLQ: `dlq.v1.<consumer>.<posID>`.
    Operators,
}

/// The part of the subject that names a location.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum About {
    /// The location's posID.
    Location,
    /// `_`: it is about a person's account.
    Account,
    /// The posID, or `_` where it is not known.
    Either,
}

/// A type of event as it is published.
#[derive(Debug, Clone, PartialEq)]
pub struct Published {
    /// Its CloudEvents type, e.g. `saffron.reports.check_recorded.v1`.
    pub cloud_type: String,
    /// The service that publishes it; none: any may.
    pub domain: Option<&'static str>,
    /// Its name in the subject.
    pub name: &'static str,
    /// When it is sent: whole sentences.
    pub when: &'static str,
    /// Who gets it.
    pub reach: Reach,
    /// The part of the subject that names a location.
    pub about: About,
    /// JSON Schema (draft 07) of the whole event. `x-unit` is the unit of a number or a time.
    pub schema: Value,
}

impl Published {
    fn of<E: Event + JsonSchema>(reach: Reach) -> Published {
        let cloud_type = E::cloud_type();
        Published {
            schema: schema::<E>(&cloud_type, Some(E::DOMAIN)),
            cloud_type,
            domain: Some(E::DOMAIN),
            name: E::NAME,
            when: E::WHEN,
            reach,
            about: About::Location,
        }
    }

    fn about(self, about: About) -> Published {
        Published { about, ..self }
    }
}

/// Every type of event, sorted.
#[must_use]
pub fn catalogue() -> Vec<Published> {
    use Reach::{Gateways, Location, Person, World};
    let mut all = vec![
        Published::of::<CardAccountSet>(World),
        Published::of::<BusinessDaySet>(World),
        Published::of::<IngestKeyRevoked>(Gateways).about(About::Account),
        Published::of::<LocationDescribed>(World),
        Published::of::<LocationProvisioned>(World),
        Published::of::<LocationUnlinked>(World),
        Published::of::<LocationsChanged>(Person),
        Published::of::<PersonErased>(World).about(About::Account),
        Published::of::<SessionEnded>(Gateways).about(About::Account),
        Published::of::<SessionsEnded>(World).about(About::Account),
        Published::of::<ConnectionChanged>(Location),
        Published::of::<ConnectionDiffers>(World),
        Published::of::<ConnectionOverlapped>(World),
        Published::of::<ImportChanged>(Location),
        Published::of::<ImportOverlapped>(World),
        Published::of::<CustomerErased>(World),
        Published::of::<CustomerMerged>(World),
        Published::of::<CustomersChanged>(Location),
        Published::of::<PointsChanged>(World),
        Published::of::<RewardGranted>(World),
        Published::of::<RewardPercentChanged>(World),
        Published::of::<RewardRedeemed>(World),
        Published::of::<AvailabilityChanged>(World),
        Published::of::<ItemEdited>(World),
        Published::of::<ItemsChanged>(Location),
        Published::of::<PromoCodeOffered>(World),
        Published::of::<StockRanOut>(World),
        Published::of::<TillAvailabilityChanged>(World),
        Published::of::<CampaignChanged>(Location),
        Published::of::<CampaignFinished>(World),
        Published::of::<GuestTextReceived>(World),
        Published::of::<RewardMessageSettled>(World),
        Published::of::<CommunicationAdded>(Person),
        Published::of::<CommunicationsChanged>(Person).about(About::Account),
        Published::of::<CardAccountReplaced>(World),
        Published::of::<DisputeOpened>(World),
        Published::of::<DisputeOpenedV2>(World),
        Published::of::<PaymentChanged>(World),
        Published::of::<PaymentChangedV2>(World),
        Published::of::<PaymentsChanged>(Location),
        Published::of::<PayoutChanged>(World),
        Published::of::<PayoutChangedV2>(World),
        Published::of::<CheckRecorded>(World),
        Published::of::<ReplicaStarted>(Gateways).about(About::Account),
        Published::of::<ReportChanged<DayTotals>>(Location),
        Published::of::<ReportChanged<DayTotalsV2>>(Location),
        Published {
            schema: schema::<DeadLetter>(DeadLetter::CLOUD_TYPE, None),
            cloud_type: DeadLetter::CLOUD_TYPE.into(),
            domain: None,
            name: "dead_letter",
            when: DeadLetter::WHEN,
            reach: Reach::Operators,
            about: About::Either,
        },
        Published {
            schema: schema::<DeadLetterV2>(DeadLetterV2::CLOUD_TYPE, None),
            cloud_type: DeadLetterV2::CLOUD_TYPE.into(),
            domain: None,
            name: "dead_letter",
            when: DeadLetterV2::WHEN,
            reach: Reach::Operators,
            about: About::Either,
        },
    ];
    all.sort_by(|a, b| a.cloud_type.cmp(&b.cloud_type));
    all
}

/// The schema of an event of type `cloud_type` with data `T`, as it is written.
fn schema<T: JsonSchema>(cloud_type: &str, source: Option<&str>) -> Value {
    let settings =
        SchemaSettings::draft07().for_serialize().with(|settings| settings.inline_subschemas = true);
    let mut schema = settings.into_generator().into_root_schema_for::<CloudEvent<T>>().to_value();
    if let Some(schema) = schema.as_object_mut() {
        schema.insert("title".into(), cloud_type.into());
    }
    if let Some(fields) = schema.get_mut("properties").and_then(Value::as_object_mut) {
        let constants =
            [("specversion", "1.0"), ("type", cloud_type), ("datacontenttype", "application/json")];
        for (field, value) in constants.into_iter().chain(source.map(|source| ("source", source))) {
            if let Some(field) = fields.get_mut(field).and_then(Value::as_object_mut) {
                field.insert("const".into(), value.into());
            }
        }
        if let Some(data) = fields.get_mut("data").and_then(Value::as_object_mut) {
            let own = T::json_schema(&mut SchemaSettings::draft07().into_generator());
            data.insert("description".into(), own.get("description").cloned().unwrap_or_default());
        }
    }
    tidy(&mut schema);
    schema
}

/// Removes details that mean nothing to a reader: Rust's names and formats of numbers, and null where a field without a value is
/// left out.
fn tidy(schema: &mut Value) {
    let Some(object) = schema.as_object_mut() else { return };
    if object.get("title").and_then(Value::as_str).is_some_and(|title| !title.starts_with("saffron.")) {
        object.remove("title");
    }
    if object.get("format").and_then(Value::as_str).is_some_and(|format| format == "int64") {
        object.remove("format");
    }
    // Doc comments are broken into lines.
    if let Some(Value::String(text)) = object.get_mut("description") {
        *text = text.replace('\n', " ");
    }
    let required = object.get("required").cloned().unwrap_or_else(|| json!([]));
    if let Some(fields) = object.get_mut("properties").and_then(Value::as_object_mut) {
        for (name, field) in fields {
            if !required.as_array().is_some_and(|all| all.iter().any(|one| one == name)) {
                without_null(field);
            }
            tidy(field);
        }
    }
    for part in ["items", "anyOf", "oneOf"] {
        match object.get_mut(part) {
            Some(Value::Array(all)) => all.iter_mut().for_each(tidy),
            Some(one) => tidy(one),
            None => {}
        }
    }
}

fn without_null(field: &mut Value) {
    let Some(object) = field.as_object_mut() else { return };
    if let Some(Value::Array(types)) = object.get_mut("type") {
        types.retain(|one| one != "null");
        if let [only] = types.as_slice() {
            let only = only.clone();
            object.insert("type".into(), only);
        }
    }
    object.remove("default");
}
