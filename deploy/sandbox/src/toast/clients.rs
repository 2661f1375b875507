//! Clients that restaurants make, and the tokens that these get.

use std::collections::{BTreeSet, HashMap};

use jiff::{SignedDuration, Timestamp};
use saffron_core::Secret;

use super::fault::Fault;

/// How long a token lives, seconds.
pub const TOKEN_LIFE: i64 = 86_400;

/// The scopes that the stand-in's calls need.
pub const SCOPES: [&str; 7] = [
    "restaurants:read",
    "orders:read",
    "config:read",
    "menus:read",
    "stock:read",
    "labor:read",
    "labor.employees:read",
];

#[derive(Debug, Clone)]
struct Client {
    secret: Secret,
    restaurants: BTreeSet<String>,
    scopes: BTreeSet<String>,
    logins: Vec<Timestamp>,
}

/// All clients and tokens.
#[derive(Debug, Default)]
pub struct Clients {
    clients: HashMap<String, Client>,
    tokens: HashMap<String, (String, Timestamp)>,
    /// Logins so far.
    pub logins: u64,
}

impl Clients {
    /// Adds a client of restaurants; without scopes it has all of them.
    pub fn add(&mut self, id: &str, secret: &Secret, restaurants: &[&str], scopes: Option<&[&str]>) {
        let scopes = scopes.unwrap_or(&SCOPES).iter().map(|one| (*one).to_owned()).collect();
        let restaurants = restaurants.iter().map(|one| (*one).to_owned()).collect();
        let client = Client { secret: secret.clone(), restaurants, scopes, logins: Vec::new() };
        self.clients.insert(id.to_owned(), client);
    }

    /// A token for a client: two an hour where that is limited.
    pub fn login(
        &mut self,
        id: &str,
        secret: &str,
        is_limited: bool,
        now: Timestamp,
    ) -> Result<String, Option<Fault>> {
        const AN_HOUR: SignedDuration = SignedDuration::from_hours(1);
        let client = self.clients.get_mut(id).filter(|client| client.secret.matches(secret));
        let client = client.ok_or_else(|| Some(Fault::unauthorized()))?;
        client.logins.retain(|at| now.duration_since(*at) < AN_HOUR);
        if is_limited && client.logins.len() >= 2 {
            return Err(None);
        }
        client.logins.push(now);
        self.logins += 1;
        let token = Secret::random().expose().to_owned();
        let expires = now.saturating_add(SignedDuration::from_secs(TOKEN_LIFE)).unwrap_or(now);
        self.tokens.insert(token.clone(), (id.to_owned(), expires));
        Ok(token)
    }

    /// Whether a token opens a restaurant for a scope.
    pub fn check(
        &self,
        token: Option<&str>,
        restaurant: &str,
        scope: &str,
        now: Timestamp,
    ) -> Result<(), Fault> {
        let (client, expires) =
            token.and_then(|token| self.tokens.get(token)).ok_or_else(Fault::unauthorized)?;
        let client = self.clients.get(client).filter(|_| now < *expires).ok_or_else(Fault::unauthorized)?;
        if !client.restaurants.contains(restaurant) || !client.scopes.contains(scope) {
            return Err(Fault::forbidden());
        }
        Ok(())
    }

    fn is_of(&self, client: &str, restaurant: &str) -> bool {
        self.clients.get(client).is_some_and(|client| client.restaurants.contains(restaurant))
    }

    /// Ends the tokens of a restaurant's clients, which may get others.
    pub fn expire(&mut self, restaurant: &str) {
        let ended: Vec<String> = self
            .tokens
            .iter()
            .filter(|(_, (client, _))| self.is_of(client, restaurant))
            .map(|(token, _)| token.clone())
            .collect();
        ended.iter().for_each(|token| {
            self.tokens.remove(token);
        });
    }

    /// Deletes the clients of a restaurant.
    pub fn revoke(&mut self, restaurant: &str) {
        self.expire(restaurant);
        self.clients.retain(|_, client| !client.restaurants.contains(restaurant));
    }
}
