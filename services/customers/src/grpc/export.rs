use saffron_core::Calendar;
use saffron_core::time::public_time;
use saffron_kit::Fault;
use saffron_kit::pg::Database;
use serde_json::{Value, json};

use crate::domain::Guest;
use crate::store::{self, CustomerRow};

/// The most rows of each kind; a document with that many is marked as incomplete.
const MOST: i64 = 20_000;

/// All data that this service stores about a guest, as a JSON document for that guest: dollars with two decimals, wall
/// time of the location.
pub async fn document(
    database: &Database,
    guest: &Guest,
    calendar: &Calendar,
    row: CustomerRow,
) -> Result<String, Fault> {
    let rewards = store::rewards_of(database, guest, MOST).await?;
    let entries = store::export_entries(database, guest, MOST).await?;
    let checks = store::export_checks(database, guest, MOST).await?;
    let ended = store::merged_into(database, guest, MOST).await?;
    let is_complete =
        [rewards.len(), entries.len(), checks.len(), ended.len()].iter().all(|len| (*len as i64) < MOST);
    let time = |at| public_time(calendar.wall(at));
    let document = json!({
        "location": guest.0,
        "customer": contact(&row),
        "mergedCustomers": ended.iter().map(contact).collect::<Vec<Value>>(),
        "figures": {
            "visits": row.visits,
            "lastVisit": row.last_visit().map(time),
            "spend": row.spend,
            "points": row.points,
            "pointsOwed": row.owed,
        },
        "rewards": rewards.into_iter().map(|reward| json!({
            "rewardID": reward.reward,
            "posItemID": reward.item,
            "itemName": reward.item_name,
            "price": reward.price,
            "points": reward.points,
            "message": reward.message,
            "grantedAt": time(reward.granted_at),
            "grantedBy": reward.granted_by,
            "validUntil": reward.valid_until,
            "redeemedAt": reward.redeemed_at.map(|at| time(at.to_jiff())),
            "redeemedByCheck": reward.redeemed_by,
        })).collect::<Vec<Value>>(),
        "pointsLedger": entries.into_iter().map(|entry| json!({
            "posCustomerID": entry.customer,
            "at": time(entry.at),
            "postedAt": time(entry.posted_at),
            "kind": <&str>::from(entry.kind),
            "debit": entry.debit,
            "credit": entry.credit,
            "points": entry.points,
            "posCheckID": entry.check,
            "rewardID": entry.reward,
        })).collect::<Vec<Value>>(),
        "checks": checks.into_iter().map(|check| json!({
            "posCheckID": check.id,
            "posCustomerID": check.named.unwrap_or_else(|| guest.1.clone()),
            "closeTime": time(check.closed_at),
            "businessDate": check.business_date,
            "netSales": check.net_sales,
            "rewardUsed": check.reward_used,
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

fn contact(row: &CustomerRow) -> Value {
    json!({
        "posCustomerID": row.id,
        "firstName": row.first_name,
        "lastName": row.last_name,
        "email": row.email,
        "cellPhoneNumber": row.phone,
        "emailConsent": row.email_consent,
        "smsConsent": row.sms_consent,
        "erased": row.erased,
    })
}
