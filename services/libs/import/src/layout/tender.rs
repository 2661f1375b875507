//! Names of types of payment, by which columns and cells of payments are known.

use std::collections::HashSet;
use std::sync::LazyLock;

use crate::form::fold;

const NAMES: &str = "cash|visa|mastercard|master card|amex|american express|discover|diners|jcb|debit|credit|credit card|\
    debit card|card|cards|card payment|apple pay|google pay|paypal|venmo|zelle|cash app|cheque|gift card|gift certificate|gift voucher|store credit|house account|\
    bar|bargeld|barzahlung|ec|ec karte|girocard|kreditkarte|karte|kartenzahlung|maestro|v pay|twint|postcard|\
    especes|carte bancaire|cb|carte|ticket restaurant|titre restaurant|cheque vacances|virement|\
    efectivo|tarjeta|tarjeta de credito|tarjeta de debito|bizum|transferencia|\
    contanti|carta|bancomat|carta di credito|satispay|dinheiro|cartao|cartao de credito|cartao de debito|pix|\
    contant|pin|pinbetaling|ideal|bancontact|kontant|kontanter|swish|kort|vipps|mobilepay|dankort|\
    gotowka|karta|blik|hotovost|nakit|kredi karti|upi|paytm|phonepe|touch n go|grabpay|gcash|maya|shopeepay|gopay|ovo|alipay|wechat pay|line pay|paypay|\
    kakao pay|nets|benefit|knet|mada|m pesa|interac|eftpos|afterpay|klarna|buoni pasto|buono pasto|ticket|titres restaurant|\
    現金|クレジット|カード|电子支付|支付宝|微信|현금|카드";

static KNOWN: LazyLock<HashSet<String>> = LazyLock::new(|| NAMES.split('|').map(plain).collect());

fn plain(text: &str) -> String {
    let folded = fold::fold(text);
    let words = folded.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty());
    words.collect::<Vec<_>>().join(" ")
}

/// Whether a text is the name of a type of payment, such as `Visa` or `EC-Karte`.
#[must_use]
pub fn is_tender(text: &str) -> bool {
    text.len() < 40 && KNOWN.contains(&plain(text))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn types_of_payment_are_known_in_many_languages() {
        for name in ["Cash", "VISA", "EC-Karte", "Espèces", "Cartão de crédito", "現金", "Kredi Kartı"]
        {
            assert!(is_tender(name), "{name}");
        }
        for name in ["Sale", "Refund", "Barley soup", "", "Total"] {
            assert!(!is_tender(name), "{name}");
        }
    }
}
