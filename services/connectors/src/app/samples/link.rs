use saffron_kit::Fault;

use crate::app::App;
use crate::store;

/// Learns from auth in which samples somebody looks around; the others are fed no more.
pub(super) async fn link_samples(app: &App) -> Result<bool, Fault> {
    let linked = app.others.samples().await?;
    let mut tx = app.database.begin().await?;
    let has_new = store::set_linked_samples(&mut tx, &linked, app.now()).await?;
    tx.commit().await?;
    if has_new {
        app.wake_samples.notify_one();
    }
    Ok(false)
}
