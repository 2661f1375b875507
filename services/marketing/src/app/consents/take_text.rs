use std::collections::BTreeSet;

use jiff::{SignedDuration, Timestamp};
use saffron_core::event::GuestTextReceived;
use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use crate::app::App;
use crate::app::campaigns::announce::mark_opted_out;
use crate::domain::{
    Act, Address, AddressHash, Channel, Delivery, Form, Keyword, RecipientKey, Statement, clean_text,
};
use crate::store::{self, Entry, Found, GuestText, Scope};

/// The provider's error code of a text that it did not deliver because the person opted out.
const OPTED_OUT: &str = "21610";
/// A guest's text belongs to the location that texted the number last within this time.
const RECENT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// The most texts stored within a day: of one number, and of one location.
const DAILY: (i64, i64) = (20, 1_000);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// Reads a webhook's form, and checks the SMS provider's signature.
fn verified_form(app: &App, body: &[u8], signature: &str, url: &str) -> Result<Form, Error> {
    let form = Form::read(body).ok_or_else(|| Error::invalid("body", "is no form"))?;
    if form.is_signed(url, signature, &app.settings.sms_token) {
        return Ok(form);
    }
    Err(Error::invalid("X-Twilio-Signature", "does not prove that this comes from the SMS provider"))
}

fn address(form: &Form, field: &str) -> Option<Address> {
    Address::parse(Channel::Text, form.get(field)?).ok()
}

/// The provider's id of a text.
fn provider_id(form: &Form) -> Option<&str> {
    let id = form.get("MessageSid").or_else(|| form.get("SmsSid"));
    id.filter(|id| !id.is_empty() && id.len() <= 64)
}

/// Processes a text of a guest, and returns the reply; empty: none. STOP counts for every location, START for the one that texted
/// the number last; a text without a keyword is stored for that location's people. A change is confirmed once.
pub async fn take_text(app: &App, body: &[u8], signature: &str, url: &str) -> Result<String, Fault> {
    let form = verified_form(app, body, signature, url)?;
    let (Some(from), Some(text)) = (address(&form, "From"), form.get("Body")) else {
        return Ok(String::new());
    };
    let number = app.hasher.address(&from);
    let by_provider = form.get("OptOutType").and_then(Keyword::of_provider);
    let reply = match by_provider.or_else(|| Keyword::read(text)) {
        None => {
            store_text(app, &from, number, &form).await?;
            String::new()
        }
        Some(Keyword::Help) => help(app, number).await?,
        Some(Keyword::Stop) if opt_out(app, number).await? => {
            "You will get no more texts from us. Reply START to get them again.".into()
        }
        Some(Keyword::Stop) => String::new(),
        Some(Keyword::Start) => match opt_in(app, number).await? {
            OptIn::Changed(name) => format!("{name}: you will get texts again. Reply STOP to end."),
            OptIn::Unchanged => String::new(),
            OptIn::NoLocation => {
                return Ok(
                    "No restaurant has texted you from this number in the last 30 days, so nothing has changed."
                        .into(),
                );
            }
        },
    };
    // A provider that handles opt-outs itself has answered the person already.
    Ok(if by_provider.is_some() { String::new() } else { reply })
}

/// The name of a location in a reply.
async fn name_of(tx: &mut Tx, pos_id: Option<&PosId>) -> Result<String, Fault> {
    let location = match pos_id {
        None => None,
        Some(pos_id) => store::find_location(tx, pos_id).await?,
    };
    Ok(location.map_or_else(|| "Your restaurant".into(), |location| location.name))
}

/// The reply to HELP.
async fn help(app: &App, number: AddressHash) -> Result<String, Fault> {
    let mut tx = app.database.begin().await?;
    let last = store::last_texted(&mut tx, number, app.now() - RECENT).await?;
    let name = name_of(&mut tx, last.as_ref().map(|(_, pos_id)| pos_id)).await?;
    Ok(format!("{name}: news and offers for guests. For help, ask the restaurant. Reply STOP to end."))
}

/// Marks the last message to a number: the person opted out by it, or in again.
async fn mark_last_text(app: &App, tx: &mut Tx, last: RecipientKey, opted_out: bool) -> Result<(), Fault> {
    let Some(mut campaign) = store::lock_campaign(tx, last.0).await? else { return Ok(()) };
    let Some(row) = store::find_recipient(tx, last).await? else { return Ok(()) };
    mark_opted_out(tx, &mut campaign, (last, &row), opted_out, app.now()).await
}

/// Records a person's STOP, also at the last message to the number. False if the person had opted out already.
async fn opt_out(app: &App, number: AddressHash) -> Result<bool, Fault> {
    let mut tx = app.database.begin().await?;
    if let Some((last, _)) = store::last_texted(&mut tx, number, Timestamp::UNIX_EPOCH).await? {
        mark_last_text(app, &mut tx, last, true).await?;
    }
    let standing = store::lock_number(&mut tx, number).await?;
    let is_new = standing.stopped.is_none() || standing.opted_in >= standing.stopped;
    let statement = Statement::after([standing.stopped, standing.opted_in], Act::Stop, false, app.now());
    let entry = Entry::of((Scope::Everywhere, Channel::Text, number), statement);
    store::apply_statements(&mut tx, &[entry]).await?;
    tx.commit().await?;
    Ok(is_new)
}

/// The result of a START.
enum OptIn {
    /// The person has consented to texts of the location of this name.
    Changed(String),
    /// The person had consented before.
    Unchanged,
    /// No location has texted the number recently.
    NoLocation,
}

/// Records a person's START at the location of the last text.
async fn opt_in(app: &App, number: AddressHash) -> Result<OptIn, Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let Some((last, pos_id)) = store::last_texted(&mut tx, number, now - RECENT).await? else {
        return Ok(OptIn::NoLocation);
    };
    mark_last_text(app, &mut tx, last, false).await?;
    store::lock_number(&mut tx, number).await?;
    let here = store::standings(&mut tx, &pos_id, Channel::Text, &[number]).await?.remove(&number);
    let here = here.unwrap_or_default();
    let is_unchanged = here.is_opted_in();
    if !is_unchanged {
        let before = [here.stopped, here.opted_in, here.person.map(|(at, _)| at)];
        let statement = Statement::after(before, Act::Start, true, now);
        let entries = [Scope::Location(pos_id.clone()), Scope::Everywhere]
            .map(|scope| Entry::of((scope, Channel::Text, number), statement.clone()));
        store::apply_statements(&mut tx, &entries).await?;
    }
    let name = name_of(&mut tx, Some(&pos_id)).await?;
    tx.commit().await?;
    Ok(if is_unchanged { OptIn::Unchanged } else { OptIn::Changed(name) })
}

/// Stores a text for the people of the location that texted the number last. A text that belongs to no location is not stored,
/// since no person could read it, nor is one of an erased guest.
async fn store_text(app: &App, from: &Address, number: AddressHash, form: &Form) -> Result<(), Fault> {
    let now = app.now();
    let attachments =
        form.get("NumMedia").and_then(|count| count.parse().ok()).unwrap_or(0_i32).clamp(0, 100);
    let body = clean_text(form.get("Body").unwrap_or_default());
    if body.is_empty() && attachments == 0 {
        return Ok(());
    }
    let mut tx = app.database.begin().await?;
    let Some((_, pos_id)) = store::last_texted(&mut tx, number, now - RECENT).await? else { return Ok(()) };
    // No guest is erased between the query and the insertion.
    store::lock_location_shared(&mut tx, &pos_id).await?;
    let guests = store::contacts_at(&mut tx, &pos_id, Channel::Text, &[number], Found::People).await?;
    let hashes = BTreeSet::from([(pos_id.clone(), number)]);
    if guests.is_empty() && !store::find_tombstones(&mut tx, &hashes).await?.is_empty() {
        return Ok(());
    }
    let (of_number, of_location) = store::texts_since(&mut tx, &pos_id, number, now - DAY).await?;
    if of_number >= DAILY.0 || of_location >= DAILY.1 {
        tracing::warn!(%pos_id, of_number, of_location, "a guest's text is not stored: there are too many");
        return Ok(());
    }
    let text = GuestText {
        id: Uuid::now_v7(),
        hash: number,
        phone: from.to_string(),
        body,
        attachments,
        received_at: now,
    };
    if store::insert_text(&mut tx, &pos_id, &text, provider_id(form)).await? {
        tx.publish(&GuestTextReceived { pos_id, text_id: text.id })?;
        tx.commit().await?;
    }
    Ok(())
}

/// Stores the provider's report on a text.
pub async fn take_text_status(app: &App, body: &[u8], signature: &str, url: &str) -> Result<(), Fault> {
    let form = verified_form(app, body, signature, url)?;
    let delivery = match form.get("MessageStatus").or_else(|| form.get("SmsStatus")) {
        Some("delivered") => Delivery::Delivered,
        Some("undelivered") => Delivery::Undelivered,
        Some("failed") => Delivery::Failed,
        // Still on its way.
        _ => return Ok(()),
    };
    let Some(id) = provider_id(&form) else { return Ok(()) };
    if form.get("ErrorCode") == Some(OPTED_OUT)
        && let Some(to) = address(&form, "To")
    {
        opt_out(app, app.hasher.address(&to)).await?;
    }
    let mut tx = app.database.begin().await?;
    store::store_status(&mut tx, id, delivery, app.now()).await?;
    tx.commit().await
}
