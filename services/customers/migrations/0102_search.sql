-- Searching a location looks at every guest: in the order of the list, without going to the rows of those who are not
-- found. What an index may hold of one row is limited (2,704 bytes).
UPDATE customer SET search = left(search, 400) WHERE length(search) > 400;
DROP INDEX customer_by_visit;
CREATE INDEX customer_by_visit ON customer (pos_id, last_visit DESC, pos_customer_id) INCLUDE (search, phone_digits);
