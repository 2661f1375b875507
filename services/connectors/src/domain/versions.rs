//! Versions of imported shifts, items and guests: which of them counts where another import, or a till, brought the same one.
//!
//! | who says it | revision | event id |
//! |---|---|---|
//! | an import, of what nobody said before | 0 | its own id and a hash |
//! | an import, of what stands already | that of what stands | greater than that of what stands |
//! | the same, undone | that of the import | greater than all that imports send, the later undone the greater |
//! | a till, later | higher | |
//!
//! So a later word of a till wins whatever its revisions count, an import wins over earlier ones, and one that is undone gives back
//! what stood before it. Imports are undone in the reverse order in which they came over each other.

use saffron_core::EventId;
use uuid::Uuid;

use super::order::LONGEST;

/// The revision of imported facts that no till and no other import sent before.
const FIRST: i64 = 0;
/// Before the event ids of what is sent when an import is undone; the greatest character of an id.
const UNDONE: &str = "~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~~";
/// Divides what stood from the import that came over it.
const OVER: char = '~';
/// The characters of an import in an event id.
const IMPORT: usize = 32;

/// A fact that another service has, as it was sent.
#[derive(Debug, Clone)]
pub struct KnownFact {
    /// The id of the shift or the item.
    pub id: String,
    /// Its version.
    pub revision: i64,
    /// Its version, of two of one revision.
    pub event_id: EventId,
    /// Whether it counts as closed: of one revision it outranks what is not.
    pub closed: bool,
    /// Whether it was taken away.
    pub removed: bool,
    /// When its stock was counted, RFC 3339.
    pub counted_at: Option<String>,
    /// The data of its event, JSON.
    pub data: String,
}

/// The revision and the event id of an imported fact over what is known of it. `hash` is short, and another for each fact.
#[must_use]
pub fn version_over(import_id: Uuid, hash: &str, known: Option<&KnownFact>) -> (i64, String) {
    let import = import_id.simple().to_string();
    let own = format!("{import}-{hash}");
    let Some(known) = known else { return (FIRST, own) };
    let stands = known.event_id.as_str();
    // The first of several imports one over another.
    let base = stands.rsplit_once(OVER).filter(|(_, last)| is_import(last)).map_or(stands, |(base, _)| base);
    let over = [own.clone(), format!("{base}{OVER}{import}"), format!("{stands}{OVER}{import}")];
    match over.into_iter().find(|id| id.as_str() > stands && id.len() <= LONGEST) {
        Some(id) => (known.revision, id),
        None => (known.revision.saturating_add(1), own),
    }
}

/// The event id of a fact that is sent when an import is undone.
#[must_use]
pub fn undone_event_id(undo_id: Uuid, hash: &str) -> String {
    format!("{UNDONE}{}-{hash}", undo_id.simple())
}

/// The import that sent the fact with this event id; none if no import did, or if it was sent when one was undone.
#[must_use]
pub fn import_of(event_id: &EventId) -> Option<Uuid> {
    let text = event_id.as_str();
    let over = text.rsplit_once(OVER).map(|(_, last)| last).filter(|last| is_import(last));
    let own = || text.split_once('-').map(|(first, _)| first).filter(|first| is_import(first));
    over.or_else(own)?.parse().ok()
}

fn is_import(text: &str) -> bool {
    text.len() == IMPORT && text.bytes().all(|byte| byte.is_ascii_hexdigit())
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Ids of imports, and of undoing them, in the order of their beginning.
    fn at(n: u128) -> Uuid {
        Uuid::from_u128((0x0199_0000_0000_7000_8000 + n) << 48)
    }

    fn known(revision: i64, event_id: &str) -> KnownFact {
        let event_id = event_id.parse().unwrap();
        let (id, data) = (String::new(), String::new());
        KnownFact { id, revision, event_id, closed: true, removed: false, counted_at: None, data }
    }

    /// The version of what is sent over another.
    fn over(import: u128, stands: Option<&KnownFact>) -> KnownFact {
        let (revision, id) = version_over(at(import), "00ff00ff00ff00ff", stands);
        known(revision, &id)
    }

    /// The version of what is sent when a fact is undone.
    fn undone(undo: u128, of: &KnownFact) -> KnownFact {
        known(of.revision, &undone_event_id(at(undo), "00ff00ff00ff00ff"))
    }

    fn wins(later: &KnownFact, earlier: &KnownFact) -> bool {
        (later.revision, &later.event_id) > (earlier.revision, &earlier.event_id)
    }

    #[test]
    fn import_counts_over_whatever_stands() {
        let longest = "x".repeat(LONGEST);
        let greatest = "~".repeat(LONGEST);
        for id in ["0", "e-1", "zz", "a~b", "~", &longest, &greatest] {
            let till = known(7, id);
            let (one, two) = (over(1, Some(&till)), over(2, Some(&over(1, Some(&till)))));
            assert!(wins(&one, &till) && wins(&two, &one), "{id}: {one:?} {two:?}");
            let back = undone(4, &two);
            assert!(wins(&back, &two) && wins(&over(5, Some(&back)), &back), "{id}");
            if id.len() < 90 {
                assert_eq!((one.revision, two.revision, back.revision), (7, 7, 7), "{id}");
                // And the first one, of which the second knew nothing.
                assert!(wins(&undone(5, &one), &back), "{id}");
                let again = over(6, Some(&undone(5, &one)));
                assert_eq!(again.revision, 7, "{id}");
                let more = over(7, Some(&again));
                assert!(wins(&more, &again) && more.revision == 7 && wins(&undone(8, &more), &more), "{id}");
            }
            assert!(wins(&known(9, "0"), &undone(9, &two)), "a till's later word: {id}");
        }
    }

    #[test]
    fn later_import_counts_also_where_neither_knew_of_the_other() {
        assert!(wins(&over(2, None), &over(1, None)));
        let till = known(3, "zz");
        assert!(wins(&over(2, Some(&till)), &over(1, Some(&till))));
        assert!(wins(&known(1, "0"), &over(2, None)), "a till's first word");
    }

    #[test]
    fn import_is_found_by_its_event_ids() {
        let (till, first) = (known(1, "zz"), over(1, None));
        assert_eq!(import_of(&first.event_id), Some(at(1)));
        assert_eq!(import_of(&over(2, Some(&first)).event_id), Some(at(2)));
        assert_eq!(import_of(&over(3, Some(&over(2, Some(&till)))).event_id), Some(at(3)));
        assert_eq!(import_of(&till.event_id), None);
        assert_eq!(import_of(&undone(4, &first).event_id), None);
    }
}
