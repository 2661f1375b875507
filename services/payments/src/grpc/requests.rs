//! Checks of requests.

use saffron_core::{Calendar, Error, PosId, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;

use crate::store::{Begin, PageRequest};

/// The most objects of one page: the app's first page.
const MOST: usize = 150;
/// Objects of a page without a limit, as the provider has it.
const USUAL: usize = 10;

/// A location of the caller, which need not be named if it is the only one.
pub fn location(caller: &Caller, pos_id: &str) -> Result<(PosId, Calendar), Fault> {
    caller.location(pos_id, "Please select location to fetch transactions/payouts.")
}

/// A page of objects that were created within these seconds since 1970.
pub fn page(
    (after, until): (Option<i64>, Option<i64>),
    starting_after: &str,
    ending_before: &str,
    limit: i32,
) -> Result<PageRequest, Fault> {
    for (name, value) in [("created[gt]", after), ("created[lte]", until)] {
        if value.is_some_and(|seconds| seconds < 0) {
            return Err(Error::invalid(name, "must be seconds since 1970").into());
        }
    }
    let begin = match (starting_after, ending_before) {
        ("", "") => Begin::WithNewest,
        (after, "") => Begin::After(parse_field("starting_after", after)?),
        ("", before) => Begin::Before(parse_field("ending_before", before)?),
        _ => return Err(Error::invalid("ending_before", "cannot stand beside starting_after").into()),
    };
    let limit = match usize::try_from(limit) {
        Ok(0) => USUAL,
        Ok(limit @ 1..=MOST) => limit,
        _ => return Err(Error::invalid("limit", format!("must lie between 1 and {MOST}")).into()),
    };
    Ok(PageRequest { after, until, begin, limit })
}

/// The most payments of one page of a search, and those of a page without a limit.
const FOUND: (usize, usize) = (100, 20);

/// The size of a page of a search.
pub fn found_limit(limit: i32) -> Result<usize, Fault> {
    match usize::try_from(limit) {
        Ok(0) => Ok(FOUND.1),
        Ok(limit) if limit <= FOUND.0 => Ok(limit),
        _ => Err(Error::invalid("limit", format!("must lie between 1 and {}", FOUND.0)).into()),
    }
}
