-- Month rows beside day rows, in the same tables and with the same key: a report over years reads one row a
-- month. grain 0: a business date; grain 1: a closed month at its first date, the sum of its days.

ALTER TABLE rollup_day ADD COLUMN grain smallint NOT NULL DEFAULT 0, DROP CONSTRAINT rollup_day_pkey,
    ADD PRIMARY KEY (pos_id, grain, business_date);
ALTER TABLE rollup_quarter ADD COLUMN grain smallint NOT NULL DEFAULT 0, DROP CONSTRAINT rollup_quarter_pkey,
    ADD PRIMARY KEY (pos_id, grain, business_date, quarter);

-- Names may change: of a month's rows, last_day tells which name was used last.
ALTER TABLE rollup_item ADD COLUMN grain smallint NOT NULL DEFAULT 0, ADD COLUMN last_day date,
    DROP CONSTRAINT rollup_item_pkey,
    ADD PRIMARY KEY (pos_id, grain, business_date, pos_item_id, item_name, major_category, minor_category);
-- The dimension stands before the date: a report reads one of them over many days.
ALTER TABLE rollup_dimension ADD COLUMN grain smallint NOT NULL DEFAULT 0, ADD COLUMN last_day date,
    DROP CONSTRAINT rollup_dimension_pkey,
    ADD PRIMARY KEY (pos_id, grain, dimension, business_date, member, label);
ALTER TABLE rollup_tender ADD COLUMN grain smallint NOT NULL DEFAULT 0, ADD COLUMN last_day date,
    DROP CONSTRAINT rollup_tender_pkey,
    ADD PRIMARY KEY (pos_id, grain, business_date, cashier, cashier_name, payment_type);
ALTER TABLE rollup_labor ADD COLUMN grain smallint NOT NULL DEFAULT 0, ADD COLUMN last_day date,
    DROP CONSTRAINT rollup_labor_pkey,
    ADD PRIMARY KEY (pos_id, grain, business_date, job, employee, employee_name);
UPDATE rollup_item SET last_day = business_date;
UPDATE rollup_dimension SET last_day = business_date;
UPDATE rollup_tender SET last_day = business_date;
UPDATE rollup_labor SET last_day = business_date;
ALTER TABLE rollup_item ALTER COLUMN last_day SET NOT NULL;
ALTER TABLE rollup_dimension ALTER COLUMN last_day SET NOT NULL;
ALTER TABLE rollup_tender ALTER COLUMN last_day SET NOT NULL;
ALTER TABLE rollup_labor ALTER COLUMN last_day SET NOT NULL;

-- Every month that holds facts. folded: its month rows equal the sum of its days. What changes a day of it
-- unfolds it in the same transaction; until it is folded again, readers add up its days.
CREATE TABLE month (
    pos_id text COLLATE "C" NOT NULL,
    month date NOT NULL,
    folded boolean NOT NULL,
    PRIMARY KEY (pos_id, month)
) WITH (fillfactor = 70);
CREATE INDEX month_to_fold ON month (month) WHERE NOT folded;
INSERT INTO month (pos_id, month, folded)
SELECT DISTINCT pos_id, date_trunc('month', business_date)::date, false FROM rollup_day;

-- The labor report of a running day is compared with parts of days, which are counted from their shifts.
CREATE INDEX shift_by_date ON shift (pos_id, business_date);
