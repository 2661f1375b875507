-- The till's own mark that an item is sold out, beside the owner's in sold_out; the owner's word that the till's does not hold, until
-- the end that the till's had then; and when the owner spoke, and the till's newest fact then: none of marks by the version before.
ALTER TABLE item ADD COLUMN till_sold_out boolean NOT NULL DEFAULT false;
ALTER TABLE item ADD COLUMN till_sold_out_until timestamptz;
ALTER TABLE item ADD COLUMN till_sold_out_until_wall timestamp;
ALTER TABLE item ADD COLUMN taken_back boolean NOT NULL DEFAULT false;
ALTER TABLE item ADD COLUMN taken_back_until timestamptz;
ALTER TABLE item ADD COLUMN own_marked_at timestamptz;
ALTER TABLE item ADD COLUMN own_mark_revision bigint;
ALTER TABLE item ADD COLUMN own_mark_event_id text COLLATE "C";
CREATE INDEX item_till_sold_out_until ON item (till_sold_out_until) WHERE till_sold_out_until IS NOT NULL;
CREATE INDEX item_taken_back_until ON item (taken_back_until) WHERE taken_back_until IS NOT NULL;
