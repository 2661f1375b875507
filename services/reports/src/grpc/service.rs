use std::pin::Pin;

use futures::{Stream, StreamExt as _, stream};
use saffron_core::{Clock, Error};
use saffron_kit::Fault;
use saffron_kit::grpc::{Caller, CallerCheck, MAX_MESSAGE, to_status};
use saffron_kit::pg::Database;
use saffron_proto::reports::reports_service_server::{ReportsService, ReportsServiceServer};
use saffron_proto::reports::{
    DailySalesRequest, DailySalesResponse, GetCheckRequest, GetCheckResponse, GroupBy, HourlySalesRequest,
    HourlySalesResponse, ItemSalesRequest, ItemSalesResponse, ListChecksRequest, ListChecksResponse, Scope,
};
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;
use tonic::{Request, Response, Status};

use super::{checks, daily, hourly, items};
use crate::domain::{Grouping, Plan, Ranges, last_seven_days, plan, same_range};

/// All routes of this service.
pub fn routes(database: Database, clock: Clock, check: CallerCheck) -> Routes {
    let service = ReportsServiceServer::new(Reports { database, clock })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(service, check))
}

struct Reports {
    database: Database,
    clock: Clock,
}

type Rows<T> = Pin<Box<dyn Stream<Item = Result<T, Status>> + Send>>;

fn rows<T: Send + 'static>(rows: Vec<T>) -> Response<Rows<T>> {
    Response::new(stream::iter(rows.into_iter().map(Ok)).boxed())
}

impl Reports {
    /// Rows and probes of a request: its locations checked against the caller's.
    fn plan(&self, caller: &Caller, scope: Option<Scope>, usual: Grouping) -> Result<(Ranges, Plan), Error> {
        let scope = scope.unwrap_or_default();
        let grouping = match scope.group_by() {
            GroupBy::Unspecified => usual,
            GroupBy::Day => Grouping::Day,
            GroupBy::Month => Grouping::Month,
            GroupBy::None => Grouping::None,
        };
        let now = self.clock.now();
        let locations = caller.scope(&scope.pos_ids)?;
        let ranges = if scope.start_date.is_empty() && scope.end_date.is_empty() {
            last_seven_days(locations, now)
        } else {
            same_range(locations, &scope.start_date, &scope.end_date, now)?
        };
        let plan = plan(&ranges, grouping, now)?;
        Ok((ranges, plan))
    }
}

fn told(error: Error) -> Status {
    to_status(Fault::Told(error))
}

#[tonic::async_trait]
impl ReportsService for Reports {
    type DailySalesStream = Rows<DailySalesResponse>;
    type HourlySalesStream = Rows<HourlySalesResponse>;
    type ItemSalesStream = Rows<ItemSalesResponse>;
    type ListChecksStream = Rows<ListChecksResponse>;

    async fn daily_sales(
        &self,
        request: Request<DailySalesRequest>,
    ) -> Result<Response<Self::DailySalesStream>, Status> {
        let caller = Caller::of(&request)?;
        let (ranges, plan) = self.plan(&caller, request.into_inner().scope, Grouping::Day).map_err(told)?;
        let answer = daily::answer(&self.database, &ranges, &plan, self.clock.now()).await;
        answer.map(rows).map_err(to_status)
    }

    async fn hourly_sales(
        &self,
        request: Request<HourlySalesRequest>,
    ) -> Result<Response<Self::HourlySalesStream>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let dated = shows_dates(message.scope.as_ref());
        let (_, plan) = self.plan(&caller, message.scope, Grouping::None).map_err(told)?;
        hourly::answer(&self.database, &plan, dated).await.map(rows).map_err(to_status)
    }

    async fn item_sales(
        &self,
        request: Request<ItemSalesRequest>,
    ) -> Result<Response<Self::ItemSalesStream>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let dated = shows_dates(message.scope.as_ref());
        let (_, plan) = self.plan(&caller, message.scope, Grouping::None).map_err(told)?;
        items::answer(&self.database, &plan, dated).await.map(rows).map_err(to_status)
    }

    async fn list_checks(
        &self,
        request: Request<ListChecksRequest>,
    ) -> Result<Response<Self::ListChecksStream>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let list = checks::CheckList::of(&caller, message, self.clock.now()).map_err(told)?;
        Ok(Response::new(list.stream(self.database.clone()).boxed()))
    }

    async fn get_check(
        &self,
        request: Request<GetCheckRequest>,
    ) -> Result<Response<GetCheckResponse>, Status> {
        let caller = Caller::of(&request)?;
        let answer = checks::one(&self.database, &caller, request.into_inner()).await;
        answer.map(Response::new).map_err(to_status)
    }
}

/// Whether rows carry a business date: where they are grouped by day or month.
fn shows_dates(scope: Option<&Scope>) -> bool {
    matches!(scope.map(Scope::group_by), Some(GroupBy::Day | GroupBy::Month))
}
