use std::sync::Arc;
use std::time::Duration;

use async_nats::jetstream;
use async_nats::{ConnectOptions, ServerAddr};
use bytes::Bytes;

use super::queue::{Queues, publish_deadline};
use super::sizes::StreamSizes;
use crate::config::{ConfigError, Env, wrong};
use crate::deadline::deadline;
use crate::{Fault, Secret};

/// How a service reaches NATS.
#[derive(Debug, Clone)]
pub struct NatsConfig {
    /// `nats://user:password@host:port`; of a cluster, every node's with commas between.
    pub url: Secret,
    /// Precedes every stream name and subject, so that tests share a server. Empty in production.
    pub prefix: String,
    /// Limits of the streams.
    pub sizes: StreamSizes,
}

impl NatsConfig {
    /// From `SAFFRON_<SERVICE>_NATS_URL`, `SAFFRON_SUBJECT_PREFIX` and the stream sizes.
    ///
    /// # Errors
    /// If one is missing or cannot be read.
    pub fn from_env(service: &str, env: &Env) -> Result<NatsConfig, ConfigError> {
        let name = format!("SAFFRON_{}_NATS_URL", service.to_uppercase());
        let url = env.secret(&name)?;
        nodes(&url).map_err(|why| wrong(&name, why))?;
        Ok(NatsConfig {
            url,
            prefix: env.or("SAFFRON_SUBJECT_PREFIX", String::new())?,
            sizes: StreamSizes::from_env(env)?,
        })
    }
}

/// The nodes that a URL names, all with the user of the first.
fn nodes(url: &Secret) -> Result<Vec<ServerAddr>, &'static str> {
    let nodes: Result<Vec<ServerAddr>, _> = url.expose().split(',').map(|one| one.trim().parse()).collect();
    let nodes = nodes.map_err(|_| "is no nats:// URL, nor several with commas between")?;
    if nodes.iter().any(|node| node.host().is_empty()) {
        return Err("names no host");
    }
    let user = |node: &ServerAddr| (node.username().map(str::to_owned), node.password().map(str::to_owned));
    match nodes.split_first() {
        Some((first, others)) if others.iter().any(|other| user(other) != user(first)) => {
            Err("names nodes with different users or passwords; give each the same")
        }
        _ => Ok(nodes),
    }
}

/// A connection that reconnects for as long as it lives, to any node that answers.
#[derive(Clone)]
pub struct Nats {
    client: async_nats::Client,
    jetstream: jetstream::Context,
    prefix: String,
    sizes: StreamSizes,
    queues: Arc<Queues>,
}

impl Nats {
    /// Connects; a server that is away now is tried again in the background.
    ///
    /// # Errors
    /// If the URL cannot be read.
    pub async fn connect(service: &str, config: &NatsConfig) -> Result<Nats, ConfigError> {
        let wrong = |why: &str| wrong(&format!("SAFFRON_{}_NATS_URL", service.to_uppercase()), why);
        let nodes = nodes(&config.url).map_err(wrong)?;
        let mut options = ConnectOptions::new()
            .name(service)
            .retry_on_initial_connect()
            .ping_interval(Duration::from_secs(5))
            .connection_timeout(deadline(Duration::from_secs(3)))
            .reconnect_delay_callback(|tries| {
                Duration::from_millis(50 * 2_u64.pow(u32::try_from(tries.min(5)).unwrap_or(5)))
                    .min(Duration::from_secs(1))
            })
            .custom_inbox_prefix(format!("_INBOX_{service}"));
        let user = nodes.first().and_then(|first| first.username().zip(first.password()));
        if let Some((user, password)) = user {
            options = options.user_and_password(user.to_owned(), password.to_owned());
        }
        let client = options.connect(nodes).await.map_err(|_| wrong("cannot be connected to"))?;
        let jetstream = jetstream::context::ContextBuilder::new()
            .ack_timeout(publish_deadline())
            .timeout(publish_deadline())
            .build(client.clone());
        Ok(Nats {
            client,
            jetstream,
            prefix: config.prefix.clone(),
            sizes: config.sizes,
            queues: Arc::default(),
        })
    }

    /// The name of a stream, or a subject, with this installation's prefix.
    pub(super) fn prefixed(&self, name: &str) -> String {
        format!("{}{name}", self.prefix)
    }

    pub(super) fn jetstream(&self) -> &jetstream::Context {
        &self.jetstream
    }

    pub(super) fn sizes(&self) -> &StreamSizes {
        &self.sizes
    }

    pub(super) fn queues(&self) -> &Queues {
        &self.queues
    }

    pub(super) fn client(&self) -> &async_nats::Client {
        &self.client
    }

    /// Takes this installation's prefix off a subject.
    pub(super) fn unprefixed<'a>(&self, subject: &'a str) -> &'a str {
        subject.strip_prefix(self.prefix.as_str()).unwrap_or(subject)
    }

    /// Whether the server is connected now.
    #[must_use]
    pub fn is_connected(&self) -> bool {
        self.client.connection_state() == async_nats::connection::State::Connected
    }

    /// Waits until the server is connected.
    ///
    /// # Errors
    /// Transient, if it is not in time.
    pub async fn connected(&self, patience: Duration) -> Result<(), Fault> {
        match tokio::time::timeout(patience, self.client.flush()).await {
            Ok(Ok(())) => Ok(()),
            _ => Err(Fault::Transient("NATS does not answer".into())),
        }
    }

    /// The largest message that the server takes, bytes, with its headers.
    #[must_use]
    pub fn largest_message(&self) -> usize {
        self.client.max_payload()
    }

    /// How often this client has connected: another number than before means that something may have been missed.
    #[must_use]
    pub fn connections(&self) -> u64 {
        self.client.statistics().connects.load(std::sync::atomic::Ordering::Relaxed)
    }

    /// Publishes to the current subscribers; nothing is stored.
    ///
    /// # Errors
    /// Transient, if it cannot be queued.
    pub async fn broadcast(&self, subject: &str, body: impl Into<Bytes>) -> Result<(), Fault> {
        self.client
            .publish(self.prefixed(subject), body.into())
            .await
            .map_err(|e| Fault::Transient(e.to_string()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn read(url: &str) -> Result<NatsConfig, ConfigError> {
        NatsConfig::from_env("reports", &Env::of([("SAFFRON_REPORTS_NATS_URL", url)]))
    }

    #[test]
    fn a_url_names_one_node_or_a_cluster() {
        for (url, count) in [
            ("nats://localhost", 1),
            ("nats://reports:s3cret@a:4222", 1),
            ("nats://reports:s3cret@a:4222,nats://reports:s3cret@b:4222, nats://reports:s3cret@c:4222", 3),
        ] {
            assert_eq!(nodes(&read(url).unwrap().url).map(|nodes| nodes.len()), Ok(count), "{url}");
        }
    }

    #[test]
    fn a_wrong_url_is_refused_and_not_shown() {
        for url in [
            "",
            "http://a:4222",
            "nats://reports:s3cret@a:4222,",
            "nats://reports:s3cret@a:4222,nats://auth:s3cret@b:4222",
            "nats://reports:s3cret@a:4222,nats://reports:0ther@b:4222",
            "nats://reports:s3cret@a:4222,nats://b:4222",
        ] {
            let error = read(url).unwrap_err().to_string();
            assert!(error.starts_with("SAFFRON_REPORTS_NATS_URL"), "{error}");
            assert!(!error.contains("s3cret") && !error.contains("@a"), "{error}");
        }
    }
}
