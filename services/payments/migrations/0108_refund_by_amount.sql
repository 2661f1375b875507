-- Payments are searched for by what was refunded.
CREATE INDEX refund_by_amount ON refund (pos_id, amount);
