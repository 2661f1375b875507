use std::collections::{BTreeMap, HashMap};
use std::sync::{Arc, RwLock};

use saffron_core::{Calendar, Clock, Error, PosId, UserId};
use sha2::{Digest, Sha256};
use tonic::service::Interceptor;
use tonic::{Request, Status};

use super::GATEWAY_KEY;
use super::status::not_a_gateway;
use crate::token::{TokenError, TokenVerifier};
use crate::{Fault, Secret};

/// The person of a call, from the signed token.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The person.
    pub user: UserId,
    /// The person's name, as others read it beside what the person did.
    pub name: String,
    /// The locations they may see, each with its calendar. Calls that change something are made without sample restaurants.
    pub locations: BTreeMap<PosId, Calendar>,
    /// Sample restaurants were left out.
    without_samples: bool,
}

impl Caller {
    /// The caller of a request that passed [`CallerCheck`].
    ///
    /// # Errors
    /// If the check did not run.
    pub fn of<T>(request: &Request<T>) -> Result<Arc<Caller>, Status> {
        request
            .extensions()
            .get::<Arc<Caller>>()
            .cloned()
            .ok_or_else(|| Status::unauthenticated("The call carries no token."))
    }

    /// The calendar of one of the caller's locations.
    ///
    /// # Errors
    /// Forbidden, if it is not theirs or does not exist, or is a sample restaurant in which the call would change something.
    pub fn calendar(&self, pos_id: &PosId) -> Result<&Calendar, Fault> {
        let refusal = || match self.without_samples && pos_id.is_sample() {
            true => Error::read_only_sample(),
            false => Error::not_your_location(),
        };
        self.locations.get(pos_id).ok_or_else(|| refusal().into())
    }

    /// The same caller for a call that changes something: without sample restaurants.
    fn without_samples(&self) -> Caller {
        let own = self.locations.iter().filter(|(pos_id, _)| !pos_id.is_sample());
        Caller {
            user: self.user,
            name: self.name.clone(),
            locations: own.map(|(pos_id, calendar)| (pos_id.clone(), calendar.clone())).collect(),
            without_samples: true,
        }
    }

    /// The location a call is about, and its calendar: the named one, or the caller's only one where none is named. `please`
    /// asks for it, where it has to be named.
    ///
    /// # Errors
    /// Invalid, if the posID is malformed or missing; forbidden, if it is not theirs.
    pub fn location(&self, pos_id: &str, please: &str) -> Result<(PosId, Calendar), Fault> {
        let named: &[String] = if pos_id.is_empty() { &[] } else { &[pos_id.to_owned()] };
        let mut scope = self.scope(named)?.into_iter();
        match (scope.next(), scope.next()) {
            (Some(only), None) => Ok(only),
            _ => Err(Error::invalid("posID", please).into()),
        }
    }

    /// The locations a call is about: those named, or all of the caller's.
    ///
    /// # Errors
    /// Invalid, if a posID is malformed; forbidden, if one is not theirs, or if none is left but sample restaurants.
    pub fn scope(&self, pos_ids: &[String]) -> Result<BTreeMap<PosId, Calendar>, Fault> {
        if pos_ids.is_empty() {
            return match self.without_samples && self.locations.is_empty() {
                true => Err(Error::read_only_sample().into()),
                false => Ok(self.locations.clone()),
            };
        }
        pos_ids
            .iter()
            .map(|text| {
                let pos_id: PosId = text.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
                let calendar = self.calendar(&pos_id)?.clone();
                Ok((pos_id, calendar))
            })
            .collect()
    }
}

/// The callers of verified tokens: a token is used for many calls within its minute. The size is counted in locations, of
/// which one caller has a single one, and another thousands.
#[derive(Default)]
struct TokenCache {
    /// By the hash of the token, each with its expiry (seconds).
    callers: HashMap<[u8; 32], (i64, Arc<Caller>)>,
    weight: usize,
}

impl TokenCache {
    fn get(&self, hash: &[u8; 32], now: i64) -> Option<Arc<Caller>> {
        self.callers.get(hash).filter(|(end, _)| *end > now).map(|(_, caller)| caller.clone())
    }

    /// Adds a caller; when there is no room, expired ones are removed, or else all.
    fn insert(&mut self, hash: [u8; 32], end: i64, caller: Arc<Caller>, now: i64) {
        let weight = weight(&caller);
        if self.weight + weight > CAPACITY {
            self.callers.retain(|_, (end, _)| *end > now);
            self.weight = self.callers.values().map(|(_, caller)| self::weight(caller)).sum();
        }
        if self.weight + weight > CAPACITY {
            self.callers.clear();
            self.weight = 0;
        }
        self.weight += weight;
        if let Some((_, replaced)) = self.callers.insert(hash, (end, caller)) {
            self.weight -= self::weight(&replaced);
        }
    }
}

/// How much a caller takes of [`CAPACITY`]: its locations, and as much as a few for itself.
fn weight(caller: &Caller) -> usize {
    4 + caller.locations.len()
}

/// The name of a call, `/package.Service/Method`, which checks do not see otherwise.
#[derive(Debug, Clone)]
pub(super) struct CallName(String);

impl CallName {
    /// Adds its name to a request, for the checks.
    pub(super) fn add<B>(mut request: http::Request<B>) -> http::Request<B> {
        let name = CallName(request.uri().path().to_owned());
        request.extensions_mut().insert(name);
        request
    }
}

/// Lets only calls with a valid token through. A call that changes something, by its contract, has no sample restaurant among its
/// caller's locations: so no service has to know of them.
#[derive(Clone)]
pub struct CallerCheck {
    verifier: TokenVerifier,
    clock: Clock,
    verified: Arc<RwLock<TokenCache>>,
}

/// The largest size of the cache, in locations: about 30 MiB.
const CAPACITY: usize = 250_000;

impl CallerCheck {
    /// Checks with these keys.
    #[must_use]
    pub fn new(verifier: TokenVerifier, clock: Clock) -> CallerCheck {
        CallerCheck { verifier, clock, verified: Arc::default() }
    }

    fn check(&self, token: &str) -> Result<Arc<Caller>, TokenError> {
        let hash: [u8; 32] = Sha256::digest(token.as_bytes()).into();
        let now = self.clock.now();
        let known = self.verified.read().ok().and_then(|verified| verified.get(&hash, now.as_second()));
        if let Some(caller) = known {
            return Ok(caller);
        }
        let claims = self.verifier.verify(token, now)?;
        let locations = claims.locations()?;
        let caller =
            Arc::new(Caller { user: claims.sub, name: claims.name, locations, without_samples: false });
        if let Ok(mut verified) = self.verified.write() {
            verified.insert(hash, claims.exp, caller.clone(), now.as_second());
        }
        Ok(caller)
    }
}

impl Interceptor for CallerCheck {
    fn call(&mut self, mut request: Request<()>) -> Result<Request<()>, Status> {
        let token = request
            .metadata()
            .get("authorization")
            .and_then(|value| value.to_str().ok())
            .and_then(|value| value.strip_prefix("Bearer "))
            .ok_or_else(|| Status::unauthenticated("The call carries no token."))?;
        let mut caller = self.check(token).map_err(|e| Status::unauthenticated(e.to_string()))?;
        // A call whose name is not known counts as one that changes something.
        let is_read =
            request.extensions().get::<CallName>().is_some_and(|CallName(path)| saffron_proto::is_read(path));
        if !is_read && caller.locations.keys().any(PosId::is_sample) {
            caller = Arc::new(caller.without_samples());
        }
        request.extensions_mut().insert(caller);
        Ok(request)
    }
}

/// Lets only gateways through.
#[derive(Clone)]
pub struct GatewayCheck {
    keys: Vec<Secret>,
}

impl GatewayCheck {
    /// Accepts each of the keys that `key` lists: there are two while one is changed for another.
    #[must_use]
    pub fn new(key: &Secret) -> GatewayCheck {
        GatewayCheck { keys: key.listed().collect() }
    }
}

impl Interceptor for GatewayCheck {
    fn call(&mut self, request: Request<()>) -> Result<Request<()>, Status> {
        let given = request.metadata().get(GATEWAY_KEY).and_then(|value| value.to_str().ok());
        match given {
            Some(given) if self.keys.iter().any(|key| key.matches(given)) => Ok(request),
            _ => Err(not_a_gateway()),
        }
    }
}

impl From<TokenError> for Fault {
    fn from(error: TokenError) -> Fault {
        Fault::Permanent(error.to_string())
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use base64::Engine as _;

    use super::*;
    use crate::config::Env;
    use crate::grpc::channel;
    use crate::token::TokenSigner;

    fn caller(locations: usize) -> Arc<Caller> {
        let calendar = Calendar::utc();
        let locations =
            (0..locations).map(|number| (format!("p{number}").parse().unwrap(), calendar.clone()));
        Arc::new(Caller {
            user: UserId(uuid::Uuid::nil()),
            name: String::new(),
            locations: locations.collect(),
            without_samples: false,
        })
    }

    #[test]
    fn remembered_tokens_are_bounded_by_their_locations() {
        let mut verified = TokenCache::default();
        let chain = caller(2_000);
        for number in 0..1_000_u32 {
            let mut hash = [0; 32];
            hash[..4].copy_from_slice(&number.to_le_bytes());
            verified.insert(hash, 100, chain.clone(), 0);
            let held: usize = verified.callers.values().map(|(_, caller)| caller.locations.len()).sum();
            assert!(held <= CAPACITY && verified.weight <= CAPACITY, "{held}");
            assert!(verified.get(&hash, 99).is_some() && verified.get(&hash, 100).is_none());
        }
        // The same again takes no further room.
        let before = verified.weight;
        verified.insert([0; 32], 100, chain.clone(), 0);
        verified.insert([0; 32], 200, chain, 0);
        assert!(verified.weight <= before + 2_004 && verified.get(&[0; 32], 150).is_some());
        // Those that have ended make room for others.
        while verified.weight + 2_004 <= CAPACITY {
            let number = verified.callers.len() as u8;
            verified.insert([number; 32], 200, caller(2_000), 0);
        }
        verified.insert([255; 32], 300, caller(2_000), 200);
        assert_eq!(verified.callers.len(), 1);
    }

    #[test]
    fn call_that_changes_something_has_no_sample() {
        let key = format!("k:{}", base64::engine::general_purpose::STANDARD.encode([1; 32]));
        let signer = TokenSigner::from_env(&Env::of([("SAFFRON_AUTH_TOKEN_KEY", key)])).unwrap();
        let public = Env::of([("SAFFRON_TOKEN_PUBLIC_KEYS", signer.public_key())]);
        let (verifier, clock) = (TokenVerifier::from_env(&public).unwrap(), Clock::system());
        let sample = PosId::sample_of(&saffron_core::Zone::utc());
        let own: PosId = "own".parse().unwrap();
        let caller = |pos_ids: &[&PosId], path: Option<&str>| {
            let places = pos_ids.iter().map(|pos_id| ((*pos_id).clone(), Calendar::utc()));
            let token = signer.sign(UserId::NOBODY, "", places, clock.now()).unwrap().0;
            let mut request = Request::new(());
            request.metadata_mut().insert("authorization", format!("Bearer {token}").parse().unwrap());
            if let Some(path) = path {
                request.extensions_mut().insert(CallName(path.to_owned()));
            }
            let request = CallerCheck::new(verifier.clone(), clock.clone()).call(request).unwrap();
            Caller::of(&request).unwrap()
        };
        let refusal = |answer: Result<_, Fault>| match answer {
            Err(Fault::Refused(error)) => error,
            other => panic!("{:?}", other.map(|_: BTreeMap<PosId, Calendar>| ())),
        };
        let read = Some("/saffron.inventory.v1.InventoryService/ListItems");
        let reader = caller(&[&sample], read);
        assert!(reader.calendar(&sample).is_ok() && reader.scope(&[]).unwrap().contains_key(&sample));
        for path in [Some("/saffron.inventory.v1.InventoryService/UpdateItem"), Some("/unknown"), None] {
            let writer = caller(&[&sample], path);
            let named = [sample.to_string()];
            for scope in [writer.scope(&[]), writer.scope(&named)] {
                assert_eq!(refusal(scope), Error::read_only_sample(), "{path:?}");
            }
            assert!(writer.calendar(&sample).is_err() && writer.location("", "Please.").is_err());
            let foreign = writer.scope(&[own.to_string()]);
            assert_eq!(refusal(foreign), Error::not_your_location());
            assert!(caller(&[&own], path).calendar(&own).is_ok());
        }
        // A person without any location has done nothing to a sample.
        assert!(caller(&[], None).scope(&[]).unwrap().is_empty());
    }

    #[tokio::test]
    async fn one_gateway_key_is_changed_for_another_without_a_refusal() {
        let nowhere = channel("A_URL", "http://127.0.0.1:1", Duration::from_secs(1)).unwrap();
        let passes = |sent: &str, believed: &str| {
            let request = nowhere.as_gateway(&Secret::new(sent), ()).unwrap();
            GatewayCheck::new(&Secret::new(believed)).call(request).is_ok()
        };
        for (before, after) in [("old", "old,new"), ("old,new", "new, old"), ("new, old", "new")] {
            assert!(passes(before, after) && passes(after, before), "{before} {after}");
        }
        for (sent, believed) in [("old", "new"), ("new", "old"), ("old,new", "new"), ("", "old,"), ("", "")] {
            assert!(!passes(sent, believed), "{sent} {believed}");
        }
    }
}
