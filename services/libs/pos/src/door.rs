//! What the ingest API accepts: it takes a batch as a whole or refuses it, so that no event may be made that it would refuse.

use saffron_core::fact::{Refusal, read_events};
use saffron_till::Event;

use crate::{Place, Unmapped};

/// The event, if the door reads it.
///
/// # Errors
/// The field that is refused, and why.
pub(crate) fn accepted(
    place: &Place,
    kind: &'static str,
    id: &str,
    event: Result<Event, serde_json::Error>,
) -> Result<Event, Unmapped> {
    let unmapped = |why: String| Unmapped::new(kind, id, why);
    let event = event.map_err(|error| unmapped(format!("cannot be written: {error}")))?;
    match read_events(event.json().as_bytes(), &place.pos_id, &place.calendar) {
        Ok(_) => Ok(event),
        Err(Refusal::Bad(bad) | Refusal::OtherLocation(bad)) => {
            let field = bad.field.strip_prefix("data.").unwrap_or(&bad.field);
            Err(unmapped(format!(
                "has a value that no fact may have ({field} {}): correct it in the POS",
                bad.why
            )))
        }
        Err(Refusal::NotJson(why)) => Err(unmapped(format!("cannot be read: {why}"))),
        Err(Refusal::TooMany) => Err(unmapped("has too many events".to_owned())),
    }
}
