-- The sample restaurants are few among the locations, and connectors asks for them every few seconds.
CREATE INDEX sample_locations ON locations (pos_id) WHERE starts_with(pos_id, '_sample_');
