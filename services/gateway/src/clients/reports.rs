//! reports, as the gateway calls it.

use std::time::Duration;

use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::config::{ConfigError, Env};
use saffron_kit::deadline::deadline;
use saffron_kit::grpc::{Channel, MAX_MESSAGE, ServiceChannel, channel};
use saffron_proto::reports as proto;
use saffron_proto::reports::reports_service_client::ReportsServiceClient;
use tonic::Status;

use super::list::{Rows, piece};
use super::{answers, of_token_call};

const URL: &str = "SAFFRON_GATEWAY_REPORTS_URL";
const DEADLINE: Duration = Duration::from_secs(20);

/// A connection to reports.
#[derive(Clone)]
pub struct Reports {
    channel: ServiceChannel,
}

/// A report's answer; reports bounds its rows.
#[derive(Default)]
pub struct Answer {
    /// In order.
    pub rows: Vec<proto::ReportRow>,
    /// What they add up to: in all, then by location.
    pub totals: Vec<proto::ReportTotal>,
    /// How new the rows are, for each location of the answer.
    pub versions: Vec<proto::LocationVersion>,
}

piece!(ListChecksResponse, list_checks_response, Check, proto::CheckSummary);

impl Reports {
    /// A connection to where the configuration says that reports is.
    ///
    /// # Errors
    /// If the URL is missing or cannot be read.
    pub fn from_env(env: &Env) -> Result<Reports, ConfigError> {
        let url: String = env.required(URL)?;
        Ok(Reports { channel: channel(URL, &url, DEADLINE)? })
    }

    fn client(&self) -> ReportsServiceClient<Channel> {
        ReportsServiceClient::new(self.channel.channel.clone()).max_decoding_message_size(MAX_MESSAGE)
    }

    /// Whether reports serves.
    pub async fn answers(&self) -> bool {
        answers(&self.channel).await
    }

    /// The rows of a report, and how new they are.
    ///
    /// # Errors
    /// If reports refuses, fails, or lets us wait too long.
    pub async fn report(
        &self,
        token: &str,
        kind: proto::ReportKind,
        scope: proto::Scope,
    ) -> Result<Answer, Fault> {
        let message = proto::ReportRequest { kind: kind.into(), scope: Some(scope) };
        let request = self.channel.as_caller(token, message)?;
        let read = async {
            let mut parts = self.client().report(request).await?.into_inner();
            let mut answer = Answer::default();
            while let Some(part) = parts.message().await? {
                answer.rows.extend(part.rows);
                answer.totals.extend(part.totals);
                answer.versions.extend(part.versions);
            }
            Ok(answer)
        };
        match tokio::time::timeout(deadline(DEADLINE), read).await {
            Ok(read) => read.map_err(|e: Status| of_token_call(&e).into()),
            Err(_) => Err(too_slow().into()),
        }
    }

    /// Checks, newest first.
    pub async fn checks(
        &self,
        token: &str,
        request: proto::ListChecksRequest,
    ) -> Result<Rows<proto::ListChecksResponse>, Fault> {
        let request = self.channel.as_caller(token, request)?;
        let answer = self.client().list_checks(request).await.map_err(|e| of_token_call(&e))?;
        Ok(Rows::of(answer.into_inner()))
    }

    /// One check.
    pub async fn check(
        &self,
        token: &str,
        request: proto::GetCheckRequest,
    ) -> Result<proto::GetCheckResponse, Fault> {
        let request = self.channel.as_caller(token, request)?;
        Ok(self.client().get_check(request).await.map_err(|e| of_token_call(&e))?.into_inner())
    }
}

fn too_slow() -> Error {
    Error::unavailable("The report took too long. Please try again, or ask for fewer days.")
}
