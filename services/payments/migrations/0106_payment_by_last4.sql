-- Payments are searched for by the last digits of the card.
CREATE INDEX payment_intent_by_last4 ON payment_intent
    (pos_id, (jsonb_path_query_first(object, '$.latest_charge.payment_method_details.*.last4') #>> '{}'));
