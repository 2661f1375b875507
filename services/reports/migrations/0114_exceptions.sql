-- What a person should look at in a check: how much it is out of balance by, and a set of bits, one for each kind of exception.

ALTER TABLE pos_check ADD COLUMN out_of_balance bigint NOT NULL DEFAULT 0;
ALTER TABLE pos_check ADD COLUMN exceptions smallint NOT NULL DEFAULT 0;
CREATE INDEX pos_check_with_exceptions ON pos_check (pos_id, business_date, close_time, pos_check_id) WHERE exceptions <> 0;
