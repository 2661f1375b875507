//! The request of each call between services.

use serde_json::{Value, json};

use super::estate::NOBODYS_TOKEN;
use super::rpc::methods;
use super::usual::usual_rpc;

/// The proof that a call takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum For {
    /// A token of the location that the request names.
    Place,
    /// A token; the call is about its person.
    Person,
    /// The key of gateways and services.
    Gateway,
}

/// A request; `$guest` in it stands for what Bea's things have under that name, `$pos` for a location.
pub struct Rpc {
    /// As in the contract, without `saffron.` and `.v1`.
    pub name: &'static str,
    pub by: For,
    pub fields: Value,
    /// It names something beside the location.
    pub names: bool,
    /// It ends something of the caller's own.
    pub ends: bool,
    /// What it names is ended by it; what is none of the caller's is answered as what has ended already.
    pub gone: bool,
    /// The answer to the owner may hold nothing that is theirs alone.
    pub silent: bool,
    /// Its owner has a location, for which it is refused as a conflict.
    pub conflicts: bool,
}

impl Rpc {
    fn names(self) -> Rpc {
        Rpc { names: true, ..self }
    }

    fn ends(self) -> Rpc {
        Rpc { ends: true, ..self }
    }

    fn gone(self) -> Rpc {
        Rpc { gone: true, ..self }
    }

    fn conflicts(self) -> Rpc {
        Rpc { conflicts: true, ..self }
    }

    fn silent(self) -> Rpc {
        Rpc { silent: true, ..self }
    }
}

fn rpc(name: &'static str, by: For, fields: Value) -> Rpc {
    Rpc { name, by, fields, names: false, ends: false, gone: false, silent: false, conflicts: false }
}

/// A call about `$pos`, and these fields.
fn at(name: &'static str, more: Value) -> Rpc {
    let mut fields = json!({"pos_id": "$pos"});
    fields.as_object_mut().unwrap().extend(more.as_object().unwrap().clone());
    rpc(name, For::Place, fields)
}

fn own(name: &'static str, fields: Value) -> Rpc {
    rpc(name, For::Person, fields)
}

fn gateway(name: &'static str, fields: Value) -> Rpc {
    rpc(name, For::Gateway, fields)
}

/// Every call, in an order in which Bea can make them one after the other. Those without a line here are made from the
/// contract.
pub fn rpcs() -> Vec<Rpc> {
    let lines = lines();
    let mut all: Vec<Rpc> = methods().values().map(usual_rpc).collect();
    all.retain(|rpc| lines.iter().all(|line| line.name != rpc.name));
    all.extend(lines);
    all
}

fn lines() -> Vec<Rpc> {
    let mut all = gateway_calls();
    all.extend(connectors());
    all.extend(customers());
    all.extend(inventory());
    all.extend(marketing());
    all.extend(notifications());
    all.extend(payments());
    all.extend(reports());
    all.extend(people());
    all
}

fn gateway_calls() -> Vec<Rpc> {
    vec![
        gateway(
            "auth.DoorService/SignUp",
            json!({"first_name": "Ida", "last_name": "Roe", "email": "ida@ibis.example",
            "phone": "212-555-0100", "password": crate::world::PASSWORD, "remote_address": "127.0.0.1"}),
        ),
        gateway(
            "auth.DoorService/Login",
            json!({"username": "ana@swan.example", "password": crate::world::PASSWORD,
            "remote_address": "127.0.0.1"}),
        ),
        gateway("auth.DoorService/Logout", json!({"session_id": "none"})),
        gateway("auth.DoorService/ResolveSession", json!({"session_id": "$session"})),
        gateway("auth.DoorService/ResolveIngestKey", json!({"ingest_key": "$ingest_key"})),
        gateway("auth.DoorService/CheckIngestSource", json!({"pos_id": "$pos", "source": "$till_key"})),
        gateway(
            "auth.DoorService/ProvisionLocation",
            json!({"provisioning_key": crate::world::VENDOR_KEY,
            "location": {"pos_id": "$pos"}}),
        ),
        gateway("auth.DoorService/ConfirmAddress", json!({"token": "none", "remote_address": "127.0.0.1"})),
        gateway(
            "auth.DoorService/ConfirmSignUp",
            json!({"token": "none", "password": "x", "remote_address": "127.0.0.1"}),
        ),
        gateway(
            "auth.DoorService/RequestReset",
            json!({"email": "nobody@nowhere.example", "remote_address": "127.0.0.1"}),
        ),
        gateway(
            "auth.DoorService/ResetPassword",
            json!({"token": "none", "password": "x", "remote_address": "127.0.0.1"}),
        ),
        gateway("auth.DoorService/GetPicture", json!({"name": "none"})),
        gateway(
            "payments.AccountService/CheckAccount",
            json!({"pos_id": "$pos", "card_account": "acct_none"}),
        ),
        gateway("auth.SampleService/ListSamples", json!({})),
        gateway("auth.SampleService/ReplaceSampleKey", json!({"pos_id": "$pos"})),
        gateway("auth.PeopleService/ListPeople", json!({"pos_ids": ["$pos"]})),
        gateway("auth.PeopleService/GetPerson", json!({"user_id": "$user"})),
        gateway(
            "customers.RewardMessagesService/GetRewardMessage",
            json!({"pos_id": "$pos", "reward_id": "none"}),
        ),
        gateway("inventory.CounterService/ListChanges", json!({"pos_id": "$pos"})),
        gateway("connectors.PosWebhookService/TakePosWebhook", json!({"pos": 1, "signature": "none"})),
        gateway("inventory.CounterService/GetImage", json!({"name": "none"})),
        gateway(
            "inventory.CounterService/GetItemNames",
            json!({"pos_id": "$pos", "pos_item_ids": ["$item"]}),
        ),
        gateway("marketing.PublicService/GetSubscription", json!({"token": "$unsubscribe"})),
        gateway(
            "marketing.PublicService/SetSubscription",
            json!({"token": "$unsubscribe", "subscribed": true}),
        ),
        gateway("marketing.PublicService/TakeText", json!({"webhook": {"signature": "none"}})),
        gateway("marketing.PublicService/TakeTextStatus", json!({"webhook": {"signature": "none"}})),
        gateway("notifications.PushKeyService/GetPushKey", json!({})),
        gateway("payments.WebhookService/TakeWebhook", json!({"signature": "none"})),
        gateway(
            "reports.DayService/ListDays",
            json!({"days": [{"pos_id": "$pos", "time_zone": "America/New_York",
            "business_date": "2026-07-18"}]}),
        ),
    ]
}

fn connectors() -> Vec<Rpc> {
    vec![
        at(
            "connectors.ConnectorsService/CreateImport",
            json!({"files": [{"name": "$word sales", "bytes": 10}]}),
        ),
        at("connectors.ConnectorsService/AnswerImport", json!({"import_id": "$ready"})).names(),
        at("connectors.ConnectorsService/StartImport", json!({"import_id": "$ready"})).names(),
        at("connectors.ConnectorsService/PutImportPart", json!({"import_id": "$upload", "data": "$csv"}))
            .names(),
        at(
            "connectors.ConnectorsService/KeepImportDays",
            json!({"import_id": "$overlapped", "business_dates": ["2026-06-11"]}),
        )
        .names(),
        at(
            "connectors.ConnectorsService/TakeOutImportDays",
            json!({"import_id": "$overlapped", "business_dates": ["2026-06-10"]}),
        )
        .names(),
        at("connectors.ConnectorsService/DiscardImport", json!({"import_id": "$upload"})).names(),
        at("connectors.ConnectorsService/ListRefusedRows", json!({"import_id": "$import"})).names().silent(),
        own("connectors.ConnectorsService/ListFields", json!({})).silent(),
        own("connectors.ConnectionService/ListPosSystems", json!({})).silent(),
        at("connectors.ConnectionService/BeginAuthorization", json!({"pos": 1})).silent(),
        own(
            "connectors.ConnectionService/FinishAuthorization",
            json!({"state": "$grant_state", "key": "$grant_key", "code": "$grant_code"}),
        )
        .names(),
        at("connectors.ConnectionService/CreateConnection", json!({"pos": 1, "token": NOBODYS_TOKEN}))
            .silent(),
        at(
            "connectors.ConnectionService/ConnectLocation",
            json!({"connection_id": "$connection", "external_id": "$square_location"}),
        )
        .names(),
        at(
            "connectors.ConnectionService/RenewConnection",
            json!({"connection_id": "$connection", "token": "$square_token"}),
        )
        .names(),
        at(
            "connectors.ConnectionService/DecideConnectedDays",
            json!({"connection_id": "$connection", "business_dates": ["2026-07-18"], "choice": 2}),
        )
        .names(),
        at("connectors.ConnectionService/ListUnmapped", json!({"connection_id": "$connection"}))
            .names()
            .silent(),
        at("connectors.ConnectionService/ListProofs", json!({"connection_id": "$connection"}))
            .names()
            .silent(),
        at(
            "connectors.ConnectionService/GetProof",
            json!({"connection_id": "$connection", "business_date": "2026-07-17"}),
        )
        .names()
        .silent(),
        at("connectors.ConnectionService/ListConnectedDays", json!({"connection_id": "$connection"}))
            .names()
            .silent(),
        at("connectors.ConnectionService/EndConnection", json!({"connection_id": "$connection"})).names(),
    ]
}

fn customers() -> Vec<Rpc> {
    let to = json!({"pos_id": "$pos", "pos_customer_id": "$guest"});
    vec![
        at("customers.CustomersService/ListTwins", json!({"pos_customer_id": "$guest"})).names().silent(),
        at("customers.CustomersService/GetRewardPercent", json!({})).silent(),
        at("customers.CustomersService/UpdateRewardPercent", json!({"percent": 600})).silent(),
        rpc(
            "customers.CustomersService/SendRewardItem",
            For::Place,
            json!({"to": to, "pos_item_id": "$item",
            "item_name": "Stew", "price": 800}),
        )
        .names(),
        rpc("customers.CustomersService/SendRewardPoint", For::Place, json!({"to": to, "points": 10}))
            .names(),
        at("customers.CustomersService/EraseCustomer", json!({"pos_customer_id": "$guest2"}))
            .names()
            .silent(),
    ]
}

fn inventory() -> Vec<Rpc> {
    vec![
        at("inventory.InventoryService/UpdateItem", json!({"pos_item_id": "$item", "stock": 5000})).names(),
        at("inventory.InventoryService/UploadImage", json!({"image": super::furnish::picture(7)})).silent(),
        rpc(
            "inventory.InventoryService/MarkSoldOut",
            For::Place,
            json!({"items": [{"pos_id": "$pos",
            "pos_item_id": "$item"}], "sold_out": true}),
        )
        .names(),
        at("inventory.InventoryService/ListEdits", json!({})),
        at("inventory.InventoryService/GetCodeDelivery", json!({})).silent(),
        at("inventory.InventoryService/ReserveCode", json!({"code": "AUTUMN", "campaign_id": "$campaign"}))
            .silent(),
    ]
}

fn marketing() -> Vec<Rpc> {
    let draft = json!({"pos_id": "$pos", "channel": 1, "kind": 1, "emails": ["$address"], "subject": "Stew",
        "body": "Stew", "business_name": "$name", "website": "$website"});
    vec![
        at("marketing.MarketingService/ListRecipients", json!({"channel": 1})),
        rpc("marketing.MarketingService/PreviewCampaign", For::Place, json!({"draft": draft})).names(),
        rpc(
            "marketing.MarketingService/SendCampaign",
            For::Place,
            json!({"draft": draft,
            "campaign_id": "0198a000-0000-7000-8000-000000000001"}),
        )
        .names(),
        rpc(
            "marketing.MarketingService/SendTest",
            For::Place,
            json!({"draft": draft, "to": "olive@example.com"}),
        )
        .names()
        .silent(),
        own(
            "marketing.MarketingService/SendFile",
            json!({"to": "olive@example.com", "name": "checks.csv", "content": "eA==",
            "reply_to": "olive@example.com"}),
        )
        .silent(),
        at("marketing.MarketingService/ChangeCampaign", json!({"campaign_id": "$texts", "change": 1}))
            .names(),
        at("marketing.MarketingService/ListConsents", json!({"pos_customer_id": "$guest"})).names().silent(),
        // Of a guest that marketing does not know at the location, both answer that there is nothing.
        at(
            "marketing.MarketingService/PreviewReward",
            json!({"pos_customer_id": "$guest", "has_message": true}),
        )
        .silent(),
        at("marketing.MarketingService/ListGuestTexts", json!({})).silent(),
        at("marketing.MarketingService/ExportGuest", json!({"pos_customer_id": "$guest"})).silent(),
        at(
            "marketing.MarketingService/NoteConsent",
            json!({"pos_customer_id": "$guest", "channel": 1, "granted": true}),
        )
        .names()
        .silent(),
    ]
}

fn notifications() -> Vec<Rpc> {
    vec![
        rpc("notifications.NotificationsService/CountUnread", For::Place, json!({"pos_ids": ["$pos"]}))
            .silent(),
        rpc(
            "notifications.NotificationsService/MarkViewed",
            For::Place,
            json!({"communication_id": "$communication",
            "pos_ids": ["$pos"]}),
        )
        .names()
        .silent(),
        own(
            "notifications.NotificationsService/AddDevice",
            json!({"subscription": {"endpoint": "$endpoint",
            "p256dh": "$p256dh", "auth": "$auth"}, "label": "Phone", "session_handle": "$own"}),
        )
        .silent(),
        own("notifications.NotificationsService/RemoveDevice", json!({"device_id": "$device"}))
            .names()
            .gone()
            .silent(),
    ]
}

fn payments() -> Vec<Rpc> {
    vec![
        at("payments.PaymentsService/ListPaymentIntents", json!({"limit": 3})),
        at("payments.PaymentsService/GetPaymentIntent", json!({"id": "$intent"})).names(),
        at("payments.PaymentsService/CapturePaymentIntent", json!({"id": "$reserved2"})).names(),
        at("payments.PaymentsService/CancelPaymentIntent", json!({"id": "$reserved"})).names(),
        at("payments.PaymentsService/ListPayouts", json!({"limit": 3})),
        at("payments.PaymentsService/ListPayoutTransactions", json!({"payout_id": "$payout", "limit": 3}))
            .names()
            .silent(),
        at("payments.PaymentsService/ListMismatches", json!({})),
        own("payments.PaymentsService/FindPayments", json!({"search": "$check"})),
        own("reports.ReportsService/FindChecks", json!({"search": "$word"})),
        own("customers.CustomersService/FindVisits", json!({"search": "$word"})),
        at("payments.PaymentsService/SumMismatches", json!({})).silent(),
        at("payments.PaymentsService/ResolveMismatch", json!({"id": "$mismatch", "version": "$open"}))
            .names(),
        at("payments.PaymentsService/ReopenMismatch", json!({"id": "$mismatch", "version": "$resolved"}))
            .names(),
        at("payments.PaymentsService/GetCurrentWeekPayout", json!({})).silent(),
        at("payments.PaymentsService/ListPayoutHistory", json!({})).silent(),
    ]
}

fn reports() -> Vec<Rpc> {
    let scope =
        json!({"pos_ids": ["$pos"], "start_date": "2026-07-18", "end_date": "2026-07-18", "group_by": 1});
    vec![
        rpc("reports.ReportsService/Report", For::Place, json!({"kind": 4, "scope": scope})),
        at("reports.ReportsService/GetGiftCards", json!({"end_date": "2026-07-18"})),
        at(
            "reports.ReportsService/ListSources",
            json!({"start_date": "2026-07-18", "end_date": "2026-07-18"}),
        )
        .silent(),
        at(
            "reports.ReportsService/ExportChecks",
            json!({"start_date": "2026-07-18", "end_date": "2026-07-18"}),
        ),
        at("reports.ReportsService/GetShiftFacts", json!({"pos_shift_ids": ["no-shift"]})).silent(),
        at("inventory.InventoryService/GetItemFacts", json!({"pos_item_ids": ["no-item"]})).silent(),
        at("reports.ReportsService/GetDateMove", json!({})).silent(),
        at("reports.ReportsService/PauseDateMove", json!({"paused": true})).silent(),
        at("reports.ReportsService/GetWages", json!({})).silent(),
        at("reports.ReportsService/SetWage", json!({"job": "$word job", "from": "2026-07-01", "rate": 2000})),
        rpc("reports.ReportsService/ListChecks", For::Place, json!({"scope": scope})),
    ]
}

fn people() -> Vec<Rpc> {
    vec![
        own("auth.AccountService/UpdateProfile", json!({"first_name": "Ida", "last_name": "Roe"})),
        own("auth.AccountService/UploadPicture", json!({"image": super::furnish::picture(8)})),
        own("auth.AccountService/RemovePicture", json!({})),
        own("auth.LocationService/CreateLocation", json!({"name": "$word", "time_zone": "America/Chicago"})),
        at("auth.LocationService/CreateLinkCode", json!({})).silent(),
        at("auth.LocationService/CreateIngestKey", json!({"name": "$word key", "kind": 1})),
        at("auth.LocationService/RevokeIngestKey", json!({"id": "$till_key"})).names().silent(),
        at("auth.LocationService/SetDayStart", json!({"day_start": "06:00"})),
        // The code is the proof; its bearer may link. Bea's own location is hers already.
        own(
            "auth.LocationService/LinkLocation",
            json!({"pos_id": "$second", "link_code": "$code",
            "remote_address": "127.0.0.1"}),
        )
        .ends(),
        at("auth.LocationService/UnlinkLocation", json!({})).ends().silent(),
        own("auth.LocationService/OpenSample", json!({"time_zone": "America/Chicago"}))
            .ends()
            .silent()
            .conflicts(),
        own("auth.AccountService/EndSession", json!({"handle": "$third"})).names(),
        own("auth.AccountService/EndOtherSessions", json!({"handle": "$own"})).ends(),
        own(
            "auth.AccountService/ChangePassword",
            json!({"old_password": crate::world::PASSWORD,
            "new_password": "the oven wakes at nine", "handle": "$own"}),
        )
        .ends()
        .silent(),
    ]
}
