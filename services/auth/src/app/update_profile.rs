use saffron_core::{Error, UserId};
use saffron_kit::Fault;

use super::App;
use crate::domain::person::ProfileEdit;
use crate::domain::{PictureName, Profile};
use crate::store::{pictures, users};

/// Changes what a person says of themselves.
pub async fn update_profile(app: &App, user_id: UserId, edit: &ProfileEdit) -> Result<Profile, Fault> {
    let mut tx = app.database.begin().await?;
    let profile = users::edit(&mut tx, user_id, edit).await?.ok_or_else(Error::session_ended)?;
    tx.commit().await?;
    Ok(profile)
}

/// Takes a person's picture: draws it anew and keeps it instead of the one before.
pub async fn upload_picture(app: &App, user_id: UserId, upload: Vec<u8>) -> Result<Profile, Fault> {
    let jpeg = app.easel.draw(upload).await?;
    let name = PictureName::random();
    let mut tx = app.database.begin().await?;
    let profile = users::set_image(&mut tx, user_id, &name.url()).await?.ok_or_else(Error::session_ended)?;
    pictures::keep(&mut tx, user_id, &name, &jpeg).await?;
    tx.commit().await?;
    Ok(profile)
}

/// Removes a person's picture; that there is none is no error.
pub async fn remove_picture(app: &App, user_id: UserId) -> Result<Profile, Fault> {
    let mut tx = app.database.begin().await?;
    let profile = users::set_image(&mut tx, user_id, "").await?.ok_or_else(Error::session_ended)?;
    pictures::delete(&mut tx, user_id).await?;
    tx.commit().await?;
    Ok(profile)
}
