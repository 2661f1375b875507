-- Devices that signed in before, as the SHA-256 of a token that each keeps. The brakes of an account's own tries do not
-- hold them; each has a brake of its own. A browser that several people use has one token for all of them.
CREATE TABLE devices (
    token_hash bytea NOT NULL,
    user_id uuid NOT NULL REFERENCES users ON DELETE CASCADE,
    last_used_at timestamptz NOT NULL,
    PRIMARY KEY (token_hash, user_id)
);
CREATE INDEX devices_by_user ON devices (user_id, last_used_at DESC);
CREATE INDEX devices_by_use ON devices (last_used_at);
