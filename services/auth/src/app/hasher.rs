use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, CustomizedPasswordHasher, PasswordHasher, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use saffron_core::Error;
use saffron_kit::deadline::deadline;
use saffron_kit::{Fault, Secret};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most tries that may wait for their turn; more are refused at once.
const QUEUE: usize = 256;
/// The longest a try waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);
/// The room of the memory of a hash, blocks of 1 KiB. glibc keeps what is freed for later, an arena of each thread, but
/// nothing of 32 MiB or more (`M_MMAP_THRESHOLD` in mallopt(3)); what is not touched of the room is no memory.
const ROOM: usize = 33 * 1024;

/// Hashes passwords with Argon2id (19 MiB, two passes, one lane, as OWASP advises), a few at a time: each
/// keeps a core and its memory busy.
pub struct Hasher {
    queue: Arc<Semaphore>,
    desks: Arc<Semaphore>,
    /// The hash that a password is compared with where there is no account, so that both take the same time.
    dummy: Arc<str>,
}

/// The right to hash. What is counted of tries is read and written during a turn, so that no more tries than
/// there are turns can slip by the count at once.
pub struct Turn {
    permits: Arc<(OwnedSemaphorePermit, OwnedSemaphorePermit)>,
    dummy: Arc<str>,
}

impl Hasher {
    /// As many at a time as there are cores.
    pub fn new() -> Result<Hasher, Fault> {
        let desks = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Hasher {
            queue: Arc::new(Semaphore::new(QUEUE)),
            desks: Arc::new(Semaphore::new(desks)),
            dummy: hash(&Secret::random())?.into(),
        })
    }

    /// Waits for a turn.
    pub async fn turn(&self) -> Result<Turn, Fault> {
        let busy = || Error::unavailable("Too many people sign in at this moment. Please try again.");
        let place = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let desk = tokio::time::timeout(deadline(PATIENCE), self.desks.clone().acquire_owned()).await;
        let desk = desk.map_err(|_| busy())?.map_err(|_| busy())?;
        Ok(Turn { permits: Arc::new((place, desk)), dummy: self.dummy.clone() })
    }
}

impl Turn {
    /// Hashes a password, as a PHC string.
    pub async fn hash(&self, password: Secret) -> Result<String, Fault> {
        self.work(move || hash(&password)).await
    }

    /// Whether the password is the one of this hash; never so without a hash, after the same time.
    pub async fn is_right(&self, password: Secret, hash: Option<String>) -> Result<bool, Fault> {
        let dummy = self.dummy.clone();
        self.work(move || {
            let known = hash.is_some();
            let hash = PasswordHash::new(hash.as_deref().unwrap_or(&dummy)).map_err(permanent)?;
            let matches = Argon.verify_password(password.expose().as_bytes(), &hash).is_ok();
            Ok(known && matches)
        })
        .await
    }

    /// The turn is held until the work ends, also where nobody waits for it any more.
    async fn work<T: Send + 'static>(
        &self,
        work: impl FnOnce() -> Result<T, Fault> + Send + 'static,
    ) -> Result<T, Fault> {
        tracing::debug!("a password is hashed");
        let permits = self.permits.clone();
        let done = tokio::task::spawn_blocking(move || {
            let result = work();
            drop(permits);
            result
        });
        done.await.map_err(|e| Fault::Permanent(format!("hashing: {e}")))?
    }
}

fn hash(password: &Secret) -> Result<String, Fault> {
    Argon.hash_password(password.expose().as_bytes()).map(|hash| hash.to_string()).map_err(permanent)
}

/// Argon2 of which nothing stays in memory.
struct Argon;

impl PasswordHasher<PasswordHash> for Argon {
    fn hash_password_with_salt(&self, password: &[u8], salt: &[u8]) -> password_hash::Result<PasswordHash> {
        self.hash_password_with_params(password, salt, Params::default())
    }
}

impl CustomizedPasswordHasher<PasswordHash> for Argon {
    type Params = Params;

    fn hash_password_customized(
        &self,
        password: &[u8],
        salt: &[u8],
        algorithm: Option<&str>,
        version: Option<u32>,
        params: Params,
    ) -> password_hash::Result<PasswordHash> {
        let algorithm = algorithm.map(Algorithm::try_from).transpose()?.unwrap_or_default();
        let version = version.map(Version::try_from).transpose()?.unwrap_or_default();
        let mut output = [0; Output::MAX_LENGTH];
        let length = params.output_len().unwrap_or(Params::DEFAULT_OUTPUT_LEN);
        let output = output.get_mut(..length).ok_or(password_hash::Error::OutputSize)?;
        let mut memory = Vec::with_capacity(params.block_count().max(ROOM));
        memory.resize(params.block_count(), Block::new());
        let text = ParamsString::try_from(&params)?;
        Argon2::new(algorithm, version, params)
            .hash_password_into_with_memory(password, salt, output, memory)?;
        Ok(PasswordHash {
            algorithm: algorithm.ident(),
            version: Some(version.into()),
            params: text,
            salt: Some(Salt::new(salt)?),
            hash: Some(Output::new(output)?),
        })
    }
}

fn permanent(error: impl std::fmt::Display) -> Fault {
    Fault::Permanent(format!("password hash: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_right_password_of_an_account_is_right() {
        let turn = Hasher::new().unwrap().turn().await.unwrap();
        let hash = turn.hash(Secret::new("saffron-demo")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(turn.is_right(Secret::new("saffron-demo"), Some(hash.clone())).await.unwrap());
        assert!(!turn.is_right(Secret::new("saffron-Demo"), Some(hash)).await.unwrap());
        assert!(!turn.is_right(Secret::new("saffron-demo"), None).await.unwrap());
    }

    #[tokio::test]
    async fn a_hash_is_what_argon2_makes_by_itself() {
        let turn = Hasher::new().unwrap().turn().await.unwrap();
        let theirs = Argon2::default().hash_password(b"saffron-demo").unwrap().to_string();
        assert!(turn.is_right(Secret::new("saffron-demo"), Some(theirs)).await.unwrap());
        let ours = turn.hash(Secret::new("saffron-demo")).await.unwrap();
        assert!(Argon2::default().verify_password(b"saffron-demo", ours.as_str()).is_ok());
    }

    #[tokio::test]
    async fn who_finds_the_queue_full_is_refused() {
        let hasher = Hasher { queue: Arc::new(Semaphore::new(1)), ..Hasher::new().unwrap() };
        let first = hasher.turn().await.unwrap();
        assert!(matches!(hasher.turn().await, Err(Fault::Refused(e)) if e.retry_after == Some(1)));
        drop(first);
        assert!(hasher.turn().await.is_ok());
    }
}
