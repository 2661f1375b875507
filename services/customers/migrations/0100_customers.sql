-- Guests, what their checks say about them, their points and rewards. Every key begins with pos_id.

-- One row a location: its lock lets one writer at a time move its guests. The sums of the ledger by account: what its
-- guests hold (points) and owe, and the four accounts of the house as credits less debits, which makes them all together
-- nothing.
CREATE TABLE location (
    pos_id text COLLATE "C" PRIMARY KEY,
    time_zone text NOT NULL,
    version bigint NOT NULL DEFAULT 0,
    points bigint NOT NULL DEFAULT 0 CHECK (points >= 0),
    owed bigint NOT NULL DEFAULT 0 CHECK (owed >= 0),
    issued bigint NOT NULL DEFAULT 0,
    redeemed bigint NOT NULL DEFAULT 0,
    granted bigint NOT NULL DEFAULT 0,
    expired bigint NOT NULL DEFAULT 0,
    CONSTRAINT ledger_sums_to_nothing CHECK (points - owed + issued + redeemed + granted + expired = 0)
) WITH (fillfactor = 50);

-- A guest. Who has only been named by a check has revision -1 and no contact data. last_visit is 1970 for who never came,
-- so that one index gives the order of the list. email is lower-case, phone ten digits where it is a US number; search
-- is what names and email are found by, phone_digits what numbers are found by.
CREATE TABLE customer (
    pos_id text COLLATE "C" NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL DEFAULT -1,
    event_id text COLLATE "C" NOT NULL DEFAULT '',
    first_name text,
    last_name text,
    email text COLLATE "C",
    phone text COLLATE "C",
    email_consent boolean,
    sms_consent boolean,
    search text COLLATE "C" NOT NULL DEFAULT '',
    phone_digits text COLLATE "C" NOT NULL DEFAULT '',
    visits bigint NOT NULL DEFAULT 0,
    last_visit timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00',
    spend bigint NOT NULL DEFAULT 0,
    points bigint NOT NULL DEFAULT 0 CHECK (points >= 0),
    owed bigint NOT NULL DEFAULT 0 CHECK (owed >= 0),
    erased_at timestamptz,
    PRIMARY KEY (pos_id, pos_customer_id),
    CONSTRAINT never_both CHECK (points = 0 OR owed = 0),
    CONSTRAINT erased_is_nobody CHECK (erased_at IS NULL OR (first_name IS NULL AND last_name IS NULL AND email IS NULL
        AND phone IS NULL AND email_consent IS NULL AND sms_consent IS NULL AND search = '' AND phone_digits = ''))
) WITH (fillfactor = 80);
CREATE INDEX customer_by_visit ON customer (pos_id, last_visit DESC, pos_customer_id);
CREATE INDEX customer_by_email ON customer (pos_id, email) WHERE email IS NOT NULL;
CREATE INDEX customer_by_phone ON customer (pos_id, phone) WHERE phone IS NOT NULL;

-- The newest version of each check, also of those without a guest: what it moved, so that a correction moves the
-- difference. pos_customer_id is the guest it counts for; none for an erased one. Items are those of lines not voided,
-- with their quantities in thousandths.
CREATE TABLE pos_check (
    pos_id text COLLATE "C" NOT NULL,
    pos_check_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    pos_customer_id text COLLATE "C",
    closed_at timestamptz NOT NULL,
    business_date date NOT NULL,
    net_sales bigint NOT NULL,
    reward_used bigint NOT NULL,
    voided boolean NOT NULL,
    refund boolean NOT NULL,
    earned bigint NOT NULL,
    spent bigint NOT NULL,
    item_ids text[] NOT NULL,
    quantities bigint[] NOT NULL,
    PRIMARY KEY (pos_id, pos_check_id)
) WITH (fillfactor = 90);
CREATE INDEX pos_check_of_guest ON pos_check (pos_id, pos_customer_id, closed_at) WHERE pos_customer_id IS NOT NULL;
CREATE INDEX pos_check_by_close ON pos_check (pos_id, closed_at) WHERE pos_customer_id IS NOT NULL;

-- What was given to a guest: an item, or points. Points with an end are a lot: points_left is what of it can still
-- expire. place is the order of granting.
CREATE TABLE reward (
    pos_id text COLLATE "C" NOT NULL,
    reward_id uuid NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    place bigint GENERATED ALWAYS AS IDENTITY,
    pos_item_id text COLLATE "C",
    item_name text NOT NULL,
    price bigint NOT NULL CHECK (price >= 0),
    points bigint NOT NULL CHECK (points >= 0),
    message text NOT NULL,
    granted_at timestamptz NOT NULL,
    granted_by uuid NOT NULL,
    granted_by_name text NOT NULL,
    valid_until date,
    points_left bigint NOT NULL CHECK (points_left BETWEEN 0 AND points),
    redeemed_at timestamptz,
    redeemed_by_check text COLLATE "C",
    PRIMARY KEY (pos_id, reward_id),
    CONSTRAINT item_or_points CHECK ((pos_item_id IS NULL) = (points > 0)),
    CONSTRAINT lots_have_an_end CHECK (points_left = 0 OR valid_until IS NOT NULL)
);
CREATE INDEX reward_of_guest ON reward (pos_id, pos_customer_id, place);
CREATE INDEX reward_to_expire ON reward (valid_until) WHERE points_left > 0;

-- The points ledger, append-only: each entry debits one account and credits another with a positive number of points.
-- at is when it happened, posted_at when it was written.
CREATE TABLE entry (
    pos_id text COLLATE "C" NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    at timestamptz NOT NULL,
    entry_id bigint GENERATED ALWAYS AS IDENTITY,
    posted_at timestamptz NOT NULL,
    kind text NOT NULL CHECK (kind IN ('earned', 'spent', 'granted', 'expired')),
    debit text NOT NULL CHECK (debit IN ('points', 'owed', 'issued', 'redeemed', 'granted', 'expired')),
    credit text NOT NULL CHECK (credit IN ('points', 'owed', 'issued', 'redeemed', 'granted', 'expired')),
    points bigint NOT NULL CHECK (points > 0),
    pos_check_id text COLLATE "C",
    reward_id uuid,
    PRIMARY KEY (pos_id, pos_customer_id, at, entry_id),
    CONSTRAINT moves_a_guest CHECK ((debit IN ('points', 'owed')) <> (credit IN ('points', 'owed')))
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only';
END $$;
CREATE TRIGGER entry_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- Points a dollar in hundredths from a moment on; of two at one moment the later change stands.
CREATE TABLE percent (
    pos_id text COLLATE "C" NOT NULL,
    effective_from timestamptz NOT NULL,
    change_id bigint GENERATED ALWAYS AS IDENTITY,
    hundredths integer NOT NULL CHECK (hundredths BETWEEN 0 AND 10000),
    set_by uuid NOT NULL,
    set_by_name text NOT NULL,
    PRIMARY KEY (pos_id, effective_from, change_id)
);

-- Of the checks of known guests by month of business date: what points are earned on, in cents, and how many.
CREATE TABLE guest_month (
    pos_id text COLLATE "C" NOT NULL,
    month date NOT NULL,
    eligible bigint NOT NULL,
    checks bigint NOT NULL,
    PRIMARY KEY (pos_id, month)
) WITH (fillfactor = 70);

-- What is known of erased guests: keyed hashes of id, email and phone, which nobody can read without the key.
CREATE TABLE tombstone (
    pos_id text COLLATE "C" NOT NULL,
    hash bytea NOT NULL,
    made_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, hash)
);

-- Erasures whose letters in DLQ are still to be looked for.
CREATE TABLE erasure (
    pos_id text COLLATE "C" NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    asked_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, pos_customer_id)
);

-- Up to where DLQ was searched for erased guests: letters of theirs may still come after the erasure.
CREATE TABLE letters_read (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    sequence bigint NOT NULL
);
INSERT INTO letters_read (sequence) VALUES (0);
