use saffron_core::Quantity;

/// What of an item an edit is about, by its name in the public API.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Field {
    /// Price of one.
    Price,
    /// Cost of one.
    EstimatedCost,
    /// As guests read it.
    DisplayName,
    /// The picture.
    ImageUrl,
    /// Percent off and its days.
    Offer,
    /// What was counted.
    Stock,
    /// At or below this the stock is low.
    LowStock,
    /// The mark.
    SoldOut,
}

impl Field {
    /// Its name in the public API.
    #[must_use]
    pub fn name(self) -> &'static str {
        match self {
            Field::Price => "price",
            Field::EstimatedCost => "estimatedCost",
            Field::DisplayName => "displayName",
            Field::ImageUrl => "imageUrl",
            Field::Offer => "offer",
            Field::Stock => "stock",
            Field::LowStock => "lowStock",
            Field::SoldOut => "soldOut",
        }
    }
}

/// One change of one field, as people read it; an empty text is nothing.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AuditLine {
    /// What changed.
    pub field: Field,
    /// What it was.
    pub was: String,
    /// What it became.
    pub became: String,
}

impl AuditLine {
    /// A line, if the two texts differ.
    pub(super) fn of(field: Field, was: String, became: String) -> Option<AuditLine> {
        (was != became).then_some(AuditLine { field, was, became })
    }
}

/// Dollars as people read them.
pub(super) fn dollars(money: Option<saffron_core::Money>) -> String {
    money.map(|money| format!("${money}")).unwrap_or_default()
}

/// A quantity as people read it: no zeros at its end.
pub(super) fn pieces(quantity: Option<Quantity>) -> String {
    let text = quantity.map(|quantity| quantity.to_string()).unwrap_or_default();
    match text.contains('.') {
        true => text.trim_end_matches('0').trim_end_matches('.').to_owned(),
        false => text,
    }
}
