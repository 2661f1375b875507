use std::time::Duration;

use saffron_core::Error;
use saffron_kit::deadline::deadline;
use tonic::Streaming;

use super::of_token_call;

/// How long the next piece of a list may take.
const DEADLINE: Duration = Duration::from_secs(20);

/// A piece of a list.
pub enum Part<T> {
    /// A row.
    Row(T),
    /// Last, where more rows follow.
    NextCursor(String),
}

/// What a message of a list holds.
pub trait Piece {
    /// What the list is of.
    type Row;
    /// Takes it out; none of what this version does not know.
    fn part(self) -> Option<Part<Self::Row>>;
}

/// Says what the messages of a list hold: a row, or where the list goes on.
macro_rules! piece {
    ($message:ident, $module:ident, $variant:ident, $row:ty) => {
        impl $crate::clients::list::Piece for proto::$message {
            type Row = $row;
            fn part(self) -> Option<$crate::clients::list::Part<$row>> {
                use proto::$module::Part as Sent;
                match self.part? {
                    Sent::$variant(row) => Some($crate::clients::list::Part::Row(row)),
                    Sent::NextCursor(cursor) => Some($crate::clients::list::Part::NextCursor(cursor)),
                }
            }
        }
    };
}
pub(super) use piece;

/// Rows of a service as they come.
pub struct Rows<M>(Streaming<M>);

impl<M: Piece> Rows<M> {
    pub(super) fn of(messages: Streaming<M>) -> Rows<M> {
        Rows(messages)
    }

    /// The next piece; none at the end.
    ///
    /// # Errors
    /// If the service refuses, fails, or lets us wait too long.
    pub async fn next(&mut self) -> Result<Option<Part<M::Row>>, Error> {
        loop {
            let next =
                tokio::time::timeout(deadline(DEADLINE), self.0.message()).await.map_err(|_| too_slow())?;
            match next.map_err(|e| of_token_call(&e))? {
                None => return Ok(None),
                Some(message) => {
                    if let Some(part) = message.part() {
                        return Ok(Some(part));
                    }
                }
            }
        }
    }
}

fn too_slow() -> Error {
    Error::unavailable("The list took too long. Please try again, or ask for less.")
}
