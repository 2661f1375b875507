use jiff::Timestamp;
use saffron_core::Calendar;
use saffron_kit::Fault;
use saffron_kit::grpc::list::{List, Page};
use saffron_kit::grpc::{Caller, Mirrored as _};
use saffron_kit::pg::Database;
use saffron_proto::inventory as proto;
use saffron_proto::inventory::{ListPromotionsRequest, ListPromotionsResponse};

use super::items::{offer_to_proto, to_proto};
use crate::domain::{OfferState, PromoCode, search_text, sort_name};
use crate::store::{self, PromotionQuery};

saffron_kit::mirrored!(OfferState, proto::PromotionState: Valid, ToCome, Ended);

/// The paged list of a location's promotions.
pub(super) struct PromotionList {
    database: Database,
    query: PromotionQuery,
    calendar: Calendar,
    now: Timestamp,
}

impl PromotionList {
    /// Checks the request, and that the caller has the location.
    pub(super) fn for_request(
        database: Database,
        caller: &Caller,
        message: &ListPromotionsRequest,
        now: Timestamp,
    ) -> Result<PromotionList, Fault> {
        let (pos_id, calendar) =
            caller.location(&message.pos_id, "Please select location to view its promotions.")?;
        let search = search_text(&message.search)?;
        let query = PromotionQuery { pos_id, search, ended: message.ended, today: calendar.today(now) };
        Ok(PromotionList { database, query, calendar, now })
    }
}

impl List for PromotionList {
    type Key = (i16, PromoCode, String);
    type Piece = ListPromotionsResponse;

    async fn page(&self, after: Option<&Self::Key>, limit: i64) -> Result<Page<Self>, Fault> {
        let page = store::page_of_promotions(&self.database, &self.query, after, limit).await?;
        let rows = page.into_iter().map(|row| {
            let state = row.promotion.state(self.query.today);
            let code = row.promotion.code;
            let key = (state as i16, code.clone(), sort_name(row.item.display_name()));
            let promotion = proto::Promotion {
                promo_code: code.as_str().to_owned(),
                offer: Some(offer_to_proto(&row.promotion.offer)),
                state: state.for_message(),
                redemptions: row.redemptions,
                item: Some(to_proto(&row.item, &self.calendar, self.now)),
            };
            (key, promotion)
        });
        Ok(rows.collect())
    }
}
