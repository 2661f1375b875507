//! Pictures of items, for browsers and mail programs: public, and named by what is in them.

use std::sync::Arc;

use axum::extract::{Path, State};
use axum::response::{IntoResponse, Response};
use http::{HeaderValue, header};
use saffron_core::{Code, Error};
use saffron_proto::inventory::GetImageRequest;

use crate::Gateway;
use crate::http::envelope::{Failure, Failures};
use crate::session::Visitor;

/// The longest name of a picture: a SHA-256 in hexadecimal with its ending.
const LONGEST_NAME: usize = 72;

/// A picture.
#[utoipa::path(
    get, path = "/images/v1/{name}", operation_id = "getImage", tag = "menu",
    params(("name" = String, Path, description = "As `imageUrl` tells it.")),
    responses((status = 200, description = "The picture.", body = Vec<u8>, content_type = "image/jpeg"), Failures)
)]
pub async fn get_image(
    State(gateway): State<Arc<Gateway>>,
    visitor: Visitor,
    Path(name): Path<String>,
) -> Result<Response, Failure> {
    gateway.limits.open_call(visitor.address)?;
    if name.len() > LONGEST_NAME || !name.bytes().all(|byte| byte.is_ascii_alphanumeric() || byte == b'.') {
        return Err(Error::new(Code::NotFound, "There is no such picture.").into());
    }
    let picture = gateway.services.call_as_gateway(GetImageRequest { name }).await?;
    let mut response = picture.image.into_response();
    let content_type = HeaderValue::try_from(picture.content_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    response.headers_mut().insert(header::CONTENT_TYPE, content_type);
    // Another picture has another name.
    response
        .headers_mut()
        .insert(header::CACHE_CONTROL, HeaderValue::from_static("public, max-age=31536000, immutable"));
    Ok(response)
}
