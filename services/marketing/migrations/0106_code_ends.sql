-- The last day of a campaign's promo code; codes without an end have none. A table of its own: replicas of the release before
-- read all columns of campaign.
CREATE TABLE code_end (
    campaign_id uuid PRIMARY KEY,
    valid_until date NOT NULL
);
