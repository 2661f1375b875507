-- When this database was last restored from an older state: of rewards that were granted before, guests may have been told.
CREATE TABLE restored (
    single boolean PRIMARY KEY DEFAULT true CHECK (single),
    at timestamptz NOT NULL
);
