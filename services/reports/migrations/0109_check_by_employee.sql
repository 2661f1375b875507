-- Checks are searched for by their employee.
CREATE INDEX pos_check_by_employee ON pos_check (pos_id, employee_id) WHERE employee_id IS NOT NULL;
