-- Ingest keys beside the one that the POS vendor of a location has. Facts keep the id as their source, so that a revoked key's
-- row stays.
CREATE TABLE ingest_keys (
    key_id uuid PRIMARY KEY,
    pos_id text NOT NULL REFERENCES locations ON DELETE CASCADE,
    name text NOT NULL,
    kind text NOT NULL CHECK (kind IN ('till', 'import', 'connection')),
    -- SHA-256.
    key_hash bytea NOT NULL UNIQUE,
    created_at timestamptz NOT NULL,
    -- A person, or none: another key made it, or the account is gone.
    created_by uuid REFERENCES users ON DELETE SET NULL,
    -- Written at most once a minute.
    last_used_at timestamptz,
    revoked_at timestamptz
);
CREATE INDEX ingest_keys_by_location ON ingest_keys (pos_id, created_at DESC, key_id DESC);
CREATE INDEX ingest_keys_by_maker ON ingest_keys (created_by) WHERE created_by IS NOT NULL;
