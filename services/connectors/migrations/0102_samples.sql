-- Sample restaurants, which are fed with the bundled trade while somebody looks around in them.
CREATE TABLE sample (
    pos_id text COLLATE "C" PRIMARY KEY,
    time_zone text NOT NULL,
    -- Somebody looks around in it, as far as auth said last.
    linked boolean NOT NULL,
    -- The ingest key, sealed; none before the first use, and where the one before was refused.
    ingest_key bytea,
    -- The version of the bundled trade whose menu it has; 0: none.
    version integer NOT NULL DEFAULT 0,
    due_at timestamptz NOT NULL,
    -- Claims, by which a worker knows that the sample is still its own.
    tries integer NOT NULL DEFAULT 0,
    -- Failures since something was sent.
    failures integer NOT NULL DEFAULT 0
) WITH (fillfactor = 70);
CREATE INDEX sample_due ON sample (due_at, pos_id) WHERE linked;

-- How many facts of a date were sent, in their order.
CREATE TABLE sample_day (
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    sent integer NOT NULL,
    PRIMARY KEY (pos_id, business_date)
) WITH (fillfactor = 70);
