use std::time::Duration;

use tonic::Request;
use tonic::metadata::{Ascii, MetadataValue};
use tonic::transport::Endpoint;

use super::again::Again;
use super::trace::Traced;
use super::{GATEWAY_KEY, MAX_HEADERS};
use crate::config::{ConfigError, wrong};
use crate::deadline::deadline;
use crate::metrics::rpc::Measured;
use crate::{Fault, Secret};

/// What the generated clients call over.
pub type Channel = Traced<Measured<Again<tonic::transport::Channel>>>;

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
        // A connection that died without a word is replaced before anybody has to wait for it in vain.
        .http2_keep_alive_interval(Duration::from_secs(5))
        .keep_alive_timeout(deadline(Duration::from_secs(5)))
        .keep_alive_while_idle(true)
        .http2_max_header_list_size(MAX_HEADERS);
    Ok(ServiceChannel {
        channel: Traced::calls(Measured::calls(Again::calls(endpoint.connect_lazy()))),
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
        request.metadata_mut().insert("authorization", value(&format!("Bearer {token}"))?);
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
        request.metadata_mut().insert(GATEWAY_KEY, value(first)?);
        Ok(request)
    }

    fn request<T>(&self, message: T) -> Request<T> {
        let mut request = Request::new(message);
        request.set_timeout(self.deadline);
        request
    }
}

fn value(text: &str) -> Result<MetadataValue<Ascii>, Fault> {
    let mut value: MetadataValue<Ascii> =
        text.parse().map_err(|_| Fault::Permanent("a credential holds characters no header may".into()))?;
    value.set_sensitive(true);
    Ok(value)
}
