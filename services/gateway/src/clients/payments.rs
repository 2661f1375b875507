//! payments, as the gateway calls it.

use std::time::Duration;

use saffron_kit::config::{ConfigError, Env};
use saffron_kit::grpc::{Channel, MAX_MESSAGE, ServiceChannel, channel, from_status};
use saffron_kit::{Fault, Secret};
use saffron_proto::payments as proto;
use saffron_proto::payments::account_service_client::AccountServiceClient;
use saffron_proto::payments::payments_service_client::PaymentsServiceClient;
use saffron_proto::payments::webhook_service_client::WebhookServiceClient;
use tonic::{Status, Streaming};

use super::list::{Rows, piece};
use super::{answers, of_token_call};

const URL: &str = "SAFFRON_GATEWAY_PAYMENTS_URL";
/// The card provider may be asked within it.
const DEADLINE: Duration = Duration::from_secs(25);

piece!(ListMismatchesResponse, list_mismatches_response, Mismatch, proto::Mismatch);
piece!(ListPayoutHistoryResponse, list_payout_history_response, Week, proto::WeekPayout);

/// A connection to payments.
#[derive(Clone)]
pub struct Payments {
    channel: ServiceChannel,
    key: Secret,
}

/// All parts of a page; payments bounds them.
async fn whole<T>(answer: Result<tonic::Response<Streaming<T>>, Status>) -> Result<Vec<T>, Fault> {
    let read = async {
        let (mut parts, mut stream) = (Vec::new(), answer?.into_inner());
        while let Some(part) = stream.message().await? {
            parts.push(part);
        }
        Ok(parts)
    };
    read.await.map_err(|e: Status| of_token_call(&e).into())
}

impl Payments {
    /// A connection to where the configuration says that payments is.
    ///
    /// # Errors
    /// If the URL or the key is missing or cannot be read.
    pub fn from_env(env: &Env) -> Result<Payments, ConfigError> {
        let url: String = env.required(URL)?;
        Ok(Payments { channel: channel(URL, &url, DEADLINE)?, key: env.secret("SAFFRON_GATEWAY_KEY")? })
    }

    fn client(&self) -> PaymentsServiceClient<Channel> {
        PaymentsServiceClient::new(self.channel.channel.clone()).max_decoding_message_size(MAX_MESSAGE)
    }

    /// Whether payments serves.
    pub async fn answers(&self) -> bool {
        answers(&self.channel).await
    }

    /// What the card provider tells.
    pub async fn take_webhook(&self, request: proto::TakeWebhookRequest) -> Result<(), Fault> {
        let mut client =
            WebhookServiceClient::new(self.channel.channel.clone()).max_encoding_message_size(MAX_MESSAGE);
        let request = self.channel.as_gateway(&self.key, request)?;
        client.take_webhook(request).await.map_err(|e| from_status(&e))?;
        Ok(())
    }

    /// Whether the card provider's own metadata of an account names a location.
    pub async fn check_account(&self, request: proto::CheckAccountRequest) -> Result<bool, Fault> {
        let mut client = AccountServiceClient::new(self.channel.channel.clone());
        let request = self.channel.as_gateway(&self.key, request)?;
        let answer = client.check_account(request).await.map_err(|e| from_status(&e))?;
        Ok(answer.into_inner().names_location)
    }

    /// Card payments, newest first.
    pub async fn intents(
        &self,
        token: &str,
        request: proto::ListPaymentIntentsRequest,
    ) -> Result<Vec<proto::ListPaymentIntentsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        whole(self.client().list_payment_intents(request).await).await
    }

    /// One card payment.
    pub async fn intent(
        &self,
        token: &str,
        request: proto::GetPaymentIntentRequest,
    ) -> Result<proto::GetPaymentIntentResponse, Fault> {
        let request = self.channel.as_caller(token, request)?;
        Ok(self.client().get_payment_intent(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// Takes the money of a card that is held.
    pub async fn capture(
        &self,
        token: &str,
        request: proto::CapturePaymentIntentRequest,
    ) -> Result<proto::PaymentIntent, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().capture_payment_intent(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().payment_intent.unwrap_or_default())
    }

    /// Gives a payment up.
    pub async fn cancel(
        &self,
        token: &str,
        request: proto::CancelPaymentIntentRequest,
    ) -> Result<proto::PaymentIntent, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().cancel_payment_intent(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().payment_intent.unwrap_or_default())
    }

    /// Payouts, newest first.
    pub async fn payouts(
        &self,
        token: &str,
        request: proto::ListPayoutsRequest,
    ) -> Result<Vec<proto::ListPayoutsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        whole(self.client().list_payouts(request).await).await
    }

    /// What a payout contains.
    pub async fn transactions(
        &self,
        token: &str,
        request: proto::ListPayoutTransactionsRequest,
    ) -> Result<Vec<proto::ListPayoutTransactionsResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        whole(self.client().list_payout_transactions(request).await).await
    }

    /// What is said differently.
    pub async fn mismatches(
        &self,
        token: &str,
        request: proto::ListMismatchesRequest,
    ) -> Result<Rows<proto::ListMismatchesResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_mismatches(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// Where the money of a check went.
    pub async fn trace(
        &self,
        token: &str,
        request: proto::TraceCheckRequest,
    ) -> Result<proto::TraceCheckResponse, Fault> {
        let request = self.channel.as_caller(token, request)?;
        Ok(self.client().trace_check(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }

    /// The running week of online orders.
    pub async fn week(&self, token: &str, pos_id: String) -> Result<proto::WeekPayout, Fault> {
        let request = self.channel.as_caller(token, proto::GetCurrentWeekPayoutRequest { pos_id })?;
        let answer = self.client().get_current_week_payout(request).await.map_err(|e| of_token_call(&e))?;
        Ok(answer.into_inner().week.unwrap_or_default())
    }

    /// The weeks before it.
    pub async fn weeks(
        &self,
        token: &str,
        request: proto::ListPayoutHistoryRequest,
    ) -> Result<Rows<proto::ListPayoutHistoryResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_payout_history(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }
}
