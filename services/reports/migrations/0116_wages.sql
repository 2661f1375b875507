-- Wages that people enter for shifts whose POS sends none.
CREATE TABLE wage (
    pos_id text COLLATE "C" NOT NULL,
    -- 0: of an employee; 1: of a job.
    subject smallint NOT NULL,
    -- The employee's id, or the job.
    key text COLLATE "C" NOT NULL,
    -- The first business date that it holds for.
    from_date date NOT NULL,
    -- Cents an hour.
    rate bigint NOT NULL,
    -- The employee's name when it was entered.
    name text NOT NULL,
    set_at timestamptz NOT NULL,
    -- The person who entered it.
    set_by uuid NOT NULL,
    PRIMARY KEY (pos_id, subject, key, from_date)
);

-- Locations whose shifts without a rate are counted again with other wages, and how far they are.
CREATE TABLE wage_count (
    pos_id text COLLATE "C" PRIMARY KEY,
    next_date date NOT NULL,
    next_id text COLLATE "C" NOT NULL
);

-- The POS sent no rate, and the wage that the shift counts with; both of the fact's version `open_event`.
ALTER TABLE shift ADD COLUMN without_rate boolean NOT NULL DEFAULT false;
ALTER TABLE shift ADD COLUMN wage bigint;
CREATE INDEX shift_without_rate ON shift (pos_id, business_date, pos_shift_id) WHERE without_rate;

-- Paid seconds of shifts that have no wage.
ALTER TABLE rollup_day ADD COLUMN seconds_without_wage bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN seconds_without_wage bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_labor ADD COLUMN seconds_without_wage bigint NOT NULL DEFAULT 0;
