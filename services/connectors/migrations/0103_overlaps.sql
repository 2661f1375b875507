-- Days of an import that another source has too, because it began after the import.
ALTER TABLE import DROP CONSTRAINT import_state_check;
ALTER TABLE import ADD CONSTRAINT import_state_check
    CHECK (state IN ('uploading', 'judging', 'asking', 'ready', 'preparing', 'sending', 'paused', 'done', 'takingOut',
        'undoing', 'undone', 'failed', 'discarded'));
ALTER TABLE import DROP CONSTRAINT import_resumes_check;
ALTER TABLE import ADD CONSTRAINT import_resumes_check
    CHECK (resumes IN ('judging', 'preparing', 'sending', 'takingOut', 'undoing'));

DROP INDEX import_due;
CREATE INDEX import_due ON import (due_at, import_id)
    WHERE state IN ('judging', 'preparing', 'sending', 'takingOut', 'undoing');

-- When open apps were last sent how far it is.
ALTER TABLE import ADD COLUMN announced_at timestamptz NOT NULL DEFAULT '-infinity';
-- When its days are next compared with those of other sources; none: not any more, or not yet.
ALTER TABLE import ADD COLUMN compare_at timestamptz;
-- Whether people were notified of days that count twice, since they decided last.
ALTER TABLE import ADD COLUMN is_overlap_published boolean NOT NULL DEFAULT false;
CREATE INDEX import_to_compare ON import (compare_at, import_id) WHERE state = 'done';
UPDATE import SET compare_at = undo_until - interval '30 days' WHERE state = 'done' AND ingest_key IS NOT NULL;

-- Business dates that another source has beside a done import.
CREATE TABLE import_overlap (
    import_id uuid NOT NULL,
    business_date date NOT NULL,
    source text COLLATE "C" NOT NULL,
    source_name text NOT NULL,
    checks bigint NOT NULL,
    net_sales bigint NOT NULL,
    import_checks bigint NOT NULL,
    import_net_sales bigint NOT NULL,
    -- A person said that they are different sales.
    is_kept boolean NOT NULL DEFAULT false,
    PRIMARY KEY (import_id, business_date, source)
);

-- Business dates whose checks a person took out of an import, with what it had there.
CREATE TABLE import_taken_out (
    import_id uuid NOT NULL,
    business_date date NOT NULL,
    checks bigint NOT NULL,
    net_sales bigint NOT NULL,
    -- Once the checks are removed.
    done_at timestamptz,
    PRIMARY KEY (import_id, business_date)
);
