-- Payments are searched for by what is disputed.
CREATE INDEX dispute_by_amount ON dispute (pos_id, amount);
