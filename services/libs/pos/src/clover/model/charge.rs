use serde::Deserialize;

/// A charge of an order: a part of what is due, whose amount is not sent.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ServiceCharge {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// As printed.
    pub name: Option<String>,
    /// Percent; replaced by the next one.
    pub percentage: Option<serde_json::Number>,
    /// Ten-thousandths of a percent: 125000 is 12.5 %.
    pub percentage_decimal: Option<i64>,
    /// Whether it was added by a rule, such as one for large parties.
    pub is_auto_applied: Option<bool>,
}

/// What a payment or a refund holds of a charge.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct ChargeAmount {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// As printed.
    pub name: Option<String>,
    /// Such as CREDIT_SURCHARGE.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// In the smallest unit.
    pub amount: Option<i64>,
}

/// A further charge of an order.
#[derive(Debug, Clone, Default, Deserialize)]
#[serde(default, rename_all = "camelCase")]
pub struct AdditionalCharge {
    /// Unique at the merchant.
    pub id: Option<String>,
    /// Such as DELIVERY_FEE.
    #[serde(rename = "type")]
    pub kind: Option<String>,
    /// In the smallest unit.
    pub amount: Option<i64>,
    /// Ten-thousandths of a percent.
    pub percentage_decimal: Option<i64>,
}
