//! Pages of lists and searches, with cursors that belong to their query.

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use crate::ids::Key;
use crate::square::fault::Fault;
use crate::tricks::Tricks;

/// The place of an object in a list: its time in milliseconds, and its id.
pub type Place<'a> = (i64, &'a str);

/// What a cursor holds.
#[derive(Debug, Serialize, Deserialize)]
struct Held {
    /// The query that it belongs to.
    q: String,
    /// The last object of the page before; none at the start.
    at: Option<(i64, String)>,
    /// When the first page was asked for, in milliseconds.
    from: i64,
}

/// Where a list goes on.
pub struct Pager {
    held: Held,
    limit: usize,
    newest_first: bool,
}

impl Pager {
    /// Reads the cursor of a query.
    pub fn new(
        cursor: Option<&str>,
        query: &str,
        limit: usize,
        newest_first: bool,
        now: Timestamp,
    ) -> Result<Pager, Fault> {
        let q = format!("{:.8}", Key::of(&[&query, &newest_first]));
        let bad = || Fault::invalid("INVALID_CURSOR", "cursor", "The cursor is not valid for this query");
        let held = match cursor {
            None => Held { q, at: None, from: now.as_millisecond() },
            Some(cursor) => {
                let bytes = URL_SAFE_NO_PAD.decode(cursor).map_err(|_| bad())?;
                let held: Held = serde_json::from_slice(&bytes).map_err(|_| bad())?;
                if held.q != q {
                    return Err(bad());
                }
                held
            }
        };
        Ok(Pager { held, limit, newest_first })
    }

    /// When the first page was asked for, in milliseconds.
    pub fn from(&self) -> i64 {
        self.held.from
    }

    /// The next objects of a list in any order, and the cursor of the page behind them.
    pub fn page<'a, T>(
        self,
        items: impl Iterator<Item = (Place<'a>, T)>,
        tricks: &mut Tricks,
    ) -> (Vec<T>, Option<String>) {
        let after = self.held.at.as_ref().map(|(time, id)| (*time, id.as_str()));
        let is_after = |place: &Place<'_>| {
            after.is_none_or(|after| if self.newest_first { *place < after } else { *place > after })
        };
        let mut items: Vec<(Place<'a>, T)> = items.filter(|(place, _)| is_after(place)).collect();
        let order = |a: &(Place<'a>, T), b: &(Place<'a>, T)| {
            if self.newest_first { b.0.cmp(&a.0) } else { a.0.cmp(&b.0) }
        };
        let has_more = items.len() > self.limit;
        if has_more {
            items.select_nth_unstable_by(self.limit, order);
            items.truncate(self.limit);
        }
        items.sort_unstable_by(order);
        let last = items.last().map(|((time, id), _)| (*time, (*id).to_owned()));
        let mut page: Vec<T> = items.into_iter().map(|(_, item)| item).collect();
        if tricks.disorder {
            page.reverse();
        }
        if !has_more {
            return (page, None);
        }
        let is_repeated = tricks.repeated_pages > 0;
        tricks.repeated_pages = tricks.repeated_pages.saturating_sub(1);
        let at = if is_repeated { self.held.at } else { last };
        let next = Held { at, ..self.held };
        let cursor = serde_json::to_vec(&next).map(|bytes| URL_SAFE_NO_PAD.encode(bytes)).ok();
        (page, cursor)
    }
}
