use saffron_core::Secret;
use saffron_kit::Fault;

use super::App;
use crate::store::{self, ConnectedRow, ConnectionRow};

/// Values of one round.
const AT_ONCE: i64 = 100;

/// While the key is changed for another, seals with the new one what connections hold for as long as they last: their credentials and
/// ingest keys. How many.
pub async fn reseal(app: &App) -> Result<u64, Fault> {
    let (mut resealed, mut last) = (0, None);
    if !app.sealed.is_changing() {
        return Ok(resealed);
    }
    loop {
        let values = store::sealed_after(&app.database, last.as_ref(), AT_ONCE).await?;
        for value in &values {
            let place = match &value.pos_id {
                None => ConnectionRow::credential_place(value.connection_id),
                Some(pos_id) => ConnectedRow::key_place(value.connection_id, pos_id),
            };
            if app.sealed.is_current(&place, &value.sealed) {
                continue;
            }
            let plain = Secret::new(app.sealed.open_value::<String>(&place, &value.sealed)?);
            let sealed = app.sealed.seal_value(&place, &plain.expose())?;
            let mut tx = app.database.begin().await?;
            store::reseal(&mut tx, value, &sealed).await?;
            tx.commit().await?;
            resealed += 1;
        }
        match values.into_iter().last() {
            None => return Ok(resealed),
            some => last = some,
        }
    }
}
