//! All that marketing stores about one guest, as one list of four parts.

use std::collections::BTreeSet;
use std::sync::Arc;

use jiff::Timestamp;
use saffron_core::cursor::Key;
use saffron_core::{Calendar, CustomerId, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::list::List;
use saffron_kit::pg::Tx;
use saffron_proto::marketing::{ExportGuestResponse, GuestContact, export_guest_response::Part};
use uuid::Uuid;

use super::answers;
use crate::app::App;
use crate::domain::{Address, AddressHash, Channel, Contact, Exclusion, RecipientKey};
use crate::store::{self, EntryKey};

/// The export of a guest.
pub struct Export {
    pub app: Arc<App>,
    pub pos_id: PosId,
    pub calendar: Calendar,
    /// The guest's ids with their contacts, the one that stays first; without erased ones.
    pub ids: Vec<(CustomerId, Option<Contact>)>,
}

/// The cursor of a row in an export.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum ExportKey {
    /// Name and addresses.
    Contact,
    /// A line of the consent ledger.
    Consent(EntryKey),
    /// A message that was made for the guest.
    Message(RecipientKey),
    /// A text of the guest.
    Text((Timestamp, Uuid)),
}

impl Key for ExportKey {
    fn text(&self) -> String {
        match self {
            ExportKey::Contact => "contact".to_owned(),
            ExportKey::Consent(key) => format!("consent.{}", key.text()),
            ExportKey::Message(key) => format!("message.{}", key.text()),
            ExportKey::Text(key) => format!("text.{}", key.text()),
        }
    }

    fn read(text: &str) -> Option<ExportKey> {
        match text.split_once('.').unwrap_or((text, "")) {
            ("contact", "") => Some(ExportKey::Contact),
            ("consent", key) => Key::read(key).map(ExportKey::Consent),
            ("message", key) => Key::read(key).map(ExportKey::Message),
            ("text", key) => Key::read(key).map(ExportKey::Text),
            _ => None,
        }
    }
}

impl Export {
    async fn contact(
        &self,
        tx: &mut Tx,
        contact: &Contact,
        addresses: &[(Channel, AddressHash)],
    ) -> Result<GuestContact, Fault> {
        let mut exclusions = [Some(Exclusion::NoAddress); 2];
        for (channel, hash) in addresses {
            let standing = store::standings(tx, &self.pos_id, *channel, &[*hash]).await?.remove(hash);
            let [email, text] = &mut exclusions;
            *(if *channel == Channel::Email { email } else { text }) =
                standing.unwrap_or_default().exclusion();
        }
        let text = |address: &Option<Address>| address.as_ref().map(ToString::to_string).unwrap_or_default();
        let [email, texts] = exclusions.map(answers::exclusion);
        Ok(GuestContact {
            email: text(&contact.email),
            phone: text(&contact.phone),
            first_name: contact.first_name.clone(),
            last_name: contact.last_name.clone(),
            email_exclusion: email,
            text_exclusion: texts,
        })
    }
}

impl List for Export {
    type Key = ExportKey;
    type Piece = ExportGuestResponse;

    /// A page may end one part and begin the next.
    async fn page(&self, after: Option<&ExportKey>, limit: i64) -> Result<Vec<(ExportKey, Part)>, Fault> {
        let Some((id, contact)) = self.ids.first() else { return Ok(Vec::new()) };
        if self.ids.iter().all(|(_, contact)| contact.is_none()) {
            return Ok(Vec::new());
        }
        let contact = contact.clone().unwrap_or_default();
        let (pos_id, calendar) = (&self.pos_id, &self.calendar);
        let hashed = |address: &Address| (address.channel(), self.app.hasher.address(address));
        let contacts = self.ids.iter().filter_map(|(_, contact)| contact.as_ref());
        let addresses: BTreeSet<(Channel, AddressHash)> =
            contacts.flat_map(Contact::addresses).map(hashed).collect();
        let addresses = Vec::from_iter(addresses);
        let ids: Vec<CustomerId> = self.ids.iter().map(|(id, _)| id.clone()).collect();
        let hashes: Vec<AddressHash> = addresses.iter().map(|(_, hash)| *hash).collect();
        let (mut consent, mut message, mut text) = (None, None, None);
        match after {
            None | Some(ExportKey::Contact) => {}
            Some(ExportKey::Consent(key)) => consent = Some(key),
            Some(ExportKey::Message(key)) => message = Some(key),
            Some(ExportKey::Text(key)) => text = Some(key),
        }
        let mut tx = self.app.database.begin().await?;
        let mut rows = Vec::new();
        if after.is_none() {
            let own: Vec<_> = contact.addresses().map(hashed).collect();
            let contact = self.contact(&mut tx, &contact, &own).await?;
            rows.push((ExportKey::Contact, Part::Contact(contact)));
        }
        if message.is_none() && text.is_none() {
            let left = limit - rows.len() as i64;
            let entries = store::page_of_entries(&mut tx, pos_id, &addresses, consent, left).await?;
            rows.extend(entries.into_iter().map(|row| {
                (ExportKey::Consent((row.at, row.entry)), Part::Consent(answers::consent(calendar, row)))
            }));
        }
        if text.is_none() {
            let left = limit - rows.len() as i64;
            let messages = store::page_of_messages(&mut tx, pos_id, &ids, &hashes, message, left).await?;
            rows.extend(messages.into_iter().map(|row| {
                let key = (row.campaign, row.outcome.number);
                (ExportKey::Message(key), Part::Message(answers::guest_message(calendar, row)))
            }));
        }
        let left = limit - rows.len() as i64;
        let texts = store::page_of_texts(&mut tx, pos_id, (None, Some(&hashes)), text, left).await?;
        rows.extend(texts.into_iter().map(|row| {
            let guest = (id.clone(), contact.first_name.clone(), contact.last_name.clone());
            let key = (row.received_at, row.id);
            (ExportKey::Text(key), Part::Text(answers::guest_text(calendar, row, Some(guest))))
        }));
        Ok(rows)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cursor_is_read_as_it_is_written() {
        let cursors = [
            "contact",
            "consent.5.7",
            "message.00000000-0000-0000-0000-000000000001.3",
            "text.5.00000000-0000-0000-0000-000000000001",
        ];
        for text in cursors {
            assert_eq!(ExportKey::read(text).unwrap().text(), text);
        }
        for bad in ["", "contact.1", "other", "consent.", "message.x", "text.1"] {
            assert_eq!(ExportKey::read(bad), None, "{bad}");
        }
    }
}
