//! The connections of a process to its database.

use std::time::Duration;

use futures::future::BoxFuture;
use futures::stream::{self, BoxStream, StreamExt as _, TryStreamExt as _};
use sqlx::postgres::{PgConnectOptions, PgPoolOptions, PgQueryResult, PgRow, PgStatement, PgTypeInfo};
use sqlx::{Connection as _, Describe, Either, Error, Execute, Executor, PgPool, Postgres, SqlStr};
use tokio::time::timeout;

use super::conn::{Conn, silent};
use crate::deadline::deadline;

/// How long it may take to get a connection.
const ACQUIRE: Duration = Duration::from_secs(3);
/// A connection that was idle for so long is tested first: it may have died silently.
const IDLE: Duration = Duration::from_secs(2);
/// How long the test may take, on a busy machine too.
const PING: Duration = Duration::from_secs(2);

/// Connections to a database, made when they are needed. As an executor it runs each statement on any of them;
/// [`Pool::acquire`] gives one for several.
#[derive(Clone, Debug)]
pub struct Pool(PgPool);

impl Pool {
    pub(in crate::pg) fn open(options: PgConnectOptions, most: u32) -> Pool {
        let pool = PgPoolOptions::new()
            .max_connections(most)
            .acquire_timeout(deadline(ACQUIRE))
            .test_before_acquire(false)
            .before_acquire(|connection, found| {
                Box::pin(async move {
                    if found.idle_for < IDLE {
                        return Ok(true);
                    }
                    timeout(deadline(PING), connection.ping())
                        .await
                        .unwrap_or_else(|_| Err(silent()))
                        .map(|()| true)
                })
            })
            .connect_lazy_with(options);
        Pool(pool)
    }

    pub(in crate::pg) fn raw(&self) -> &PgPool {
        &self.0
    }

    /// A connection for several statements.
    ///
    /// # Errors
    /// If the database is away, or all connections are in use.
    pub async fn acquire(&self) -> Result<Conn, Error> {
        self.0.acquire().await.map(Conn::of)
    }

    /// A connection whose statements may take so long, instead of 15 seconds.
    ///
    /// # Errors
    /// As [`Pool::acquire`].
    pub async fn acquire_for(&self, limit: Duration) -> Result<Conn, Error> {
        self.acquire().await?.with_limit(limit).await
    }

    /// Closes all connections, and opens no further ones.
    pub async fn close(&self) {
        self.0.close().await;
    }
}

impl<'p> Executor<'p> for &'p Pool {
    type Database = Postgres;

    fn execute<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<PgQueryResult, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        Box::pin(async move { (&mut self.acquire().await?).execute(query).await })
    }

    fn fetch_many<'e, 'q: 'e, E>(self, query: E) -> BoxStream<'e, Result<Either<PgQueryResult, PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        let all = async move {
            let mut connection = self.acquire().await?;
            let all: Vec<_> = (&mut connection).fetch_many(query).try_collect().await?;
            Ok::<_, Error>(stream::iter(all).map(Ok))
        };
        Box::pin(stream::once(all).try_flatten())
    }

    fn fetch_optional<'e, 'q: 'e, E>(self, query: E) -> BoxFuture<'e, Result<Option<PgRow>, Error>>
    where
        'p: 'e,
        E: 'q + Execute<'q, Postgres>,
    {
        Box::pin(async move { (&mut self.acquire().await?).fetch_optional(query).await })
    }

    fn prepare_with<'e>(
        self,
        sql: SqlStr,
        parameters: &'e [PgTypeInfo],
    ) -> BoxFuture<'e, Result<PgStatement, Error>>
    where
        'p: 'e,
    {
        Box::pin(async move { (&mut self.acquire().await?).prepare_with(sql, parameters).await })
    }

    fn describe<'e>(self, sql: SqlStr) -> BoxFuture<'e, Result<Describe<Postgres>, Error>>
    where
        'p: 'e,
    {
        Box::pin(async move { (&mut self.acquire().await?).describe(sql).await })
    }
}
