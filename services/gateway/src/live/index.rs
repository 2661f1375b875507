//! Open streams by location, person and session.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;
use std::time::Instant;

use saffron_core::{PosId, UserId};
use saffron_kit::Secret;

use super::audience::Recipients;
use super::connection::Connection;

/// Identifies an open stream of this gateway.
pub type StreamId = u64;

/// An open stream.
pub struct OpenStream {
    /// The person.
    pub user: UserId,
    /// The handle of the session.
    pub handle: String,
    /// For checking whether the session still exists.
    pub session_id: Secret,
    /// The locations whose events it gets.
    pub locations: BTreeSet<PosId>,
    /// The client has every event up to this sequence.
    pub after: u64,
    /// When to check the session again.
    pub check_at: Instant,
    /// The socket and the waiting frames.
    pub connection: Arc<Connection>,
}

/// All open streams.
#[derive(Default)]
pub struct Index {
    streams: HashMap<StreamId, OpenStream>,
    by_location: HashMap<PosId, HashSet<StreamId>>,
    by_user: HashMap<UserId, HashSet<StreamId>>,
    by_handle: HashMap<String, HashSet<StreamId>>,
}

impl Index {
    /// The number of open streams.
    pub fn len(&self) -> usize {
        self.streams.len()
    }

    /// The number of streams of a session.
    pub fn count_of_session(&self, handle: &str) -> usize {
        self.by_handle.get(handle).map_or(0, HashSet::len)
    }

    /// Every stream.
    pub fn all(&mut self) -> impl Iterator<Item = (StreamId, &mut OpenStream)> {
        self.streams.iter_mut().map(|(id, stream)| (*id, stream))
    }

    /// One stream.
    pub fn get_mut(&mut self, id: StreamId) -> Option<&mut OpenStream> {
        self.streams.get_mut(&id)
    }

    /// The streams that an event goes to.
    pub fn recipients(&self, to: &Recipients) -> impl Iterator<Item = (StreamId, &OpenStream)> {
        let ids = match to {
            Recipients::Location(pos_id) => self.by_location.get(pos_id),
            Recipients::Person(user) => self.by_user.get(user),
        };
        ids.into_iter().flatten().filter_map(|id| Some((*id, self.streams.get(id)?)))
    }

    /// The streams of a person.
    pub fn of_person(&self, user: UserId) -> Vec<StreamId> {
        self.by_user.get(&user).into_iter().flatten().copied().collect()
    }

    /// Adds a stream.
    pub fn add(&mut self, id: StreamId, stream: OpenStream) {
        for pos_id in &stream.locations {
            self.by_location.entry(pos_id.clone()).or_default().insert(id);
        }
        self.by_user.entry(stream.user).or_default().insert(id);
        self.by_handle.entry(stream.handle.clone()).or_default().insert(id);
        self.streams.insert(id, stream);
    }

    /// Removes a stream, which ends once the frames that wait are sent.
    pub fn remove(&mut self, id: StreamId) {
        let Some(stream) = self.streams.remove(&id) else { return };
        stream.connection.end();
        for pos_id in &stream.locations {
            remove_id(&mut self.by_location, pos_id, id);
        }
        remove_id(&mut self.by_user, &stream.user, id);
        remove_id(&mut self.by_handle, &stream.handle, id);
    }

    /// Removes the streams of a session.
    pub fn remove_session(&mut self, handle: &str) {
        for id in self.by_handle.get(handle).cloned().unwrap_or_default() {
            self.remove(id);
        }
    }

    /// Removes all streams.
    pub fn clear(&mut self) {
        self.streams.values().for_each(|stream| stream.connection.end());
        *self = Index::default();
    }

    /// Adds a location to a stream, or removes it.
    pub fn set_location(&mut self, id: StreamId, pos_id: &PosId, sees: bool) {
        let Some(stream) = self.streams.get_mut(&id) else { return };
        if sees {
            stream.locations.insert(pos_id.clone());
            self.by_location.entry(pos_id.clone()).or_default().insert(id);
        } else {
            stream.locations.remove(pos_id);
            remove_id(&mut self.by_location, pos_id, id);
        }
    }

    /// Sets the locations of a stream.
    pub fn set_locations(&mut self, id: StreamId, locations: &BTreeSet<PosId>) {
        let Some(stream) = self.streams.get(&id) else { return };
        let lost: Vec<PosId> = stream.locations.difference(locations).cloned().collect();
        let gained: Vec<PosId> = locations.difference(&stream.locations).cloned().collect();
        lost.iter().for_each(|pos_id| self.set_location(id, pos_id, false));
        gained.iter().for_each(|pos_id| self.set_location(id, pos_id, true));
    }
}

fn remove_id<K: Eq + Hash>(index: &mut HashMap<K, HashSet<StreamId>>, key: &K, id: StreamId) {
    if let Some(ids) = index.get_mut(key) {
        ids.remove(&id);
        if ids.is_empty() {
            index.remove(key);
        }
    }
}
