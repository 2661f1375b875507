-- When the business days of a location begin, as core's DayStarts has it, and the event that said so, by its sequence at auth.
-- Empty: always at 04:00.
ALTER TABLE location ADD COLUMN day_starts text NOT NULL DEFAULT '';
ALTER TABLE location ADD COLUMN days_set bigint NOT NULL DEFAULT 0;
