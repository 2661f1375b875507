-- What people sent outside of campaigns: tests to themselves, and files.
CREATE TABLE own_message (
    user_id uuid NOT NULL,
    sent_at timestamptz NOT NULL,
    message_id uuid NOT NULL,
    PRIMARY KEY (user_id, sent_at, message_id)
);
CREATE INDEX own_message_by_age ON own_message (sent_at);
