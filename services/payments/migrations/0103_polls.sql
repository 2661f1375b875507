-- How often the account was claimed to be polled, as in every queue.
ALTER TABLE location ADD COLUMN tries integer NOT NULL DEFAULT 0;
