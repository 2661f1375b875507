-- Guests who were erased: nothing of them is kept or sent again.
CREATE TABLE erased_guest (
    pos_id text COLLATE "C" NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    erased_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, pos_customer_id)
);

-- Locations whose imports may still hold an erased guest.
CREATE TABLE erasure (
    pos_id text COLLATE "C" PRIMARY KEY,
    due_at timestamptz NOT NULL,
    -- Claims and further erasures, by which a worker knows that it has done all there is.
    tries integer NOT NULL DEFAULT 0,
    -- Failures since the last erasure.
    failures integer NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX erasure_due ON erasure (due_at, pos_id);
