use std::sync::Arc;
use std::time::Duration;

use argon2::password_hash::phc::{Output, ParamsString, PasswordHash, Salt};
use argon2::password_hash::{self, CustomizedPasswordHasher, PasswordHasher, PasswordVerifier as _};
use argon2::{Algorithm, Argon2, Block, Params, Version};
use saffron_core::Error;
use saffron_kit::deadline::deadline;
use saffron_kit::{Fault, Secret};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most passwords that are hashed or wait for it; more are refused at once.
const MAX_QUEUED: usize = 256;
/// The longest time that a password waits for a core.
const MAX_WAIT: Duration = Duration::from_secs(5);
/// The memory that is allocated for a hash, blocks of 1 KiB: more than it uses, because glibc returns only allocations of
/// 32 MiB or more to the system (`M_MMAP_THRESHOLD` in mallopt(3)). Pages that are never written take no memory.
const MEMORY_BLOCKS: usize = 33 * 1024;

/// Hashes passwords with Argon2id (19 MiB, two passes, one lane, as OWASP advises), as many at a time as there are cores.
pub struct Hasher {
    queue: Arc<Semaphore>,
    cores: Arc<Semaphore>,
    /// The hash that a password is compared with if there is no account, so that both take the same time.
    dummy: Arc<str>,
}

/// A permit to hash on one core. Tries are read and counted while one is owned, so that no more tries than there are cores
/// pass the rate limit at the same time.
pub struct HashPermit {
    permits: Arc<(OwnedSemaphorePermit, OwnedSemaphorePermit)>,
    dummy: Arc<str>,
}

impl Hasher {
    /// A hasher with a permit for each core.
    pub fn new() -> Result<Hasher, Fault> {
        let cores = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Hasher {
            queue: Arc::new(Semaphore::new(MAX_QUEUED)),
            cores: Arc::new(Semaphore::new(cores)),
            dummy: hash(&Secret::random())?.into(),
        })
    }

    /// Waits for a permit.
    pub async fn acquire(&self) -> Result<HashPermit, Fault> {
        let busy = || Error::unavailable("Too many people are signing in right now. Please try again.");
        let queued = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let core = tokio::time::timeout(deadline(MAX_WAIT), self.cores.clone().acquire_owned()).await;
        let core = core.map_err(|_| busy())?.map_err(|_| busy())?;
        Ok(HashPermit { permits: Arc::new((queued, core)), dummy: self.dummy.clone() })
    }
}

impl HashPermit {
    /// Hashes a password, as a PHC string.
    pub async fn hash(&self, password: Secret) -> Result<String, Fault> {
        self.run_blocking(move || hash(&password)).await
    }

    /// Whether the password has this hash; false without a hash, after the same time.
    pub async fn verify(&self, password: Secret, hash: Option<String>) -> Result<bool, Fault> {
        let dummy = self.dummy.clone();
        self.run_blocking(move || {
            let has_hash = hash.is_some();
            let hash = PasswordHash::new(hash.as_deref().unwrap_or(&dummy)).map_err(hashing_fault)?;
            let matches = Argon.verify_password(password.expose().as_bytes(), &hash).is_ok();
            Ok(has_hash && matches)
        })
        .await
    }

    /// Works in a blocking thread, which owns the permit until it ends, also if the caller is dropped.
    async fn run_blocking<T: Send + 'static>(
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
    Argon.hash_password(password.expose().as_bytes()).map(|hash| hash.to_string()).map_err(hashing_fault)
}

/// Argon2 whose memory is returned to the system. Our own instead of argon2's hasher, whose memory is not.
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
        let mut memory = Vec::with_capacity(params.block_count().max(MEMORY_BLOCKS));
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

fn hashing_fault(error: impl std::fmt::Display) -> Fault {
    Fault::Permanent(format!("password hash: {error}"))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn only_the_password_of_a_hash_is_right() {
        let permit = Hasher::new().unwrap().acquire().await.unwrap();
        let hash = permit.hash(Secret::new("saffron-demo")).await.unwrap();
        assert!(hash.starts_with("$argon2id$v=19$m=19456,t=2,p=1$"), "{hash}");
        assert!(permit.verify(Secret::new("saffron-demo"), Some(hash.clone())).await.unwrap());
        assert!(!permit.verify(Secret::new("saffron-Demo"), Some(hash)).await.unwrap());
        assert!(!permit.verify(Secret::new("saffron-demo"), None).await.unwrap());
    }

    #[tokio::test]
    async fn a_hash_is_the_same_as_that_of_argon2() {
        let permit = Hasher::new().unwrap().acquire().await.unwrap();
        let theirs = Argon2::default().hash_password(b"saffron-demo").unwrap().to_string();
        assert!(permit.verify(Secret::new("saffron-demo"), Some(theirs)).await.unwrap());
        let ours = permit.hash(Secret::new("saffron-demo")).await.unwrap();
        assert!(Argon2::default().verify_password(b"saffron-demo", ours.as_str()).is_ok());
    }

    #[tokio::test]
    async fn a_password_beyond_the_queue_is_refused() {
        let hasher = Hasher { queue: Arc::new(Semaphore::new(1)), ..Hasher::new().unwrap() };
        let first = hasher.acquire().await.unwrap();
        assert!(matches!(hasher.acquire().await, Err(Fault::Refused(e)) if e.retry_after == Some(1)));
        drop(first);
        assert!(hasher.acquire().await.is_ok());
    }
}
