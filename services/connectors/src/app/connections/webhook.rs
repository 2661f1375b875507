use saffron_core::{Code, Error};
use saffron_kit::Fault;
use saffron_pos::square;
use strum::IntoEnumIterator as _;

use crate::app::App;
use crate::domain::{FeedKind, Pos};
use crate::store;

/// Reads sooner what a POS says has changed. A webhook only hastens: one that is lost, late, repeated or of an account that is not
/// connected changes nothing that comes in.
pub async fn take_webhook(app: &App, pos: Pos, body: &[u8], signature: &str) -> Result<(), Fault> {
    let (key, url) = match (pos, &app.settings.square_webhook_key) {
        (Pos::Square, Some(key)) => (key, app.settings.webhooks_of(pos)),
        _ => return Err(Error::new(Code::NotFound, "This installation takes no webhooks of it.").into()),
    };
    if !square::is_signed(key, &url, body, signature) {
        return Err(Error::invalid("signature", "must be made with this installation's key").into());
    }
    let Some(hint) = square::hint(body) else { return Ok(()) };
    let kinds: Vec<FeedKind> = FeedKind::iter()
        .filter(|kind| {
            !matches!(kind, FeedKind::Past | FeedKind::Writing) && hint.feeds.contains(&kind.feed())
        })
        .collect();
    let mut tx = app.database.begin().await?;
    let woken = store::hasten_feeds(&mut tx, pos, &hint.account, &kinds).await?;
    tx.commit().await?;
    if woken > 0 {
        app.wake_feeds.notify_waiters();
    }
    Ok(())
}
