use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use uuid::Uuid;

use super::App;
use crate::domain::PromoCode;
use crate::store;

/// Reserves a promo code for a campaign of a location: codes are unique within the location, for promotions and campaigns
/// together. The same campaign may repeat the request.
pub async fn reserve_code(app: &App, pos_id: &PosId, code: &PromoCode, campaign: Uuid) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    store::lock_locations(&mut tx, std::slice::from_ref(pos_id)).await?;
    if !store::reserve_code(&mut tx, pos_id, code, campaign).await? {
        let message = "This promo code was used before. Choose another one.";
        return Err(Error { field: Some("promoCode".into()), ..Error::new(Code::Conflict, message) }.into());
    }
    tx.commit().await
}
