-- What owners set is written to the POS, where a person has it so.

ALTER TABLE feed DROP CONSTRAINT feed_kind_check;
ALTER TABLE feed ADD CONSTRAINT feed_kind_check
    CHECK (kind IN ('checks', 'shifts', 'menu', 'guests', 'money', 'past', 'proof', 'writing'));

-- Connected locations whose changes are written.
CREATE TABLE writing (
    connection_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    -- Changes that were made from then on are written, UTC.
    since timestamptz NOT NULL,
    -- The number of the last change that was written, or that the POS did not take.
    written bigint NOT NULL DEFAULT 0,
    PRIMARY KEY (pos_id, connection_id)
);

-- What a sold-out mark replaced at the POS, by which it is taken back; kept before the mark is written.
CREATE TABLE sold_out_before (
    connection_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    pos_item_id text COLLATE "C" NOT NULL,
    -- Of the adapter.
    before text NOT NULL,
    PRIMARY KEY (pos_id, connection_id, pos_item_id)
);

-- Changes that the POS did not take.
CREATE TABLE unwritten (
    connection_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    pos_item_id text COLLATE "C" NOT NULL,
    kind text COLLATE "C" NOT NULL CHECK (kind IN ('price', 'soldOut')),
    -- Cents; none of a mark.
    price bigint,
    -- None of a price.
    sold_out boolean,
    sequence bigint NOT NULL,
    -- When it was set, UTC.
    set_at timestamptz NOT NULL,
    -- For people.
    name text NOT NULL,
    why text NOT NULL,
    -- Whether it is tried again: another token was entered.
    is_due boolean NOT NULL DEFAULT false,
    PRIMARY KEY (pos_id, connection_id, pos_item_id, kind)
);
