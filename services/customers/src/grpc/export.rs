use saffron_core::time::public_time;
use saffron_core::{Money, Zone};
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use serde_json::{Value, json};

use crate::app::no_such_customer;
use crate::domain::Guest;
use crate::store;

/// The most of each kind; beyond it the document says that it is not complete.
const MOST: i64 = 20_000;

/// Everything that this service keeps about a guest, as a JSON document for that guest: dollars with two decimals, wall time of the
/// location.
pub async fn document(database: &Database, guest: &Guest, zone: &Zone) -> Result<String, Fault> {
    let row = store::find_customer(database, guest).await?.ok_or_else(no_such_customer)?;
    let rewards = store::rewards_of(database, guest, MOST).await?;
    let entries = store::export_entries(database, guest, MOST).await?;
    let checks = store::export_checks(database, guest, MOST).await?;
    let is_complete = [rewards.len(), entries.len(), checks.len()].iter().all(|len| (*len as i64) < MOST);
    let time = |at| public_time(zone.wall(at));
    let dollars = Money::from_cents;
    let document = json!({
        "location": guest.0,
        "customer": {
            "posCustomerID": row.id,
            "firstName": row.first_name,
            "lastName": row.last_name,
            "email": row.email,
            "cellPhoneNumber": row.phone,
            "emailConsent": row.email_consent,
            "smsConsent": row.sms_consent,
            "erased": row.erased,
        },
        "figures": {
            "visits": row.visits,
            "lastVisit": row.last_visit().map(time),
            "spend": dollars(row.spend),
            "points": row.points,
            "pointsOwed": row.owed,
        },
        "rewards": rewards.into_iter().map(|reward| json!({
            "rewardID": reward.reward,
            "posItemID": reward.item,
            "itemName": reward.item_name,
            "price": dollars(reward.price),
            "points": reward.points,
            "message": reward.message,
            "grantedAt": time(reward.granted_at),
            "grantedBy": reward.granted_by,
            "validUntil": reward.valid_until,
            "redeemedAt": reward.redeemed_at.map(time),
            "redeemedByCheck": reward.redeemed_by,
        })).collect::<Vec<Value>>(),
        "pointsLedger": entries.into_iter().map(|entry| json!({
            "at": time(entry.at),
            "postedAt": time(entry.posted_at),
            "kind": entry.kind,
            "debit": entry.debit,
            "credit": entry.credit,
            "points": entry.points,
            "posCheckID": entry.check,
            "rewardID": entry.reward,
        })).collect::<Vec<Value>>(),
        "checks": checks.into_iter().map(|check| json!({
            "posCheckID": check.id,
            "closeTime": time(check.closed_at),
            "businessDate": check.business_date,
            "netSales": dollars(check.net_sales),
            "rewardUsed": dollars(check.reward_used),
            "voided": check.voided,
            "refund": check.refund,
            "refundOf": check.refund_of,
            "pointsEarned": check.earned,
            "pointsSpent": check.spent,
            "pointsTakenBack": check.taken,
            "pointsGivenBack": check.returned,
            "items": check.items,
        })).collect::<Vec<Value>>(),
        "complete": is_complete,
    });
    serde_json::to_string_pretty(&document).map_err(|e| Fault::Permanent(e.to_string()))
}
