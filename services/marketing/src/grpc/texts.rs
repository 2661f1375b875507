//! Texts that guests wrote, as a list.

use std::collections::BTreeMap;

use saffron_core::{Error, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{self, List};
use saffron_kit::pg::Database;
use saffron_proto::marketing::{
    GuestText as Shown, ListGuestTextsRequest, ListGuestTextsResponse, list_guest_texts_response,
};

use super::lists::Asked;
use super::wire::TextRow;
use super::{asked, wire};
use crate::domain::Channel;
use crate::store::{self, TextCursor, TextFilter};

/// Texts of a location, newest first, each with the guest who has the number now.
pub struct GuestTexts {
    pos_id: PosId,
    zone: Zone,
    filter: TextFilter,
}

impl GuestTexts {
    /// Checks the request.
    pub fn of(
        caller: &Caller,
        message: &ListGuestTextsRequest,
    ) -> Result<Asked<GuestTexts, TextCursor>, Error> {
        let pos_id = asked::location(caller, &message.pos_id)?;
        let zone = caller.zone(&pos_id)?.clone();
        let after = list::after(&message.cursor, TextCursor::parse)?;
        let filter = TextFilter { id: asked::text(&message.text_id)?, numbers: None };
        Ok((GuestTexts { pos_id, zone, filter }, after, list::limit(message.limit)?))
    }
}

impl List for GuestTexts {
    type Row = TextRow;
    type Cursor = TextCursor;
    type Part = ListGuestTextsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&TextCursor>,
        limit: i64,
    ) -> Result<Vec<TextRow>, Fault> {
        let mut tx = database.begin().await?;
        let texts = store::page_of_texts(&mut tx, &self.pos_id, &self.filter, after, limit).await?;
        let numbers: Vec<_> = texts.iter().map(|text| text.hash).collect();
        let guests: BTreeMap<_, _> =
            store::contacts_at(&mut tx, &self.pos_id, Channel::Text, &numbers).await?;
        Ok(texts
            .into_iter()
            .map(|text| {
                let guest = guests.get(&text.hash).cloned();
                (text, guest)
            })
            .collect())
    }

    fn cursor(&self, (text, _): &TextRow) -> Result<TextCursor, Fault> {
        Ok(TextCursor::at(text))
    }

    fn row(&self, row: TextRow) -> ListGuestTextsResponse {
        let text: Shown = wire::guest_text(&self.zone, row);
        ListGuestTextsResponse { part: Some(list_guest_texts_response::Part::Text(text)) }
    }

    fn next(cursor: String) -> ListGuestTextsResponse {
        ListGuestTextsResponse { part: Some(list_guest_texts_response::Part::NextCursor(cursor)) }
    }
}
