use saffron_core::{BusinessDate, Error, ItemId, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Database;

use super::items::items;
use super::list::search_text;
use super::rows::offer_of;
use super::{sql_date, stored};
use crate::domain::{Item, PromoCode, Promotion, sort_name};

/// The place in a list of promotions after which the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PromotionCursor {
    /// 0: valid, 1: to come, 2: ended.
    state: i16,
    sort_name: String,
    code: PromoCode,
}

impl PromotionCursor {
    /// The place of this promotion on the date of the list.
    #[must_use]
    pub fn at(row: &PromotionRow, today: BusinessDate) -> PromotionCursor {
        PromotionCursor {
            state: row.promotion.state(today) as i16,
            sort_name: sort_name(row.item.display_name()),
            code: row.promotion.code.clone(),
        }
    }

    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<PromotionCursor, Error> {
        let read = || {
            let mut parts = text.splitn(3, '.');
            let (state, code, sort_name) = (parts.next()?, parts.next()?, parts.next()?);
            let readable = !text.contains('\0');
            readable.then_some(PromotionCursor {
                state: state.parse().ok()?,
                sort_name: sort_name.to_owned(),
                code: PromoCode::carried(code)?,
            })
        };
        read().ok_or_else(|| Error::invalid("cursor", "is not one that this list gave"))
    }
}

impl std::fmt::Display for PromotionCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        // Codes of promotions are made here, and hold no point.
        write!(f, "{}.{}.{}", self.state, self.code, self.sort_name)
    }
}

/// A list of promotions that was asked for.
#[derive(Debug, Clone)]
pub struct PromotionQuery {
    /// The location.
    pub pos_id: PosId,
    search: Option<String>,
    /// With those that have ended.
    pub ended: bool,
    /// The location's running business date.
    pub today: BusinessDate,
}

impl PromotionQuery {
    /// A list of a location's promotions on this date.
    pub fn new(
        pos_id: PosId,
        search: &str,
        ended: bool,
        today: BusinessDate,
    ) -> Result<PromotionQuery, Error> {
        Ok(PromotionQuery { pos_id, search: search_text(search)?, ended, today })
    }
}

/// A promotion as the list shows it.
#[derive(Debug, Clone)]
pub struct PromotionRow {
    /// Its code and offer.
    pub promotion: Promotion,
    /// Checks that carried the code on its days, without voids and refunds.
    pub redemptions: i64,
    /// What is on offer.
    pub item: Item,
}

/// The next `limit` promotions: valid ones, then those to come, then ended ones; each by display name.
pub async fn page_of_promotions(
    database: &Database,
    query: &PromotionQuery,
    after: Option<&PromotionCursor>,
    limit: i64,
) -> Result<Vec<PromotionRow>, Fault> {
    let mut snapshot = database.snapshot().await?;
    let rows = sqlx::query!(
        r#"SELECT p.code AS "code!", p.pos_item_id AS "pos_item_id!", p.percent AS "percent!",
             p.valid_from AS "valid_from!", p.valid_until AS "valid_until!", p.ended AS "ended!",
             (SELECT count(*) FROM sold_check c
              WHERE c.pos_id = $1 AND c.promo_code = p.code
                AND c.business_date BETWEEN p.valid_from AND p.valid_until) AS "redemptions!"
           FROM (
             SELECT q.code, q.pos_item_id, q.percent, q.valid_from, q.valid_until, q.ended, i.sort_name, i.names,
               CASE WHEN q.ended OR q.valid_until < $2 THEN 2 WHEN q.valid_from > $2 THEN 1 ELSE 0 END::smallint
                 AS state
             FROM promotion q JOIN item i ON i.pos_id = q.pos_id AND i.pos_item_id = q.pos_item_id
             WHERE q.pos_id = $1
           ) AS p
           WHERE ($3 OR p.state < 2)
             AND ($4::smallint IS NULL OR (p.state, p.sort_name, p.code) > ($4, $5, $6))
             AND ($7::text IS NULL OR strpos(p.names, $7) > 0 OR strpos(lower(p.code), $7) > 0)
           ORDER BY p.state, p.sort_name, p.code
           LIMIT $8"#,
        query.pos_id.as_str(),
        sql_date(query.today) as jiff_sqlx::Date,
        query.ended,
        after.map(|cursor| cursor.state),
        after.map(|cursor| cursor.sort_name.as_str()),
        after.map(|cursor| cursor.code.as_str()),
        query.search,
        limit
    )
    .fetch_all(snapshot.conn())
    .await?;
    let keys = rows
        .iter()
        .map(|row| Ok((query.pos_id.clone(), stored(row.pos_item_id.parse::<ItemId>())?)))
        .collect::<Result<Vec<_>, Fault>>()?;
    let found = items(snapshot.conn(), &keys).await?;
    snapshot.end().await?;
    rows.into_iter()
        .zip(keys)
        .map(|(row, key)| {
            let item = found.get(&key).cloned();
            Ok(PromotionRow {
                promotion: Promotion {
                    code: PromoCode::stored(row.code),
                    offer: offer_of(row.percent, row.valid_from, row.valid_until)?,
                    ended: row.ended,
                },
                redemptions: row.redemptions,
                item: item.ok_or_else(|| Fault::Permanent("a promotion without its item".into()))?,
            })
        })
        .collect()
}
