-- Counts of cash drawers, and what they add up to by drawer and employee.

CREATE TABLE cash_count (
    pos_id text COLLATE "C" NOT NULL,
    pos_drawer_id text COLLATE "C" NOT NULL,
    opened_at timestamptz NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    -- Wall time.
    closed_time timestamp NOT NULL,
    fact text NOT NULL,
    PRIMARY KEY (pos_id, pos_drawer_id, opened_at)
);
CREATE INDEX cash_count_by_date ON cash_count (pos_id, business_date);

CREATE TABLE rollup_cash (
    pos_id text COLLATE "C" NOT NULL,
    grain smallint NOT NULL,
    business_date date NOT NULL,
    drawer text COLLATE "C" NOT NULL,
    employee text COLLATE "C" NOT NULL,
    employee_name text COLLATE "C" NOT NULL,
    last_day date NOT NULL,
    facts bigint NOT NULL,
    counts bigint NOT NULL,
    opening bigint NOT NULL,
    sales bigint NOT NULL,
    paid_in bigint NOT NULL,
    paid_out bigint NOT NULL,
    drops bigint NOT NULL,
    expected bigint NOT NULL,
    counted bigint NOT NULL,
    PRIMARY KEY (pos_id, grain, business_date, drawer, employee, employee_name)
) WITH (fillfactor = 70);
