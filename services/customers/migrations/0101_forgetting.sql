-- The transaction that erased: its old versions of rows can be taken away once every session looks at a later state.
ALTER TABLE erasure ADD COLUMN made_by xid8 NOT NULL DEFAULT pg_current_xact_id();

-- Up to where EVENTS was searched for erasures that this database does not know: after it was restored from an older
-- state, this place is older too, and they are done again.
CREATE TABLE erasures_heard (
    one boolean PRIMARY KEY DEFAULT true CHECK (one),
    sequence bigint NOT NULL
);
INSERT INTO erasures_heard (sequence) VALUES (0);

-- What the planner samples of a column stays in its catalogue until the next ANALYZE: of what an erasure has to forget
-- nothing is sampled. Statements on these columns go by their indexes all the same.
ALTER TABLE customer
    ALTER COLUMN first_name SET STATISTICS 0,
    ALTER COLUMN last_name SET STATISTICS 0,
    ALTER COLUMN email SET STATISTICS 0,
    ALTER COLUMN phone SET STATISTICS 0,
    ALTER COLUMN search SET STATISTICS 0,
    ALTER COLUMN phone_digits SET STATISTICS 0;
ALTER TABLE reward ALTER COLUMN message SET STATISTICS 0;
SELECT pg_clear_attribute_stats(current_schema()::text, sampled.relation, sampled.attribute, false)
FROM (VALUES ('customer', 'first_name'), ('customer', 'last_name'), ('customer', 'email'), ('customer', 'phone'),
    ('customer', 'search'), ('customer', 'phone_digits'), ('reward', 'message')) AS sampled (relation, attribute);
