use serde::{Deserialize, Deserializer};

use super::{
    ApiError, CatalogObject, Customer, Dispute, InventoryCount, Location, Order, Payment, PaymentRefund,
    Payout, PayoutEntry, Read, TeamMember, TeamMemberWage, Timecard, WorkweekConfig, list,
};

/// An answer of the API: a page of objects under the name of their kind, or one object, with the cursor of the next page.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default)]
pub struct Answer {
    /// What went wrong.
    #[serde(deserialize_with = "list")]
    pub errors: Vec<ApiError>,
    /// Of the next page; none or empty on the last. Merchants have a number.
    #[serde(deserialize_with = "text_or_number")]
    pub cursor: Option<String>,
    /// Orders.
    #[serde(deserialize_with = "list")]
    pub orders: Vec<Read<Order>>,
    /// One order.
    pub order: Option<Read<Order>>,
    /// Payments.
    #[serde(deserialize_with = "list")]
    pub payments: Vec<Read<Payment>>,
    /// One payment.
    pub payment: Option<Read<Payment>>,
    /// Refunds.
    #[serde(deserialize_with = "list")]
    pub refunds: Vec<Read<PaymentRefund>>,
    /// One refund.
    pub refund: Option<Read<PaymentRefund>>,
    /// Payouts.
    #[serde(deserialize_with = "list")]
    pub payouts: Vec<Read<Payout>>,
    /// One payout.
    pub payout: Option<Read<Payout>>,
    /// Entries of a payout.
    #[serde(deserialize_with = "list")]
    pub payout_entries: Vec<Read<PayoutEntry>>,
    /// Disputes.
    #[serde(deserialize_with = "list")]
    pub disputes: Vec<Read<Dispute>>,
    /// One dispute.
    pub dispute: Option<Read<Dispute>>,
    /// Objects of the catalog.
    #[serde(deserialize_with = "list")]
    pub objects: Vec<Read<CatalogObject>>,
    /// One object of the catalog.
    pub object: Option<Read<CatalogObject>>,
    /// Objects of the catalog that others name.
    #[serde(deserialize_with = "list")]
    pub related_objects: Vec<Read<CatalogObject>>,
    /// Stock.
    #[serde(deserialize_with = "list")]
    pub counts: Vec<Read<InventoryCount>>,
    /// Guests.
    #[serde(deserialize_with = "list")]
    pub customers: Vec<Read<Customer>>,
    /// One guest.
    pub customer: Option<Read<Customer>>,
    /// Timecards.
    #[serde(deserialize_with = "list")]
    pub timecards: Vec<Read<Timecard>>,
    /// One timecard.
    pub timecard: Option<Read<Timecard>>,
    /// The team.
    #[serde(deserialize_with = "list")]
    pub team_members: Vec<Read<TeamMember>>,
    /// Wages of the team.
    #[serde(deserialize_with = "list")]
    pub team_member_wages: Vec<Read<TeamMemberWage>>,
    /// The workweek of the seller.
    #[serde(deserialize_with = "list")]
    pub workweek_configs: Vec<Read<WorkweekConfig>>,
    /// Locations.
    #[serde(deserialize_with = "list")]
    pub locations: Vec<Read<Location>>,
    /// One location.
    pub location: Option<Read<Location>>,
}

/// Reads a text, or a number as one.
fn text_or_number<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Option<String>, D::Error> {
    #[derive(Deserialize)]
    #[serde(untagged)]
    enum TextOrNumber {
        Text(String),
        Number(serde_json::Number),
    }
    let sent = Option::<TextOrNumber>::deserialize(deserializer)?;
    Ok(sent.map(|sent| match sent {
        TextOrNumber::Text(text) => text,
        TextOrNumber::Number(number) => number.to_string(),
    }))
}
