//! Why cards, refunds and payouts fail: every code of spec.md's error catalogue, and some that it does not know.

/// Why a card was declined.
#[derive(Debug, PartialEq, Eq)]
pub struct Failure {
    /// `failure_code` of the charge, `code` of the error.
    pub code: &'static str,
    /// What the bank said, where it said something.
    pub decline: Option<&'static str>,
    /// What the provider tells people.
    pub message: &'static str,
}

const fn failure(code: &'static str, decline: Option<&'static str>, message: &'static str) -> Failure {
    Failure { code, decline, message }
}

const DECLINED: &str = "Your card was declined.";

/// All of them. The demo has each in turn.
pub const FAILURES: &[Failure] = &[
    failure("card_declined", Some("generic_decline"), DECLINED),
    failure("card_declined", Some("insufficient_funds"), "Your card has insufficient funds."),
    failure("expired_card", Some("expired_card"), "Your card has expired."),
    failure("incorrect_number", Some("incorrect_number"), "Your card number is incorrect."),
    failure("amount_too_large", None, "The specified amount is greater than the maximum amount allowed."),
    failure("amount_too_small", None, "The specified amount is less than the minimum amount allowed."),
    failure("balance_insufficient", None, "The balance of the card does not cover this payment."),
    failure("card_declined", None, DECLINED),
    failure(
        "card_decline_rate_limit_exceeded",
        None,
        "This card has been declined too many times. Try again in 24 hours.",
    ),
    failure("insufficient_funds", None, "Your card has insufficient funds."),
    failure("api_key_expired", None, "The API key has expired."),
    failure("charge_already_captured", None, "The charge has already been captured."),
    failure("charge_already_refunded", None, "The charge has already been refunded."),
    failure("card_declined", Some("do_not_honor"), DECLINED),
    failure("card_declined", Some("lost_card"), DECLINED),
    failure("incorrect_cvc", Some("incorrect_cvc"), "Your card's security code is incorrect."),
    failure(
        "processing_error",
        None,
        "An error occurred while processing your card. Try again in a little bit.",
    ),
];

/// The failure with these codes.
pub fn failure_of(code: &str, decline: Option<&str>) -> Option<&'static Failure> {
    FAILURES.iter().find(|failure| failure.code == code && failure.decline == decline)
}

/// `failure_code` and `failure_message` of payouts. The demo has each in turn.
pub const PAYOUT_FAILURES: &[(&str, &str)] = &[
    ("account_closed", "The bank account has been closed."),
    ("could_not_process", "The bank could not process this payout."),
    ("declined", "The bank has declined this transfer. Please contact the bank before retrying."),
    ("insufficient_funds", "Your account has insufficient funds to cover the payout."),
    ("invalid_account_number", "The routing number seems correct, but the account number is invalid."),
    (
        "no_account",
        "The bank account details on file are probably incorrect. No bank \
         account could be located with those details.",
    ),
    ("unsupported_card", "The bank no longer supports payouts to this card."),
];

/// The failure of a payout with this code.
pub fn payout_failure(code: &str) -> Option<&'static (&'static str, &'static str)> {
    PAYOUT_FAILURES.iter().find(|(known, _)| *known == code)
}

/// `failure_reason` of refunds.
pub const REFUND_FAILURES: &[&str] = &[
    "lost_or_stolen_card",
    "expired_or_canceled_card",
    "insufficient_funds",
    "declined",
    "merchant_request",
    "unknown",
];

/// Reasons of disputes.
pub const DISPUTE_REASONS: &[&str] =
    &["fraudulent", "product_not_received", "duplicate", "general", "unrecognized"];
