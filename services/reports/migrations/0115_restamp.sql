-- By which revision of the starts of days the business date of a fact was stamped: of two stamps of one event the later counts.
ALTER TABLE pos_check ADD COLUMN stamp bigint NOT NULL DEFAULT 0;
-- Whether the POS sent the date; none of facts of before.
ALTER TABLE pos_check ADD COLUMN date_brought boolean;
ALTER TABLE shift ADD COLUMN stamp bigint NOT NULL DEFAULT 0;
ALTER TABLE cash_count ADD COLUMN stamp bigint NOT NULL DEFAULT 0;

-- Locations whose starts of days were changed: their facts are stamped again, in the background.
CREATE TABLE restamp (
    pos_id text COLLATE "C" PRIMARY KEY,
    time_zone text NOT NULL,
    -- As core's DayStarts has them.
    day_starts text NOT NULL,
    -- The sequence of the event by which they became known.
    sequence bigint NOT NULL,
    -- The first business date whose facts may lie elsewhere.
    from_date date NOT NULL,
    set_at timestamptz NOT NULL,
    -- In order: checks, shifts, cash counts, and checks again for those that came in meanwhile.
    step smallint NOT NULL,
    -- Where the step goes on; none: at its begin.
    next_date date,
    next_time timestamp,
    next_id text COLLATE "C",
    -- Facts that were looked at.
    seen bigint NOT NULL DEFAULT 0,
    -- Facts when it began.
    total bigint NOT NULL,
    paused boolean NOT NULL DEFAULT false,
    done_at timestamptz
);
CREATE INDEX restamp_open ON restamp (pos_id) WHERE done_at IS NULL;
