-- What is summed of shifts that are open, beside their facts: reading a fact for each of them costs too much where there are
-- very many. The columns are those of the version of the fact whose event is open_event; the version of the service before
-- knows nothing of them, so that where it is another's, the fact itself is read.

-- Seconds since 1970, UTC.
ALTER TABLE shift ADD COLUMN open_at bigint;
-- Cents an hour.
ALTER TABLE shift ADD COLUMN open_rate bigint;
-- Seconds.
ALTER TABLE shift ADD COLUMN open_unpaid bigint;
ALTER TABLE shift ADD COLUMN open_job text;
ALTER TABLE shift ADD COLUMN open_employee text;
ALTER TABLE shift ADD COLUMN open_name text;
ALTER TABLE shift ADD COLUMN open_event text COLLATE "C";

UPDATE shift SET
    open_at = floor(extract(epoch FROM (fact::json -> 'clockIn' ->> 'at')::timestamptz))::bigint,
    open_rate = ((fact::json ->> 'rate')::numeric * 100)::bigint,
    open_unpaid = (fact::json ->> 'unpaidMinutes')::bigint * 60,
    open_job = coalesce(fact::json ->> 'job', ''),
    open_employee = coalesce(fact::json -> 'employee' ->> 'id', ''),
    open_name = coalesce(fact::json -> 'employee' ->> 'name', ''),
    open_event = event_id
WHERE NOT closed;
