//! Changes of the menu by owners and promo codes of campaigns, for a POS that reads them over HTTP.

use std::sync::Arc;

use axum::extract::rejection::QueryRejection;
use axum::extract::{Query, State};
use saffron_core::{Error, Money, Quantity};
use saffron_proto::inventory as proto;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::keys::bearer;
use crate::Gateway;
use crate::call::query;
use crate::http::document::envelopes;
use crate::http::envelope::{Envelope, Failure, Failures};
use crate::session::Client;

/// The most changes of one answer.
const MAX_PAGE: i64 = 500;

/// Which changes. Numbers are read as texts, so that a wrong one is refused by name.
#[derive(Deserialize)]
pub struct ChangesQuery {
    /// The `after` of the previous answer; 0 or none: from the first change on.
    after: Option<String>,
    /// 1 to 500, 100 without it.
    limit: Option<String>,
}

/// A change made by an owner; only the fields that changed are present.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Change {
    /// Grows by one with each change of the location.
    sequence: i64,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    at: String,
    #[serde(rename = "posItemID")]
    pos_item_id: String,
    /// Dollars.
    #[schema(value_type = f64, nullable = false, required = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    price: Option<Money>,
    /// Dollars.
    #[schema(value_type = f64, nullable = false, required = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    estimated_cost: Option<Money>,
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    display_name: Option<String>,
    #[schema(value_type = f64, nullable = false, required = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    stock: Option<Quantity>,
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    sold_out: Option<bool>,
    /// With `soldOut`: when the mark ends by itself, wall time of the location.
    #[schema(nullable = false)]
    #[serde(skip_serializing_if = "Option::is_none")]
    sold_out_until: Option<String>,
}

/// A promo code of a campaign that is new, or gives something else than before.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct PromoCodeChange {
    /// Counted with the changes of items.
    sequence: i64,
    /// Wall time of the location, YYYY-MM-DDTHH:mm:ss.
    at: String,
    /// Upper case; checks carry it as `promoCode`.
    promo_code: String,
    /// Whole percent; null: the POS decides.
    discount_percentage: Option<i32>,
    /// On these items alone; empty: on the whole check.
    #[serde(rename = "posItemIDs")]
    pos_item_ids: Vec<String>,
    /// The last business date, YYYY-MM-DD; null: it does not end.
    valid_until: Option<String>,
}

/// Changes in order.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub struct Changes {
    change_list: Vec<Change>,
    promo_code_list: Vec<PromoCodeChange>,
    /// The value of `after` in the next call.
    after: i64,
    /// More follow: call again at once.
    more: bool,
}

envelopes! {
    /// The answer of `GET /ingest/v1/changes`.
    ChangesEnvelope(Changes);
}

/// Changes made by owners.
#[utoipa::path(
    get, path = "/ingest/v1/changes", operation_id = "ingestChanges", tag = "tills",
    params(
        ("after" = Option<i64>, Query, description = "The `after` of the previous answer; without it from the first change on."),
        ("limit" = Option<i64>, Query, description = "1 to 500; 100 without it."),
        ("Authorization" = String, Header, description = "Bearer <ingest key>"),
    ),
    responses((status = 200, description = "The changes.", body = ChangesEnvelope), Failures)
)]
pub async fn ingest_changes(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    query: Result<Query<ChangesQuery>, QueryRejection>,
) -> Result<Envelope<Changes>, Failure> {
    let key = bearer(client.bearer.as_ref(), "ingest key")?;
    let key = gateway.authenticate_till(&client, key).await?;
    let query = query::read(query)?;
    let after = query::number("after", query.after.as_deref())?.unwrap_or_default();
    if after < 0 {
        return Err(Error::invalid("after", "must not be negative").into());
    }
    let limit = match query::number("limit", query.limit.as_deref())?.unwrap_or(100) {
        limit @ 1..=MAX_PAGE => i32::try_from(limit).unwrap_or(i32::MAX),
        _ => return Err(Error::invalid("limit", format!("must be 1 to {MAX_PAGE}")).into()),
    };
    // A connection enters no promo codes at its POS: a person does, who would be shown that it had.
    let items_only = key.is_of_connection;
    let call = proto::ListChangesRequest { pos_id: key.pos_id.to_string(), after, limit, items_only };
    let found = gateway.services.call_as_gateway(call).await?;
    let change_list = found.changes.into_iter().map(|change| Change {
        sequence: change.sequence,
        at: change.at,
        pos_item_id: change.pos_item_id,
        price: change.price.map(Money::from_cents),
        estimated_cost: change.estimated_cost.map(Money::from_cents),
        display_name: change.display_name,
        stock: change.stock.map(Quantity::from_milli),
        sold_out: change.sold_out,
        sold_out_until: crate::api::some(change.sold_out_until),
    });
    let promo_code_list = found.codes.into_iter().map(|change| {
        let terms = change.terms.unwrap_or_default();
        PromoCodeChange {
            sequence: change.sequence,
            at: change.at,
            promo_code: change.promo_code,
            discount_percentage: Some(terms.discount_percentage).filter(|percent| *percent > 0),
            pos_item_ids: terms.pos_item_ids,
            valid_until: crate::api::some(terms.valid_until),
        }
    });
    Ok(Changes {
        change_list: change_list.collect(),
        promo_code_list: promo_code_list.collect(),
        after: found.after,
        more: found.more,
    }
    .into())
}
