-- The inbox, its rules, and the devices that get pushes. No list of people is kept here: who sees a location is asked
-- whenever something is told.

-- How auth describes locations.
CREATE TABLE location (
    pos_id text COLLATE "C" PRIMARY KEY,
    time_zone text NOT NULL,
    name text NOT NULL,
    -- The event that said so, by its sequence at auth.
    described bigint NOT NULL
);

-- Business days of today and yesterday on which there was trade.
CREATE TABLE day (
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    -- When its first check was closed, of those that were seen.
    began_at timestamptz NOT NULL,
    -- Its digest was written.
    digested boolean NOT NULL DEFAULT false,
    PRIMARY KEY (pos_id, business_date)
);
CREATE INDEX day_open ON day (business_date, pos_id) WHERE NOT digested;

-- Checks of today and yesterday: which version of each is the newest that was looked at.
CREATE TABLE seen_check (
    pos_id text COLLATE "C" NOT NULL,
    check_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    seen_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, check_id)
);
CREATE INDEX seen_check_by_age ON seen_check (seen_at);

-- What happened, once by its source, until and after people were told.
CREATE TABLE happening (
    pos_id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    source text COLLATE "C" NOT NULL,
    -- JSON.
    data text NOT NULL,
    -- What thresholds are held against; a larger one is told again, to those who were not told before.
    size bigint,
    noted_at timestamptz NOT NULL,
    told boolean NOT NULL DEFAULT false,
    -- When it is next tried; who works it moves this ahead.
    due_at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0,
    PRIMARY KEY (pos_id, kind, source)
);
CREATE INDEX happening_due ON happening (due_at) WHERE NOT told;
CREATE INDEX happening_by_age ON happening (noted_at);

-- One row a person who was told something: its lock lets one writer at a time move that inbox.
CREATE TABLE mailbox (
    user_id uuid PRIMARY KEY,
    version bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 70);

CREATE TABLE communication (
    communication_id uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    source text COLLATE "C" NOT NULL,
    added_at timestamptz NOT NULL,
    notification text NOT NULL,
    -- Empty: it is a notification, and no message.
    message text NOT NULL,
    target_kind text NOT NULL,
    target_id text NOT NULL,
    reason text NOT NULL,
    -- How many more of its kind came within the hour; they are rows of their own that name this one.
    also bigint NOT NULL DEFAULT 0,
    folded_into uuid,
    viewed_at timestamptz,
    UNIQUE (user_id, pos_id, kind, source)
) WITH (fillfactor = 80);
CREATE INDEX communication_by_time ON communication (user_id, added_at DESC, communication_id DESC)
    WHERE folded_into IS NULL;
CREATE INDEX communication_by_kind ON communication (user_id, pos_id, kind, added_at DESC) WHERE folded_into IS NULL;
CREATE INDEX communication_unread ON communication (user_id, pos_id) WHERE folded_into IS NULL AND viewed_at IS NULL;
CREATE INDEX communication_by_age ON communication (added_at);

-- What a person wants to be told of; who has said nothing has no row.
CREATE TABLE rule (
    user_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    enabled boolean NOT NULL,
    threshold bigint,
    push boolean NOT NULL,
    PRIMARY KEY (user_id, pos_id, kind)
);
CREATE INDEX rule_by_location ON rule (pos_id, kind, threshold) WHERE enabled;

CREATE TABLE setting (
    user_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    quiet boolean NOT NULL,
    -- Minutes of the location's day.
    quiet_from smallint NOT NULL,
    quiet_until smallint NOT NULL,
    digest_email boolean NOT NULL,
    PRIMARY KEY (user_id, pos_id)
);

-- Browsers that get pushes.
CREATE TABLE device (
    device_id uuid PRIMARY KEY,
    user_id uuid NOT NULL,
    endpoint text COLLATE "C" NOT NULL CONSTRAINT one_device_per_endpoint UNIQUE,
    p256dh bytea NOT NULL,
    auth bytea NOT NULL,
    label text NOT NULL,
    session_handle text COLLATE "C" NOT NULL,
    added_at timestamptz NOT NULL,
    last_success_at timestamptz
);
CREATE INDEX device_by_user ON device (user_id, added_at, device_id);
CREATE INDEX device_by_session ON device (session_handle);

-- Pushes that wait to be sent.
CREATE TABLE push_job (
    job_id uuid PRIMARY KEY,
    device_id uuid NOT NULL REFERENCES device ON DELETE CASCADE,
    -- The newest it tells of.
    communication_id uuid NOT NULL,
    -- How many it tells of.
    count bigint NOT NULL DEFAULT 1,
    -- They are all of one location.
    one_location boolean NOT NULL DEFAULT true,
    -- It waits for the end of quiet hours, and takes up what else waits until then.
    held boolean NOT NULL,
    due_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0
);
CREATE UNIQUE INDEX push_job_held ON push_job (device_id, due_at) WHERE held;
CREATE INDEX push_job_of_device ON push_job (device_id);
CREATE INDEX push_job_due ON push_job (due_at, job_id);

-- Digests that wait to be sent by email.
CREATE TABLE mail_job (
    communication_id uuid PRIMARY KEY,
    due_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0
);
CREATE INDEX mail_job_due ON mail_job (due_at);
