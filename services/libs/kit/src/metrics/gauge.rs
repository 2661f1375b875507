const SECONDS: &str = "s";
const BYTES: &str = "By";
const PLAIN: &str = "";

/// A value that goes up and down, with the names of its labels.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Gauge {
    /// Messages that a consumer has not acknowledged; `stream`, `consumer`.
    ConsumerPending,
    /// Unacknowledged messages that were delivered more than once; `stream`, `consumer`.
    ConsumerRedelivered,
    /// Rows that wait to be published.
    OutboxRows,
    /// How long the oldest row of the outbox has been waiting, seconds.
    OutboxAge,
    /// Events that NATS refused for good and a person has not sent again.
    OutboxRefused,
    /// The size of a stream, bytes; `stream`.
    StreamBytes,
    /// The most bytes of a stream; `stream`.
    StreamMaxBytes,
    /// 1 while NATS is connected.
    NatsConnected,
    /// Live streams that are open.
    LiveConnections,
    /// The most live streams that may be open.
    LiveConnectionsLimit,
    /// Connections of the pool to Postgres; `db.client.connection.state`: used, idle.
    DatabaseConnections,
    /// The most connections of the pool.
    DatabaseConnectionsMax,
    /// How long ago the card account that was not read for longest was read, seconds.
    MirrorAge,
    /// Seconds since the sales of the connected location of a POS that is furthest behind were read.
    ConnectionLag,
    /// Settled days of connected locations that differ from what their POS counted.
    ConnectionDiffering,
    /// Rows of a queue that are due and not claimed; `queue`.
    QueueWaiting,
    /// How long the oldest due row of a queue has been due, seconds; `queue`.
    QueueAge,
}

impl Gauge {
    pub(super) const ALL: [Gauge; 17] = [
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
        Gauge::ConnectionLag,
        Gauge::ConnectionDiffering,
        Gauge::QueueWaiting,
        Gauge::QueueAge,
    ];

    /// The name, unit and description of a gauge.
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
            Gauge::ConnectionLag => (
                "saffron.connection.lag",
                SECONDS,
                "Since the sales of the location that is furthest behind were read",
            ),
            Gauge::ConnectionDiffering => {
                ("saffron.connection.differing", PLAIN, "Settled days that differ from the POS's own totals")
            }
            Gauge::QueueWaiting => ("saffron.queue.waiting", PLAIN, "What is due and not in hand"),
            Gauge::QueueAge => ("saffron.queue.age", SECONDS, "How long the oldest has been due"),
        }
    }
}
