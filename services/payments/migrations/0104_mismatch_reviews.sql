-- What people did with mismatches, in order; nothing is changed or deleted. A mismatch is resolved while its newest review
-- says so, and its amounts are still those that were reviewed.
CREATE TABLE mismatch_review (
    pos_id text COLLATE "C" NOT NULL,
    -- The mismatch: its kind and its subject.
    mismatch_id text COLLATE "C" NOT NULL,
    number integer NOT NULL,
    at timestamptz NOT NULL,
    user_id uuid NOT NULL,
    user_name text NOT NULL,
    -- False: it was opened again.
    resolved boolean NOT NULL,
    note text NOT NULL,
    -- As the person saw them.
    amount bigint NOT NULL,
    expected bigint,
    PRIMARY KEY (pos_id, mismatch_id, number)
);
-- The reviews of a person whose account is erased.
CREATE INDEX mismatch_review_by_user ON mismatch_review (user_id);
