//! Wages that people enter for shifts whose POS sends none.

use saffron_core::{BusinessDate, Error, Money, PosId, UserId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::record::{Recorded, finish};
use crate::domain::{RollupDeltas, WageOf, waged};
use crate::store::{self, EnteredWage, MOST_WAGES};

/// Enters a wage of a location from a business date on, or takes back the one that was entered from that date on. The shifts
/// that it concerns are counted again in the background; those that come in meanwhile count with it at once.
pub async fn set_wage(
    database: &Database,
    user: UserId,
    pos_id: &PosId,
    of: WageOf,
    from: BusinessDate,
    rate: Option<Money>,
) -> Result<(), Fault> {
    let mut tx = database.begin().await?;
    if store::count_of_wages(&mut tx, pos_id).await? >= MOST_WAGES && rate.is_some() {
        let why = format!("A location has {MOST_WAGES} wages at most. Take back old ones first.");
        return Err(Error::invalid("rate", why).into());
    }
    let name = match &of {
        WageOf::Employee(id) => store::employee_name(&mut tx, pos_id, id).await?.unwrap_or_default(),
        WageOf::Job(_) => String::new(),
    };
    let wage = EnteredWage { of, name, from, rate: rate.unwrap_or_default() };
    store::store_wage(&mut tx, pos_id, &wage, rate.is_some(), user).await?;
    store::begin_wage_count(&mut tx, pos_id, from).await?;
    tx.commit().await?;
    Ok(())
}

/// Counts some shifts of one location again with the wages that hold now; none if there are none to count. A shift keeps the wage
/// that it counts with, so that a process that dies counts nothing twice.
pub async fn count_wages(database: &Database) -> Result<Option<Recorded>, Fault> {
    let mut tx = database.begin().await?;
    let Some(count) = store::lock_wage_count(&mut tx).await? else { return Ok(None) };
    let pos_id = &count.pos_id;
    // Locks the location, as recording does before it reads the wages: what was recorded without the newest is seen here.
    let versions = store::raise_versions(&mut tx, std::slice::from_ref(pos_id)).await?;
    let wages = store::wages_of(&mut tx, &[pos_id]).await?.remove(pos_id).unwrap_or_default();
    let page = store::page_of_unrated(&mut tx, &count).await?;
    let (mut changes, mut changed) = (RollupDeltas::default(), Vec::new());
    for unrated in &page {
        let wage = wages.of_shift(&unrated.shift);
        if wage == unrated.wage {
            continue;
        }
        changed.push((&unrated.id, wage));
        if !unrated.removed {
            changes.add_shift(pos_id, &waged(unrated.shift.clone(), unrated.wage), -1);
            changes.add_shift(pos_id, &waged(unrated.shift.clone(), wage), 1);
        }
    }
    store::store_counted_wages(&mut tx, pos_id, &changed).await?;
    store::advance_wage_count(&mut tx, &count, &page).await?;
    let recorded = finish(&mut tx, changes, &versions).await?;
    tx.commit().await?;
    Ok(Some(recorded))
}
