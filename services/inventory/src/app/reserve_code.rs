use jiff::{SignedDuration, Timestamp};
use saffron_core::event::PromoCodeOffered;
use saffron_core::{Code, Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;
use uuid::Uuid;

use super::App;
use crate::domain::{CodeTerms, PromoCode};
use crate::store::{self, CodeReservation};

/// For how long after its last call a POS counts as one that reads changes.
const READS_CHANGES: SignedDuration = SignedDuration::from_hours(7 * 24);

/// Reserves a promo code for a campaign of a location, and puts what it gives among the changes for the POS: codes are unique
/// within the location, for promotions and campaigns together. The same campaign may repeat the request.
pub async fn reserve_code(
    app: &App,
    caller: &Caller,
    (pos_id, code): (&PosId, &PromoCode),
    campaign: Uuid,
    terms: CodeTerms,
) -> Result<(), Fault> {
    let mut tx = app.database.begin().await?;
    store::lock_locations(&mut tx, std::slice::from_ref(pos_id)).await?;
    let at = caller.calendar(pos_id)?.wall(app.now());
    match store::reserve_code(&mut tx, (pos_id, code), campaign, &terms, at).await? {
        CodeReservation::Changed(change) => tx.publish(&PromoCodeOffered {
            pos_id: pos_id.clone(),
            promo_code: code.as_str().to_owned(),
            change,
            user_id: caller.user,
            discount_percentage: Some(terms.discount_percentage).filter(|percent| *percent > 0),
            item_ids: terms.items,
            valid_until: terms.valid_until,
        })?,
        CodeReservation::Same => {}
        CodeReservation::Taken => {
            let message = "This promo code was used before. Choose another one.";
            return Err(Error::new(Code::Conflict, message).about("promoCode").into());
        }
    }
    tx.commit().await
}

/// How a promo code comes to the POS.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum CodeDelivery {
    /// The POS has read it.
    Delivered,
    /// The POS reads changes, and has not asked since.
    Waiting,
    /// The POS reads no changes: a person enters the code there.
    Manual,
}

/// How a promo code comes to the POS of a location; of one that is not named, how the next one would.
pub async fn code_delivery(
    app: &App,
    pos_id: &PosId,
    code: Option<&PromoCode>,
) -> Result<CodeDelivery, Fault> {
    let (asked_at, is_read) = store::code_reading(&app.database, pos_id, code).await?;
    Ok(if is_read { CodeDelivery::Delivered } else { delivery_by(asked_at, app.now()) })
}

fn delivery_by(asked_at: Timestamp, now: Timestamp) -> CodeDelivery {
    if now.duration_since(asked_at) < READS_CHANGES { CodeDelivery::Waiting } else { CodeDelivery::Manual }
}
