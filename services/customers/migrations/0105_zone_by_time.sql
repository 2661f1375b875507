-- When the time zone was true: what is older does not set it back. Of what was noted before it is not known.
ALTER TABLE location ADD COLUMN zone_at timestamptz NOT NULL DEFAULT '1970-01-01 00:00:00+00';
