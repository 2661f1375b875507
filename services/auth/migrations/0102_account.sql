-- Who signed up and has not used the mailed link yet: the account is made when it is used. An address may wait more than
-- once; whose link is used first gets the account.
CREATE TABLE sign_ups (
    sign_up_id uuid PRIMARY KEY,
    email text NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    phone text NOT NULL,
    password_hash text NOT NULL,
    -- SHA-256 of the newest link; none before it is mailed.
    token_hash bytea UNIQUE,
    link_ends_at timestamptz,
    -- When a link was last asked for.
    asked_at timestamptz NOT NULL
);
CREATE INDEX sign_ups_by_email ON sign_ups (email, sign_up_id);
CREATE INDEX sign_ups_by_age ON sign_ups (asked_at);

-- The newest link of a person who forgot the password, as its SHA-256.
CREATE TABLE resets (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    token_hash bytea NOT NULL UNIQUE,
    ends_at timestamptz NOT NULL
);
CREATE INDEX resets_by_end ON resets (ends_at);

-- Mails that wait to be sent. A link is made when its mail is sent, so that none is ever stored.
CREATE TABLE mails (
    mail_id uuid PRIMARY KEY,
    kind text NOT NULL CHECK (kind IN ('confirm', 'known', 'reset', 'changed')),
    user_id uuid REFERENCES users ON DELETE CASCADE,
    sign_up_id uuid REFERENCES sign_ups ON DELETE CASCADE,
    tries integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    -- After this it is not worth sending.
    ends_at timestamptz NOT NULL,
    CHECK ((kind = 'confirm') = (user_id IS NULL) AND (kind = 'confirm') = (sign_up_id IS NOT NULL))
);
CREATE INDEX mails_by_due ON mails (due_at);
CREATE INDEX mails_by_user ON mails (user_id);
CREATE INDEX mails_by_sign_up ON mails (sign_up_id);

-- A person's picture: 512 x 512 pixels. Another picture has another name.
CREATE TABLE pictures (
    user_id uuid PRIMARY KEY REFERENCES users ON DELETE CASCADE,
    name text NOT NULL UNIQUE,
    jpeg bytea NOT NULL
);

ALTER TABLE sessions
    -- What it is used on, as its person reads it; may be empty.
    ADD COLUMN device text NOT NULL DEFAULT '',
    -- It ends after 24 hours without use, not after 30 days.
    ADD COLUMN brief boolean NOT NULL DEFAULT false,
    -- Moved with expires_at.
    ADD COLUMN last_seen_at timestamptz;
UPDATE sessions SET last_seen_at = greatest(created_at, expires_at - interval '30 days');
ALTER TABLE sessions ALTER COLUMN last_seen_at SET NOT NULL;
DROP INDEX sessions_by_user;
CREATE INDEX sessions_by_user ON sessions (user_id, created_at DESC);
