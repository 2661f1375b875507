//! The content of a push, as the app's service worker reads it.

use saffron_core::PosId;
use serde::Serialize;
use uuid::Uuid;

/// The most bytes of a payload, well below what push services take.
const LARGEST: usize = 3_000;

/// The content of a push, serialized and sealed when it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Payload {
    /// A repeated one is shown once.
    pub id: Uuid,
    /// The location; none where it is about several.
    #[serde(rename = "posID")]
    pub pos_id: Option<PosId>,
    /// Such as largeVoid; several communications that waited are `several`.
    pub kind: &'static str,
    /// The location's name.
    pub title: String,
    /// One line.
    pub body: String,
    /// What a tap opens; none: the inbox.
    pub target: Option<PayloadTarget>,
    /// For the badge: what the person has not viewed.
    pub unread: i64,
}

/// What a tap opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PayloadTarget {
    /// check, item, payout, payment, dispute, campaign or report.
    pub kind: String,
    /// The id of it; of a report its business date.
    pub id: String,
}

/// The first characters of a text, so that it has at most so many bytes.
#[must_use]
pub fn shortened(text: &str, bytes: usize) -> String {
    if text.len() <= bytes {
        return text.to_owned();
    }
    let end = (0..=bytes.saturating_sub(3)).rev().find(|end| text.is_char_boundary(*end)).unwrap_or(0);
    format!("{}…", text.get(..end).unwrap_or_default())
}

impl Payload {
    /// As JSON, below 3,000 bytes: a title or body that is too long is cut.
    #[must_use]
    pub fn to_bytes(&self) -> Vec<u8> {
        let write = |payload: &Payload| serde_json::to_vec(payload).unwrap_or_default();
        let whole = write(self);
        if whole.len() < LARGEST {
            return whole;
        }
        // JSON may write a byte as six.
        let cut = |text: &str| shortened(text, 200);
        write(&Payload { title: cut(&self.title), body: cut(&self.body), ..self.clone() })
    }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    proptest! {
        #[test]
        fn payload_always_fits(title in ".{0,400}", body in ".{0,900}", wide in "[\u{1}-\u{9}]{0,600}") {
            let payload = Payload {
                id: Uuid::nil(),
                pos_id: Some("p".repeat(64).parse().unwrap()),
                kind: "campaignFinished",
                title,
                body: format!("{body}{wide}"),
                target: Some(PayloadTarget { kind: "payment".into(), id: "x".repeat(64) }),
                unread: i64::MAX,
            };
            let bytes = payload.to_bytes();
            prop_assert!(bytes.len() < LARGEST, "{}", bytes.len());
            let read: serde_json::Value = serde_json::from_slice(&bytes).unwrap();
            prop_assert_eq!(&read["posID"], &"p".repeat(64));
        }
    }
}
