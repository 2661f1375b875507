use std::collections::BTreeSet;

use saffron_core::PosId;
use saffron_kit::Fault;

use super::App;
use super::resolve::{check_names, described, resolve};
use crate::domain::{Channel, Counters, Draft, Encoding, segments, text_of};

/// A campaign before it is sent.
#[derive(Debug, Clone)]
pub struct Preview {
    /// How many would get it, and how many not and why.
    pub counters: Counters,
    /// Of emails.
    pub subject: String,
    /// Of emails.
    pub html: String,
    /// The plain part of an email, or a text, as the first recipient would see it.
    pub text: String,
    /// Of texts: of the longest.
    pub segments: u16,
    /// Of texts: of the longest.
    pub encoding: Option<Encoding>,
    /// Whole percent.
    pub discount_percentage: i32,
}

/// Shows a campaign, and stores nothing.
pub async fn preview(
    app: &App,
    pos_id: &PosId,
    draft: &Draft,
    (business_name, website): (&str, &str),
) -> Result<Preview, Fault> {
    let mut tx = app.database.begin().await?;
    let location = described(&mut tx, pos_id).await?;
    check_names(&location, draft.channel, business_name, website)?;
    let (recipients, counters) = resolve(app, &mut tx, pos_id, &location, draft).await?;
    drop(tx);
    let content = draft.content();
    let mut shown = Preview {
        counters,
        subject: draft.subject.clone(),
        html: String::new(),
        text: String::new(),
        segments: 0,
        encoding: None,
        discount_percentage: draft.discount_percentage,
    };
    match draft.channel {
        Channel::Email => (shown.html, shown.text) = app.mails.render(&location, &content)?.to("#"),
        Channel::Text => {
            let getting = recipients.iter().filter(|recipient| recipient.exclusion.is_none());
            let names: Vec<&str> = getting.map(|recipient| recipient.first_name.as_str()).collect();
            let first = names.first().copied().unwrap_or_default();
            shown.text = text_of(&location, &content, first);
            let distinct: BTreeSet<&str> = names.into_iter().chain([first]).collect();
            let sizes = distinct.into_iter().map(|name| segments(&text_of(&location, &content, name)));
            if let Some((encoding, count)) = sizes.max_by_key(|(_, count)| *count) {
                (shown.segments, shown.encoding) = (count, Some(encoding));
            }
        }
    }
    Ok(shown)
}
