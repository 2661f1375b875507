use std::sync::Arc;
use std::time::Duration;

use argon2::Argon2;
use argon2::password_hash::{PasswordHasher as _, PasswordVerifier as _, phc::PasswordHash};
use saffron_core::Error;
use saffron_kit::{Fault, Secret};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};

/// The most tries that may wait for their turn; more are refused at once.
const QUEUE: usize = 256;
/// The longest a try waits for its turn.
const PATIENCE: Duration = Duration::from_secs(5);

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
    ///
    /// # Errors
    /// If no password can be hashed.
    pub fn new() -> Result<Hasher, Fault> {
        let desks = std::thread::available_parallelism().map_or(1, usize::from);
        Ok(Hasher {
            queue: Arc::new(Semaphore::new(QUEUE)),
            desks: Arc::new(Semaphore::new(desks)),
            dummy: hash(&Secret::random())?.into(),
        })
    }

    /// Waits for a turn.
    ///
    /// # Errors
    /// Unavailable, if too many wait, or for too long.
    pub async fn turn(&self) -> Result<Turn, Fault> {
        let busy = || Error::unavailable("Too many people sign in at this moment. Please try again.");
        let place = self.queue.clone().try_acquire_owned().map_err(|_| busy())?;
        let desk = tokio::time::timeout(PATIENCE, self.desks.clone().acquire_owned()).await;
        let desk = desk.map_err(|_| busy())?.map_err(|_| busy())?;
        Ok(Turn { permits: Arc::new((place, desk)), dummy: self.dummy.clone() })
    }
}

impl Turn {
    /// Hashes a password, as a PHC string.
    ///
    /// # Errors
    /// If it cannot be hashed.
    pub async fn hash(&self, password: Secret) -> Result<String, Fault> {
        self.work(move || hash(&password)).await
    }

    /// Whether the password is the one of this hash; never so without a hash, after the same time.
    ///
    /// # Errors
    /// If the hash is none.
    pub async fn is_right(&self, password: Secret, hash: Option<String>) -> Result<bool, Fault> {
        let dummy = self.dummy.clone();
        self.work(move || {
            let known = hash.is_some();
            let hash = PasswordHash::new(hash.as_deref().unwrap_or(&dummy)).map_err(permanent)?;
            let matches = Argon2::default().verify_password(password.expose().as_bytes(), &hash).is_ok();
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
    Argon2::default()
        .hash_password(password.expose().as_bytes())
        .map(|hash| hash.to_string())
        .map_err(permanent)
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
    async fn who_finds_the_queue_full_is_refused() {
        let hasher = Hasher { queue: Arc::new(Semaphore::new(1)), ..Hasher::new().unwrap() };
        let first = hasher.turn().await.unwrap();
        assert!(matches!(hasher.turn().await, Err(Fault::Told(e)) if e.retry_after == Some(1)));
        drop(first);
        assert!(hasher.turn().await.is_ok());
    }
}
