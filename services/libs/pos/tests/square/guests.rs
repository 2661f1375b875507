use serde_json::{Value, json};

use saffron_core::fact::FactBody;
use saffron_pos::square::{guest, merged_guests};

use crate::door::{object, place, through, with};

fn mapped(more: Value) -> Value {
    let customer = json!({"id": "C1", "created_at": "2026-01-01T00:00:00Z", "updated_at": "2026-07-01T00:00:00Z",
        "given_name": "Mia", "family_name": "Lang", "email_address": "mia@example.com", "phone_number": "+1 (212) 555-0123"});
    let event = guest(&place(), &object(&with(customer, more))).unwrap();
    through(&place(), &event).data
}

/// Trap 20.
#[test]
fn guest_who_did_not_unsubscribe_gave_no_consent() {
    let consent = |more: Value| mapped(more).get("emailConsent").cloned();
    assert_eq!(consent(json!({})), None);
    assert_eq!(consent(json!({"preferences": {"email_unsubscribed": false}})), None);
    assert_eq!(consent(json!({"preferences": {"email_unsubscribed": true}})), Some(json!(false)));
    assert_eq!(mapped(json!({})).get("smsConsent"), None);
}

#[test]
fn phone_of_a_guest_is_normalized() {
    assert_eq!(mapped(json!({}))["cellPhoneNumber"], "2125550123");
    assert_eq!(mapped(json!({"phone_number": "+44 20 7946 0958"}))["cellPhoneNumber"], "+44 20 7946 0958");
    assert_eq!(mapped(json!({"phone_number": " "})).get("cellPhoneNumber"), None);
}

#[test]
fn instant_profile_is_a_guest_without_a_name() {
    let nobody =
        json!({"given_name": null, "family_name": null, "email_address": null, "phone_number": null});
    assert_eq!(mapped(nobody.clone())["firstName"], "");
    assert_eq!(mapped(with(nobody, json!({"company_name": "Acme"})))["firstName"], "Acme");
    assert_eq!(mapped(json!({"given_name": "x".repeat(300)}))["firstName"].as_str().unwrap().len(), 200);
    assert_eq!(mapped(json!({"email_address": format!("{}@x.example", "a".repeat(300))})).get("email"), None);
}

/// Trap 20.
#[test]
fn merged_profiles_are_one_guest() {
    let merge: saffron_pos::square::model::Merge =
        serde_json::from_value(json!({"from_customer_ids": ["C1", "C2", "C3"], "to_customer_id": "C3"}))
            .unwrap();
    let at = "2026-07-18T16:00:00Z".parse().unwrap();
    let merges = merged_guests(&place(), &merge, at);
    let ended: Vec<_> = merges
        .into_iter()
        .map(|event| match through(&place(), &event.unwrap()).body {
            FactBody::MergedCustomer(merge) => (merge.id.to_string(), merge.merged_into.to_string()),
            other => panic!("{other:?}"),
        })
        .collect();
    assert_eq!(ended, [("C1".to_owned(), "C3".to_owned()), ("C2".to_owned(), "C3".to_owned())]);
    // Without the id that stays nobody is merged.
    let lost: saffron_pos::square::model::Merge =
        serde_json::from_value(json!({"from_customer_ids": ["C1"]})).unwrap();
    assert!(merged_guests(&place(), &lost, at)[0].is_err());
}
