use std::ops::Deref;
use std::time::Duration;

use saffron_core::Clock;
use saffron_kit::grpc::Channel;
use saffron_proto::reports::day_service_client::DayServiceClient;
use saffron_proto::reports::reports_service_client::ReportsServiceClient;
use saffron_proto::reports::{ReportKind, ReportRequest, ReportResponse, ReportRow};
use saffron_reports::{Config, SPEC, start};
use saffron_testkit::{TestService, collected};
use serde_json::{Value, json};
use tonic::Request;

use crate::database::meter::Meter;

/// Every kind of report.
pub fn kinds() -> impl Iterator<Item = ReportKind> {
    (1..).map_while(|number| ReportKind::try_from(number).ok())
}

/// The service, running by itself.
pub struct World {
    service: TestService,
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
        World::folding_at(now, Duration::from_secs(3_600)).await
    }

    /// Starts it, with the clock standing at `now` and closed months folded every so often.
    pub async fn folding_at(now: &str, write_months_every: Duration) -> World {
        let clock = Clock::fixed(now.parse().unwrap());
        let service = TestService::start(&SPEC, clock, &[], move |env, clock, stop| {
            start(Config { write_months_every, ..Config::from_env(&env).unwrap() }, clock, stop)
        });
        World { service: service.await }
    }

    /// Starts it, with the clock standing at `now` and its reads from Postgres counted.
    pub async fn metered_at(now: &str) -> (World, Meter) {
        let mut world = World::at(now).await;
        world.service.stop().await;
        let url = world.service.variables.get_mut("SAFFRON_REPORTS_DATABASE_URL").unwrap();
        let (meter, through) = Meter::before(url).await;
        *url = through;
        world.service.restart().await;
        (world, meter)
    }

    pub fn client(&self) -> ReportsServiceClient<Channel> {
        ReportsServiceClient::new(self.channel())
    }

    pub fn days(&self) -> DayServiceClient<Channel> {
        DayServiceClient::new(self.channel())
    }

    /// The rows of a report.
    pub async fn report(&self, request: Request<ReportRequest>) -> Vec<ReportRow> {
        self.whole_report(request).await.rows
    }

    /// A report with its totals, as one message.
    pub async fn whole_report(&self, request: Request<ReportRequest>) -> ReportResponse {
        let mut whole = ReportResponse::default();
        for part in collected(self.client().report(request).await.unwrap()).await {
            whole.rows.extend(part.rows);
            whole.totals.extend(part.totals);
            whole.versions.extend(part.versions);
        }
        whole
    }
}

/// A count of a cash drawer.
pub fn drawer(pos_id: &str, date: &str) -> Value {
    json!({"posID": pos_id, "posDrawerID": "bar", "revision": 1, "openedAt": format!("{date}T10:00:00"),
        "closedAt": format!("{date}T12:00:00"), "opening": 200, "sales": 40, "counted": 239.5})
}

/// A check with an entry of every kind.
pub fn with_entries(mut check: Value) -> Value {
    let lines = check["items"].as_array_mut().unwrap();
    lines[0]["modifiers"] = json!([{"name": "Cheese", "amount": 1}]);
    lines.push(
        json!({"posItemID": "soup", "name": "Soup", "amount": 9, "voided": true, "reason": "Wrong dish"}),
    );
    lines.push(json!({"posItemID": "gift", "name": "Gift card", "amount": 50, "deferred": true}));
    check["discounts"] = json!([{"name": "Happy hour", "kind": "promotion", "amount": 2}]);
    check["serviceCharges"] = json!([{"name": "Bag", "kind": "fee", "amount": 0.1}]);
    check["taxes"] = json!([{"name": "City", "amount": 0.5}]);
    check
}

/// A check of one line, to be changed by the test.
pub fn check(pos_id: &str, id: &str, close: &str, amount: f64) -> Value {
    json!({"posID": pos_id, "posCheckID": id, "revision": 1, "closeTime": close, "covers": 2,
        "items": [{"posItemID": "soup", "name": "Soup", "majorCategory": "Food", "amount": amount, "cost": 1}],
        "payments": [{"type": "Cash", "amount": amount}]})
}
