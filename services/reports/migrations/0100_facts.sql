-- Facts as the tills sent them. Every key begins with pos_id.

-- One row a location: its version grows with every change, and its lock lets one batch at a time move the
-- location's figures.
CREATE TABLE location (
    pos_id text COLLATE "C" PRIMARY KEY,
    version bigint NOT NULL
) WITH (fillfactor = 50);

-- The newest version of each check: lock and idempotency key in one, and what lists and searches need.
-- Not partitioned: a correction may move a check to another date.
CREATE TABLE pos_check (
    pos_id text COLLATE "C" NOT NULL,
    pos_check_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    open_time timestamp NOT NULL,
    close_time timestamp NOT NULL,
    gross_sales bigint NOT NULL,
    gross_discounts bigint NOT NULL,
    gross_tax bigint NOT NULL,
    gross_tips bigint NOT NULL,
    gross_payment bigint NOT NULL,
    covers integer NOT NULL,
    table_name text,
    employee_id text,
    employee_name text,
    order_type text,
    payment_types text[] NOT NULL,
    voided boolean NOT NULL,
    refund_of text,
    PRIMARY KEY (pos_id, pos_check_id)
);
CREATE INDEX pos_check_by_close ON pos_check (pos_id, business_date, close_time, pos_check_id);

-- The whole fact behind each row of pos_check, as JSON: lines and payments are read with their check, never
-- by themselves. By month, so that old years can be kept elsewhere.
CREATE TABLE check_fact (
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    pos_check_id text COLLATE "C" NOT NULL,
    fact text NOT NULL,
    PRIMARY KEY (pos_id, business_date, pos_check_id)
) PARTITION BY RANGE (business_date);
CREATE TABLE check_fact_default PARTITION OF check_fact DEFAULT;

-- Makes the partition of a month if it is not there and none of its rows lie in the default partition.
CREATE FUNCTION make_check_month(month date) RETURNS void LANGUAGE plpgsql AS $$
DECLARE
    first date := date_trunc('month', month)::date;
    after date := (date_trunc('month', month) + interval '1 month')::date;
    name text := 'check_fact_' || to_char(first, 'YYYY_MM');
BEGIN
    IF to_regclass(name) IS NULL
       AND NOT EXISTS (SELECT FROM check_fact_default WHERE business_date >= first AND business_date < after)
    THEN
        EXECUTE format('CREATE TABLE %I PARTITION OF check_fact FOR VALUES FROM (%L) TO (%L)', name, first, after);
    END IF;
END $$;

-- What an import may bring, and what is to come; upkeep goes on from there.
SELECT make_check_month((date '2014-01-01' + make_interval(months => n))::date) FROM generate_series(0, 179) AS n;

CREATE TABLE shift (
    pos_id text COLLATE "C" NOT NULL,
    pos_shift_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    closed boolean NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    fact text NOT NULL,
    PRIMARY KEY (pos_id, pos_shift_id)
);
CREATE INDEX shift_open ON shift (pos_id, business_date) WHERE NOT closed;
