const SECONDS: &str = "s";
const BYTES: &str = "By";
const PLAIN: &str = "";

/// What goes up and down.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gauge {
    /// Messages that a consumer has not acknowledged; `stream`, `consumer`.
    ConsumerPending,
    /// Those of them that came more than once; `stream`, `consumer`.
    ConsumerRedelivered,
    /// Rows that wait to be published.
    OutboxRows,
    /// How long the oldest of them has been waiting, seconds.
    OutboxAge,
    /// Events that NATS refused for good and a person has not sent again.
    OutboxRefused,
    /// What a stream holds, bytes; `stream`.
    StreamBytes,
    /// What it may hold, bytes; `stream`.
    StreamMaxBytes,
    /// 1 while NATS is connected.
    NatsConnected,
    /// Live streams that are open.
    LiveConnections,
    /// How many may be.
    LiveConnectionsLimit,
    /// Connections of the pool to Postgres; `db.client.connection.state`: used, idle.
    DatabaseConnections,
    /// How many there may be.
    DatabaseConnectionsMax,
    /// How long ago the card account that was not read for longest was read, seconds.
    MirrorAge,
    /// What is due and not in hand; `queue`.
    QueueWaiting,
    /// How long the oldest of it has been due, seconds; `queue`.
    QueueAge,
}

impl Gauge {
    pub(super) const ALL: [Gauge; 15] = [
        Gauge::ConsumerPending,
        Gauge::ConsumerRedelivered,
        Gauge::OutboxRows,
        Gauge::OutboxAge,
        Gauge::OutboxRefused,
        Gauge::StreamBytes,
        Gauge::StreamMaxBytes,
        Gauge::NatsConnected,
        Gauge::LiveConnections,
        Gauge::LiveConnectionsLimit,
        Gauge::DatabaseConnections,
        Gauge::DatabaseConnectionsMax,
        Gauge::MirrorAge,
        Gauge::QueueWaiting,
        Gauge::QueueAge,
    ];

    /// Its name, unit and description.
    pub(super) fn declared(self) -> (&'static str, &'static str, &'static str) {
        match self {
            Gauge::ConsumerPending => ("saffron.consumer.pending", PLAIN, "Messages not acknowledged"),
            Gauge::ConsumerRedelivered => {
                ("saffron.consumer.redelivered", PLAIN, "Messages not acknowledged that came again")
            }
            Gauge::OutboxRows => ("saffron.outbox.rows", PLAIN, "Rows that wait to be published"),
            Gauge::OutboxAge => ("saffron.outbox.age", SECONDS, "How long the oldest has been waiting"),
            Gauge::OutboxRefused => ("saffron.outbox.refused", PLAIN, "Events that NATS refused for good"),
            Gauge::StreamBytes => ("saffron.stream", BYTES, "What a stream holds"),
            Gauge::StreamMaxBytes => ("saffron.stream.max", BYTES, "What a stream may hold"),
            Gauge::NatsConnected => ("saffron.nats.connected", PLAIN, "1 while NATS is connected"),
            Gauge::LiveConnections => ("saffron.live.connections", PLAIN, "Live streams that are open"),
            Gauge::LiveConnectionsLimit => {
                ("saffron.live.connections.limit", PLAIN, "Live streams that may be open")
            }
            Gauge::DatabaseConnections => ("db.client.connection.count", PLAIN, "Connections of the pool"),
            Gauge::DatabaseConnectionsMax => ("db.client.connection.max", PLAIN, "Connections allowed"),
            Gauge::MirrorAge => ("saffron.mirror.age", SECONDS, "Since the oldest account was read"),
            Gauge::QueueWaiting => ("saffron.queue.waiting", PLAIN, "What is due and not in hand"),
            Gauge::QueueAge => ("saffron.queue.age", SECONDS, "How long the oldest has been due"),
        }
    }
}
