-- Durations of shifts to the second: what of them is no whole minute stands beside the minutes, so that the version before
-- goes on with what it knows.

ALTER TABLE rollup_day ADD COLUMN labor_seconds bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN labor_seconds bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_labor ADD COLUMN regular_seconds bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_labor ADD COLUMN overtime_seconds bigint NOT NULL DEFAULT 0;
