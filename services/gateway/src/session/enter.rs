use std::sync::Arc;

use saffron_core::{Code, Error, PosId};
use saffron_kit::Secret;

use super::{Session, SessionId, Visitor, cookies};
use crate::Gateway;

/// A caller whose session was proved.
pub struct Entered {
    /// The session.
    pub session: Arc<Session>,
    /// The real session id.
    pub secret: Secret,
    was_known: bool,
}

impl Gateway {
    /// Lets a caller in: by the web app's cookie, with which `named` is the handle of the same session and
    /// unsafe calls repeat the XSRF token; or by the real session id as `named` or as bearer token.
    pub async fn enter(&self, visitor: &Visitor, named: Option<&SessionId>) -> Result<Entered, Error> {
        let named = named.map(|SessionId(id)| id).or(visitor.bearer.as_ref());
        let secret =
            visitor.cookie.as_ref().or(named).ok_or_else(|| {
                self.limits.address(visitor.address).err().unwrap_or_else(Error::session_ended)
            })?;
        self.limits.session(secret)?;
        if !self.sessions.knows(secret) {
            self.limits.stranger(visitor.address)?;
        }
        let (session, was_known) = self.sessions.resolve(secret).await.inspect_err(|error| {
            if error.code == Code::Unauthenticated {
                self.limits.count_stranger(visitor.address);
            }
        })?;
        if let Some(cookie) = &visitor.cookie {
            let same = named.is_none_or(|named| named.matches(&session.handle));
            if !session.web || !same {
                return Err(Error::session_ended());
            }
            let token = cookies::xsrf_token(cookie);
            if !visitor.is_safe && !visitor.xsrf.as_deref().is_some_and(|given| token.matches(given)) {
                let message = "X-XSRF-TOKEN does not repeat the cookie XSRF-TOKEN. Reload the page.";
                return Err(Error::new(Code::Forbidden, message));
            }
        }
        Ok(Entered { session, secret: secret.clone(), was_known })
    }

    /// Makes sure that a location is the caller's. What was learned a while ago is looked up once more before
    /// the answer is no.
    pub async fn with_location(&self, entered: Entered, pos_id: &PosId) -> Result<Entered, Error> {
        if entered.session.places.contains_key(pos_id) {
            return Ok(entered);
        }
        if !entered.was_known {
            return Err(Error::not_your_location());
        }
        self.sessions.forget(&entered.secret).await;
        let (session, _) = self.sessions.resolve(&entered.secret).await?;
        session.zone(pos_id)?;
        Ok(Entered { session, secret: entered.secret, was_known: false })
    }

    /// Lets a caller in to one location: the one that is named, or the only one they have. `message` is said where they have
    /// to choose.
    pub async fn at(
        &self,
        entered: Entered,
        named: Option<PosId>,
        message: &'static str,
    ) -> Result<(Entered, PosId), Error> {
        if let Some(pos_id) = named {
            return Ok((self.with_location(entered, &pos_id).await?, pos_id));
        }
        let mut places = entered.session.places.keys();
        match (places.next().cloned(), places.next()) {
            (Some(only), None) => Ok((entered, only)),
            _ => Err(Error::invalid("posID", message)),
        }
    }
}
