-- Checks are searched for by their charged amount without the tip.
CREATE INDEX pos_check_by_untipped ON pos_check (pos_id, abs(gross_payment - gross_tips));
