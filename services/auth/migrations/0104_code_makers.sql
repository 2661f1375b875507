-- Who made a link code; none: the location's POS vendor did, or it is older than this column.
ALTER TABLE link_codes ADD COLUMN made_by uuid REFERENCES users ON DELETE CASCADE;
CREATE INDEX link_codes_by_maker ON link_codes (made_by, pos_id) WHERE made_by IS NOT NULL;
