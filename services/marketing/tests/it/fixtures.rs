//! Guests and drafts of the tests.

use saffron_core::event::CustomerErased;
use saffron_proto::marketing::{CampaignItem, CampaignKind, Channel, Draft, TextRecipient};
use saffron_testkit::pos_id;
use serde_json::{Value, json};

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

/// The erasure of a guest.
pub fn erased(id: &str) -> CustomerErased {
    CustomerErased { pos_id: pos_id(POS), customer_id: id.parse().unwrap() }
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

/// The present moment, far from night and from the end of the week.
pub const NOON: &str = "2026-07-15T16:00:00Z";
