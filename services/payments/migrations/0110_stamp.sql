-- By which revision of the starts of days the business date of a fact was stamped: of two stamps of one event the later counts.
ALTER TABLE pos_check ADD COLUMN stamp bigint NOT NULL DEFAULT 0;
