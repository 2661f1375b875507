-- The account whose objects the mirror holds: none, where it holds nothing. Only where it is the location's account is the
-- mirror shown, read and written; elsewhere it is emptied first. '': of an account that is not known any more.
ALTER TABLE location ADD COLUMN mirror_account text COLLATE "C";
-- Raised whenever the location gets another account or loses it: reads that began before that are not kept.
ALTER TABLE location ADD COLUMN account_term bigint NOT NULL DEFAULT 0;
-- When the time zone was true: an older batch or event does not set it back.
ALTER TABLE location ADD COLUMN zone_at timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00';
UPDATE location SET mirror_account = coalesce(account_id, '') WHERE account_sequence > 0;
-- Locations whose mirror has to be emptied.
CREATE INDEX location_to_clear ON location (pos_id) WHERE mirror_account IS DISTINCT FROM account_id;
