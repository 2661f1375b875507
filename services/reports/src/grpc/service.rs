use futures::{StreamExt as _, stream};
use saffron_core::{Clock, Error};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{self, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, answer};
use saffron_kit::pg::Database;
use saffron_proto::reports::reports_service_server::ReportsService;
use saffron_proto::reports::{
    self as proto, FindChecksRequest, FindChecksResponse, GetCheckRequest, GetCheckResponse, GroupBy,
    ListChecksRequest, ListChecksResponse, ReportKind, ReportRequest, ReportResponse, Scope,
};
use tonic::Request;

use super::checks::{self, CheckList};
use super::reports;
use crate::domain::{CompareTo, Grouping, Plan, last_seven_days, plan, same_range};

/// The calls of owners.
pub(super) struct Reports {
    pub(super) database: Database,
    pub(super) clock: Clock,
}

impl Reports {
    /// The kind and the plan of a requested report; refuses locations that are not the caller's.
    fn plan(&self, caller: &Caller, message: ReportRequest) -> Result<(ReportKind, Plan), Fault> {
        let kind = message.kind();
        if kind == ReportKind::Unspecified {
            return Err(Error::invalid("kind", "is no report").into());
        }
        let compare_to = match message.compare_to() {
            proto::CompareTo::Unspecified => None,
            proto::CompareTo::Previous => Some(CompareTo::Previous),
            proto::CompareTo::SameLastYear => Some(CompareTo::SameLastYear),
        };
        let Scope { pos_ids, start_date, end_date, group_by } = message.scope.unwrap_or_default();
        let grouping = match GroupBy::try_from(group_by).unwrap_or_default() {
            GroupBy::Unspecified => reports::usual_grouping(kind),
            GroupBy::Day => Grouping::Day,
            GroupBy::Month => Grouping::Month,
            GroupBy::None => Grouping::None,
        };
        let now = self.clock.now();
        let locations = caller.scope(&pos_ids)?;
        let ranges = if start_date.is_empty() && end_date.is_empty() {
            last_seven_days(locations, now)
        } else {
            same_range(locations, &start_date, &end_date, now)?
        };
        Ok((kind, plan(ranges, grouping, compare_to, now)?))
    }
}

#[tonic::async_trait]
impl ReportsService for Reports {
    type ReportStream = Messages<ReportResponse>;
    type ListChecksStream = Messages<ListChecksResponse>;

    async fn report(&self, request: Request<ReportRequest>) -> Answer<Self::ReportStream> {
        let caller = Caller::of(&request)?;
        let (kind, plan) = self.plan(&caller, request.into_inner())?;
        let parts = reports::answer(&self.database, kind, &plan, self.clock.now()).await?;
        answer(stream::iter(parts.into_iter().map(Ok)).boxed())
    }

    async fn list_checks(&self, request: Request<ListChecksRequest>) -> Answer<Self::ListChecksStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let list = CheckList::of(self.database.clone(), &caller, message, self.clock.now())?;
        Ok(list::stream(list, Wanted::parse(&message.cursor, message.limit)?))
    }

    async fn get_check(&self, request: Request<GetCheckRequest>) -> Answer<GetCheckResponse> {
        let caller = Caller::of(&request)?;
        answer(checks::get_check(&self.database, &caller, request.get_ref()).await?)
    }

    async fn find_checks(&self, request: Request<FindChecksRequest>) -> Answer<FindChecksResponse> {
        let caller = Caller::of(&request)?;
        answer(checks::find_checks(&self.database, &caller, request.get_ref()).await?)
    }
}
