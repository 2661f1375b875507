//! Pictures: public, and named by their content.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse as _, Response};
use http::{HeaderValue, header};
use saffron_core::{Code, Error};
use saffron_proto::auth::GetPictureRequest;
use saffron_proto::inventory::GetImageRequest;

use crate::Gateway;
use crate::http::envelope::{Failure, Failures};
use crate::session::Client;

/// The longest name of a picture: a SHA-256 in hexadecimal with its extension.
const MAX_NAME: usize = 72;

/// A picture of an item.
#[utoipa::path(
    get, path = "/images/v1/{name}", operation_id = "getImage", tag = "menu",
    params(("name" = String, Path, description = "From `imageUrl`.")),
    responses((status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/jpeg"), Failures)
)]
pub async fn get_image(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    gateway.limits.open_call(client.address)?;
    if name.len() > MAX_NAME || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.') {
        return Err(Error::new(Code::NotFound, "There is no such picture.").into());
    }
    let picture = gateway.services.call_as_gateway(GetImageRequest { name }).await?;
    Ok(picture_of(picture.image, picture.content_type, "public, max-age=31536000, immutable"))
}

/// A person's picture. Its name cannot be guessed.
#[utoipa::path(
    get, path = "/images/v1/people/{name}", operation_id = "getProfileImage", tag = "account",
    params(("name" = String, Path, description = "From `profileImage`.")),
    responses((status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/jpeg"), Failures)
)]
pub async fn get_profile_image(
    State(gateway): State<Arc<Gateway>>,
    client: Client,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    gateway.limits.open_call(client.address)?;
    let picture = gateway.services.call_as_gateway(GetPictureRequest { name }).await?;
    Ok(picture_of(picture.image, picture.content_type, "private, max-age=31536000, immutable"))
}

/// The answer with a picture, cached for a year: another picture has another name.
fn picture_of(bytes: Vec<u8>, content_type: String, caching: &'static str) -> Response {
    let content_type =
        HeaderValue::try_from(content_type).unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let caching = HeaderValue::from_static(caching);
    ([(header::CONTENT_TYPE, content_type), (header::CACHE_CONTROL, caching)], bytes).into_response()
}
