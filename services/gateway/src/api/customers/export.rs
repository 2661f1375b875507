//! A copy of what is kept about a guest, put together from what each service says.

use std::collections::BTreeMap;

use saffron_core::{Code, Error};
use saffron_proto::Part;
use saffron_proto::customers::ExportCustomerRequest;
use saffron_proto::marketing::export_guest_response::Part as Line;
use saffron_proto::marketing::{ConsentEntry, ExportGuestRequest, GuestContact, GuestMessage, GuestText};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};

use crate::Gateway;
use crate::http::envelope::Failure;

/// The most lines that a copy holds of marketing.
const MOST: usize = 20_000;

/// What marketing keeps of a guest.
#[derive(Debug, Default, Serialize)]
struct Marketing {
    contact: Option<GuestContact>,
    consents: Vec<ConsentEntry>,
    messages: Vec<GuestMessage>,
    texts: Vec<GuestText>,
}

/// What customers says of a guest, and under `marketing` what marketing says. A part that cannot be read fails the whole:
/// nobody takes a part for all of it.
pub async fn document(
    gateway: &Gateway,
    token: &str,
    request: ExportCustomerRequest,
) -> Result<Box<RawValue>, Failure> {
    let of_marketing = ExportGuestRequest {
        pos_id: request.pos_id.clone(),
        pos_customer_id: request.pos_customer_id.clone(),
        ..ExportGuestRequest::default()
    };
    let document = gateway.services.call(token, request).await?.document;
    let (marketing, is_whole) = marketing(gateway, token, of_marketing).await?;
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
    request: ExportGuestRequest,
) -> Result<(Marketing, bool), Failure> {
    let mut lines = gateway.services.list(token, request).await?;
    let mut kept = Marketing::default();
    for _ in 0..MOST {
        let line = match lines.next().await? {
            None => return Ok((kept, true)),
            Some(Part::NextCursor(_)) => break,
            Some(Part::Row(line)) => line,
        };
        match line {
            Line::Contact(contact) => kept.contact = Some(contact),
            Line::Consent(consent) => kept.consents.push(consent),
            Line::Message(message) => kept.messages.push(message),
            Line::Text(text) => kept.texts.push(text),
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
