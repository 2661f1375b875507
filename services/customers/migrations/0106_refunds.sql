-- Which check a refund is of, and on that check what all its refunds have taken back of the points that it earned and
-- given back of those that it spent (figures.md, Ledgers). Refunds that were worked before have no refund_of: what they
-- moved by the rule of then stays, until a correction of theirs moves them to this one.
ALTER TABLE pos_check ADD COLUMN refund_of text COLLATE "C";
ALTER TABLE pos_check ADD COLUMN taken bigint NOT NULL DEFAULT 0;
ALTER TABLE pos_check ADD COLUMN returned bigint NOT NULL DEFAULT 0;
CREATE INDEX pos_check_refunds ON pos_check (pos_id, refund_of) WHERE refund_of IS NOT NULL;
