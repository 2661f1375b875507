//! Lists as every service streams them: rows, and the cursor of what follows.

use futures::StreamExt as _;
use saffron_core::Error;
use saffron_core::cursor::{Cursor, Key};
use saffron_proto::{Part, Piece};
use tokio::sync::mpsc;
use tokio_stream::wrappers::ReceiverStream;
use tonic::{Response, Status};

use super::{Messages, to_status};
use crate::Fault;
use crate::telemetry::Span;

/// Rows read at once.
const PAGE: i64 = 500;

/// The page of a list that a request asks for: after which row, and how many.
pub struct Wanted<K> {
    after: Option<K>,
    /// None: all of them.
    limit: Option<usize>,
}

impl<K: Key> Wanted<K> {
    /// Reads `cursor` and `limit` of a request: an empty cursor is the first page, no limit the whole list.
    ///
    /// # Errors
    /// Invalid, naming `cursor` or `limit`.
    pub fn parse(cursor: &str, limit: i32) -> Result<Wanted<K>, Fault> {
        let limit = match limit {
            0 => None,
            1..=500 => usize::try_from(limit).ok(),
            _ => return Err(Error::invalid("limit", "must lie between 1 and 500").into()),
        };
        Ok(Wanted { after: Cursor::parse(cursor)?.map(|cursor| cursor.0), limit })
    }
}

/// A list that is read page by page.
pub trait List: Send + Sync + 'static {
    /// The values that order the list.
    type Key: Key + 'static;
    /// The message that holds a row, or the cursor of what follows.
    type Piece: Piece<Row: Send> + Send + 'static;

    /// The next rows behind a key, `limit` of them at most, each with its own key.
    ///
    /// # Errors
    /// If the database is away, or holds what cannot be read.
    fn page(
        &self,
        after: Option<&Self::Key>,
        limit: i64,
    ) -> impl Future<Output = Result<Page<Self>, Fault>> + Send;
}

/// Rows of a list, each with its key.
pub type Page<L> = Vec<(<L as List>::Key, Row<L>)>;

/// A row of a list, as its message holds it.
pub type Row<L> = <<L as List>::Piece as Piece>::Row;

/// Streams a list: as many rows as are wanted and where the next page begins if others follow, or all of them. Reads page
/// by page, no faster than the reader takes them.
pub fn stream<L: List>(list: L, wanted: Wanted<L::Key>) -> Response<Messages<L::Piece>> {
    let (pieces, stream) = mpsc::channel(PAGE as usize);
    tokio::spawn(Span::follow(async move {
        if let Err(fault) = send(&list, wanted, &pieces).await {
            // The reader may be gone.
            let _ = pieces.send(Err(to_status(fault))).await;
        }
    }));
    Response::new(ReceiverStream::new(stream).boxed())
}

/// Sends the rows, and the cursor if others follow.
async fn send<L: List>(
    list: &L,
    Wanted { mut after, limit }: Wanted<L::Key>,
    pieces: &mpsc::Sender<Result<L::Piece, Status>>,
) -> Result<(), Fault> {
    loop {
        // One more than is wanted shows whether others follow.
        let most = limit.map_or(PAGE, |limit| limit as i64 + 1);
        let rows = list.page(after.as_ref(), most).await?;
        let more = rows.len() as i64 == most;
        let shown = limit.map_or(rows.len(), |limit| limit.min(rows.len()));
        after = None;
        for (key, row) in rows.into_iter().take(shown) {
            after = Some(key);
            if pieces.send(Ok(L::Piece::of(Part::Row(row)))).await.is_err() {
                return Ok(());
            }
        }
        match (limit, &after) {
            (None, Some(_)) if more => {}
            (Some(_), Some(key)) if more => {
                let next = Part::NextCursor(key.text());
                let _ = pieces.send(Ok(L::Piece::of(next))).await;
                return Ok(());
            }
            _ => return Ok(()),
        }
    }
}
