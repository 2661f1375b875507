use saffron_core::{Error, UserId};
use saffron_kit::Fault;

use crate::app::App;
use crate::domain::{BrowserKeys, Endpoint};
use crate::store::{self, Device, NewDevice};

/// The most devices of a person; the oldest are removed.
const MOST: i64 = 20;
/// The longest label, characters.
const LABEL: usize = 60;
/// The longest handle of a session, bytes.
const HANDLE: usize = 200;

/// Adds a browser that is to get pushes, by its push subscription: endpoint and keys. A browser that was added before belongs
/// to this session from now on.
pub async fn add_device(
    app: &App,
    user: UserId,
    (endpoint, p256dh, auth): (&str, &str, &str),
    label: &str,
    session_handle: &str,
) -> Result<Device, Fault> {
    let endpoint = Endpoint::parse(endpoint, app.push.hosts())?;
    if session_handle.is_empty() || session_handle.len() > HANDLE {
        return Err(Error::invalid("sessionID", "is no session").into());
    }
    let label: String = label.trim().chars().filter(|c| !c.is_control()).take(LABEL).collect();
    let device = NewDevice {
        user,
        endpoint: endpoint.url().to_owned(),
        keys: BrowserKeys::parse(p256dh, auth)?,
        label: if label.is_empty() { "Browser".to_owned() } else { label },
        session_handle: session_handle.to_owned(),
    };
    let mut tx = app.database.begin().await?;
    store::lock_inboxes(&mut tx, &[user]).await?;
    if store::has_ended(&mut tx, user, &device.session_handle).await? {
        return Err(Error::session_ended().into());
    }
    store::lock_endpoint(&mut tx, &device.endpoint).await?;
    // A browser belongs to the person who is signed in there.
    store::remove_endpoint(&mut tx, &device.endpoint, user).await?;
    let added = store::add_device(&mut tx, &device, MOST, app.now()).await?;
    tx.commit().await?;
    Ok(added)
}
