//! Bodies: read once, bounded, and refused with the name of the wrong field.

use std::sync::Arc;

use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt as _;
use saffron_core::{Code, Error};
use serde::de::DeserializeOwned;

use super::address::ClientAddress;
use super::envelope::{Failure, refusal};
use super::guard::{Capacity, LargeBodyPermit};

/// The largest body (docs/api.md), bytes.
pub const MAX_BODY: usize = 1024 * 1024;
/// The largest body of calls that carry a picture or a campaign's recipients, bytes.
pub const MAX_LARGE_BODY: usize = 8 * 1024 * 1024;
/// The largest form, bytes.
const MAX_FORM: usize = 64 * 1024;
/// How much of a larger body is read and dropped, so that its sender gets to read the answer; bytes.
const MAX_DROPPED: usize = 16 * 1024 * 1024;
/// The deepest nesting.
const MAX_DEPTH: usize = 100;

const JSON: &str = "application/json";
const FORM: &str = "application/x-www-form-urlencoded";

/// A JSON body.
pub struct Json<T>(pub T);

/// A JSON body that may be large, and its permit if it is, to be kept until the answer.
pub struct LargeJson<T>(pub T, pub Option<LargeBodyPermit>);

/// A JSON body of a call whose contract has an empty one: an empty body means `{}`.
pub struct MaybeJson<T>(pub T);

/// The bytes of a JSON body.
pub struct JsonBytes(pub Bytes);

/// The bytes of a form.
pub struct FormBytes(pub Bytes);

/// A body of any kind whose content is not needed.
pub struct Ignored;

impl<S: Send + Sync> FromRequest<S> for JsonBytes {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<JsonBytes, Response> {
        json(request, MAX_BODY, true).await.map(|(bytes, _)| JsonBytes(bytes))
    }
}

impl<S: Send + Sync> FromRequest<S> for FormBytes {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<FormBytes, Response> {
        let unsupported = unsupported(request.headers(), FORM);
        let (bytes, _) = read(request, MAX_FORM).await?;
        unsupported.map_or(Ok(FormBytes(bytes)), Err)
    }
}

impl<S: Send + Sync> FromRequest<S> for Ignored {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<Ignored, Response> {
        read(request, MAX_FORM).await.map(|_| Ignored)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<Json<T>, Response> {
        parse(&json(request, MAX_BODY, false).await?.0).map(Json).map_err(refused)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for LargeJson<T> {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<LargeJson<T>, Response> {
        let (bytes, permit) = json(request, MAX_LARGE_BODY, false).await?;
        parse(&bytes).map(|parsed| LargeJson(parsed, permit)).map_err(refused)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for MaybeJson<T> {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<MaybeJson<T>, Response> {
        let unsupported = unsupported(request.headers(), JSON);
        let (bytes, _) = read(request, MAX_BODY).await?;
        if bytes.is_empty() {
            return parse(b"{}").map(MaybeJson).map_err(refused);
        }
        unsupported.map_or(Ok(()), Err)?;
        check(&bytes, false).and_then(|()| parse(&bytes)).map(MaybeJson).map_err(refused)
    }
}

/// The bytes of a JSON body, and the permit of a large one, to be kept until the answer.
pub async fn json(
    request: Request,
    max: usize,
    allows_null_character: bool,
) -> Result<(Bytes, Option<LargeBodyPermit>), Response> {
    let unsupported = unsupported(request.headers(), JSON);
    let (bytes, permit) = read(request, max).await?;
    unsupported.map_or(Ok(()), Err)?;
    check(&bytes, allows_null_character).map_err(refused)?;
    Ok((bytes, permit))
}

fn refused(error: Error) -> Response {
    Failure::from(error).into_response()
}

/// The refusal of another content type. It is answered after the body was read: a client that still sends when the
/// connection closes does not get to read the answer.
fn unsupported(headers: &HeaderMap, content_type: &str) -> Option<Response> {
    let declared =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    let message = if !declared.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(content_type)
    {
        format!("Send the body as {content_type}.")
    } else if content_type == JSON && is_encoded(headers) {
        "Send the body without Content-Encoding.".to_owned()
    } else {
        return None;
    };
    Some(refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, &message))
}

/// Nothing is decompressed: a few bytes could become any number.
fn is_encoded(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_ENCODING).is_some_and(|coding| coding != "identity")
}

async fn read(request: Request, max: usize) -> Result<(Bytes, Option<LargeBodyPermit>), Response> {
    let capacity = request.extensions().get::<Arc<Capacity>>().cloned();
    let address = request.extensions().get::<ClientAddress>().copied();
    let large_body = || capacity.as_ref()?.large_body(address?.0);
    let mut body = request.into_body();
    let (mut bytes, mut length) = (Vec::new(), 0_usize);
    let (mut permit, mut is_busy) = (None, false);
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            return Err(refused(Error::new(Code::Invalid, "The body ended early. Send it again.")));
        };
        let Ok(data) = frame.into_data() else { continue };
        length = length.saturating_add(data.len());
        if length > MAX_DROPPED {
            break;
        }
        if length > MAX_BODY && length <= max && permit.is_none() && !is_busy {
            permit = large_body();
            is_busy = permit.is_none();
        }
        if length > max || is_busy {
            (bytes, permit) = (Vec::new(), None);
        } else {
            bytes.extend_from_slice(&data);
        }
    }
    if length > max {
        let size = if max < MAX_BODY { format!("{} KiB", max >> 10) } else { format!("{} MiB", max >> 20) };
        let message = format!("The body is over {size}. Send less at once.");
        return Err(refused(Error::new(Code::TooLarge, message)));
    }
    if is_busy {
        return Err(refused(Error::unavailable("Too much is sent at once. Please try again.")));
    }
    Ok((bytes.into(), permit))
}

/// Refuses bytes that are not text, and nesting that is too deep, also in parts that nothing reads: serde limits the depth
/// only of what it keeps. Refuses the character U+0000, too, which databases cannot hold and JSON writes as an escape only,
/// where the body's reader does not name its field.
fn check(body: &[u8], allows_null_character: bool) -> Result<(), Error> {
    let invalid = |message: &str| Err(Error::new(Code::Invalid, message));
    if std::str::from_utf8(body).is_err() {
        return invalid("The body is not valid UTF-8.");
    }
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for (at, byte) in body.iter().enumerate() {
        if escaped && !allows_null_character && body.get(at..).is_some_and(|rest| rest.starts_with(b"u0000"))
        {
            return invalid("The body holds the character U+0000. Leave it out.");
        }
        match (in_string, byte) {
            _ if escaped => escaped = false,
            (true, b'\\') => escaped = true,
            (_, b'"') => in_string = !in_string,
            (false, b'[' | b'{') => depth += 1,
            (false, b']' | b'}') => depth = depth.saturating_sub(1),
            _ => {}
        }
        if depth > MAX_DEPTH {
            return invalid("The JSON is nested too deeply.");
        }
    }
    Ok(())
}

/// Reads a value, or names the wrong field.
pub fn parse<T: DeserializeOwned>(body: &[u8]) -> Result<T, Error> {
    let mut deserializer = serde_json::Deserializer::from_slice(body);
    let value = serde_path_to_error::deserialize(&mut deserializer).map_err(|e| {
        let path = e.path().to_string();
        let inner = e.inner();
        if inner.is_syntax() || inner.is_eof() {
            return Error::new(Code::Invalid, format!("The body is not valid JSON: {inner}."));
        }
        let why = inner.to_string();
        let why = why.split(" at line ").next().unwrap_or_default().to_owned();
        // A missing field is reported at its parent.
        let missing = why.strip_prefix("missing field `").and_then(|rest| rest.strip_suffix('`'));
        match (path.as_str(), missing) {
            (".", Some(field)) => Error::invalid(field, "is missing"),
            (_, Some(field)) => Error::invalid(format!("{path}.{field}"), "is missing"),
            (".", None) => Error::new(Code::Invalid, format!("The body must be a JSON object: {why}.")),
            (_, None) => Error::invalid(path, why),
        }
    })?;
    deserializer.end().map_err(|_| {
        Error::new(Code::Invalid, "The body holds more than one JSON value. Send one object.")
    })?;
    Ok(value)
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    #[derive(Debug, Deserialize, PartialEq)]
    #[serde(rename_all = "camelCase")]
    struct Order {
        table_number: u8,
        lines: Vec<Line>,
    }

    #[derive(Debug, Deserialize, PartialEq)]
    struct Line {
        name: String,
    }

    fn field(body: &str) -> Option<String> {
        parse::<Order>(body.as_bytes()).unwrap_err().field
    }

    #[test]
    fn wrong_field_is_named() {
        assert_eq!(field(r#"{"lines": []}"#).as_deref(), Some("tableNumber"));
        assert_eq!(field(r#"{"tableNumber": "x", "lines": []}"#).as_deref(), Some("tableNumber"));
        assert_eq!(field(r#"{"tableNumber": 1, "lines": [{"name": 5}]}"#).as_deref(), Some("lines[0].name"));
        assert_eq!(field(r#"{"tableNumber": 1, "lines": [{}]}"#).as_deref(), Some("lines[0].name"));
        for none in ["", "{", "[]", "nonsense", r#"{"tableNumber": 1, "lines": []} {}"#] {
            assert_eq!(field(none), None, "{none}");
        }
    }

    #[test]
    fn encoded_body_is_recognized() {
        let coded = |coding: &str| {
            is_encoded(&HeaderMap::from_iter([(header::CONTENT_ENCODING, coding.parse().unwrap())]))
        };
        assert!(["gzip", "br", "deflate, gzip", "identity, gzip"].into_iter().all(coded));
        assert!(!coded("identity") && !is_encoded(&HeaderMap::new()));
    }

    #[test]
    fn unknown_fields_are_ignored() {
        let order = parse::<Order>(br#"{"tableNumber": 1, "lines": [], "colour": {"a": [1]}}"#);
        assert_eq!(order.unwrap(), Order { table_number: 1, lines: vec![] });
    }

    #[test]
    fn body_without_a_nameable_field_is_refused_whole() {
        assert!(check(b"{\"a\": \"\xff\"}", false).is_err());
        assert!(check("[".repeat(10_000).as_bytes(), false).is_err());
        assert!(check(format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)).as_bytes(), true).is_err());
        assert!(check(format!("\"{}\"", "[{\\\"".repeat(1_000)).as_bytes(), false).is_ok());
    }

    #[test]
    fn null_character_is_refused_unless_its_field_is_named_later() {
        assert!(check(br#"{"a": "x\u0000y"}"#, false).is_err());
        assert!(check(br#"{"a": "x\\\u0000y"}"#, false).is_err());
        assert!(check(br#"{"a": "x\\u0000y"}"#, false).is_ok());
        assert!(check(br#"{"a": "x\u0000y"}"#, true).is_ok());
    }
}
