//! Lists: `{"<name>": [...], "nextCursor": ...}`, a page at once or the whole list while it arrives. Instead
//! of one serde value: a whole list is sent while its rows arrive.

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

/// Rows that are written at once.
const CHUNK: usize = 64;

/// A further member of a list's body: its name and JSON.
pub type More = Option<(&'static str, String)>;

/// Answers with the rows and `more`. A page is read to its end first, so that a failure is answered; the whole list is sent
/// while it arrives, and a failure after the first rows breaks the answer off, so that no client mistakes a part for all.
pub async fn answer<M>(name: &'static str, limit: i32, rows: Rows<M>, more: More) -> Result<Response, Failure>
where
    M: Piece + Send + 'static,
    M::Row: Serialize + Send,
{
    let mut chunks = Box::pin(written(name, rows, more).peekable());
    let body = if limit > 0 {
        Body::from(chunks.try_collect::<Vec<Bytes>>().await?.concat())
    } else {
        if let Some(Err(error)) = chunks.as_mut().next_if(Result::is_err).await {
            return Err(error.into());
        }
        Body::from_stream(chunks)
    };
    let mut response = Response::new(body);
    response.headers_mut().insert(header::CONTENT_TYPE, HeaderValue::from_static("application/json"));
    Ok(response)
}

/// The body of a list, in pieces.
fn written<M>(name: &str, rows: Rows<M>, more: More) -> impl Stream<Item = Result<Bytes, Error>> + use<M>
where
    M: Piece,
    M::Row: Serialize,
{
    let mut head = format!(r#"{{"status":200,"body":{{"{name}":["#);
    let mut next_cursor = None;
    let mut is_first = true;
    let parts = stream::try_unfold(rows, |mut rows| async move {
        Ok::<_, Error>(rows.next().await?.map(|part| (Some(part), rows)))
    });
    let with_end = parts.chain(stream::once(async { Ok(None) }));
    with_end.try_ready_chunks(CHUNK).map(move |parts| {
        let mut chunk = std::mem::take(&mut head).into_bytes();
        let parts = parts.map_err(|e| e.1)?;
        chunk.reserve(parts.len() * 400);
        for part in parts {
            match part {
                Some(Part::Row(row)) => {
                    if !std::mem::take(&mut is_first) {
                        chunk.push(b',');
                    }
                    serde_json::to_writer(&mut chunk, &row).map_err(unwritable)?;
                }
                Some(Part::NextCursor(cursor)) => next_cursor = Some(cursor),
                None => {
                    chunk.extend_from_slice(br#"],"nextCursor":"#);
                    serde_json::to_writer(&mut chunk, &next_cursor).map_err(unwritable)?;
                    if let Some((name, json)) = &more {
                        chunk.extend_from_slice(format!(r#","{name}":{json}"#).as_bytes());
                    }
                    chunk.extend_from_slice(br#"},"message":""}"#);
                }
            }
        }
        Ok(chunk.into())
    })
}

fn unwritable(error: serde_json::Error) -> Error {
    Fault::Permanent(error.to_string()).into_answer()
}
