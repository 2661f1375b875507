-- Accounts at the card provider that the operator allowed to a POS vendor, beyond those that its locations have already.
CREATE TABLE allowed_card_accounts (
    vendor text NOT NULL,
    card_account text NOT NULL,
    allowed_at timestamptz NOT NULL,
    PRIMARY KEY (vendor, card_account)
);
