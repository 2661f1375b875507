//! Guests, drafts and refusals of the tests.

use jiff::Timestamp;
use saffron_core::{Clock, Error};
use saffron_kit::grpc::from_status;
use saffron_proto::marketing::{CampaignItem, CampaignKind, Channel, Draft, TextRecipient};
use serde_json::{Value, json};
use tonic::Status;

use crate::world::{NAME, POS, WEBSITE};

/// The email of a guest.
pub fn email(number: usize) -> String {
    format!("diner{number}@example.com")
}

/// The ten digits of a guest, in New York.
pub fn phone(number: usize) -> String {
    format!("212{}", 2_000_000 + number)
}

/// A guest as a till sends one.
pub fn guest(number: usize, consent: bool) -> Value {
    json!({"posID": POS, "posCustomerID": format!("g{number}"), "revision": 1, "firstName": format!("First{number}"),
        "lastName": "Last", "email": email(number), "cellPhoneNumber": phone(number),
        "emailConsent": consent, "smsConsent": consent})
}

/// The same with some fields changed.
pub fn with(mut value: Value, fields: Value) -> Value {
    value.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
    value
}

/// An email to these guests.
pub fn mail_to(guests: impl IntoIterator<Item = usize>) -> Draft {
    Draft {
        pos_id: POS.into(),
        channel: Channel::Email.into(),
        kind: CampaignKind::Basic.into(),
        emails: guests.into_iter().map(email).collect(),
        subject: "Tacos".into(),
        body: "Come and eat.".into(),
        business_name: NAME.into(),
        website: WEBSITE.into(),
        ..Draft::default()
    }
}

/// A text to these guests.
pub fn text_to(guests: impl IntoIterator<Item = usize>) -> Draft {
    let to = |number| TextRecipient { phone: phone(number), first_name: String::new() };
    Draft {
        channel: Channel::Text.into(),
        recipients: guests.into_iter().map(to).collect(),
        emails: Vec::new(),
        subject: String::new(),
        business_name: String::new(),
        website: String::new(),
        ..mail_to([])
    }
}

/// An item on offer.
pub fn item(name: &str, original_price: i64, price: i64) -> CampaignItem {
    CampaignItem { image_url: "/pictures/1.png".into(), name: name.into(), original_price, price }
}

/// The error that a caller gets.
pub fn refusal<T>(answer: Result<T, Status>) -> Error {
    match answer {
        Ok(_) => panic!("was not refused"),
        Err(status) => from_status(&status),
    }
}

/// The field of a refusal.
pub fn field<T>(answer: Result<T, Status>) -> String {
    refusal(answer).field.unwrap_or_default()
}

/// The present moment, far from night and from the end of the week.
pub const NOON: &str = "2026-07-15T16:00:00Z";

/// Moves a fixed clock.
pub fn later(clock: &Clock, hours: i64) {
    let at: Timestamp = clock.now() + jiff::SignedDuration::from_hours(hours);
    clock.set(at);
}
