//! A POS vendor registers a location (docs/api.md, For POS vendors).

use saffron_core::{DayStart, PosId};
use serde::{Deserialize, Serialize};

use crate::{Api, ApiError, Secret};

/// A location as its vendor registers it.
#[derive(Debug, Clone, Serialize)]
#[serde(rename_all = "camelCase")]
pub struct Registration {
    /// The location.
    #[serde(rename = "posID")]
    pub pos_id: PosId,
    /// As its owner reads it. A new location needs one; without it an existing one keeps its own.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub name: Option<String>,
    /// IANA name; as with the name.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub time_zone: Option<String>,
    /// When the days of a new location begin; 04:00 without it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub day_start: Option<DayStart>,
    /// Home page.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub website: Option<String>,
    /// On one line.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub postal_address: Option<String>,
    /// Phone number.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub phone: Option<String>,
    /// Asks for another ingest key, which ends the one before.
    #[serde(skip_serializing_if = "std::ops::Not::not")]
    pub rotate_ingest_key: bool,
    /// Asks for one more key of this name at an existing location; the one that was got by this name before ends.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub ingest_key_name: Option<String>,
}

/// The answer to a registration.
#[derive(Debug)]
pub struct Registered {
    /// None for a location that exists already, unless a key was asked for.
    pub ingest_key: Option<Secret>,
    /// For the owner: 10 characters, single use, 7 days.
    pub link_code: String,
}

#[derive(Deserialize)]
#[serde(rename_all = "camelCase")]
struct Answer {
    ingest_key: Option<String>,
    link_code: String,
}

/// A vendor's key, and the API.
#[derive(Debug, Clone)]
pub struct Vendor {
    api: Api,
    key: Secret,
    card_account: Option<fn(&PosId) -> String>,
}

impl Vendor {
    /// The vendor with this provisioning key.
    #[must_use]
    pub fn new(api: Api, key: Secret) -> Vendor {
        Vendor { api, key, card_account: None }
    }

    /// The vendor of locations that have these accounts at the card provider.
    #[must_use]
    pub fn with_card_accounts(self, account: fn(&PosId) -> String) -> Vendor {
        Vendor { card_account: Some(account), ..self }
    }

    /// Registers a location, or updates one of the same vendor.
    ///
    /// # Errors
    /// See [`ApiError`].
    pub async fn register(&self, registration: &Registration) -> Result<Registered, ApiError> {
        let path = "/provision/v1/locations";
        let mut form = serde_json::to_value(registration).map_err(|e| ApiError::Client(e.to_string()))?;
        if let (Some(form), Some(account)) = (form.as_object_mut(), self.card_account) {
            form.insert("cardAccount".to_owned(), account(&registration.pos_id).into());
        }
        let body = self.api.post(path, Some(&self.key), form.to_string()).await?;
        let answer: Answer = serde_json::from_value(body)
            .map_err(|e| ApiError::Unexpected { url: path.to_owned(), why: e.to_string() })?;
        Ok(Registered { ingest_key: answer.ingest_key.map(Secret::new), link_code: answer.link_code })
    }

    /// Registers a location and always gets an ingest key: that of an existing location is replaced.
    ///
    /// # Errors
    /// See [`ApiError`].
    pub async fn register_with_key(
        &self,
        registration: &Registration,
    ) -> Result<(Secret, Registered), ApiError> {
        let first = self.register(registration).await?;
        if let Some(key) = first.ingest_key.clone() {
            return Ok((key, first));
        }
        let rotated = Registration { rotate_ingest_key: true, ..registration.clone() };
        let second = self.register(&rotated).await?;
        let key = second.ingest_key.clone().ok_or_else(|| ApiError::Unexpected {
            url: "/provision/v1/locations".to_owned(),
            why: "no ingestKey although rotateIngestKey was true".to_owned(),
        })?;
        Ok((key, second))
    }
}
