use std::pin::Pin;

use futures::{Stream, StreamExt as _, stream};
use saffron_core::{Clock, Error};
use saffron_kit::grpc::{Caller, CallerCheck, GatewayCheck, MAX_MESSAGE, list, to_status};
use saffron_kit::pg::Database;
use saffron_proto::reports::day_service_server::DayServiceServer;
use saffron_proto::reports::reports_service_server::{ReportsService, ReportsServiceServer};
use saffron_proto::reports::{
    GetCheckRequest, GetCheckResponse, GroupBy, ListChecksRequest, ListChecksResponse, ReportKind,
    ReportRequest, ReportResponse, Scope,
};
use tonic::service::Routes;
use tonic::service::interceptor::InterceptedService;
use tonic::{Request, Response, Status};

use super::days::Days;
use super::{checks, refused, reports};
use crate::domain::{Grouping, Plan, last_seven_days, plan, same_range};

/// Who may call what.
pub struct Checks {
    /// The owners' calls.
    pub caller: CallerCheck,
    /// Other services' calls.
    pub gateway: GatewayCheck,
}

/// All routes of this service.
pub fn routes(database: Database, clock: Clock, checks: Checks) -> Routes {
    let days = DayServiceServer::new(Days { database: database.clone(), clock: clock.clone() })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    let service = ReportsServiceServer::new(Reports { database, clock })
        .max_decoding_message_size(MAX_MESSAGE)
        .max_encoding_message_size(MAX_MESSAGE);
    Routes::new(InterceptedService::new(service, checks.caller))
        .add_service(InterceptedService::new(days, checks.gateway))
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
    /// The rows of a request: its locations checked against the caller's.
    fn plan(&self, caller: &Caller, scope: Option<Scope>, usual: Grouping) -> Result<Plan, Error> {
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
        plan(ranges, grouping, now)
    }
}

#[tonic::async_trait]
impl ReportsService for Reports {
    type ReportStream = Rows<ReportResponse>;
    type ListChecksStream = Rows<ListChecksResponse>;

    async fn report(&self, request: Request<ReportRequest>) -> Result<Response<Self::ReportStream>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let kind = ReportKind::try_from(message.kind).unwrap_or(ReportKind::Unspecified);
        if kind == ReportKind::Unspecified {
            return Err(refused(Error::invalid("kind", "is no report")));
        }
        let plan = self.plan(&caller, message.scope, reports::usual_grouping(kind)).map_err(refused)?;
        let answer = reports::answer(&self.database, kind, &plan, self.clock.now()).await;
        answer.map(rows).map_err(to_status)
    }

    async fn list_checks(
        &self,
        request: Request<ListChecksRequest>,
    ) -> Result<Response<Self::ListChecksStream>, Status> {
        let caller = Caller::of(&request)?;
        let message = request.into_inner();
        let (checks, after, limit) =
            checks::CheckList::of(&caller, message, self.clock.now()).map_err(refused)?;
        Ok(Response::new(list::stream(checks, self.database.clone(), after, limit).boxed()))
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
