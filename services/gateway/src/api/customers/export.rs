//! A copy of what is kept about a guest, put together from what each service says.

use std::collections::BTreeMap;

use saffron_core::{Code, CustomerId, Error, PosId};
use saffron_proto::Part;
use saffron_proto::customers::ExportCustomerRequest;
use saffron_proto::marketing as proto;
use saffron_proto::marketing::export_guest_response::Part as Line;
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::Gateway;
use crate::api::marketing::guest_texts::GuestText;
use crate::api::marketing::people::{Consent, RecipientOutcome};
use crate::api::marketing::shape::{Channel, Exclusion};
use crate::api::some;
use crate::http::envelope::Failure;

/// The most lines that a copy holds of marketing.
const MOST: usize = 20_000;

/// What marketing keeps of a guest.
#[derive(Debug, Default, Serialize)]
struct Marketing {
    contact: Option<Contact>,
    consents: Vec<Consent>,
    messages: Vec<Message>,
    texts: Vec<GuestText>,
}

/// The addresses that a guest is written to.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Contact {
    first_name: Option<String>,
    last_name: Option<String>,
    email: Option<String>,
    cell_phone_number: Option<String>,
    /// Why no messages go there; null: they may.
    email_exclusion: Option<Exclusion>,
    text_exclusion: Option<Exclusion>,
}

impl From<proto::GuestContact> for Contact {
    fn from(contact: proto::GuestContact) -> Contact {
        Contact {
            first_name: some(contact.first_name),
            last_name: some(contact.last_name),
            email: some(contact.email),
            cell_phone_number: some(contact.phone),
            email_exclusion: Exclusion::of(contact.email_exclusion),
            text_exclusion: Exclusion::of(contact.text_exclusion),
        }
    }
}

/// A message that was made for a guest.
#[derive(Debug, Serialize)]
#[serde(rename_all = "camelCase")]
struct Message {
    #[serde(rename = "campaignID")]
    campaign_id: String,
    channel: Channel,
    kind: String,
    subject: Option<String>,
    body: String,
    created_at: String,
    outcome: Option<RecipientOutcome>,
}

impl From<proto::GuestMessage> for Message {
    fn from(message: proto::GuestMessage) -> Message {
        Message {
            campaign_id: message.campaign_id,
            channel: Channel::of(message.channel),
            kind: message.kind,
            subject: some(message.subject),
            body: message.body,
            created_at: message.created_at,
            outcome: message.outcome.map(RecipientOutcome::from),
        }
    }
}

/// What customers says of a guest, and under `marketing` what marketing says. A part that cannot be read fails the whole:
/// nobody takes a part for all of it.
pub async fn document(
    gateway: &Gateway,
    token: &str,
    pos_id: &PosId,
    id: &CustomerId,
) -> Result<Box<RawValue>, Failure> {
    let call = ExportCustomerRequest { pos_id: pos_id.to_string(), pos_customer_id: id.to_string() };
    let document = gateway.services.call(token, call).await?.document;
    let (marketing, is_whole) = marketing(gateway, token, pos_id, id).await?;
    let whole = put_together(&document, &marketing, is_whole);
    Ok(whole.map_err(|e| Error::new(Code::Internal, e.to_string()))?)
}

/// Adds to the document of customers; numbers stay as it writes them.
fn put_together(
    document: &str,
    marketing: &Marketing,
    is_whole: bool,
) -> Result<Box<RawValue>, serde_json::Error> {
    let mut parts: BTreeMap<String, Box<RawValue>> = serde_json::from_str(document)?;
    parts.insert("marketing".into(), to_raw_value(marketing)?);
    if !is_whole {
        parts.insert("complete".into(), to_raw_value(&false)?);
    }
    to_raw_value(&parts)
}

/// What marketing keeps, and whether that is all of it.
async fn marketing(
    gateway: &Gateway,
    token: &str,
    pos_id: &PosId,
    id: &CustomerId,
) -> Result<(Marketing, bool), Failure> {
    let call = proto::ExportGuestRequest {
        pos_id: pos_id.to_string(),
        pos_customer_id: id.to_string(),
        ..proto::ExportGuestRequest::default()
    };
    let mut lines = gateway.services.list(token, call).await?;
    let mut kept = Marketing::default();
    for _ in 0..MOST {
        let line = match lines.next().await? {
            None => return Ok((kept, true)),
            Some(Part::NextCursor(_)) => break,
            Some(Part::Row(line)) => line,
        };
        match line {
            Line::Contact(contact) => kept.contact = Some(contact.into()),
            Line::Consent(consent) => kept.consents.push(consent.into()),
            Line::Message(message) => kept.messages.push(message.into()),
            Line::Text(text) => kept.texts.push(text.into()),
            Line::NextCursor(_) => {}
        }
    }
    Ok((kept, false))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn together(is_whole: bool) -> (String, Value) {
        let document = r#"{"customer": {"spend": 12.50}, "complete": true}"#;
        let kept = Marketing { consents: Vec::new(), ..Marketing::default() };
        let whole = put_together(document, &kept, is_whole).unwrap().get().to_owned();
        let read = serde_json::from_str(&whole).unwrap();
        (whole, read)
    }

    #[test]
    fn numbers_stay_as_they_are_written() {
        let (text, read) = together(true);
        assert!(text.contains("12.50"), "{text}");
        assert_eq!(read["complete"], true);
        assert_eq!(read["marketing"], json!({"contact": null, "consents": [], "messages": [], "texts": []}));
    }

    #[test]
    fn a_copy_without_all_lines_says_so() {
        assert_eq!(together(false).1["complete"], false);
    }
}
