use saffron_core::{Error, PosId};
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;

use super::App;
use crate::domain::{ImageName, redraw};
use crate::store;

/// Takes a picture for one of the caller's locations: draws it anew and keeps it. Returns its name.
///
/// # Errors
/// Forbidden, if the location is not the caller's; invalid, naming `image`; if database or object store are away.
pub async fn upload_image(
    app: &App,
    caller: &Caller,
    pos_id: &PosId,
    upload: Vec<u8>,
) -> Result<ImageName, Fault> {
    caller.zone(pos_id)?;
    let easel = app.easels.clone().acquire_owned().await;
    let easel = easel.map_err(|_| Fault::Transient("no more pictures are drawn".into()))?;
    // The place is taken until the drawing ends, also when the caller hangs up before.
    let draw = move || {
        let _easel = easel;
        redraw(&upload)
    };
    let drawn = tokio::task::spawn_blocking(draw).await;
    // A decoder that panics does so over what it was given.
    let jpeg =
        drawn.map_err(|_| Error::invalid("image", "cannot be read: send a whole JPEG, PNG or WebP"))??;
    let name = ImageName::of(&jpeg);
    let mut tx = app.database.begin().await?;
    store::keep_picture(&mut tx, &app.objects, pos_id, &name, jpeg).await?;
    tx.commit().await?;
    Ok(name)
}
