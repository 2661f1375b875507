use crate::square::model::{Order, Payment, PaymentRefund};

/// An order with the money that moved for it.
#[derive(Debug, Clone, Default)]
pub struct OrderAndMoney {
    /// The order.
    pub order: Order,
    /// Its payments, and those that its refunds give back: by these a refund is one of Visa, say.
    pub payments: Vec<Payment>,
    /// The refunds that name it as their order.
    pub refunds: Vec<PaymentRefund>,
}
