-- The menu of each location. Every key begins with pos_id, but for pictures, which are the same for everyone.

-- One row a location. Whoever changes anything of a location locks it first: so its items move one transaction after
-- the other, and its changes are numbered without gaps in the order of their commits.
CREATE TABLE location (
    pos_id text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL,
    last_change bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- An item in two voices: what the till says of it, and what the owner decided. Money in cents, quantities in
-- thousandths.
CREATE TABLE item (
    pos_id text COLLATE "C" NOT NULL,
    pos_item_id text COLLATE "C" NOT NULL,
    version bigint NOT NULL,
    -- The till's: the newest fact.
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    item_name text NOT NULL,
    major_category text,
    minor_category text,
    till_price bigint NOT NULL,
    till_cost bigint,
    till_image text,
    till_low_stock bigint,
    till_count bigint,
    till_counted_at timestamptz,
    -- The owner's; each price and cost with the till's fact that it was said over.
    own_price bigint,
    own_price_revision bigint,
    own_price_event_id text COLLATE "C",
    own_cost bigint,
    own_cost_revision bigint,
    own_cost_event_id text COLLATE "C",
    own_name text,
    own_image text COLLATE "C",
    own_low_stock bigint,
    own_count bigint,
    own_counted_at timestamptz,
    -- What was sold since the count in force, and what is left by it.
    sold bigint NOT NULL,
    stock bigint,
    sold_out boolean NOT NULL,
    sold_out_until timestamptz,
    sold_out_until_wall timestamp,
    -- In force.
    price bigint GENERATED ALWAYS AS (coalesce(own_price, till_price)) STORED,
    low_stock bigint GENERATED ALWAYS AS (coalesce(own_low_stock, till_low_stock)) STORED,
    -- Lower case: what lists are sorted by and searched in.
    sort_name text COLLATE "C" NOT NULL,
    names text COLLATE "C" NOT NULL,
    PRIMARY KEY (pos_id, pos_item_id)
) WITH (fillfactor = 80);
CREATE UNIQUE INDEX item_by_name ON item (pos_id, sort_name, pos_item_id);
CREATE INDEX item_sold_out_until ON item (sold_out_until) WHERE sold_out_until IS NOT NULL;
CREATE INDEX item_by_image ON item (own_image) WHERE own_image IS NOT NULL;

-- What the checks of the last 40 days sold, so that a count that arrives after its sales is right too, and a correction
-- moves the stock by the difference. Older checks stay only where they carry a promo code, with nothing in `sold`.
CREATE TABLE sold_check (
    pos_id text COLLATE "C" NOT NULL,
    pos_check_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    closed_at timestamptz NOT NULL,
    business_date date NOT NULL,
    -- Thousandths by item; nothing once the check is no longer counted.
    sold jsonb,
    -- Upper case; only where the check redeems it: no void, no refund.
    promo_code text COLLATE "C",
    PRIMARY KEY (pos_id, pos_check_id)
);
CREATE INDEX sold_check_by_close ON sold_check (pos_id, closed_at) WHERE sold IS NOT NULL;
CREATE INDEX sold_check_by_age ON sold_check (closed_at) WHERE sold IS NOT NULL OR promo_code IS NULL;
CREATE INDEX sold_check_by_code ON sold_check (pos_id, promo_code, business_date) WHERE promo_code IS NOT NULL;

-- Every promo code of a location, of promotions and campaigns together. A code is never given twice.
CREATE TABLE promo_code (
    pos_id text COLLATE "C" NOT NULL,
    code text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    made_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, code)
);

-- Items on offer, each with the code that checks carry.
CREATE TABLE promotion (
    pos_id text COLLATE "C" NOT NULL,
    code text COLLATE "C" NOT NULL,
    pos_item_id text COLLATE "C" NOT NULL,
    percent smallint NOT NULL,
    valid_from date NOT NULL,
    valid_until date NOT NULL,
    -- Before its last day was over, or since another one took its place.
    ended boolean NOT NULL DEFAULT false,
    PRIMARY KEY (pos_id, code),
    FOREIGN KEY (pos_id, pos_item_id) REFERENCES item,
    FOREIGN KEY (pos_id, code) REFERENCES promo_code
);
CREATE UNIQUE INDEX promotion_of_item ON promotion (pos_id, pos_item_id) WHERE NOT ended;
CREATE INDEX promotion_past ON promotion (pos_id, pos_item_id);

-- Who changed what. Nobody is the till.
CREATE TABLE edit (
    pos_id text COLLATE "C" NOT NULL,
    id bigint GENERATED ALWAYS AS IDENTITY,
    pos_item_id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    user_id uuid,
    user_name text,
    field text NOT NULL,
    was text NOT NULL,
    became text NOT NULL,
    PRIMARY KEY (pos_id, id)
);
CREATE INDEX edit_by_item ON edit (pos_id, pos_item_id, id);

-- What owners changed, for tills, in order. Times are wall time of the location.
CREATE TABLE change (
    pos_id text COLLATE "C" NOT NULL,
    sequence bigint NOT NULL,
    made_at timestamptz NOT NULL,
    at timestamp NOT NULL,
    pos_item_id text COLLATE "C" NOT NULL,
    price bigint,
    estimated_cost bigint,
    display_name text,
    stock bigint,
    sold_out boolean,
    sold_out_until timestamp,
    PRIMARY KEY (pos_id, sequence)
);
CREATE INDEX change_by_age ON change (made_at);

-- The pictures in the object store, by the SHA-256 of their bytes, and which locations uploaded each.
CREATE TABLE picture (
    name text COLLATE "C" PRIMARY KEY,
    touched_at timestamptz NOT NULL
);
CREATE INDEX picture_by_age ON picture (touched_at);
CREATE TABLE upload (
    pos_id text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL REFERENCES picture ON DELETE CASCADE,
    PRIMARY KEY (pos_id, name)
);
CREATE INDEX upload_by_name ON upload (name);
