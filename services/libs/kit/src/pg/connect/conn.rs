//! Connections with a deadline for every answer. A dead host or a black-holed route never closes a socket, which would keep
//! its slot of the pool until the process ends. Our own, since sqlx has neither keepalive nor `tcp_user_timeout`; it goes when
//! sqlx offers them.

use std::fmt;
use std::io::{Error as IoError, ErrorKind};
use std::pin::Pin;
use std::task::{Context, Poll};
use std::time::Duration;

use futures::future::{BoxFuture, ready};
use futures::stream::{self, BoxStream, Stream, StreamExt as _};
use sqlx::pool::PoolConnection;
use sqlx::postgres::{PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{AssertSqlSafe, Describe, Either, Error, Execute, Executor, PgConnection, Postgres, SqlStr};
use tokio::runtime::Handle;
use tokio::time::{Instant, Sleep, sleep, timeout};

use crate::deadline::deadline;

/// The longest that the server lets a statement take.
pub(in crate::pg) const STATEMENT: Duration = Duration::from_secs(15);
/// How much longer a client waits than the server, whose answer may be that the statement took too long.
const MARGIN: Duration = Duration::from_secs(3);

/// A connection of a pool, for statements and for a transaction. It goes back by itself; what was begun and not committed
/// is rolled back.
pub struct Conn {
    /// None after it went back to the pool.
    pg: Option<PoolConnection<Postgres>>,
    limit: Duration,
    /// A transaction has begun, or may have.
    is_begun: bool,
    /// The connection is closed instead of going back: it does not answer, or has another limit.
    ends: bool,
}

impl fmt::Debug for Conn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Conn").field("limit", &self.limit).finish_non_exhaustive()
    }
}

impl Conn {
    pub(super) fn of(pg: PoolConnection<Postgres>) -> Conn {
        Conn { pg: Some(pg), limit: deadline(STATEMENT + MARGIN), is_begun: false, ends: false }
    }

    /// The connection with another limit for its statements.
    pub(super) async fn with_limit(mut self, limit: Duration) -> Result<Conn, Error> {
        // The connection does not go back to the pool, so that no other statement gets this limit.
        self.ends = true;
        let set = format!("SET statement_timeout = {}", limit.as_millis());
        (&mut self).execute(AssertSqlSafe(set)).await?;
        self.limit = limit + MARGIN;
        Ok(self)
    }

    /// The connection, after this statement has begun a transaction.
    pub(in crate::pg) async fn in_transaction(mut self, by: &'static str) -> Result<Conn, Error> {
        self.is_begun = true;
        (&mut self).execute(by).await?;
        Ok(self)
    }

    /// Commits the transaction.
    pub(in crate::pg) async fn commit(mut self) -> Result<(), Error> {
        (&mut self).execute("COMMIT").await?;
        self.is_begun = false;
        Ok(())
    }

    /// Whether the server answers within this time.
    pub(in crate::pg) async fn answers(mut self, limit: Duration) -> bool {
        self.limit = limit;
        (&mut self).execute("SELECT 1").await.is_ok()
    }

    /// The connection, its limit, and the flag that closes it.
    fn parts(&mut self) -> Result<(&mut PgConnection, Duration, &mut bool), Error> {
        let Conn { pg, limit, ends, .. } = self;
        let pg = pg.as_deref_mut().ok_or(Error::PoolClosed)?;
        Ok((pg, *limit, ends))
    }
}

impl Drop for Conn {
    fn drop(&mut self) {
        let Some(mut pg) = self.pg.take() else { return };
        match Handle::try_current() {
            Ok(runtime) if !self.ends => drop(runtime.spawn(give_back(pg, self.limit, self.is_begun))),
            _ => pg.close_on_drop(),
        }
    }
}

/// Returns a connection to the pool after a test. Until the server has surely ended a statement that was given up, its slot stays taken:
/// otherwise the server would run more statements than the pool has slots.
async fn give_back(mut pg: PoolConnection<Postgres>, limit: Duration, is_begun: bool) {
    if is_begun && !matches!(timeout(limit, (&mut *pg).execute("ROLLBACK")).await, Ok(Ok(_))) {
        pg.close_on_drop();
        return;
    }
    // After a time-out the connection is closed, and its slot is free.
    let _given_up = timeout(limit, pg.return_to_pool()).await;
}

/// The answer of a server, or an error after this time.
async fn bounded<T>(
    limit: Duration,
    ends: &mut bool,
    answer: impl Future<Output = Result<T, Error>>,
) -> Result<T, Error> {
    timeout(limit, answer).await.unwrap_or_else(|_| {
        *ends = true;
        Err(silent())
    })
}

/// The error of a server that does not answer.
pub(super) fn silent() -> Error {
    Error::Io(IoError::new(ErrorKind::TimedOut, "the database does not answer"))
}

/// A stream of rows that ends with an error if the next one takes too long.
struct Bounded<'c, S> {
    rows: S,
    limit: Duration,
    ends: &'c mut bool,
    /// Runs while a row is awaited.
    timer: Option<Pin<Box<Sleep>>>,
    is_waiting: bool,
}

impl<T, S: Stream<Item = Result<T, Error>> + Unpin> Stream for Bounded<'_, S> {
    type Item = Result<T, Error>;

    fn poll_next(mut self: Pin<&mut Self>, context: &mut Context<'_>) -> Poll<Option<Self::Item>> {
        let this = &mut *self;
        if let Poll::Ready(row) = this.rows.poll_next_unpin(context) {
            this.is_waiting = false;
            return Poll::Ready(row);
        }
        let timer = this.timer.get_or_insert_with(|| Box::pin(sleep(this.limit)));
        if !std::mem::replace(&mut this.is_waiting, true) {
            timer.as_mut().reset(Instant::now() + this.limit);
        }
        timer.as_mut().poll(context).map(|()| {
            *this.ends = true;
            Some(Err(silent()))
        })
    }
}

impl<'c> Executor<'c> for &'c mut Conn {
    type Database = Postgres;

    fn execute<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<PgQueryResult, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        Box::pin(async move {
            let (pg, limit, ends) = self.parts()?;
            bounded(limit, ends, pg.execute(query)).await
        })
    }

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        match self.parts() {
            Ok((pg, limit, ends)) => {
                let rows = pg.fetch_many(query);
                Box::pin(Bounded { rows, limit, ends, timer: None, is_waiting: false })
            }
            Err(error) => Box::pin(stream::once(ready(Err(error)))),
        }
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'c: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        Box::pin(async move {
            let (pg, limit, ends) = self.parts()?;
            bounded(limit, ends, pg.fetch_optional(query)).await
        })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'c: 'e,
    {
        Box::pin(async move {
            let (pg, limit, ends) = self.parts()?;
            bounded(limit, ends, pg.prepare_with(sql, parameters)).await
        })
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, Error>>
    where
        'c: 'e,
    {
        Box::pin(async move {
            let (pg, limit, ends) = self.parts()?;
            bounded(limit, ends, pg.describe(sql)).await
        })
    }
}
