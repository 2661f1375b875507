use std::ops::Deref;

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::SignedDuration;
use saffron_core::{Clock, UserId};
use saffron_kit::CancellationToken;
use saffron_kit::grpc::Channel as Wire;
use saffron_notifications::{Config, SPEC, start};
use saffron_proto::notifications::notifications_service_client::NotificationsServiceClient;
use saffron_proto::notifications::push_key_service_client::PushKeyServiceClient;
use saffron_proto::notifications::{
    AddDeviceRequest, Communication, CountUnreadRequest, Device, GetPushKeyRequest,
    ListCommunicationsRequest, ListDevicesRequest, SetRulesRequest, Shelf, Subscription, Unread,
};
use saffron_proto::reports::{ReportRow, Sums};
use saffron_sandbox::{mail, push};
use saffron_testkit::{TestService, collected, eventually, listed};
use serde_json::{Value, json};
use sqlx::AssertSqlSafe;
use tonic::Request;
use uuid::Uuid;

pub use saffron_testkit::{ZONE, pos_id, with};

use crate::other_services::{Others, serve};

/// The location of the tests, and another one.
pub const POS: &str = "demo-pizza";
pub const OTHER: &str = "other-grill";
pub const NAME: &str = "Ana's Pizza";
/// 12:00 in New York on a Saturday.
pub const NOON: &str = "2026-07-18T16:00:00Z";
/// 03:00 there.
pub const NIGHT: &str = "2026-07-18T07:00:00Z";

/// The service, running by itself, and the world beside it.
pub struct World {
    pub service: TestService,
    pub mail: mail::Running,
    pub push: push::Running,
    pub others: Others,
    pub vapid_key: String,
}

impl Deref for World {
    type Target = TestService;

    fn deref(&self) -> &TestService {
        &self.service
    }
}

/// A day of these figures, cents.
pub fn day(pos_id: &str, date: &str, sales: i64, labor: i64, last_week: Option<(i64, i64)>) -> ReportRow {
    let sums = |(sales, labor)| Sums { gross_sales: sales, gross_labor: labor, checks: 9, ..Sums::default() };
    ReportRow {
        pos_id: pos_id.into(),
        business_date: date.into(),
        figures: Some(sums((sales, labor)).into()),
        last_week: last_week.map(sums).map(Box::new),
        ..ReportRow::default()
    }
}

impl World {
    /// Starts everything, with the clock standing at `now`, and two people: one sees the location, and one sees
    /// another beside it.
    pub async fn at(now: &str) -> (World, Uuid, Uuid) {
        let (clock, ends) = (Clock::fixed(now.parse().unwrap()), CancellationToken::new());
        let mail = mail::serve(mail::Config::new(clock.clone()), ends.clone()).await.unwrap();
        let push = push::serve(push::Config::new(clock.clone()), ends).await.unwrap();
        let (others, ana, bo) = (Others::default(), Uuid::from_u128(1), Uuid::from_u128(2));
        {
            let mut answers = others.answers.lock().unwrap();
            answers.people.insert(POS.into(), [ana, bo].into());
            answers.people.insert(OTHER.into(), [bo].into());
            answers.emails.insert(ana, "ana@example.com".into());
            answers.emails.insert(bo, "bo@example.com".into());
        }
        let others_url = serve(others.clone()).await;
        let variables = [
            ("SAFFRON_AUTH_URL", others_url.as_str()),
            ("SAFFRON_INVENTORY_URL", &others_url),
            ("SAFFRON_REPORTS_URL", &others_url),
            ("SAFFRON_PUBLIC_URL", "http://saffron.test"),
            ("SAFFRON_SMTP_URL", &mail.url()),
            ("SAFFRON_MAIL_FROM", "news@saffron.test"),
            ("SAFFRON_VAPID_PRIVATE_KEY", &URL_SAFE_NO_PAD.encode([7; 32])),
            ("SAFFRON_VAPID_SUBJECT", "mailto:ops@saffron.test"),
            ("SAFFRON_PUSH_HOSTS", &push.url()),
            ("SAFFRON_NOTIFICATIONS_RETRY_MILLISECONDS", "1000"),
            ("SAFFRON_NOTIFICATIONS_LOOK_SECONDS", "1"),
            ("SAFFRON_NOTIFICATIONS_LABOR_SECONDS", "1"),
        ];
        let service = TestService::start(&SPEC, clock, &variables, |env, clock, stop| {
            start(Config::from_env(&env).unwrap(), clock, stop)
        });
        let service = service.await;
        let mut client = PushKeyServiceClient::new(service.channel());
        let key = client.get_push_key(service.as_gateway(GetPushKeyRequest {})).await.unwrap();
        let vapid_key = key.into_inner().public_key;
        let world = World { service, mail, push, others, vapid_key };
        world.describe(POS, NAME, "").await;
        world.describe(OTHER, "Bo's Grill", "").await;
        (world, ana, bo)
    }

    /// Moves the clock on.
    pub fn later(&self, seconds: i64) {
        self.pass(SignedDuration::from_secs(seconds));
    }

    pub fn client(&self) -> NotificationsServiceClient<Wire> {
        NotificationsServiceClient::new(self.channel())
    }

    /// A request of a person with the location.
    pub fn request_by<T>(&self, user: Uuid, message: T) -> Request<T> {
        self.request_of(UserId(user), &[(POS, ZONE)], message)
    }

    /// Records checks of the location and waits until they are worked.
    pub async fn checks(&self, checks: &[Value]) {
        self.facts(POS, "check.closed", checks).await;
    }

    /// Waits until everything that happened was delivered.
    pub async fn all_delivered(&self) {
        eventually("everything to be delivered", || async {
            (self.count("happening WHERE NOT told").await == 0).then_some(())
        })
        .await;
    }

    /// A person's inbox at the location, newest first.
    pub async fn inbox(&self, user: Uuid) -> Vec<Communication> {
        self.page(user, ListCommunicationsRequest::default()).await.0
    }

    /// A page of it, and where the next one begins.
    pub async fn page(
        &self,
        user: Uuid,
        asked: ListCommunicationsRequest,
    ) -> (Vec<Communication>, Option<String>) {
        listed(self.client().list_communications(self.request_by(user, asked)).await.unwrap()).await
    }

    /// The short lines of one list of a person's inbox.
    pub async fn lines(&self, user: Uuid, shelf: Shelf) -> Vec<String> {
        let asked = ListCommunicationsRequest { shelf: shelf.into(), ..ListCommunicationsRequest::default() };
        self.page(user, asked).await.0.into_iter().map(|one| one.notification).collect()
    }

    /// The same, once there are so many.
    pub async fn awaited_lines(&self, user: Uuid, shelf: Shelf, count: usize) -> Vec<String> {
        eventually("the lines", || async {
            let lines = self.lines(user, shelf).await;
            (lines.len() >= count).then_some(lines)
        })
        .await
    }

    pub async fn unread(&self, user: Uuid) -> (i64, i64) {
        let asked = self.request_by(user, CountUnreadRequest::default());
        let Unread { notifications, messages } =
            self.client().count_unread(asked).await.unwrap().into_inner().unread.unwrap();
        (notifications, messages)
    }

    pub async fn set(&self, user: Uuid, change: SetRulesRequest) {
        self.client().set_rules(self.request_by(user, change)).await.unwrap();
    }

    /// A browser of a person subscribes; its endpoint and its id here.
    pub async fn device(&self, user: Uuid, session: &str) -> (String, String) {
        let made = self.push.subscribe(&self.vapid_key);
        let asked = AddDeviceRequest {
            subscription: Some(Subscription {
                endpoint: made.endpoint.clone(),
                p256dh: made.keys.p256dh,
                auth: made.keys.auth,
            }),
            label: "Chrome on Android".into(),
            session_handle: session.into(),
        };
        let added = self.client().add_device(self.request_by(user, asked)).await.unwrap().into_inner();
        (made.endpoint, added.device.unwrap().device_id)
    }

    pub async fn devices(&self, user: Uuid) -> Vec<Device> {
        let asked = self.request_by(user, ListDevicesRequest {});
        let parts = collected(self.client().list_devices(asked).await.unwrap()).await;
        parts.into_iter().filter_map(|part| part.device).collect()
    }

    /// What was pushed to an endpoint once there are so many.
    pub async fn pushed(&self, endpoint: &str, count: usize) -> Vec<push::Pushed> {
        eventually("pushes", || async {
            let pushed = self.push.pushed_to(endpoint);
            (pushed.len() >= count).then_some(pushed)
        })
        .await
    }

    /// Waits, where the clock stands at noon, until what is in `table` was tried and put off: what is in hand is due in
    /// thirty seconds at the soonest.
    pub async fn put_off(&self, table: &str) {
        eventually("it to be put off", || async {
            let is_put_off = AssertSqlSafe(format!(
                "SELECT bool_and(tries > 0 AND due_at < $1::timestamptz + interval '30 seconds') FROM {table}"
            ));
            let waits: Option<bool> =
                sqlx::query_scalar(is_put_off).bind(NOON).fetch_one(&self.pool).await.unwrap();
            waits.unwrap_or_default().then_some(())
        })
        .await;
    }

    /// How many communications each push that waits shows.
    pub async fn waiting_pushes(&self) -> Vec<i64> {
        sqlx::query_scalar("SELECT count FROM push_job").fetch_all(&self.pool).await.unwrap()
    }

    /// Waits until no push waits that is due.
    pub async fn no_push_waits(&self) {
        eventually("pushes to be settled", || async { (self.count("push_job").await == 0).then_some(()) })
            .await;
    }
}

/// A voided check of today of this many dollars.
pub fn voided(id: &str, dollars: i64) -> Value {
    json!({"posID": POS, "posCheckID": id, "revision": 1, "closeTime": "2026-07-18T11:42:00", "voided": true,
           "items": [{"posItemID": "i1", "name": "Soup", "price": dollars}]})
}

/// A check of today, closed at a wall time.
pub fn sold(id: &str, closed: &str, dollars: i64) -> Value {
    json!({"posID": POS, "posCheckID": id, "revision": 1, "closeTime": closed,
           "items": [{"posItemID": "i1", "name": "Soup", "price": dollars}]})
}
