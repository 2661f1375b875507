-- Codes of campaigns stand beside those of promotions.
ALTER TABLE promo_code ADD COLUMN campaign_id uuid;
ALTER TABLE promo_code ADD CONSTRAINT campaign_of_its_code CHECK ((kind = 'campaign') = (campaign_id IS NOT NULL));
