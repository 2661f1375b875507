-- When the business days of a location begin, as core's DayStarts has it. Empty: always at 04:00.
ALTER TABLE locations ADD COLUMN day_starts text NOT NULL DEFAULT '';
