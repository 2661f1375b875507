-- Whether the location was described to the other services as it stands.
ALTER TABLE locations ADD COLUMN described boolean NOT NULL DEFAULT false;
CREATE INDEX locations_to_describe ON locations (pos_id) WHERE NOT described;
