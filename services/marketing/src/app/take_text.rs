use saffron_core::Error;
use saffron_kit::Fault;

use super::App;
use super::announce::announce;
use crate::domain::{Act, Address, AddressHash, Channel, Delivery, Form, Wish, Word};
use crate::store::{self, Scope};

/// The provider's code of a text that it did not send on because the person opted out.
const OPTED_OUT: &str = "21610";

/// A form that the SMS provider has signed.
fn signed(app: &App, body: &[u8], signature: &str, url: &str) -> Result<Form, Error> {
    let form = Form::read(body).ok_or_else(|| Error::invalid("body", "is no form"))?;
    if form.is_signed(url, signature, &app.settings.sms_token) {
        return Ok(form);
    }
    Err(Error::invalid("X-Twilio-Signature", "does not prove that this comes from the SMS provider"))
}

fn number(app: &App, form: &Form, field: &str) -> Option<AddressHash> {
    let address = Address::parse(Channel::Text, form.get(field)?).ok()?;
    Some(app.hasher.address(&address))
}

/// Hears a text that a person sent; what they are answered, empty: nothing. STOP and START count for every location: the
/// number that texts come from is one.
///
/// # Errors
/// Invalid, naming what is wrong, if it is not signed by the provider.
pub async fn take_text(app: &App, body: &[u8], signature: &str, url: &str) -> Result<String, Fault> {
    let form = signed(app, body, signature, url)?;
    let (Some(hash), Some(text)) = (number(app, &form, "From"), form.get("Body")) else {
        return Ok(String::new());
    };
    // The provider says what it took the text for, where it looks after opt-outs itself.
    let wish = form.get("OptOutType").and_then(Wish::read).or_else(|| Wish::read(text));
    match wish {
        None => Ok(String::new()),
        Some(Wish::Help) => help(app, hash).await,
        Some(Wish::Stop) => {
            hear(app, hash, false).await?;
            Ok("You will get no more texts from us. Reply START to get them again.".into())
        }
        Some(Wish::Start) => {
            hear(app, hash, true).await?;
            Ok("You will get texts again. Reply STOP to end.".into())
        }
    }
}

async fn help(app: &App, hash: AddressHash) -> Result<String, Fault> {
    let mut tx = app.database.begin().await?;
    let name = match store::last_texted(&mut tx, hash).await? {
        None => None,
        Some((_, pos_id)) => store::find_location(&mut tx, &pos_id).await?,
    };
    let name = name.map_or_else(|| "Your restaurant".into(), |described| described.location.name);
    Ok(format!("{name}: news and offers for guests. Ask in the restaurant for help. Reply STOP to end."))
}

/// Hears a person's STOP or START, and notes a STOP at the campaign that they got last.
async fn hear(app: &App, hash: AddressHash, granted: bool) -> Result<(), Fault> {
    let now = app.now();
    let mut tx = app.database.begin().await?;
    let last = store::last_texted(&mut tx, hash).await?;
    if let Some((place, _)) = last
        && let Some(mut campaign) = store::hold_campaign(&mut tx, place.0).await?
        && let Some(row) = store::find_place(&mut tx, place).await?
        && row.opted_out == granted
    {
        store::mark_opted_out(&mut tx, place, !granted).await?;
        campaign.counters.opted_out += if granted { -1 } else { 1 };
        announce(&mut tx, &mut campaign, now)?;
        store::save_campaign(&mut tx, &campaign).await?;
    }
    let act = if granted { Act::Start } else { Act::Stop };
    let mut at = now;
    if let Some((_, pos_id)) = &last {
        let standing = store::standings(&mut tx, pos_id, Channel::Text, &[hash]).await?.remove(&hash);
        // Two words of one moment would be one: the later is later.
        if let Some((before, _)) = standing.and_then(|standing| standing.person) {
            at = now.max(before + jiff::SignedDuration::from_micros(1));
        }
    }
    let word = Word { act, granted, at };
    store::hear(&mut tx, &[((Scope::Everywhere, Channel::Text, hash), word, String::new())]).await?;
    tx.commit().await
}

/// Keeps what became of a text.
///
/// # Errors
/// Invalid, naming what is wrong, if it is not signed by the provider.
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
        && let Some(hash) = number(app, &form, "To")
    {
        hear(app, hash, false).await?;
    }
    let mut tx = app.database.begin().await?;
    store::keep_status(&mut tx, id, delivery, app.now()).await?;
    tx.commit().await
}
