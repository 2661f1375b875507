use std::sync::Arc;

use futures::StreamExt as _;
use futures::stream::BoxStream;
use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::grpc::{Caller, list, to_status};
use saffron_proto::customers::customers_service_server::CustomersService;
use saffron_proto::customers::{
    Customer, EraseCustomerRequest, EraseCustomerResponse, ExportCustomerRequest, ExportCustomerResponse,
    GetCustomerRequest, GetCustomerResponse, GetRewardPercentRequest, GetRewardPercentResponse,
    ListCustomersRequest, ListCustomersResponse, ListPointsRequest, ListPointsResponse, ListTwinsRequest,
    ListTwinsResponse, Reward, SendRewardItemRequest, SendRewardItemResponse, SendRewardPointRequest,
    SendRewardPointResponse, UpdateRewardPercentRequest, UpdateRewardPercentResponse,
};
use tonic::{Request, Response, Status};

use super::lists::{Customers as CustomerList, Points as PointsList, Twins as TwinsList};
use super::{asked, export, percent, wire};
use crate::app::{self, App, SendReward, no_such_customer};
use crate::domain::Percent;
use crate::store;

/// The most rewards that are shown with a guest.
const REWARDS: i64 = 100;

/// The owners' calls.
pub(super) struct Customers {
    pub(super) app: Arc<App>,
}

type Answer<T> = Result<Response<T>, Status>;

fn refused(error: Error) -> Status {
    to_status(Fault::Refused(error))
}

impl Customers {
    fn now(&self) -> jiff::Timestamp {
        self.app.database.clock().now()
    }

    /// What was given, and to whom.
    async fn send(
        &self,
        caller: &Caller,
        send: &SendReward,
    ) -> Result<(Option<Reward>, Option<Customer>), Fault> {
        let (guest, reward) = app::send_reward(&self.app, caller, send).await?;
        let zone = caller.zone(&guest.0)?;
        let database = &self.app.database;
        let row = store::find_reward(database, &guest.0, reward).await?;
        let customer = store::find_customer(database, &guest).await?;
        let reward = row.map(|row| wire::reward(zone, zone.today(self.now()), row));
        Ok((reward, customer.map(|row| wire::customer(&guest.0, zone, row))))
    }

    async fn percent_of(
        &self,
        caller: &Caller,
        pos_id: &saffron_core::PosId,
    ) -> Result<GetRewardPercentResponse, Fault> {
        percent::of(&self.app.database, pos_id, caller.zone(pos_id)?, self.now()).await
    }
}

#[tonic::async_trait]
impl CustomersService for Customers {
    type ListCustomersStream = BoxStream<'static, Result<ListCustomersResponse, Status>>;
    type ListTwinsStream = BoxStream<'static, Result<ListTwinsResponse, Status>>;
    type ListPointsStream = BoxStream<'static, Result<ListPointsResponse, Status>>;

    async fn list_customers(
        &self,
        request: Request<ListCustomersRequest>,
    ) -> Answer<Self::ListCustomersStream> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) = CustomerList::of(&caller, request.get_ref()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn get_customer(&self, request: Request<GetCustomerRequest>) -> Answer<GetCustomerResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let guest = asked::guest(&caller, &asked.pos_id, &asked.pos_customer_id).map_err(refused)?;
        let zone = caller.zone(&guest.0).map_err(refused)?;
        let database = &self.app.database;
        let row = store::find_customer(database, &guest).await.map_err(to_status)?;
        let row = row.ok_or_else(|| refused(no_such_customer()))?;
        let rewards = store::rewards_of(database, &guest, REWARDS).await.map_err(to_status)?;
        let today = zone.today(self.now());
        Ok(Response::new(GetCustomerResponse {
            customer: Some(wire::customer(&guest.0, zone, row)),
            rewards: rewards.into_iter().map(|row| wire::reward(zone, today, row)).collect(),
        }))
    }

    async fn list_points(&self, request: Request<ListPointsRequest>) -> Answer<Self::ListPointsStream> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) = PointsList::of(&caller, request.get_ref()).map_err(refused)?;
        let database = self.app.database.clone();
        let known = store::find_customer(&database, list.guest()).await.map_err(to_status)?;
        known.ok_or_else(|| refused(no_such_customer()))?;
        Ok(Response::new(list::stream(list, database, after, limit).boxed()))
    }

    async fn send_reward_item(
        &self,
        request: Request<SendRewardItemRequest>,
    ) -> Answer<SendRewardItemResponse> {
        let caller = Caller::of(&request)?;
        let send = asked::reward_item(&caller, request.into_inner()).map_err(refused)?;
        let (reward, customer) = self.send(&caller, &send).await.map_err(to_status)?;
        Ok(Response::new(SendRewardItemResponse { reward, customer }))
    }

    async fn send_reward_point(
        &self,
        request: Request<SendRewardPointRequest>,
    ) -> Answer<SendRewardPointResponse> {
        let caller = Caller::of(&request)?;
        let send = asked::reward_point(&caller, request.into_inner()).map_err(refused)?;
        let (reward, customer) = self.send(&caller, &send).await.map_err(to_status)?;
        Ok(Response::new(SendRewardPointResponse { reward, customer }))
    }

    async fn get_reward_percent(
        &self,
        request: Request<GetRewardPercentRequest>,
    ) -> Answer<GetRewardPercentResponse> {
        let caller = Caller::of(&request)?;
        let pos_id = asked::location(&caller, &request.get_ref().pos_id).map_err(refused)?;
        self.percent_of(&caller, &pos_id).await.map(Response::new).map_err(to_status)
    }

    async fn update_reward_percent(
        &self,
        request: Request<UpdateRewardPercentRequest>,
    ) -> Answer<UpdateRewardPercentResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let pos_id = asked::location(&caller, &asked.pos_id).map_err(refused)?;
        let percent = Percent::of(asked.percent).map_err(refused)?;
        app::update_percent(&self.app, &caller, &pos_id, percent).await.map_err(to_status)?;
        let now = self.percent_of(&caller, &pos_id).await.map_err(to_status)?;
        Ok(Response::new(UpdateRewardPercentResponse { now: Some(now) }))
    }

    async fn export_customer(
        &self,
        request: Request<ExportCustomerRequest>,
    ) -> Answer<ExportCustomerResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let guest = asked::guest(&caller, &asked.pos_id, &asked.pos_customer_id).map_err(refused)?;
        let zone = caller.zone(&guest.0).map_err(refused)?;
        let document = export::document(&self.app.database, &guest, zone).await.map_err(to_status)?;
        Ok(Response::new(ExportCustomerResponse { document }))
    }

    async fn list_twins(&self, request: Request<ListTwinsRequest>) -> Answer<Self::ListTwinsStream> {
        let caller = Caller::of(&request)?;
        let asked = request.get_ref();
        let guest = asked::guest(&caller, &asked.pos_id, &asked.pos_customer_id).map_err(refused)?;
        let known = store::find_customer(&self.app.database, &guest).await.map_err(to_status)?;
        let known = known.ok_or_else(|| refused(no_such_customer()))?;
        let (list, after, limit) = TwinsList::of(&caller, guest, &known, asked).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn erase_customer(&self, request: Request<EraseCustomerRequest>) -> Answer<EraseCustomerResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let guest = asked::guest(&caller, &asked.pos_id, &asked.pos_customer_id).map_err(refused)?;
        let also = asked::also_erase(&asked.also_erase).map_err(refused)?;
        app::erase_customer(&self.app, &caller, &guest, &also).await.map_err(to_status)?;
        Ok(Response::new(EraseCustomerResponse {}))
    }
}
