use std::sync::Arc;
use std::time::{Duration, Instant};

use http::HeaderMap;
use jiff::Timestamp;
use moka::future::Cache;
use saffron_core::{Calendar, Code, Error, PosId, Source};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth::{self as proto, IngestKeyKind};
use uuid::Uuid;

use crate::Gateway;
use crate::clients::Services;
use crate::session::{Client, LocationCalendar, Revocations};

/// How long an answer of auth is used.
const CACHED: Duration = Duration::from_secs(60);
/// A token that ends sooner, seconds, is asked for again.
const TOKEN_LEFT: i64 = 15;
/// How often a key is requested while the answers are outdated when they arrive.
const ATTEMPTS: u32 = 4;
/// The header by which a key of an import or a connection names the source of the facts that it sends.
pub const SOURCE_HEADER: &str = "saffron-source";

/// A location's ingest key, as auth answered.
pub struct IngestKey {
    /// The location.
    pub pos_id: PosId,
    /// Its time zone and days.
    pub calendar: Calendar,
    /// What the facts that it sends are stamped with.
    source: Source,
    /// It sends facts of other sources of the location too.
    names_sources: bool,
    /// It is that of a connection to a POS, which is no till.
    pub is_of_connection: bool,
    /// Its signed token for the services, and when that ends, seconds since 1970.
    token: (Secret, i64),
    asked_at: Instant,
}

/// The ingest keys of locations, cached by their hash while auth's answers may be used.
pub struct IngestKeys {
    services: Services,
    revocations: Arc<Revocations>,
    cache: Cache<[u8; 32], Arc<IngestKey>>,
    /// Sources that a location has or had: they stay.
    sources: Cache<(PosId, Uuid), ()>,
}

impl IngestKeys {
    /// An empty cache.
    pub fn new(services: Services, revocations: Arc<Revocations>) -> IngestKeys {
        let cache = Cache::builder().max_capacity(50_000).time_to_live(CACHED).build();
        let sources = Cache::builder().max_capacity(10_000).build();
        IngestKeys { services, revocations, cache, sources }
    }

    /// Whether this key is cached.
    pub fn is_cached(&self, key: &Secret) -> bool {
        self.cache.contains_key(&key.digest())
    }

    /// The valid ingest key that is this secret.
    pub async fn resolve(&self, secret: &Secret) -> Result<Arc<IngestKey>, Error> {
        let digest = secret.digest();
        for _ in 0..ATTEMPTS {
            let key = if self.revocations.is_reading() {
                let cached = self.cache.try_get_with(digest, self.ask(secret));
                cached.await.map_err(|e: Arc<Error>| Error::clone(&e))?
            } else {
                self.ask(secret).await?
            };
            if self.revocations.is_key_current(&key.pos_id, key.source, key.asked_at) {
                return Ok(key);
            }
            self.cache.invalidate(&digest).await;
        }
        Err(Error::unavailable("We could not confirm the ingest key. Please send the request again."))
    }

    /// Requests a key from auth.
    async fn ask(&self, secret: &Secret) -> Result<Arc<IngestKey>, Error> {
        let asked_at = Instant::now();
        let call = proto::ResolveIngestKeyRequest { ingest_key: secret.expose().to_owned() };
        let answer =
            self.services.call_as_gateway(call).await.map_err(|fault| match fault.into_answer() {
                error if error.code == Code::Unauthenticated => Error::new(
                    error.code,
                    "This ingest key is unknown or revoked. Make another one in the app, or ask for a new one with rotateIngestKey.",
                ),
                error => error,
            })?;
        let is_of_connection = answer.kind() == IngestKeyKind::Connection;
        let names_sources = matches!(answer.kind(), IngestKeyKind::Import | IngestKeyKind::Connection);
        let invalid =
            |_| Fault::Permanent("auth sent an ingest key with an invalid source".into()).into_answer();
        let source = answer.source.parse().map_err(invalid)?;
        let location = proto::Location {
            pos_id: answer.pos_id,
            time_zone: answer.time_zone,
            day_starts: answer.day_starts,
            ..Default::default()
        };
        let LocationCalendar { pos_id, calendar } = LocationCalendar::read(&location)?;
        let token = (Secret::new(answer.token), answer.token_expires_at);
        Ok(Arc::new(IngestKey { pos_id, calendar, source, names_sources, is_of_connection, token, asked_at }))
    }

    /// The signed token of a valid ingest key, with which it calls services about its location.
    pub async fn token(&self, secret: &Secret, key: Arc<IngestKey>, now: Timestamp) -> Result<Secret, Error> {
        let lasts = |key: &IngestKey| key.token.1 - now.as_second() > TOKEN_LEFT;
        if lasts(&key) {
            return Ok(key.token.0.clone());
        }
        self.cache.invalidate(&secret.digest()).await;
        Ok(self.resolve(secret).await?.token.0.clone())
    }

    /// The source of facts that a key sends: its own, or the one of its location that the request names.
    pub async fn source(&self, key: &IngestKey, headers: &HeaderMap) -> Result<Source, Error> {
        let Some(named) = headers.get(SOURCE_HEADER) else { return Ok(key.source) };
        if !key.names_sources {
            let message = "Keys of imports and connections alone send facts of another source. Leave Saffron-Source out.";
            return Err(Error::new(Code::Forbidden, message));
        }
        let named: Option<Source> = named.to_str().ok().and_then(|text| text.parse().ok());
        let source = named
            .ok_or_else(|| Error::invalid("Saffron-Source", "must be till or the id of an ingest key"))?;
        if let Source::Key(key_id) = source
            && source != key.source
        {
            let call = proto::CheckIngestSourceRequest {
                pos_id: key.pos_id.to_string(),
                source: source.to_string(),
            };
            let ask = async {
                if self.services.call_as_gateway(call).await.map_err(Fault::into_answer)?.known {
                    return Ok(());
                }
                let message = "The location of this ingest key has no key with the id in Saffron-Source.";
                Err(Error::new(Code::Forbidden, message))
            };
            let known = self.sources.try_get_with((key.pos_id.clone(), key_id), ask);
            known.await.map_err(|e: Arc<Error>| Error::clone(&e))?;
        }
        Ok(source)
    }
}

impl Gateway {
    /// Authenticates a till by its key.
    pub async fn authenticate_till(&self, client: &Client, key: &Secret) -> Result<Arc<IngestKey>, Error> {
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
