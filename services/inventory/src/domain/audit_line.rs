use saffron_core::{Money, Quantity};
use strum::IntoStaticStr;

/// The part of an item that an edit is about; its text is the name in the public API.
#[derive(Debug, Clone, Copy, PartialEq, Eq, IntoStaticStr)]
#[strum(serialize_all = "camelCase")]
pub enum Field {
    Price,
    EstimatedCost,
    DisplayName,
    ImageUrl,
    Offer,
    /// The counted quantity.
    Stock,
    LowStock,
    SoldOut,
}

/// One change of one field, as texts for people; an empty text is no value.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    pub field: Field,
    pub was: String,
    pub became: String,
}

impl AuditLine {
    /// None if the two texts are equal.
    pub(super) fn of(field: Field, was: String, became: String) -> Option<AuditLine> {
        (was != became).then_some(AuditLine { field, was, became })
    }
}

/// An amount as a text for people.
pub(super) fn dollars(money: Option<Money>) -> String {
    money.map(|money| format!("${money}")).unwrap_or_default()
}

/// A quantity as a text for people, without zeros at the end.
pub(super) fn pieces(quantity: Option<Quantity>) -> String {
    let text = quantity.map(|quantity| quantity.to_string()).unwrap_or_default();
    if text.contains('.') { text.trim_end_matches('0').trim_end_matches('.').to_owned() } else { text }
}
