//! The ingest keys by which checks were sent.

use saffron_core::event::BusinessDaySet;
use saffron_core::fact::{StampedBatch, read_events};
use saffron_core::{PosId, Source};
use saffron_proto::reports::{
    DaySource, ExportChecksRequest, GetShiftFactsRequest, ListSourcesRequest, SentCheck,
};
use saffron_testkit::{ZONE, calendar_of, collected, eventually, listed, pages};
use serde_json::{Value, json};
use uuid::Uuid;

use crate::world::{World, check, with_entries};

const FILE: Source = Source::Key(Uuid::from_u128(0x0198_0000_0000_7000_8000_0000_0000_0001));
const OTHER: Source = Source::Key(Uuid::from_u128(0x0198_0000_0000_7000_8000_0000_0000_0002));

/// Stores the events of one POST with a key, and waits until they are worked.
async fn record(world: &World, source: Source, events: &[Value]) {
    let (pos_id, calendar): (PosId, _) = ("p1".parse().unwrap(), calendar_of(ZONE));
    let facts = read_events(&serde_json::to_vec(events).unwrap(), &pos_id, &calendar).unwrap();
    let batch = StampedBatch::of(pos_id, &calendar, world.now(), facts).sent_by(source);
    world.put_batch("p1", &serde_json::to_vec(&batch).unwrap()).await;
    world.settled().await;
}

async fn sources(world: &World) -> Vec<(String, String, i64, i64)> {
    let of = |day: DaySource| (day.business_date, day.source, day.checks, day.net_sales);
    days(world).await.into_iter().map(of).collect()
}

async fn days(world: &World) -> Vec<DaySource> {
    let message = ListSourcesRequest {
        pos_id: "p1".into(),
        start_date: "2026-07-01".into(),
        end_date: "2026-07-31".into(),
    };
    let answers = world.client().list_sources(world.request(&["p1"], message)).await.unwrap();
    collected(answers).await.into_iter().flat_map(|part| part.sources).collect()
}

fn export(sources: &[Source], not_sources: &[Source]) -> ExportChecksRequest {
    let texts = |sources: &[Source]| sources.iter().map(Source::to_string).collect();
    ExportChecksRequest {
        pos_id: "p1".into(),
        start_date: "2026-07-01".into(),
        end_date: "2026-07-31".into(),
        sources: texts(sources),
        not_sources: texts(not_sources),
        ..ExportChecksRequest::default()
    }
}

async fn exported(world: &World, message: ExportChecksRequest) -> (Vec<SentCheck>, Option<String>) {
    listed(world.client().export_checks(world.request(&["p1"], message)).await.unwrap()).await
}

fn day(date: &str, source: Source, checks: i64, dollars: i64) -> (String, String, i64, i64) {
    (date.into(), source.to_string(), checks, dollars * 100)
}

#[tokio::test]
async fn each_day_names_the_sources_of_its_checks() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let event =
        |id: &str, close: &str, dollars: f64| world.event("check.closed", check("p1", id, close, dollars));
    world.record("p1", &[event("c1", "2026-07-17T12:00:00", 10.0)]).await;
    let sent = [
        event("c2", "2026-07-17T13:00:00", 20.0),
        event("c3", "2026-07-17T14:30:00", 30.0),
        event("c4", "2026-07-18T12:00:00", 40.0),
    ];
    record(&world, FILE, &sent).await;
    let expected = [
        day("2026-07-17", FILE, 2, 50),
        day("2026-07-17", Source::Till, 1, 10),
        day("2026-07-18", FILE, 1, 40),
    ];
    assert_eq!(sources(&world).await, expected);
    let first = &days(&world).await[0];
    assert_eq!(
        (first.first_time.as_str(), first.last_time.as_str()),
        ("2026-07-17T13:00:00", "2026-07-17T14:30:00")
    );
    // The newest revision has its own source; an older one changes nothing.
    let again = |revision: i64| {
        let mut data = check("p1", "c2", "2026-07-17T13:00:00", 25.0);
        data["revision"] = json!(revision);
        world.event("check.closed", data)
    };
    world.record("p1", &[again(2)]).await;
    record(&world, OTHER, &[again(1)]).await;
    // A check that is removed counts nowhere; an open one counts without sales.
    let mut open = check("p1", "c5", "2026-07-18T12:00:00", 9.0);
    open["openTime"] = json!("2026-07-18T11:00:00");
    let removed = json!({"posID": "p1", "posCheckID": "c3", "revision": 2});
    record(&world, OTHER, &[world.event("check.opened", open), world.event("check.removed", removed)]).await;
    let expected = [
        day("2026-07-17", Source::Till, 2, 35),
        day("2026-07-18", FILE, 1, 40),
        day("2026-07-18", OTHER, 1, 0),
    ];
    assert_eq!(sources(&world).await, expected);
}

#[tokio::test]
async fn an_exported_check_can_be_sent_again_as_it_was() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let full = with_entries(check("p1", "c1", "2026-07-17T12:00:00", 10.0));
    record(&world, FILE, &[world.event("check.closed", full)]).await;
    let mut open = check("p1", "c2", "2026-07-17T12:00:00", 9.0);
    open["openTime"] = json!("2026-07-17T11:00:00");
    world.record("p1", &[world.event("check.opened", open)]).await;
    let stored = async || -> Vec<String> {
        let facts = "SELECT (c.source, c.closed, c.business_date, f.fact)::text FROM pos_check c
                     JOIN check_fact f USING (pos_id, business_date, pos_check_id)
                     WHERE NOT c.removed ORDER BY c.pos_check_id";
        sqlx::query_scalar(facts).fetch_all(&world.pool).await.unwrap()
    };
    let (before, sums) = (stored().await, sources(&world).await);
    let (checks, next) = exported(&world, export(&[], &[])).await;
    assert_eq!((checks.len(), next), (2, None));
    for sent in &checks {
        let id = |more: &str| format!("{}{more}", sent.event_id);
        let event = |kind: &str, id: String, data: Value| json!({"specversion": "1.0", "id": id, "source": "till", "type": kind, "data": data});
        let removed = json!({"posID": "p1", "posCheckID": sent.check_id, "revision": sent.revision});
        let source: Source = sent.source.parse().unwrap();
        record(&world, OTHER, &[event("check.removed", id(".r"), removed)]).await;
        let kind = if sent.closed { "check.closed" } else { "check.opened" };
        // A removed check ranks above an open one of its revision.
        let mut data: Value = serde_json::from_str(&sent.data).unwrap();
        data["revision"] = json!(sent.revision + i64::from(!sent.closed));
        record(&world, source, &[event(kind, id(".r.b"), data)]).await;
    }
    assert_eq!(stored().await, before);
    assert_eq!(sources(&world).await, sums);
}

#[tokio::test]
async fn checks_are_exported_by_source_and_page() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    for (source, number) in [(FILE, 0), (OTHER, 1), (Source::Till, 2), (FILE, 3), (OTHER, 4)] {
        let id = format!("c{}", 9 - number);
        let close = format!("2026-07-{:02}T12:00:00", 10 + number / 2);
        record(&world, source, &[world.event("check.closed", check("p1", &id, &close, 10.0))]).await;
    }
    let ids = |checks: Vec<SentCheck>| checks.into_iter().map(|check| check.check_id).collect::<Vec<_>>();
    let of = async |sources: &[Source], not: &[Source]| ids(exported(&world, export(sources, not)).await.0);
    assert_eq!(of(&[], &[]).await, ["c8", "c9", "c6", "c7", "c5"]);
    assert_eq!(of(&[FILE], &[]).await, ["c9", "c6"]);
    assert_eq!(of(&[FILE, Source::Till], &[]).await, ["c9", "c6", "c7"]);
    assert_eq!(of(&[], &[FILE, OTHER]).await, ["c7"]);
    let paged = pages(async |cursor| {
        let (checks, next) =
            exported(&world, ExportChecksRequest { limit: 2, cursor, ..export(&[], &[]) }).await;
        (ids(checks), next)
    });
    assert_eq!(paged.await.concat(), ["c8", "c9", "c6", "c7", "c5"]);
}

#[tokio::test]
async fn a_check_keeps_its_source_when_its_day_moves() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    for (source, id) in [(FILE, "c1"), (OTHER, "c2"), (Source::Till, "c3")] {
        record(&world, source, &[world.event("check.closed", check("p1", id, "2026-07-17T04:30:00", 10.0))])
            .await;
    }
    let days = calendar_of(&format!("{ZONE} 06:00;1"));
    world.publish(BusinessDaySet::of("p1".parse().unwrap(), &days)).await;
    let moved = [FILE, OTHER, Source::Till].map(|source| day("2026-07-16", source, 1, 10));
    eventually("the checks to move", || async { (sources(&world).await == moved).then_some(()) }).await;
}

/// A page that is read while its first fact moves: the others still have to.
#[tokio::test]
async fn checks_that_move_while_a_page_is_read_leave_none_behind() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    for (source, id) in [(FILE, "c1"), (OTHER, "c2")] {
        let check = check("p1", id, "2026-07-17T04:30:00", 10.0);
        record(&world, source, &[world.event("check.closed", check)]).await;
    }
    let mut tx = world.pool.begin().await.unwrap();
    sqlx::raw_sql("LOCK TABLE check_fact").execute(&mut *tx).await.unwrap();
    world.publish(BusinessDaySet::of("p1".parse().unwrap(), &calendar_of(&format!("{ZONE} 06:00;1")))).await;
    eventually("a page to wait for its facts", || async {
        let waiting = "pg_stat_activity WHERE datname = current_database() AND wait_event_type = 'Lock'
           AND query LIKE '%check_fact%ANY%'";
        (world.count(waiting).await == 1).then_some(())
    })
    .await;
    let moved = "UPDATE pos_check SET business_date = '2026-07-16' WHERE pos_check_id = 'c1';
       UPDATE check_fact SET business_date = '2026-07-16' WHERE pos_check_id = 'c1'";
    sqlx::raw_sql(moved).execute(&mut *tx).await.unwrap();
    tx.commit().await.unwrap();
    eventually("each fact to be looked at once", || async {
        (world.count("restamp WHERE step > 2").await == 1).then_some(())
    })
    .await;
    assert_eq!(world.count("pos_check WHERE business_date <> '2026-07-16'").await, 0);
}

#[tokio::test]
async fn wrong_spans_and_sources_are_refused_by_name() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let refused = async |message: ExportChecksRequest| {
        let status = world.client().export_checks(world.request(&["p1"], message)).await.unwrap_err();
        status.metadata().get("x-saffron-field").map(|field| field.to_str().unwrap().to_owned())
    };
    let asked = |start: &str, end: &str| ExportChecksRequest {
        start_date: start.into(),
        end_date: end.into(),
        ..export(&[], &[])
    };
    assert_eq!(refused(asked("2026-07-18", "2026-07-17")).await.as_deref(), Some("startDate"));
    assert_eq!(refused(asked("2016-05-31", "2026-07-18")).await.as_deref(), Some("startDate"));
    assert_eq!(refused(asked("2026-07-18", "soon")).await.as_deref(), Some("endDate"));
    let wrong = ExportChecksRequest { sources: vec!["file".into()], ..export(&[], &[]) };
    assert_eq!(refused(wrong).await.as_deref(), Some("sources"));
    let foreign = ListSourcesRequest {
        pos_id: "p2".into(),
        start_date: "2026-07-18".into(),
        end_date: "2026-07-18".into(),
    };
    let status = world.client().list_sources(world.request(&["p1"], foreign)).await.unwrap_err();
    assert_eq!(status.code(), tonic::Code::PermissionDenied);
}

#[tokio::test]
async fn shifts_are_given_as_they_were_sent() {
    let world = World::at("2026-07-18T20:00:00Z").await;
    let asked = async |pos_id: &str, ids: &[&str]| {
        let ids = ids.iter().map(|id| (*id).to_owned()).collect();
        let message = GetShiftFactsRequest { pos_id: pos_id.to_owned(), pos_shift_ids: ids };
        let answer = world.client().get_shift_facts(world.request(&["p1"], message)).await;
        answer.map(|answer| answer.into_inner().shifts)
    };
    let data = json!({"posID": "p1", "posShiftID": "s1", "revision": 3, "employee": {"id": "e", "name": "Ana"},
        "clockIn": "2026-07-18T09:00:00", "clockOut": "2026-07-18T13:00:00", "rate": 18.0, "tips": 4.5});
    let gone = json!({"posID": "p1", "posShiftID": "s2", "revision": 5});
    let sent = [world.event("shift.closed", data), world.event("shift.removed", gone)];
    world.record("p1", &sent).await;
    let shifts = asked("p1", &["s1", "s2", "s3"]).await.unwrap();
    let versions: Vec<_> =
        shifts.iter().map(|one| (one.pos_shift_id.as_str(), one.revision, one.closed, one.removed)).collect();
    assert_eq!(versions, [("s1", 3, true, false), ("s2", 5, true, true)]);
    assert_eq!((&json!(shifts[0].event_id), shifts[1].data.as_str()), (&sent[0]["id"], ""));
    // It is read as the same shift again.
    let again: Value = serde_json::from_str(&shifts[0].data).unwrap();
    assert_eq!(
        (&again["clockIn"], &again["employee"]["name"]),
        (&json!("2026-07-18T13:00:00Z"), &json!("Ana"))
    );
    assert_eq!((again["rate"].as_f64(), again["regularMinutes"].as_f64()), (Some(18.0), Some(240.0)));
    assert_eq!(asked("p2", &[]).await.unwrap_err().code(), tonic::Code::PermissionDenied);
    assert_eq!(asked("p1", &["s"; 1_001]).await.unwrap_err().code(), tonic::Code::InvalidArgument);
}
