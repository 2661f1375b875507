use std::ops::Deref;
use std::time::Duration;

use saffron_core::Clock;
use saffron_customers::{Config, SPEC, start};
use saffron_kit::grpc::{Channel, MAX_MESSAGE};
use saffron_proto::customers::customers_service_client::CustomersServiceClient;
use saffron_proto::customers::reward_messages_service_client::RewardMessagesServiceClient;
use saffron_proto::customers::{
    Customer, GetCustomerRequest, GetCustomerResponse, ListPointsRequest, PointsEntry, Recipient,
    SendRewardItemRequest, SendRewardPointRequest, UpdateRewardPercentRequest,
};
use saffron_testkit::{TestService, listed};
use serde_json::{Value, json};

pub use saffron_testkit::{OWNER, ZONE, field, refusal, with};

/// The service, running by itself.
pub struct World {
    pub service: TestService,
}

impl Deref for World {
    type Target = TestService;

    fn deref(&self) -> &TestService {
        &self.service
    }
}

impl World {
    /// Starts it, with the clock standing at `now`.
    pub async fn at(now: &str) -> World {
        World::looking_every(now, Duration::from_millis(250)).await
    }

    /// The same, where points expire by what happens to a guest alone, not by the job.
    pub async fn without_expiry(now: &str) -> World {
        World::looking_every(now, Duration::from_secs(24 * 60 * 60)).await
    }

    async fn looking_every(now: &str, look_every: Duration) -> World {
        let clock = Clock::fixed(now.parse().unwrap());
        let variables = [("SAFFRON_CUSTOMERS_ERASURE_KEY", "0123456789abcdef0123456789abcdef")];
        let service = TestService::start(&SPEC, clock, &variables, move |env, clock, stop| {
            start(Config { look_every, ..Config::from_env(&env).unwrap() }, clock, stop)
        });
        World { service: service.await }
    }

    pub fn client(&self) -> CustomersServiceClient<Channel> {
        CustomersServiceClient::new(self.channel()).max_decoding_message_size(MAX_MESSAGE)
    }

    /// The client of marketing.
    pub fn messages(&self) -> RewardMessagesServiceClient<Channel> {
        RewardMessagesServiceClient::new(self.channel())
    }

    /// Records checks.
    pub async fn checks(&self, pos_id: &str, checks: &[Value]) {
        self.facts(pos_id, "check.closed", checks).await;
    }

    /// Records contact data of guests.
    pub async fn guests(&self, pos_id: &str, guests: &[Value]) {
        self.facts(pos_id, "customer.upserted", guests).await;
    }

    pub async fn percent(&self, pos_id: &str, percent: i64) {
        let message = UpdateRewardPercentRequest { pos_id: pos_id.into(), percent };
        self.client().update_reward_percent(self.request(&[pos_id], message)).await.unwrap();
    }

    /// A guest with rewards.
    pub async fn customer(&self, pos_id: &str, id: &str) -> GetCustomerResponse {
        let message = GetCustomerRequest { pos_id: pos_id.into(), pos_customer_id: id.into() };
        self.client().get_customer(self.request(&[pos_id], message)).await.unwrap().into_inner()
    }

    /// A guest.
    pub async fn guest(&self, pos_id: &str, id: &str) -> Customer {
        self.customer(pos_id, id).await.customer.unwrap()
    }

    /// Points and what is owed.
    pub async fn points(&self, pos_id: &str, id: &str) -> (i64, i64) {
        let guest = self.guest(pos_id, id).await;
        (guest.points, guest.points_owed)
    }

    /// A guest's ledger, newest first.
    pub async fn ledger(&self, pos_id: &str, id: &str) -> Vec<PointsEntry> {
        let message = ListPointsRequest {
            pos_id: pos_id.into(),
            pos_customer_id: id.into(),
            ..ListPointsRequest::default()
        };
        let answer = self.client().list_points(self.request(&[pos_id], message)).await.unwrap();
        let (entries, next) = listed(answer).await;
        assert_eq!(next, None, "the whole list was requested");
        entries
    }
}

/// A check of one soup of a guest, to be changed by the test.
pub fn check(id: &str, guest: &str, close: &str, amount: f64) -> Value {
    json!({"posID": "p1", "posCheckID": id, "revision": 1, "closeTime": close, "posCustomerID": guest,
        "items": [{"posItemID": "soup", "name": "Soup", "amount": amount}]})
}

/// Contact data of a guest, to be changed by the test.
pub fn ana(id: &str) -> Value {
    json!({"posID": "p1", "posCustomerID": id, "revision": 1, "firstName": "Anabel", "lastName": "Zeppelin",
        "email": "Anabel.Zeppelin@Example.com", "cellPhoneNumber": "+1 (555) 867-5309", "emailConsent": true,
        "smsConsent": false})
}

/// Points for a guest of p1 by id.
pub fn points_for(id: &str, points: i64) -> SendRewardPointRequest {
    SendRewardPointRequest {
        to: Some(Recipient { pos_id: "p1".into(), pos_customer_id: id.into(), ..Recipient::default() }),
        points,
        message: "Thank you!".into(),
        ..SendRewardPointRequest::default()
    }
}

/// A soup for a guest of p1 by id.
pub fn soup_for(id: &str) -> SendRewardItemRequest {
    SendRewardItemRequest {
        to: Some(Recipient { pos_id: "p1".into(), pos_customer_id: id.into(), ..Recipient::default() }),
        pos_item_id: "soup".into(),
        item_name: "Soup".into(),
        price: 500,
        message: "On the house".into(),
        ..SendRewardItemRequest::default()
    }
}
