-- Payments are listed by their state.
CREATE INDEX payment_intent_by_state ON payment_intent (pos_id, state, created DESC, id DESC);
