-- Webhooks name the account.
CREATE INDEX connection_account ON connection (pos, account_id) WHERE state = 'live';
