//! The paged lists of this service.

use std::collections::BTreeMap;
use std::sync::Arc;

use jiff::Timestamp;
use saffron_core::{Calendar, CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::List;
use saffron_proto::marketing as proto;
use uuid::Uuid;

use super::answers;
use crate::app::{App, Exclusions};
use crate::domain::{AddressHash, Channel, Exclusion, Outcome};
use crate::store::{self, EntryKey, Found};

/// All guests of a location, each with the reason why it may get no message of a channel.
pub struct GuestEligibility {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub channel: Channel,
    pub search: Option<String>,
}

impl List for GuestEligibility {
    type Key = (CustomerId, String);
    type Piece = proto::ListRecipientsResponse;

    async fn page(
        &self,
        after: Option<&Self::Key>,
        limit: i64,
    ) -> Result<Vec<(Self::Key, proto::Recipient)>, Fault> {
        let mut tx = self.app.database.begin().await?;
        let (pos_id, channel, search) = (&self.pos_id, self.channel, self.search.as_deref());
        let people = store::page_of_guests(&mut tx, pos_id, channel, search, after, limit).await?;
        let hashes: Vec<AddressHash> = people.iter().filter_map(|person| person.hash).collect();
        let exclusions = Exclusions::of(&self.app, &mut tx, pos_id, channel, &hashes).await?;
        let shown = people.into_iter().map(|row| {
            let why = row.hash.map_or(Some(Exclusion::NoAddress), |hash| exclusions.of_message(hash));
            let recipient = proto::Recipient {
                pos_customer_id: row.id.to_string(),
                first_name: row.first_name,
                last_name: row.last_name,
                address: row.address.map(|address| address.to_string()).unwrap_or_default(),
                exclusion: answers::exclusion(why),
            };
            ((row.id, row.sort_name), recipient)
        });
        Ok(shown.collect())
    }
}

/// Campaigns of a location.
pub struct Campaigns {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub calendar: Calendar,
    pub channel: Option<Channel>,
}

impl List for Campaigns {
    type Key = (Timestamp, Uuid);
    type Piece = proto::ListCampaignsResponse;

    async fn page(
        &self,
        after: Option<&Self::Key>,
        limit: i64,
    ) -> Result<Vec<(Self::Key, proto::Campaign)>, Fault> {
        let mut tx = self.app.database.begin().await?;
        let campaigns = store::page_of_campaigns(&mut tx, &self.pos_id, self.channel, after, limit).await?;
        let codes = campaigns.iter().map(|campaign| campaign.content.promo_code.clone());
        let codes: Vec<String> = codes.filter(|code| !code.is_empty()).collect();
        let results: BTreeMap<_, _> = store::code_results(&mut tx, &self.pos_id, &codes).await?;
        let shown = campaigns.into_iter().map(|campaign| {
            let result = results.get(&campaign.content.promo_code).copied();
            (
                (campaign.created_at, campaign.id),
                answers::campaign(&self.app, &self.calendar, campaign, result),
            )
        });
        Ok(shown.collect())
    }
}

/// Recipients of a campaign.
pub struct Outcomes {
    pub app: Arc<App>,
    pub campaign: Uuid,
    pub calendar: Calendar,
    pub outcome: Option<Outcome>,
    pub search: Option<String>,
}

impl List for Outcomes {
    type Key = i32;
    type Piece = proto::ListOutcomesResponse;

    async fn page(
        &self,
        after: Option<&i32>,
        limit: i64,
    ) -> Result<Vec<(i32, proto::RecipientOutcome)>, Fault> {
        let mut tx = self.app.database.begin().await?;
        let search = self.search.as_deref();
        let rows =
            store::page_of_outcomes(&mut tx, self.campaign, self.outcome, search, after, limit).await?;
        Ok(rows
            .into_iter()
            .map(|row| (row.number, answers::recipient_outcome(&self.calendar, row)))
            .collect())
    }
}

/// The consent ledger of a guest's addresses.
pub struct Consents {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub calendar: Calendar,
    pub addresses: Vec<(Channel, AddressHash)>,
}

impl List for Consents {
    type Key = EntryKey;
    type Piece = proto::ListConsentsResponse;

    async fn page(
        &self,
        after: Option<&EntryKey>,
        limit: i64,
    ) -> Result<Vec<(EntryKey, proto::ConsentEntry)>, Fault> {
        let mut tx = self.app.database.begin().await?;
        let rows = store::page_of_entries(&mut tx, &self.pos_id, &self.addresses, after, limit).await?;
        Ok(rows.into_iter().map(|row| ((row.at, row.entry), answers::consent(&self.calendar, row))).collect())
    }
}

/// Texts of a location, newest first, each with the guest who has the number now.
pub struct GuestTexts {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub calendar: Calendar,
    /// Only the text with this id.
    pub id: Option<Uuid>,
}

impl List for GuestTexts {
    type Key = (Timestamp, Uuid);
    type Piece = proto::ListGuestTextsResponse;

    async fn page(
        &self,
        after: Option<&Self::Key>,
        limit: i64,
    ) -> Result<Vec<(Self::Key, proto::GuestText)>, Fault> {
        let mut tx = self.app.database.begin().await?;
        let texts = store::page_of_texts(&mut tx, &self.pos_id, (self.id, None), after, limit).await?;
        let numbers: Vec<_> = texts.iter().map(|text| text.hash).collect();
        let guests =
            store::contacts_at(&mut tx, &self.pos_id, Channel::Text, &numbers, Found::People).await?;
        let shown = texts.into_iter().map(|text| {
            let guest = guests.get(&text.hash).cloned();
            ((text.received_at, text.id), answers::guest_text(&self.calendar, text, guest))
        });
        Ok(shown.collect())
    }
}
