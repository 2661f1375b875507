//! A copy of all data about a guest, from customers and marketing.

use std::collections::BTreeMap;

use saffron_core::{Code, Error};
use saffron_proto::Part;
use saffron_proto::customers::ExportCustomerRequest;
use saffron_proto::marketing::export_guest_response::Part as Line;
use saffron_proto::marketing::{ConsentEntry, ExportGuestRequest, GuestContact, GuestMessage, GuestText};
use serde::Serialize;
use serde_json::value::{RawValue, to_raw_value};
use utoipa::openapi::schema::ObjectBuilder;
use utoipa::openapi::{RefOr, Schema};
use utoipa::{PartialSchema, ToSchema};

use crate::Gateway;
use crate::http::envelope::Failure;

/// The most lines of marketing in a copy.
const MAX_LINES: usize = 20_000;

/// The data of marketing about a guest.
#[derive(Debug, Default, Serialize)]
struct Marketing {
    contact: Option<GuestContact>,
    consents: Vec<ConsentEntry>,
    messages: Vec<GuestMessage>,
    texts: Vec<GuestText>,
}

/// All data about the guest.
#[derive(Debug, Serialize)]
pub struct GuestData(Box<RawValue>);

impl PartialSchema for GuestData {
    fn schema() -> RefOr<Schema> {
        ObjectBuilder::new().description(Some("All data about the guest.")).into()
    }
}

impl ToSchema for GuestData {}

/// The data of customers, and under `marketing` the data of marketing. An unreadable part fails the call.
pub async fn document(
    gateway: &Gateway,
    token: &str,
    request: ExportCustomerRequest,
) -> Result<GuestData, Failure> {
    let of_marketing = ExportGuestRequest {
        pos_id: request.pos_id.clone(),
        pos_customer_id: request.pos_customer_id.clone(),
        ..ExportGuestRequest::default()
    };
    let document = gateway.services.call(token, request).await?.document;
    let (marketing, is_complete) = marketing(gateway, token, of_marketing).await?;
    let merged = merge(&document, &marketing, is_complete);
    Ok(GuestData(merged.map_err(|e| Error::new(Code::Internal, e.to_string()))?))
}

/// Adds marketing to the document of customers, whose numbers are copied as they are written.
fn merge(
    document: &str,
    marketing: &Marketing,
    is_complete: bool,
) -> Result<Box<RawValue>, serde_json::Error> {
    let mut parts: BTreeMap<String, Box<RawValue>> = serde_json::from_str(document)?;
    parts.insert("marketing".into(), to_raw_value(marketing)?);
    if !is_complete {
        parts.insert("complete".into(), to_raw_value(&false)?);
    }
    to_raw_value(&parts)
}

/// The data of marketing, and whether that is all of it.
async fn marketing(
    gateway: &Gateway,
    token: &str,
    request: ExportGuestRequest,
) -> Result<(Marketing, bool), Failure> {
    let mut lines = gateway.services.list(token, request).await?;
    let mut data = Marketing::default();
    for _ in 0..MAX_LINES {
        let line = match lines.next().await? {
            None => return Ok((data, true)),
            Some(Part::NextCursor(_)) => break,
            Some(Part::Row(line)) => line,
        };
        match line {
            Line::Contact(contact) => data.contact = Some(contact),
            Line::Consent(consent) => data.consents.push(consent),
            Line::Message(message) => data.messages.push(message),
            Line::Text(text) => data.texts.push(text),
            Line::NextCursor(_) => {}
        }
    }
    Ok((data, false))
}

#[cfg(test)]
mod tests {
    use serde_json::{Value, json};

    use super::*;

    fn merged(is_complete: bool) -> (String, Value) {
        let document = r#"{"customer": {"spend": 12.50}, "complete": true}"#;
        let data = Marketing { consents: Vec::new(), ..Marketing::default() };
        let whole = merge(document, &data, is_complete).unwrap().get().to_owned();
        let read = serde_json::from_str(&whole).unwrap();
        (whole, read)
    }

    #[test]
    fn numbers_stay_as_they_are_written() {
        let (text, read) = merged(true);
        assert!(text.contains("12.50"), "{text}");
        assert_eq!(read["complete"], true);
        assert_eq!(read["marketing"], json!({"contact": null, "consents": [], "messages": [], "texts": []}));
    }

    #[test]
    fn copy_without_all_lines_is_incomplete() {
        assert_eq!(merged(false).1["complete"], false);
    }
}
