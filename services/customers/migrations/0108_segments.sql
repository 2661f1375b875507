-- Guests of a segment are found in the index by which they are listed.
DROP INDEX customer_by_visit;
CREATE INDEX customer_by_visit ON customer (pos_id, last_visit DESC, pos_customer_id)
    INCLUDE (search, phone_digits, visits, erased_at);
