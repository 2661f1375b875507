-- When the business days of a location begin, as core's DayStarts has it. Empty: always at 04:00.
ALTER TABLE location ADD COLUMN day_starts text NOT NULL DEFAULT '';

-- By which revision of the starts of days the business date of a fact was stamped: of two stamps of one event the later counts.
ALTER TABLE pos_check ADD COLUMN stamp bigint NOT NULL DEFAULT 0;
