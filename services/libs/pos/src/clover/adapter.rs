use async_trait::async_trait;
use jiff::Timestamp;
use saffron_core::{Clock, Secret};
use serde::Deserialize;
use serde_json::json;
use strum::IntoEnumIterator as _;

use super::client::{Client, Permission};
use super::location::offer;
use super::model::{Merchant, Read};
use super::reader::CloverReader;
use crate::adapter::{Account, Adapter, Application, Credential, Reader};
use crate::http::{Call, Http};
use crate::{Place, PosError};

/// The merchant of a token.
const CURRENT: &str = "current";

/// Clover.
pub struct Clover {
    http: Http,
    application: Option<Application>,
    clock: Clock,
}

impl Clover {
    /// Clover's API, with the installation's application if it has one: a merchant's own token needs none.
    #[must_use]
    pub const fn new(http: Http, application: Option<Application>, clock: Clock) -> Clover {
        Clover { http, application, clock }
    }

    fn client(&self, credential: &Credential, merchant: &str) -> Client {
        Client::new(self.http.clone(), credential.access().clone(), merchant.to_owned())
    }

    fn application(&self) -> Result<&Application, PosError> {
        self.application
            .as_ref()
            .ok_or_else(|| PosError::Refused("this installation has no application at Clover".to_owned()))
    }

    /// Exchanges a code or a refresh token for a grant. Each works once.
    async fn grant(&self, path: &str, what: serde_json::Value) -> Result<Credential, PosError> {
        #[derive(Deserialize)]
        struct Granted {
            access_token: String,
            /// Seconds since 1970.
            access_token_expiration: i64,
            refresh_token: String,
        }
        let call = Call { path, query: &[], body: Some(&what), authorization: None, headers: &[] };
        let body = self.http.send(&call).await?.map_err(|refusal| match refusal.status.as_u16() {
            400 | 401 => PosError::Revoked,
            status => PosError::Refused(status.to_string()),
        })?;
        let unreadable = || PosError::Unreadable("a grant".to_owned());
        let granted: Granted = serde_json::from_slice(&body).map_err(|_| unreadable())?;
        Ok(Credential::Grant {
            access: Secret::new(granted.access_token),
            refresh: Secret::new(granted.refresh_token),
            expires_at: Timestamp::from_second(granted.access_token_expiration).map_err(|_| unreadable())?,
        })
    }

    /// The grant of a code that Clover gave a person's browser.
    ///
    /// # Errors
    /// `Revoked`: the code is used or too old.
    pub async fn redeem(&self, code: &Secret) -> Result<Credential, PosError> {
        let Application { id, secret } = self.application()?;
        let what = json!({"client_id": id, "client_secret": secret.expose(), "code": code.expose()});
        self.grant("/oauth/v2/token", what).await
    }
}

#[async_trait]
impl Adapter for Clover {
    async fn account(&self, credential: &Credential) -> Result<Account, PosError> {
        let raw = self.client(credential, CURRENT).merchant().await?;
        let merchant: Merchant =
            Read::of(raw.get()).object().map_err(|_| PosError::Unreadable("the merchant".to_owned()))?;
        let id = merchant.id.clone().ok_or_else(|| PosError::Unreadable("the merchant's id".to_owned()))?;
        let client = self.client(credential, &id);
        let mut lacks = Vec::new();
        for permission in Permission::iter() {
            if !client.may(permission).await? {
                lacks.push(<&str>::from(permission).to_owned());
            }
        }
        let name = merchant.name.clone().unwrap_or_default();
        let (mut locations, mut unmapped) = (Vec::new(), Vec::new());
        match offer(&merchant) {
            Ok(offer) => locations.push(offer),
            Err(why) => unmapped.push(why),
        }
        Ok(Account { id, name, lacks, locations, unmapped })
    }

    async fn open(&self, credential: &Credential, place: Place) -> Result<Box<dyn Reader>, PosError> {
        let client = self.client(credential, &place.location);
        Ok(Box::new(CloverReader::new(client, place, self.clock.clone())))
    }

    fn takes_writes(&self) -> bool {
        true
    }

    async fn renew(&self, credential: &Credential) -> Result<Option<Credential>, PosError> {
        let Credential::Grant { refresh, .. } = credential else { return Ok(None) };
        let Application { id, .. } = self.application()?;
        // Clover wants no secret here, and the refresh token ends with it.
        let what = json!({"client_id": id, "refresh_token": refresh.expose()});
        Ok(Some(self.grant("/oauth/v2/refresh", what).await?))
    }

    async fn revoke(&self, _: &Credential) -> Result<(), PosError> {
        // A merchant's token is deleted and an application uninstalled in Clover's dashboard: the API has no call for either.
        Ok(())
    }
}
