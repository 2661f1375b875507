//! What an owner has: one at least of everything that a call shows or changes.

use std::collections::BTreeMap;
use std::io::Cursor;

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use image::{ImageFormat, Rgb, RgbImage};
use jiff::SignedDuration;
use reqwest::Method;
use saffron_sandbox::card::{self, Command, NewPayment, PaymentStatus};
use saffron_sandbox::{push, square};
use saffron_testkit::eventually;
use serde_json::{Value, json};

use super::estate::{Owner, square_token};
use crate::connections::at_square;
use crate::world::{ORIGIN, Person, World, check};

/// A picture of one pixel, in base64.
pub fn picture(red: u8) -> String {
    let mut png = Cursor::new(Vec::new());
    RgbImage::from_pixel(1, 1, Rgb([red, 0, 0])).write_to(&mut png, ImageFormat::Png).unwrap();
    STANDARD.encode(png.into_inner())
}

pub async fn furnish(world: &World, owner: &mut Owner, push: &push::Running) {
    let intents = owner.intents.clone();
    facts(world, owner, &intents).await;
    let mut things = BTreeMap::from([
        ("word", json!(owner.word)),
        ("guest", json!(owner.id("guest"))),
        ("guest2", json!(owner.id("guest2"))),
        ("item", json!(owner.id("item"))),
        ("check", json!(owner.id("check"))),
        ("name", json!(format!("{} Grill", owner.word))),
        ("website", json!(format!("https://{}", owner.domain))),
        ("address", json!(format!("g1@{}", owner.domain))),
        ("phone", json!(format!("{}1", owner.phone))),
        ("intent", json!(intents[0])),
        ("reserved", json!(intents[1])),
        ("reserved2", json!(intents[2])),
        ("mismatch", json!(format!("1.{}.0", owner.id("check3")))),
        ("open", json!(format!("0.{:.0}.", owner.price * 100.0))),
        ("resolved", json!(format!("1.{:.0}.", owner.price * 100.0))),
    ]);
    menu(world, owner, &mut things).await;
    letters(world, owner, &mut things).await;
    person(world, owner, push, &mut things).await;
    imports(world, owner, &mut things).await;
    connection(world, owner, &mut things).await;
    let paid_out = payouts(world, owner, &intents).await;
    things.insert("payout", json!(paid_out));
    let (_, code) = world.provision(&owner.id("second")).await;
    things.extend([("second", json!(owner.id("second"))), ("code", json!(code))]);
    let key = json!({"name": format!("{} till", owner.word)});
    let key = owner.call(world, "create-ingest-key", key).await;
    things.extend([("till_key", key["key"]["id"].clone()), ("till_secret", key["ingestKey"].clone())]);
    let third = world.login(owner.email).await;
    things.insert("third", own_handle(world, &third).await);
    things.insert("first", own_handle(world, &owner.person).await);
    let token = forgotten(world, owner).await;
    things.insert("token", json!(token));
    owner.things = things;
}

impl Owner {
    pub fn id(&self, what: &str) -> String {
        format!("{}-{what}", self.letter)
    }

    /// A call's body with the session and the location.
    fn own(&self, fields: Value) -> Value {
        let mut body = json!({"sessionID": self.person.session_id, "posID": self.pos_id});
        body.as_object_mut().unwrap().extend(fields.as_object().unwrap().clone());
        body
    }

    async fn call(&self, world: &World, call: &str, fields: Value) -> Value {
        world.call(call, self.own(fields)).await.ok()
    }

    async fn expect(&self, world: &World, call: &str, fields: Value, is_right: impl Fn(&Value) -> bool) {
        world.expect(call, &self.own(fields), is_right).await;
    }
}

/// One that is paid, and two that are reserved.
pub fn payments(pos_id: &str, price: f64, card: &card::Running) -> Vec<String> {
    let account = card::account_of(&pos_id.parse().unwrap());
    let pay = |status: PaymentStatus, count: usize| {
        let new = NewPayment {
            amount: (price * 100.0).round() as i64,
            status,
            created: None,
            failure_code: None,
            decline_code: None,
            check: None,
            count,
        };
        card.command(&account, Command::Pay(new)).unwrap()
    };
    let mut all = pay(PaymentStatus::Succeeded, 1);
    all.extend(pay(PaymentStatus::RequiresCapture, 2));
    all.retain(|id| id.starts_with("pi_"));
    assert_eq!(all.len(), 3, "{all:?}");
    all
}

/// What the till tells: a dish, guests, checks with all that a report splits by, and a shift.
async fn facts(world: &World, owner: &Owner, intents: &[String]) {
    let Owner { word, domain, phone, price, pos_id, .. } = owner;
    let event = |id: &str, kind: &str, mut data: Value| {
        data["posID"] = json!(pos_id);
        json!({"specversion": "1.0", "id": owner.id(id), "source": "till", "type": kind, "data": data})
    };
    let person = |id: &str| json!({"id": owner.id(id), "name": format!("{word} {id}")});
    let guest = |id: &str, n: u8| {
        json!({"posCustomerID": owner.id(id), "revision": 1, "firstName": word, "lastName": format!("{word} {id}"),
               "email": format!("g{n}@{domain}"), "cellPhoneNumber": format!("{phone}{n}"), "emailConsent": true,
               "smsConsent": true})
    };
    let check = |id: &str, voided: bool| {
        json!({"posCheckID": owner.id(id), "revision": 1, "closeTime": "2026-07-18T12:30:00", "covers": 2,
            "posCustomerID": owner.id("guest"), "table": format!("{word} table"), "employee": person("waiter"),
            "cashier": person("cashier"), "revenueCenter": format!("{word} bar"), "orderType": format!("{word} type"),
            "orderInputType": if voided { format!("{word} way") } else { "online".into() },
            "orderSource": format!("{word} source"), "voided": voided,
            "items": [{"posItemID": owner.id("item"), "name": format!("{word} stew"), "quantity": 1, "price": price,
                "majorCategory": format!("{word} major"), "minorCategory": format!("{word} minor"),
                "modifiers": [{"name": format!("{word} sauce")}]}],
            "discounts": [{"name": format!("{word} favor"), "amount": 0}],
            "serviceCharges": [{"name": format!("{word} charge"), "kind": "fee", "amount": 0}],
            "taxes": [{"name": format!("{word} tax"), "amount": 0}],
            "payments": if voided { json!([]) } else { json!([{"type": format!("{word} card"), "amount": price,
                "paymentIntentId": intents[0]}, {"type": format!("{word} gift"), "amount": 0, "giftCard": true}]) }})
    };
    let mut open = check("open", false);
    open["openTime"] = open["closeTime"].take();
    open.as_object_mut().unwrap().remove("closeTime");
    let mut last_week = check("check3", false);
    last_week["closeTime"] = json!("2026-07-09T12:30:00");
    // A mismatch: the provider does not know it.
    last_week["payments"][0]["paymentIntentId"] = json!(owner.id("lost"));
    let facts = json!([
        event(
            "e1",
            "item.upserted",
            json!({"posItemID": owner.id("item"), "revision": 1,
            "name": format!("{word} stew"), "price": price, "cost": 2.5, "majorCategory": format!("{word} major"),
            "stock": 30, "lowStock": 2})
        ),
        event("e2", "customer.upserted", guest("guest", 1)),
        event("e3", "customer.upserted", guest("guest2", 2)),
        event(
            "e4",
            "shift.closed",
            json!({"posShiftID": owner.id("shift"), "revision": 1, "rate": 20,
            "clockIn": "2026-07-18T09:00:00", "clockOut": "2026-07-18T11:00:00", "job": format!("{word} job"),
            "employee": person("cook")})
        ),
        event(
            "e8",
            "cash.counted",
            json!({"posDrawerID": owner.id("drawer"), "revision": 1, "counted": 1,
            "openedAt": "2026-07-18T09:00:00", "closedAt": "2026-07-18T11:00:00", "employee": person("cashier")})
        ),
        event(
            "e10",
            "payment.recorded",
            json!({"paymentID": owner.id("payment"), "processor": format!("{word} processor"), "revision": 1,
            "created": "2026-07-18T11:00:00", "status": "succeeded", "amount": 100})
        ),
    ]);
    owner.call(world, "update-reward-percent", json!({"rewardPercent": 5})).await;
    assert_eq!(world.ingest(&owner.ingest_key, &facts).await.status, 202);
    let some = |list: &'static str, n: usize| {
        move |body: &Value| body[list].as_array().is_some_and(|l| l.len() == n)
    };
    owner.expect(world, "get-customers-list", json!({}), some("customerList", 2)).await;
    owner.expect(world, "get-items-list", json!({}), some("itemList", 1)).await;
    let checks = json!([
        event("e5", "check.closed", check("check", false)),
        event("e6", "check.closed", last_week),
        event("e7", "check.closed", check("void", true)),
        event("e9", "check.opened", open),
    ]);
    assert_eq!(world.ingest(&owner.ingest_key, &checks).await.status, 202);
    // A void below the rule's threshold notifies no one.
    let notified = usize::from(owner.price > 50.0);
    owner.expect(world, "get-communications", json!({}), some("communicationList", notified)).await;
    world.expect_sales(&owner.person, owner.price).await;
    owner
        .expect(world, "get-customer-points", json!({"posCustomerID": owner.id("guest")}), |body| {
            body["pointsList"].as_array().is_some_and(|list| !list.is_empty())
        })
        .await;
    owner.expect(world, "get-onlineorder-currentweek-payout", json!({}), |week| week["orders"] == 1).await;
    let listed = json!({"channel": "email"});
    owner
        .expect(world, "get-marketing-recipients", listed, |body| {
            let list = body["recipientList"].as_array().unwrap();
            list.len() == 2 && list.iter().all(|one| one["exclusion"].is_null() && one["address"].is_string())
        })
        .await;
}

/// An edit, an offer with its code, a picture and a reward.
async fn menu(world: &World, owner: &Owner, things: &mut BTreeMap<&'static str, Value>) {
    let Owner { word, .. } = owner;
    let edit = json!({"posItemID": owner.id("item"), "displayName": format!("{word} of the day"), "offPercentage": 20,
        "validFrom": "2026-07-18T00:00:00", "validUntil": "2026-07-25T23:59:59"});
    owner.call(world, "update-positem", edit).await;
    let promotions = owner.call(world, "get-promotions", json!({})).await;
    things.insert("promotion", promotions["promotionList"][0]["promoCode"].clone());
    let image = owner.call(world, "upload-item-image", json!({"image": picture(owner.letter as u8)})).await;
    things.insert("image", image["imageUrl"].clone());
    let reward = json!({"posCustomerID": owner.id("guest"), "rewardPoint": 500, "rewardMessage": format!("{word} thanks")});
    owner.call(world, "send-reward-point", reward).await;
}

/// A campaign by email that was sent, one by text that waits, and the link of a mail.
async fn letters(world: &World, owner: &Owner, things: &mut BTreeMap<&'static str, Value>) {
    let Owner { word, domain, pos_id, .. } = owner;
    let send = async |call: &str, body: Value| {
        let url = world.url(&format!("/notification/api/{call}"));
        eventually("the campaign", || async {
            // Marketing hears of the location a little later than auth.
            let answer =
                world.http.post(&url).bearer_auth(&owner.person.session_id).json(&body).send().await.unwrap();
            let status = answer.status();
            let body: Value = answer.json().await.unwrap();
            (status == 202).then(|| body["campaignID"].clone())
        })
        .await
    };
    // The guest that a reward was sent to gets a mail of it, too.
    let mail = json!({"posID": pos_id, "emails": [format!("g2@{domain}")], "subject": format!("{word} subject"),
        "body": format!("{word} body"), "businessName": format!("{word} Grill"),
        "website": format!("https://{domain}")});
    let campaign = send("simple-email/online-kitchen-single-location", mail).await;
    let text = json!({"posID": pos_id, "body": format!("{word} text"), "recipients": [{"phone": format!("{}1", owner.phone)}]});
    things.insert("texts", send("simple-text/online-kitchen-single", text).await);
    owner
        .expect(world, "get-campaign", json!({"campaignID": campaign}), |body| {
            // The next mail of a location goes a moment after the last one, which may be that of the reward.
            if body["waiting"] == 1 {
                world.clock.set(world.clock.now() + SignedDuration::from_secs(1));
            }
            body["state"] == "finished" && body["sent"] == 1
        })
        .await;
    // The notification comes a moment after the campaign's own event.
    owner
        .expect(world, "get-communications", json!({}), |body| {
            let list = body["communicationList"].as_array();
            list.is_some_and(|list| list.iter().any(|one| one["target"]["id"] == campaign))
        })
        .await;
    things.insert("campaign", campaign);
    let mail = world.post.mailed(&format!("g2@{domain}"), 1).await;
    let header = mail.header("list-unsubscribe").unwrap();
    let url = header.split_once('<').unwrap().1.split_once('>').unwrap().0;
    things.insert("unsubscribe", json!(url.strip_prefix(ORIGIN).unwrap().strip_prefix("/u/").unwrap()));
}

/// An import that came in, one of whose days a till has two as well, one that can be started, and one whose file is not there yet.
async fn imports(world: &World, owner: &Owner, things: &mut BTreeMap<&'static str, Value>) {
    let csv = |days: &[u8]| {
        let header = "Date,Time,Category,Item,Qty,Gross Sales,Discounts,Net Sales,Tax,Transaction ID\n";
        let rows = days.iter().map(|day| {
            format!(
                "2026-06-{day:02},12:00:00,{word},{word} pie,1,$5.00,$0.00,$5.00,$0.00,{word}{day}\n",
                word = owner.word
            )
        });
        header.to_owned() + &rows.collect::<String>()
    };
    let new = |days: &[u8]| json!({"files": [{"name": format!("{} sales.csv", owner.word), "bytes": csv(days).len()}]});
    for (thing, days) in [("import", &[1_u8] as &[u8]), ("overlapped", &[10, 11]), ("ready", &[2])] {
        let import = owner.call(world, "create-import", new(days)).await;
        let id = import["importID"].clone();
        let part = json!({"importID": id, "file": 0, "part": 0, "data": STANDARD.encode(csv(days))});
        owner.call(world, "put-import-part", part).await;
        let named = json!({"importID": id});
        owner.expect(world, "get-import", named.clone(), |import| import["state"] == "ready").await;
        if thing != "ready" {
            owner.call(world, "start-import", named.clone()).await;
            owner.expect(world, "get-import", named, |import| import["state"] == "done").await;
        }
        things.insert(thing, id);
    }
    overlap(world, owner, &things["overlapped"]).await;
    // That their keys were used is written a little later.
    owner
        .expect(world, "get-ingest-keys", json!({}), |body| {
            body["ingestKeyList"]
                .as_array()
                .unwrap()
                .iter()
                .filter(|key| !key["lastUsedAt"].is_null())
                .count()
                >= 2
        })
        .await;
    let upload = owner.call(world, "create-import", new(&[3])).await;
    things.extend([("upload", upload["importID"].clone()), ("csv", json!(STANDARD.encode(csv(&[3]))))]);
}

/// A connection to Square, over days that a till has.
async fn connection(world: &World, owner: &Owner, things: &mut BTreeMap<&'static str, Value>) {
    let token = json!(square_token(owner.word));
    let begun = owner.call(world, "create-connection", json!({"pos": "square", "token": token})).await;
    let (id, location) = (&begun["connectionID"], &begun["offered"][0]["externalID"]);
    owner.call(world, "connect-location", json!({"connectionID": id, "externalID": location})).await;
    owner
        .expect(world, "get-connection", json!({"connectionID": id}), |connection| {
            let (days, asked) = (&connection["days"], connection["daysAsked"].as_i64().unwrap_or_default());
            *days == 4 && asked > 0 && connection["daysRead"].as_i64() == Some(4 - asked)
        })
        .await;
    // That its key was used is written a little later.
    owner
        .expect(world, "get-ingest-keys", json!({}), |body| {
            let mut keys = body["ingestKeyList"].as_array().unwrap().iter();
            keys.any(|key| key["kind"] == "connection" && !key["lastUsedAt"].is_null())
        })
        .await;
    let asked = owner.call(world, "begin-authorization", json!({"pos": "square"})).await;
    let merchant = square::Merchant::new(&format!("{} Kitchens", owner.word), Vec::new()).id;
    let mut back = at_square(&asked, &merchant, "allow").await;
    let mut part = |name: &str| json!(back.remove(name));
    things.extend([
        ("grant_state", part("state")),
        ("grant_code", part("code")),
        ("grant_key", asked["key"].clone()),
        ("connection", id.clone()),
        ("square_token", token),
        ("square_location", location.clone()),
    ]);
}

/// Checks of a till on the days of an import that is done, which then count twice.
async fn overlap(world: &World, owner: &Owner, import: &Value) {
    let checks: Vec<Value> = [10, 11]
        .iter()
        .map(|day| {
            let mut check = check(owner.pos_id, &owner.id(&format!("late{day}")), owner.price);
            check["data"]["closeTime"] = json!(format!("2026-06-{day}T18:00:00"));
            check
        })
        .collect();
    assert_eq!(world.ingest(&owner.ingest_key, &json!(checks)).await.status, 202);
    owner
        .expect(
            world,
            "get-daily-sales-labor",
            json!({"startDate": "2026-06-10", "endDate": "2026-06-11"}),
            |rows| rows.as_array().unwrap().iter().filter(|row| row["checks"] == 2).count() == 2,
        )
        .await;
    world.clock.set(world.clock.now() + SignedDuration::from_mins(11));
    owner
        .expect(world, "get-import", json!({"importID": import}), |import| {
            import["overlaps"].as_array().unwrap().len() == 2
        })
        .await;
}

/// Their name, picture, device and inbox.
async fn person(
    world: &World,
    owner: &Owner,
    push: &push::Running,
    things: &mut BTreeMap<&'static str, Value>,
) {
    let Owner { word, .. } = owner;
    let profile = json!({"firstName": word, "lastName": format!("{word} owner"), "profileDescription": format!("{word} is I")});
    owner.call(world, "update-profile", profile).await;
    let shown =
        owner.call(world, "upload-profile-image", json!({"image": picture(owner.letter as u8)})).await;
    things.insert("portrait", shown["profileImage"].clone());
    let config = world.http.get(world.url("/config/v1/app")).send().await.unwrap();
    let config: Value = config.json().await.unwrap();
    let key = config["vapidPublicKey"].as_str().unwrap();
    let device = json!({"subscription": push.subscribe(key)});
    things.insert("device", owner.call(world, "add-device", device).await["deviceID"].clone());
    things.insert("subscription", json!(push.subscribe(key)));
    let inbox = owner.call(world, "get-communications", json!({})).await;
    things.insert("communication", inbox["communicationList"][0]["posCommunicationID"].clone());
}

/// Waits until payments has read the provider; a payout of the location.
async fn payouts(world: &World, owner: &Owner, intents: &[String]) -> String {
    let read = async |path: String| -> Option<Value> {
        let request = world.http.request(Method::GET, world.url(&path)).bearer_auth(&owner.person.session_id);
        let answer = request.send().await.unwrap();
        if answer.status() == 200 { answer.json().await.ok() } else { None }
    };
    for intent in intents {
        eventually("the payment", || read(format!("/payments/v1/payment_intents/{intent}"))).await;
    }
    eventually("a payout", || async {
        let list = read("/payments/v1/payouts?limit=1".into()).await?;
        Some(list["data"][0]["id"].as_str()?.to_owned())
    })
    .await
}

/// What the public may know of someone's session.
async fn own_handle(world: &World, person: &Person) -> Value {
    let list = world.call("get-sessions", json!({"sessionID": person.session_id})).await.ok();
    let list = list["sessionList"].as_array().unwrap().clone();
    list.iter().find(|one| one["current"] == true).unwrap()["handle"].clone()
}

/// The token of a mailed link that sets another password.
async fn forgotten(world: &World, owner: &Owner) -> String {
    let before = world.post.mails_to(owner.email).len();
    world.call("forgot-password", json!({"email": owner.email})).await.ok();
    crate::post::token_in(world.post.mailed(owner.email, before + 1).await.as_ref()).unwrap()
}
