-- What a till says of one guest at one address: two guests with one address are two words, and who refuses is not
-- outvoted by the other. The newest of a guest, whatever the order in which they come.
CREATE TABLE till_word (
    pos_id text COLLATE "C" NOT NULL,
    channel text NOT NULL CHECK (channel IN ('email', 'text')),
    address_hash bytea NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    granted boolean NOT NULL,
    PRIMARY KEY (pos_id, channel, address_hash, pos_customer_id)
) WITH (fillfactor = 80);

-- The version before writes one word an address into pos_revision, pos_event_id and pos_granted, after the guest's contact
-- and in the same transaction: until it is replaced, its words are kept here too. With it the columns can go. The trigger
-- keeps writers away until what stood was read.
CREATE FUNCTION keep_till_word() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO till_word AS w
    SELECT c.pos_id, NEW.channel, NEW.address_hash, c.pos_customer_id, c.revision, c.event_id, NEW.pos_granted
    FROM contact AS c
    WHERE c.pos_id = NEW.pos_id AND c.revision = NEW.pos_revision AND c.event_id = NEW.pos_event_id
      AND CASE NEW.channel WHEN 'email' THEN c.email_hash = NEW.address_hash ELSE c.phone_hash = NEW.address_hash END
    ON CONFLICT (pos_id, channel, address_hash, pos_customer_id) DO UPDATE SET
      revision = excluded.revision, event_id = excluded.event_id, granted = excluded.granted
    WHERE (excluded.revision, excluded.event_id) > (w.revision, w.event_id);
    RETURN NULL;
END $$;
CREATE TRIGGER till_word_of_the_version_before AFTER UPDATE ON standing FOR EACH ROW
    WHEN ((NEW.pos_revision, NEW.pos_event_id, NEW.pos_granted)
      IS DISTINCT FROM (OLD.pos_revision, OLD.pos_event_id, OLD.pos_granted))
    EXECUTE FUNCTION keep_till_word();

-- What stood was of whichever guest spoke last. The ledger tells what a guest's newest version said, if that changed
-- anything; else it is taken as said of each who has the address, but of several as a refusal if there ever was one.
INSERT INTO till_word
SELECT c.pos_id, c.channel, c.address_hash, c.pos_customer_id, c.revision, c.event_id,
  COALESCE(l.said, s.pos_granted AND (c.holders = 1 OR l.refused IS NOT TRUE))
FROM (
  SELECT *, count(*) OVER (PARTITION BY pos_id, channel, address_hash) AS holders FROM (
    SELECT pos_id, 'email' AS channel, email_hash AS address_hash, pos_customer_id, revision, event_id
    FROM contact WHERE email_hash IS NOT NULL
    UNION ALL
    SELECT pos_id, 'text', phone_hash, pos_customer_id, revision, event_id
    FROM contact WHERE phone_hash IS NOT NULL) AS both_channels) AS c
JOIN standing AS s ON s.pos_id = c.pos_id AND s.channel = c.channel AND s.address_hash = c.address_hash
CROSS JOIN LATERAL (
  SELECT bool_and(e.granted) FILTER (WHERE e.revision = c.revision AND e.event_id = c.event_id) AS said,
    bool_or(NOT e.granted) AS refused
  FROM consent_entry AS e
  WHERE e.pos_id = c.pos_id AND e.channel = c.channel AND e.address_hash = c.address_hash AND e.act = 'POS') AS l
WHERE s.pos_granted IS NOT NULL;
