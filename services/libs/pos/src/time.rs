//! Times as POS systems write them: RFC 3339.

use jiff::Timestamp;
use jiff::civil::DateTime;

use crate::Place;

/// The moment of a text; none if it is missing or no time.
#[must_use]
pub(crate) fn instant(text: Option<&String>) -> Option<Timestamp> {
    text?.trim().parse().ok()
}

impl Place {
    /// The wall time of the location, in whole seconds.
    #[must_use]
    pub(crate) fn wall(&self, at: Timestamp) -> DateTime {
        let wall = self.calendar.wall(at);
        wall.with().subsec_nanosecond(0).build().unwrap_or(wall)
    }
}

/// The revision of a fact that was last changed at the latest of these times, as mapped by a version (0 to 15) of a mapping: a
/// later change wins, and so does a later mapping of the same change.
///
/// # Errors
/// What to do if there is no time that can be one.
pub(crate) fn revision(times: impl IntoIterator<Item = Timestamp>, mapping: u8) -> Result<i64, String> {
    let last = times.into_iter().map(Timestamp::as_millisecond).max();
    let last = last.filter(|millis| (0..=LATEST).contains(millis));
    let last = last.ok_or("has no readable time of its last change: open it in the POS, save it again")?;
    Ok(last * VERSIONS + i64::from(mapping.min(VERSIONS as u8 - 1)))
}

/// How many versions of a mapping there may be.
const VERSIONS: i64 = 16;
/// The end of 2100, in milliseconds: times 16 it is far below 2^53.
const LATEST: i64 = 4_133_980_800_000;
