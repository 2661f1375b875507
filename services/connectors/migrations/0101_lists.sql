-- Imports of shifts, items of the menu and guests.
ALTER TABLE import ADD COLUMN sent_shifts bigint NOT NULL DEFAULT 0;
ALTER TABLE import ADD COLUMN sent_items bigint NOT NULL DEFAULT 0;
ALTER TABLE import ADD COLUMN sent_guests bigint NOT NULL DEFAULT 0;

-- Of an import that is undone: a UUIDv7, by which what is sent then is later than all that imports sent before.
ALTER TABLE import ADD COLUMN undo_id uuid;

-- A batch of takeBack is sent when the import is undone: what brings back, or takes away, what the next batches bring.
ALTER TABLE import_batch DROP CONSTRAINT import_batch_kind_check;
ALTER TABLE import_batch ADD CONSTRAINT import_batch_kind_check
    CHECK (kind IN ('remove', 'check', 'restore', 'takeBack', 'shift', 'item', 'guest'));

-- Imports of whose shifts and items another one took the place.
CREATE TABLE import_over (
    import_id uuid NOT NULL,
    over_id uuid NOT NULL,
    PRIMARY KEY (import_id, over_id)
);
CREATE INDEX import_over_by_other ON import_over (over_id);
