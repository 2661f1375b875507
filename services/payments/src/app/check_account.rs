use saffron_core::PosId;
use saffron_kit::Fault;

use super::App;
use crate::domain::ProviderId;

/// Whether the provider's own metadata of an account name this location: only the merchant, or the platform for the
/// merchant, writes there.
pub async fn check_account(app: &App, pos_id: &PosId, account: &ProviderId) -> Result<bool, Fault> {
    let named = app.provider.location_of_account(account).await?;
    Ok(named.is_some_and(|named| named == pos_id.as_str()))
}
