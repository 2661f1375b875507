use std::sync::Arc;

use saffron_core::{Code, Error, PosId};
use saffron_kit::Secret;
use saffron_proto::Service;

use super::{Client, Session, SessionId, cookies};
use crate::Gateway;

/// A signed-in person who makes a call.
pub struct Caller {
    /// The session.
    pub session: Arc<Session>,
    /// The real session id.
    pub session_id: Secret,
    was_cached: bool,
}

impl Gateway {
    /// Authenticates a client: by the web app's cookie, in which case `named` is the handle of the same session and unsafe
    /// calls repeat the XSRF token; or by the real session id as `named` or as bearer token.
    pub async fn authenticate(&self, client: &Client, named: Option<&SessionId>) -> Result<Caller, Error> {
        let named = named.map(|SessionId(id)| id).or(client.bearer.as_ref());
        let session_id =
            client.cookie.as_ref().or(named).ok_or_else(|| {
                self.limits.address(client.address).err().unwrap_or_else(Error::session_ended)
            })?;
        self.limits.session(session_id)?;
        if !self.sessions.is_cached(session_id) {
            self.limits.refuse_guessing(client.address)?;
        }
        let (session, was_cached) = self.sessions.resolve(session_id).await.inspect_err(|error| {
            if error.code == Code::Unauthenticated {
                self.limits.count_guess(client.address);
            }
        })?;
        if let Some(cookie) = &client.cookie {
            let is_same = named.is_none_or(|named| named.matches(&session.handle));
            if !session.web || !is_same {
                return Err(Error::session_ended());
            }
            let token = cookies::xsrf_token(cookie);
            if !client.is_safe && !client.xsrf.as_deref().is_some_and(|sent| token.matches(sent)) {
                let message = "X-XSRF-TOKEN does not repeat the cookie XSRF-TOKEN. Reload the page.";
                return Err(Error::new(Code::Forbidden, message));
            }
        }
        Ok(Caller { session, session_id: session_id.clone(), was_cached })
    }

    /// Refuses a location that is not the caller's. Before a cached session refuses one, it is requested again.
    pub async fn check_location(&self, caller: Caller, pos_id: &PosId) -> Result<Caller, Error> {
        if caller.session.locations.contains_key(pos_id) {
            return Ok(caller);
        }
        if !caller.was_cached {
            return Err(Error::not_your_location());
        }
        let session = self.sessions.resolve_again(&caller.session_id).await?;
        session.calendar(pos_id)?;
        Ok(Caller { session, was_cached: false, ..caller })
    }

    /// The location of a call: the named one, which has to be the caller's, or else the only one they have.
    pub async fn locate(
        &self,
        caller: Caller,
        named: Option<PosId>,
        service: Service,
    ) -> Result<(Caller, PosId), Error> {
        if let Some(pos_id) = named {
            return Ok((self.check_location(caller, &pos_id).await?, pos_id));
        }
        let mut locations = caller.session.locations.keys();
        match (locations.next().cloned(), locations.next()) {
            (Some(only), None) => Ok((caller, only)),
            _ => Err(Error::invalid("posID", location_missing(service))),
        }
    }
}

/// The message to a caller with several locations who names none.
fn location_missing(service: Service) -> &'static str {
    match service {
        Service::Customers => "Please select location to view your customers.",
        Service::Inventory => "Please select location to view menu items.",
        Service::Payments => "Please select location to fetch transactions/payouts.",
        _ => "Please select location to proceed!",
    }
}
