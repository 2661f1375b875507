//! The texts of the provider's failure codes.

/// The text of other codes, and of failures without a code.
const FAILED: &str = "The transaction was failed.";

/// The text of a card failure code; none for other codes.
fn card_text(code: &str) -> Option<&'static str> {
    Some(match code {
        "amount_too_large" => "The transaction amount was too large.",
        "amount_too_small" => "The transaction amount was too small.",
        "api_key_expired" => "Your key was expired.",
        "balance_insufficient" | "insufficient_funds" => "The card has no sufficient balance.",
        "card_decline_rate_limit_exceeded" => "The card was declined too many times.",
        "card_declined" => "The card was declined",
        "charge_already_captured" => "The payment was already captured.",
        "charge_already_refunded" => "The payment was already refunded.",
        "expired_card" => "The card was expired.",
        "incorrect_number" => "The card number was incorrect",
        _ => return None,
    })
}

/// The code that is shown of a failed payment, and its text: the first of these codes that has a text, else the first
/// one. The caller passes the decline code before the failure code.
pub fn card_failure<'a>(codes: impl IntoIterator<Item = Option<&'a str>>) -> (Option<&'a str>, &'static str) {
    let mut first = None;
    for code in codes.into_iter().flatten().filter(|code| !code.is_empty()) {
        if let Some(text) = card_text(code) {
            return (Some(code), text);
        }
        first = first.or(Some(code));
    }
    (first, FAILED)
}

/// The text of a payout's failure code, at the card provider or at another processor.
pub fn payout_failure(code: Option<&str>, at_provider: bool) -> &'static str {
    match code.unwrap_or_default() {
        "account_closed" => "The bank account has been closed.",
        "could_not_process" => "The bank could not process this payout.",
        "declined" => "The bank has declined this transfer. Please contact the bank before retrying.",
        "insufficient_funds" if at_provider => "Your Stripe balance is too low for this payout.",
        "insufficient_funds" => "The balance is too low for this payout.",
        "invalid_account_number" => "The routing number seems correct, but the account number is invalid.",
        "no_account" => {
            "The bank account details on file are probably incorrect. No bank account could be located with those \
             details."
        }
        "unsupported_card" => "The bank no longer supports payouts to this card.",
        _ => "This payout failed.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_code_has_its_text() {
        for (code, text) in [
            ("amount_too_large", "The transaction amount was too large."),
            ("amount_too_small", "The transaction amount was too small."),
            ("api_key_expired", "Your key was expired."),
            ("balance_insufficient", "The card has no sufficient balance."),
            ("card_decline_rate_limit_exceeded", "The card was declined too many times."),
            ("card_declined", "The card was declined"),
            ("charge_already_captured", "The payment was already captured."),
            ("charge_already_refunded", "The payment was already refunded."),
            ("expired_card", "The card was expired."),
            ("incorrect_number", "The card number was incorrect"),
            ("insufficient_funds", "The card has no sufficient balance."),
            ("do_not_honor", "The transaction was failed."),
            ("a_code_of_next_year", "The transaction was failed."),
        ] {
            assert_eq!(card_failure([Some(code)]), (Some(code), text));
        }
        assert_eq!(card_failure([]), (None, "The transaction was failed."));
        assert_eq!(card_failure([None, Some("")]), (None, "The transaction was failed."));
    }

    #[test]
    fn the_decline_code_goes_first() {
        let shown = |decline, failure| card_failure([decline, failure]).0;
        assert_eq!(shown(Some("insufficient_funds"), Some("card_declined")), Some("insufficient_funds"));
        assert_eq!(shown(None, Some("expired_card")), Some("expired_card"));
        // A code with a text goes before one without.
        assert_eq!(shown(Some("generic_decline"), Some("card_declined")), Some("card_declined"));
        assert_eq!(shown(Some("generic_decline"), Some("processing_error")), Some("generic_decline"));
    }

    #[test]
    fn every_payout_code_has_its_text() {
        for (code, text) in [
            ("account_closed", "The bank account has been closed."),
            ("could_not_process", "The bank could not process this payout."),
            ("declined", "The bank has declined this transfer. Please contact the bank before retrying."),
            ("insufficient_funds", "Your Stripe balance is too low for this payout."),
            (
                "invalid_account_number",
                "The routing number seems correct, but the account number is invalid.",
            ),
            (
                "no_account",
                "The bank account details on file are probably incorrect. No bank account could be located with \
                 those details.",
            ),
            ("unsupported_card", "The bank no longer supports payouts to this card."),
            ("a_code_of_next_year", "This payout failed."),
            ("", "This payout failed."),
        ] {
            assert_eq!(payout_failure(Some(code), true), text, "{code}");
        }
        assert_eq!(payout_failure(None, true), "This payout failed.");
    }
}
