//! Who is slow on purpose: heads and bodies that never end, connections that say nothing, answers that nobody reads.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use futures::future::join_all;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::time::{Instant, timeout_at};

use crate::house::connect;

/// How often a byte more is said.
const DRIP: Duration = Duration::from_secs(3);
/// A head has to come within 75 seconds, as an idle connection is kept so long.
const HEAD: Duration = Duration::from_secs(75);
/// A call is answered within 30 seconds, its body read or not, and who takes nothing is let go as soon.
const CALL: Duration = Duration::from_secs(30);
/// What a busy machine may add.
const MARGIN: Duration = Duration::from_secs(30);
/// Connections that one address may have.
const OF_AN_ADDRESS: usize = 2_000;
/// Requests of one address that may be in hand.
const IN_HAND: usize = 128;

/// Heads of which one byte comes now and then.
pub async fn heads(gateway: SocketAddr) -> String {
    let ends = within(HEAD + MARGIN, 1_000, |_| async move {
        let mut socket = connect(gateway, [127, 0, 0, 2]).await?;
        socket.write_all(b"GET / HTTP/1.1\r\nHost: saffron\r\nX-Slow: ").await?;
        drip(socket).await.map(drop)
    });
    format!("{} connections, all ended by the gateway", ends.await)
}

/// Bodies of which one byte comes now and then: most are refused at once, the others when their time is up.
pub async fn bodies(gateway: SocketAddr) -> String {
    let statuses = std::sync::Mutex::new(std::collections::BTreeMap::<String, usize>::new());
    let seen = &statuses;
    within(CALL + MARGIN, 1_500, |_| async move {
        let mut socket = connect(gateway, [127, 0, 0, 3]).await?;
        let head = "POST /api-restaurant-pos/restaurantpro/login HTTP/1.1\r\nHost: saffron\r\n\
                    Content-Type: application/json\r\nContent-Length: 1000000\r\n\r\n{";
        socket.write_all(head.as_bytes()).await?;
        let answer = drip(socket).await?;
        let status = answer.get(9..12).unwrap_or_default().to_owned();
        *seen.lock().unwrap().entry(status).or_default() += 1;
        Ok(())
    })
    .await;
    let statuses = statuses.into_inner().unwrap();
    let waited = statuses.get("503").copied().unwrap_or_default();
    assert!(waited <= IN_HAND, "one address had {waited} requests in hand: {statuses:?}");
    format!("by status {statuses:?}")
}

/// Connections that say nothing: ten thousand of ten addresses, and more of one than it may have.
pub async fn idle(gateway: SocketAddr) -> String {
    let ten = within(HEAD + MARGIN, 10_000, |number| async move {
        let mut socket = connect(gateway, [127, 0, 1, 1 + (number % 10) as u8]).await?;
        socket.read(&mut [0; 16]).await.map(drop)
    });
    let kept = std::sync::atomic::AtomicUsize::new(0);
    let one = within(HEAD + MARGIN, OF_AN_ADDRESS + 500, |_| async {
        let began = Instant::now();
        let mut socket = connect(gateway, [127, 0, 2, 1]).await?;
        let ended = socket.read(&mut [0; 16]).await;
        if began.elapsed() > HEAD / 2 {
            kept.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        ended.map(drop)
    });
    let (ten, one) = tokio::join!(ten, one);
    let kept = kept.into_inner();
    assert!(kept <= OF_AN_ADDRESS, "{kept} connections of one address");
    format!("{ten} connections of ten addresses kept till their time was up; {kept} of {one} of one address")
}

/// Answers that nobody reads.
pub async fn unread(gateway: SocketAddr) -> String {
    let ends = within(CALL + MARGIN, 500, |_| async move {
        let mut socket = connect(gateway, [127, 0, 0, 4]).await?;
        socket.write_all(b"GET /assets/large.js HTTP/1.1\r\nHost: saffron\r\n\r\n").await?;
        until_gone(&mut socket).await;
        Ok(())
    });
    format!("{} connections, all ended by the gateway", ends.await)
}

/// Says a byte now and then until the connection ends or there is an answer.
async fn drip(mut socket: TcpStream) -> std::io::Result<String> {
    let mut answer = [0; 512];
    loop {
        tokio::select! {
            read = socket.read(&mut answer) => {
                return Ok(String::from_utf8_lossy(&answer[..read?]).into_owned());
            }
            () = tokio::time::sleep(DRIP) => socket.write_all(b"a").await?,
        }
    }
}

/// Waits until the other side has given the connection up, and reads nothing.
pub async fn until_gone(socket: &mut TcpStream) {
    // Whoever has let go of it says so to the next byte.
    while socket.write_all(b"a").await.is_ok() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Does it so often at once, and waits until all have ended; how many there were.
async fn within<F>(patience: Duration, count: usize, one: impl Fn(usize) -> F) -> usize
where
    F: Future<Output = std::io::Result<()>>,
{
    let deadline = Instant::now() + patience;
    let all = (0..count).map(|number| timeout_at(deadline, one(number)));
    // A reset is an end too.
    let ended = join_all(all).await.into_iter().filter(Result::is_ok).count();
    assert_eq!(ended, count, "some connections were kept longer than {patience:?}");
    ended
}
