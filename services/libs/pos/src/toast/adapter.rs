use std::sync::Arc;

use async_trait::async_trait;
use saffron_core::{BusinessDate, Clock};
use strum::IntoEnumIterator as _;

use super::client::{Client, Scope};
use super::location::offer;
use super::model::{Read, Reference, Restaurant};
use super::reader::ToastReader;
use super::tokens::{Login, Tokens};
use crate::adapter::{Account, Adapter, Credential, Reader};
use crate::http::Http;
use crate::{Place, PosError, Unmapped};

/// The most restaurants of a group that are asked about.
const MOST: usize = 200;

/// Toast.
pub struct Toast {
    http: Http,
    tokens: Arc<Tokens>,
    clock: Clock,
}

impl Toast {
    /// Toast's APIs.
    #[must_use]
    pub fn new(http: Http, clock: Clock) -> Toast {
        Toast { http, tokens: Arc::new(Tokens::new(clock.clone())), clock }
    }

    fn client(&self, credential: &Credential, restaurant: &str) -> Result<Client, PosError> {
        // A token that somebody has elsewhere ends within a day.
        let Credential::Client { id, secret, .. } = credential else { return Err(PosError::Revoked) };
        let login = Login { id: id.clone(), secret: secret.clone() };
        Ok(Client::new(self.http.clone(), Arc::clone(&self.tokens), login, restaurant.to_owned()))
    }

    /// A restaurant that is open to a client; none if it is not.
    async fn restaurant(&self, credential: &Credential, guid: &str) -> Result<Option<Restaurant>, PosError> {
        let raw = match self.client(credential, guid)?.restaurant().await {
            Err(PosError::Lacks(_) | PosError::Missing) => return Ok(None),
            raw => raw?,
        };
        let restaurant: Restaurant =
            Read::of(raw.get()).object().map_err(|_| PosError::Unreadable("the restaurant".to_owned()))?;
        Ok(Some(Restaurant { guid: restaurant.guid.or_else(|| Some(guid.to_owned())), ..restaurant }))
    }

    /// The other restaurants of the group. Toast lists them to the clients of a group by the GUID of one; where it does not, there is
    /// this one alone.
    async fn others(&self, client: &Client, group: &str, own: &str) -> Result<Vec<String>, PosError> {
        let rows = match client.group(group).await {
            Err(PosError::Lacks(_) | PosError::Missing | PosError::Refused(_)) => Vec::new(),
            read => read?.rows,
        };
        let guids = rows.iter().filter_map(|raw| serde_json::from_str::<Reference>(raw.get()).ok()?.guid);
        Ok(guids.filter(|guid| guid != own && !guid.is_empty()).take(MOST).collect())
    }
}

#[async_trait]
impl Adapter for Toast {
    async fn account(&self, credential: &Credential) -> Result<Account, PosError> {
        let Credential::Client { location, .. } = credential else { return Err(PosError::Revoked) };
        let client = self.client(credential, location)?;
        let own = self.restaurant(credential, location).await?;
        let own = own.ok_or_else(|| PosError::Lacks(format!("access to the location {location}")))?;
        let group = own.general.as_ref().and_then(|of| of.management_group_guid.clone());
        let mut restaurants = vec![own];
        if let Some(group) = &group {
            for guid in self.others(&client, group, location).await? {
                restaurants.extend(self.restaurant(credential, &guid).await?);
            }
        }
        let today = BusinessDate::from_date(self.clock.now().to_zoned(jiff::tz::TimeZone::UTC).date());
        let mut lacks = Vec::new();
        for scope in Scope::iter().filter(|scope| *scope != Scope::Restaurants) {
            if !client.may(scope, today).await? {
                lacks.push(<&str>::from(scope).to_owned());
            }
        }
        let (mut locations, mut unmapped): (Vec<_>, Vec<Unmapped>) = (Vec::new(), Vec::new());
        for restaurant in &restaurants {
            match offer(restaurant) {
                Ok(offer) => locations.push(offer),
                Err(why) => unmapped.push(why),
            }
        }
        let name = restaurants.first().and_then(|of| of.general.as_ref()?.name.clone()).unwrap_or_default();
        let id = group.unwrap_or_else(|| location.clone());
        Ok(Account { id, name, lacks, locations, unmapped })
    }

    async fn open(&self, credential: &Credential, place: Place) -> Result<Box<dyn Reader>, PosError> {
        let client = self.client(credential, &place.location)?;
        Ok(Box::new(ToastReader::new(client, place, self.clock.clone())))
    }

    async fn renew(&self, _: &Credential) -> Result<Option<Credential>, PosError> {
        // A client does not end: it gets its tokens itself.
        Ok(None)
    }

    async fn revoke(&self, _: &Credential) -> Result<(), PosError> {
        // A client is deleted in Toast Web: the API has no call for it.
        Ok(())
    }
}
