//! A database whose tables Citus distributes over several nodes. Its schema cannot be dropped, since the extension has objects
//! in it, and tables are distributed while they are empty: afterwards every row would go through the coordinator twice.

use sqlx::{AssertSqlSafe, Executor as _, PgConnection};

use crate::Fault;

/// The table that keeps how the tables were distributed, until they are again: a restore may be interrupted in between.
const MEMORY: &str = "restored_distribution";
/// What pg_dump and pg_restore set for their connections: one connection a node, so that what is read of a node, with all of
/// each location, is of one moment.
pub(super) const OPTIONS: (&str, &str) = ("PGOPTIONS", "-c citus.max_adaptive_executor_pool_size=1");
/// An option of pg_dump 17 and later: the extension is left out.
pub(super) const NO_EXTENSION: &str = "--exclude-extension=citus*";

/// Whether the database has the extension.
pub(super) async fn is_installed(connection: &mut PgConnection) -> Result<bool, Fault> {
    let extension = "SELECT EXISTS (SELECT 1 FROM pg_extension WHERE extname = 'citus')";
    Ok(sqlx::query_scalar(extension).fetch_one(connection).await?)
}

/// Notes how the tables are distributed, unless that was noted by a restore that was broken off, and drops everything in the
/// schema that is no part of an extension.
pub(super) async fn clear(connection: &mut PgConnection) -> Result<(), Fault> {
    connection.execute("SET lock_timeout = '10s'").await?;
    let remember = format!(
        "BEGIN;
         CREATE TABLE IF NOT EXISTS {MEMORY} (
             place bigint NOT NULL, name text NOT NULL, key text NOT NULL, shards int NOT NULL, beside text
         );
         INSERT INTO {MEMORY} (place, name, key, shards, beside)
         SELECT row_number() OVER all_of_them, t.name, t.key, t.shards, lag(t.name) OVER group_of_it
         FROM (SELECT p.logicalrelid::text AS name, column_to_column_name(p.logicalrelid, p.partkey) AS key,
                      p.colocationid AS of, g.shardcount AS shards
               FROM pg_dist_partition p
               JOIN pg_class c ON c.oid = p.logicalrelid
               JOIN pg_dist_colocation g ON g.colocationid = p.colocationid
               WHERE p.partmethod = 'h' AND NOT c.relispartition) AS t
         WHERE NOT EXISTS (SELECT 1 FROM {MEMORY})
         WINDOW all_of_them AS (ORDER BY t.of, t.name), group_of_it AS (PARTITION BY t.of ORDER BY t.name);
         COMMIT"
    );
    connection.execute(AssertSqlSafe(remember)).await?;
    // Each by itself: a table may have thousands of shards, and a transaction holds a lock on each.
    let drops = format!(
        "SELECT format('DROP %s IF EXISTS %s CASCADE', kind, name) FROM (
             SELECT CASE c.relkind WHEN 'v' THEN 'VIEW' WHEN 'm' THEN 'MATERIALIZED VIEW' WHEN 'S' THEN 'SEQUENCE'
                    ELSE 'TABLE' END AS kind, c.oid::regclass::text AS name, 1 AS turn, 'pg_class'::regclass AS of, c.oid
             FROM pg_class c
             WHERE c.relnamespace = 'public'::regnamespace AND c.relkind IN ('r', 'p', 'v', 'm', 'S')
               AND NOT c.relispartition AND c.relname <> '{MEMORY}'
             UNION ALL
             SELECT 'ROUTINE', p.oid::regprocedure::text, 2, 'pg_proc'::regclass, p.oid
             FROM pg_proc p WHERE p.pronamespace = 'public'::regnamespace AND p.prokind <> 'a'
             UNION ALL
             SELECT 'TYPE', format_type(t.oid, NULL), 3, 'pg_type'::regclass, t.oid
             FROM pg_type t WHERE t.typnamespace = 'public'::regnamespace AND t.typtype IN ('e', 'd')
         ) AS own
         WHERE NOT EXISTS (
             SELECT 1 FROM pg_depend d WHERE d.classid = own.of AND d.objid = own.oid AND d.deptype = 'e'
         )
         ORDER BY turn, name"
    );
    let drops: Vec<String> = sqlx::query_scalar(AssertSqlSafe(drops)).fetch_all(&mut *connection).await?;
    for one in drops {
        connection.execute(AssertSqlSafe(one)).await?;
    }
    Ok(())
}

/// Distributes the empty tables of a restored schema as they were before.
pub(super) async fn distribute(connection: &mut PgConnection) -> Result<(), Fault> {
    let tables = format!(
        "SELECT format('SELECT create_distributed_table(%L, %L, %s)', m.name, m.key,
             CASE WHEN m.beside IS NULL THEN format('colocate_with => ''none'', shard_count => %s', m.shards)
             ELSE format('colocate_with => %L', m.beside) END)
         FROM {MEMORY} m WHERE to_regclass(m.name) IS NOT NULL ORDER BY m.place"
    );
    let tables: Vec<String> = sqlx::query_scalar(AssertSqlSafe(tables)).fetch_all(&mut *connection).await?;
    for one in tables {
        connection.execute(AssertSqlSafe(one)).await?;
    }
    Ok(())
}

/// Drops the notes of [`clear`].
pub(super) async fn forget(connection: &mut PgConnection) -> Result<(), Fault> {
    connection.execute(AssertSqlSafe(format!("DROP TABLE {MEMORY}"))).await?;
    Ok(())
}
