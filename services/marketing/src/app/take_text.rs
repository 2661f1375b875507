use jiff::{SignedDuration, Timestamp};
use saffron_core::event::GuestTextReceived;
use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::pg::Tx;
use uuid::Uuid;

use super::App;
use super::announce::announce;
use crate::domain::{Act, Address, AddressHash, Channel, Delivery, Form, Wish, Word, clean_text};
use crate::store::{self, GuestText, Scope};

/// The provider's code of a text that it did not send on because the person opted out.
const OPTED_OUT: &str = "21610";
/// What a person writes belongs to the location that texted the number last within this time (design.md, section 6).
const RECENT: SignedDuration = SignedDuration::from_hours(30 * 24);
/// Texts that are kept within a day: of one number, and of one location.
const DAILY: (i64, i64) = (20, 1_000);
const DAY: SignedDuration = SignedDuration::from_hours(24);

/// A form that the SMS provider has signed.
fn signed(app: &App, body: &[u8], signature: &str, url: &str) -> Result<Form, Error> {
    let form = Form::read(body).ok_or_else(|| Error::invalid("body", "is no form"))?;
    if form.is_signed(url, signature, &app.settings.sms_token) {
        return Ok(form);
    }
    Err(Error::invalid("X-Twilio-Signature", "does not prove that this comes from the SMS provider"))
}

fn address(form: &Form, field: &str) -> Option<Address> {
    Address::parse(Channel::Text, form.get(field)?).ok()
}

/// Takes in a text that a person sent; what they are answered, empty: nothing. STOP counts for every location, START for
/// the one that texted the number last; what is no wish reaches the people of that location. A change is answered once.
pub async fn take_text(app: &App, body: &[u8], signature: &str, url: &str) -> Result<String, Fault> {
    let form = signed(app, body, signature, url)?;
    let (Some(from), Some(text)) = (address(&form, "From"), form.get("Body")) else {
        return Ok(String::new());
    };
    let number = app.hasher.address(&from);
    let by_provider = form.get("OptOutType").and_then(Wish::of_provider);
    // Where the provider looks after opt-outs itself, it has answered the person already.
    let reply = |text: String| if by_provider.is_some() { String::new() } else { text };
    match by_provider.or_else(|| Wish::read(text)) {
        None => {
            keep_text(app, &from, number, &form).await?;
            Ok(String::new())
        }
        Some(Wish::Help) => Ok(reply(help(app, number).await?)),
        Some(Wish::Stop) if opt_out(app, number).await? => {
            Ok(reply("You will get no more texts from us. Reply START to get them again.".into()))
        }
        Some(Wish::Stop) => Ok(String::new()),
        Some(Wish::Start) => match opt_in(app, number).await? {
            OptIn::Changed(name) => {
                Ok(reply(format!("{name}: you will get texts again. Reply STOP to end.")))
            }
            OptIn::Stood => Ok(String::new()),
            OptIn::Nowhere => Ok(
                "No restaurant has texted you from this number in the last 30 days, so nothing has changed."
                    .into(),
            ),
        },
    }
}

/// How a location calls itself to a person who wrote.
async fn name_of(tx: &mut Tx, pos_id: Option<&PosId>) -> Result<String, Fault> {
    let described = match pos_id {
        None => None,
        Some(pos_id) => store::find_location(tx, pos_id).await?,
    };
    Ok(described.map_or_else(|| "Your restaurant".into(), |described| described.location.name))
}

async fn help(app: &App, number: AddressHash) -> Result<String, Fault> {
    let mut tx = app.database.begin().await?;
    let last = store::last_texted(&mut tx, number, app.now() - RECENT).await?;
    let name = name_of(&mut tx, last.as_ref().map(|(_, pos_id)| pos_id)).await?;
    Ok(format!("{name}: news and offers for guests. Ask in the restaurant for help. Reply STOP to end."))
}

/// Marks, at the message that the number got last, that the person opted out by it, or in again.
async fn mark(
    app: &App,
    tx: &mut Tx,
    last: Option<&(crate::domain::Place, PosId)>,
    opted_out: bool,
) -> Result<(), Fault> {
    if let Some((place, _)) = last
        && let Some(mut campaign) = store::hold_campaign(tx, place.0).await?
        && let Some(row) = store::find_place(tx, *place).await?
        && row.opted_out != opted_out
    {
        store::mark_opted_out(tx, *place, opted_out).await?;
        campaign.counters.opted_out += if opted_out { 1 } else { -1 };
        announce(tx, &mut campaign, app.now())?;
        store::save_campaign(tx, &campaign).await?;
    }
    Ok(())
}

/// A moment after these: two words of one moment would be one, and the later is later.
fn after(now: Timestamp, before: impl IntoIterator<Item = Option<Timestamp>>) -> Timestamp {
    let last = before.into_iter().flatten().max();
    last.map_or(now, |last| now.max(last + SignedDuration::from_micros(1)))
}

/// Notes a person's STOP, at the message too that they got last. False if it stood already.
async fn opt_out(app: &App, number: AddressHash) -> Result<bool, Fault> {
    let mut tx = app.database.begin().await?;
    let last = store::last_texted(&mut tx, number, Timestamp::UNIX_EPOCH).await?;
    mark(app, &mut tx, last.as_ref(), true).await?;
    let standing = store::hold_number(&mut tx, number).await?;
    let is_news = standing.stopped.is_none() || standing.opted_in >= standing.stopped;
    let at = after(app.now(), [standing.stopped, standing.opted_in]);
    let word = Word { act: Act::Stop, granted: false, at };
    store::hear(&mut tx, &[((Scope::Everywhere, Channel::Text, number), word, String::new())]).await?;
    tx.commit().await?;
    Ok(is_news)
}

/// What came of a START.
enum OptIn {
    /// It is consent now, to texts of the location of this name.
    Changed(String),
    /// It was before.
    Stood,
    /// No location has texted the number lately.
    Nowhere,
}

/// Notes a person's START where the last text came from.
async fn opt_in(app: &App, number: AddressHash) -> Result<OptIn, Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let Some(last) = store::last_texted(&mut tx, number, now - RECENT).await? else {
        return Ok(OptIn::Nowhere);
    };
    let pos_id = last.1.clone();
    mark(app, &mut tx, Some(&last), false).await?;
    store::hold_number(&mut tx, number).await?;
    let here = store::standings(&mut tx, &pos_id, Channel::Text, &[number]).await?.remove(&number);
    let here = here.unwrap_or_default();
    let stood = here.is_opted_in();
    if !stood {
        let at = after(now, [here.stopped, here.opted_in, here.person.map(|(at, _)| at)]);
        let word = Word { act: Act::Start, granted: true, at };
        let entry = |scope| ((scope, Channel::Text, number), word.clone(), String::new());
        let entries = [entry(Scope::Location(pos_id.clone())), entry(Scope::Everywhere)];
        store::hear(&mut tx, &entries).await?;
    }
    let name = name_of(&mut tx, Some(&pos_id)).await?;
    tx.commit().await?;
    Ok(if stood { OptIn::Stood } else { OptIn::Changed(name) })
}

/// Keeps a text for the people of the location that texted the number last. One that belongs to no location is not kept:
/// nobody could read it. Nor is one of an erased guest.
async fn keep_text(app: &App, from: &Address, number: AddressHash, form: &Form) -> Result<(), Fault> {
    let now = app.now();
    let attachments =
        form.get("NumMedia").and_then(|count| count.parse().ok()).unwrap_or(0_i32).clamp(0, 100);
    let body = clean_text(form.get("Body").unwrap_or_default());
    if body.is_empty() && attachments == 0 {
        return Ok(());
    }
    let mut tx = app.database.begin().await?;
    let Some((_, pos_id)) = store::last_texted(&mut tx, number, now - RECENT).await? else { return Ok(()) };
    // Nobody is erased between being looked up and being written.
    store::share_location(&mut tx, &pos_id).await?;
    let known = store::contacts_at(&mut tx, &pos_id, Channel::Text, &[number]).await?;
    let asked = std::collections::BTreeSet::from([(pos_id.clone(), number)]);
    if known.is_empty() && !store::known_tombstones(&mut tx, &asked).await?.is_empty() {
        return Ok(());
    }
    let (of_number, of_location) = store::texts_since(&mut tx, &pos_id, number, now - DAY).await?;
    if of_number >= DAILY.0 || of_location >= DAILY.1 {
        tracing::warn!(%pos_id, of_number, of_location, "a guest's text is not kept: there are too many");
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
    let provider_id = form.get("MessageSid").or_else(|| form.get("SmsSid"));
    let provider_id = provider_id.filter(|id| !id.is_empty() && id.len() <= 64);
    if store::insert_text(&mut tx, &pos_id, &text, provider_id).await? {
        tx.publish(&GuestTextReceived { pos_id, text_id: text.id })?;
        tx.commit().await?;
    }
    Ok(())
}

/// Keeps what became of a text.
pub async fn take_text_status(app: &App, body: &[u8], signature: &str, url: &str) -> Result<(), Fault> {
    let form = signed(app, body, signature, url)?;
    let id = form.get("MessageSid").or_else(|| form.get("SmsSid"));
    let status = form.get("MessageStatus").or_else(|| form.get("SmsStatus"));
    let delivery = match status {
        Some("delivered") => Delivery::Delivered,
        Some("undelivered") => Delivery::Undelivered,
        Some("failed") => Delivery::Failed,
        // On its way: nothing to keep.
        _ => return Ok(()),
    };
    let Some(id) = id.filter(|id| !id.is_empty() && id.len() <= 64) else { return Ok(()) };
    if form.get("ErrorCode") == Some(OPTED_OUT)
        && let Some(to) = address(&form, "To")
    {
        opt_out(app, app.hasher.address(&to)).await?;
    }
    let mut tx = app.database.begin().await?;
    store::keep_status(&mut tx, id, delivery, app.now()).await?;
    tx.commit().await
}
