-- People who left a location lately, and when: an answer of auth of before that moment counts for them no more.
CREATE TABLE left_location (
    user_id uuid NOT NULL,
    pos_id text COLLATE "C" NOT NULL,
    left_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, pos_id)
);
CREATE INDEX left_location_by_age ON left_location (left_at);

-- Sessions that ended lately: no device is added by them any more.
CREATE TABLE ended_session (
    user_id uuid NOT NULL,
    handle text COLLATE "C" NOT NULL,
    ended_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, handle)
);
CREATE INDEX ended_session_by_age ON ended_session (ended_at);

-- The last event of payments about a former card account of a location, by its sequence. The row's lock lets one writer
-- at a time note or forget the events of an account.
CREATE TABLE card_account (
    pos_id text COLLATE "C" PRIMARY KEY,
    former bigint NOT NULL DEFAULT 0
);
CREATE INDEX communication_of_card_account ON communication (pos_id)
    WHERE kind IN ('payoutPaid', 'payoutFailed', 'paymentFailed', 'disputeOpened');
