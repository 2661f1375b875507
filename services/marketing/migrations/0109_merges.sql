-- The guest into whom a guest was merged, as customers says, by sequence. Of a guest whose contact no till has sent yet there
-- is a row without one, revision -1.
ALTER TABLE contact ADD COLUMN merged_into text COLLATE "C";
ALTER TABLE contact ADD COLUMN merged_sequence bigint NOT NULL DEFAULT 0;
CREATE INDEX contact_ended ON contact (pos_id, merged_into) WHERE merged_into IS NOT NULL;
