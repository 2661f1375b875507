-- Checks that are open count nowhere yet, and removed checks and shifts nowhere any more; their rows keep the revision.
-- Columns of a constant default are added without writing a row.

ALTER TABLE pos_check ADD COLUMN closed boolean NOT NULL DEFAULT true;
ALTER TABLE pos_check ADD COLUMN removed boolean NOT NULL DEFAULT false;
ALTER TABLE shift ADD COLUMN removed boolean NOT NULL DEFAULT false;
ALTER TABLE rollup_day ADD COLUMN open_checks bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_day ADD COLUMN open_sales bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN open_checks bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN open_sales bigint NOT NULL DEFAULT 0;
-- The open checks of a location.
CREATE INDEX pos_check_open ON pos_check (pos_id, open_time) WHERE NOT closed;
