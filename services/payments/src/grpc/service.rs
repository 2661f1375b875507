use std::sync::Arc;

use futures::StreamExt as _;
use futures::stream;
use jiff::Timestamp;
use saffron_core::cursor::Cursor;
use saffron_core::{CheckId, Code, Error, PosId, parse_field};
use saffron_kit::Fault;
use saffron_kit::grpc::list::{self, Wanted};
use saffron_kit::grpc::{Answer, Caller, Messages, Mirrored as _, answer};
use saffron_proto::payments::payments_service_server::PaymentsService;
use saffron_proto::payments::{
    CancelPaymentIntentRequest, CancelPaymentIntentResponse, CapturePaymentIntentRequest,
    CapturePaymentIntentResponse, FindPaymentsRequest, FindPaymentsResponse, FoundPayment,
    GetCurrentWeekPayoutRequest, GetCurrentWeekPayoutResponse, GetPaymentIntentRequest,
    GetPaymentIntentResponse, ListMismatchesRequest, ListMismatchesResponse, ListPaymentIntentsRequest,
    ListPaymentIntentsResponse, ListPayoutHistoryRequest, ListPayoutHistoryResponse,
    ListPayoutTransactionsRequest, ListPayoutTransactionsResponse, ListPayoutsRequest, ListPayoutsResponse,
    Mismatch, MismatchState, PaymentIntent, PayoutSums, ReopenMismatchRequest, ReopenMismatchResponse,
    ResolveMismatchRequest, ResolveMismatchResponse, SumMismatchesRequest, SumMismatchesResponse,
    TraceCheckRequest, TraceCheckResponse, TracedPayment, list_payment_intents_response,
    list_payout_transactions_response, list_payouts_response,
};
use tonic::{Request, Response};

use super::{answers, lists, requests};
use crate::app::{self, App, Change};
use crate::domain::{Kind, Note, PaymentSearch, PaymentStatus, ProviderId, Week};
use crate::store::{self, FoundKey, MismatchFilter, MismatchKind, Related};

/// The calls of owners.
pub struct Payments {
    pub app: Arc<App>,
}

/// A stream of messages that are complete already.
fn streamed<T: Send + 'static>(messages: Vec<T>) -> Answer<Messages<T>> {
    Ok(Response::new(stream::iter(messages.into_iter().map(Ok)).boxed()))
}

fn no_such(what: &str) -> Fault {
    Error::new(Code::NotFound, format!("There is no such {what}. Reload the list.")).into()
}

/// The id of an object of the provider.
fn id(text: &str) -> Result<ProviderId, Fault> {
    Ok(parse_field("id", text)?)
}

impl Payments {
    async fn intent(&self, pos_id: &PosId, id: &ProviderId) -> Result<(String, Related), Fault> {
        let found = store::find_object(&self.app.database, pos_id, Kind::PaymentIntent, id).await?;
        let mut related = store::related(&self.app.database, pos_id, &[id.as_str()]).await?;
        Ok((found.ok_or_else(|| no_such("payment"))?, related.remove(id.as_str()).unwrap_or_default()))
    }

    async fn change(
        &self,
        caller: &Caller,
        pos_id: &str,
        text: &str,
        change: Change,
        key: &str,
    ) -> Result<Option<PaymentIntent>, Fault> {
        let ((pos_id, _), id) = (requests::location(caller, pos_id)?, id(text)?);
        app::change_payment(&self.app, caller.user, &pos_id, &id, change, key).await?;
        let (object, related) = self.intent(&pos_id, &id).await?;
        Ok(Some(answers::intent(object, related)?))
    }

    async fn find(
        &self,
        caller: &Caller,
        message: &FindPaymentsRequest,
    ) -> Result<FindPaymentsResponse, Fault> {
        let database = &self.app.database;
        let search = PaymentSearch::parse(&message.search)?;
        let status = PaymentStatus::of_message(message.status);
        if search.is_none() && status.is_none() {
            return Err(Error::invalid("search", "is missing").into());
        }
        let limit = requests::found_limit(message.limit)?;
        let after = Cursor::<FoundKey>::parse(&message.cursor)?.map(|cursor| cursor.0);
        let mine: Vec<PosId> = caller.locations.keys().cloned().collect();
        let rows = limit as i64 + 1;
        let mut found =
            store::find_payments(database, &mine, search.as_ref(), status, after.as_ref(), rows).await?;
        let has_more = found.len() > limit;
        found.truncate(limit);
        let next_cursor = found
            .last()
            .filter(|_| has_more)
            .map(|last| Cursor((last.created, last.pos_id.clone(), last.id.clone())).to_string());
        let near = search.and_then(|search| search.cents);
        let near = near.filter(|_| found.is_empty() && after.is_none() && status.is_none());
        if let Some(cents) = near {
            found = store::nearest_payments(database, &mine, cents).await?;
        }
        let pos_ids: Vec<&PosId> = found.iter().map(|payment| &payment.pos_id).collect();
        let ids: Vec<&str> = found.iter().map(|payment| payment.id.as_str()).collect();
        let related = store::related_of(database, &pos_ids, &ids).await?;
        let payments = found.into_iter().zip(related).map(|(payment, related)| {
            let payment_intent = Some(answers::intent(payment.object, related)?);
            Ok(FoundPayment { pos_id: payment.pos_id.into(), payment_intent })
        });
        let payments = payments.collect::<Result<_, Fault>>()?;
        Ok(FindPaymentsResponse {
            payments,
            next_cursor: next_cursor.unwrap_or_default(),
            nearest: near.is_some(),
        })
    }

    /// Resolves a mismatch with a note, or opens it again without one.
    async fn review(
        &self,
        caller: &Caller,
        pos_id: &str,
        id: &str,
        version: &str,
        note: Option<&Note>,
    ) -> Result<Mismatch, Fault> {
        let (pos_id, _) = requests::location(caller, pos_id)?;
        let reviewed = app::review_mismatch(&self.app.database, caller, &pos_id, id, version, note).await?;
        Ok(answers::mismatch(reviewed))
    }

    async fn trace(&self, pos_id: &PosId, check: CheckId) -> Result<TraceCheckResponse, Fault> {
        let database = &self.app.database;
        let as_of = store::as_of(database, pos_id).await?.map(Timestamp::as_second);
        let charged = store::find_check(database, pos_id, &check).await?.ok_or_else(|| no_such("check"))?;
        let tenders = store::tenders_of(database, pos_id, &check).await?;
        let ids: Vec<&str> = tenders.iter().map(|tender| tender.payment_intent_id.as_str()).collect();
        let related = store::related(database, pos_id, &ids).await?;
        let traced = tenders.into_iter().map(|tender| {
            let related = related.get(&tender.payment_intent_id).cloned().unwrap_or_default();
            let intent = |object| answers::intent(object, Related { check: Some(check.clone()), ..related });
            Ok(TracedPayment {
                amount: tender.amount,
                payment_intent_id: tender.payment_intent_id,
                payment_intent: tender.intent.map(intent).transpose()?,
                balance_transaction: tender.transaction.unwrap_or_default(),
                payout: tender.payout.map(answers::payout).transpose()?,
                processor: tender.processor.unwrap_or_default(),
            })
        });
        let payments = traced.collect::<Result<_, Fault>>()?;
        Ok(TraceCheckResponse { pos_check_id: check.into(), charged, payments, as_of })
    }

    /// The requested location, and its running week.
    fn week(&self, caller: &Caller, pos_id: &str) -> Result<(PosId, Week), Fault> {
        let (pos_id, calendar) = requests::location(caller, pos_id)?;
        Ok((pos_id, Week::of(calendar.today(self.app.database.clock().now()))))
    }
}

#[tonic::async_trait]
impl PaymentsService for Payments {
    type ListPaymentIntentsStream = Messages<ListPaymentIntentsResponse>;
    type ListPayoutsStream = Messages<ListPayoutsResponse>;
    type ListPayoutTransactionsStream = Messages<ListPayoutTransactionsResponse>;
    type ListMismatchesStream = Messages<ListMismatchesResponse>;
    type ListPayoutHistoryStream = Messages<ListPayoutHistoryResponse>;

    async fn list_payment_intents(
        &self,
        request: Request<ListPaymentIntentsRequest>,
    ) -> Answer<Self::ListPaymentIntentsStream> {
        use list_payment_intents_response::Part;
        let (caller, message, database) = (Caller::of(&request)?, request.get_ref(), &self.app.database);
        let (pos_id, _) = requests::location(&caller, &message.pos_id)?;
        let created = (message.created_gt, message.created_lte);
        let page = requests::page(created, &message.starting_after, &message.ending_before, message.limit)?;
        // Before the page, so that its objects are as new as it says, or newer.
        let as_of = store::as_of(database, &pos_id).await?;
        let page = store::page_of(database, &pos_id, Kind::PaymentIntent, None, &page).await?;
        let ids: Vec<&str> = page.objects.iter().map(|(id, _)| id.as_str()).collect();
        let mut related = store::related(database, &pos_id, &ids).await?;
        let mut parts = Vec::with_capacity(page.objects.len() + 1);
        for (id, object) in page.objects {
            let related = related.remove(&id).unwrap_or_default();
            parts.push(Part::PaymentIntent(answers::intent(object, related)?));
        }
        parts.push(Part::Page(answers::page(page.has_more, as_of)));
        streamed(parts.into_iter().map(|part| ListPaymentIntentsResponse { part: Some(part) }).collect())
    }

    async fn find_payments(&self, request: Request<FindPaymentsRequest>) -> Answer<FindPaymentsResponse> {
        let caller = Caller::of(&request)?;
        answer(self.find(&caller, request.get_ref()).await?)
    }

    async fn get_payment_intent(
        &self,
        request: Request<GetPaymentIntentRequest>,
    ) -> Answer<GetPaymentIntentResponse> {
        let (caller, message, database) = (Caller::of(&request)?, request.get_ref(), &self.app.database);
        let ((pos_id, _), id) = (requests::location(&caller, &message.pos_id)?, id(&message.id)?);
        let as_of = store::as_of(database, &pos_id).await?.map(Timestamp::as_second);
        let (object, related) = self.intent(&pos_id, &id).await?;
        let payout = store::payout_of_intent(database, &pos_id, &id).await?;
        let disputes = answers::raw_objects(related.disputes.as_deref())?;
        answer(GetPaymentIntentResponse {
            refunds: answers::raw_objects(related.refunds.as_deref())?,
            dispute: disputes.first().cloned().unwrap_or_default(),
            disputes,
            payment_intent: Some(answers::intent(object, related)?),
            payout: payout.map(answers::payout).transpose()?,
            as_of,
        })
    }

    async fn capture_payment_intent(
        &self,
        request: Request<CapturePaymentIntentRequest>,
    ) -> Answer<CapturePaymentIntentResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let key = &message.idempotency_key;
        let payment_intent = self.change(&caller, &message.pos_id, &message.id, Change::Capture, key).await?;
        answer(CapturePaymentIntentResponse { payment_intent })
    }

    async fn cancel_payment_intent(
        &self,
        request: Request<CancelPaymentIntentRequest>,
    ) -> Answer<CancelPaymentIntentResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let key = &message.idempotency_key;
        let payment_intent = self.change(&caller, &message.pos_id, &message.id, Change::Cancel, key).await?;
        answer(CancelPaymentIntentResponse { payment_intent })
    }

    async fn list_payouts(&self, request: Request<ListPayoutsRequest>) -> Answer<Self::ListPayoutsStream> {
        use list_payouts_response::Part;
        let (caller, message, database) = (Caller::of(&request)?, request.get_ref(), &self.app.database);
        let (pos_id, _) = requests::location(&caller, &message.pos_id)?;
        let created = (message.created_gt, message.created_lte);
        let page = requests::page(created, &message.starting_after, &message.ending_before, message.limit)?;
        let as_of = store::as_of(database, &pos_id).await?;
        let page = store::page_of(database, &pos_id, Kind::Payout, None, &page).await?;
        let mut parts = Vec::with_capacity(page.objects.len() + 1);
        for (_, object) in page.objects {
            parts.push(Part::Payout(answers::payout(object)?));
        }
        parts.push(Part::Page(answers::page(page.has_more, as_of)));
        streamed(parts.into_iter().map(|part| ListPayoutsResponse { part: Some(part) }).collect())
    }

    async fn list_payout_transactions(
        &self,
        request: Request<ListPayoutTransactionsRequest>,
    ) -> Answer<Self::ListPayoutTransactionsStream> {
        use list_payout_transactions_response::Part;
        let (caller, message, database) = (Caller::of(&request)?, request.get_ref(), &self.app.database);
        let ((pos_id, _), payout) = (requests::location(&caller, &message.pos_id)?, id(&message.payout_id)?);
        let page =
            requests::page((None, None), &message.starting_after, &message.ending_before, message.limit)?;
        let as_of = store::as_of(database, &pos_id).await?;
        let contents = store::contents_of(database, &pos_id, &payout).await?;
        let store::Contents { count, amount, fee, net } = contents.ok_or_else(|| no_such("payout"))?;
        let page = store::page_of(database, &pos_id, Kind::BalanceTransaction, Some(&payout), &page).await?;
        let mut parts = vec![Part::Sums(PayoutSums { count, amount, fee, net })];
        parts.extend(page.objects.into_iter().map(|(_, object)| Part::BalanceTransaction(object)));
        parts.push(Part::Page(answers::page(page.has_more, as_of)));
        streamed(parts.into_iter().map(|part| ListPayoutTransactionsResponse { part: Some(part) }).collect())
    }

    async fn list_mismatches(
        &self,
        request: Request<ListMismatchesRequest>,
    ) -> Answer<Self::ListMismatchesStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, _) = requests::location(&caller, &message.pos_id)?;
        let unknown = |field, words| Fault::from(Error::invalid(field, words));
        let kind = (message.kind != 0).then(|| {
            let words = "must be unknown_to_provider, without_check, payout_differs or amount_differs";
            MismatchKind::of_message(message.kind).ok_or_else(|| unknown("kind", words))
        });
        let resolved = match message.state.try_into() {
            Ok(MismatchState::Unspecified) => None,
            Ok(MismatchState::Open) => Some(false),
            Ok(MismatchState::Resolved) => Some(true),
            Err(_) => return Err(unknown("state", "must be open or resolved").into()),
        };
        let filter = MismatchFilter { kind: kind.transpose()?, resolved };
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let database = self.app.database.clone();
        Ok(list::stream(lists::Mismatches { database, pos_id, filter }, wanted))
    }

    async fn sum_mismatches(&self, request: Request<SumMismatchesRequest>) -> Answer<SumMismatchesResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, _) = requests::location(&caller, &message.pos_id)?;
        answer(answers::open_mismatches(store::open_mismatches(&self.app.database, &pos_id).await?))
    }

    async fn resolve_mismatch(
        &self,
        request: Request<ResolveMismatchRequest>,
    ) -> Answer<ResolveMismatchResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let note = Note::parse(&message.note).map_err(Fault::from)?;
        let mismatch =
            self.review(&caller, &message.pos_id, &message.id, &message.version, Some(&note)).await?;
        answer(ResolveMismatchResponse { mismatch: Some(mismatch) })
    }

    async fn reopen_mismatch(
        &self,
        request: Request<ReopenMismatchRequest>,
    ) -> Answer<ReopenMismatchResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let mismatch = self.review(&caller, &message.pos_id, &message.id, &message.version, None).await?;
        answer(ReopenMismatchResponse { mismatch: Some(mismatch) })
    }

    async fn trace_check(&self, request: Request<TraceCheckRequest>) -> Answer<TraceCheckResponse> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, _) = requests::location(&caller, &message.pos_id)?;
        let check = parse_field("posCheckID", &message.pos_check_id).map_err(Fault::from)?;
        answer(self.trace(&pos_id, check).await?)
    }

    async fn get_current_week_payout(
        &self,
        request: Request<GetCurrentWeekPayoutRequest>,
    ) -> Answer<GetCurrentWeekPayoutResponse> {
        let (pos_id, week) = self.week(&*Caller::of(&request)?, &request.get_ref().pos_id)?;
        let share = store::share_of_week(&self.app.database, &pos_id, week).await?;
        answer(GetCurrentWeekPayoutResponse { week: Some(answers::week(week, share)) })
    }

    async fn list_payout_history(
        &self,
        request: Request<ListPayoutHistoryRequest>,
    ) -> Answer<Self::ListPayoutHistoryStream> {
        let (caller, message) = (Caller::of(&request)?, request.get_ref());
        let (pos_id, running) = self.week(&caller, &message.pos_id)?;
        let wanted = Wanted::parse(&message.cursor, message.limit)?;
        let database = self.app.database.clone();
        Ok(list::stream(lists::Weeks { database, pos_id, running }, wanted))
    }
}
