-- Daily sales by location from landed events: the same figures as the app's daily report.
-- Run by sales.py, which sets the variable `files`; works as it stands in DuckDB after SET VARIABLE files = 'events/*.parquet'.
WITH once AS (
    -- At least once: a repeat has the same id.
    SELECT DISTINCT ON (id) * FROM read_parquet(getvariable('files')) WHERE type = 'saffron.reports.check_recorded.v1'
),
checks AS (
    -- A correction is a further event of the same check: the highest sequence is how it stands.
    SELECT * FROM once QUALIFY row_number() OVER (PARTITION BY pos_id, data ->> 'posCheckID' ORDER BY sequence DESC) = 1
)
SELECT
    pos_id,
    (data ->> 'businessDate')::DATE AS business_date,
    sum((data ->> 'grossSales')::DECIMAL(18, 2)) AS gross_sales,
    sum((data ->> 'netSales')::DECIMAL(18, 2)) AS net_sales,
    sum((data ->> 'grossPayment')::DECIMAL(18, 2)) AS gross_payment,
    sum((data ->> 'covers')::BIGINT) AS covers
FROM checks
GROUP BY ALL
ORDER BY ALL;
