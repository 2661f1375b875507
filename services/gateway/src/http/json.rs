//! Bodies: read once, bounded, and refused with the name of the field that is wrong.

use axum::extract::{FromRequest, Request};
use axum::response::{IntoResponse, Response};
use bytes::Bytes;
use http::{HeaderMap, StatusCode, header};
use http_body_util::BodyExt as _;
use saffron_core::{Code, Error};
use serde::de::DeserializeOwned;

use super::envelope::{Failure, refusal};
use super::guard::{LargePlace, MoreRoom};

/// The largest body (docs/api.md), bytes.
pub const MAX_BODY: usize = 1024 * 1024;
/// The largest body of calls that carry a picture or a campaign's recipients, bytes.
const LARGE_BODY: usize = 8 * 1024 * 1024;
/// What is read and thrown away of a larger one, so that its sender gets to read the answer; bytes.
const MAX_WASTE: usize = 16 * 1024 * 1024;
/// Deeper than this nests no honest client.
const MAX_DEPTH: usize = 100;

/// A JSON body.
pub struct Json<T>(pub T);

/// A JSON body that may be large, and its room if it is, to be kept until the answer.
pub struct LargeJson<T>(pub T, pub Option<LargePlace>);

/// A JSON body of a call whose contract has an empty one: nothing at all stands for `{}`.
pub struct MaybeJson<T>(pub T);

/// The bytes of a JSON body.
pub struct JsonBytes(pub Bytes);

impl<S: Send + Sync> FromRequest<S> for JsonBytes {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<JsonBytes, Response> {
        json_bytes(request, MAX_BODY).await.map(|(bytes, _)| JsonBytes(bytes))
    }
}

/// The bytes of a form.
pub struct FormBytes(pub Bytes);

/// The largest form, bytes.
const MAX_FORM: usize = 64 * 1024;

impl<S: Send + Sync> FromRequest<S> for FormBytes {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<FormBytes, Response> {
        let is_form = is_declared(request.headers(), "application/x-www-form-urlencoded");
        let (bytes, _) = read(request, MAX_FORM).await?;
        if !is_form {
            let message = "Send the body as application/x-www-form-urlencoded.";
            return Err(refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, message));
        }
        Ok(FormBytes(bytes))
    }
}

/// A body that says nothing that is not known already, of any kind and not too large.
pub struct Ignored;

impl<S: Send + Sync> FromRequest<S> for Ignored {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<Ignored, Response> {
        read(request, MAX_FORM).await.map(|_| Ignored)
    }
}

async fn json_bytes(request: Request, max: usize) -> Result<(Bytes, Option<LargePlace>), Response> {
    let (is_json, is_encoded) = (is_json(request.headers()), is_encoded(request.headers()));
    // Read first: who still sends when the connection closes does not get to read why.
    let (bytes, place) = read(request, max).await?;
    if !is_json {
        return Err(unsupported());
    }
    if is_encoded {
        return Err(refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Send the body without Content-Encoding."));
    }
    check(&bytes).map_err(refused)?;
    Ok((bytes, place))
}

/// The bytes of a JSON body, and its room if it is large, to be kept until the answer.
pub async fn bytes(request: Request, is_large: bool) -> Result<(Bytes, Option<LargePlace>), Response> {
    let (bytes, place) = json_bytes(request, if is_large { LARGE_BODY } else { MAX_BODY }).await?;
    refuse_null_character(&bytes).map_err(refused)?;
    Ok((bytes, place))
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for Json<T> {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<Json<T>, Response> {
        let (bytes, _) = bytes(request, false).await?;
        parse(&bytes).map(Json).map_err(refused)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for LargeJson<T> {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<LargeJson<T>, Response> {
        let (bytes, place) = bytes(request, true).await?;
        parse(&bytes).map(|parsed| LargeJson(parsed, place)).map_err(refused)
    }
}

impl<T: DeserializeOwned, S: Send + Sync> FromRequest<S> for MaybeJson<T> {
    type Rejection = Response;
    async fn from_request(request: Request, _: &S) -> Result<MaybeJson<T>, Response> {
        let declared = is_json(request.headers()) && !is_encoded(request.headers());
        let (bytes, _) = read(request, MAX_BODY).await?;
        if bytes.is_empty() {
            return parse(b"{}").map(MaybeJson).map_err(refused);
        }
        if !declared {
            return Err(unsupported());
        }
        let parsed = check(&bytes).and_then(|()| refuse_null_character(&bytes)).and_then(|()| parse(&bytes));
        parsed.map(MaybeJson).map_err(refused)
    }
}

fn refused(error: Error) -> Response {
    Failure::from(error).into_response()
}

fn unsupported() -> Response {
    refusal(StatusCode::UNSUPPORTED_MEDIA_TYPE, "Send the body as application/json.")
}

fn is_json(headers: &HeaderMap) -> bool {
    is_declared(headers, "application/json")
}

fn is_declared(headers: &HeaderMap, kind: &str) -> bool {
    let declared =
        headers.get(header::CONTENT_TYPE).and_then(|value| value.to_str().ok()).unwrap_or_default();
    declared.split(';').next().unwrap_or_default().trim().eq_ignore_ascii_case(kind)
}

/// Nothing is decompressed here: a few bytes could become any number.
fn is_encoded(headers: &HeaderMap) -> bool {
    headers.get(header::CONTENT_ENCODING).is_some_and(|coding| coding != "identity")
}

async fn read(request: Request, max: usize) -> Result<(Bytes, Option<LargePlace>), Response> {
    let more_room = request.extensions().get::<MoreRoom>().cloned();
    let mut body = request.into_body();
    let (mut bytes, mut length) = (Vec::new(), 0_usize);
    let (mut place, mut is_busy) = (None, false);
    while let Some(frame) = body.frame().await {
        let Ok(frame) = frame else {
            return Err(refused(Error::new(Code::Invalid, "The body ended early. Send it again.")));
        };
        let Ok(data) = frame.into_data() else { continue };
        length = length.saturating_add(data.len());
        if length > MAX_WASTE {
            break;
        }
        if length > MAX_BODY && length <= max && place.is_none() && !is_busy {
            place = more_room.as_ref().and_then(MoreRoom::take);
            is_busy = place.is_none();
        }
        if length > max || is_busy {
            (bytes, place) = (Vec::new(), None);
        } else {
            bytes.extend_from_slice(&data);
        }
    }
    if length > max {
        let message = match max / (1024 * 1024) {
            0 => format!("The body is over {} KiB. Send less at once.", max / 1024),
            mebibytes => format!("The body is over {mebibytes} MiB. Send less at once."),
        };
        return Err(refused(Error::new(Code::TooLarge, message)));
    }
    if is_busy {
        return Err(refused(Error::unavailable("Too much is sent at once. Please try again.")));
    }
    Ok((bytes.into(), place))
}

/// Refuses what no field can be named for: bytes that are no text, and nesting without end.
fn check(body: &[u8]) -> Result<(), Error> {
    let invalid = |message: &str| Err(Error::new(Code::Invalid, message));
    if std::str::from_utf8(body).is_err() {
        return invalid("The body is not valid UTF-8.");
    }
    let (mut depth, mut in_string, mut escaped) = (0_usize, false, false);
    for byte in body {
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

/// Refuses U+0000, the one character that databases cannot hold. JSON writes it only as an escape.
fn refuse_null_character(body: &[u8]) -> Result<(), Error> {
    let mut escaped = false;
    for (at, byte) in body.iter().enumerate() {
        if escaped && body.get(at..at + 5).is_some_and(|escape| escape == b"u0000") {
            return Err(Error::new(Code::Invalid, "The body holds the character U+0000. Leave it out."));
        }
        escaped = !escaped && *byte == b'\\';
    }
    Ok(())
}

/// Reads a value, or names the field that is wrong.
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
    fn the_field_that_is_wrong_is_named() {
        assert_eq!(field(r#"{"lines": []}"#).as_deref(), Some("tableNumber"));
        assert_eq!(field(r#"{"tableNumber": "x", "lines": []}"#).as_deref(), Some("tableNumber"));
        assert_eq!(field(r#"{"tableNumber": 1, "lines": [{"name": 5}]}"#).as_deref(), Some("lines[0].name"));
        assert_eq!(field(r#"{"tableNumber": 1, "lines": [{}]}"#).as_deref(), Some("lines[0].name"));
        for none in ["", "{", "[]", "nonsense", r#"{"tableNumber": 1, "lines": []} {}"#] {
            assert_eq!(field(none), None, "{none}");
        }
    }

    #[test]
    fn what_would_have_to_be_unpacked_is_seen() {
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
    fn what_no_field_can_be_named_for_is_refused_as_a_whole() {
        assert!(check(b"{\"a\": \"\xff\"}").is_err());
        assert!(check("[".repeat(10_000).as_bytes()).is_err());
        assert!(check(format!("{}{}", "[".repeat(10_000), "]".repeat(10_000)).as_bytes()).is_err());
        assert!(refuse_null_character(br#"{"a": "x\u0000y"}"#).is_err());
        assert!(refuse_null_character(br#"{"a": "x\\\u0000y"}"#).is_err());
        assert!(refuse_null_character(br#"{"a": "x\\u0000y"}"#).is_ok());
        assert!(check(format!("\"{}\"", "[{\\\"".repeat(1_000)).as_bytes()).is_ok());
    }
}
