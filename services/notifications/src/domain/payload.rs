//! The content of a push, as the app's service worker reads it.

use saffron_core::PosId;
use serde::Serialize;
use uuid::Uuid;

/// The most bytes of a payload, well below the limit of push services.
const LARGEST: usize = 3_000;

/// The content of a push, serialized and encrypted when it is sent.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct Payload {
    /// The app shows a repeated id once.
    pub id: Uuid,
    /// None for a push about several locations.
    #[serde(rename = "posID")]
    pub pos_id: Option<PosId>,
    /// Such as largeVoid; `several` for several delayed communications.
    pub kind: &'static str,
    /// The location's name.
    pub title: String,
    /// One line.
    pub body: String,
    /// The page that a tap opens; none: the inbox.
    pub target: Option<PayloadTarget>,
    /// The number on the app's badge: unread communications.
    pub unread: i64,
}

/// The page that a tap opens.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub struct PayloadTarget {
    /// check, item, payout, payment, dispute, campaign or report.
    pub kind: String,
    /// The id of the object; of a report the business date.
    pub id: String,
}

/// A text shortened to at most `bytes` bytes.
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
