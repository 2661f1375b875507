-- The newest merge of each guest that a POS sent, as it was sent. Which of them have an effect is in customer.merged_into.
CREATE TABLE guest_merge (
    pos_id text COLLATE "C" NOT NULL,
    pos_customer_id text COLLATE "C" NOT NULL,
    revision bigint NOT NULL,
    event_id text COLLATE "C" NOT NULL,
    merged_into text COLLATE "C" NOT NULL,
    PRIMARY KEY (pos_id, pos_customer_id),
    CONSTRAINT two_guests CHECK (merged_into <> pos_customer_id)
);
CREATE INDEX guest_merge_into ON guest_merge (pos_id, merged_into);

-- The guest for whom an ended id counts, at the end of all its merges; none of guests who stand for themselves.
ALTER TABLE customer ADD COLUMN merged_into text COLLATE "C";
CREATE INDEX customer_ended ON customer (pos_id, merged_into) WHERE merged_into IS NOT NULL;

-- The guest whom a check names, or to whom a reward was sent, where pos_customer_id is the guest for whom that one counts.
ALTER TABLE pos_check ADD COLUMN named_customer_id text COLLATE "C";
ALTER TABLE reward ADD COLUMN named_customer_id text COLLATE "C";

-- Points go from one guest to another through the account merged, which is empty after every merge.
ALTER TABLE entry DROP CONSTRAINT entry_kind_check;
ALTER TABLE entry ADD CONSTRAINT entry_kind_check
    CHECK (kind IN ('earned', 'spent', 'granted', 'expired', 'merged')) NOT VALID;
ALTER TABLE entry VALIDATE CONSTRAINT entry_kind_check;
ALTER TABLE entry DROP CONSTRAINT entry_debit_check;
ALTER TABLE entry ADD CONSTRAINT entry_debit_check
    CHECK (debit IN ('points', 'owed', 'issued', 'redeemed', 'granted', 'expired', 'merged')) NOT VALID;
ALTER TABLE entry VALIDATE CONSTRAINT entry_debit_check;
ALTER TABLE entry DROP CONSTRAINT entry_credit_check;
ALTER TABLE entry ADD CONSTRAINT entry_credit_check
    CHECK (credit IN ('points', 'owed', 'issued', 'redeemed', 'granted', 'expired', 'merged')) NOT VALID;
ALTER TABLE entry VALIDATE CONSTRAINT entry_credit_check;

-- Ended guests are passed over in the index by which guests are listed.
DROP INDEX customer_by_visit;
CREATE INDEX customer_by_visit ON customer (pos_id, last_visit DESC, pos_customer_id)
    INCLUDE (search, phone_digits, visits, erased_at, merged_into);
