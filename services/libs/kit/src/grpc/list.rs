//! Lists as every service streams them (design.md section 3, Contracts).

use futures::Stream;
use saffron_core::Error;
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::Status;

use super::to_status;
use crate::Fault;
use crate::pg::Database;
use crate::telemetry::Span;

/// Rows read at once.
const PAGE: i64 = 500;

/// A list that is read page by page.
pub trait List: Send + Sync + 'static {
    /// A row of the store.
    type Row: Send;
    /// The place after which the next page begins.
    type Cursor: Send + Sync + ToString;
    /// A part of the answer.
    type Part: Send + 'static;

    /// The next `limit` rows.
    ///
    /// # Errors
    /// If the database is away, or holds what cannot be read.
    fn page(
        &self,
        database: &Database,
        after: Option<&Self::Cursor>,
        limit: i64,
    ) -> impl Future<Output = Result<Vec<Self::Row>, Fault>> + Send;

    /// The place of a row.
    ///
    /// # Errors
    /// If what is stored cannot be read.
    fn cursor(&self, row: &Self::Row) -> Result<Self::Cursor, Fault>;

    /// The part that shows a row.
    fn row(&self, row: Self::Row) -> Self::Part;

    /// The part that says where the next page begins.
    fn next(cursor: String) -> Self::Part;
}

/// How many rows were asked for; none: all of them.
///
/// # Errors
/// Invalid, naming `limit`.
pub fn limit(limit: i32) -> Result<Option<usize>, Error> {
    match limit {
        0 => Ok(None),
        1..=500 => Ok(usize::try_from(limit).ok()),
        _ => Err(Error::invalid("limit", "must lie between 1 and 500")),
    }
}

/// A cursor that was given back; none if the text is empty.
///
/// # Errors
/// Those of `parse`.
pub fn after<C>(text: &str, parse: impl Fn(&str) -> Result<C, Error>) -> Result<Option<C>, Error> {
    (!text.is_empty()).then(|| parse(text)).transpose()
}

/// Streams a list: `limit` rows and where the next page begins if others follow, or all of them. Reads page by page,
/// no faster than the reader takes them.
pub fn stream<L: List>(
    list: L,
    database: Database,
    after: Option<L::Cursor>,
    limit: Option<usize>,
) -> impl Stream<Item = Result<L::Part, Status>> + use<L> {
    let (parts, stream) = mpsc::channel(PAGE as usize);
    tokio::spawn(Span::follow(async move {
        if let Err(fault) = send(&list, &database, after, limit, &parts).await {
            // The reader may be gone; then nobody wants to know.
            let _ = parts.send(Err(to_status(fault))).await;
        }
    }));
    ReceiverStream::new(stream)
}

async fn send<L: List>(
    list: &L,
    database: &Database,
    mut after: Option<L::Cursor>,
    limit: Option<usize>,
    parts: &mpsc::Sender<Result<L::Part, Status>>,
) -> Result<(), Fault> {
    loop {
        // One more than is asked for tells whether others follow.
        let wanted = limit.map_or(PAGE, |limit| limit as i64 + 1);
        let rows = list.page(database, after.as_ref(), wanted).await?;
        let more = rows.len() as i64 == wanted;
        let shown = limit.map_or(rows.len(), |limit| limit.min(rows.len()));
        after = rows.get(shown.saturating_sub(1)).map(|row| list.cursor(row)).transpose()?;
        for row in rows.into_iter().take(shown) {
            if parts.send(Ok(list.row(row))).await.is_err() {
                return Ok(());
            }
        }
        match (limit, &after) {
            (Some(_), Some(cursor)) if more => {
                let _ = parts.send(Ok(L::next(cursor.to_string()))).await;
                return Ok(());
            }
            (None, Some(_)) if more => {}
            _ => return Ok(()),
        }
    }
}
