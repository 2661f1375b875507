-- Card payments and payouts as the provider has them, and what checks say of them. Every key begins with pos_id.

-- Tells which of two reads of an object began later.
CREATE SEQUENCE fetch_order;
-- Tells whether an object was named again while it was fetched.
CREATE SEQUENCE mark_order;

-- One row a location: its lock lets one writer at a time move its checks and its account.
CREATE TABLE location (
    pos_id text COLLATE "C" PRIMARY KEY,
    time_zone text NOT NULL,
    version bigint NOT NULL DEFAULT 0,
    -- Its account at the card provider.
    account_id text COLLATE "C" CONSTRAINT one_location_per_account UNIQUE,
    -- The event that said so, by its sequence at auth.
    account_sequence bigint NOT NULL DEFAULT 0,
    -- When it is next read; a replica that reads it moves this ahead, so that no other does.
    poll_at timestamptz NOT NULL DEFAULT '-infinity',
    -- The newest event of the provider that was seen; none before the first read, '' where there was none yet.
    last_event text COLLATE "C",
    -- When the last read began that came to its end.
    polled_at timestamptz,
    -- The same, of the last one after which nothing was waiting: up to then the mirror is the provider's truth.
    as_of timestamptz,
    -- The last night in which what is not final was read again, a local date.
    read_again date
);
CREATE INDEX location_to_poll ON location (poll_at) WHERE account_id IS NOT NULL;

-- How far the history of a kind was read.
CREATE TABLE history (
    pos_id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    -- Created at this moment or later, seconds since 1970.
    since bigint NOT NULL,
    -- The last object that was read; none: none yet.
    cursor text COLLATE "C",
    done boolean NOT NULL DEFAULT false,
    PRIMARY KEY (pos_id, kind)
);

-- Events of the provider that were taken, from webhooks or from its list. Its events are kept for 30 days there.
CREATE TABLE notice (
    pos_id text COLLATE "C" NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    taken_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, event_id)
);
CREATE INDEX notice_by_age ON notice (taken_at);

-- Objects that have to be fetched anew.
CREATE TABLE stale (
    pos_id text COLLATE "C" NOT NULL,
    kind text NOT NULL,
    id text COLLATE "C" NOT NULL,
    mark bigint NOT NULL DEFAULT nextval('mark_order'),
    -- When it is next tried; who works it moves this ahead.
    due_at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0,
    -- It cannot be read, and is tried once a night.
    broken boolean NOT NULL DEFAULT false,
    -- It is history, and no news.
    history boolean NOT NULL DEFAULT false,
    PRIMARY KEY (pos_id, kind, id)
);
CREATE INDEX stale_by_due ON stale (due_at);

-- With the figures of its newest charge. read_number: the later read stands.
CREATE TABLE payment_intent (
    pos_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    read_number bigint NOT NULL,
    created bigint NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    amount_captured bigint NOT NULL,
    amount_refunded bigint NOT NULL,
    balance_transaction_id text COLLATE "C",
    final boolean NOT NULL,
    object jsonb NOT NULL,
    PRIMARY KEY (pos_id, id)
);
CREATE INDEX payment_intent_by_time ON payment_intent (pos_id, created DESC, id DESC);
CREATE INDEX payment_intent_open ON payment_intent (pos_id, id) WHERE NOT final;
CREATE INDEX payment_intent_paid ON payment_intent (pos_id, created DESC, id DESC)
    WHERE state IN ('PAYMENT_SUCCESS', 'PARTIAL_REFUND');

CREATE TABLE refund (
    pos_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    read_number bigint NOT NULL,
    created bigint NOT NULL,
    amount bigint NOT NULL,
    payment_intent_id text COLLATE "C",
    balance_transaction_id text COLLATE "C",
    final boolean NOT NULL,
    object jsonb NOT NULL,
    PRIMARY KEY (pos_id, id)
);
CREATE INDEX refund_by_intent ON refund (pos_id, payment_intent_id, created DESC, id DESC);
CREATE INDEX refund_open ON refund (pos_id, id) WHERE NOT final;

CREATE TABLE payout (
    pos_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    read_number bigint NOT NULL,
    created bigint NOT NULL,
    arrival bigint NOT NULL,
    state text NOT NULL,
    amount bigint NOT NULL,
    balance_transaction_id text COLLATE "C",
    -- What its contents add up to; none before they were read, and of one whose contents the provider does not tell.
    contents bigint,
    final boolean NOT NULL,
    object jsonb NOT NULL,
    PRIMARY KEY (pos_id, id)
);
CREATE INDEX payout_by_time ON payout (pos_id, created DESC, id DESC);
CREATE INDEX payout_open ON payout (pos_id, id) WHERE NOT final;
CREATE INDEX payout_differs ON payout (pos_id, created DESC, id DESC) WHERE contents <> amount;

CREATE TABLE balance_transaction (
    pos_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    read_number bigint NOT NULL,
    created bigint NOT NULL,
    available_on bigint NOT NULL,
    kind text NOT NULL,
    amount bigint NOT NULL,
    fee bigint NOT NULL,
    net bigint NOT NULL,
    -- The payout that contains it.
    payout_id text COLLATE "C",
    final boolean NOT NULL,
    object jsonb NOT NULL,
    PRIMARY KEY (pos_id, id)
);
CREATE INDEX balance_transaction_by_payout ON balance_transaction (pos_id, payout_id, created DESC, id DESC);
CREATE INDEX balance_transaction_open ON balance_transaction (pos_id, id) WHERE NOT final;

CREATE TABLE dispute (
    pos_id text COLLATE "C" NOT NULL,
    id text COLLATE "C" NOT NULL,
    read_number bigint NOT NULL,
    created bigint NOT NULL,
    amount bigint NOT NULL,
    payment_intent_id text COLLATE "C",
    final boolean NOT NULL,
    object jsonb NOT NULL,
    PRIMARY KEY (pos_id, id)
);
CREATE INDEX dispute_by_intent ON dispute (pos_id, payment_intent_id, created DESC, id DESC);
CREATE INDEX dispute_open ON dispute (pos_id, id) WHERE NOT final;

-- The newest version of each check.
CREATE TABLE pos_check (
    pos_id text COLLATE "C" NOT NULL,
    pos_check_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    closed_at timestamptz NOT NULL,
    online boolean NOT NULL,
    voided boolean NOT NULL,
    refund boolean NOT NULL,
    -- Payments with tips.
    charged bigint NOT NULL,
    -- What it brings to its week of online orders.
    share_orders bigint NOT NULL,
    share_charged bigint NOT NULL,
    share_fee bigint NOT NULL,
    PRIMARY KEY (pos_id, pos_check_id)
);

-- Its payments that the card provider should know.
CREATE TABLE tender (
    pos_id text COLLATE "C" NOT NULL,
    pos_check_id text COLLATE "C" NOT NULL,
    place smallint NOT NULL,
    payment_intent_id text COLLATE "C" NOT NULL,
    amount bigint NOT NULL,
    closed_at timestamptz NOT NULL,
    voided boolean NOT NULL,
    PRIMARY KEY (pos_id, pos_check_id, place)
);
CREATE INDEX tender_by_intent ON tender (pos_id, payment_intent_id);
CREATE INDEX tender_by_time ON tender (pos_id, closed_at DESC, pos_check_id DESC, place DESC)
    WHERE amount > 0 AND NOT voided;

-- Online orders by week (its Monday): the sums of the shares of its checks.
CREATE TABLE online_week (
    pos_id text COLLATE "C" NOT NULL,
    week date NOT NULL,
    orders bigint NOT NULL,
    charged bigint NOT NULL,
    fee bigint NOT NULL,
    PRIMARY KEY (pos_id, week)
);
