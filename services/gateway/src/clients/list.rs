use std::time::Duration;

use saffron_core::Error;
use saffron_kit::deadline::deadline;
use saffron_proto::{Part, Piece};
use tonic::Streaming;

use super::{token_call_error, too_slow};

/// How long the next message of a list may take.
const DEADLINE: Duration = Duration::from_secs(20);

/// The rows of a list, as they arrive.
pub struct Rows<M>(Streaming<M>);

impl<M> Rows<M> {
    pub(super) fn of(messages: Streaming<M>) -> Rows<M> {
        Rows(messages)
    }
}

impl<M: Piece> Rows<M> {
    /// The next row or cursor; none at the end.
    pub async fn next(&mut self) -> Result<Option<Part<M::Row>>, Error> {
        loop {
            let next =
                tokio::time::timeout(deadline(DEADLINE), self.0.message()).await.map_err(|_| too_slow())?;
            match next.map_err(|e| token_call_error(&e))? {
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
