//! Starting and stopping.

use std::time::Duration;

use tokio_util::sync::CancellationToken;

/// How long a service may take to finish what it has in hand.
pub const DRAIN: Duration = Duration::from_secs(10);

/// A token that is cancelled at SIGTERM or Ctrl-C.
///
/// # Errors
/// If the signal cannot be listened to.
pub fn shutdown_on_signal() -> std::io::Result<CancellationToken> {
    use tokio::signal::unix::{SignalKind, signal};
    let (mut term, mut int) = (signal(SignalKind::terminate())?, signal(SignalKind::interrupt())?);
    let shutdown = CancellationToken::new();
    let told = shutdown.clone();
    tokio::spawn(async move {
        tokio::select! {
            _ = term.recv() => {}
            _ = int.recv() => {}
        }
        told.cancel();
    });
    Ok(shutdown)
}
