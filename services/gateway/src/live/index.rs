//! Which clients see what.

use std::collections::{BTreeSet, HashMap, HashSet};
use std::hash::Hash;
use std::sync::Arc;
use std::time::Instant;

use saffron_core::{PosId, UserId};
use saffron_kit::Secret;

use super::audience::To;
use super::outlet::Outlet;

/// Names a client of this gateway.
pub type ClientId = u64;

/// One open stream.
pub struct Client {
    /// Whose it is.
    pub user: UserId,
    /// Of which session.
    pub handle: String,
    /// For asking whether the session still is one.
    pub session_id: Secret,
    /// The locations it may see.
    pub places: BTreeSet<PosId>,
    /// It has everything up to this sequence.
    pub after: u64,
    /// When to ask again whether the session still is one.
    pub check_at: Instant,
    /// What waits to be sent, and where to.
    pub outlet: Arc<Outlet>,
}

/// All open streams.
#[derive(Default)]
pub struct Index {
    clients: HashMap<ClientId, Client>,
    by_place: HashMap<PosId, HashSet<ClientId>>,
    by_user: HashMap<UserId, HashSet<ClientId>>,
    by_handle: HashMap<String, HashSet<ClientId>>,
}

impl Index {
    /// How many there are.
    pub fn len(&self) -> usize {
        self.clients.len()
    }

    /// How many of one session.
    pub fn of_session(&self, handle: &str) -> usize {
        self.by_handle.get(handle).map_or(0, HashSet::len)
    }

    /// Every client.
    pub fn all(&mut self) -> impl Iterator<Item = (ClientId, &mut Client)> {
        self.clients.iter_mut().map(|(id, client)| (*id, client))
    }

    /// One client.
    pub fn get_mut(&mut self, id: ClientId) -> Option<&mut Client> {
        self.clients.get_mut(&id)
    }

    /// Those who see an event.
    pub fn seeing(&self, to: &To) -> impl Iterator<Item = (ClientId, &Client)> {
        let ids = match to {
            To::Location(pos_id) => self.by_place.get(pos_id),
            To::Person(user) => self.by_user.get(user),
        };
        ids.into_iter().flatten().filter_map(|id| Some((*id, self.clients.get(id)?)))
    }

    /// The clients of a person.
    pub fn of_person(&self, user: UserId) -> Vec<ClientId> {
        self.by_user.get(&user).into_iter().flatten().copied().collect()
    }

    /// Adds a client.
    pub fn add(&mut self, id: ClientId, client: Client) {
        for pos_id in &client.places {
            self.by_place.entry(pos_id.clone()).or_default().insert(id);
        }
        self.by_user.entry(client.user).or_default().insert(id);
        self.by_handle.entry(client.handle.clone()).or_default().insert(id);
        self.clients.insert(id, client);
    }

    /// Takes a client away; its stream ends once it has sent what waits.
    pub fn remove(&mut self, id: ClientId) {
        let Some(client) = self.clients.remove(&id) else { return };
        client.outlet.end();
        for pos_id in &client.places {
            strike(&mut self.by_place, pos_id, id);
        }
        strike(&mut self.by_user, &client.user, id);
        strike(&mut self.by_handle, &client.handle, id);
    }

    /// Takes the clients of a session away.
    pub fn remove_session(&mut self, handle: &str) {
        for id in self.by_handle.get(handle).cloned().unwrap_or_default() {
            self.remove(id);
        }
    }

    /// Takes all away.
    pub fn clear(&mut self) {
        self.clients.values().for_each(|client| client.outlet.end());
        *self = Index::default();
    }

    /// Lets a client see a location, or no longer.
    pub fn set_place(&mut self, id: ClientId, pos_id: &PosId, sees: bool) {
        let Some(client) = self.clients.get_mut(&id) else { return };
        if sees {
            client.places.insert(pos_id.clone());
            self.by_place.entry(pos_id.clone()).or_default().insert(id);
        } else {
            client.places.remove(pos_id);
            strike(&mut self.by_place, pos_id, id);
        }
    }

    /// Lets a client see exactly these locations.
    pub fn set_places(&mut self, id: ClientId, places: &BTreeSet<PosId>) {
        let Some(client) = self.clients.get(&id) else { return };
        let lost: Vec<PosId> = client.places.difference(places).cloned().collect();
        let won: Vec<PosId> = places.difference(&client.places).cloned().collect();
        lost.iter().for_each(|pos_id| self.set_place(id, pos_id, false));
        won.iter().for_each(|pos_id| self.set_place(id, pos_id, true));
    }
}

fn strike<K: Eq + Hash>(index: &mut HashMap<K, HashSet<ClientId>>, key: &K, id: ClientId) {
    if let Some(ids) = index.get_mut(key) {
        ids.remove(&id);
        if ids.is_empty() {
            index.remove(key);
        }
    }
}
