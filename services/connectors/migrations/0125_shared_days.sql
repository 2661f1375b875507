-- Whether another source has checks of a date that was read: open, while nobody decided, or kept, once a person said that they are
-- different sales. Of an open one own_checks and own_net_sales are what the connection brought.
ALTER TABLE connected_day ADD COLUMN sharing text COLLATE "C";
ALTER TABLE connected_day ADD CONSTRAINT connected_day_sharing_check CHECK (sharing IN ('open', 'kept'));
