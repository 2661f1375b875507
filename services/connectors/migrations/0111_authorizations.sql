-- People who are at the page of a POS, on which they grant the installation's application access.
CREATE TABLE authorization_begun (
    -- SHA-256 of the state that leads back, and of the key that the browser keeps: neither is readable here.
    state bytea PRIMARY KEY,
    browser bytea NOT NULL,
    user_id text COLLATE "C" NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    pos text COLLATE "C" NOT NULL CHECK (pos IN ('square', 'clover', 'toast')),
    -- The connection that gets the grant; none: a new one.
    connection_id uuid,
    begun_at timestamptz NOT NULL
);
CREATE INDEX authorization_begun_of ON authorization_begun (user_id, begun_at);
CREATE INDEX authorization_begun_old ON authorization_begun (begun_at);

-- Of a grant: when it ends at the POS, when it is exchanged for the next one, and until when a worker is at that.
ALTER TABLE connection ADD COLUMN expires_at timestamptz;
ALTER TABLE connection ADD COLUMN renew_at timestamptz;
ALTER TABLE connection ADD COLUMN renewing_until timestamptz;
