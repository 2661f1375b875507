-- When this database was last restored from an older state: of rewards that were granted before, guests may have been told.
CREATE TABLE restored (
    only boolean PRIMARY KEY DEFAULT true CHECK (only),
    at timestamptz NOT NULL
);
