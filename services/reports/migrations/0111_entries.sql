-- Entries of checks by name: discounts, voids, service charges, taxes, modifiers and gift cards, as a roll-up like the others.
-- entry_id is a hash of the six texts, which together may be longer than a key of an index. Facts of before have none.

CREATE TABLE rollup_entry (
    pos_id text COLLATE "C" NOT NULL,
    grain smallint NOT NULL,
    entry smallint NOT NULL,
    business_date date NOT NULL,
    entry_id text COLLATE "C" NOT NULL,
    class text COLLATE "C" NOT NULL,
    name text COLLATE "C" NOT NULL,
    reason text COLLATE "C" NOT NULL,
    approver text COLLATE "C" NOT NULL,
    employee text COLLATE "C" NOT NULL,
    employee_name text COLLATE "C" NOT NULL,
    last_day date NOT NULL,
    facts bigint NOT NULL,
    entries bigint NOT NULL,
    quantity bigint NOT NULL,
    amount bigint NOT NULL,
    tax bigint NOT NULL,
    cost bigint NOT NULL,
    PRIMARY KEY (pos_id, grain, entry, business_date, entry_id)
) WITH (fillfactor = 70);
