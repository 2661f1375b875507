-- An erased guest is forgotten at earlier addresses too.
CREATE INDEX recipient_by_guest ON recipient (pos_id, pos_customer_id);
