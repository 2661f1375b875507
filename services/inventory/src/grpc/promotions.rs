use jiff::Timestamp;
use saffron_core::{Error, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{self, List};
use saffron_kit::pg::Database;
use saffron_proto::inventory::list_promotions_response::Part;
use saffron_proto::inventory::{ListPromotionsRequest, ListPromotionsResponse, Promotion, PromotionState};

use super::items::{offer, shown};
use super::one_location;
use crate::domain::OfferState;
use crate::store::{self, PromotionCursor, PromotionQuery, PromotionRow};

/// The list of a location's promotions as they are now.
pub(super) struct PromotionList {
    query: PromotionQuery,
    zone: Zone,
    now: Timestamp,
}

impl PromotionList {
    /// Checks the request: the list, where it begins, and how long it is.
    pub(super) fn of(
        caller: &Caller,
        message: &ListPromotionsRequest,
        now: Timestamp,
    ) -> Result<(PromotionList, Option<PromotionCursor>, Option<usize>), Error> {
        let pos_id = one_location(caller, &message.pos_id, "Please select location to view its promotions.")?;
        let zone = caller.zone(&pos_id)?.clone();
        let query = PromotionQuery::new(pos_id, &message.search, message.ended, zone.today(now))?;
        let after = list::after(&message.cursor, PromotionCursor::parse)?;
        Ok((PromotionList { query, zone, now }, after, list::limit(message.limit)?))
    }
}

impl List for PromotionList {
    type Row = PromotionRow;
    type Cursor = PromotionCursor;
    type Part = ListPromotionsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&PromotionCursor>,
        limit: i64,
    ) -> Result<Vec<PromotionRow>, Fault> {
        store::page_of_promotions(database, &self.query, after, limit).await
    }

    fn cursor(&self, row: &PromotionRow) -> Result<PromotionCursor, Fault> {
        Ok(PromotionCursor::at(row, self.query.today))
    }

    fn row(&self, row: PromotionRow) -> ListPromotionsResponse {
        let state = match row.promotion.state(self.query.today) {
            OfferState::Valid => PromotionState::Valid,
            OfferState::ToCome => PromotionState::ToCome,
            OfferState::Ended => PromotionState::Ended,
        };
        let promotion = Promotion {
            promo_code: row.promotion.code.to_string(),
            offer: Some(offer(&row.promotion.offer)),
            state: state.into(),
            redemptions: row.redemptions,
            item: Some(shown(&row.item, &self.zone, self.now)),
        };
        ListPromotionsResponse { part: Some(Part::Promotion(promotion)) }
    }

    fn next(cursor: String) -> ListPromotionsResponse {
        ListPromotionsResponse { part: Some(Part::NextCursor(cursor)) }
    }
}
