-- Texts that guests wrote and that ask for nothing that is done by itself: shown to the people of the location that
-- texted the number last.
CREATE TABLE guest_text (
    text_id uuid PRIMARY KEY,
    pos_id text COLLATE "C" NOT NULL,
    address_hash bytea NOT NULL,
    -- Ten digits.
    phone text COLLATE "C" NOT NULL,
    body text NOT NULL,
    -- Files that came with it, which are not kept.
    attachments int NOT NULL,
    -- The provider sends a text again where it got no answer.
    provider_id text COLLATE "C" UNIQUE,
    received_at timestamptz NOT NULL
);
CREATE INDEX guest_text_by_time ON guest_text (pos_id, received_at DESC, text_id DESC);
CREATE INDEX guest_text_by_number ON guest_text (address_hash, received_at);
CREATE INDEX guest_text_by_age ON guest_text (received_at);
-- As with contacts: nothing of what an erasure has to forget is sampled.
ALTER TABLE guest_text ALTER COLUMN phone SET STATISTICS 0;
ALTER TABLE guest_text ALTER COLUMN body SET STATISTICS 0;
