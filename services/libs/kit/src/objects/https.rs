//! Makes the object store's HTTP calls with kit's client, like all other outgoing calls.

use http_body_util::BodyExt as _;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody, HttpResponse,
    HttpResponseBody, HttpService,
};

use crate::https::{Https, https};

/// Opens connections for the object store; without TLS for an `http://` endpoint.
#[derive(Debug, Clone, Copy)]
pub(super) struct Connector;

impl HttpConnector for Connector {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let https = https().map_err(|e| object_store::Error::Generic { store: "S3", source: Box::new(e) })?;
        Ok(HttpClient::new(Service(https)))
    }
}

#[derive(Debug)]
struct Service(Https<HttpRequestBody>);

#[async_trait::async_trait]
impl HttpService for Service {
    async fn call(&self, request: HttpRequest) -> Result<HttpResponse, HttpError> {
        let response = self.0.request(request).await.map_err(|e| {
            let kind = if e.is_connect() { HttpErrorKind::Connect } else { HttpErrorKind::Request };
            HttpError::new(kind, e)
        })?;
        let broken = |e| HttpError::new(HttpErrorKind::Interrupted, e);
        Ok(response.map(|incoming| HttpResponseBody::new(incoming.map_err(broken))))
    }
}
