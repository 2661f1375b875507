//! The common part of all durable consumers: they pull until the shutdown, and acknowledge after the commit.

use std::future::Future;
use std::panic::AssertUnwindSafe;
use std::time::Duration;

use async_nats::jetstream::consumer::PullConsumer;
use async_nats::jetstream::consumer::pull::{MessagesError, Stream};
use async_nats::jetstream::{AckKind, Message};
use futures::{FutureExt as _, StreamExt as _};
use saffron_core::PosId;
use saffron_core::event::{DeadLetter, LetterSource};
use tokio::time::Instant;
use tokio_util::sync::CancellationToken;

use crate::Fault;
use crate::nats::{Nats, streams, subject};
use crate::pg::Tx;

/// The most bytes that are requested at once; about as many may gather.
const BYTES_AT_ONCE: usize = 8 * 1024 * 1024;
/// How often a gathering batch is checked.
const CHECK: Duration = Duration::from_millis(40);
/// The interval of checks at first, and while each finds [`PLENTY`]: a batch that waits is there at once.
const SOON: Duration = Duration::from_millis(1);
/// This many messages come within [`SOON`] only if they have waited.
const PLENTY: usize = 8;
/// After a batch of this many messages, more are expected.
const DENSE: usize = 4;

/// From this many deliveries on, messages that fail for now are worked in parts.
pub(super) const MANY_DELIVERIES: i64 = 3;

/// How long messages in hand are tried one by one; the rest then goes back untried. Together with one statement it is less than
/// NATS waits for an acknowledgement.
pub(super) const PATIENCE: Duration = Duration::from_secs(25);

/// A durable consumer of a stream.
pub(super) struct DurableConsumer {
    /// Its name.
    pub name: String,
    /// The stream's name, without the prefix.
    pub stream: &'static str,
    /// The connection.
    pub nats: Nats,
    /// How long more may gather, once messages come faster than they are worked one by one: a transaction of many costs
    /// little more than one of one. A single message is worked at once.
    pub gather: Duration,
}

impl DurableConsumer {
    /// Passes messages to `handle`, at most [`streams::IN_HAND`] at once, until `shutdown`; a batch that is being handled
    /// then is finished. A subscription that breaks is made again, after a pause that grows with each failure.
    pub async fn run<S: Future<Output = ()>>(
        &self,
        shutdown: &CancellationToken,
        handle: impl Fn(Vec<Message>) -> S,
    ) {
        let mut failures = 0_u32;
        while !shutdown.is_cancelled() {
            match self.pull(shutdown, &handle).await {
                Ok(()) => failures = 0,
                Err(fault) => {
                    failures = failures.saturating_add(1);
                    tracing::warn!(%fault, consumer = self.name, "messages wait");
                }
            }
            let pause = Duration::from_millis(100 * 2_u64.pow(failures.min(5)));
            tokio::select! {
                () = shutdown.cancelled() => {}
                () = tokio::time::sleep(pause) => {}
            }
        }
    }

    /// Pulls until the subscription breaks.
    async fn pull<S: Future<Output = ()>>(
        &self,
        shutdown: &CancellationToken,
        handle: &impl Fn(Vec<Message>) -> S,
    ) -> Result<(), Fault> {
        let mut messages = self.subscribe().await?;
        let mut dense = false;
        loop {
            let first = match messages.next().now_or_never() {
                // More came while the last batch was worked.
                Some(first) => {
                    dense = true;
                    first
                }
                None => tokio::select! {
                    () = shutdown.cancelled() => {
                        drain(&mut messages).await;
                        return Ok(());
                    }
                    first = messages.next() => first,
                },
            };
            let until = Instant::now() + if dense { self.gather } else { Duration::ZERO };
            let (in_hand, ended) = collect_batch(&mut messages, first, until, shutdown).await;
            dense = in_hand.len() >= DENSE;
            if !in_hand.is_empty() {
                handle(in_hand).await;
            }
            if let Some(ended) = ended {
                return ended;
            }
        }
    }

    async fn subscribe(&self) -> Result<Stream, Fault> {
        let consumer: PullConsumer = self
            .nats
            .jetstream()
            .get_consumer_from_stream(&self.name, self.nats.prefixed(self.stream))
            .await
            .map_err(|e| Fault::Transient(e.to_string()))?;
        consumer
            .stream()
            .max_messages_per_batch(streams::IN_HAND)
            .max_bytes_per_batch(BYTES_AT_ONCE)
            .heartbeat(Duration::from_secs(5))
            .expires(Duration::from_secs(30))
            .messages()
            .await
            .map_err(|e| Fault::Transient(e.to_string()))
    }

    /// The location whose facts a message holds.
    pub fn location(&self, message: &Message) -> Option<PosId> {
        subject::location_of_facts(self.nats.unprefixed(&message.subject))
    }

    /// Acknowledges messages whose effect is committed.
    pub async fn acknowledge<'m>(&self, messages: impl IntoIterator<Item = &'m Message>) {
        for message in messages {
            if let Err(e) = message.ack().await {
                // A lost acknowledgement brings the message again, which changes nothing.
                tracing::warn!(error = %e, consumer = self.name, "acknowledgement lost");
            }
        }
    }

    /// Gives messages back, to come again after a pause.
    pub async fn give_back<'m>(&self, messages: impl IntoIterator<Item = &'m Message>, fault: &Fault) {
        tracing::warn!(%fault, consumer = self.name, "messages go back");
        self.nak(messages).await;
    }

    /// Gives back messages that were not tried.
    pub async fn nak<'m>(&self, messages: impl IntoIterator<Item = &'m Message>) {
        for message in messages {
            let pause = Duration::from_millis(100 * 2_u64.pow(delivery_count(message).clamp(0, 8) as u32));
            let _ = message.ack_with(AckKind::Nak(Some(pause))).await;
        }
    }

    /// Acknowledges messages, or gives them back.
    pub async fn answer(&self, messages: &[Message], outcome: Result<(), Fault>) {
        match outcome {
            Ok(()) => self.acknowledge(messages).await,
            Err(fault) => self.give_back(messages, &fault).await,
        }
    }

    /// Publishes `payload`, a message or a part of it that cannot be worked, as a dead letter in this transaction.
    ///
    /// # Errors
    /// If it cannot be written as JSON.
    pub fn publish_dead_letter(
        &self,
        tx: &mut Tx,
        message: &Message,
        pos_id: Option<&PosId>,
        payload: &[u8],
        reason: &dyn std::fmt::Display,
    ) -> Result<(), Fault> {
        let info = message.info();
        let source = LetterSource {
            stream: self.stream.to_owned(),
            sequence: info.as_ref().map_or(0, |info| info.stream_sequence),
            bytes: message.payload.len() as u64,
        };
        let letter = DeadLetter {
            pos_id: pos_id.cloned(),
            consumer: self.name.clone(),
            subject: self.nats.unprefixed(&message.subject).to_owned(),
            reason: reason.to_string(),
            attempts: info.map_or(1, |info| info.delivered),
            payload: String::from_utf8_lossy(payload).into_owned(),
        };
        tx.publish_dead_letter(letter, source)
    }
}

/// How often a message was delivered, this time included.
pub(super) fn delivery_count(message: &Message) -> i64 {
    message.info().map_or(1, |info| info.delivered)
}

/// Gives back messages that were delivered and not taken yet, so that they need not wait for the time-out of their
/// acknowledgement.
async fn drain(messages: &mut Stream) {
    while let Some(Some(Ok(message))) = messages.next().now_or_never() {
        let _ = message.ack_with(AckKind::Nak(None)).await;
    }
}

/// `first` and the messages until `until` or until there are enough; and how the subscription ended, if it did.
async fn collect_batch(
    messages: &mut Stream,
    first: Option<Result<Message, MessagesError>>,
    until: Instant,
    shutdown: &CancellationToken,
) -> (Vec<Message>, Option<Result<(), Fault>>) {
    let (mut in_hand, mut bytes) = (Vec::new(), 0);
    let mut next = Some(first);
    let mut had = 0;
    loop {
        match next {
            Some(Some(Ok(message))) => {
                bytes += message.payload.len();
                in_hand.push(message);
            }
            Some(Some(Err(e))) => return (in_hand, Some(Err(Fault::Transient(e.to_string())))),
            Some(None) => return (in_hand, Some(Ok(()))),
            None if Instant::now() >= until => return (in_hand, None),
            // Waking up for each message would cost more than working it.
            None => {
                let is_first = had == 0;
                let pause = if is_first || in_hand.len() - had >= PLENTY { SOON } else { CHECK };
                had = in_hand.len();
                tokio::select! {
                    () = shutdown.cancelled() => return (in_hand, None),
                    () = tokio::time::sleep_until(until.min(Instant::now() + pause)) => {}
                }
            }
        }
        if in_hand.len() == streams::IN_HAND || bytes >= BYTES_AT_ONCE {
            return (in_hand, None);
        }
        next = messages.next().now_or_never();
    }
}

/// Turns a panic of a worker into a permanent failure of the work.
pub(super) async fn caught<T>(work: impl Future<Output = Result<T, Fault>>) -> Result<T, Fault> {
    match AssertUnwindSafe(work).catch_unwind().await {
        Ok(result) => result,
        Err(_) => Err(Fault::Permanent("panicked".into())),
    }
}
