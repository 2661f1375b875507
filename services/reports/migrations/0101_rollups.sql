-- Roll-ups: what every report is read from. Each row is the sum of what its facts contribute; `facts` counts
-- them, so that a row whose facts have all moved away can be told from one that sums to nothing.
-- Money in cents, quantities in thousandths, durations in minutes.

CREATE TABLE rollup_day (
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    facts bigint NOT NULL,
    gross_sales bigint NOT NULL,
    gross_discounts bigint NOT NULL,
    gross_tax bigint NOT NULL,
    gross_voids bigint NOT NULL,
    gross_tips bigint NOT NULL,
    gross_reward_used bigint NOT NULL,
    gross_payment bigint NOT NULL,
    gross_cost bigint NOT NULL,
    gross_labor bigint NOT NULL,
    labor_minutes bigint NOT NULL,
    sales_without_cost bigint NOT NULL,
    checks bigint NOT NULL,
    covers bigint NOT NULL,
    PRIMARY KEY (pos_id, business_date)
) WITH (fillfactor = 70);

-- Quarter hours of local wall time from 00:00 of the business date, 0 to 127.
CREATE TABLE rollup_quarter (
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    quarter smallint NOT NULL,
    facts bigint NOT NULL,
    gross_sales bigint NOT NULL,
    gross_discounts bigint NOT NULL,
    gross_tax bigint NOT NULL,
    gross_voids bigint NOT NULL,
    gross_tips bigint NOT NULL,
    gross_reward_used bigint NOT NULL,
    gross_payment bigint NOT NULL,
    gross_cost bigint NOT NULL,
    gross_labor bigint NOT NULL,
    labor_minutes bigint NOT NULL,
    sales_without_cost bigint NOT NULL,
    checks bigint NOT NULL,
    covers bigint NOT NULL,
    PRIMARY KEY (pos_id, business_date, quarter)
) WITH (fillfactor = 70);

-- Items with name and categories as sold: the category reports are sums of this.
CREATE TABLE rollup_item (
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    pos_item_id text COLLATE "C" NOT NULL,
    item_name text COLLATE "C" NOT NULL,
    major_category text COLLATE "C" NOT NULL,
    minor_category text COLLATE "C" NOT NULL,
    facts bigint NOT NULL,
    quantity bigint NOT NULL,
    gross_sales bigint NOT NULL,
    gross_discounts bigint NOT NULL,
    gross_cost bigint NOT NULL,
    sales_without_cost bigint NOT NULL,
    PRIMARY KEY (pos_id, business_date, pos_item_id, item_name, major_category, minor_category)
) WITH (fillfactor = 70);

-- By employee, cashier, revenue center, order type, input type, source and table. `member` is '' where a check
-- names none.
CREATE TABLE rollup_dimension (
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    dimension smallint NOT NULL,
    member text COLLATE "C" NOT NULL,
    label text COLLATE "C" NOT NULL,
    facts bigint NOT NULL,
    gross_sales bigint NOT NULL,
    gross_discounts bigint NOT NULL,
    gross_voids bigint NOT NULL,
    gross_tips bigint NOT NULL,
    gross_payment bigint NOT NULL,
    source_fee bigint NOT NULL,
    table_minutes bigint NOT NULL,
    checks bigint NOT NULL,
    covers bigint NOT NULL,
    PRIMARY KEY (pos_id, business_date, dimension, member, label)
) WITH (fillfactor = 70);

-- Cashier by payment type.
CREATE TABLE rollup_tender (
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    cashier text COLLATE "C" NOT NULL,
    cashier_name text COLLATE "C" NOT NULL,
    payment_type text COLLATE "C" NOT NULL,
    facts bigint NOT NULL,
    payments bigint NOT NULL,
    amount bigint NOT NULL,
    tips bigint NOT NULL,
    PRIMARY KEY (pos_id, business_date, cashier, cashier_name, payment_type)
) WITH (fillfactor = 70);

-- Job by employee.
CREATE TABLE rollup_labor (
    pos_id text COLLATE "C" NOT NULL,
    business_date date NOT NULL,
    job text COLLATE "C" NOT NULL,
    employee text COLLATE "C" NOT NULL,
    employee_name text COLLATE "C" NOT NULL,
    facts bigint NOT NULL,
    regular_minutes bigint NOT NULL,
    overtime_minutes bigint NOT NULL,
    pay bigint NOT NULL,
    tips bigint NOT NULL,
    PRIMARY KEY (pos_id, business_date, job, employee, employee_name)
) WITH (fillfactor = 70);
