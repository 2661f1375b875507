-- Checks are searched for by their net sales.
CREATE INDEX pos_check_by_net_sales ON pos_check (pos_id, abs(gross_sales - gross_discounts));
