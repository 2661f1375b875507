//! STOP and START to the one number of all locations: STOP counts everywhere, START at the location of the last text.

use jiff::SignedDuration;
use saffron_proto::marketing::{Draft, Exclusion, NoteConsentRequest, PreviewCampaignRequest};
use saffron_sandbox::sms;
use serde_json::{Value, json};

use crate::world::{NOON, POS, TOKEN, World, guest, phone, text_to, with};

const OTHER: &str = "other";

fn number() -> String {
    format!("+1{}", phone(0))
}

impl World {
    /// Why a text of a location would not go to the guest; none: it would.
    async fn exclusion_at(&self, pos_id: &str) -> Option<Exclusion> {
        let draft = Draft { pos_id: pos_id.into(), ..text_to([0]) };
        let asked = PreviewCampaignRequest { draft: Some(draft) };
        let shown = self.client().preview_campaign(self.request(&[pos_id], asked)).await.unwrap();
        shown.into_inner().excluded.first().map(|count| count.exclusion())
    }

    async fn text_from(&self, pos_id: &str, body: &str) {
        let draft = Draft { pos_id: pos_id.into(), body: body.into(), ..text_to([0]) };
        let asked = saffron_proto::marketing::SendCampaignRequest {
            draft: Some(draft),
            campaign_id: uuid::Uuid::now_v7().to_string(),
            idempotency_key: String::new(),
        };
        self.client().send_campaign(self.request(&[pos_id], asked)).await.unwrap();
        let texts = || self.sms.with_guest(&number());
        saffron_testkit::eventually("the text to arrive", || async {
            texts().iter().any(|text| text.body.contains(body)).then_some(())
        })
        .await;
        saffron_testkit::eventually("the text to be noted", || async {
            let open = "recipient WHERE outcome IN ('waiting', 'sending')";
            (self.count(open).await == 0).then_some(())
        })
        .await;
    }

    async fn note_at(&self, pos_id: &str, granted: bool) -> Option<Exclusion> {
        let asked = NoteConsentRequest {
            pos_id: pos_id.into(),
            pos_customer_id: "g0".into(),
            channel: saffron_proto::marketing::Channel::Text.into(),
            granted,
        };
        let now = self.client().note_consent(self.request(&[pos_id], asked)).await.unwrap();
        let now = now.into_inner().exclusion();
        (now != Exclusion::Unspecified).then_some(now)
    }

    async fn says(&self, text: &str) -> String {
        self.pass(SignedDuration::from_hours(1));
        self.sms.say(&number(), text).await.unwrap().concat()
    }
}

/// A guest at two locations, with consent to texts of the first; the other sends these fields.
async fn guest_of_two(other: Value) -> World {
    let world = World::at(NOON).await;
    world.guests(1).await;
    world.describe(OTHER, "Other Place", "").await;
    let there = with(with(guest(0, true), json!({"posID": OTHER})), other);
    world.facts(OTHER, "customer.upserted", &[there]).await;
    world
}

#[tokio::test]
async fn a_start_is_consent_at_the_last_texting_location() {
    let world = guest_of_two(json!({"smsConsent": false})).await;
    world.text_from(POS, "First.").await;
    world.says("YES").await;
    assert_eq!(world.exclusion_at(POS).await, None);
    assert_eq!(world.exclusion_at(OTHER).await, Some(Exclusion::NoConsent), "it never had consent");
}

#[tokio::test]
async fn a_stop_stands_elsewhere_after_a_start() {
    let world = guest_of_two(json!({"smsConsent": true})).await;
    world.text_from(POS, "First.").await;
    let answer = world.says("STOP").await;
    assert!(answer.contains("no more texts"), "{answer}");
    for pos_id in [POS, OTHER] {
        assert_eq!(world.exclusion_at(pos_id).await, Some(Exclusion::OptedOut), "{pos_id}");
    }
    // No consent of a POS or an owner lifts it.
    let again = json!({"posID": OTHER, "revision": 2, "smsConsent": false});
    world.facts(OTHER, "customer.upserted", &[with(guest(0, true), again)]).await;
    world.pass(SignedDuration::from_hours(1));
    let again = json!({"posID": OTHER, "revision": 3});
    world.facts(OTHER, "customer.upserted", &[with(guest(0, true), again)]).await;
    assert_eq!(world.note_at(POS, true).await, Some(Exclusion::OptedOut));
    assert_eq!(world.exclusion_at(OTHER).await, Some(Exclusion::OptedOut));
    let answer = world.says("START").await;
    assert!(answer.contains("Ana's Grill"), "{answer}");
    assert_eq!(world.exclusion_at(POS).await, None);
    // The other POS granted it after the STOP, and the person has opted in again at another location.
    assert_eq!(world.exclusion_at(OTHER).await, None);
}

#[tokio::test]
async fn a_stop_is_lifted_elsewhere_by_a_later_consent_alone() {
    let world = guest_of_two(json!({"smsConsent": true})).await;
    world.text_from(POS, "First.").await;
    world.says("STOP").await;
    world.says("Start").await;
    assert_eq!(world.exclusion_at(POS).await, None);
    assert_eq!(world.exclusion_at(OTHER).await, Some(Exclusion::OptedOut));
    // A repeated consent of the POS is not dated later.
    world.pass(SignedDuration::from_hours(1));
    let again = json!({"posID": OTHER, "revision": 2, "smsConsent": true});
    world.facts(OTHER, "customer.upserted", &[with(guest(0, true), again)]).await;
    assert_eq!(world.exclusion_at(OTHER).await, Some(Exclusion::OptedOut));
    assert_eq!(world.note_at(OTHER, true).await, None);
    assert_eq!(world.exclusion_at(OTHER).await, None);
    world.text_from(OTHER, "Second.").await;
    // A new STOP counts everywhere again.
    world.says("STOP").await;
    for pos_id in [POS, OTHER] {
        assert_eq!(world.exclusion_at(pos_id).await, Some(Exclusion::OptedOut), "{pos_id}");
    }
}

#[tokio::test]
async fn a_start_without_a_recent_text_changes_nothing() {
    let world = guest_of_two(json!({"smsConsent": false})).await;
    let answer = world.says("START").await;
    assert!(answer.contains("nothing has changed"), "{answer}");
    assert_eq!(world.exclusion_at(OTHER).await, Some(Exclusion::NoConsent));
    world.text_from(POS, "First.").await;
    world.says("STOP").await;
    world.pass(SignedDuration::from_hours(30 * 24));
    let answer = world.says("START").await;
    assert!(answer.contains("nothing has changed"), "{answer}");
    assert_eq!(world.exclusion_at(POS).await, Some(Exclusion::OptedOut));
}

#[tokio::test]
async fn a_change_is_confirmed_once() {
    let world = guest_of_two(json!({})).await;
    world.text_from(POS, "First.").await;
    assert!(!world.says("STOP").await.is_empty());
    for again in ["STOP", "stop.", "Stop. Thank you", "unsubscribe"] {
        assert_eq!(world.says(again).await, "", "{again}");
    }
    assert!(!world.says("START").await.is_empty());
    assert_eq!(world.says("START").await, "");
    // The provider has answered already where it sends the keyword.
    let answered = world.take(&[("Body", "ALTO"), ("OptOutType", "STOP")]).await;
    assert_eq!(answered, "");
    assert_eq!(world.exclusion_at(POS).await, Some(Exclusion::OptedOut));
}

#[tokio::test]
async fn a_plain_phrase_opts_out() {
    let world = guest_of_two(json!({})).await;
    world.text_from(POS, "First.").await;
    for wish in
        ["REVOKE", "opt out", "OPTOUT", "Stop. Thank you", "please unsubscribe me", "ALTO", "退订", "Arrêt"]
    {
        world.says(wish).await;
        assert_eq!(world.exclusion_at(POS).await, Some(Exclusion::OptedOut), "{wish}");
        world.says("START").await;
        assert_eq!(world.exclusion_at(POS).await, None, "{wish}");
    }
    world.says("Can we stop by at 7?").await;
    assert_eq!(world.exclusion_at(POS).await, None);
}

impl World {
    /// Posts a text of the guest as the provider does; gives the answer.
    pub async fn take(&self, fields: &[(&str, &str)]) -> String {
        self.take_from(&number(), fields).await
    }

    pub async fn take_from(&self, from: &str, fields: &[(&str, &str)]) -> String {
        let url = format!("{}/notification/webhooks/sms/inbound", self.public_url);
        let fields: Vec<(String, String)> = [("From", from)]
            .into_iter()
            .chain(fields.iter().copied())
            .map(|(name, value)| (name.to_owned(), value.to_owned()))
            .collect();
        let signature = sms::signature(&saffron_core::Secret::new(TOKEN), &url, &fields);
        let body = form_urlencoded::Serializer::new(String::new()).extend_pairs(&fields).finish();
        let webhook = saffron_proto::marketing::SmsWebhook { body: body.into_bytes(), signature, url };
        let asked = saffron_proto::marketing::TakeTextRequest { webhook: Some(webhook) };
        self.public().take_text(self.as_gateway(asked)).await.unwrap().into_inner().reply
    }
}
