-- What NATS refused for good, as it was to be published: it stops nothing that stands behind it. It keeps the place it had,
-- which is its sequence.

CREATE TABLE outbox_refused (
    id bigint PRIMARY KEY,
    event_id uuid NOT NULL,
    subject text NOT NULL,
    kind text NOT NULL,
    pos_id text,
    written_at timestamptz NOT NULL,
    data text NOT NULL,
    traceparent text,
    reason text NOT NULL CHECK (octet_length(reason) <= 4000),
    refused_at timestamptz NOT NULL
);
CREATE INDEX outbox_refused_by_age ON outbox_refused (refused_at);

-- Events for which a dead letter stands: they are worked when the letter is sent back, and not when they come again.

CREATE TABLE buried_event (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    buried_at timestamptz NOT NULL,
    PRIMARY KEY (consumer, event_id)
);
CREATE INDEX buried_event_by_age ON buried_event (buried_at);
