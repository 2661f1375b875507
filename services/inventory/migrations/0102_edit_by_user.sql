-- The edits of a person whose account is erased.
CREATE INDEX edit_by_user ON edit (user_id) WHERE user_id IS NOT NULL;
