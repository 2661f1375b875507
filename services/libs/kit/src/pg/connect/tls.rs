//! TLS with a database, by the query of its URL: `sslmode` and `sslrootcert`, by the names that Postgres' own
//! programs know them by.

use std::fs::File;

use percent_encoding::percent_decode_str;
use sqlx::Error;
use sqlx::migrate::MigrateError;

/// Refuses a URL whose `sslrootcert` is no file that can be read: it is opened for each connection, and the error then
/// names neither the file nor the variable.
///
/// # Errors
/// If the file cannot be read.
pub(in crate::pg) fn expect_roots(url: &str) -> Result<(), String> {
    let query = url.split_once('?').map_or("", |(_, query)| query);
    let Some(path) = query.split('&').find_map(|pair| pair.strip_prefix("sslrootcert=")) else {
        return Ok(());
    };
    let path = percent_decode_str(path).decode_utf8_lossy();
    match File::open(&*path) {
        Ok(_) => Ok(()),
        Err(error) => Err(format!("sslrootcert={path}: {error}")),
    }
}

/// Advice about a connection that failed because of TLS; none if it failed otherwise.
fn advice(error: &Error) -> Option<&'static str> {
    match error {
        Error::Tls(_) => Some(
            "The database's URL asks for TLS: turn it on at the server (ssl = on), or take sslmode out of the URL where the network is encrypted otherwise.",
        ),
        // The error of rustls for a certificate that it does not trust.
        Error::Io(error) if error.kind() == std::io::ErrorKind::InvalidData => Some(
            "Name by sslrootcert in the database's URL the authority that signed the server's certificate, and the server by a name that its certificate has.",
        ),
        _ => None,
    }
}

/// The text of a database error, with advice if TLS is the cause.
pub(crate) fn describe(error: &Error) -> String {
    match advice(error) {
        Some(advice) => format!("{error}. {advice}"),
        None => error.to_string(),
    }
}

/// As [`describe`], of the error of a migration.
pub(in crate::pg) fn describe_migration(error: &MigrateError) -> String {
    match error {
        MigrateError::Execute(inner) => describe(inner),
        _ => error.to_string(),
    }
}
