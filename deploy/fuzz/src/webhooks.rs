//! What providers post, and how they sign it.

use jiff::Timestamp;
use saffron_kit::Secret;

use super::head_and_rest;

#[path = "../../../services/payments/src/domain/signature.rs"]
#[expect(unreachable_pub, reason = "a part of payments")]
mod card;
#[path = "../../../services/marketing/src/domain/form.rs"]
#[expect(unreachable_pub, reason = "a part of marketing")]
mod form;
#[path = "../../../services/marketing/src/domain/keyword.rs"]
#[expect(unreachable_pub, reason = "a part of marketing")]
mod keyword;

const URL: &str = "https://saffron.example/notification/webhooks/sms/inbound";

/// The first line is the signature, the rest the body: a body without a valid signature is refused.
pub(super) fn webhooks(bytes: &[u8]) {
    let (header, body) = head_and_rest(bytes);
    let secrets = [Secret::new("whsec_one"), Secret::new("whsec_two")];
    if let (Some(signature), Ok(now)) =
        (card::Signature::parse(&header), Timestamp::from_second(1_800_000_000))
    {
        assert!(!signature.verifies(body, &secrets, now), "{header} proves");
    }
    if let Some(form) = form::Form::read(body) {
        assert!(!form.is_signed(URL, &header, &secrets[0]), "{header} proves");
        for field in ["From", "Body", "OptOutType", "MessageSid"] {
            let _ = form.get(field).and_then(keyword::Keyword::read);
            let _ = form.get(field).and_then(keyword::Keyword::of_provider);
        }
    }
}
