use async_trait::async_trait;
use jiff::Timestamp;
use saffron_core::{Clock, Secret};
use serde::Deserialize;
use serde_json::json;

use super::client::Client;
use super::location::offer;
use super::model::{Location, Read};
use super::reader::SquareReader;
use super::scopes::SCOPES;
use crate::adapter::{Account, Adapter, Credential, Reader};
use crate::http::{Call, Http};
use crate::{Application, Place, PosError};

/// Square.
pub struct Square {
    http: Http,
    application: Option<Application>,
    clock: Clock,
}

impl Square {
    /// Square's API, with the installation's application if it has one.
    #[must_use]
    pub const fn new(http: Http, application: Option<Application>, clock: Clock) -> Square {
        Square { http, application, clock }
    }

    fn client(&self, credential: &Credential) -> Client {
        Client::new(self.http.clone(), credential.access().clone())
    }

    fn application(&self) -> Result<&Application, PosError> {
        self.application
            .as_ref()
            .ok_or_else(|| PosError::Refused("this installation has no application at Square".to_owned()))
    }

    /// Exchanges the code that Square gave a person's browser, or a refresh token, for a grant.
    async fn grant(&self, what: serde_json::Value) -> Result<Credential, PosError> {
        #[derive(Deserialize)]
        struct Granted {
            access_token: String,
            refresh_token: String,
            expires_at: Timestamp,
        }
        let call =
            Call { path: "/oauth2/token", query: &[], body: Some(&what), authorization: None, headers: &[] };
        let body = self.http.send(&call).await?.map_err(|refusal| match refusal.status.as_u16() {
            // The code or the token is used, or revoked.
            400 | 401 => PosError::Revoked,
            status => PosError::Refused(status.to_string()),
        })?;
        let granted: Granted =
            serde_json::from_slice(&body).map_err(|_| PosError::Unreadable("a grant".to_owned()))?;
        Ok(Credential::Grant {
            access: Secret::new(granted.access_token),
            refresh: Secret::new(granted.refresh_token),
            expires_at: granted.expires_at,
        })
    }
}

#[async_trait]
impl Adapter for Square {
    async fn account(&self, credential: &Credential) -> Result<Account, PosError> {
        #[derive(Deserialize)]
        struct Merchant {
            id: String,
            #[serde(default)]
            business_name: String,
        }
        let client = self.client(credential);
        let status = client.token_status().await?;
        let lacks = SCOPES.iter().filter(|scope| !status.scopes.iter().any(|has| has == *scope));
        let lacks = lacks.map(|scope| (*scope).to_owned()).collect();
        let merchant = client.merchant().await?;
        let merchant: Merchant = serde_json::from_str(merchant.get())
            .map_err(|_| PosError::Unreadable("the merchant".to_owned()))?;
        let mut account = Account {
            id: merchant.id,
            name: merchant.business_name,
            lacks,
            locations: Vec::new(),
            unmapped: Vec::new(),
        };
        for raw in client.locations().await? {
            match Read::<Location>::of(raw.get()).object().and_then(|location| offer(&location)) {
                Ok(offer) => account.locations.push(offer),
                Err(unmapped) => account.unmapped.push(unmapped),
            }
        }
        Ok(account)
    }

    async fn open(&self, credential: &Credential, place: Place) -> Result<Box<dyn Reader>, PosError> {
        Ok(Box::new(SquareReader::new(self.client(credential), place, self.clock.clone())))
    }

    fn takes_writes(&self) -> bool {
        true
    }

    fn authorization(&self, state: &Secret, redirect: &str) -> Option<String> {
        let application = self.application.as_ref()?;
        let scopes = SCOPES.join(" ");
        // `session`: people who are signed in at Square choose the account, too.
        let query = [
            ("client_id", application.id.as_str()),
            ("scope", &scopes),
            ("session", "false"),
            ("state", state.expose()),
            ("redirect_uri", redirect),
        ];
        Some(self.http.page("/oauth2/authorize", &query))
    }

    async fn redeem(&self, code: &Secret, redirect: &str) -> Result<Credential, PosError> {
        let Application { id, secret } = self.application()?;
        self.grant(json!({
            "client_id": id,
            "client_secret": secret.expose(),
            "grant_type": "authorization_code",
            "code": code.expose(),
            "redirect_uri": redirect,
        }))
        .await
    }

    async fn renew(&self, credential: &Credential) -> Result<Option<Credential>, PosError> {
        let Credential::Grant { refresh, .. } = credential else { return Ok(None) };
        let Application { id, secret } = self.application()?;
        let renewed = self.grant(json!({
            "client_id": id,
            "client_secret": secret.expose(),
            "grant_type": "refresh_token",
            "refresh_token": refresh.expose(),
        }));
        Ok(Some(renewed.await?))
    }

    async fn revoke(&self, credential: &Credential) -> Result<(), PosError> {
        // A personal token is revoked where it was made: the API has no call for it.
        let Credential::Grant { access, .. } = credential else { return Ok(()) };
        let Application { id, secret } = self.application()?;
        let client = format!("Client {}", secret.expose());
        let body = json!({"client_id": id, "access_token": access.expose()});
        let call = Call {
            path: "/oauth2/revoke",
            query: &[],
            body: Some(&body),
            authorization: Some(&client),
            headers: &[],
        };
        match self.http.send(&call).await? {
            // One that has ended already.
            Err(refusal) if refusal.status.as_u16() == 404 => Ok(()),
            Err(refusal) => Err(PosError::Refused(refusal.status.as_u16().to_string())),
            Ok(_) => Ok(()),
        }
    }
}
