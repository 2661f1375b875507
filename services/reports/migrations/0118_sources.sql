-- The ingest key by which each check was sent, as core's Source has it. Of checks of before it was stamped: till.
ALTER TABLE pos_check ADD COLUMN source text COLLATE "C" NOT NULL DEFAULT 'till';
