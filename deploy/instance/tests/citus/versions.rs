//! Whether the version of an answer of reports is ever newer than its figures, while facts are written: a gateway would then keep
//! old figures as current ones.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicUsize, Ordering};
use std::sync::{Arc, Mutex};
use std::time::{Duration, Instant};

use anyhow::Result;
use saffron_core::BusinessDate;
use saffron_instance::{Trade, Workers};
use saffron_proto::auth::ResolveSessionRequest;
use saffron_proto::auth::door_service_client::DoorServiceClient;
use saffron_proto::reports::reports_service_client::ReportsServiceClient;
use saffron_proto::reports::{GroupBy, ReportKind, ReportRequest, Scope};
use tonic::transport::Channel;
use tonic::{Code, Request, Status};

use crate::setup::Setup;

/// Answers that are checked.
pub const LOOKED: usize = 10_000;
/// The number of readers.
const READERS: usize = 3;
/// How long reports may take to process a fact.
const PATIENCE: Duration = Duration::from_secs(60);
/// How long a token is used, of the minute that it is good for.
const TOKEN: Duration = Duration::from_secs(30);

/// A caller of reports, as the gateway is one.
#[derive(Clone)]
struct Caller {
    auth: DoorServiceClient<Channel>,
    reports: ReportsServiceClient<Channel>,
    gateway_key: String,
    session: String,
    token: Option<(String, Instant)>,
}

/// Checks and version of each location in an answer.
type Standing = BTreeMap<String, (i64, i64)>;

impl Caller {
    async fn of(setup: &Setup) -> Self {
        let at = |service| format!("http://127.0.0.1:{}", setup.instance.config.ports.of(service));
        Self {
            auth: DoorServiceClient::connect(at("auth")).await.unwrap(),
            reports: ReportsServiceClient::connect(at("reports")).await.unwrap(),
            gateway_key: setup.instance.secrets.gateway_key.clone(),
            session: setup.owner.session.clone(),
            token: None,
        }
    }

    async fn token(&mut self) -> Result<String, Status> {
        if let Some((token, at)) = &self.token
            && at.elapsed() < TOKEN
        {
            return Ok(token.clone());
        }
        let mut request = Request::new(ResolveSessionRequest { session_id: self.session.clone() });
        request.metadata_mut().insert("x-saffron-gateway-key", self.gateway_key.parse().unwrap());
        let token = self.auth.resolve_session(request).await?.into_inner().token;
        self.token = Some((token.clone(), Instant::now()));
        Ok(token)
    }

    /// The daily report of a day, once reports is not too busy to answer.
    async fn read(&mut self, pos_ids: &[String], day: BusinessDate) -> Standing {
        let began = Instant::now();
        loop {
            match self.try_read(pos_ids, day).await {
                Ok(standing) => return standing,
                Err(status) => {
                    // A connection that has served its time is closed, and the next call opens another.
                    let closed = std::error::Error::source(&status).is_some();
                    let passes = closed || matches!(status.code(), Code::Unavailable | Code::Cancelled);
                    let passes = passes && began.elapsed() < PATIENCE;
                    assert!(passes, "{status:?}");
                    println!("a look came too early: {}", status.message());
                    tokio::time::sleep(Duration::from_millis(250)).await;
                }
            }
        }
    }

    async fn try_read(&mut self, pos_ids: &[String], day: BusinessDate) -> Result<Standing, Status> {
        let scope = Scope {
            pos_ids: pos_ids.to_vec(),
            start_date: day.to_string(),
            end_date: day.to_string(),
            group_by: GroupBy::Day.into(),
        };
        let mut request =
            Request::new(ReportRequest { kind: ReportKind::Daily.into(), scope: Some(scope), compare_to: 0 });
        let bearer = format!("Bearer {}", self.token().await?);
        request.metadata_mut().insert("authorization", bearer.parse().unwrap());
        let mut answer = self.reports.report(request).await?.into_inner();
        let mut standing = Standing::new();
        while let Some(part) = answer.message().await? {
            for known in part.versions {
                standing.entry(known.pos_id).or_default().1 = known.version;
            }
            for row in part.rows {
                standing.entry(row.pos_id).or_default().0 = row.figures.unwrap_or_default().checks;
            }
        }
        Ok(standing)
    }
}

/// A writer at each location commits one check after the other, each as a version of its own, while readers read all of
/// them in one answer. Gives the number of written checks.
///
/// # Panics
/// If an answer has fewer checks than its version.
pub async fn never_newer(
    setup: &Arc<Setup>,
    locations: &[String],
    day: BusinessDate,
) -> Result<Vec<(String, String)>> {
    let mut caller = Caller::of(setup).await;
    let begin = caller.read(locations, day).await;
    let written = Arc::new(Mutex::new(Vec::new()));
    let (looked, newer) = (Arc::new(AtomicUsize::new(0)), Arc::new(Mutex::new(Vec::new())));
    let mut writers = Workers::default();
    for pos_id in locations {
        let (setup, pos_id, written) = (setup.clone(), pos_id.clone(), written.clone());
        let (mut caller, (_, from)) = (caller.clone(), begin[&pos_id]);
        writers.begin(|rounds| async move {
            for number in 1.. {
                if !rounds.should_continue() {
                    break;
                }
                let id = format!("v-{number}");
                setup.post(&pos_id, &[Trade::plain_check(&pos_id, &id, day)]).await;
                written.lock().unwrap().push((pos_id.clone(), id.clone()));
                let (began, wanted) = (Instant::now(), from + number);
                loop {
                    let (_, version) = caller.read(std::slice::from_ref(&pos_id), day).await[&pos_id];
                    assert!(
                        version <= wanted,
                        "{pos_id}: version {version} after {number} checks from {from}"
                    );
                    if version == wanted {
                        break;
                    }
                    assert!(began.elapsed() < PATIENCE, "{pos_id}: {id} is not worked");
                }
                rounds.end_round();
            }
            Ok(())
        });
    }
    let readers: Vec<_> = (0..READERS)
        .map(|_| {
            let (mut caller, begin, locations) = (caller.clone(), begin.clone(), locations.to_vec());
            let (looked, newer) = (looked.clone(), newer.clone());
            tokio::spawn(async move {
                loop {
                    let number = looked.fetch_add(1, Ordering::Relaxed);
                    if number >= LOOKED {
                        return;
                    }
                    if number % 1_000 == 0 {
                        println!("{number} of {LOOKED} answers looked at");
                    }
                    let found = caller.read(&locations, day).await;
                    for (pos_id, (checks, version)) in found {
                        let (checks_before, version_before) = begin[&pos_id];
                        if checks - checks_before < version - version_before {
                            newer
                                .lock()
                                .unwrap()
                                .push(format!("{pos_id}: {checks} checks at version {version}"));
                        }
                    }
                }
            })
        })
        .collect();
    for reader in readers {
        reader.await.unwrap();
    }
    writers.end().await?;
    let written = std::mem::take(&mut *written.lock().unwrap());
    let newer = std::mem::take(&mut *newer.lock().unwrap());
    println!(
        "{}: {LOOKED} answers of {} locations, {} checks written meanwhile, {} versions newer than their figures",
        setup.name,
        locations.len(),
        written.len(),
        newer.len()
    );
    assert!(newer.is_empty(), "{:?}", newer.iter().take(5).collect::<Vec<_>>());
    Ok(written)
}
