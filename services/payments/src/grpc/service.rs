use std::sync::Arc;

use futures::StreamExt as _;
use futures::stream::{self, BoxStream};
use saffron_core::{CheckId, Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::{Caller, list, to_status};
use saffron_proto::payments::payments_service_server::PaymentsService;
use saffron_proto::payments::{
    CancelPaymentIntentRequest, CancelPaymentIntentResponse, CapturePaymentIntentRequest,
    CapturePaymentIntentResponse, GetCurrentWeekPayoutRequest, GetCurrentWeekPayoutResponse,
    GetPaymentIntentRequest, GetPaymentIntentResponse, ListMismatchesRequest, ListMismatchesResponse,
    ListPaymentIntentsRequest, ListPaymentIntentsResponse, ListPayoutHistoryRequest,
    ListPayoutHistoryResponse, ListPayoutTransactionsRequest, ListPayoutTransactionsResponse,
    ListPayoutsRequest, ListPayoutsResponse, PaymentIntent, PayoutSums, TraceCheckRequest,
    TraceCheckResponse, TracedPayment, list_payment_intents_response, list_payout_transactions_response,
    list_payouts_response,
};
use tonic::{Request, Response, Status};

use super::lists::{Mismatches, Weeks};
use super::{asked, refused, wire};
use crate::app::{self, App, Change};
use crate::domain::{ProviderId, Week};
use crate::store;

/// The owners' calls.
pub(super) struct Payments {
    pub(super) app: Arc<App>,
}

type Answer<T> = Result<Response<T>, Status>;
type Streamed<T> = BoxStream<'static, Result<T, Status>>;

/// A page that is whole already.
fn streamed<T: Send + 'static>(parts: Vec<T>) -> Response<Streamed<T>> {
    Response::new(stream::iter(parts.into_iter().map(Ok)).boxed())
}

fn no_such(what: &str) -> Error {
    Error::new(Code::NotFound, format!("There is no such {what}. Reload the list."))
}

impl Payments {
    async fn intents(
        &self,
        caller: &Caller,
        asked: &ListPaymentIntentsRequest,
    ) -> Result<Vec<ListPaymentIntentsResponse>, Fault> {
        use list_payment_intents_response::Part;
        let pos_id = asked::location(caller, &asked.pos_id)?;
        let filter = asked::filter(asked.created_gt, asked.created_lte)?;
        let place = asked::place(&asked.starting_after, &asked.ending_before)?;
        let limit = asked::limit(asked.limit)?;
        let database = &self.app.database;
        // First, so that what is shown is as new as it says, or newer.
        let as_of = store::as_of(database, &pos_id).await?;
        let page = store::page_of_intents(database, &pos_id, filter, &place, limit).await?;
        let mut parts = Vec::with_capacity(page.rows.len() + 1);
        for row in page.rows {
            parts.push(Part::PaymentIntent(wire::intent(row)?));
        }
        parts.push(Part::Page(wire::page(page.has_more, as_of)));
        Ok(parts.into_iter().map(|part| ListPaymentIntentsResponse { part: Some(part) }).collect())
    }

    async fn one_intent(
        &self,
        caller: &Caller,
        asked: &GetPaymentIntentRequest,
    ) -> Result<GetPaymentIntentResponse, Fault> {
        let pos_id = asked::location(caller, &asked.pos_id)?;
        let id = ProviderId::asked("id", &asked.id)?;
        let database = &self.app.database;
        let as_of = store::as_of(database, &pos_id).await?;
        let row = store::find_intent(database, &pos_id, &id).await?.ok_or_else(|| no_such("payment"))?;
        let payout = store::payout_of_intent(database, &pos_id, &id).await?;
        Ok(GetPaymentIntentResponse {
            payment_intent: Some(wire::intent(row)?),
            refunds: store::refunds_of(database, &pos_id, &id).await?,
            dispute: store::dispute_of(database, &pos_id, &id).await?.unwrap_or_default(),
            payout: payout.map(wire::payout).transpose()?,
            as_of: as_of.map(jiff::Timestamp::as_second),
        })
    }

    async fn change(
        &self,
        caller: &Caller,
        pos_id: &str,
        id: &str,
        change: Change,
        key: &str,
    ) -> Result<PaymentIntent, Fault> {
        let pos_id = asked::location(caller, pos_id)?;
        let id = ProviderId::asked("id", id)?;
        app::change_payment(&self.app, caller, &pos_id, &id, change, key).await?;
        let row = store::find_intent(&self.app.database, &pos_id, &id).await?;
        wire::intent(row.ok_or_else(|| no_such("payment"))?)
    }

    async fn payouts(
        &self,
        caller: &Caller,
        asked: &ListPayoutsRequest,
    ) -> Result<Vec<ListPayoutsResponse>, Fault> {
        use list_payouts_response::Part;
        let pos_id = asked::location(caller, &asked.pos_id)?;
        let filter = asked::filter(asked.created_gt, asked.created_lte)?;
        let place = asked::place(&asked.starting_after, &asked.ending_before)?;
        let limit = asked::limit(asked.limit)?;
        let database = &self.app.database;
        let as_of = store::as_of(database, &pos_id).await?;
        let page = store::page_of_payouts(database, &pos_id, filter, &place, limit).await?;
        let mut parts = Vec::with_capacity(page.rows.len() + 1);
        for row in page.rows {
            parts.push(Part::Payout(wire::payout(row)?));
        }
        parts.push(Part::Page(wire::page(page.has_more, as_of)));
        Ok(parts.into_iter().map(|part| ListPayoutsResponse { part: Some(part) }).collect())
    }

    async fn transactions(
        &self,
        caller: &Caller,
        asked: &ListPayoutTransactionsRequest,
    ) -> Result<Vec<ListPayoutTransactionsResponse>, Fault> {
        use list_payout_transactions_response::Part;
        let pos_id = asked::location(caller, &asked.pos_id)?;
        let payout = ProviderId::asked("id", &asked.payout_id)?;
        let place = asked::place(&asked.starting_after, &asked.ending_before)?;
        let limit = asked::limit(asked.limit)?;
        let database = &self.app.database;
        let as_of = store::as_of(database, &pos_id).await?;
        let sums = store::sums_of_payout(database, &pos_id, &payout).await?;
        let (count, amount, fee, net) = sums.ok_or_else(|| no_such("payout"))?;
        let page = store::page_of_transactions(database, &pos_id, &payout, &place, limit).await?;
        let mut parts = vec![Part::Sums(PayoutSums { count, amount, fee, net })];
        parts.extend(page.rows.into_iter().map(Part::BalanceTransaction));
        parts.push(Part::Page(wire::page(page.has_more, as_of)));
        Ok(parts.into_iter().map(|part| ListPayoutTransactionsResponse { part: Some(part) }).collect())
    }

    async fn trace(&self, caller: &Caller, asked: &TraceCheckRequest) -> Result<TraceCheckResponse, Fault> {
        let pos_id = asked::location(caller, &asked.pos_id)?;
        let check: CheckId =
            asked.pos_check_id.parse().map_err(|e| Error::invalid("posCheckID", format!("{e}")))?;
        let database = &self.app.database;
        let as_of = store::as_of(database, &pos_id).await?;
        let charged = store::find_check(database, &pos_id, &check).await?.ok_or_else(|| no_such("check"))?;
        let mut payments = Vec::new();
        for tender in store::tenders_of(database, &pos_id, &check).await? {
            let (refunds, disputes) = (tender.refunds, tender.disputes);
            let row = |object| store::ObjectRow { object, refunds, disputes, check: Some(check.to_string()) };
            payments.push(TracedPayment {
                amount: tender.amount,
                payment_intent_id: tender.payment_intent_id,
                payment_intent: tender.intent.map(row).map(wire::intent).transpose()?,
                balance_transaction: tender.transaction.unwrap_or_default(),
                payout: tender.payout.map(wire::payout).transpose()?,
            });
        }
        let as_of = as_of.map(jiff::Timestamp::as_second);
        Ok(TraceCheckResponse { pos_check_id: check.into(), charged, payments, as_of })
    }

    /// The location of a call, and its running week.
    fn week(&self, caller: &Caller, pos_id: &str) -> Result<(PosId, Week), Error> {
        let pos_id = asked::location(caller, pos_id)?;
        let today = caller.zone(&pos_id)?.today(self.app.database.clock().now());
        Ok((pos_id, Week::of(today)))
    }
}

#[tonic::async_trait]
impl PaymentsService for Payments {
    type ListPaymentIntentsStream = Streamed<ListPaymentIntentsResponse>;
    type ListPayoutsStream = Streamed<ListPayoutsResponse>;
    type ListPayoutTransactionsStream = Streamed<ListPayoutTransactionsResponse>;
    type ListMismatchesStream = Streamed<ListMismatchesResponse>;
    type ListPayoutHistoryStream = Streamed<ListPayoutHistoryResponse>;

    async fn list_payment_intents(
        &self,
        request: Request<ListPaymentIntentsRequest>,
    ) -> Answer<Self::ListPaymentIntentsStream> {
        let caller = Caller::of(&request)?;
        self.intents(&caller, request.get_ref()).await.map(streamed).map_err(to_status)
    }

    async fn get_payment_intent(
        &self,
        request: Request<GetPaymentIntentRequest>,
    ) -> Answer<GetPaymentIntentResponse> {
        let caller = Caller::of(&request)?;
        self.one_intent(&caller, request.get_ref()).await.map(Response::new).map_err(to_status)
    }

    async fn capture_payment_intent(
        &self,
        request: Request<CapturePaymentIntentRequest>,
    ) -> Answer<CapturePaymentIntentResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let key = &asked.idempotency_key;
        let changed = self.change(&caller, &asked.pos_id, &asked.id, Change::Capture, key).await;
        let payment_intent = Some(changed.map_err(to_status)?);
        Ok(Response::new(CapturePaymentIntentResponse { payment_intent }))
    }

    async fn cancel_payment_intent(
        &self,
        request: Request<CancelPaymentIntentRequest>,
    ) -> Answer<CancelPaymentIntentResponse> {
        let caller = Caller::of(&request)?;
        let asked = request.into_inner();
        let key = &asked.idempotency_key;
        let changed = self.change(&caller, &asked.pos_id, &asked.id, Change::Cancel, key).await;
        let payment_intent = Some(changed.map_err(to_status)?);
        Ok(Response::new(CancelPaymentIntentResponse { payment_intent }))
    }

    async fn list_payouts(&self, request: Request<ListPayoutsRequest>) -> Answer<Self::ListPayoutsStream> {
        let caller = Caller::of(&request)?;
        self.payouts(&caller, request.get_ref()).await.map(streamed).map_err(to_status)
    }

    async fn list_payout_transactions(
        &self,
        request: Request<ListPayoutTransactionsRequest>,
    ) -> Answer<Self::ListPayoutTransactionsStream> {
        let caller = Caller::of(&request)?;
        self.transactions(&caller, request.get_ref()).await.map(streamed).map_err(to_status)
    }

    async fn list_mismatches(
        &self,
        request: Request<ListMismatchesRequest>,
    ) -> Answer<Self::ListMismatchesStream> {
        let caller = Caller::of(&request)?;
        let (list, after, limit) = Mismatches::of(&caller, request.get_ref()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }

    async fn trace_check(&self, request: Request<TraceCheckRequest>) -> Answer<TraceCheckResponse> {
        let caller = Caller::of(&request)?;
        self.trace(&caller, request.get_ref()).await.map(Response::new).map_err(to_status)
    }

    async fn get_current_week_payout(
        &self,
        request: Request<GetCurrentWeekPayoutRequest>,
    ) -> Answer<GetCurrentWeekPayoutResponse> {
        let caller = Caller::of(&request)?;
        let (pos_id, week) = self.week(&caller, &request.get_ref().pos_id).map_err(refused)?;
        let row = store::week(&self.app.database, &pos_id, week).await.map_err(to_status)?;
        Ok(Response::new(GetCurrentWeekPayoutResponse { week: Some(wire::week(&row)) }))
    }

    async fn list_payout_history(
        &self,
        request: Request<ListPayoutHistoryRequest>,
    ) -> Answer<Self::ListPayoutHistoryStream> {
        let caller = Caller::of(&request)?;
        let (pos_id, running) = self.week(&caller, &request.get_ref().pos_id).map_err(refused)?;
        let (list, after, limit) = Weeks::of(pos_id, running, request.get_ref()).map_err(refused)?;
        Ok(Response::new(list::stream(list, self.app.database.clone(), after, limit).boxed()))
    }
}
