-- Which account was not read for longest.
CREATE INDEX location_by_read ON location (polled_at) WHERE account_id IS NOT NULL;
