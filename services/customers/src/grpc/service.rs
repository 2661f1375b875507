use std::sync::Arc;

use jiff::Timestamp;
use saffron_core::{Calendar, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{self, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, Mirrored as _, answer};
use saffron_proto::customers::customers_service_server::CustomersService;
use saffron_proto::customers::{
    Customer, EraseCustomerRequest, EraseCustomerResponse, ExportCustomerRequest, ExportCustomerResponse,
    FindVisitsRequest, FindVisitsResponse, GetCustomerRequest, GetCustomerResponse, GetRewardPercentRequest,
    GetRewardPercentResponse, ListCustomersRequest, ListCustomersResponse, ListPointsRequest,
    ListPointsResponse, ListTwinsRequest, ListTwinsResponse, Reward, SendRewardItemRequest,
    SendRewardItemResponse, SendRewardPointRequest, SendRewardPointResponse, UpdateRewardPercentRequest,
    UpdateRewardPercentResponse, Visit,
};
use tonic::Request;

use super::{answers, export, lists, percent, requests};
use crate::app::{self, App, SendReward, no_such_customer};
use crate::domain::{Bounds, Guest, Percent, Search, Segment, Sort, year_before};
use crate::store::{self, Addresses, CustomerRow, GuestFilter};

/// The most rewards that are shown with a guest.
const REWARDS: i64 = 100;

/// The most ended ids of a guest that are counted, and by whose addresses others are found.
const ENDED: i64 = 1_000;

/// The calls of owners.
pub struct Customers {
    pub app: Arc<App>,
}

impl Customers {
    fn now(&self) -> Timestamp {
        self.app.database.clock().now()
    }

    /// A guest with the row; of an ended id the guest that stays.
    async fn find(&self, guest: Guest) -> Result<(Guest, CustomerRow), Fault> {
        let row = store::find_customer(&self.app.database, &guest).await?.ok_or_else(no_such_customer)?;
        Ok(((guest.0, row.id.clone()), row))
    }

    /// What the guests of a segment have in common now.
    async fn bounds(&self, pos_id: &PosId, calendar: &Calendar, segment: Segment) -> Result<Bounds, Fault> {
        let now = self.now();
        let least_spend = match segment {
            Segment::TopSpenders => {
                store::least_top_spend(&self.app.database, pos_id, year_before(calendar.today(now))).await?
            }
            _ => None,
        };
        Ok(segment.bounds(calendar, now, least_spend))
    }

    /// Sends a reward, and returns it with its guest.
    async fn send(
        &self,
        caller: &Caller,
        send: Result<SendReward, Fault>,
    ) -> Result<(Option<Reward>, Option<Customer>), Fault> {
        let (guest, reward) = app::send_reward(&self.app, caller, &send?).await?;
        let calendar = caller.calendar(&guest.0)?;
        let row = store::find_reward(&self.app.database, &guest.0, reward).await?;
        let reward = row.map(|row| answers::reward(calendar, calendar.today(self.now()), row));
        let customer = store::find_customer(&self.app.database, &guest).await?;
        Ok((reward, customer.map(|row| answers::customer(&guest.0, calendar, row))))
    }

    async fn percent_of(&self, caller: &Caller, pos_id: &PosId) -> Result<GetRewardPercentResponse, Fault> {
        percent::of(&self.app.database, pos_id, caller.calendar(pos_id)?, self.now()).await
    }
}

#[tonic::async_trait]
impl CustomersService for Customers {
    type ListCustomersStream = Messages<ListCustomersResponse>;
    type ListTwinsStream = Messages<ListTwinsResponse>;
    type ListPointsStream = Messages<ListPointsResponse>;

    async fn list_customers(
        &self,
        request: Request<ListCustomersRequest>,
    ) -> Answer<Self::ListCustomersStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, calendar) = requests::location(&caller, &message.pos_id)?;
        let search = Search::parse(&message.search).map_err(Fault::from)?;
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let segment = match Segment::of_message(message.segment) {
            Some(segment) => Some(self.bounds(&pos_id, &calendar, segment).await?),
            None => None,
        };
        let sort = Sort::of_message(message.sort).unwrap_or_default();
        let filter = GuestFilter { pos_id, search, segment, sort };
        let database = self.app.database.clone();
        Ok(list::stream(lists::Customers { database, calendar, filter }, wanted))
    }

    async fn find_visits(&self, request: Request<FindVisitsRequest>) -> Answer<FindVisitsResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let search = Search::parse(&message.search).map_err(Fault::from)?;
        // Numbers are of checks and amounts.
        let named = search.filter(|search| search.text.chars().any(char::is_alphabetic));
        let Some(search) = named else { return answer(FindVisitsResponse::default()) };
        let mine: Vec<PosId> = caller.locations.keys().cloned().collect();
        let visits = store::find_visits(&self.app.database, &mine, &search).await?.into_iter();
        let visits =
            visits.map(|(pos_id, check)| Visit { pos_id: pos_id.into(), pos_check_id: check.into() });
        answer(FindVisitsResponse { visits: visits.collect() })
    }

    async fn get_customer(&self, request: Request<GetCustomerRequest>) -> Answer<GetCustomerResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (guest, calendar) = requests::guest(&caller, &message.pos_id, &message.pos_customer_id)?;
        let (guest, row) = self.find(guest).await?;
        let customer = Some(answers::customer(&guest.0, &calendar, row));
        let rewards = store::rewards_of(&self.app.database, &guest, REWARDS).await?.into_iter();
        let today = calendar.today(self.now());
        let rewards = rewards.map(|row| answers::reward(&calendar, today, row)).collect();
        let merged = store::merged_into(&self.app.database, &guest, ENDED).await?;
        answer(GetCustomerResponse { customer, rewards, merged_records: merged.len() as i64 })
    }

    async fn list_points(&self, request: Request<ListPointsRequest>) -> Answer<Self::ListPointsStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (guest, calendar) = requests::guest(&caller, &message.pos_id, &message.pos_customer_id)?;
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let (guest, _) = self.find(guest).await?;
        let database = self.app.database.clone();
        Ok(list::stream(lists::Points { database, guest, calendar }, wanted))
    }

    async fn send_reward_item(
        &self,
        request: Request<SendRewardItemRequest>,
    ) -> Answer<SendRewardItemResponse> {
        let caller = Caller::of(&request)?;
        let send = requests::reward_item(&caller, request.into_inner());
        let (reward, customer) = self.send(&caller, send).await?;
        answer(SendRewardItemResponse { reward, customer })
    }

    async fn send_reward_point(
        &self,
        request: Request<SendRewardPointRequest>,
    ) -> Answer<SendRewardPointResponse> {
        let caller = Caller::of(&request)?;
        let send = requests::reward_point(&caller, request.into_inner());
        let (reward, customer) = self.send(&caller, send).await?;
        answer(SendRewardPointResponse { reward, customer })
    }

    async fn get_reward_percent(
        &self,
        request: Request<GetRewardPercentRequest>,
    ) -> Answer<GetRewardPercentResponse> {
        let caller = Caller::of(&request)?;
        let (pos_id, _) = requests::location(&caller, &request.get_ref().pos_id)?;
        answer(self.percent_of(&caller, &pos_id).await?)
    }

    async fn update_reward_percent(
        &self,
        request: Request<UpdateRewardPercentRequest>,
    ) -> Answer<UpdateRewardPercentResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, _) = requests::location(&caller, &message.pos_id)?;
        let percent = Percent::of(message.percent).map_err(Fault::from)?;
        app::update_percent(&self.app, &caller, &pos_id, percent).await?;
        let now = Some(self.percent_of(&caller, &pos_id).await?);
        answer(UpdateRewardPercentResponse { now })
    }

    async fn export_customer(
        &self,
        request: Request<ExportCustomerRequest>,
    ) -> Answer<ExportCustomerResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (guest, calendar) = requests::guest(&caller, &message.pos_id, &message.pos_customer_id)?;
        let (guest, row) = self.find(guest).await?;
        answer(ExportCustomerResponse {
            document: export::document(&self.app.database, &guest, &calendar, row).await?,
        })
    }

    async fn list_twins(&self, request: Request<ListTwinsRequest>) -> Answer<Self::ListTwinsStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (guest, calendar) = requests::guest(&caller, &message.pos_id, &message.pos_customer_id)?;
        let (guest, row) = self.find(guest).await?;
        let ended = store::merged_into(&self.app.database, &guest, ENDED).await?;
        let addresses = Addresses::of(ended.iter().chain([&row]));
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let database = self.app.database.clone();
        Ok(list::stream(lists::Twins { database, guest, calendar, addresses }, wanted))
    }

    async fn erase_customer(&self, request: Request<EraseCustomerRequest>) -> Answer<EraseCustomerResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (guest, _) = requests::guest(&caller, &message.pos_id, &message.pos_customer_id)?;
        let also = requests::also_erase(&message.also_erase)?;
        app::erase_customer(&self.app, &caller, &guest, also).await?;
        answer(EraseCustomerResponse {})
    }
}
