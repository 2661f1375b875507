/// The kinds of mirrored objects, each with its table.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    strum::EnumString,
    strum::IntoStaticStr,
    strum::VariantArray,
)]
#[strum(serialize_all = "snake_case")]
pub enum Kind {
    /// A payment, with its newest charge.
    PaymentIntent,
    Refund,
    /// With its contents.
    Payout,
    BalanceTransaction,
    Dispute,
}

impl Kind {
    /// The name in the database, also of the table.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The path of the list at the provider.
    pub fn path(self) -> String {
        format!("/v1/{}s", self.as_str())
    }

    /// The fields of an object that the provider expands on request.
    pub const fn expand(self) -> &'static [&'static str] {
        match self {
            Kind::PaymentIntent => &["latest_charge.balance_transaction"],
            Kind::Refund | Kind::Payout => &["balance_transaction"],
            Kind::BalanceTransaction | Kind::Dispute => &[],
        }
    }
}
