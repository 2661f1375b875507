//! `report.changed`.

use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::time::Duration;

use saffron_core::event::{CloudEvent, DayTotalsV2, Event, ReplicaStarted, ReportChanged};
use saffron_core::figure::{self, Figure};
use saffron_core::{BusinessDate, Money, PosId};
use saffron_kit::nats::{Nats, subject};
use saffron_kit::pg::Database;
use saffron_kit::telemetry::TraceParent;
use saffron_kit::{CancellationToken, Fault};
use tokio::sync::Notify;
use tokio::time::Instant;

use crate::app::{ChangedDays, Recorded};
use crate::domain::Figures;
use crate::store;

/// After an event of a location, the next one waits this long.
const AT_MOST_EVERY: Duration = Duration::from_millis(100);
/// How many locations are published at once.
const AT_ONCE: usize = 200;

/// Collects changes of locations until they are published.
#[derive(Clone, Default)]
pub struct Notifier {
    waiting: Arc<Mutex<BTreeMap<PosId, PendingChange>>>,
    wake: Arc<Notify>,
}

/// A change of a location that is not published yet.
#[derive(Clone, Copy)]
struct PendingChange {
    days: ChangedDays,
    /// The last traced message that changed something.
    cause: Option<TraceParent>,
}

impl PendingChange {
    /// Both changes as one.
    fn and(self, later: PendingChange) -> PendingChange {
        let (before, after) = (self.days, later.days);
        let days = ChangedDays {
            from: before.from.min(after.from),
            to: before.to.max(after.to),
            version: before.version.max(after.version),
        };
        PendingChange { days, cause: later.cause.or(self.cause) }
    }
}

impl Notifier {
    fn waiting(&self) -> MutexGuard<'_, BTreeMap<PosId, PendingChange>> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Adds committed changes, to be published soon.
    pub fn add(&self, changed: Recorded) {
        if changed.is_empty() {
            return;
        }
        let mut waiting = self.waiting();
        for (pos_id, days) in changed {
            let later = PendingChange { days, cause: TraceParent::of_location(Some(&pos_id)) };
            let all = waiting.get(&pos_id).map_or(later, |earlier| earlier.and(later));
            waiting.insert(pos_id, all);
        }
        drop(waiting);
        self.wake.notify_one();
    }

    /// Adds changes again that could not be published.
    fn put_back(&self, unpublished: BTreeMap<PosId, PendingChange>) {
        let mut waiting = self.waiting();
        for (pos_id, earlier) in unpublished {
            let all = waiting.get(&pos_id).map_or(earlier, |later| earlier.and(*later));
            waiting.insert(pos_id, all);
        }
    }

    /// Takes changes of locations whose pause is over; also returns when the next pause ends.
    fn due(
        &self,
        published: &BTreeMap<PosId, Instant>,
        now: Instant,
    ) -> (BTreeMap<PosId, PendingChange>, Option<Instant>) {
        let mut waiting = self.waiting();
        let free_at = |pos_id: &PosId| published.get(pos_id).map_or(now, |at| *at + AT_MOST_EVERY);
        let due: Vec<PosId> = waiting.keys().filter(|id| free_at(id) <= now).take(AT_ONCE).cloned().collect();
        let due = due.into_iter().filter_map(|pos_id| waiting.remove_entry(&pos_id)).collect();
        let next = waiting.keys().map(free_at).min();
        (due, next)
    }
}

/// Publishes `report.changed` to PUSH right after commits, per location at once and then at most every 100 ms, until
/// `shutdown`. A replica that is killed loses unpublished changes: so each replica first publishes that it starts, and gateways
/// have all clients load again.
pub async fn run_notifier(notifier: Notifier, database: Database, nats: Nats, shutdown: CancellationToken) {
    let begins = ReplicaStarted { incarnation: uuid::Uuid::now_v7() };
    loop {
        let now = database.clock().now();
        match publish(&nats, begins.clone(), now.as_millisecond(), None, now).await {
            Ok(()) => break,
            Err(fault) => tracing::warn!(%fault, "the start of this replica waits to be published"),
        }
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(AT_MOST_EVERY) => {}
        }
    }
    let mut published: BTreeMap<PosId, Instant> = BTreeMap::new();
    loop {
        let now = Instant::now();
        let (due, next) = notifier.due(&published, now);
        if due.is_empty() {
            published.retain(|_, at| now.duration_since(*at) < AT_MOST_EVERY);
            tokio::select! {
                () = shutdown.cancelled() => return,
                () = notifier.wake.notified() => {}
                () = tokio::time::sleep_until(next.unwrap_or(now + Duration::from_secs(60))) => {}
            }
            continue;
        }
        for pos_id in due.keys() {
            published.insert(pos_id.clone(), now);
        }
        let fault = match publish_due(&database, &nats, &due).await {
            Ok(lagging) => {
                if !lagging.is_empty() {
                    tracing::info!(locations = lagging.len(), "report.changed waits for what was committed");
                }
                notifier.put_back(lagging);
                continue;
            }
            Err(fault) => fault,
        };
        tracing::warn!(%fault, "report.changed waits");
        notifier.put_back(due);
        tokio::select! {
            () = shutdown.cancelled() => return,
            () = tokio::time::sleep(AT_MOST_EVERY) => {}
        }
    }
}

/// Publishes the changes whose versions can be read, and returns the others. With Citus a commit may be reported before a node
/// shows it: until then reads of that node return an older version.
async fn publish_due(
    database: &Database,
    nats: &Nats,
    due: &BTreeMap<PosId, PendingChange>,
) -> Result<BTreeMap<PosId, PendingChange>, Fault> {
    let days = due.iter().map(|(pos_id, changed)| (pos_id.clone(), changed.days.to)).collect();
    let now = database.clock().now();
    let days = store::days_now(database, days, now).await?;
    let versions = days.iter().map(|day| (&day.pos_id, day.version)).collect();
    let lagging = lagging(due, &versions);
    let events = days.into_iter().filter(|day| !lagging.contains_key(&day.pos_id)).filter_map(|day| {
        let PendingChange { days: ChangedDays { from, to, .. }, cause } = *due.get(&day.pos_id)?;
        let event = ReportChanged {
            pos_id: day.pos_id.clone(),
            version: day.version,
            business_date: day.business_date,
            from,
            to,
            totals: day_totals(day.pos_id, day.business_date, &day.figures),
        };
        Some((event, cause))
    });
    let sent = events.map(|(event, cause)| {
        let version = event.version;
        publish(nats, event, version, cause, now)
    });
    futures::future::try_join_all(sent).await?;
    Ok(lagging)
}

/// The changes whose committed version cannot be read yet.
fn lagging(
    due: &BTreeMap<PosId, PendingChange>,
    versions: &BTreeMap<&PosId, i64>,
) -> BTreeMap<PosId, PendingChange> {
    let is_lagging = |(pos_id, changed): &(&PosId, &PendingChange)| {
        versions.get(pos_id).is_none_or(|version| *version < changed.days.version)
    };
    let lagging = due.iter().filter(is_lagging);
    lagging.map(|(pos_id, changed)| (pos_id.clone(), *changed)).collect()
}

/// A day's figures as `report.changed` has them, with its open shifts up to now.
fn day_totals(pos_id: PosId, business_date: BusinessDate, figures: &Figures) -> DayTotalsV2 {
    let money = |figure: &Figure| Money::from_cents(figure.value_or_zero(figures));
    let count = |figure: &Figure| figure.value_or_zero(figures);
    // Two decimals of a percentage, as cents are of a dollar.
    let percent = |figure: &Figure| figure.value(figures).map(Money::from_cents);
    DayTotalsV2 {
        pos_id,
        business_date,
        gross_sales: money(&figure::GROSS_SALES),
        gross_profit: money(&figure::GROSS_PROFIT),
        gross_cost: money(&figure::GROSS_COST),
        gross_labor: money(&figure::GROSS_LABOR),
        gross_discounts: money(&figure::GROSS_DISCOUNTS),
        gross_tax: money(&figure::GROSS_TAX),
        gross_voids: money(&figure::GROSS_VOIDS),
        gross_tips: money(&figure::GROSS_TIPS),
        gross_reward_used: money(&figure::GROSS_REWARD_USED),
        gross_payment: money(&figure::GROSS_PAYMENT),
        gross_cover: count(&figure::GROSS_COVER),
        checks: count(&figure::CHECKS),
        net_sales: money(&figure::NET_SALES),
        labor_percent: percent(&figure::LABOR_PERCENT),
        cost_percent: percent(&figure::COST_PERCENT),
        sales_without_cost: money(&figure::SALES_WITHOUT_COST),
        // Two decimals of an hour, as cents are of a dollar.
        hours_without_wage: money(&figure::HOURS_WITHOUT_WAGE),
        open_shifts: count(&figure::OPEN_SHIFTS),
        not_clocked_out: count(&figure::NOT_CLOCKED_OUT),
        gross_service_charges: money(&figure::GROSS_SERVICE_CHARGES),
        gross_gratuity: money(&figure::GROSS_GRATUITY),
        gross_deferred: money(&figure::GROSS_DEFERRED),
        gross_redeemed: money(&figure::GROSS_REDEEMED),
        gross_rounding: money(&figure::GROSS_ROUNDING),
        marketplace_tax: money(&figure::MARKETPLACE_TAX),
        out_of_balance: money(&figure::OUT_OF_BALANCE),
        open_checks: figure::OPEN_CHECKS.value_or_zero(figures),
        open_sales: money(&figure::OPEN_SALES),
        prime_cost: money(&figure::PRIME_COST),
        prime_cost_percent: percent(&figure::PRIME_COST_PERCENT),
    }
}

async fn publish<E: Event>(
    nats: &Nats,
    event: E,
    sequence: i64,
    cause: Option<TraceParent>,
    now: jiff::Timestamp,
) -> Result<(), Fault> {
    let subject = subject::push(event.audience(), event.pos_id(), E::NAME);
    let id = uuid::Uuid::now_v7();
    let event = CloudEvent::of(id, sequence, now, event);
    let body = serde_json::to_vec(&event).map_err(|e| Fault::Permanent(e.to_string()))?;
    match nats.publish_traced(cause, &subject, &id.to_string(), body.clone()).await {
        Err(Fault::Transient(_)) => {
            // The stream PUSH is lost when its node restarts; a publisher that finds it missing makes it again.
            nats.ensure_push().await?;
            nats.publish_traced(cause, &subject, &id.to_string(), body).await
        }
        result => result,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn changed(from: &str, to: &str, version: i64) -> PendingChange {
        let days = ChangedDays { from: from.parse().unwrap(), to: to.parse().unwrap(), version };
        PendingChange { days, cause: None }
    }

    #[test]
    fn change_waits_until_its_version_can_be_read() {
        let ids: Vec<PosId> = ["behind", "even", "newer", "unknown"].map(|id| id.parse().unwrap()).into();
        let due = ids.iter().cloned().map(|id| (id, changed("2026-07-18", "2026-07-18", 7))).collect();
        let versions = ids.iter().zip([6, 7, 8]).collect();
        let waiting = lagging(&due, &versions);
        let waiting: Vec<&str> = waiting.keys().map(PosId::as_str).collect();
        assert_eq!(waiting, ["behind", "unknown"]);
    }

    #[test]
    fn waiting_change_is_published_with_later_ones() {
        let notifier = Notifier::default();
        let pos_id: PosId = "p1".parse().unwrap();
        let later = changed("2026-07-19", "2026-07-20", 8).days;
        notifier.add(Recorded::from([(pos_id.clone(), later)]));
        notifier.put_back(BTreeMap::from([(pos_id.clone(), changed("2026-07-01", "2026-07-18", 7))]));
        let (due, _) = notifier.due(&BTreeMap::new(), Instant::now());
        assert_eq!(due[&pos_id].days, changed("2026-07-01", "2026-07-20", 8).days);
    }
}
