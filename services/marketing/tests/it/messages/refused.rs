//! Campaigns that are refused, and the field that is named.

use saffron_core::Code;
use saffron_proto::marketing::{
    CampaignKind, ChangeCampaignRequest, Channel, Draft, GetCampaignRequest, ListRecipientsRequest,
    NoteConsentRequest, TextRecipient,
};
use uuid::Uuid;

use crate::world::{POS, World, email, field, guest, item, mail_to, phone, refusal, text_to, with};

#[tokio::test]
async fn a_refused_campaign_names_the_field_and_stores_nothing() {
    let world = World::new().await;
    world.guests(3).await;
    world.describe("other", "Other Place", "").await;
    let stranger = with(guest(9, true), serde_json::json!({"posID": "other", "posCustomerID": "x9"}));
    world.facts("other", "customer.upserted", &[stranger]).await;
    let emails = |emails: Vec<String>| Draft { emails, ..mail_to([]) };
    let phones = |phones: Vec<String>| Draft {
        recipients: phones
            .into_iter()
            .map(|phone| TextRecipient { phone, first_name: String::new() })
            .collect(),
        ..text_to([])
    };
    let cases = [
        (Draft { subject: "Hi\r\nBcc: all@example.com".into(), ..mail_to([0]) }, "subject"),
        (
            Draft { business_name: "Ana's Grill\r\nBcc: all@example.com".into(), ..mail_to([0]) },
            "businessName",
        ),
        (Draft { business_name: "Other Place".into(), ..mail_to([0]) }, "businessName"),
        (Draft { business_name: String::new(), ..mail_to([0]) }, "businessName"),
        (Draft { website: "evil.example".into(), ..mail_to([0]) }, "website"),
        (Draft { business_name: "Other Place".into(), ..text_to([0]) }, "businessName"),
        (emails(vec![email(0), format!("{}, {}", email(1), email(2))]), "emails[1]"),
        (emails(vec![email(0), email(1), email(2), email(9)]), "emails[3]"),
        (emails(vec![email(0); 25_001]), "emails"),
        (emails(Vec::new()), "emails"),
        (phones(vec![phone(0), "2".repeat(40)]), "recipients[1].phone"),
        (phones(vec![phone(0), phone(1), phone(9)]), "recipients[2].phone"),
        (phones(vec![phone(0); 25_001]), "recipients"),
        (Draft { body: "x".repeat(151), ..mail_to([0]) }, "body"),
        (Draft { kind: CampaignKind::Promotion.into(), ..mail_to([0]) }, "items"),
        (
            Draft {
                kind: CampaignKind::Promotion.into(),
                items: vec![item("Taco", 800, 500)],
                discount_percentage: Some(50),
                ..mail_to([0])
            },
            "discountPercentage",
        ),
        (
            Draft { kind: CampaignKind::PromoCode.into(), promo_code: "a b".into(), ..mail_to([0]) },
            "promoCode",
        ),
        (Draft { valid_until: "2030-01-31".into(), ..mail_to([0]) }, "validUntil"),
        (
            Draft {
                kind: CampaignKind::PromoCode.into(),
                promo_code: "TACO-10".into(),
                valid_until: "2020-01-31".into(),
                ..text_to([0])
            },
            "validUntil",
        ),
        (Draft { items: vec![item("Taco", 800, 500)], ..text_to([0]) }, "items"),
        (Draft { kind: 0, ..mail_to([0]) }, "kind"),
        (Draft { channel: 0, ..mail_to([0]) }, "channel"),
    ];
    for (draft, named) in cases {
        assert_eq!(field(world.send(draft).await), named);
    }
    assert_eq!(world.count("campaign").await, 0);
    assert_eq!(world.count("recipient").await, 0);
    assert_eq!((world.mail.taken(), world.sms.taken()), (0, 0));
}

#[tokio::test]
async fn a_caller_reaches_no_other_location() {
    let world = World::new().await;
    world.guests(1).await;
    let sent = world.send(mail_to([0])).await.unwrap();
    world.describe("other", "Other Place", "").await;
    let client = || world.client();
    let pos_id = || POS.to_owned();
    let id = sent.campaign_id.clone();
    let get = GetCampaignRequest { pos_id: pos_id(), campaign_id: id.clone() };
    let refused = refusal(client().get_campaign(world.request(&["other"], get)).await);
    assert_eq!(refused.code, Code::Forbidden);
    // Under the caller's own location it does not exist.
    let get = GetCampaignRequest { pos_id: "other".into(), campaign_id: id.clone() };
    let refused = refusal(client().get_campaign(world.request(&["other"], get)).await);
    assert_eq!(refused.code, Code::NotFound);
    let change = ChangeCampaignRequest { pos_id: "other".into(), campaign_id: id, change: 3 };
    let refused = refusal(client().change_campaign(world.request(&["other"], change)).await);
    assert_eq!(refused.code, Code::NotFound);
    let list =
        ListRecipientsRequest { pos_id: pos_id(), channel: Channel::Email.into(), ..Default::default() };
    let refused = client().list_recipients(world.request(&["other"], list)).await;
    assert_eq!(refusal(refused).code, Code::Forbidden);
    let note = NoteConsentRequest {
        pos_id: "other".into(),
        pos_customer_id: "g0".into(),
        channel: Channel::Email.into(),
        granted: true,
    };
    let refused = refusal(client().note_consent(world.request(&["other"], note)).await);
    assert_eq!(refused.field.as_deref(), Some("posCustomerID"));
    let draft = Draft { pos_id: String::new(), ..mail_to([0]) };
    let asked = saffron_proto::marketing::SendCampaignRequest {
        draft: Some(draft),
        campaign_id: Uuid::now_v7().to_string(),
        idempotency_key: String::new(),
    };
    let both = client().send_campaign(world.request(&[POS, "other"], asked)).await;
    assert_eq!(field(both), "posID");
}

#[tokio::test]
async fn a_repeated_request_is_the_same_campaign_another_a_conflict() {
    let world = World::new().await;
    world.guests(2).await;
    let (id, other) = (Uuid::now_v7(), Uuid::now_v7());
    let first = world.send_as(id, "key", mail_to([0])).await.unwrap();
    let again = world.send_as(other, "key", mail_to([0])).await.unwrap();
    assert_eq!(again.campaign_id, first.campaign_id);
    let again = world.send_as(id, "", mail_to([0])).await.unwrap();
    assert_eq!(again.campaign_id, first.campaign_id);
    let conflict = refusal(world.send_as(other, "key", mail_to([1])).await);
    assert_eq!((conflict.code, conflict.field.as_deref()), (Code::Conflict, Some("idempotencyKey")));
    let conflict = refusal(world.send_as(id, "", mail_to([1])).await);
    assert_eq!((conflict.code, conflict.field.as_deref()), (Code::Conflict, Some("idempotencyKey")));
    let code = |body: &str| Draft {
        kind: CampaignKind::PromoCode.into(),
        promo_code: "TACO".into(),
        body: body.into(),
        ..mail_to([0])
    };
    let of_code = Uuid::now_v7();
    let one = world.send_as(of_code, "", code("One.")).await.unwrap();
    assert_eq!(world.send_as(of_code, "", code("One.")).await.unwrap().campaign_id, one.campaign_id);
    let conflict = refusal(world.send_as(of_code, "", code("Two.")).await);
    assert_eq!((conflict.code, conflict.field.as_deref()), (Code::Conflict, Some("promoCode")));
    // Several at once are one campaign.
    let both = Uuid::now_v7();
    let (a, b) = tokio::join!(
        world.send_as(both, "", Draft { body: "At once.".into(), ..mail_to([1]) }),
        world.send_as(both, "", Draft { body: "At once.".into(), ..mail_to([1]) })
    );
    assert_eq!(a.unwrap().campaign_id, b.unwrap().campaign_id);
    for campaign in [first.campaign_id, one.campaign_id, both.to_string()] {
        world.finished(&campaign).await;
    }
    assert_eq!(world.mail.taken(), 3);
}
