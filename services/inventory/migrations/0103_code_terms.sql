-- What the promo codes of campaigns give, and the number under which the POS reads it among the changes; none of codes that
-- were reserved before.
ALTER TABLE promo_code ADD COLUMN discount_percentage int NOT NULL DEFAULT 0;
ALTER TABLE promo_code ADD COLUMN item_ids text[] NOT NULL DEFAULT '{}';
ALTER TABLE promo_code ADD COLUMN valid_until date;
ALTER TABLE promo_code ADD COLUMN sequence bigint;
ALTER TABLE promo_code ADD COLUMN at timestamp;
CREATE INDEX promo_code_changes ON promo_code (pos_id, sequence) WHERE sequence IS NOT NULL;
-- Up to which change the POS has read, and when it last asked.
ALTER TABLE location ADD COLUMN pos_read bigint NOT NULL DEFAULT 0;
ALTER TABLE location ADD COLUMN pos_asked_at timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00';
