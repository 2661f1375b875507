//! HTTPS for the object store, on the TLS that the rest of the house uses.

use std::sync::Arc;

use http_body_util::BodyExt as _;
use hyper_rustls::{HttpsConnector, HttpsConnectorBuilder};
use hyper_util::client::legacy::Client;
use hyper_util::client::legacy::connect::HttpConnector as TcpConnector;
use hyper_util::rt::TokioExecutor;
use object_store::ClientOptions;
use object_store::client::{
    HttpClient, HttpConnector, HttpError, HttpErrorKind, HttpRequest, HttpRequestBody, HttpResponse,
    HttpResponseBody, HttpService,
};

/// Opens connections with the certificates that the machine trusts; an `http://` endpoint is spoken to plainly.
#[derive(Debug, Clone, Copy)]
pub(super) struct Https;

impl HttpConnector for Https {
    fn connect(&self, _: &ClientOptions) -> object_store::Result<HttpClient> {
        let connector = HttpsConnectorBuilder::new()
            .with_native_roots()
            .map_err(|e| object_store::Error::Generic { store: "S3", source: Box::new(e) })?
            .https_or_http()
            .enable_http1()
            .build();
        Ok(HttpClient::new(Service(Arc::new(Client::builder(TokioExecutor::new()).build(connector)))))
    }
}

#[derive(Debug)]
struct Service(Arc<Client<HttpsConnector<TcpConnector>, HttpRequestBody>>);

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
