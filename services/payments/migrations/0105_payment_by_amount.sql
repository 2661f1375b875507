-- Payments are searched for by their amount.
CREATE INDEX payment_intent_by_amount ON payment_intent (pos_id, amount);
