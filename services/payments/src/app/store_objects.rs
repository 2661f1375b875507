use saffron_core::PosId;
use saffron_core::event::{
    DisputeOpened, DisputeOpenedV2, PaymentChanged, PaymentChangedV2, PayoutChanged, PayoutChangedV2,
};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{Objects, PaymentState, PayoutState};
use crate::store;

/// Stores objects in the mirror of a location, and publishes changed payments and payouts and new disputes, unless they are
/// history. The newer version of each event is published first: a consumer of both has the currency at once.
pub(super) async fn store_objects(
    tx: &mut Tx,
    pos_id: &PosId,
    objects: &Objects,
    is_history: bool,
) -> Result<(), Fault> {
    let changed = store::upsert(tx, pos_id, objects).await?;
    if is_history {
        return Ok(());
    }
    let ids: Vec<&str> = changed.payments.iter().map(|intent| intent.id.as_str()).collect();
    let checks = store::checks_of(tx, pos_id, &ids).await?;
    for intent in changed.payments {
        let event = PaymentChangedV2 {
            pos_id: pos_id.clone(),
            payment_intent_id: intent.id.to_string(),
            check_id: checks.get(intent.id.as_str()).cloned(),
            state: PaymentState::of(intent).name().to_owned(),
            amount: intent.amount,
            amount_refunded: intent.latest_charge.as_ref().map_or(0, |charge| charge.amount_refunded),
            currency: intent.currency.clone(),
        };
        tx.publish(&event)?;
        let PaymentChangedV2 { pos_id, payment_intent_id, check_id, state, amount, amount_refunded, .. } =
            event;
        tx.publish(&PaymentChanged { pos_id, payment_intent_id, check_id, state, amount, amount_refunded })?;
    }
    for payout in changed.payouts {
        let event = PayoutChangedV2 {
            pos_id: pos_id.clone(),
            payout_id: payout.id.to_string(),
            state: PayoutState::of(payout).name().to_owned(),
            amount: payout.amount,
            currency: payout.currency.clone(),
        };
        tx.publish(&event)?;
        let PayoutChangedV2 { pos_id, payout_id, state, amount, .. } = event;
        tx.publish(&PayoutChanged { pos_id, payout_id, state, amount })?;
    }
    // No answer is expected to a dispute that is decided when it is first read.
    for dispute in changed.disputes.into_iter().filter(|dispute| !dispute.is_final()) {
        let event = DisputeOpenedV2 {
            pos_id: pos_id.clone(),
            dispute_id: dispute.id.to_string(),
            payment_intent_id: dispute.payment_intent.as_ref().map(ToString::to_string),
            amount: dispute.amount,
            currency: dispute.currency.clone(),
            reason: dispute.reason.clone(),
        };
        tx.publish(&event)?;
        let DisputeOpenedV2 { pos_id, dispute_id, payment_intent_id, amount, reason, .. } = event;
        tx.publish(&DisputeOpened { pos_id, dispute_id, payment_intent_id, amount, reason })?;
    }
    Ok(())
}
