-- How many of a lot's points were taken at its end: a check that closed while they could be spent may still come, and
-- spends them. The ledger is read before anybody has to wait for the table.
CREATE TEMPORARY TABLE ended AS
SELECT pos_id, reward_id, sum(points)::bigint AS points FROM entry WHERE kind = 'expired' GROUP BY pos_id, reward_id;
ALTER TABLE reward ADD COLUMN points_expired bigint NOT NULL DEFAULT 0,
    ADD CONSTRAINT expired_of_a_lot CHECK (points_expired BETWEEN 0 AND points - points_left);
UPDATE reward AS r SET points_expired = e.points FROM ended AS e WHERE r.pos_id = e.pos_id AND r.reward_id = e.reward_id;
DROP TABLE ended;
