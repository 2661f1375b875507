//! What callers ask for, checked.

use saffron_core::{Error, PosId};
use saffron_kit::grpc::Caller;

use crate::domain::ProviderId;
use crate::store::{Filter, Place};

/// The most objects of one page: the first screen's (spec.md, section 9).
const MOST: i32 = 150;
/// Objects of a page where none is asked for, as the provider has it.
const USUAL: i64 = 10;

/// The one location of a call: the one it names, or the caller's only one.
pub fn location(caller: &Caller, pos_id: &str) -> Result<PosId, Error> {
    if pos_id.is_empty() {
        let mut mine = caller.locations.keys();
        return match (mine.next(), mine.next()) {
            (Some(only), None) => Ok(only.clone()),
            _ => Err(Error::invalid("posID", "Please select location to fetch transactions/payouts.")),
        };
    }
    let pos_id = pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
    caller.zone(&pos_id)?;
    Ok(pos_id)
}

/// Where a page begins.
pub fn place(starting_after: &str, ending_before: &str) -> Result<Place, Error> {
    match (starting_after, ending_before) {
        ("", "") => Ok(Place::First),
        (after, "") => Ok(Place::After(ProviderId::asked("starting_after", after)?)),
        ("", before) => Ok(Place::Before(ProviderId::asked("ending_before", before)?)),
        _ => Err(Error::invalid("ending_before", "cannot stand beside starting_after")),
    }
}

/// How many objects.
pub fn limit(limit: i32) -> Result<i64, Error> {
    match limit {
        0 => Ok(USUAL),
        1..=MOST => Ok(i64::from(limit)),
        _ => Err(Error::invalid("limit", format!("must lie between 1 and {MOST}"))),
    }
}

/// When they were created.
pub fn filter(after: Option<i64>, until: Option<i64>) -> Result<Filter, Error> {
    for (name, value) in [("created[gt]", after), ("created[lte]", until)] {
        if value.is_some_and(|seconds| seconds < 0) {
            return Err(Error::invalid(name, "must be seconds since 1970"));
        }
    }
    Ok(Filter { after, until })
}
