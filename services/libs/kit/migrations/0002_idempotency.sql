-- Calls that were made with an idempotency key: the same again changes nothing. The answer is a reference to what the
-- call made, so that nothing about a person stays here.

CREATE TABLE idempotency (
    user_id uuid NOT NULL,
    call text NOT NULL,
    key text NOT NULL,
    request_hash bytea NOT NULL,
    answer text NOT NULL,
    made_at timestamptz NOT NULL,
    PRIMARY KEY (user_id, call, key)
);
CREATE INDEX idempotency_by_age ON idempotency (made_at);
