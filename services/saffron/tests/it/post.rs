//! The mail catcher of the sandbox, and what tests ask of it.

use std::sync::Arc;

use saffron_core::Clock;
use saffron_kit::CancellationToken;
use saffron_sandbox::mail::{self, Mail, Running};
use saffron_testkit::eventually;

/// What was mailed.
pub struct Post {
    catcher: Running,
    shutdown: CancellationToken,
}

impl Drop for Post {
    fn drop(&mut self) {
        self.shutdown.cancel();
    }
}

impl Post {
    /// Opens it on a free port; it ends with the test.
    pub async fn open(clock: Clock) -> Post {
        let shutdown = CancellationToken::new();
        let catcher = mail::serve(mail::Config::new(clock), shutdown.clone()).await.unwrap();
        Post { catcher, shutdown }
    }

    /// Where mails are handed in.
    pub fn url(&self) -> String {
        self.catcher.url()
    }

    /// The mails to an address, oldest first.
    pub fn mails_to(&self, address: &str) -> Vec<Arc<Mail>> {
        self.catcher.mails_to(address)
    }

    /// Waits until so many mails to an address have come, and gives the last one.
    pub async fn mailed(&self, address: &str, count: usize) -> Arc<Mail> {
        let mails = eventually("the mail", || async {
            let mails = self.mails_to(address);
            (mails.len() >= count).then_some(mails)
        });
        let mut mails = mails.await;
        assert_eq!(mails.len(), count);
        mails.pop().unwrap()
    }
}

/// What stands behind the `#` of the link in a mail; none if it has none.
pub fn token_in(mail: &Mail) -> Option<String> {
    let text = mail.text()?;
    let (_, rest) = text.split_once("/auth/").and_then(|(_, rest)| rest.split_once('#'))?;
    Some(rest.split_whitespace().next()?.to_owned())
}
