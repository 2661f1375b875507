/// An amount in one currency.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Amount {
    /// Minor units, as the provider counts them.
    pub minor: i64,
    /// ISO 4217, in lower case.
    pub currency: String,
}
