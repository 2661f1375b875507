use saffron_core::PosId;
use saffron_kit::Fault;

use super::App;
use crate::domain::ProviderId;

/// Whether an account's metadata at the provider name this location: only the merchant, or the platform for the merchant, can
/// write them.
pub async fn check_account(app: &App, pos_id: &PosId, account: &ProviderId) -> Result<bool, Fault> {
    let named = app.provider.location_of_account(account).await?;
    Ok(named.is_some_and(|named| named == pos_id.as_str()))
}
