-- An item whose price is set when it is sold has till_price 0; a removed one is in no list, and its row keeps the revision.

ALTER TABLE item ADD COLUMN open_price boolean NOT NULL DEFAULT false;
ALTER TABLE item ADD COLUMN removed boolean NOT NULL DEFAULT false;
