use std::collections::BTreeSet;

use saffron_core::PosId;
use saffron_core::event::{
    DisputeOpened, DisputeOpenedV2, PaymentChanged, PaymentChangedV2, PaymentsChanged, PayoutChanged,
    PayoutChangedV2,
};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;

use crate::domain::{Dispute, Harvest, ProviderId, Read};
use crate::store;

/// Puts what was read into the mirror of a location, and tells of it: other services of payments and payouts that moved
/// and of disputes that were opened, unless it is history, and open apps once.
pub(super) async fn keep(
    tx: &mut Tx,
    pos_id: &PosId,
    harvest: &Harvest,
    is_history: bool,
) -> Result<bool, Fault> {
    let moved = store::put(tx, pos_id, harvest).await?;
    if !is_history {
        for payment in moved.payments {
            let check_id = payment.check.and_then(|check| check.parse().ok());
            // The newer version goes first: a reader of both knows the currency at once.
            tx.publish(&PaymentChangedV2 {
                pos_id: pos_id.clone(),
                payment_intent_id: payment.id.clone(),
                check_id: check_id.clone(),
                state: payment.state.clone(),
                amount: payment.amount,
                amount_refunded: payment.amount_refunded,
                currency: payment.currency,
            })?;
            tx.publish(&PaymentChanged {
                pos_id: pos_id.clone(),
                payment_intent_id: payment.id,
                check_id,
                state: payment.state,
                amount: payment.amount,
                amount_refunded: payment.amount_refunded,
            })?;
        }
        for payout in moved.payouts {
            tx.publish(&PayoutChangedV2 {
                pos_id: pos_id.clone(),
                payout_id: payout.id.clone(),
                state: payout.state.clone(),
                amount: payout.amount,
                currency: payout.currency,
            })?;
            tx.publish(&PayoutChanged {
                pos_id: pos_id.clone(),
                payout_id: payout.id,
                state: payout.state,
                amount: payout.amount,
            })?;
        }
        // One that is decided when it is first seen has nobody's answer to wait for.
        let opened = |(id, (_, dispute)): (&ProviderId, &Read<Dispute>)| {
            let is_open = moved.disputes.contains(&id.to_string()) && !dispute.is_final();
            is_open.then(|| dispute.clone())
        };
        for dispute in harvest.disputes.iter().filter_map(opened) {
            let payment_intent_id = dispute.payment_intent.map(|id| id.to_string());
            tx.publish(&DisputeOpenedV2 {
                pos_id: pos_id.clone(),
                dispute_id: dispute.id.to_string(),
                payment_intent_id: payment_intent_id.clone(),
                amount: dispute.amount,
                currency: dispute.currency,
                reason: dispute.reason.clone(),
            })?;
            tx.publish(&DisputeOpened {
                pos_id: pos_id.clone(),
                dispute_id: dispute.id.to_string(),
                payment_intent_id,
                amount: dispute.amount,
                reason: dispute.reason,
            })?;
        }
    }
    Ok(moved.any)
}

/// Tells open apps, once a location and transaction.
pub(super) async fn announce(tx: &mut Tx, changed: &BTreeSet<PosId>) -> Result<(), Fault> {
    if changed.is_empty() {
        return Ok(());
    }
    for (pos_id, version) in store::bump_versions(tx, changed).await? {
        tx.publish(&PaymentsChanged { pos_id, version })?;
    }
    Ok(())
}
