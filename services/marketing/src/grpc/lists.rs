//! The lists of this service.

use std::collections::BTreeMap;
use std::sync::Arc;

use saffron_core::{Error, PosId, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use saffron_kit::grpc::list::{self, List};
use saffron_kit::pg::Database;
use saffron_proto::marketing::{
    ListCampaignsRequest, ListCampaignsResponse, ListConsentsResponse, ListOutcomesRequest,
    ListOutcomesResponse, ListRecipientsRequest, ListRecipientsResponse, Recipient, list_campaigns_response,
    list_consents_response, list_outcomes_response, list_recipients_response,
};
use uuid::Uuid;

use super::{asked, wire};
use crate::app::App;
use crate::domain::{AddressHash, Channel, Exclusion, Outcome, Search, Share};
use crate::store::{
    self, Campaign, CampaignCursor, EntryCursor, EntryRow, OutcomeCursor, OutcomeRow, PersonCursor, PersonRow,
};

/// A list, its first place, and how many.
pub type Asked<L, C> = (L, Option<C>, Option<usize>);

/// Guests of a location, and whether they may get messages of a channel.
pub struct People {
    pub app: Arc<App>,
    pos_id: PosId,
    channel: Channel,
    search: Option<Search>,
}

impl People {
    /// Checks the request.
    pub fn of(
        app: Arc<App>,
        caller: &Caller,
        message: &ListRecipientsRequest,
    ) -> Result<Asked<People, PersonCursor>, Error> {
        let pos_id = asked::location(caller, &message.pos_id)?;
        let channel = asked::some_channel(message.channel)?;
        let search = Search::parse(&message.search)?;
        let after = list::after(&message.cursor, PersonCursor::parse)?;
        Ok((People { app, pos_id, channel, search }, after, list::limit(message.limit)?))
    }
}

impl List for People {
    type Row = (PersonRow, Option<Exclusion>);
    type Cursor = PersonCursor;
    type Part = ListRecipientsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&PersonCursor>,
        limit: i64,
    ) -> Result<Vec<Self::Row>, Fault> {
        let mut tx = database.begin().await?;
        let (pos_id, channel) = (&self.pos_id, self.channel);
        let people =
            store::page_of_people(&mut tx, pos_id, channel, self.search.as_ref(), after, limit).await?;
        let hashes: Vec<AddressHash> =
            people.iter().filter_map(|person| person.address.as_ref().map(|(_, hash)| *hash)).collect();
        let standings = store::standings(&mut tx, pos_id, channel, &hashes).await?;
        let counted = store::counted(&mut tx, pos_id, &hashes, self.app.week_ago()).await?;
        let why = |person: &PersonRow| {
            let Some((_, hash)) = &person.address else { return Some(Exclusion::NoAddress) };
            let enough = counted.get(hash).is_some_and(|got| self.app.has_enough(*got));
            let standing = standings.get(hash).cloned().unwrap_or_default();
            standing.exclusion().or(enough.then_some(Exclusion::TooMany))
        };
        Ok(people
            .into_iter()
            .map(|person| {
                let why = why(&person);
                (person, why)
            })
            .collect())
    }

    fn cursor(&self, (row, _): &Self::Row) -> Result<PersonCursor, Fault> {
        Ok(PersonCursor::at(row))
    }

    fn row(&self, (row, why): Self::Row) -> ListRecipientsResponse {
        let recipient = Recipient {
            pos_customer_id: row.id.into(),
            first_name: row.first_name,
            last_name: row.last_name,
            address: row.address.map(|(address, _)| address).unwrap_or_default(),
            exclusion: wire::exclusion(why).into(),
        };
        ListRecipientsResponse { part: Some(list_recipients_response::Part::Recipient(recipient)) }
    }

    fn next(cursor: String) -> ListRecipientsResponse {
        ListRecipientsResponse { part: Some(list_recipients_response::Part::NextCursor(cursor)) }
    }
}

/// Campaigns of a location.
pub struct Campaigns {
    pos_id: PosId,
    zone: Zone,
    channel: Option<Channel>,
}

impl Campaigns {
    /// Checks the request.
    pub fn of(
        caller: &Caller,
        message: &ListCampaignsRequest,
    ) -> Result<Asked<Campaigns, CampaignCursor>, Error> {
        let pos_id = asked::location(caller, &message.pos_id)?;
        let zone = caller.zone(&pos_id)?.clone();
        let after = list::after(&message.cursor, CampaignCursor::parse)?;
        let channel = asked::channel(message.channel);
        Ok((Campaigns { pos_id, zone, channel }, after, list::limit(message.limit)?))
    }
}

impl List for Campaigns {
    type Row = (Campaign, Option<Share>);
    type Cursor = CampaignCursor;
    type Part = ListCampaignsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&CampaignCursor>,
        limit: i64,
    ) -> Result<Vec<Self::Row>, Fault> {
        let mut tx = database.begin().await?;
        let campaigns = store::page_of_campaigns(&mut tx, &self.pos_id, self.channel, after, limit).await?;
        let codes = campaigns.iter().map(|campaign| campaign.content.promo_code.clone());
        let codes: Vec<String> = codes.filter(|code| !code.is_empty()).collect();
        let results: BTreeMap<String, Share> = store::code_results(&mut tx, &self.pos_id, &codes).await?;
        let result = |campaign: &Campaign| results.get(&campaign.content.promo_code).copied();
        Ok(campaigns
            .into_iter()
            .map(|campaign| {
                let result = result(&campaign);
                (campaign, result)
            })
            .collect())
    }

    fn cursor(&self, (campaign, _): &Self::Row) -> Result<CampaignCursor, Fault> {
        Ok(CampaignCursor::at(campaign))
    }

    fn row(&self, (campaign, result): Self::Row) -> ListCampaignsResponse {
        let campaign = wire::campaign(&self.zone, campaign, result);
        ListCampaignsResponse { part: Some(list_campaigns_response::Part::Campaign(campaign)) }
    }

    fn next(cursor: String) -> ListCampaignsResponse {
        ListCampaignsResponse { part: Some(list_campaigns_response::Part::NextCursor(cursor)) }
    }
}

/// Recipients of a campaign.
pub struct Outcomes {
    /// Whose campaign it has to be.
    pub pos_id: PosId,
    /// The campaign.
    pub campaign: Uuid,
    zone: Zone,
    outcome: Option<Outcome>,
    search: Option<Search>,
}

impl Outcomes {
    /// Checks the request.
    pub fn of(
        caller: &Caller,
        message: &ListOutcomesRequest,
    ) -> Result<Asked<Outcomes, OutcomeCursor>, Error> {
        let pos_id = asked::location(caller, &message.pos_id)?;
        let list = Outcomes {
            campaign: asked::campaign(&message.campaign_id)?,
            zone: caller.zone(&pos_id)?.clone(),
            outcome: asked::outcome(message.outcome),
            search: Search::parse(&message.search)?,
            pos_id,
        };
        let after = list::after(&message.cursor, OutcomeCursor::parse)?;
        Ok((list, after, list::limit(message.limit)?))
    }
}

impl List for Outcomes {
    type Row = OutcomeRow;
    type Cursor = OutcomeCursor;
    type Part = ListOutcomesResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&OutcomeCursor>,
        limit: i64,
    ) -> Result<Vec<OutcomeRow>, Fault> {
        let mut tx = database.begin().await?;
        let search = self.search.as_ref();
        store::page_of_outcomes(&mut tx, self.campaign, self.outcome, search, after, limit).await
    }

    fn cursor(&self, row: &OutcomeRow) -> Result<OutcomeCursor, Fault> {
        Ok(OutcomeCursor::at(row))
    }

    fn row(&self, row: OutcomeRow) -> ListOutcomesResponse {
        let outcome = wire::recipient_outcome(&self.zone, row);
        ListOutcomesResponse { part: Some(list_outcomes_response::Part::Outcome(outcome)) }
    }

    fn next(cursor: String) -> ListOutcomesResponse {
        ListOutcomesResponse { part: Some(list_outcomes_response::Part::NextCursor(cursor)) }
    }
}

/// The consent ledger of a guest's addresses.
pub struct Consents {
    /// Where.
    pub pos_id: PosId,
    /// Its clock.
    pub zone: Zone,
    /// The guest's addresses.
    pub addresses: Vec<(Channel, AddressHash)>,
}

impl List for Consents {
    type Row = EntryRow;
    type Cursor = EntryCursor;
    type Part = ListConsentsResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&EntryCursor>,
        limit: i64,
    ) -> Result<Vec<EntryRow>, Fault> {
        let mut tx = database.begin().await?;
        store::page_of_entries(&mut tx, &self.pos_id, &self.addresses, after, limit).await
    }

    fn cursor(&self, row: &EntryRow) -> Result<EntryCursor, Fault> {
        Ok(EntryCursor::at(row))
    }

    fn row(&self, row: EntryRow) -> ListConsentsResponse {
        let entry = wire::consent(&self.zone, row);
        ListConsentsResponse { part: Some(list_consents_response::Part::Entry(entry)) }
    }

    fn next(cursor: String) -> ListConsentsResponse {
        ListConsentsResponse { part: Some(list_consents_response::Part::NextCursor(cursor)) }
    }
}
