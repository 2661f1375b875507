-- Money of checks beside sales: charges, gift cards, rounding, and what does not add up. Facts of before have none.

ALTER TABLE rollup_day ADD COLUMN gross_service_charges bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_day ADD COLUMN gross_gratuity bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_day ADD COLUMN gross_deferred bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_day ADD COLUMN gross_redeemed bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_day ADD COLUMN gross_rounding bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_day ADD COLUMN marketplace_tax bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_day ADD COLUMN out_of_balance bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN gross_service_charges bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN gross_gratuity bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN gross_deferred bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN gross_redeemed bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN gross_rounding bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN marketplace_tax bigint NOT NULL DEFAULT 0;
ALTER TABLE rollup_quarter ADD COLUMN out_of_balance bigint NOT NULL DEFAULT 0;
