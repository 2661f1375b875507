-- Stands first in every service's schema: what it will publish, and which events it has already worked.

CREATE TABLE outbox (
    id bigint GENERATED ALWAYS AS IDENTITY PRIMARY KEY,
    event_id uuid NOT NULL,
    subject text NOT NULL,
    kind text NOT NULL,
    pos_id text,
    written_at timestamptz NOT NULL,
    data text NOT NULL
);

CREATE TABLE inbox (
    consumer text NOT NULL,
    event_id uuid NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (consumer, event_id)
);
CREATE INDEX inbox_by_age ON inbox (seen_at);
