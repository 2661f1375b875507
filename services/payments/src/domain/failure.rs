//! The wordings of failure codes (spec.md, section 8).

/// What is said where the provider gives a code that has no wording of its own, or none.
const FAILED: &str = "The transaction was failed.";

/// The wording of a card failure code; none where it has none of its own.
fn card_wording(code: &str) -> Option<&'static str> {
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

/// Of the codes of a failed payment, in the order in which they are to be looked at, the one that is told, and its
/// wording: the first that has one, else the first there is. The provider's decline code is looked at before its
/// failure code (design.md, section 8).
#[must_use]
pub fn card_failure<'a>(codes: impl IntoIterator<Item = Option<&'a str>>) -> (Option<&'a str>, &'static str) {
    let mut first = None;
    for code in codes.into_iter().flatten().filter(|code| !code.is_empty()) {
        if let Some(wording) = card_wording(code) {
            return (Some(code), wording);
        }
        first = first.or(Some(code));
    }
    (first, FAILED)
}

/// The wording of a payout's failure code. That of insufficient funds, and of a code without one, stand nowhere and are
/// written in the style of the others.
#[must_use]
pub fn payout_failure(code: Option<&str>) -> &'static str {
    match code.unwrap_or_default() {
        "account_closed" => "The bank account has been closed.",
        "could_not_process" => "The bank could not process this payout.",
        "declined" => "The bank has declined this transfer. Please contact the bank before retrying.",
        "insufficient_funds" => "The payment provider account has no sufficient funds for this payout.",
        "invalid_account_number" => "The routing number seems correct, but the account number is invalid.",
        "no_account" => {
            "The bank account details on file are probably incorrect. No bank account could be located with those \
             details."
        }
        "unsupported_card" => "The bank no longer supports payouts to this card.",
        _ => "This payout was failed.",
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_card_code_has_its_wording() {
        for (code, wording) in [
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
            assert_eq!(card_failure([Some(code)]), (Some(code), wording));
        }
        assert_eq!(card_failure([]), (None, "The transaction was failed."));
        assert_eq!(card_failure([None, Some("")]), (None, "The transaction was failed."));
    }

    #[test]
    fn the_decline_code_is_looked_at_first() {
        let told = |decline, failure| card_failure([decline, failure]).0;
        assert_eq!(told(Some("insufficient_funds"), Some("card_declined")), Some("insufficient_funds"));
        assert_eq!(told(None, Some("expired_card")), Some("expired_card"));
        // One without a wording gives way to one that has it.
        assert_eq!(told(Some("generic_decline"), Some("card_declined")), Some("card_declined"));
        assert_eq!(told(Some("generic_decline"), Some("processing_error")), Some("generic_decline"));
    }

    #[test]
    fn every_payout_code_has_its_wording() {
        for (code, wording) in [
            ("account_closed", "The bank account has been closed."),
            ("could_not_process", "The bank could not process this payout."),
            ("declined", "The bank has declined this transfer. Please contact the bank before retrying."),
            ("insufficient_funds", "The payment provider account has no sufficient funds for this payout."),
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
            ("a_code_of_next_year", "This payout was failed."),
            ("", "This payout was failed."),
        ] {
            assert_eq!(payout_failure(Some(code)), wording, "{code}");
        }
        assert_eq!(payout_failure(None), "This payout was failed.");
    }
}
