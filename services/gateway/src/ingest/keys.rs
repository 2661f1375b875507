use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use saffron_core::{Code, Error};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth as proto;

use crate::Gateway;
use crate::clients::Services;
use crate::session::{Client, LocationCalendar};

/// How long a replaced key may still be accepted.
const CACHED: Duration = Duration::from_secs(60);

/// The locations of ingest keys, cached by the hash of the key.
pub struct IngestKeys {
    services: Services,
    cache: Cache<[u8; 32], Arc<LocationCalendar>>,
}

impl IngestKeys {
    /// An empty cache.
    pub fn new(services: Services) -> IngestKeys {
        IngestKeys { services, cache: Cache::builder().max_capacity(50_000).time_to_live(CACHED).build() }
    }

    /// Whether this key is cached.
    pub fn is_cached(&self, key: &Secret) -> bool {
        self.cache.contains_key(&key.digest())
    }

    /// The location of a till's key.
    pub async fn resolve(&self, key: &Secret) -> Result<Arc<LocationCalendar>, Error> {
        let ask = async {
            let call = proto::ResolveIngestKeyRequest { ingest_key: key.expose().to_owned() };
            let answer =
                self.services.call_as_gateway(call).await.map_err(|fault| match fault.into_answer() {
                    error if error.code == Code::Unauthenticated => Error::new(
                        error.code,
                        "This ingest key is unknown. Ask for a new one with rotateIngestKey.",
                    ),
                    error => error,
                })?;
            let location = proto::Location {
                pos_id: answer.pos_id,
                time_zone: answer.time_zone,
                day_starts: answer.day_starts,
                ..Default::default()
            };
            LocationCalendar::read(&location).map(Arc::new)
        };
        self.cache.try_get_with(key.digest(), ask).await.map_err(|e: Arc<Error>| Error::clone(&e))
    }
}

impl Gateway {
    /// Authenticates a till by its key.
    pub async fn authenticate_till(
        &self,
        client: &Client,
        key: &Secret,
    ) -> Result<Arc<LocationCalendar>, Error> {
        self.limits.ingest(key)?;
        if !self.keys.is_cached(key) {
            self.limits.refuse_guessing(client.address)?;
        }
        self.keys.resolve(key).await.inspect_err(|error| {
            if error.code == Code::Unauthenticated {
                self.limits.count_guess(client.address);
            }
        })
    }
}

/// The key in a request's `Authorization`.
pub fn bearer<'a>(bearer: Option<&'a Secret>, what: &str) -> Result<&'a Secret, Fault> {
    bearer.ok_or_else(|| {
        Error::new(Code::Unauthenticated, format!("Send Authorization: Bearer <{what}>.")).into()
    })
}
