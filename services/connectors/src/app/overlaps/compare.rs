use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use saffron_core::event::ImportOverlapped;
use saffron_core::{BusinessDate, Money};
use saffron_kit::{CancellationToken, Fault, run_worker};

use super::{COMPARED_AFTER_UNDO, IDLE};
use crate::app::announce::announce_change;
use crate::app::{App, DaySource, source_name};
use crate::store::{self, Compared, Conflict};

/// Compares until `shutdown`.
pub async fn run_comparing(app: Arc<App>, shutdown: CancellationToken) {
    run_worker("overlaps", IDLE, None, &shutdown, || compare_next(&app)).await;
}

/// Compares the days of a due import; false if none is due. After a failure, or where the worker dies, it is due again at its next time.
async fn compare_next(app: &App) -> Result<bool, Fault> {
    let now = app.now();
    let Some(of) = store::claim_comparison(&app.database, now, app.next_comparison()).await? else {
        return Ok(false);
    };
    if let Err(fault) = compare(app, &of).await {
        tracing::warn!(%fault, import = %of.import_id, "the days of an import could not be compared");
    }
    Ok(true)
}

async fn compare(app: &App, of: &Compared) -> Result<(), Fault> {
    let mut conn = app.database.pool().acquire().await?;
    let Some(import) = store::find_import(&mut conn, &of.pos_id, of.import_id).await? else { return Ok(()) };
    let source = import.source.clone().unwrap_or_default();
    let given = store::places_given(&mut conn, of.import_id, &source).await?;
    drop(conn);
    let is_watched = of.undo_until.is_some_and(|until| app.now() < until.to_jiff() + COMPARED_AFTER_UNDO);
    let (Some((first, last)), true, Some(key)) =
        (of.first_date.zip(of.last_date), is_watched, app.key(&import)?)
    else {
        return store::end_comparisons(&app.database, of).await;
    };
    let Some(token) = app.others.token_of(&key).await? else {
        return store::end_comparisons(&app.database, of).await;
    };
    // Dates move by one at most where people change when their day begins.
    let span = (first.plus_days(-1), last.plus_days(1));
    let sources = app.others.sources(&token, &of.pos_id, span).await?;
    let mut overlaps = overlapping(&source, sources, &given.into_iter().collect());
    if !overlaps.is_empty() {
        let names = app.others.key_names(&token, &of.pos_id).await?.into_iter().collect();
        for one in &mut overlaps {
            one.source_name = source_name(&names, &one.source);
        }
    }
    let mut tx = app.database.begin().await?;
    if !store::is_still_compared(&mut tx, of).await? {
        return Ok(());
    }
    let before = store::overlaps_of(tx.conn(), of.import_id).await?;
    store::set_overlaps(&mut tx, of.import_id, &overlaps).await?;
    let now = store::overlaps_of(tx.conn(), of.import_id).await?;
    if now == before {
        return Ok(());
    }
    announce_change(&mut tx, of.import_id).await?;
    if let Some(event) = event_of(of, &now)
        && store::note_published(&mut tx, of.import_id).await?
    {
        tx.publish(&event)?;
    }
    tx.commit().await
}

/// The days that a source shares with others, but those on which one gave its place to the other. The others have no names yet.
fn overlapping(
    own: &str,
    sources: Vec<DaySource>,
    given: &BTreeSet<(BusinessDate, String)>,
) -> Vec<Conflict> {
    let (own, others): (Vec<_>, Vec<_>) = sources.into_iter().partition(|one| one.source == own);
    let own: BTreeMap<BusinessDate, DaySource> =
        own.into_iter().filter(|one| one.checks > 0).map(|one| (one.business_date, one)).collect();
    let overlaps = others.into_iter().filter(|other| other.checks > 0).filter_map(|other| {
        let of_import = own.get(&other.business_date)?;
        let place = (other.business_date, other.source);
        (!given.contains(&place)).then(|| Conflict {
            business_date: place.0,
            source: place.1,
            source_name: String::new(),
            checks: other.checks,
            net_sales: other.net_sales,
            import_checks: of_import.checks,
            import_net_sales: of_import.net_sales,
        })
    });
    overlaps.collect()
}

/// What is published of days that count twice; none if there are none.
fn event_of(of: &Compared, overlaps: &[Conflict]) -> Option<ImportOverlapped> {
    let own: BTreeMap<BusinessDate, (i64, Money)> =
        overlaps.iter().map(|one| (one.business_date, (one.import_checks, one.import_net_sales))).collect();
    Some(ImportOverlapped {
        pos_id: of.pos_id.clone(),
        import_id: of.import_id,
        days: i64::try_from(own.len()).unwrap_or(i64::MAX),
        first_date: *own.keys().next()?,
        last_date: *own.keys().next_back()?,
        import_checks: own.values().map(|(checks, _)| checks).sum(),
        import_net_sales: own.values().map(|(_, net)| *net).sum(),
        other_checks: overlaps.iter().map(|one| one.checks).sum(),
        other_net_sales: overlaps.iter().map(|one| one.net_sales).sum(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    fn day(date: &str, source: &str, checks: i64) -> DaySource {
        DaySource {
            business_date: date.parse().unwrap(),
            source: source.to_owned(),
            checks,
            net_sales: Money::from_cents(checks * 1_000),
        }
    }

    #[test]
    fn days_of_two_sources_overlap_unless_one_gave_its_place() {
        let sources = || {
            vec![
                day("2026-06-01", "own", 20),
                day("2026-06-02", "own", 25),
                day("2026-06-02", "till", 4),
                day("2026-06-03", "till", 5),
                day("2026-06-04", "own", 30),
                day("2026-06-04", "other", 2),
                day("2026-06-04", "till", 3),
            ]
        };
        let keys = |given: &[(&str, &str)]| -> Vec<(String, String)> {
            let given = given.iter().map(|(date, source)| (date.parse().unwrap(), (*source).to_owned()));
            let overlaps = overlapping("own", sources(), &given.collect());
            overlaps.into_iter().map(|one| (one.business_date.to_string(), one.source)).collect()
        };
        let key = |date: &str, source: &str| (date.to_owned(), source.to_owned());
        let all = [key("2026-06-02", "till"), key("2026-06-04", "other"), key("2026-06-04", "till")];
        assert_eq!(keys(&[]), all);
        assert_eq!(keys(&[("2026-06-02", "till"), ("2026-06-04", "other")]), all[2..]);
        assert_eq!(keys(&[("2026-06-03", "till"), ("2026-06-02", "other")]), all);
    }

    #[test]
    fn sales_of_a_day_with_two_other_sources_are_said_once() {
        let sources =
            vec![day("2026-06-04", "own", 30), day("2026-06-04", "a", 2), day("2026-06-04", "b", 3)];
        let of = Compared {
            import_id: uuid::Uuid::nil(),
            pos_id: "p1".parse().unwrap(),
            tries: 1,
            first_date: None,
            last_date: None,
            undo_until: None,
        };
        let event = event_of(&of, &overlapping("own", sources, &BTreeSet::new())).unwrap();
        assert_eq!((event.days, event.import_checks, event.other_checks), (1, 30, 5));
        assert_eq!(event.import_net_sales, Money::from_cents(30_000));
        assert_eq!(event_of(&of, &[]), None);
    }
}
