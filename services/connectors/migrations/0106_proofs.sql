-- The proof of each business date: what it comes to at the POS and here.

ALTER TABLE feed DROP CONSTRAINT feed_kind_check;
ALTER TABLE feed ADD CONSTRAINT feed_kind_check
    CHECK (kind IN ('checks', 'shifts', 'menu', 'guests', 'money', 'past', 'proof'));

CREATE TABLE day_proof (
    connection_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    -- none: the POS has no totals; notYet: it did not count all of the date, or a difference is looked at once more; settling: late tips
    -- and orders may come.
    state text COLLATE "C" NOT NULL CHECK (state IN ('none', 'notYet', 'settling', 'equal', 'differs')),
    -- Whether the POS counted by itself, or its payments and refunds were added up.
    is_independent boolean NOT NULL,
    -- Up to when the POS counted, UTC.
    counted_until timestamptz,
    checked_at timestamptz NOT NULL,
    -- When both sides are compared again; none: not any more, unless its checks change.
    due_at timestamptz,
    -- JSON: the figures of both sides, and the hours and checks that differ.
    lines text NOT NULL,
    slices text NOT NULL,
    -- The figures with which it settled last; none before.
    settled text,
    -- Whether people are still to be notified that it differs, or changed after it had settled.
    is_to_alert boolean NOT NULL DEFAULT false,
    PRIMARY KEY (pos_id, connection_id, business_date)
);
CREATE INDEX day_proof_differs ON day_proof (connection_id) WHERE state = 'differs' AND is_independent;

-- When people were last notified of days that differ.
ALTER TABLE connected_location ADD COLUMN proof_alerted_at timestamptz;

INSERT INTO feed (connection_id, pos_id, kind, read_until, due_at)
SELECT connection_id, pos_id, 'proof', now() - interval '10 minutes', now() FROM connected_location WHERE ended_at IS NULL;
