use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;

use crate::app::App;
use crate::domain::{Act, Channel, Exclusion, Guest, Statement};
use crate::store::{self, Entry, Scope};

/// Records a guest's consent or refusal to an owner; returns why the guest gets no messages now, or none. A person's own opt-out
/// outranks it.
pub async fn note_consent(
    app: &App,
    caller: &Caller,
    guest: &Guest,
    channel: Channel,
    granted: bool,
) -> Result<Option<Exclusion>, Fault> {
    let (pos_id, _) = guest;
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
    let statement = Statement { act: Act::Owner, granted, at: app.now() };
    let entry = Entry::of((Scope::Location(pos_id.clone()), channel, hash), statement);
    store::apply_statements(&mut tx, &[Entry { by: caller.name.clone(), ..entry }]).await?;
    let standing = store::standings(&mut tx, pos_id, channel, &[hash]).await?.remove(&hash);
    tx.commit().await?;
    Ok(standing.unwrap_or_default().exclusion())
}

/// The refusal for an unknown or erased guest.
pub fn no_such_customer() -> Error {
    Error { field: Some("posCustomerID".into()), ..Error::new(Code::NotFound, "There is no such customer.") }
}
