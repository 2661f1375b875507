use saffron_core::PosId;
use saffron_kit::Fault;
use saffron_kit::grpc::Caller;

use super::App;
use crate::domain::ImageName;
use crate::store;

/// Encodes and stores a picture for one of the caller's locations. Returns the picture's name.
pub async fn upload_image(
    app: &App,
    caller: &Caller,
    pos_id: &PosId,
    upload: Vec<u8>,
) -> Result<ImageName, Fault> {
    caller.calendar(pos_id)?;
    let jpeg = app.easel.draw(upload).await?;
    let name = ImageName::of(&jpeg);
    let mut tx = app.database.begin().await?;
    store::save_picture(&mut tx, &app.objects, pos_id, &name, jpeg).await?;
    tx.commit().await?;
    Ok(name)
}
