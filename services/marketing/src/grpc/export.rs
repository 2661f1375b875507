//! All that marketing keeps of one guest, as one list of four parts.

use std::sync::Arc;

use saffron_core::{Error, Zone};
use saffron_kit::Fault;
use saffron_kit::grpc::list::List;
use saffron_kit::pg::{Database, Tx};
use saffron_proto::marketing::{ExportGuestResponse, GuestContact, export_guest_response::Part};

use super::wire;
use super::wire::TextRow;
use crate::app::App;
use crate::domain::{AddressHash, Channel, Contact, Exclusion, Guest};
use crate::store::{self, EntryCursor, EntryRow, MessageCursor, MessageRow, TextCursor, TextFilter};

/// What is kept of a guest.
pub struct Export {
    pub app: Arc<App>,
    pub guest: Guest,
    /// The location's clock.
    pub zone: Zone,
    /// Who it is; none: there is no such guest, or they were erased.
    pub contact: Option<Contact>,
}

/// A line of an export.
pub enum Row {
    /// Name and addresses, with why no messages go by email and by text.
    Contact(Box<Contact>, [Option<Exclusion>; 2]),
    /// A line of the consent ledger.
    Consent(EntryRow),
    /// A message that was made for the guest.
    Message(Box<MessageRow>),
    /// A text of the guest.
    Text(TextRow),
}

/// The place in an export after which the next page begins.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum ExportCursor {
    /// After the contact.
    Contact,
    /// After this line of the ledger.
    Consent(EntryCursor),
    /// After all lines of the ledger.
    Consents,
    /// After this message.
    Message(MessageCursor),
    /// After all messages.
    Messages,
    /// After this text.
    Text(TextCursor),
}

impl ExportCursor {
    /// Reads what an earlier answer gave.
    pub fn parse(text: &str) -> Result<ExportCursor, Error> {
        let (part, place) = text.split_once('.').unwrap_or((text, ""));
        match (part, place) {
            ("contact", "") => Ok(ExportCursor::Contact),
            ("consents", "") => Ok(ExportCursor::Consents),
            ("messages", "") => Ok(ExportCursor::Messages),
            ("consent", place) => EntryCursor::parse(place).map(ExportCursor::Consent),
            ("message", place) => MessageCursor::parse(place).map(ExportCursor::Message),
            ("text", place) => TextCursor::parse(place).map(ExportCursor::Text),
            _ => Err(Error::invalid("cursor", "is not one that this list gave")),
        }
    }
}

impl std::fmt::Display for ExportCursor {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            ExportCursor::Contact => f.write_str("contact"),
            ExportCursor::Consents => f.write_str("consents"),
            ExportCursor::Messages => f.write_str("messages"),
            ExportCursor::Consent(place) => write!(f, "consent.{place}"),
            ExportCursor::Message(place) => write!(f, "message.{place}"),
            ExportCursor::Text(place) => write!(f, "text.{place}"),
        }
    }
}

impl Export {
    fn addresses(&self) -> Vec<(Channel, AddressHash)> {
        let both = [Channel::Email, Channel::Text].into_iter();
        let of = |channel| self.contact.as_ref().and_then(|contact| contact.address(channel));
        both.filter_map(|channel| of(channel).map(|address| (channel, self.app.hasher.address(address))))
            .collect()
    }

    async fn standing(&self, tx: &mut Tx, channel: Channel) -> Result<Option<Exclusion>, Fault> {
        let found = self.addresses().into_iter().find(|(of, _)| *of == channel);
        let Some((_, hash)) = found else { return Ok(Some(Exclusion::NoAddress)) };
        let standing = store::standings(tx, &self.guest.0, channel, &[hash]).await?.remove(&hash);
        Ok(standing.unwrap_or_default().exclusion())
    }

    /// What follows in the part in which the cursor stands, and where the next part begins; none: it is the last.
    async fn part(
        &self,
        tx: &mut Tx,
        contact: &Contact,
        after: Option<&ExportCursor>,
        limit: i64,
    ) -> Result<(Vec<Row>, Option<ExportCursor>), Fault> {
        let pos_id = &self.guest.0;
        let addresses = self.addresses();
        let consents = async |tx: &mut Tx, after: Option<&EntryCursor>| {
            let rows = store::page_of_entries(tx, pos_id, &addresses, after, limit).await?;
            Ok::<_, Fault>((rows.into_iter().map(Row::Consent).collect(), Some(ExportCursor::Consents)))
        };
        let hashes: Vec<AddressHash> = addresses.iter().map(|(_, hash)| *hash).collect();
        let messages = async |tx: &mut Tx, after: Option<&MessageCursor>| {
            let rows = store::page_of_messages(tx, &self.guest, &hashes, after, limit).await?;
            let rows = rows.into_iter().map(|row| Row::Message(Box::new(row)));
            Ok((rows.collect(), Some(ExportCursor::Messages)))
        };
        let texts = async |tx: &mut Tx, after: Option<&TextCursor>| {
            let filter = TextFilter { id: None, numbers: Some(hashes.clone()) };
            let rows = store::page_of_texts(tx, pos_id, &filter, after, limit).await?;
            let of = (self.guest.1.clone(), contact.first_name.clone(), contact.last_name.clone());
            Ok((rows.into_iter().map(|row| Row::Text((row, Some(of.clone())))).collect(), None))
        };
        match after {
            None => {
                let mut why = [None, None];
                for (place, channel) in [Channel::Email, Channel::Text].into_iter().enumerate() {
                    if let Some(why) = why.get_mut(place) {
                        *why = self.standing(tx, channel).await?;
                    }
                }
                Ok((vec![Row::Contact(Box::new(contact.clone()), why)], Some(ExportCursor::Contact)))
            }
            Some(ExportCursor::Contact) => consents(tx, None).await,
            Some(ExportCursor::Consent(after)) => consents(tx, Some(after)).await,
            Some(ExportCursor::Consents) => messages(tx, None).await,
            Some(ExportCursor::Message(after)) => messages(tx, Some(after)).await,
            Some(ExportCursor::Messages) => texts(tx, None).await,
            Some(ExportCursor::Text(after)) => texts(tx, Some(after)).await,
        }
    }
}

impl List for Export {
    type Row = Row;
    type Cursor = ExportCursor;
    type Part = ExportGuestResponse;

    async fn page(
        &self,
        database: &Database,
        after: Option<&ExportCursor>,
        limit: i64,
    ) -> Result<Vec<Row>, Fault> {
        let Some(contact) = &self.contact else { return Ok(Vec::new()) };
        let mut tx = database.begin().await?;
        let (mut rows, mut after, mut left) = (Vec::new(), after.cloned(), limit);
        // Four parts: each is read at most once.
        while left > 0 {
            let (more, next) = self.part(&mut tx, contact, after.as_ref(), left).await?;
            rows.extend(more);
            left = limit - i64::try_from(rows.len()).unwrap_or(limit);
            match next {
                None => break,
                Some(next) => after = Some(next),
            }
        }
        Ok(rows)
    }

    fn cursor(&self, row: &Row) -> Result<ExportCursor, Fault> {
        Ok(match row {
            Row::Contact(..) => ExportCursor::Contact,
            Row::Consent(row) => ExportCursor::Consent(EntryCursor::at(row)),
            Row::Message(row) => ExportCursor::Message(MessageCursor::at(row)),
            Row::Text((text, _)) => ExportCursor::Text(TextCursor::at(text)),
        })
    }

    fn row(&self, row: Row) -> ExportGuestResponse {
        let part = match row {
            Row::Contact(contact, [email, text]) => {
                let address = |channel| contact.address(channel).map(ToString::to_string).unwrap_or_default();
                Part::Contact(GuestContact {
                    email: address(Channel::Email),
                    phone: address(Channel::Text),
                    first_name: contact.first_name,
                    last_name: contact.last_name,
                    email_exclusion: wire::exclusion(email).into(),
                    text_exclusion: wire::exclusion(text).into(),
                })
            }
            Row::Consent(row) => Part::Consent(wire::consent(&self.zone, row)),
            Row::Message(row) => Part::Message(wire::guest_message(&self.zone, *row)),
            Row::Text(row) => Part::Text(wire::guest_text(&self.zone, row)),
        };
        ExportGuestResponse { part: Some(part) }
    }

    fn next(cursor: String) -> ExportGuestResponse {
        ExportGuestResponse { part: Some(Part::NextCursor(cursor)) }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written() {
        let cursors = [
            "contact",
            "consents",
            "messages",
            "consent.5.7",
            "message.00000000-0000-0000-0000-000000000001.3",
            "text.5.00000000-0000-0000-0000-000000000001",
        ];
        for text in cursors {
            assert_eq!(ExportCursor::parse(text).unwrap().to_string(), text);
        }
        for bad in ["", "contact.1", "other", "consent.", "message.x", "text.1"] {
            assert!(ExportCursor::parse(bad).is_err(), "{bad}");
        }
    }
}
