-- A partition for each month that has checks, made with the first of them, and for the months ahead. Each partition is a
-- table on every node that facts are laid over, so that those of months without facts go.

-- Makes the partition of a month if it is not there and none of its rows lie in the default partition.
CREATE OR REPLACE FUNCTION make_check_month(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first date := date_trunc('month', month)::date;
    after date := (date_trunc('month', month) + interval '1 month')::date;
    name text := 'check_fact_' || to_char(first, 'YYYY_MM');
BEGIN
    IF to_regclass(name) IS NULL
       AND NOT EXISTS (SELECT 1 FROM check_fact_default WHERE business_date >= first AND business_date < after)
    THEN
        EXECUTE format('CREATE TABLE %I PARTITION OF check_fact FOR VALUES FROM (%L) TO (%L)', name, first, after);
    END IF;
END $$;

-- Whoever writes to the table while this looks waits for it: facts of a month that went are stored with those that have none.
DO $$
DECLARE
    month record;
    holds_facts boolean;
BEGIN
    LOCK TABLE check_fact IN ACCESS EXCLUSIVE MODE;
    FOR month IN
        SELECT c.relname AS name
        FROM pg_inherits i JOIN pg_class c ON c.oid = i.inhrelid
        WHERE i.inhparent = 'check_fact'::regclass AND c.relname ~ '^check_fact_\d{4}_\d{2}$'
          AND to_date(right(c.relname, 7), 'YYYY_MM') NOT BETWEEN date_trunc('month', current_date) - interval '1 month'
            AND date_trunc('month', current_date) + interval '2 months'
    LOOP
        EXECUTE format('SELECT EXISTS (SELECT 1 FROM %I)', month.name) INTO holds_facts;
        IF NOT holds_facts THEN
            EXECUTE format('DROP TABLE %I', month.name);
        END IF;
    END LOOP;
END $$;
