use saffron_core::Error;
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;

use super::App;
use crate::domain::{Act, Channel, Exclusion, Guest, Word};
use crate::store::{self, Scope};

/// Notes a guest's wish that an owner was told, and returns why the guest gets no messages now; none: they may. A
/// person's own opt-out outranks it.
pub async fn note_consent(
    app: &App,
    caller: &Caller,
    guest: &Guest,
    channel: Channel,
    granted: bool,
) -> Result<Option<Exclusion>, Fault> {
    let (pos_id, _) = guest;
    caller.zone(pos_id)?;
    let mut tx = app.database.begin().await?;
    let contact = store::find_contact(&mut tx, guest).await?.ok_or_else(no_such_customer)?;
    let address = contact.address(channel).ok_or_else(|| {
        let why = match channel {
            Channel::Email => "This customer has no email address.",
            Channel::Text => "This customer has no phone number that gets texts.",
        };
        Error::invalid("channel", why)
    })?;
    let hash = app.hasher.address(address);
    let word = Word { act: Act::Owner, granted, at: app.now() };
    let said = (Scope::Location(pos_id.clone()), channel, hash);
    store::hear(&mut tx, &[(said, word, caller.name.clone())]).await?;
    let standing =
        store::standings(&mut tx, pos_id, channel, &[hash]).await?.remove(&hash).unwrap_or_default();
    tx.commit().await?;
    Ok(standing.exclusion())
}

/// There is no such guest, or they were forgotten.
pub fn no_such_customer() -> Error {
    Error {
        field: Some("posCustomerID".into()),
        ..Error::new(saffron_core::Code::NotFound, "There is no such customer.")
    }
}
