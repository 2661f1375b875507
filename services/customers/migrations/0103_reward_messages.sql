-- What became of the message that tells of a reward, as marketing says; by sequence, the newest word stands.
ALTER TABLE reward
    ADD COLUMN message_sequence bigint,
    ADD COLUMN message_channel text,
    ADD COLUMN message_outcome text,
    ADD COLUMN message_exclusion text;
