use std::collections::BTreeMap;
use std::sync::Arc;
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use moka::Expiry;
use moka::future::Cache;
use saffron_core::{Calendar, Clock, Error, PosId, UserId};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth::ResolveSessionRequest;
use sha2::{Digest as _, Sha256};

use super::location::LocationCalendar;
use super::revocations::{Revocations, Validity};
use crate::clients::Services;

/// A token that expires sooner is not used for another call.
const MARGIN: SignedDuration = SignedDuration::from_secs(10);
/// The size of the cache, in locations: about 100 MB.
const CAPACITY: u64 = 500_000;
/// How often a session is requested while the answers are outdated when they arrive.
const ATTEMPTS: u32 = 4;

/// A session, as auth answered.
pub struct Session {
    /// The public name.
    pub handle: String,
    /// The person.
    pub user: UserId,
    /// Started by the web app: its credential is the cookie.
    pub web: bool,
    /// The signed token for calls to services.
    pub token: String,
    /// The locations that the person may see.
    pub locations: BTreeMap<PosId, Calendar>,
    /// The digest of these locations.
    pub locations_digest: [u8; 32],
    asked_at: Instant,
    token_expires_at: Timestamp,
}

impl Session {
    /// The calendar of one of the person's locations.
    pub fn calendar(&self, pos_id: &PosId) -> Result<&Calendar, Error> {
        self.locations.get(pos_id).ok_or_else(Error::not_your_location)
    }

    /// A session of a person with one location.
    #[cfg(test)]
    pub fn of(user: UserId, handle: &str, pos_id: &str) -> Session {
        let locations = BTreeMap::from([(
            pos_id.parse().unwrap(),
            "America/New_York".parse::<saffron_core::Zone>().unwrap().into(),
        )]);
        let locations_digest = digest_of(&locations);
        Session {
            handle: handle.into(),
            user,
            web: true,
            token: String::new(),
            locations,
            locations_digest,
            asked_at: Instant::now(),
            token_expires_at: Timestamp::MAX,
        }
    }
}

/// The digest of locations and their calendars.
pub fn digest_of<'a>(locations: impl IntoIterator<Item = (&'a PosId, &'a Calendar)>) -> [u8; 32] {
    let mut digest = Sha256::new();
    for (pos_id, calendar) in locations {
        // Neither contains a line break.
        digest.update(pos_id.as_str());
        digest.update(b"\n");
        digest.update(calendar.name());
        digest.update(calendar.starts().to_string());
        digest.update(b"\n");
    }
    digest.finalize().into()
}

/// The expiry of cache entries: before the token of each expires.
struct BeforeToken(Clock);

impl Expiry<[u8; 32], Arc<Session>> for BeforeToken {
    fn expire_after_create(&self, _: &[u8; 32], session: &Arc<Session>, _: Instant) -> Option<Duration> {
        let left = session.token_expires_at.duration_since(self.0.now()) - MARGIN;
        Some(Duration::try_from(left).unwrap_or_default())
    }
}

/// Sessions, cached while their answers may be used.
pub struct Sessions {
    services: Services,
    clock: Clock,
    cache: Cache<[u8; 32], Arc<Session>>,
    revocations: Arc<Revocations>,
}

impl Sessions {
    /// An empty cache.
    pub fn new(services: Services, clock: Clock) -> Sessions {
        let cache = Cache::builder()
            .max_capacity(CAPACITY)
            .weigher(|_, session: &Arc<Session>| {
                u32::try_from(session.locations.len() + 4).unwrap_or(u32::MAX)
            })
            .expire_after(BeforeToken(clock.clone()))
            .build();
        Sessions { services, clock, cache, revocations: Arc::default() }
    }

    /// The ends and changes of sessions and ingest keys.
    pub fn revocations(&self) -> &Arc<Revocations> {
        &self.revocations
    }

    /// Whether this session is cached, so that looking it up costs nothing.
    pub fn is_cached(&self, session_id: &Secret) -> bool {
        self.cache.contains_key(&session_id.digest())
    }

    /// Whether a session that was looked up may still be used.
    pub fn validity(&self, session: &Session) -> Validity {
        self.revocations.validity(&session.handle, session.user, session.asked_at)
    }

    /// The session with this id, which is not taken from the cache.
    pub async fn resolve_again(&self, session_id: &Secret) -> Result<Arc<Session>, Error> {
        self.cache.invalidate(&session_id.digest()).await;
        self.resolve(session_id).await.map(|(session, _)| session)
    }

    /// The session with this id, and whether it was cached.
    pub async fn resolve(&self, session_id: &Secret) -> Result<(Arc<Session>, bool), Error> {
        let key = session_id.digest();
        for _ in 0..ATTEMPTS {
            let (session, was_cached) = if self.revocations.is_reading() {
                let entry = self.cache.entry(key).or_try_insert_with(self.ask(session_id)).await;
                let entry = entry.map_err(|e: Arc<Error>| Error::clone(&e))?;
                (entry.value().clone(), !entry.is_fresh())
            } else {
                (self.ask(session_id).await?, false)
            };
            let has_token = !was_cached || session.token_expires_at.duration_since(self.clock.now()) > MARGIN;
            match self.validity(&session) {
                Validity::Current if has_token => return Ok((session, was_cached)),
                Validity::Current | Validity::Outdated => self.cache.invalidate(&key).await,
                Validity::Ended => {
                    self.cache.invalidate(&key).await;
                    return Err(Error::session_ended());
                }
            }
        }
        Err(Error::unavailable("We could not confirm your session. Please try again."))
    }

    /// Requests a session from auth.
    async fn ask(&self, session_id: &Secret) -> Result<Arc<Session>, Error> {
        let asked_at = Instant::now();
        let call = ResolveSessionRequest { session_id: session_id.expose().to_owned() };
        let answer = self.services.call_as_gateway(call).await.map_err(Fault::into_answer)?;
        let invalid = |what: &str| {
            Fault::Permanent(format!("auth sent a session with an invalid {what}")).into_answer()
        };
        let locations = answer
            .locations
            .iter()
            .map(|location| LocationCalendar::read(location).map(|read| (read.pos_id, read.calendar)))
            .collect::<Result<BTreeMap<_, _>, _>>()?;
        Ok(Arc::new(Session {
            handle: answer.handle,
            user: UserId(answer.user_id.parse().map_err(|_| invalid("person"))?),
            web: answer.web,
            token: answer.token,
            locations_digest: digest_of(&locations),
            locations,
            asked_at,
            token_expires_at: Timestamp::from_second(answer.token_expires_at)
                .map_err(|_| invalid("expiry"))?,
        }))
    }
}
