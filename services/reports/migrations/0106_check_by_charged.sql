-- Checks are searched for by their charged amount, of refunds too.
CREATE INDEX pos_check_by_charged ON pos_check (pos_id, abs(gross_payment));
