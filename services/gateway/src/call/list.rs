//! Lists: `{"<name>": [...], "nextCursor": ...}`, a page at once or the whole list as it comes (design.md section 3).

use axum::body::Body;
use axum::response::Response;
use bytes::Bytes;
use futures::stream::{self, Stream, StreamExt as _, TryStreamExt as _};
use http::{HeaderValue, header};
use saffron_core::Error;
use saffron_kit::Fault;
use saffron_proto::{Part, Piece};
use serde::Serialize;

use crate::clients::Rows;
use crate::http::envelope::Failure;

/// What stands in the body of a list beside its rows: a name and JSON.
pub type Beside = Option<(&'static str, String)>;

/// As [`answer_with`], with nothing beside the rows.
pub async fn answer<M>(name: &'static str, limit: i32, rows: Rows<M>) -> Result<Response, Failure>
where
    M: Piece + Send + 'static,
    M::Row: Serialize + Send,
{
    answer_with(name, limit, rows, None).await
}

/// Answers with the rows. A page is read to its end first, so that a failure is answered; the whole
/// list is written while it comes, and a failure in its midst breaks the answer off, so that no one takes a part for
/// the whole.
pub async fn answer_with<M>(
    name: &'static str,
    limit: i32,
    mut rows: Rows<M>,
    beside: Beside,
) -> Result<Response, Failure>
where
    M: Piece + Send + 'static,
    M::Row: Serialize + Send,
{
    if limit > 0 {
        let (mut page, mut next_cursor, mut is_first) = (head(name).to_vec(), None, true);
        while let Some(part) = rows.next().await? {
            match part {
                Part::Row(row) => page.extend(written(&[row], &mut is_first)?),
                Part::NextCursor(cursor) => next_cursor = Some(cursor),
            }
        }
        page.extend(tail(next_cursor.as_deref(), &beside)?);
        return Ok(json(Body::from(page)));
    }
    // What refuses the call comes before the first row.
    let first = rows.next().await?;
    Ok(json(Body::from_stream(whole(name, first, rows, beside))))
}

fn json(body: Body) -> Response {
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    response
}

fn head(name: &str) -> Bytes {
    format!(r#"{{"status":200,"body":{{"{name}":["#).into()
}

fn tail(next_cursor: Option<&str>, beside: &Beside) -> Result<Vec<u8>, Error> {
    let mut tail = br#"],"nextCursor":"#.to_vec();
    serde_json::to_writer(&mut tail, &next_cursor).map_err(unwritable)?;
    if let Some((name, json)) = beside {
        tail.extend_from_slice(format!(r#","{name}":{json}"#).as_bytes());
    }
    tail.extend_from_slice(br#"},"message":""}"#);
    Ok(tail)
}

fn whole<M>(
    name: &'static str,
    first: Option<Part<M::Row>>,
    rows: Rows<M>,
    beside: Beside,
) -> impl Stream<Item = Result<Bytes, Error>>
where
    M: Piece,
    M::Row: Serialize,
{
    let rest = stream::try_unfold(rows, |mut rows| async move {
        let next = rows.next().await?;
        Ok::<_, Error>(next.map(|part| (part, rows)))
    });
    let rows = stream::iter(first.map(Ok))
        .chain(rest)
        .try_filter_map(|part| async move {
            match part {
                Part::Row(row) => Ok(Some(row)),
                Part::NextCursor(_) => Ok(None),
            }
        })
        .try_ready_chunks(64)
        .map_err(|e| e.1)
        .scan(true, |is_first, rows| {
            let chunk = rows.and_then(|rows| written(&rows, is_first)).map(Bytes::from);
            std::future::ready(Some(chunk))
        });
    stream::once(async move { Ok(head(name)) })
        .chain(rows)
        .chain(stream::once(async move { tail(None, &beside).map(Bytes::from) }))
}

fn written<R: Serialize>(rows: &[R], is_first: &mut bool) -> Result<Vec<u8>, Error> {
    let mut chunk = Vec::with_capacity(rows.len() * 400);
    for row in rows {
        if !std::mem::take(is_first) {
            chunk.push(b',');
        }
        serde_json::to_writer(&mut chunk, row).map_err(unwritable)?;
    }
    Ok(chunk)
}

fn unwritable(error: serde_json::Error) -> Error {
    Fault::Permanent(error.to_string()).into_answer()
}
