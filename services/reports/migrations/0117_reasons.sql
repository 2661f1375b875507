-- Why a check was voided or discounted, who approved it, and the names of its discounts: what lists of checks are searched by.
ALTER TABLE pos_check ADD COLUMN reasons text[];
