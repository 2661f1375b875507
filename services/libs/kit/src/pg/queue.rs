//! Work that waits in a table until it is due, and that replicas share. Our own instead of apalis-sql (a release candidate)
//! or pgmq (a server extension): what is claimed is joined with a service's own tables.

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};
use jiff_sqlx::ToSqlx as _;
use sqlx::postgres::{PgArguments, PgRow};
use sqlx::query::Query;
use sqlx::{AssertSqlSafe, Decode, Encode, FromRow, Postgres, Row as _, Type};

use super::{Conn, Database, Tx};
use crate::Fault;

/// A table of waiting work: beside its key it has `tries integer`, and a time when a row is due, UTC.
#[derive(Debug, Clone, Copy)]
pub struct Queue {
    /// The table.
    pub table: &'static str,
    /// The columns of the key, in the order of [`Key`].
    pub key: &'static [&'static str],
    /// The column that says when a row is due; an index of the table begins with it.
    pub due: &'static str,
    /// A further condition for due rows of `q`, `$1` being now.
    pub ready: &'static str,
    /// Further assignments of a claim, each with a comma before it.
    pub set: &'static str,
}

/// A row that one worker has claimed.
#[derive(Debug, Clone)]
pub struct Claimed<K> {
    /// The key of the row.
    pub key: K,
    /// How often the row was tried, this time included.
    pub tries: i32,
}

/// The most rows that are counted.
const COUNTED: i64 = 100_000;

impl Queue {
    /// A table whose rows are all ready at `due_at`.
    #[must_use]
    pub const fn new(table: &'static str, key: &'static [&'static str]) -> Queue {
        Queue { table, key, due: "due_at", ready: "true", set: "" }
    }

    /// The same table, whose rows are due by another column than `due_at`.
    #[must_use]
    pub const fn due_by(self, due: &'static str) -> Queue {
        Queue { due, ..self }
    }

    /// The same table, whose due rows of `q` are ready only if they meet this, `$1` being now.
    #[must_use]
    pub const fn ready_if(self, ready: &'static str) -> Queue {
        Queue { ready, ..self }
    }

    /// The same table, whose columns a claim also sets; each assignment has a comma before it.
    #[must_use]
    pub const fn setting(self, set: &'static str) -> Queue {
        Queue { set, ..self }
    }

    /// Claims due rows, the longest due first, `most` at most: no other worker claims them before `until`. If the worker dies,
    /// the next one claims them then.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn claim<K: Key>(
        &self,
        conn: &mut Conn,
        now: Timestamp,
        until: Timestamp,
        most: i64,
    ) -> Result<Vec<Claimed<K>>, Fault> {
        let Queue { table, due, ready, set, .. } = self;
        let (key, of_table) = (self.key.join(", "), self.columns("t."));
        let claim = format!(
            "WITH due AS (SELECT {key} FROM {table} AS q WHERE {due} <= $1 AND ({ready})
               ORDER BY {due}, {key} LIMIT $3 FOR NO KEY UPDATE OF q SKIP LOCKED)
             UPDATE {table} AS t SET {due} = $2, tries = t.tries + 1{set} FROM due
             WHERE ({of_table}) = ({}) RETURNING {of_table}, t.tries",
            self.columns("due.")
        );
        let claim = sqlx::query(AssertSqlSafe(claim)).bind(now.to_sqlx()).bind(until.to_sqlx()).bind(most);
        let rows = claim.fetch_all(conn).await?;
        let claimed = rows
            .iter()
            .map(|row| Ok(Claimed { key: K::from_row(row)?, tries: row.try_get(self.key.len())? }));
        Ok(claimed.collect::<Result<_, sqlx::Error>>()?)
    }

    /// Deletes a row that needs no further try, unless it was claimed again meanwhile.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn done<K: Key>(&self, conn: &mut Conn, claimed: &Claimed<K>) -> Result<(), Fault> {
        let done = format!("DELETE FROM {} AS t WHERE t.tries = $1 AND {}", self.table, self.is_key(2));
        let done = claimed.key.bind(sqlx::query(AssertSqlSafe(done)).bind(claimed.tries));
        done.execute(conn).await?;
        Ok(())
    }

    /// Postpones a row to another try, unless it was claimed again meanwhile.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn later<K: Key>(
        &self,
        conn: &mut Conn,
        claimed: &Claimed<K>,
        due: Timestamp,
    ) -> Result<(), Fault> {
        let is_key = self.is_key(3);
        let later =
            format!("UPDATE {} AS t SET {} = $1 WHERE t.tries = $2 AND {is_key}", self.table, self.due);
        let later = sqlx::query(AssertSqlSafe(later)).bind(due.to_sqlx()).bind(claimed.tries);
        claimed.key.bind(later).execute(conn).await?;
        Ok(())
    }

    /// How many rows are due, 100,000 at most, and since when the oldest of them is.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn waiting(
        &self,
        database: &Database,
        now: Timestamp,
    ) -> Result<(i64, Option<Timestamp>), Fault> {
        let Queue { table, due, ready, .. } = self;
        let waiting = format!(
            "SELECT count(*), min(due) FROM (SELECT {due} AS due FROM {table} AS q
             WHERE {due} <= $1 AND ({ready}) ORDER BY {due} LIMIT {COUNTED}) AS n"
        );
        let waiting = sqlx::query_as(AssertSqlSafe(waiting)).bind(now.to_sqlx());
        let (count, oldest): (i64, Option<jiff_sqlx::Timestamp>) = waiting.fetch_one(database.pool()).await?;
        Ok((count, oldest.map(jiff_sqlx::Timestamp::to_jiff)))
    }

    /// The columns of the key with this prefix.
    fn columns(&self, of: &str) -> String {
        self.key.iter().map(|column| format!("{of}{column}")).collect::<Vec<_>>().join(", ")
    }

    /// The condition that a row of `t` has a key, whose parameters begin with this number.
    fn is_key(&self, first: usize) -> String {
        let columns = self.key.iter().enumerate();
        columns
            .map(|(index, column)| format!("t.{column} = ${}", first + index))
            .collect::<Vec<_>>()
            .join(" AND ")
    }
}

/// The key of a row: a tuple of as many values as the queue has key columns.
pub trait Key: for<'r> FromRow<'r, PgRow> + Send + Sync {
    /// Binds the values, in their order.
    fn bind<'q>(&'q self, query: Query<'q, Postgres, PgArguments>) -> Query<'q, Postgres, PgArguments>;
}

macro_rules! key {
    ($($part:ident $index:tt),+) => {
        impl<$($part),+> Key for ($($part,)+)
        where
            $($part: for<'q> Encode<'q, Postgres> + for<'r> Decode<'r, Postgres> + Type<Postgres> + Clone + Send + Sync + 'static,)+
        {
            fn bind<'q>(
                &'q self,
                query: Query<'q, Postgres, PgArguments>,
            ) -> Query<'q, Postgres, PgArguments> {
                query$(.bind(self.$index.clone()))+
            }
        }
    };
}
key!(A 0);
key!(A 0, B 1);
key!(A 0, B 1, C 2);

/// How long to wait before another try, and how often to try.
#[derive(Debug, Clone, Copy)]
pub struct Backoff {
    /// The pause after the first try; doubled with each further one.
    pub first: Duration,
    /// The longest pause.
    pub longest: Duration,
    /// Tries after which it is given up.
    pub tries: i32,
}

impl Backoff {
    /// The pause after this many tries, half of it by chance, so that not all come back at once; none if it is given up.
    #[must_use]
    pub fn after(&self, tries: i32) -> Option<SignedDuration> {
        (tries < self.tries).then(|| self.pause(tries))
    }

    /// The pause after this many tries of what is never given up.
    #[must_use]
    pub fn pause(&self, tries: i32) -> SignedDuration {
        let doubled = self.first.saturating_mul(1 << tries.clamp(1, 24).saturating_sub(1));
        let pause = doubled.min(self.longest).mul_f64(0.5 + rand::random::<f64>() / 2.0);
        SignedDuration::try_from(pause).unwrap_or(SignedDuration::MAX)
    }
}

impl Tx {
    /// Deletes rows of a table whose `column` lies before a moment, the oldest first, `most` of them at most, and skips those
    /// that another transaction holds. Returns how many. The table has no partitions, and an index begins with the column.
    ///
    /// # Errors
    /// If the database is away.
    pub async fn sweep(
        &mut self,
        table: &'static str,
        column: &'static str,
        before: Timestamp,
        most: i64,
    ) -> Result<u64, Fault> {
        let sweep = format!(
            "DELETE FROM {table} WHERE ctid = ANY (ARRAY (
               SELECT ctid FROM {table} WHERE {column} < $1 ORDER BY {column} LIMIT $2 FOR UPDATE SKIP LOCKED))"
        );
        let sweep = sqlx::query(AssertSqlSafe(sweep)).bind(before.to_sqlx()).bind(most);
        Ok(sweep.execute(self.conn()).await?.rows_affected())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pauses_double_up_to_the_longest() {
        let backoff = Backoff { first: Duration::from_secs(2), longest: Duration::from_secs(60), tries: 5 };
        for (tries, most) in [(1, 2), (2, 4), (3, 8), (4, 16)] {
            let pause = backoff.after(tries).unwrap().as_secs_f64();
            assert!((f64::from(most) / 2.0..=f64::from(most)).contains(&pause), "{tries}: {pause}");
        }
        assert_eq!(backoff.after(5), None);
        assert!(backoff.pause(i32::MAX) <= SignedDuration::from_secs(60));
    }
}
