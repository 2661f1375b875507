//! The request of each call with a session, which succeeds for the owner of the things that it names.

use saffron_testkit::with;
use serde_json::{Value, json};

use super::document::{Operation, operations};
use super::estate::{NOBODYS_TOKEN, Owner};
use super::usual::usual_call;

/// A request of a call. `$guest` in it stands for what the owner's things have under that name, `$pos` for the location.
pub struct Call {
    pub id: &'static str,
    pub fields: Value,
    /// What its owner sends instead, where that differs.
    pub right: Option<Value>,
    /// It names something of the location's or the person's own beside the location itself.
    pub names: bool,
    /// It ends something of the caller's own, which is no attack.
    pub ends: bool,
    /// What it names is ended by it; what is none of the caller's is answered as what has ended already.
    pub gone: bool,
    /// The answer to the owner may hold nothing that is theirs alone.
    pub silent: bool,
    /// What naming another's location is answered, where that is not 403.
    pub elsewhere: u16,
    /// Its owner has a location, for which it is refused with 409.
    pub conflicts: bool,
}

impl Call {
    fn names(self) -> Call {
        Call { names: true, ..self }
    }

    fn ends(self) -> Call {
        Call { ends: true, ..self }
    }

    fn gone(self) -> Call {
        Call { gone: true, ..self }
    }

    fn silent(self) -> Call {
        Call { silent: true, ..self }
    }

    fn right(self, fields: Value) -> Call {
        Call { right: Some(fields), ..self }
    }

    fn conflicts(self) -> Call {
        Call { conflicts: true, ..self }
    }

    fn elsewhere(self, status: u16) -> Call {
        Call { elsewhere: status, ..self }
    }
}

fn call(id: &'static str, fields: Value) -> Call {
    Call {
        id,
        fields,
        right: None,
        names: false,
        ends: false,
        gone: false,
        silent: false,
        elsewhere: 403,
        conflicts: false,
    }
}

/// Every call that takes a session, in an order in which their owner can make them one after the other. Those without a line
/// here are made from the document.
pub fn calls() -> Vec<Call> {
    let (reads, changes, ends) = (reads(), changes(), ends());
    let has_line = |id: &str| reads.iter().chain(&changes).chain(&ends).any(|call| call.id == id);
    let operations = operations();
    let others: Vec<&Operation> =
        operations.values().filter(|operation| operation.takes_session && !has_line(&operation.id)).collect();
    let (other_reads, other_changes): (Vec<_>, Vec<_>) =
        others.into_iter().partition(|operation| operation.is_read());
    let mut all: Vec<Call> = other_reads.into_iter().map(usual_call).collect();
    all.extend(reads);
    all.extend(changes);
    all.extend(other_changes.into_iter().map(usual_call));
    all.extend(ends);
    all
}

fn reads() -> Vec<Call> {
    let guest = || json!({"posCustomerID": "$guest"});
    vec![
        call("getCustomerTwins", guest()).names().silent(),
        call("getCustomerConsents", guest()).names().silent(),
        call("getRewardPercent", json!({})).silent(),
        call("getMarketingRecipients", json!({"channel": "email"})),
        call("getCampaignPreview", mail(json!({"channel": "email", "kind": "basic"}))).names(),
        call("sendCampaignTest", mail(json!({"channel": "email", "kind": "basic"}))).names().silent(),
        call("getPromoCodeDelivery", json!({})).silent(),
        call("getGuestTexts", json!({})).silent(),
        call("listPaymentIntents", json!({"limit": "3"})),
        call("getPaymentIntent", json!({"id": "$intent"})).names(),
        call("listPayouts", json!({"limit": "3"})),
        call("listPayoutTransactions", json!({"id": "$payout", "limit": "3"})).names(),
        call("listMismatches", json!({"kind": "unknown_to_provider"})),
        call("listReviews", json!({})).silent(),
        call("findPayments", json!({"search": "$check"})),
        call("findChecks", json!({"search": "$word"})),
        call("getGiftCardLiability", json!({"endDate": "2026-07-18"})),
        call("getDateMove", json!({})).silent(),
        call("getWages", json!({})).silent(),
        call("traceCheck", json!({"posCheckID": "$check"})).names(),
        call("getImportRefusedRows", json!({"importID": "$import"})).names().silent(),
        call("getImportFields", json!({})).silent(),
        call("getUnmapped", json!({"connectionID": "$connection"})).names().silent(),
        call("getProofs", json!({"connectionID": "$connection"})).names().silent(),
        call("getProof", json!({"connectionID": "$connection", "businessDate": "2026-07-17"}))
            .names()
            .silent(),
        call("pushStream", json!({})).silent(),
    ]
}

fn changes() -> Vec<Call> {
    let text = |more: Value| with(json!({"body": "$word eats", "recipients": [{"phone": "$phone"}]}), more);
    vec![
        // A location has few at once, of which those of others take none.
        call("createImport", json!({"files": []}))
            .names()
            .right(json!({"files": [{"name": "$word sales", "bytes": 10}]})),
        call("answerImport", json!({"importID": "$ready"})).names(),
        call("startImport", json!({"importID": "$ready"})).names(),
        call("keepImportDays", json!({"importID": "$overlapped", "businessDates": ["2026-06-11"]})).names(),
        call("takeOutImportDays", json!({"importID": "$overlapped", "businessDates": ["2026-06-10"]}))
            .names(),
        // It goes on at once, or has ended.
        call("resumeImport", json!({"importID": "$ready"})).names(),
        call("getPosSystems", json!({})).silent(),
        call("beginAuthorization", json!({"pos": "square"})).silent(),
        call(
            "finishAuthorization",
            json!({"state": "$grant_state", "key": "$grant_key", "code": "$grant_code"}),
        )
        .names(),
        call("createConnection", json!({"pos": "square", "token": NOBODYS_TOKEN})).silent(),
        call("connectLocation", json!({"connectionID": "$connection", "externalID": "$square_location"}))
            .names(),
        call("setConnectionWriting", json!({"connectionID": "$connection", "writes": true})).names(),
        call("renewConnection", json!({"connectionID": "$connection", "token": "$square_token"})).names(),
        call(
            "decideConnectedDays",
            json!({"connectionID": "$connection", "businessDates": ["2026-07-18"], "choice": "skip"}),
        )
        .names(),
        call("updatePositem", json!({"posItemID": "$item", "estimatedCost": 3})).names(),
        call("uploadItemImage", json!({"image": super::furnish::picture(7)})).silent(),
        call("markItemSoldOut", json!({"items": [{"posID": "$pos", "posItemID": "$item"}], "soldOut": true}))
            .names(),
        call("sendRewardItem", json!({"posCustomerID": "$guest", "posItemID": "$item", "price": 8})).names(),
        call("sendRewardPoint", json!({"posCustomerID": "$guest", "rewardPoint": 10})).names(),
        // Each person that tries has one of that name afterwards: no word of the owner.
        call("createLocation", json!({"name": "Ida", "timeZone": "America/Chicago"})).silent(),
        call("createIngestKey", json!({"name": "$word key"})),
        call("revokeIngestKey", json!({"id": "$till_key"})).names().silent(),
        call("setDayStart", json!({"dayStart": "06:00"})),
        call("pauseDateMove", json!({"paused": true})).silent(),
        call("setWage", json!({"job": "$word job", "from": "2026-07-01", "rate": 20})),
        call("updateRewardPercent", json!({"rewardPercent": 6})).silent(),
        call(
            "updateCustomerConsent",
            json!({"posCustomerID": "$guest", "channel": "email", "granted": true}),
        )
        .names()
        .silent(),
        call("updateCampaign", json!({"campaignID": "$texts", "change": "pause"})).names(),
        call("sendBasicEmail", mail(json!({}))).names().silent(),
        call(
            "sendPromotionEmail",
            mail(json!({"items": [{"name": "Stew", "originalPrice": 8, "price": 6}]})),
        )
        .names()
        .silent(),
        call("sendPromoCodeEmail", mail(json!({"promoCode": "SPRING"}))).names().silent(),
        call("sendBasicText", text(json!({}))).names().silent(),
        call("sendPromotionText", text(json!({}))).names().silent(),
        call("sendPromoCodeText", text(json!({"promoCode": "SUMMER"}))).names().silent(),
        call("updateCommunicationViewed", json!({"posCommunicationID": "$communication"})).names().silent(),
        call("updateAllCommunicationsViewed", json!({})).silent(),
        call("updateNotificationRules", json!({"digestEmail": true})),
        call("addDevice", json!({"subscription": "$subscription"})).silent(),
        call("testPush", json!({"deviceID": "$device"})).names().silent(),
        call("updateProfile", json!({"firstName": "Ida", "lastName": "Roe"})),
        // The picture before it.
        call("uploadProfileImage", json!({"image": super::furnish::picture(8)})).ends(),
        call("resolveMismatch", json!({"id": "$mismatch", "version": "$open"})).names(),
        call("reopenMismatch", json!({"id": "$mismatch", "version": "$resolved"})).names(),
        call("cancelPaymentIntent", json!({"id": "$reserved"})).names(),
        call("capturePaymentIntent", json!({"id": "$reserved2"})).names(),
    ]
}

fn ends() -> Vec<Call> {
    vec![
        call("putImportPart", json!({"importID": "$upload", "file": 0, "part": 0, "data": "$csv"})).names(),
        call("discardImport", json!({"importID": "$upload"})).names(),
        call("pauseImport", json!({"importID": "$import"})).names(),
        call("undoImport", json!({"importID": "$import"})).names(),
        call("endConnection", json!({"connectionID": "$connection"})).names(),
        call("removeProfileImage", json!({})).ends(),
        call("eraseCustomer", json!({"posCustomerID": "$guest2"})).names().silent(),
        call("removeDevice", json!({"deviceID": "$device"})).names().gone().silent(),
        // The code is the proof; its bearer may link.
        call("linkRestaurant", json!({"linkCode": "ABCDEFGHJK"}))
            .names()
            .elsewhere(400)
            .right(json!({"posID": "$second", "linkCode": "$code"})),
        call("unlinkRestaurant", json!({})).ends().silent(),
        call("openSample", json!({"timeZone": "America/Chicago"})).ends().silent().conflicts(),
        call("endSession", json!({"handle": "$third"})).names().silent(),
        call("endOtherSessions", json!({})).ends().silent(),
        call(
            "changePassword",
            json!({"oldPassword": crate::world::PASSWORD, "newPassword": "the oven wakes at nine"}),
        )
        .ends()
        .silent(),
        call("logout", json!({})).ends().silent(),
    ]
}

fn mail(more: Value) -> Value {
    let plain = json!({"emails": ["$address"], "subject": "$word eats", "body": "$word eats", "businessName": "$name",
        "website": "$website"});
    with(plain, more)
}

/// What stands for things is what they are.
pub fn filled(fields: &Value, owner: &Owner, place: Option<&str>) -> Value {
    let thing = |name: &str| -> Option<Value> {
        match name {
            "pos" => Some(json!(place.unwrap_or(owner.pos_id))),
            _ => Some(owner.things.get(name).unwrap_or_else(|| panic!("no thing is called {name}")).clone()),
        }
    };
    fill(fields, &thing)
}

fn fill(value: &Value, thing: &dyn Fn(&str) -> Option<Value>) -> Value {
    match value {
        Value::Object(map) => map.iter().map(|(name, value)| (name.clone(), fill(value, thing))).collect(),
        Value::Array(list) => list.iter().map(|value| fill(value, thing)).collect(),
        Value::String(text) => {
            match text.strip_prefix('$').map(|rest| rest.split_once(' ').unwrap_or((rest, ""))) {
                None => value.clone(),
                Some((name, "")) => thing(name).unwrap_or_default(),
                Some((name, rest)) => {
                    json!(format!("{} {rest}", thing(name).unwrap_or_default().as_str().unwrap()))
                }
            }
        }
        other => other.clone(),
    }
}
