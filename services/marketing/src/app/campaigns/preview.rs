use std::collections::BTreeMap;

use saffron_core::PosId;
use saffron_kit::Fault;

use super::recipients::{check_sender, find_described, find_recipients};
use crate::app::App;
use crate::domain::{Channel, Counters, Draft, Encoding, render_text, segments};

/// A campaign's message and numbers of recipients before it is sent.
#[derive(Debug, Clone)]
pub struct Preview {
    /// How many recipients would get it, and how many not, by reason.
    pub counters: Counters,
    /// The subject of an email.
    pub subject: String,
    /// The HTML of an email.
    pub html: String,
    /// The plain part of an email, or a text, as the first recipient would see it.
    pub text: String,
    /// The segments of the longest text.
    pub segments: u16,
    /// The encoding of the longest text.
    pub encoding: Option<Encoding>,
    /// The segments of all texts.
    pub total_segments: i64,
    /// Whole percent.
    pub discount_percentage: i32,
}

/// Previews a campaign, without storing it.
pub async fn preview(
    app: &App,
    pos_id: &PosId,
    draft: &Draft,
    (business_name, website): (&str, &str),
) -> Result<Preview, Fault> {
    let mut tx = app.database.begin().await?;
    let location = find_described(&mut tx, pos_id).await?;
    check_sender(&location, draft.channel, business_name, website)?;
    let (recipients, counters) = find_recipients(app, &mut tx, pos_id, &location, draft).await?;
    drop(tx);
    draft.check_end(location.calendar.today(app.now()))?;
    let content = draft.content();
    let mut shown = Preview {
        counters,
        subject: draft.subject.clone(),
        html: String::new(),
        text: String::new(),
        segments: 0,
        encoding: None,
        total_segments: 0,
        discount_percentage: draft.discount_percentage,
    };
    match draft.channel {
        Channel::Email => (shown.html, shown.text) = app.mails.render(&location, &content)?.to("#"),
        Channel::Text => {
            let included = recipients.iter().filter(|recipient| recipient.exclusion.is_none());
            let names: Vec<&str> = included.map(|recipient| recipient.first_name.as_str()).collect();
            let first = names.first().copied().unwrap_or_default();
            shown.text = render_text(&location, &content, first);
            let mut texts: BTreeMap<&str, i64> = BTreeMap::from([(first, 0)]);
            names.into_iter().for_each(|name| *texts.entry(name).or_default() += 1);
            for (name, count) in texts {
                let (encoding, size) = segments(&render_text(&location, &content, name));
                shown.total_segments += count * i64::from(size);
                if size > shown.segments {
                    (shown.segments, shown.encoding) = (size, Some(encoding));
                }
            }
        }
    }
    Ok(shown)
}
