-- Campaigns with all their recipients, who may be written to and why, and what promo codes bring.

-- One row a location: its lock lets one writer at a time move its guests.
CREATE TABLE location (
    pos_id text COLLATE "C" PRIMARY KEY,
    time_zone text NOT NULL,
    name text NOT NULL DEFAULT '',
    website text NOT NULL DEFAULT '',
    postal_address text NOT NULL DEFAULT '',
    phone text NOT NULL DEFAULT '',
    -- The event that said so, by its sequence at auth; 0: none did yet.
    described bigint NOT NULL DEFAULT 0
) WITH (fillfactor = 50);

-- A guest, as far as messages need it. Addresses are those that can be written to; by their hashes a guest is found.
CREATE TABLE contact (
    pos_id text COLLATE "C" NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    first_name text NOT NULL,
    last_name text NOT NULL,
    email text COLLATE "C",
    email_hash bytea,
    phone text COLLATE "C",
    phone_hash bytea,
    sort_name text COLLATE "C" NOT NULL,
    search text COLLATE "C" NOT NULL,
    erased_at timestamptz,
    PRIMARY KEY (pos_id, pos_customer_id),
    CONSTRAINT erased_is_nobody CHECK (erased_at IS NULL OR (first_name = '' AND last_name = '' AND email IS NULL
        AND email_hash IS NULL AND phone IS NULL AND phone_hash IS NULL AND sort_name = '' AND search = ''))
) WITH (fillfactor = 80);
CREATE INDEX contact_by_name ON contact (pos_id, sort_name, pos_customer_id) WHERE erased_at IS NULL;
CREATE INDEX contact_by_email ON contact (pos_id, email_hash) WHERE email_hash IS NOT NULL;
CREATE INDEX contact_by_phone ON contact (pos_id, phone_hash) WHERE phone_hash IS NOT NULL;

-- What would bring an erased guest back, as keyed hashes: the till's id and the addresses.
CREATE TABLE tombstone (
    pos_id text COLLATE "C" NOT NULL,
    hash bytea NOT NULL,
    made_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, hash)
);

-- Erasures of which old versions of rows may be left, with the transaction that erased: those can be taken away once
-- every session looks at a later state.
CREATE TABLE erasure (
    pos_id text COLLATE "C" NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    made_at timestamptz NOT NULL,
    made_by xid8 NOT NULL DEFAULT pg_current_xact_id(),
    PRIMARY KEY (pos_id, pos_customer_id)
);

-- What was said of an address, append-only. pos_id '*': to the one number that texts of all locations come from. Of tills
-- only what changed what they said before.
CREATE TABLE consent_entry (
    pos_id text COLLATE "C" NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'text')),
    address_hash bytea NOT NULL,
    at timestamptz NOT NULL,
    entry_id bigint GENERATED ALWAYS AS IDENTITY,
    act text NOT NULL CHECK (act IN ('POS', 'OWNER', 'UNSUBSCRIBE', 'RESUBSCRIBE', 'STOP', 'START', 'BOUNCE')),
    granted boolean NOT NULL,
    -- Of an owner's word: their name.
    said_by text NOT NULL,
    -- Of a till's word.
    revision bigint,
    event_id text COLLATE "C",
    PRIMARY KEY (pos_id, channel, address_hash, at, entry_id)
);

CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'the ledger is append-only';
END $$;
CREATE TRIGGER consent_is_append_only BEFORE UPDATE OR DELETE OR TRUNCATE ON consent_entry
    FOR EACH STATEMENT EXECUTE FUNCTION refuse_change();

-- What stands of it, moved in the transaction of each entry: the newest word of each kind.
CREATE TABLE standing (
    pos_id text COLLATE "C" NOT NULL,
    channel text NOT NULL,
    address_hash bytea NOT NULL,
    person_at timestamptz,
    person_granted boolean,
    owner_at timestamptz,
    owner_granted boolean,
    pos_revision bigint,
    pos_event_id text COLLATE "C",
    pos_granted boolean,
    bounced_at timestamptz,
    PRIMARY KEY (pos_id, channel, address_hash)
) WITH (fillfactor = 80);

-- The counters by outcome add up to recipients.
CREATE TABLE campaign (
    campaign_id uuid PRIMARY KEY,
    pos_id text COLLATE "C" NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'text')),
    kind text NOT NULL CHECK (kind IN ('basic', 'promotion', 'promoCode', 'reward')),
    state text NOT NULL CHECK (state IN ('sending', 'paused', 'stopped', 'finished')),
    subject text NOT NULL,
    body text NOT NULL,
    promo_code text COLLATE "C" NOT NULL,
    discount_percentage int NOT NULL,
    -- JSON.
    items text NOT NULL,
    -- JSON; of a word on a reward.
    reward text,
    request_hash bytea NOT NULL,
    created_at timestamptz NOT NULL,
    created_by text NOT NULL,
    finished_at timestamptz,
    recipients bigint NOT NULL,
    waiting bigint NOT NULL CHECK (waiting >= 0),
    sending bigint NOT NULL CHECK (sending >= 0),
    sent bigint NOT NULL CHECK (sent >= 0),
    failed bigint NOT NULL CHECK (failed >= 0),
    excluded bigint NOT NULL CHECK (excluded >= 0),
    unknown bigint NOT NULL CHECK (unknown >= 0),
    quiet bigint NOT NULL CHECK (quiet >= 0),
    opted_out bigint NOT NULL,
    segments bigint NOT NULL,
    -- Of the excluded, by reason.
    exclusions bigint[] NOT NULL,
    -- When something of it is next due.
    due_at timestamptz NOT NULL,
    -- When open apps were last told, and whether there is something to tell since.
    announced_at timestamptz NOT NULL,
    unannounced boolean NOT NULL,
    CONSTRAINT adds_up CHECK (waiting + sending + sent + failed + excluded + unknown = recipients)
) WITH (fillfactor = 50);
CREATE INDEX campaign_by_time ON campaign (pos_id, created_at DESC, campaign_id DESC) WHERE kind <> 'reward';
CREATE INDEX campaign_active ON campaign (pos_id, channel, created_at) WHERE state = 'sending' AND waiting > 0;
CREATE INDEX campaign_to_announce ON campaign (announced_at) WHERE unannounced;

-- Whom a campaign goes to. Nobody twice: of recipients with one address all but the first are excluded as repeated.
CREATE TABLE recipient (
    campaign_id uuid NOT NULL,
    number int NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    address_hash bytea NOT NULL,
    -- None: forgotten.
    address text COLLATE "C",
    first_name text NOT NULL,
    last_name text NOT NULL,
    outcome text NOT NULL CHECK (outcome IN ('waiting', 'sending', 'sent', 'failed', 'excluded', 'unknown')),
    exclusion text,
    reason text NOT NULL DEFAULT '',
    due_at timestamptz NOT NULL,
    quiet boolean NOT NULL DEFAULT false,
    tries smallint NOT NULL DEFAULT 0,
    -- Who has it in hand.
    worker_id uuid,
    -- From when on it counts among the messages of seven days.
    counts_at timestamptz,
    settled_at timestamptz,
    delivery text NOT NULL DEFAULT '',
    segments smallint NOT NULL DEFAULT 0,
    opted_out boolean NOT NULL DEFAULT false,
    PRIMARY KEY (campaign_id, number)
) WITH (fillfactor = 70);
CREATE UNIQUE INDEX recipient_once ON recipient (campaign_id, address_hash) WHERE exclusion IS DISTINCT FROM 'repeated';
CREATE INDEX recipient_due ON recipient (campaign_id, due_at, number) WHERE outcome = 'waiting';
CREATE INDEX recipient_in_hand ON recipient (worker_id, campaign_id, number) WHERE outcome = 'sending';
CREATE INDEX recipient_by_address ON recipient (address_hash, pos_id, counts_at);

-- Who sends, and until when what they have in hand is theirs.
CREATE TABLE worker (
    worker_id uuid PRIMARY KEY,
    lease_until timestamptz NOT NULL
);

-- When a location may next send by a channel: its rate over all workers.
CREATE TABLE pace (
    pos_id text COLLATE "C" NOT NULL,
    channel text NOT NULL,
    next_at timestamptz NOT NULL,
    PRIMARY KEY (pos_id, channel)
) WITH (fillfactor = 50);

-- What the SMS provider calls the texts it took, and what it told of each; either may come first.
CREATE TABLE text_status (
    provider_id text COLLATE "C" PRIMARY KEY,
    campaign_id uuid,
    number int,
    delivery text NOT NULL,
    at timestamptz NOT NULL
);
CREATE INDEX text_status_by_age ON text_status (at);

-- Rewards of which the guest is still to be told.
CREATE TABLE reward_to_tell (
    pos_id text COLLATE "C" NOT NULL,
    reward_id uuid NOT NULL,
    due_at timestamptz NOT NULL,
    tries int NOT NULL DEFAULT 0,
    PRIMARY KEY (pos_id, reward_id)
);
CREATE INDEX reward_to_tell_by_due ON reward_to_tell (due_at);

-- The newest version of each check: the code it carries and what it brings to it.
CREATE TABLE pos_check (
    pos_id text COLLATE "C" NOT NULL,
    pos_check_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    promo_code text COLLATE "C",
    redemptions bigint NOT NULL,
    sales bigint NOT NULL,
    discount bigint NOT NULL,
    profit bigint NOT NULL,
    without_cost bigint NOT NULL,
    PRIMARY KEY (pos_id, pos_check_id)
) WITH (fillfactor = 90);

-- What all checks with a code bring.
CREATE TABLE code_result (
    pos_id text COLLATE "C" NOT NULL,
    promo_code text COLLATE "C" NOT NULL,
    redemptions bigint NOT NULL,
    sales bigint NOT NULL,
    discount bigint NOT NULL,
    profit bigint NOT NULL,
    without_cost bigint NOT NULL,
    PRIMARY KEY (pos_id, promo_code)
) WITH (fillfactor = 50);

-- What the planner samples of a column stays in its catalogue until the next ANALYZE: of what an erasure has to forget
-- nothing is sampled. Statements on these columns go by their indexes all the same.
ALTER TABLE contact
    ALTER COLUMN first_name SET STATISTICS 0,
    ALTER COLUMN last_name SET STATISTICS 0,
    ALTER COLUMN email SET STATISTICS 0,
    ALTER COLUMN phone SET STATISTICS 0,
    ALTER COLUMN sort_name SET STATISTICS 0,
    ALTER COLUMN search SET STATISTICS 0;
ALTER TABLE recipient
    ALTER COLUMN first_name SET STATISTICS 0,
    ALTER COLUMN last_name SET STATISTICS 0,
    ALTER COLUMN address SET STATISTICS 0,
    ALTER COLUMN reason SET STATISTICS 0;
ALTER TABLE campaign ALTER COLUMN body SET STATISTICS 0;
