use std::sync::Arc;
use std::time::Duration;

use moka::future::Cache;
use saffron_core::{Code, Error};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth as proto;

use crate::Gateway;
use crate::clients::Services;
use crate::session::{Place, Visitor};

/// How long a key that was changed may still be taken.
const BELIEVED: Duration = Duration::from_secs(60);

/// Ingest keys that were used lately, by their hash.
pub struct IngestKeys {
    services: Services,
    cache: Cache<[u8; 32], Arc<Place>>,
}

impl IngestKeys {
    /// None known yet.
    #[must_use]
    pub fn new(services: Services) -> IngestKeys {
        IngestKeys { services, cache: Cache::builder().max_capacity(50_000).time_to_live(BELIEVED).build() }
    }

    /// Whether this key was asked for lately.
    #[must_use]
    pub fn knows(&self, key: &Secret) -> bool {
        self.cache.contains_key(&key.digest())
    }

    /// The location that a till's key belongs to.
    pub async fn resolve(&self, key: &Secret) -> Result<Arc<Place>, Error> {
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
            let location =
                proto::Location { pos_id: answer.pos_id, time_zone: answer.time_zone, ..Default::default() };
            Place::read(&location).map(Arc::new)
        };
        self.cache.try_get_with(key.digest(), ask).await.map_err(|e: Arc<Error>| Error::clone(&e))
    }
}

impl Gateway {
    /// Lets a till in by its key.
    pub async fn till(&self, visitor: &Visitor, key: &Secret) -> Result<Arc<Place>, Error> {
        self.limits.ingest(key)?;
        if !self.keys.knows(key) {
            self.limits.stranger(visitor.address)?;
        }
        self.keys.resolve(key).await.inspect_err(|error| {
            if error.code == Code::Unauthenticated {
                self.limits.count_stranger(visitor.address);
            }
        })
    }
}

/// The key that a request has to carry.
pub fn bearer<'a>(bearer: Option<&'a Secret>, what: &str) -> Result<&'a Secret, Fault> {
    bearer.ok_or_else(|| {
        Error::new(Code::Unauthenticated, format!("Send Authorization: Bearer <{what}>.")).into()
    })
}
