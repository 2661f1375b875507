use std::collections::BTreeMap;
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};

use jiff::{SignedDuration, Timestamp};
use moka::Expiry;
use moka::future::Cache;
use saffron_core::{Clock, Code, Error, PosId, UserId, Zone};
use saffron_kit::{Fault, Secret};
use saffron_proto::auth::ResolveSessionRequest;
use sha2::{Digest as _, Sha256};

use super::places::Place;
use super::tombstones::Tombstones;
use crate::clients::Services;

/// A token that has less left is not used for another call.
const MARGIN: SignedDuration = SignedDuration::from_secs(10);
/// What the cache may hold, in locations: about 100 MB.
const CAPACITY: u64 = 500_000;
/// How often an answer that was overtaken is asked for again.
const TRIES: u32 = 4;

/// A session as auth told of it.
pub struct Session {
    /// Its public name.
    pub handle: String,
    /// Whose it is.
    pub user: UserId,
    /// Started by the web app: its proof is the cookie.
    pub web: bool,
    /// For the services.
    pub token: String,
    /// The locations its person may see.
    pub places: BTreeMap<PosId, Zone>,
    /// Tells one set of places from another.
    pub places_digest: [u8; 32],
    begun: Instant,
    good_until: Timestamp,
}

impl Session {
    /// The time zone of one of the person's locations.
    pub fn zone(&self, pos_id: &PosId) -> Result<&Zone, Error> {
        self.places.get(pos_id).ok_or_else(Error::not_your_location)
    }

    /// One of a person who sees one location.
    #[cfg(test)]
    pub fn of(user: UserId, handle: &str, pos_id: &str) -> Session {
        let places = BTreeMap::from([(pos_id.parse().unwrap(), "America/New_York".parse().unwrap())]);
        let places_digest = digest_of(&places);
        Session {
            handle: handle.into(),
            user,
            web: true,
            token: String::new(),
            places,
            places_digest,
            begun: Instant::now(),
            good_until: Timestamp::MAX,
        }
    }
}

/// The same for the same places in the same time zones.
#[must_use]
pub fn digest_of<'a>(places: impl IntoIterator<Item = (&'a PosId, &'a Zone)>) -> [u8; 32] {
    let mut digest = Sha256::new();
    for (pos_id, zone) in places {
        // Neither holds a line break.
        digest.update(pos_id.as_str());
        digest.update(b"\n");
        digest.update(zone.name());
        digest.update(b"\n");
    }
    digest.finalize().into()
}

/// Drops an entry when its token has too little left.
struct WithToken(Clock);

impl Expiry<[u8; 32], Arc<Session>> for WithToken {
    fn expire_after_create(&self, _: &[u8; 32], session: &Arc<Session>, _: Instant) -> Option<Duration> {
        let left = session.good_until.duration_since(self.0.now()) - MARGIN;
        Some(Duration::try_from(left).unwrap_or_default())
    }
}

/// Sessions that were asked for lately.
pub struct Sessions {
    services: Services,
    clock: Clock,
    cache: Cache<[u8; 32], Arc<Session>>,
    tombstones: Tombstones,
    /// Since when every revocation reaches us; none while we cannot hear.
    hearing_since: Mutex<Option<Instant>>,
}

impl Sessions {
    /// None known yet.
    #[must_use]
    pub fn new(services: Services, clock: Clock) -> Sessions {
        let cache = Cache::builder()
            .max_capacity(CAPACITY)
            .weigher(|_, session: &Arc<Session>| u32::try_from(session.places.len() + 4).unwrap_or(u32::MAX))
            .expire_after(WithToken(clock.clone()))
            .build();
        Sessions {
            services,
            clock,
            cache,
            tombstones: Tombstones::default(),
            hearing_since: Mutex::new(None),
        }
    }

    /// From now on revocations are heard, or not. What was learned before is asked for again.
    pub fn hears(&self, hears: bool) {
        *self.hearing_since.lock().unwrap_or_else(PoisonError::into_inner) = hears.then(Instant::now);
    }

    /// A session has ended.
    pub fn ended(&self, handle: &str) {
        self.tombstones.end(handle);
    }

    /// What a person may see has changed.
    pub fn changed(&self, user: UserId) {
        self.tombstones.change(user);
    }

    /// Forgets a session, so that it is asked for again.
    pub async fn forget(&self, session_id: &Secret) {
        self.cache.invalidate(&session_id.digest()).await;
    }

    /// Whether this session was asked for lately, so that looking at it again costs nothing.
    #[must_use]
    pub fn knows(&self, session_id: &Secret) -> bool {
        self.cache.contains_key(&session_id.digest())
    }

    /// Whether what was learned of a session still stands, as far as anyone has told us.
    #[must_use]
    pub fn stands(&self, session: &Session) -> bool {
        !self.tombstones.has_ended(&session.handle)
            && !self.tombstones.has_changed_since(session.user, session.begun)
    }

    /// The session with this id, and whether it was known already. While revocations cannot be heard, auth is
    /// asked each time.
    pub async fn resolve(&self, session_id: &Secret) -> Result<(Arc<Session>, bool), Error> {
        let key = session_id.digest();
        for _ in 0..TRIES {
            let hearing_since = *self.hearing_since.lock().unwrap_or_else(PoisonError::into_inner);
            let Some(hearing_since) = hearing_since else {
                let session = self.ask(session_id).await?;
                if self.tombstones.has_ended(&session.handle) {
                    return Err(Error::session_ended());
                }
                return Ok((session, false));
            };
            let entry = self
                .cache
                .entry(key)
                .or_try_insert_with(self.ask(session_id))
                .await
                .map_err(|e: Arc<Error>| Error::clone(&e))?;
            let known = !entry.is_fresh();
            let session = entry.into_value();
            if self.tombstones.has_ended(&session.handle) {
                self.cache.invalidate(&key).await;
                return Err(Error::session_ended());
            }
            let is_fresh = session.begun >= hearing_since
                && !self.tombstones.has_changed_since(session.user, session.begun)
                && (!known || session.good_until.duration_since(self.clock.now()) > MARGIN);
            if is_fresh {
                return Ok((session, known));
            }
            self.cache.invalidate(&key).await;
        }
        Err(Error::unavailable("We could not confirm your session. Please try again."))
    }

    async fn ask(&self, session_id: &Secret) -> Result<Arc<Session>, Error> {
        let begun = Instant::now();
        let call = ResolveSessionRequest { session_id: session_id.expose().to_owned() };
        let answer = self.services.call_as_gateway(call).await.map_err(Fault::into_answer)?;
        let odd = || Error::new(Code::Internal, "Error Occured. Please contact system administrator.");
        let places = answer
            .locations
            .iter()
            .map(|location| Place::read(location).map(|place| (place.pos_id, place.zone)))
            .collect::<Result<BTreeMap<_, _>, _>>()?;
        Ok(Arc::new(Session {
            handle: answer.handle,
            user: UserId(answer.user_id.parse().map_err(|_| odd())?),
            web: answer.web,
            token: answer.token,
            places_digest: digest_of(&places),
            places,
            begun,
            good_until: Timestamp::from_second(answer.token_expires_at).map_err(|_| odd())?,
        }))
    }
}
