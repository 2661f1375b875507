use futures::TryStreamExt as _;
use saffron_core::Error;
use saffron_kit::grpc::from_status;
use saffron_proto::{Part, Piece};
use tonic::{Response, Status, Streaming};

/// The error that a caller reads.
pub fn refusal<T>(answer: Result<T, Status>) -> Error {
    match answer {
        Ok(_) => panic!("was not refused"),
        Err(status) => from_status(&status),
    }
}

/// The field of a refusal.
pub fn field<T>(answer: Result<T, Status>) -> String {
    refusal(answer).field.unwrap_or_default()
}

/// All messages of a stream.
pub async fn collected<T>(answer: Response<Streaming<T>>) -> Vec<T> {
    answer.into_inner().try_collect().await.unwrap()
}

/// The rows of a list, and the cursor of those that follow.
pub async fn listed<P: Piece>(answer: Response<Streaming<P>>) -> (Vec<P::Row>, Option<String>) {
    let (mut rows, mut next) = (Vec::new(), None);
    for piece in collected(answer).await {
        match piece.part().unwrap() {
            Part::Row(row) => rows.push(row),
            Part::NextCursor(cursor) => next = Some(cursor),
        }
    }
    (rows, next)
}

/// Every page of a list: `page` reads the rows behind a cursor, and the cursor of those that follow.
pub async fn pages<T>(page: impl AsyncFn(String) -> (Vec<T>, Option<String>)) -> Vec<Vec<T>> {
    let (mut pages, mut cursor) = (Vec::new(), Some(String::new()));
    while let Some(after) = cursor {
        let (rows, next) = page(after).await;
        pages.push(rows);
        cursor = next;
    }
    pages
}
