-- Who may come in, and which locations they may see. Times are UTC.

CREATE TABLE users (
    user_id uuid PRIMARY KEY,
    email text NOT NULL UNIQUE,
    first_name text NOT NULL,
    last_name text NOT NULL,
    phone text NOT NULL,
    password_hash text NOT NULL,
    profile_description text NOT NULL DEFAULT '',
    profile_image text NOT NULL DEFAULT '',
    -- What a person reads out to support.
    unique_code text NOT NULL UNIQUE,
    created_at timestamptz NOT NULL
);

-- A session is stored as the SHA-256 of its id; the handle is its public name.
CREATE TABLE sessions (
    secret_hash bytea PRIMARY KEY,
    handle text NOT NULL UNIQUE,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    web boolean NOT NULL,
    firebase_notification_token text,
    created_at timestamptz NOT NULL,
    expires_at timestamptz NOT NULL
);
CREATE INDEX sessions_by_user ON sessions (user_id);
CREATE INDEX sessions_by_expiry ON sessions (expires_at);

CREATE TABLE locations (
    pos_id text PRIMARY KEY,
    vendor text NOT NULL,
    name text NOT NULL,
    website text NOT NULL,
    time_zone text NOT NULL,
    postal_address text NOT NULL,
    phone text NOT NULL,
    card_account text CONSTRAINT one_location_per_card_account UNIQUE,
    ingest_key_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    updated_at timestamptz NOT NULL
);

CREATE TABLE links (
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    pos_id text NOT NULL REFERENCES locations ON DELETE CASCADE,
    linked_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, pos_id)
);
CREATE INDEX links_by_location ON links (pos_id);

-- A row is a code that waits to be used; using it deletes it.
CREATE TABLE link_codes (
    code_hash bytea PRIMARY KEY,
    pos_id text NOT NULL REFERENCES locations ON DELETE CASCADE,
    expires_at timestamptz NOT NULL
);
CREATE INDEX link_codes_by_location ON link_codes (pos_id, expires_at);
CREATE INDEX link_codes_by_expiry ON link_codes (expires_at);

-- Tries that count against an account or an address. The subject is a hash: what people typed is not kept.
CREATE TABLE tries (
    subject bytea PRIMARY KEY,
    count integer NOT NULL,
    last_at timestamptz NOT NULL
);
CREATE INDEX tries_by_age ON tries (last_at);
