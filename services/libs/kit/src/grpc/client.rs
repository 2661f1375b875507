use std::time::Duration;

use http::uri::PathAndQuery;
use saffron_proto::{Call, StreamedCall};
use tonic::client::Grpc;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::Endpoint;
use tonic::{Request, Status, Streaming};
use tonic_prost::ProstCodec;

use super::repeating::Repeating;
use super::trace::Traced;
use super::{GATEWAY_KEY, MAX_HEADERS, MAX_MESSAGE};
use crate::config::{ConfigError, wrong};
use crate::deadline::deadline;
use crate::metrics::rpc::Measured;
use crate::{Fault, Secret};

/// What the generated clients call over.
pub type Channel = Traced<Measured<Repeating<tonic::transport::Channel>>>;

/// A connection to a service, made when it is first needed and again whenever it breaks.
#[derive(Clone)]
pub struct ServiceChannel {
    /// For the generated clients.
    pub channel: Channel,
    deadline: Duration,
}

/// A lazy connection to a service, whose calls may take `longest`.
///
/// # Errors
/// If the URL cannot be read; `name` is its variable.
pub fn channel(name: &str, url: &str, longest: Duration) -> Result<ServiceChannel, ConfigError> {
    let endpoint = Endpoint::from_shared(url.to_owned())
        .map_err(|e| wrong(name, e))?
        .connect_timeout(deadline(Duration::from_secs(2)))
        .tcp_nodelay(true)
        // A connection that died silently is replaced before a call waits for it.
        .http2_keep_alive_interval(Duration::from_secs(5))
        .keep_alive_timeout(deadline(Duration::from_secs(5)))
        .keep_alive_while_idle(true)
        .http2_max_header_list_size(MAX_HEADERS);
    Ok(ServiceChannel {
        channel: Traced::calls(Measured::calls(Repeating::calls(endpoint.connect_lazy()))),
        deadline: deadline(longest),
    })
}

impl ServiceChannel {
    /// A request of a signed-in person.
    ///
    /// # Errors
    /// If the token is no header value.
    pub fn as_caller<T>(&self, token: &str, message: T) -> Result<Request<T>, Fault> {
        let mut request = self.request(message);
        request.metadata_mut().insert("authorization", header_value(&format!("Bearer {token}"))?);
        Ok(request)
    }

    /// A request of the gateway itself.
    ///
    /// # Errors
    /// If the key is no header value.
    pub fn as_gateway<T>(&self, key: &Secret, message: T) -> Result<Request<T>, Fault> {
        let mut request = self.request(message);
        let first = key.listed().next();
        let first = first.as_ref().map_or("", Secret::expose);
        request.metadata_mut().insert(GATEWAY_KEY, header_value(first)?);
        Ok(request)
    }

    /// Makes a call that one message answers.
    ///
    /// # Errors
    /// What the service answers instead, or that it does not answer in time.
    pub async fn call<C: Call>(&self, request: Request<C>) -> Result<C::Answer, Status> {
        let codec = ProstCodec::<C, C::Answer>::default();
        let answer = self.grpc().await?.unary(request, PathAndQuery::from_static(C::PATH), codec).await?;
        Ok(answer.into_inner())
    }

    /// Makes a call that a stream answers.
    ///
    /// # Errors
    /// As [`ServiceChannel::call`], before the first message.
    pub async fn stream<C: StreamedCall>(&self, request: Request<C>) -> Result<Streaming<C::Answer>, Status> {
        let codec = ProstCodec::<C, C::Answer>::default();
        let path = PathAndQuery::from_static(C::PATH);
        let answer = self.grpc().await?.server_streaming(request, path, codec).await?;
        Ok(answer.into_inner())
    }

    /// How long a call may take.
    #[must_use]
    pub const fn longest(&self) -> Duration {
        self.deadline
    }

    /// The client of a call, once the channel is ready.
    async fn grpc(&self) -> Result<Grpc<Channel>, Status> {
        let mut grpc = Grpc::new(self.channel.clone())
            .max_decoding_message_size(MAX_MESSAGE)
            .max_encoding_message_size(MAX_MESSAGE);
        grpc.ready().await.map_err(|e| Status::unknown(format!("the service is not ready: {e}")))?;
        Ok(grpc)
    }

    /// A request with the deadline of this channel.
    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.set_timeout(self.deadline);
        request
    }
}

fn header_value(text: &str) -> Result<MetadataValue<Ascii>, Fault> {
    let mut value: MetadataValue<Ascii> =
        text.parse().map_err(|_| Fault::Permanent("a credential holds characters no header may".into()))?;
    value.set_sensitive(true);
    Ok(value)
}
