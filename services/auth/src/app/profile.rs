use saffron_core::{Error, UserId};
use saffron_kit::Fault;

use super::App;
use crate::domain::{PictureName, Profile, ProfileEdit};
use crate::store;

/// Changes a person's profile.
pub async fn update_profile(app: &App, user_id: UserId, edit: &ProfileEdit) -> Result<Profile, Fault> {
    let mut tx = app.database.begin().await?;
    let profile = store::edit_profile(&mut tx, user_id, edit).await?.ok_or_else(Error::session_ended)?;
    tx.commit().await?;
    Ok(profile)
}

/// Re-encodes an uploaded picture, and replaces the person's picture by it.
pub async fn upload_picture(app: &App, user_id: UserId, upload: Vec<u8>) -> Result<Profile, Fault> {
    let jpeg = app.easel.draw(upload).await?;
    let name = PictureName::random();
    let mut tx = app.database.begin().await?;
    let profile = store::set_image(&mut tx, user_id, &name.url()).await?.ok_or_else(Error::session_ended)?;
    store::save_picture(&mut tx, user_id, &name, &jpeg).await?;
    tx.commit().await?;
    Ok(profile)
}

/// Removes a person's picture; that there is none is no error.
pub async fn remove_picture(app: &App, user_id: UserId) -> Result<Profile, Fault> {
    let mut tx = app.database.begin().await?;
    let profile = store::set_image(&mut tx, user_id, "").await?.ok_or_else(Error::session_ended)?;
    store::delete_picture(&mut tx, user_id).await?;
    tx.commit().await?;
    Ok(profile)
}
