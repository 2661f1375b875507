-- The rewards of a person whose account is erased.
CREATE INDEX reward_by_granter ON reward (granted_by);
