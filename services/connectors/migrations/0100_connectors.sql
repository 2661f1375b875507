-- Imports of files: their uploaded parts, what was found in them, and what is sent of them. Bytes are in the object store, sealed.

-- One row a location: its lock lets one import begin at a time.
CREATE TABLE location (
    pos_id text COLLATE "C" PRIMARY KEY
);

CREATE TABLE import (
    -- A UUIDv7: newer ones are greater.
    import_id uuid PRIMARY KEY,
    pos_id text COLLATE "C" NOT NULL,
    state text NOT NULL CHECK (state IN ('uploading', 'judging', 'asking', 'ready', 'preparing', 'sending', 'paused', 'done',
        'undoing', 'undone', 'failed', 'discarded')),
    -- Of a paused or failed one: the state in which it goes on.
    resumes text CHECK (resumes IN ('judging', 'preparing', 'sending', 'undoing')),
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    -- The calendar by which its times are read.
    time_zone text NOT NULL,
    day_starts text NOT NULL,
    version bigint NOT NULL,
    -- The id of its ingest key, which is the source of its facts.
    source text COLLATE "C",
    -- The key itself, sealed; none once it is revoked.
    ingest_key bytea,
    -- What a person said of the files, sealed JSON.
    said bytea NOT NULL,
    -- What was found in the files, sealed JSON; none before they are judged.
    findings bytea,
    conflict_choice text CHECK (conflict_choice IN ('replace', 'skip')),
    -- What comes in as things stand.
    first_date date,
    last_date date,
    net_sales bigint NOT NULL DEFAULT 0,
    -- How far the work in hand is.
    phase text,
    done bigint NOT NULL DEFAULT 0,
    total bigint NOT NULL DEFAULT 0,
    sent_checks bigint NOT NULL DEFAULT 0,
    refused_checks bigint NOT NULL DEFAULT 0,
    -- Why it failed, for people.
    error text,
    undo_until timestamptz,
    due_at timestamptz NOT NULL,
    -- Claims, by which a worker knows that the work is still its own.
    tries integer NOT NULL DEFAULT 0,
    -- Claims since anything came of them.
    attempts integer NOT NULL DEFAULT 0,
    -- Failures since, which may pass by themselves.
    failures integer NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX import_of_location ON import (pos_id, import_id);
CREATE INDEX import_due ON import (due_at, import_id) WHERE state IN ('judging', 'preparing', 'sending', 'undoing');
CREATE INDEX import_by_age ON import (created_at);

-- Their files, numbered from 0.
CREATE TABLE import_file (
    import_id uuid NOT NULL,
    file integer NOT NULL,
    name text NOT NULL,
    bytes bigint NOT NULL,
    parts integer NOT NULL,
    received integer NOT NULL DEFAULT 0,
    PRIMARY KEY (import_id, file)
);

CREATE TABLE import_part (
    import_id uuid NOT NULL,
    file integer NOT NULL,
    part integer NOT NULL,
    -- SHA-256 of the bytes.
    hash bytea NOT NULL,
    object_id uuid NOT NULL,
    PRIMARY KEY (import_id, file, part)
);

-- Facts as they are posted, in the order of their numbers.
CREATE TABLE import_batch (
    import_id uuid NOT NULL,
    number integer NOT NULL,
    kind text NOT NULL CHECK (kind IN ('remove', 'check', 'restore')),
    -- Of facts to be sent again: their source.
    source text COLLATE "C",
    object_id uuid NOT NULL,
    facts integer NOT NULL,
    sent_at timestamptz,
    undone_at timestamptz,
    PRIMARY KEY (import_id, number)
);

-- Lists of rows that could not come in.
CREATE TABLE import_refused (
    import_id uuid NOT NULL,
    number integer NOT NULL,
    object_id uuid NOT NULL,
    rows integer NOT NULL,
    PRIMARY KEY (import_id, number)
);

-- Business dates that another source has.
CREATE TABLE import_conflict (
    import_id uuid NOT NULL,
    business_date date NOT NULL,
    source text COLLATE "C" NOT NULL,
    source_name text NOT NULL,
    checks bigint NOT NULL,
    net_sales bigint NOT NULL,
    import_checks bigint NOT NULL,
    import_net_sales bigint NOT NULL,
    PRIMARY KEY (import_id, business_date, source)
);
CREATE INDEX import_conflict_by_source ON import_conflict (source);

-- The sealed objects in the store, `imports/<import_id>/<object_id>`.
CREATE TABLE object (
    object_id uuid PRIMARY KEY,
    import_id uuid NOT NULL,
    -- When it is deleted.
    forget_at timestamptz NOT NULL
);
CREATE INDEX object_by_end ON object (forget_at);
CREATE INDEX object_of_import ON object (import_id);
