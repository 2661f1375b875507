-- Which span an event was caused by (W3C Trace Context), where that is traced: its trace goes on behind the outbox.

ALTER TABLE outbox ADD COLUMN traceparent text;
