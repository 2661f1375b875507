//! Files by mail: a call that can answer with a file, and that carries `X-Saffron-Mail-To`, mails the file to that address.

use std::sync::Arc;

use axum::body::{Body, to_bytes};
use axum::extract::{Request, State};
use axum::middleware::Next;
use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, StatusCode, header};
use saffron_core::{Code, Error};
use saffron_proto::auth::GetProfileRequest;
use saffron_proto::marketing::SendFileRequest;
use serde::Serialize;

use crate::Gateway;
use crate::http::csv::FileOwner;
use crate::http::envelope::{Envelope, Failure};

/// The header with the address.
const TO: &str = "x-saffron-mail-to";
/// The largest file that is mailed, bytes.
const LARGEST: usize = 5 * 1024 * 1024;

/// A file was mailed.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Mailed {
    sent_to: String,
}

/// Mails the file of a call; other answers stay.
pub async fn mail_files(State(gateway): State<Arc<Gateway>>, mut request: Request, next: Next) -> Response {
    let Some(to) = request.headers_mut().remove(TO) else { return next.run(request).await };
    request.headers_mut().insert(header::ACCEPT, HeaderValue::from_static("text/csv"));
    let response = next.run(request).await;
    let owner = response.extensions().get::<FileOwner>().cloned();
    match owner.filter(|_| response.status() == StatusCode::OK) {
        None => response,
        Some(owner) => match mail(&gateway, owner, &to, response.into_body()).await {
            Ok(mailed) => Envelope::from(mailed).into_response(),
            Err(failure) => failure.into_response(),
        },
    }
}

async fn mail(
    gateway: &Gateway,
    FileOwner { token, name }: FileOwner,
    to: &HeaderValue,
    file: Body,
) -> Result<Mailed, Failure> {
    let to = to.to_str().unwrap_or_default().trim().to_owned();
    let content = to_bytes(file, LARGEST).await.map_err(|_| {
        Error::new(Code::TooLarge, "The file is too large for a mail. Choose fewer days, or download it.")
    })?;
    let own = gateway.services.call(&token, GetProfileRequest::default()).await?.profile.unwrap_or_default();
    let call = SendFileRequest { to: to.clone(), name, content: content.into(), reply_to: own.email };
    gateway.services.call(&token, call).await?;
    Ok(Mailed { sent_to: to })
}
