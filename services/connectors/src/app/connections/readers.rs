use std::collections::{HashMap, HashSet};
use std::sync::{Arc, Mutex, PoisonError};

use saffron_core::PosId;
use saffron_kit::Secret;
use saffron_pos::adapter::{Adapter, Reader};
use saffron_pos::clover::Clover;
use saffron_pos::square::Square;
use saffron_pos::toast::Toast;
use saffron_pos::{Place, Settings};
use uuid::Uuid;

use super::Stop;
use super::access::fresh_credential;
use crate::app::App;
use crate::domain::{FeedKind, Pos, read_credential};
use crate::store::{ConnectedRow, ConnectionRow};

/// The most readers that stay open: each holds the catalog of its location.
const MOST_OPEN: usize = 200;
/// The most events of a feed that are remembered: a reading with more of them is posted again as a whole.
const MOST_POSTED: usize = 2_000;

/// The adapters of POS systems.
pub struct Adapters {
    /// Square.
    pub square: Square,
    /// Clover.
    pub clover: Clover,
    /// Toast.
    pub toast: Toast,
}

impl Adapters {
    /// That of a POS.
    #[must_use]
    pub fn of(&self, pos: Pos) -> &dyn Adapter {
        match pos {
            Pos::Square => &self.square,
            Pos::Clover => &self.clover,
            Pos::Toast => &self.toast,
        }
    }
}

/// A location of a POS that is open to be read.
pub struct Open {
    /// One worker uses it at a time.
    pub(super) reader: tokio::sync::Mutex<Box<dyn Reader>>,
    /// What the last reading of each feed posted: readings overlap, and what did not change since is not posted again.
    posted: Mutex<HashMap<FeedKind, HashSet<u64>>>,
}

impl Open {
    fn new(reader: Box<dyn Reader>) -> Open {
        Open { reader: tokio::sync::Mutex::new(reader), posted: Mutex::default() }
    }

    /// What the last reading of a feed posted; nothing is remembered of it meanwhile.
    pub(super) fn take_posted(&self, kind: FeedKind) -> HashSet<u64> {
        self.posted.lock().unwrap_or_else(PoisonError::into_inner).remove(&kind).unwrap_or_default()
    }

    /// Remembers what a whole reading of a feed posted.
    pub(super) fn keep_posted(&self, kind: FeedKind, posted: HashSet<u64>) {
        if posted.len() <= MOST_POSTED {
            self.posted.lock().unwrap_or_else(PoisonError::into_inner).insert(kind, posted);
        }
    }
}

/// What a reader was opened for: another one is opened once it changes.
#[derive(Debug, Clone, PartialEq, Eq)]
struct OpenedFor {
    credential: [u8; 32],
    calendars: i32,
    zone: String,
    starts: String,
}

struct Held {
    opened_for: OpenedFor,
    open: Arc<Open>,
    /// The count of the last use.
    used: u64,
}

/// Readers that are open.
#[derive(Default)]
pub struct Readers(Mutex<AllHeld>);

#[derive(Default)]
struct AllHeld {
    readers: HashMap<(PosId, Uuid), Held>,
    /// How often one was asked for.
    uses: u64,
}

impl Readers {
    fn find(&self, key: &(PosId, Uuid), wanted: &OpenedFor) -> Option<Arc<Open>> {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let AllHeld { readers, uses } = &mut *held;
        *uses += 1;
        let found = readers.get_mut(key).filter(|found| found.opened_for == *wanted)?;
        found.used = *uses;
        Some(Arc::clone(&found.open))
    }

    fn keep(&self, key: (PosId, Uuid), opened_for: OpenedFor, open: Arc<Open>) {
        let mut held = self.0.lock().unwrap_or_else(PoisonError::into_inner);
        let AllHeld { readers, uses } = &mut *held;
        let used = *uses;
        readers.insert(key, Held { opened_for, open, used });
        let oldest = readers.iter().min_by_key(|(_, held)| held.used).map(|(key, _)| key.clone());
        if let Some(oldest) = oldest.filter(|_| readers.len() > MOST_OPEN) {
            readers.remove(&oldest);
        }
    }
}

/// The reader of a connected location; none if its connection has no credential any more.
pub(super) async fn reader_of(
    app: &App,
    connection: &ConnectionRow,
    location: &ConnectedRow,
) -> Result<Option<Arc<Open>>, Stop> {
    let Some(sealed) = fresh_credential(app, connection).await? else { return Ok(None) };
    let place = ConnectionRow::credential_place(connection.connection_id);
    let json = Secret::new(app.sealed.open_value::<String>(&place, &sealed)?);
    let calendar = location.calendar();
    let wanted = OpenedFor {
        credential: json.digest(),
        calendars: location.calendars,
        zone: calendar.name().to_owned(),
        starts: calendar.starts().to_string(),
    };
    let key = (location.pos_id.clone(), connection.connection_id);
    if let Some(open) = app.readers.find(&key, &wanted) {
        return Ok(Some(open));
    }
    let place = Place {
        pos_id: location.pos_id.clone(),
        location: location.external_id.clone(),
        calendar,
        settings: Settings::default(),
    };
    let credential = read_credential(&json)?;
    let reader = app.adapters.of(connection.pos).open(&credential, place).await?;
    let open = Arc::new(Open::new(reader));
    app.readers.keep(key, wanted, Arc::clone(&open));
    Ok(Some(open))
}
