use jiff::{SignedDuration, Timestamp};
use saffron_core::{Error, PosId, UserId};
use saffron_kit::Fault;

use super::App;
use crate::domain::LinkCode;
use crate::domain::code::{LINK_CODE_DAYS, MAX_LINK_CODES};
use crate::store::{link_codes, links};

/// Makes a link code of one of the person's locations, for a manager; answers when it ends, UTC.
pub async fn create_link_code(
    app: &App,
    user_id: UserId,
    pos_id: &str,
) -> Result<(LinkCode, Timestamp), Fault> {
    let pos_id: PosId = pos_id.parse().map_err(|e| Error::invalid("posID", format!("{e}")))?;
    let expires_at = app.now() + SignedDuration::from_hours(24 * LINK_CODE_DAYS);
    let mut tx = app.database.begin().await?;
    // The token may be older than an unlink: the link itself is what counts.
    if !links::lock(&mut tx, user_id, &pos_id).await? {
        return Err(Error::not_your_location().into());
    }
    let code = LinkCode::random();
    link_codes::insert(
        &mut tx,
        &pos_id,
        Some(user_id),
        &code.digest(&pos_id),
        expires_at,
        MAX_LINK_CODES - 1,
    )
    .await?;
    tx.commit().await?;
    Ok((code, expires_at))
}
