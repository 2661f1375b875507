use std::time::Duration;

use saffron_core::{Code, Error, UserId};
use saffron_kit::Fault;
use uuid::Uuid;

use crate::app::App;
use crate::domain::Payload;
use crate::store::{self, Push, PushFault};

/// How long a push service may store a test.
const TTL: Duration = Duration::from_secs(60);

/// Sends a push to one of a person's devices, and waits for the push service's reply. A device whose subscription has ended is removed.
pub async fn test_push(app: &App, user: UserId, device: Uuid) -> Result<(), Fault> {
    let of_device =
        |code, message: &str| Error { field: Some("deviceID".into()), ..Error::new(code, message) };
    let found = store::find_device(&app.database, user, device).await?;
    let found = found.ok_or_else(|| of_device(Code::NotFound, "There is no such device."))?;
    let payload = Payload {
        id: Uuid::now_v7(),
        pos_id: None,
        kind: "test",
        title: "Saffron".into(),
        body: "Push notifications work on this device.".into(),
        target: None,
        unread: 0,
    };
    let text = payload.to_bytes();
    let keys = (found.p256dh.as_slice(), found.auth.as_slice());
    let push = Push { endpoint: &found.endpoint, keys, text: &text, about: None, ttl: TTL };
    match app.push.send(&push, app.now()).await {
        Ok(()) => store::mark_success(&app.database, device, app.now()).await,
        Err(PushFault::Gone) => {
            store::remove_device(&app.database, Some(user), device).await?;
            let message = "This device no longer accepts notifications. Turn them on there again.";
            Err(of_device(Code::NotFound, message).into())
        }
        Err(PushFault::Later(why, _)) => {
            tracing::warn!(why, "a test push was not taken");
            Err(Error::unavailable("The push service is not reachable. Please try again.").into())
        }
        Err(PushFault::KeyRefused(why) | PushFault::Refused(why)) => {
            tracing::error!(why, "a test push was refused");
            Err(of_device(Code::Conflict, "The push service refuses notifications for this device.").into())
        }
    }
}
