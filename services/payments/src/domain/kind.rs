/// The kinds of objects that the mirror holds, a table each.
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
    /// With its newest charge.
    PaymentIntent,
    Refund,
    /// With its contents.
    Payout,
    /// A movement of the balance.
    BalanceTransaction,
    Dispute,
}

impl Kind {
    /// Its name in the database, and that of its table.
    pub fn as_str(self) -> &'static str {
        self.into()
    }

    /// The path of its list at the provider.
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
