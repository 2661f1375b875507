//! What the POS counted of the dates that were read, beside what they come to here.

use jiff::{SignedDuration, Timestamp};
use saffron_core::event::ConnectionDiffers;
use saffron_core::fact::{FactBody, Refusal, read_events};
use saffron_core::{BusinessDate, Code, Error, PosId};
use saffron_kit::Fault;
use saffron_pos::adapter::Reader;
use saffron_pos::proof::{self, Figures, OurCheck, Report, TheirOrder};
use serde_json::json;
use serde_json::value::RawValue;
use uuid::Uuid;

use super::announce::announce;
use super::days::own_sources;
use super::read::{is_of_the_day, keep};
use super::readers::Open;
use super::{InWork, Next, Stop, no_such_connection};
use crate::app::{App, ChecksOf, SentCheck};
use crate::domain::{BURST, COST, Compared, MOST_CHECKS, ProofState, Slices, difference, differs};
use crate::store::{self, FeedInHand, FeedPlace, Proof};

/// After a failure that is of a date alone, it is compared again so much later.
const PUT_OFF: SignedDuration = SignedDuration::from_hours(1);
/// A date of which the POS has no totals is asked about so much later.
const ASKED_AGAIN: SignedDuration = SignedDuration::from_hours(24);
/// The least time between two notices of dates that differ.
const BETWEEN_ALERTS: SignedDuration = SignedDuration::from_hours(20);

/// Compares the dates that are due, the latest first, as many as the POS may be asked about. The place of the feed is the time for
/// which it was asked already.
pub(super) async fn prove(of: &InWork<'_>, feed: &FeedInHand, open: &Open) -> Result<Next, Stop> {
    let (app, now) = (of.app, of.app.now());
    let (pos_id, connection_id) = of.place();
    let mut spent = feed.place.read_until;
    let mut is_changed = false;
    let due = loop {
        if spent > now {
            break spent;
        }
        let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
        let next = store::next_proof(&mut conn, pos_id, connection_id, now).await?;
        drop(conn);
        let Some(on) = next else { break now + feed.kind.every() };
        spent = spent.max(now - BURST) + COST;
        match compare(of, open, on).await {
            Ok(changed) => is_changed |= changed,
            Err(stop) => {
                if is_of_the_day(&stop) {
                    let mut tx = app.database.begin().await?;
                    store::put_off_proof(&mut tx, of.place(), on, now + PUT_OFF).await?;
                    tx.commit().await?;
                }
                return Err(stop);
            }
        }
        keep(of, feed, &FeedPlace::at(spent)).await?;
    };
    let mut tx = app.database.begin().await?;
    if is_changed {
        announce(&mut tx, connection_id, Some(pos_id)).await?;
    }
    // Those of the past are named together.
    if store::next_proof(tx.conn(), pos_id, connection_id, now).await?.is_none()
        && let Some(alert) = store::take_alerts(&mut tx, pos_id, connection_id, now - BETWEEN_ALERTS).await?
        && let (Some(first), Some(last)) = (alert.dates.first(), alert.dates.last())
    {
        tx.publish(&ConnectionDiffers {
            pos_id: pos_id.clone(),
            connection_id,
            days: i64::try_from(alert.dates.len()).unwrap_or(i64::MAX),
            first_date: *first,
            last_date: *last,
        })?;
    }
    tx.commit().await?;
    Ok(Next { place: FeedPlace::at(spent), due })
}

/// Compares a date; whether people see another proof of it than before.
async fn compare(of: &InWork<'_>, open: &Open, on: BusinessDate) -> Result<bool, Stop> {
    let (app, calendar) = (of.app, of.location.calendar());
    let (pos_id, connection_id) = of.place();
    let (now, end) = (app.now(), calendar.begin_of(on.plus_days(1)));
    let mut conn = app.database.pool().acquire().await.map_err(Fault::from)?;
    let before = store::find_proof(&mut conn, pos_id, connection_id, on).await?;
    drop(conn);
    // Another worker, or a person, moved it on.
    let Some(before) = before else { return Ok(false) };
    let report = open.reader.lock().await.report(on).await?;
    let Some(Report { figures: theirs, until, is_independent }) = report else {
        let none = Proof { state: ProofState::None, is_independent: false, ..before.clone() };
        return put(of, &before, none, Some(now + ASKED_AGAIN)).await;
    };
    let mut ours = our_checks(of, on).await?;
    // What was closed since is not in theirs.
    ours.retain(|check| check.at <= until);
    let mut sum = Figures::default();
    ours.iter().for_each(|check| sum.add(&check.figures));
    let lines = proof::lines(&theirs, &sum);
    let is_seen_twice = before.lines == lines && before.counted_until.is_some_and(|until| until >= end);
    let compared = Compared { lines: &lines, until, end, now, is_seen_twice };
    let next_morning = calendar.begin_of(calendar.today(now).plus_days(1));
    let (state, due) = compared.stands(next_morning);
    let slices = if differs(&lines) && state != ProofState::NotYet {
        narrowed(&mut **open.reader.lock().await, on, &ours).await?
    } else {
        Slices::default()
    };
    let proof = Proof {
        business_date: on,
        state,
        is_independent,
        counted_until: Some(until),
        checked_at: Some(now),
        lines,
        slices,
        settled: before.settled.clone(),
    };
    put(of, &before, proof, due).await
}

async fn put(
    of: &InWork<'_>,
    before: &Proof,
    mut proof: Proof,
    due: Option<Timestamp>,
) -> Result<bool, Stop> {
    let is_settled = matches!(proof.state, ProofState::Equal | ProofState::Differs);
    let is_to_alert = proof.is_independent
        && is_settled
        && match &before.settled {
            None => proof.state == ProofState::Differs,
            // It differs otherwise than before, or changed on both sides after it had settled.
            Some(settled) => {
                *settled != proof.lines && (proof.state == ProofState::Differs || !differs(settled))
            }
        };
    if is_settled {
        proof.settled = Some(proof.lines.clone());
    }
    let is_other = before.lines != proof.lines;
    let mut tx = of.app.database.begin().await?;
    store::put_proof(&mut tx, of.place(), &proof, due, is_to_alert).await?;
    tx.commit().await?;
    Ok(before.state != proof.state || is_other || before.checked_at.is_none())
}

/// Where a date differs.
async fn narrowed(reader: &mut dyn Reader, on: BusinessDate, ours: &[OurCheck]) -> Result<Slices, Stop> {
    let hours = reader.report_by_hour(on).await?;
    let hours = hours.map(|hours| proof::by_hour(&hours, ours)).unwrap_or_default();
    let orders = reader.report_by_order(on).await?;
    let orders = orders.map(|orders| {
        let orders = orders.into_iter().map(|(id, figures)| {
            let checks = reader.checks_of(&id);
            TheirOrder { id, checks, figures }
        });
        proof::by_check(orders.collect(), ours)
    });
    let mut checks = orders.unwrap_or_default();
    // The greatest first.
    checks.sort_by_key(|check| std::cmp::Reverse(difference(&check.lines).unsigned_abs()));
    let more_checks = i64::try_from(checks.len().saturating_sub(MOST_CHECKS)).unwrap_or(i64::MAX);
    checks.truncate(MOST_CHECKS);
    Ok(Slices { hours, checks, more_checks })
}

/// The closed checks of a date that this location of the POS brought, as reports has them.
async fn our_checks(of: &InWork<'_>, on: BusinessDate) -> Result<Vec<OurCheck>, Stop> {
    let (pos_id, calendar) = (&of.location.pos_id, of.location.calendar());
    let sources = own_sources(of).await?;
    let (mut cursor, mut checks) = (String::new(), Vec::new());
    loop {
        let asked = ChecksOf::Sources(&sources);
        let (sent, next) =
            of.app.others.checks(&of.token.get().await?, pos_id, (on, on), asked, &cursor).await?;
        let events =
            sent.iter().filter(|check| check.closed).map(event_of).collect::<Result<Vec<_>, Fault>>()?;
        // An empty batch is none.
        if !events.is_empty() {
            let facts = read_events(json!(events).to_string().as_bytes(), pos_id, &calendar);
            let facts = facts.map_err(|refusal| {
                let field = if let Refusal::Bad(bad) = refusal { bad.field } else { String::new() };
                Fault::Permanent(format!("a check of reports cannot be read: {field}"))
            })?;
            checks.extend(facts.into_iter().filter_map(|fact| match fact.body {
                FactBody::Check(check) => Some(OurCheck::of(&check)),
                _ => None,
            }));
        }
        match next {
            Some(next) => cursor = next,
            None => return Ok(checks),
        }
    }
}

fn event_of(check: &SentCheck) -> Result<serde_json::Value, Fault> {
    let data: Box<RawValue> = serde_json::from_str(&check.data)
        .map_err(|e| Fault::Permanent(format!("a check of reports: {e}")))?;
    Ok(
        json!({"specversion": "1.0", "id": check.event_id.to_string(), "source": "connection", "type": "check.closed",
        "data": data}),
    )
}

/// The proof of a date of a connected location.
///
/// # Errors
/// If there is no such connection, or the date was not read.
pub async fn proof_of(
    app: &App,
    pos_id: &PosId,
    connection_id: Uuid,
    on: BusinessDate,
) -> Result<Proof, Fault> {
    let mut conn = app.database.pool().acquire().await?;
    if store::find_connection(&mut conn, pos_id, connection_id).await?.is_none() {
        return Err(no_such_connection(connection_id).into());
    }
    let proof = store::find_proof(&mut conn, pos_id, connection_id, on).await?;
    let proof = proof.ok_or_else(|| {
        let message = format!("The sales of {on} did not come in by this connection.");
        Error::new(Code::NotFound, message).about("businessDate")
    })?;
    Ok(proof)
}
