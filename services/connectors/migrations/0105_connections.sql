-- Connections to POS systems: what opens them, the locations that they cover, and how far each of these is read.

CREATE TABLE connection (
    -- A UUIDv7: newer ones are greater.
    connection_id uuid PRIMARY KEY,
    -- The location at which it was begun.
    begun_at text COLLATE "C" NOT NULL,
    pos text COLLATE "C" NOT NULL CHECK (pos IN ('square', 'clover', 'toast')),
    -- The account at the POS.
    account_id text COLLATE "C" NOT NULL,
    account_name text NOT NULL,
    -- choosing: no location is chosen yet; refused: the POS does not take the credential any more.
    state text COLLATE "C" NOT NULL CHECK (state IN ('choosing', 'live', 'refused', 'ended')),
    -- Sealed JSON; none once it has ended.
    credential bytea,
    -- Permissions that the credential lacks, by the POS's names.
    lacks text[] NOT NULL,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    CHECK (state <> 'ended' OR credential IS NULL)
);
CREATE INDEX connection_of ON connection (begun_at, connection_id);
CREATE INDEX connection_choosing ON connection (created_at) WHERE state = 'choosing';

-- Locations of the account that can be chosen.
CREATE TABLE offered_location (
    connection_id uuid NOT NULL,
    external_id text COLLATE "C" NOT NULL,
    name text NOT NULL,
    time_zone text,
    currency text NOT NULL,
    address text,
    PRIMARY KEY (connection_id, external_id)
);

CREATE TABLE connected_location (
    connection_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    -- The POS's id of it.
    external_id text COLLATE "C" NOT NULL,
    external_name text NOT NULL,
    -- The calendar by which its times are read, and how often it became another one: of two readings of one version of a check the
    -- one by the later calendar counts.
    time_zone text NOT NULL,
    day_starts text NOT NULL,
    calendars integer NOT NULL,
    is_paused boolean NOT NULL DEFAULT false,
    -- The id of its ingest key, which is the source of its facts, and the key itself, sealed; none once it has ended.
    source text COLLATE "C" NOT NULL,
    ingest_key bytea,
    -- The past is read back to here.
    first_date date NOT NULL,
    -- Whether the days of the past are listed.
    days_listed boolean NOT NULL DEFAULT false,
    -- When it was last read, UTC.
    seen_at timestamptz,
    began_at timestamptz NOT NULL,
    ended_at timestamptz,
    -- Grows with each change that open apps are sent, and when they last were.
    version bigint NOT NULL DEFAULT 2,
    announced_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, connection_id)
);
CREATE UNIQUE INDEX connected_location_live ON connected_location (pos_id) WHERE ended_at IS NULL;
-- A location of the POS counts once among those of a connection.
CREATE UNIQUE INDEX connected_location_once ON connected_location (connection_id, external_id) WHERE ended_at IS NULL;
CREATE INDEX connected_location_of ON connected_location (connection_id);

-- What is read again and again, each kind with its place in time.
CREATE TABLE feed (
    connection_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('checks', 'shifts', 'menu', 'guests', 'money', 'past')),
    -- What changed before was read, UTC.
    read_until timestamptz NOT NULL,
    -- The end of what is being read, and the place in the POS's list up to which it was posted; none between two readings.
    span_until timestamptz,
    page text,
    due_at timestamptz NOT NULL,
    -- Claims, by which a worker knows that the work is still its own.
    tries integer NOT NULL DEFAULT 0,
    -- Whether a worker has it, until it is due.
    is_held boolean NOT NULL DEFAULT false,
    -- Failures in a row, since when, and why, for people.
    failures integer NOT NULL DEFAULT 0,
    failing_since timestamptz,
    error text,
    PRIMARY KEY (pos_id, connection_id, kind)
) WITH (fillfactor = 70);
CREATE INDEX feed_due ON feed (due_at, pos_id, connection_id, kind);
CREATE INDEX feed_held ON feed (connection_id) WHERE is_held;

-- The business dates of a connected location.
CREATE TABLE connected_day (
    connection_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    -- waiting: its past is not read yet; again: it was read, and is to be read again; asked: another source has checks of it;
    -- skipped: that one keeps it; replacing: the checks of that one are being removed, before it is read.
    state text COLLATE "C" NOT NULL CHECK (state IN ('waiting', 'read', 'again', 'asked', 'skipped', 'replacing')),
    -- Readings that failed in a row: others come first.
    failures integer NOT NULL DEFAULT 0,
    -- Of a date that is asked about: what the POS has there, cents; none until it is counted.
    own_checks bigint,
    own_net_sales bigint,
    PRIMARY KEY (pos_id, connection_id, business_date)
);
CREATE INDEX connected_day_next ON connected_day (pos_id, connection_id, failures, business_date)
WHERE state IN ('waiting', 'again', 'replacing') OR (state = 'asked' AND own_checks IS NULL);

-- Objects that became no fact.
CREATE TABLE unmapped (
    connection_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    -- By the POS's names: order, payment, ...
    kind text COLLATE "C" NOT NULL,
    external_id text COLLATE "C" NOT NULL,
    -- For people.
    why text NOT NULL,
    first_seen_at timestamptz NOT NULL,
    last_seen_at timestamptz NOT NULL,
    -- Its JSON, sealed: it may hold names. None where it is too long.
    raw bytea,
    PRIMARY KEY (pos_id, connection_id, kind, external_id)
);
CREATE INDEX unmapped_old ON unmapped (last_seen_at);
