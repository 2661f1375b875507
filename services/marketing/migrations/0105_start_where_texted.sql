-- STOP counts at every location of the number that texts come from; START is consent, and lifts it, only at the location
-- that texted last within 30 days. The row of '*' holds the newest STOP as person_at, and here when the person last opted
-- in anywhere: from then on a consent dated after the STOP counts at other locations again.
ALTER TABLE standing ADD COLUMN opted_in_at timestamptz;
-- Since when a POS says what it says, UTC; none: it said so before this was noted.
ALTER TABLE till_word ADD COLUMN said_at timestamptz;
-- Which batch the time zone is of, by its time; what auth describes stands over all of them.
ALTER TABLE location ADD COLUMN zone_at timestamptz;

-- The version before writes START as a word that counts everywhere. Until it is replaced, and for what stands of it, such
-- a word becomes what it should have been: consent where the last text of the 30 days before came from, and nothing
-- elsewhere, where the STOP before it, of which the ledger tells, stands again.
CREATE FUNCTION start_where_texted() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO standing AS s (pos_id, channel, address_hash, person_at, person_granted)
    SELECT r.pos_id, NEW.channel, NEW.address_hash, NEW.person_at, true
    FROM recipient AS r
    WHERE r.address_hash = NEW.address_hash AND r.outcome IN ('sent', 'unknown')
      AND r.settled_at <= NEW.person_at AND r.settled_at > NEW.person_at - interval '30 days'
    ORDER BY r.settled_at DESC LIMIT 1
    ON CONFLICT (pos_id, channel, address_hash) DO UPDATE SET
      person_at = excluded.person_at, person_granted = true
    WHERE s.person_at IS NULL OR s.person_at < excluded.person_at;
    NEW.opted_in_at := greatest(NEW.opted_in_at, NEW.person_at);
    SELECT max(e.at) INTO NEW.person_at FROM consent_entry AS e
    WHERE e.pos_id = '*' AND e.channel = NEW.channel AND e.address_hash = NEW.address_hash AND e.act = 'STOP';
    IF OLD.person_granted = false THEN
        NEW.person_at := greatest(NEW.person_at, OLD.person_at);
    END IF;
    NEW.person_granted := CASE WHEN NEW.person_at IS NOT NULL THEN false END;
    RETURN NEW;
END $$;
CREATE TRIGGER start_of_the_version_before BEFORE UPDATE ON standing FOR EACH ROW
    WHEN (NEW.pos_id = '*' AND NEW.person_granted)
    EXECUTE FUNCTION start_where_texted();
UPDATE standing SET person_at = person_at WHERE pos_id = '*' AND person_granted;
