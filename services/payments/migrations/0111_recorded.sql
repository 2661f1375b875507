-- Payments, payouts and disputes of other processors than the location's card account, as a POS records them. They lie beside
-- the account's objects, and stay when the account changes.
ALTER TABLE payment_intent ADD COLUMN processor text;
ALTER TABLE refund ADD COLUMN processor text;
ALTER TABLE payout ADD COLUMN processor text;
ALTER TABLE balance_transaction ADD COLUMN processor text;
ALTER TABLE dispute ADD COLUMN processor text;
-- What the ids of another processor begin with; none: the card provider's.
ALTER TABLE tender ADD COLUMN processor text COLLATE "C";

-- The newest fact about each of them.
CREATE TABLE recorded (
    pos_id text COLLATE "C" NOT NULL,
    -- As in the mirror.
    kind text NOT NULL,
    id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    PRIMARY KEY (pos_id, kind, id)
);

-- Processors of a location whose payments are recorded: between the first and the last, one that is missing is missing.
CREATE TABLE processor (
    pos_id text COLLATE "C" NOT NULL,
    -- What ids of its objects begin with.
    prefix text COLLATE "C" NOT NULL,
    -- As it was sent.
    name text NOT NULL,
    -- Seconds since 1970.
    first_payment bigint NOT NULL,
    last_payment bigint NOT NULL,
    -- When its newest fact came in.
    recorded_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, prefix)
);
