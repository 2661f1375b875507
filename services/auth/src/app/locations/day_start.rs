use saffron_core::event::BusinessDaySet;
use saffron_core::{BusinessDate, DayStart, Error, UserId, parse_field};
use saffron_kit::Fault;

use super::samples::own_pos_id;
use crate::app::App;
use crate::domain::Location;
use crate::store;

/// The dates that begin with another start.
pub enum Dates {
    /// All.
    All,
    /// From this one on.
    From(BusinessDate),
    /// From the date after the current one on.
    FromTomorrow,
}

/// How far ahead a start may be set, days.
const AHEAD: i64 = 366;

/// Sets when the business days of one of a person's locations begin; returns the location. Services move what they have
/// recorded once they learn of it.
pub async fn set_day_start(
    app: &App,
    user_id: UserId,
    pos_id: &str,
    day_start: &str,
    dates: Dates,
) -> Result<Location, Fault> {
    let pos_id = own_pos_id(pos_id)?;
    let start: DayStart = parse_field("dayStart", day_start)?;
    let now = app.now();
    let mut tx = app.database.begin().await?;
    // The token may be older than an unlink: the stored link counts.
    if !store::lock_link(&mut tx, user_id, &pos_id).await? {
        return Err(Error::not_your_location().into());
    }
    let missing = || Fault::Permanent(format!("{pos_id} is linked and no location"));
    let calendar = store::lock_calendar(&mut tx, &pos_id).await?.ok_or_else(missing)?;
    let today = calendar.today(now);
    let from = match dates {
        Dates::All => None,
        Dates::From(date) => Some(date),
        Dates::FromTomorrow => Some(today.plus_days(1)),
    };
    if from.is_some_and(|from| from.days_since(today) > AHEAD) {
        return Err(Error::invalid("startDate", "must be at most a year ahead").into());
    }
    let starts = calendar.starts().set(from, start);
    let starts = starts.map_err(|error| Error::invalid("dayStart", error.to_string()))?;
    let is_changed = !starts.history().eq(calendar.starts().history());
    if is_changed {
        store::set_day_starts(&mut tx, &pos_id, &starts, now).await?;
    }
    let location = store::find_location(&mut tx, &pos_id).await?.ok_or_else(missing)?;
    if is_changed {
        tx.publish(&BusinessDaySet::of(pos_id, &location.calendar()))?;
    }
    tx.commit().await?;
    Ok(location)
}
