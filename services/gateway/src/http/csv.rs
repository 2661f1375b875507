//! CSV files (RFC 4180) for spreadsheets.

use axum::body::Body;
use axum::response::Response;
use csv::{Terminator, Writer, WriterBuilder};
use http::{HeaderMap, HeaderValue, header};
use saffron_core::Error;

/// Shows spreadsheets that the file is UTF-8.
pub const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// What the row at the end begins with.
pub const TOTAL: &str = "Total";

/// Whether a client asks for a file.
pub fn is_wanted(headers: &HeaderMap) -> bool {
    let accepted = headers.get(header::ACCEPT).and_then(|value| value.to_str().ok()).unwrap_or_default();
    accepted.split(',').filter_map(|kind| kind.split(';').next()).any(|kind| kind.trim() == "text/csv")
}

/// A writer of lines behind `start`.
pub fn writer(start: Vec<u8>) -> Writer<Vec<u8>> {
    WriterBuilder::new().terminator(Terminator::CRLF).flexible(true).from_writer(start)
}

/// The failure of a file that cannot be written.
pub fn unwritable(error: &dyn std::fmt::Display) -> Error {
    tracing::error!(%error, "a CSV file cannot be written");
    Error::unavailable("The file could not be created. Please try again.")
}

/// Text that spreadsheets do not evaluate as a formula.
pub fn plain(text: &str) -> String {
    if text.starts_with(['=', '+', '-', '@', '\t', '\r', '\n', '＝', '＋', '－', '＠']) {
        format!("'{text}")
    } else {
        text.to_owned()
    }
}

/// Whose a file is: an extension of the answer.
#[derive(Clone)]
pub struct FileOwner {
    /// The person's token.
    pub token: String,
    /// The file's name.
    pub name: String,
}

/// Answers with a file of this name to the person with this token.
pub fn answer(name: &str, token: &str, body: Body) -> Response {
    let mut response = Response::new(body);
    response.extensions_mut().insert(FileOwner { token: token.to_owned(), name: name.to_owned() });
    let headers = response.headers_mut();
    headers.insert(header::CONTENT_TYPE, HeaderValue::from_static("text/csv; charset=utf-8"));
    if let Ok(disposition) = format!("attachment; filename=\"{name}\"").parse() {
        headers.insert(header::CONTENT_DISPOSITION, disposition);
    }
    response
}
