//! Campaigns through the gateway: the notification calls, their envelope, the pages behind an email's links, and what
//! the SMS provider tells.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use hmac::{Hmac, KeyInit as _, Mac as _};
use reqwest::{Method, RequestBuilder};
use saffron_sandbox::mail::Mail;
use saffron_testkit::{eventually, with};
use serde_json::{Value, json};
use sha1::Sha1;
use sqlx::{Connection as _, PgConnection};

use crate::world::{ORIGIN, Person, SMS_TOKEN, World, world};

const BASIC_EMAIL: &str = "simple-email/online-kitchen-single-location";
const PROMOTION_EMAIL: &str = "promotion/online-kitchen-single-promotion";
const CODE_EMAIL: &str = "promotion/online-kitchen-promotion-code-single-location";
const BASIC_TEXT: &str = "simple-text/online-kitchen-single";
const PROMOTION_TEXT: &str = "promotion-text/online-kitchen-single";
const CODE_TEXT: &str = "promotion-text/online-kitchen-promotion-code-single";
const SIX: [&str; 6] = [BASIC_EMAIL, PROMOTION_EMAIL, CODE_EMAIL, BASIC_TEXT, PROMOTION_TEXT, CODE_TEXT];

fn guest(id: &str, first: &str, email: &str, phone: &str) -> Value {
    json!({"specversion": "1.0", "id": format!("e-{id}-1"), "source": "till", "type": "customer.upserted",
           "data": {"posID": "p1", "posCustomerID": id, "revision": 1, "firstName": first, "lastName": "Lopez",
                    "email": email, "cellPhoneNumber": phone, "emailConsent": true, "smsConsent": true}})
}

/// Someone with one location whose two guests may be written to.
async fn house(world: &World) -> Person {
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let facts = json!([
        guest("g1", "Rosa", "rosa@example.com", "(212) 555-0101"),
        guest("g2", "<b>Hugo</b>", "hugo@example.com", "212-555-0102"),
    ]);
    assert_eq!(world.ingest(&key, &facts).await.status, 202);
    let listed =
        |channel: &str| json!({"sessionID": ana.session_id, "posID": "p1", "channel": channel, "limit": 5});
    for channel in ["email", "text"] {
        let may = |body: &Value| {
            let list = body["recipientList"].as_array().unwrap();
            list.len() == 2 && list.iter().all(|one| one["exclusion"].is_null() && one["address"].is_string())
        };
        world.expect("get-marketing-recipients", &listed(channel), may).await;
    }
    // The location itself is known once a preview knows its name.
    eventually("the location", || async {
        let asked = json!({"sessionID": ana.session_id, "posID": "p1", "channel": "email", "kind": "basic",
            "emails": [], "subject": "s", "body": "b", "businessName": "Restaurant p1", "website": ""});
        (world.call("get-campaign-preview", asked).await.status == 200).then_some(())
    })
    .await;
    ana
}

fn email(fields: Value) -> Value {
    with(
        json!({"posID": "p1", "emails": ["rosa@example.com", "hugo@example.com"], "subject": "Soup for two",
        "body": "Come and see.", "businessName": "Restaurant p1", "website": ""}),
        fields,
    )
}

fn text(fields: Value) -> Value {
    with(
        json!({"posID": "p1", "body": "Soup today.", "recipients": [
        {"phone": 2125550101_i64, "firstName": "Rosa"}, {"phone": 2125550102_i64, "firstName": "Hugo"}]}),
        fields,
    )
}

async fn answered(request: RequestBuilder) -> (u16, Value) {
    let answer = request.send().await.unwrap();
    let status = answer.status().as_u16();
    let text = answer.text().await.unwrap();
    let body: Value = serde_json::from_str(&text).unwrap_or_else(|e| panic!("{status}: {e}: {text}"));
    assert_eq!(body["statuscode"], status, "{body}");
    (status, body)
}

/// A notification call with the session as bearer.
async fn notify(world: &World, person: &Person, call: &str, body: &Value) -> (u16, Value) {
    let url = world.url(&format!("/notification/api/{call}"));
    answered(world.http.post(url).bearer_auth(&person.session_id).json(body)).await
}

/// The campaign that was stored.
async fn sent(world: &World, person: &Person, call: &str, body: &Value) -> String {
    let (status, answer) = notify(world, person, call, body).await;
    assert_eq!(status, 202, "{call}: {answer}");
    answer["campaignID"].as_str().unwrap().to_owned()
}

#[tokio::test(flavor = "multi_thread")]
async fn each_of_the_six_calls_stores_a_campaign() {
    let world = world().await;
    let ana = house(&world).await;
    let item = json!({"imageUrl": null, "name": "Soup", "originalPrice": 8, "price": 6});
    let mut ids = Vec::new();
    for (call, body, channel, kind) in [
        (BASIC_EMAIL, email(json!({})), "email", "basic"),
        (PROMOTION_EMAIL, email(json!({"items": [item]})), "email", "promotion"),
        (CODE_EMAIL, email(json!({"promoCode": "spring-26"})), "email", "promoCode"),
        (BASIC_TEXT, text(json!({})), "text", "basic"),
        (PROMOTION_TEXT, text(json!({})), "text", "promotion"),
        (CODE_TEXT, text(json!({"promoCode": "SUMMER"})), "text", "promoCode"),
    ] {
        let id = sent(&world, &ana, call, &body).await;
        let asked = json!({"sessionID": ana.session_id, "posID": "p1", "campaignID": id});
        let campaign = world.call("get-campaign", asked).await.ok();
        assert_eq!((&campaign["channel"], &campaign["kind"]), (&json!(channel), &json!(kind)), "{campaign}");
        assert_eq!(campaign["recipients"], 2);
        ids.push(id);
    }
    let list = json!({"sessionID": ana.session_id, "posID": "p1", "channel": "text", "limit": 2});
    let page = world.call("get-campaigns", list.clone()).await.ok();
    assert_eq!(page["campaignList"].as_array().unwrap().len(), 2);
    let rest = with(list, json!({"cursor": page["nextCursor"]}));
    let rest = world.call("get-campaigns", rest).await.ok();
    assert_eq!((rest["campaignList"].as_array().unwrap().len(), &rest["nextCursor"]), (1, &Value::Null));
    // The first came to its end: everyone once, and a name is no markup.
    let first = json!({"sessionID": ana.session_id, "posID": "p1", "campaignID": ids[0]});
    let done = |body: &Value| body["state"] == "finished" && body["sent"] == 2;
    world.expect("get-campaign", &first, done).await;
    let outcomes = with(first.clone(), json!({"outcome": "sent", "limit": 10}));
    let outcomes = world.call("get-campaign-outcomes", outcomes).await.ok();
    let rows = outcomes["outcomeList"].as_array().unwrap();
    assert!(rows.len() == 2 && rows.iter().all(|row| row["outcome"] == "sent" && row["exclusion"].is_null()));
    // Texts wait for a provider that is away: the campaign can be held and stopped.
    let texts = json!({"sessionID": ana.session_id, "posID": "p1", "campaignID": ids[3]});
    for (change, state) in [("pause", "paused"), ("resume", "sending"), ("stop", "stopped")] {
        let changed =
            world.call("update-campaign", with(texts.clone(), json!({"change": change}))).await.ok();
        assert_eq!(changed["state"], state);
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn a_repeated_key_is_the_same_campaign() {
    let world = world().await;
    let ana = house(&world).await;
    let once = email(json!({"idempotencyKey": "k1"}));
    let id = sent(&world, &ana, BASIC_EMAIL, &once).await;
    assert_eq!(sent(&world, &ana, BASIC_EMAIL, &once).await, id);
    assert_ne!(sent(&world, &ana, BASIC_EMAIL, &email(json!({"idempotencyKey": "k2"}))).await, id);
    let (status, other) =
        notify(&world, &ana, BASIC_EMAIL, &email(json!({"idempotencyKey": "k1", "body": "Other."}))).await;
    assert_eq!(status, 409, "{other}");
    // A code is one campaign.
    let code = email(json!({"promoCode": "SPRING", "idempotencyKey": "k3"}));
    let id = sent(&world, &ana, CODE_EMAIL, &code).await;
    assert_eq!(sent(&world, &ana, CODE_EMAIL, &code).await, id);
    let (status, taken) =
        notify(&world, &ana, CODE_TEXT, &text(json!({"promoCode": "spring", "idempotencyKey": "k4"}))).await;
    assert_eq!(status, 409, "{taken}");
}

#[tokio::test(flavor = "multi_thread")]
async fn promo_code_by_text_reaches_the_pos() {
    let world = world().await;
    let ana = world.person("ana@example.com").await;
    let key = world.linked(&ana, "p1").await;
    let facts = json!([guest("g1", "Rosa", "rosa@example.com", "(212) 555-0101")]);
    assert_eq!(world.ingest(&key, &facts).await.status, 202);
    let of = |fields: Value| with(json!({"sessionID": ana.session_id, "posID": "p1"}), fields);
    let known = |body: &Value| body["recipientList"][0]["exclusion"].is_null();
    world.expect("get-marketing-recipients", &of(json!({"channel": "text"})), known).await;
    let delivery = async |code: Value| {
        let body = world.call("get-promo-code-delivery", of(code)).await.ok();
        body["delivery"].as_str().unwrap().to_owned()
    };
    assert_eq!(delivery(json!({})).await, "manual");
    let draft = json!({"promoCode": "miss25", "discountPercentage": 25, "validUntil": "2099-08-31",
        "recipients": [{"phone": 2125550101_i64, "firstName": "Rosa"}],
        "items": [{"imageUrl": null, "name": "Soup", "originalPrice": 8, "price": 8}], "posItemIDs": ["soup"]});
    eventually("the location", || async {
        let (status, _) = notify(&world, &ana, CODE_TEXT, &text(draft.clone())).await;
        (status == 202).then_some(())
    })
    .await;
    let bearer = format!("Bearer {key}");
    let read = async |after: i64| {
        let path = format!("/ingest/v1/changes?after={after}");
        world.send(Method::GET, &path, &[("authorization", &bearer)], "").await.ok()
    };
    let changes = read(0).await;
    let code = &changes["promoCodeList"][0];
    assert_eq!((&code["promoCode"], &code["discountPercentage"]), (&json!("MISS25"), &json!(25)));
    assert_eq!((&code["posItemIDs"], &code["validUntil"]), (&json!(["soup"]), &json!("2099-08-31")));
    assert_eq!((&changes["changeList"], &changes["more"]), (&json!([]), &json!(false)));
    assert_eq!(delivery(json!({"promoCode": "MISS25"})).await, "waiting");
    read(changes["after"].as_i64().unwrap()).await;
    assert_eq!(delivery(json!({"promoCode": "MISS25"})).await, "delivered");
    let list = world.call("get-campaigns", of(json!({"limit": 1}))).await.ok();
    let campaign = &list["campaignList"][0];
    assert_eq!(
        (&campaign["validUntil"], &campaign["discountPercentage"]),
        (&json!("2099-08-31"), &json!(25))
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn test_goes_to_the_own_address() {
    let world = world().await;
    let ana = house(&world).await;
    let draft = json!({"sessionID": ana.session_id, "posID": "p1", "channel": "email", "kind": "basic",
        "subject": "Soup", "body": "Come and see.", "businessName": "Restaurant p1", "website": "",
        "to": "hugo@example.com"});
    let sent = world.call("send-campaign-test", draft).await.ok();
    assert_eq!(sent["sentTo"], "a\u{2026}@example.com");
    assert_eq!(world.post.mails_to("hugo@example.com").len(), 0);
    let mails = world.post.mails_to("ana@example.com");
    assert!(mails.iter().any(|mail| mail.subject() == "Test: Soup"), "{mails:?}");
}

#[tokio::test(flavor = "multi_thread")]
async fn an_error_names_its_field_in_the_call_s_envelope() {
    let world = world().await;
    let ana = house(&world).await;
    let many: Vec<String> = (0..25_001).map(|n| format!("guest{n}@example.com")).collect();
    let long = json!([{"phone": 2125550101_i64}, {"phone": "2".repeat(40)}]);
    for (call, body, field) in [
        (BASIC_EMAIL, email(json!({"body": null})), "body"),
        (BASIC_EMAIL, email(json!({"body": "x".repeat(151)})), "body"),
        (BASIC_EMAIL, email(json!({"subject": "Soup\r\nBcc: all@example.com"})), "subject"),
        (BASIC_EMAIL, email(json!({"businessName": "Restaurant p1\r\nX: y"})), "businessName"),
        (BASIC_EMAIL, email(json!({"businessName": "Another house"})), "businessName"),
        (BASIC_EMAIL, email(json!({"website": "https://another.example"})), "website"),
        (BASIC_EMAIL, email(json!({"emails": many})), "emails"),
        (BASIC_EMAIL, email(json!({"emails": ["rosa@example.com", "who@example.com"]})), "emails[1]"),
        (BASIC_EMAIL, email(json!({"emails": ["rosa@example.com, hugo@example.com"]})), "emails[0]"),
        (CODE_EMAIL, email(json!({"promoCode": "A B"})), "promoCode"),
        (CODE_EMAIL, email(json!({})), "promoCode"),
        (
            PROMOTION_EMAIL,
            email(json!({"items": [{"name": "Soup", "originalPrice": "x", "price": 1}]})),
            "items[0].originalPrice",
        ),
        (BASIC_TEXT, text(json!({"recipients": long})), "recipients[1].phone"),
        (BASIC_TEXT, text(json!({"recipients": [{"phone": true}]})), "recipients[0].phone"),
        (BASIC_TEXT, text(json!({"recipients": [{"phone": 2125550199_i64}]})), "recipients[0].phone"),
        (BASIC_TEXT, text(json!({"idempotencyKey": "k".repeat(201)})), "idempotencyKey"),
    ] {
        let (status, refused) = notify(&world, &ana, call, &body).await;
        assert_eq!((status, refused["field"].as_str()), (400, Some(field)), "{refused}");
    }
    let stranger = world.person("bo@example.com").await;
    let (status, refused) = notify(&world, &stranger, BASIC_EMAIL, &email(json!({}))).await;
    assert_eq!((status, refused["field"].as_str()), (403, Some("posID")));
    let stranger = Person { session_id: "none".into(), cookies: None };
    for call in SIX {
        assert_eq!(notify(&world, &stranger, call, &email(text(json!({})))).await.0, 401, "{call}");
        let url = world.url(&format!("/notification/api/{call}"));
        assert_eq!(answered(world.http.request(Method::GET, &url)).await.0, 405);
        assert_eq!(answered(world.http.post(&url).body("{}")).await.0, 415);
    }
    assert_eq!(answered(world.http.post(world.url("/notification/api/none")).body("{}")).await.0, 404);
    let url = world.url(&format!("/notification/api/{BASIC_EMAIL}"));
    let large = json!({"body": "x".repeat(9 << 20)});
    assert_eq!(answered(world.http.post(&url).bearer_auth(&ana.session_id).json(&large)).await.0, 413);
    // The cookie alone sends nothing.
    let web = world.login_web("ana@example.com").await;
    let (cookie, xsrf) = web.cookies.clone().unwrap();
    let call = || world.http.post(&url).header("cookie", &cookie).json(&email(json!({})));
    assert_eq!(answered(call()).await.0, 403);
    assert_eq!(answered(call().header("x-xsrf-token", xsrf)).await.0, 202);
}

/// The path of the link that a mail names for unsubscribing.
fn link(mail: &Mail) -> String {
    let header = mail.header("list-unsubscribe").unwrap();
    let url = header.split_once('<').unwrap().1.split_once('>').unwrap().0;
    url.strip_prefix(ORIGIN).unwrap().to_owned()
}

async fn page(request: RequestBuilder) -> (u16, String) {
    let answer = request.send().await.unwrap();
    assert!(answer.headers()["content-type"].to_str().unwrap().starts_with("text/html"));
    (answer.status().as_u16(), answer.text().await.unwrap())
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guest_unsubscribes_and_returns_by_the_link() {
    let world = world().await;
    let ana = house(&world).await;
    sent(&world, &ana, BASIC_EMAIL, &email(json!({"emails": ["rosa@example.com"]}))).await;
    let mail = world.post.mailed("rosa@example.com", 1).await;
    assert_eq!(mail.header("list-unsubscribe-post").as_deref(), Some("List-Unsubscribe=One-Click"));
    let path = link(&mail);
    let url = world.url(&path);
    let exclusion = || async {
        let asked = json!({"sessionID": ana.session_id, "posID": "p1", "channel": "email", "search": "rosa"});
        world.call("get-marketing-recipients", asked).await.ok()["recipientList"][0]["exclusion"].clone()
    };
    // Looking changes nothing.
    let (status, shown) = page(world.http.get(&url)).await;
    assert!(status == 200 && shown.contains("Restaurant p1") && shown.contains("Unsubscribe"), "{shown}");
    assert!(!shown.contains("rosa@example.com") && !shown.contains("<script"), "{shown}");
    assert_eq!(exclusion().await, Value::Null);
    // One click of a mail program (RFC 8058).
    let click = world.http.post(&url).header("content-type", "application/x-www-form-urlencoded");
    assert_eq!(page(click.body("List-Unsubscribe=One-Click")).await.0, 200);
    assert_eq!(exclusion().await, "optedOut");
    assert!(page(world.http.get(&url)).await.1.contains("unsubscribed"));
    // What an owner says does not outrank it; the person's own word does.
    let noted = json!({"sessionID": ana.session_id, "posID": "p1", "posCustomerID": "g1", "channel": "email",
        "granted": true});
    assert_eq!(world.call("update-customer-consent", noted).await.ok()["exclusion"], "optedOut");
    world.clock.set("2026-07-18T16:01:00Z".parse().unwrap());
    assert_eq!(page(world.http.post(format!("{url}/again"))).await.0, 200);
    assert_eq!(exclusion().await, Value::Null);
    let ledger = json!({"sessionID": ana.session_id, "posID": "p1", "posCustomerID": "g1", "limit": 10});
    let ledger = world.call("get-customer-consents", ledger).await.ok();
    let acts: Vec<&str> = ledger["consentList"]
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["act"].as_str().unwrap())
        .collect();
    assert!(
        acts.contains(&"unsubscribe") && acts.contains(&"resubscribe") && acts.contains(&"owner"),
        "{acts:?}"
    );
    for bad in ["/u/x".to_owned(), format!("{path}x"), format!("/u/{}", "a".repeat(5_000))] {
        let (status, shown) = page(world.http.get(world.url(&bad))).await;
        assert!(status == 404 && shown.contains("link"), "{bad}: {shown}");
    }
}

/// As the provider signs a form for an address.
pub fn signature(url: &str, form: &[(&str, &str)]) -> String {
    let mut mac = Hmac::<Sha1>::new_from_slice(SMS_TOKEN.as_bytes()).unwrap();
    mac.update(url.as_bytes());
    let mut sorted = form.to_vec();
    sorted.sort();
    sorted.iter().for_each(|(name, value)| {
        mac.update(name.as_bytes());
        mac.update(value.as_bytes());
    });
    STANDARD.encode(mac.finalize().into_bytes())
}

/// A text of the location was sent to the first guest: the SMS provider of this world is away.
async fn texted(world: &World) {
    for url in &world.databases {
        let mut database = PgConnection::connect(url).await.unwrap();
        let known: Option<String> = sqlx::query_scalar("SELECT to_regclass('recipient')::text")
            .fetch_one(&mut database)
            .await
            .unwrap();
        if known.is_some() {
            let made = sqlx::query(
                "INSERT INTO recipient (campaign_id, number, pos_id, pos_customer_id, address_hash, first_name,
                   last_name, outcome, due_at, settled_at)
                 SELECT gen_random_uuid(), 0, pos_id, pos_customer_id, phone_hash, '', '', 'sent',
                   '2026-07-18 15:00+00', '2026-07-18 15:00+00'
                 FROM contact WHERE pos_customer_id = 'g1'",
            )
            .execute(&mut database)
            .await
            .unwrap();
            assert_eq!(made.rows_affected(), 1);
        }
    }
}

#[tokio::test(flavor = "multi_thread")]
async fn an_answer_says_whether_a_reward_s_message_goes() {
    let world = world().await;
    let ana = house(&world).await;
    let send = async |id: &str, message: &str| {
        let asked = json!({"sessionID": ana.session_id, "posID": "p1", "posCustomerID": id, "rewardPoint": 5,
            "rewardMessage": message});
        let given = world.call("send-reward-point", asked).await.ok();
        assert_eq!(given["reward"]["rewardPoint"], 5, "{given}");
        [given["notified"].clone(), given["exclusion"].clone()]
    };
    assert_eq!(send("g1", "Thank you!").await, [json!(true), Value::Null]);
    for channel in ["email", "text"] {
        let noted = json!({"sessionID": ana.session_id, "posID": "p1", "posCustomerID": "g1", "channel": channel,
            "granted": false});
        world.call("update-customer-consent", noted).await.ok();
    }
    assert_eq!(send("g1", "Thank you!").await, [json!(false), json!("noConsent")]);
    assert_eq!(send("g1", "").await, [json!(false), json!("noConsent")]);
    assert_eq!(send("g2", "").await, [json!(true), Value::Null]);
}

#[tokio::test(flavor = "multi_thread")]
async fn a_guests_text_reaches_the_inbox_and_is_opened_from_it() {
    let world = world().await;
    let ana = house(&world).await;
    texted(&world).await;
    let path = "/notification/webhooks/sms/inbound";
    let form = [("From", "+12125550101"), ("To", "+15005550006"), ("MessageSid", "SM1"), ("Body", "See you")];
    let encoded: Vec<String> = form
        .iter()
        .map(|(name, value)| format!("{name}={}", value.replace('+', "%2B").replace(' ', "+")))
        .collect();
    let request = world.http.post(world.url(path)).body(encoded.join("&"));
    let request = request.header("content-type", "application/x-www-form-urlencoded");
    let signed = signature(&format!("{ORIGIN}{path}"), &form);
    let answer = request.header("x-twilio-signature", signed).send().await.unwrap();
    assert!(answer.text().await.unwrap().contains("<Response></Response>"));
    let inbox = json!({"sessionID": ana.session_id, "posID": "p1", "list": "messages"});
    let is_there = |body: &Value| body["communicationList"][0]["kind"] == "guestText";
    world.expect("get-communications", &inbox, is_there).await;
    let inbox = world.call("get-communications", inbox).await.ok();
    let shown = &inbox["communicationList"][0];
    assert_eq!(shown["notification"], "A guest replied to your text");
    assert!(!shown.to_string().contains("See you") && !shown.to_string().contains("2125550101"), "{shown}");
    let asked =
        json!({"sessionID": ana.session_id, "posID": "p1", "textID": shown["target"]["id"], "limit": 1});
    let texts = world.call("get-guest-texts", asked).await.ok();
    let text = &texts["textList"][0];
    assert_eq!(
        [&text["body"], &text["firstName"], &text["phone"], &text["attachments"]],
        [&json!("See you"), &json!("Rosa"), &json!("2125550101"), &json!(0)]
    );
    let bo = world.person("bo@example.com").await;
    let foreign = json!({"sessionID": bo.session_id, "posID": "p1"});
    assert_eq!(world.call("get-guest-texts", foreign).await.status, 403);
}

#[tokio::test(flavor = "multi_thread")]
async fn an_inbound_text_counts_if_the_provider_signed_it() {
    let world = world().await;
    let ana = house(&world).await;
    texted(&world).await;
    let path = "/notification/webhooks/sms/inbound";
    let say = |body: &'static str, signed_for: String| {
        let form = [("From", "+12125550101"), ("To", "+15005550006"), ("MessageSid", body), ("Body", body)];
        let encoded: Vec<String> =
            form.iter().map(|(name, value)| format!("{name}={}", value.replace('+', "%2B"))).collect();
        let request = world.http.post(world.url(path)).body(encoded.join("&"));
        let request = request.header("content-type", "application/x-www-form-urlencoded");
        request.header("x-twilio-signature", signature(&signed_for, &form)).send()
    };
    let exclusion = || async {
        let asked = json!({"sessionID": ana.session_id, "posID": "p1", "channel": "text", "search": "rosa"});
        world.call("get-marketing-recipients", asked).await.ok()["recipientList"][0]["exclusion"].clone()
    };
    let ours = || format!("{ORIGIN}{path}");
    let forged = say("STOP", "https://evil.example/".into()).await.unwrap();
    assert!(forged.status().is_client_error(), "{forged:?}");
    assert_eq!(exclusion().await, Value::Null);
    assert_eq!(say("STOP", ours()).await.unwrap().status().as_u16(), 200);
    assert_eq!(exclusion().await, "optedOut");
    let help = say("HELP", ours()).await.unwrap();
    assert!(help.headers()["content-type"].to_str().unwrap().starts_with("text/xml"));
    let help = help.text().await.unwrap();
    assert!(help.contains("<Response><Message>") && help.contains("STOP"), "{help}");
    // The later consent stands; the clock of this test moves only by hand.
    world.clock.set("2026-07-18T16:01:00Z".parse().unwrap());
    assert_eq!(say("START", ours()).await.unwrap().status().as_u16(), 200);
    assert_eq!(exclusion().await, Value::Null);
    let unsigned = world.http.post(world.url("/notification/webhooks/sms/status")).body("MessageSid=SM1");
    let unsigned = unsigned.header("content-type", "application/x-www-form-urlencoded").send().await.unwrap();
    assert!(unsigned.status().is_client_error());
    assert_eq!(
        world.http.post(world.url(path)).json(&json!({})).send().await.unwrap().status().as_u16(),
        415
    );
}
