//! Attacks by slowness: heads and bodies that never end, silent connections, answers that are not read.

use std::future::Future;
use std::net::SocketAddr;
use std::time::Duration;

use futures::future::join_all;
use saffron_instance::Owner;
use serde_json::json;
use tokio::io::{AsyncReadExt as _, AsyncWriteExt as _};
use tokio::net::TcpStream;
use tokio::sync::Semaphore;
use tokio::time::{Instant, timeout};

use crate::large::{from, picture};
use crate::setup::connect;

/// The pause between two bytes.
const DRIP: Duration = Duration::from_secs(3);
/// A head has to come within 75 seconds, as an idle connection is kept so long.
const HEAD: Duration = Duration::from_secs(75);
/// A call is answered within 30 seconds, its body read or not.
const CALL: Duration = Duration::from_secs(30);
/// A connection that takes nothing is dropped after 30 seconds, when the system next probes it, which it does ever more rarely.
const UNREAD: Duration = Duration::from_secs(90);
/// What a busy machine may add.
const MARGIN: Duration = Duration::from_secs(30);
/// Connections that are made at once.
const AT_ONCE: usize = 64;
/// Connections that one address may have.
const OF_AN_ADDRESS: usize = 2_000;
/// Requests of one address that may be processed at once.
const REQUESTS: usize = 128;

/// Heads of which one byte comes now and then.
pub async fn heads(gateway: SocketAddr) -> String {
    let all = (0..1_000).map(|_| connect(gateway, [127, 0, 0, 2]));
    let ends = within(HEAD + MARGIN, all, |mut socket| async move {
        socket.write_all(b"GET / HTTP/1.1\r\nHost: saffron\r\nX-Slow: ").await?;
        drip(socket).await.map(drop)
    });
    format!("{} connections, all ended by the gateway", ends.await)
}

/// Bodies of which one byte comes now and then: most are refused at once, the others when their time is up.
pub async fn bodies(gateway: SocketAddr) -> String {
    let statuses = std::sync::Mutex::new(std::collections::BTreeMap::<String, usize>::new());
    let seen = &statuses;
    let all = (0..1_500).map(|_| connect(gateway, [127, 0, 0, 3]));
    within(CALL + MARGIN, all, |mut socket| async move {
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
    assert!(waited <= REQUESTS, "{waited} requests of one address were worked at once: {statuses:?}");
    format!("by status {statuses:?}")
}

/// Large bodies of one address that stop in their midst, and a picture of another owner beside them.
pub async fn pictures(gateway: SocketAddr, owner: &Owner) -> String {
    let head = "POST /api-restaurant-pos/restaurantpro/upload-profile-image HTTP/1.1\r\nHost: saffron\r\n\
                Content-Type: application/json\r\nContent-Length: 8000000\r\n\r\n";
    let begun = (0..64).map(|_| async {
        let mut socket = connect(gateway, [127, 0, 0, 17]).await?;
        socket.write_all(head.as_bytes()).await?;
        // More than a small body, and as it is read: none of the sockets holds so much.
        socket.write_all(&vec![b' '; 6_000_000]).await?;
        Ok::<_, std::io::Error>(socket)
    });
    let sockets = join_all(begun).await;
    let form = json!({ "image": picture(3_000, 2_400) });
    let drawn = owner.with_client(from([127, 0, 0, 18])).call("upload-profile-image", form).await;
    drawn.unwrap_or_else(|e| panic!("beside {} large bodies: {e}", sockets.len()));
    format!("{} bodies of one address, and a picture of another was drawn", sockets.len())
}

/// Silent connections: ten thousand of ten addresses, and more of one than it may have.
pub async fn idle(gateway: SocketAddr) -> String {
    let all = (0..10_000).map(|number| connect(gateway, [127, 0, 1, 1 + (number % 10) as u8]));
    let ten =
        within(HEAD + MARGIN, all, |mut socket| async move { socket.read(&mut [0; 16]).await.map(drop) });
    let kept = std::sync::atomic::AtomicUsize::new(0);
    let all = (0..OF_AN_ADDRESS + 500).map(|_| connect(gateway, [127, 0, 2, 1]));
    let kept_by = &kept;
    let one = within(HEAD + MARGIN, all, |mut socket| async move {
        let began = Instant::now();
        let ended = socket.read(&mut [0; 16]).await;
        if began.elapsed() > HEAD / 2 {
            kept_by.fetch_add(1, std::sync::atomic::Ordering::Relaxed);
        }
        ended.map(drop)
    });
    let (ten, one) = tokio::join!(ten, one);
    let kept = kept.into_inner();
    assert!(kept <= OF_AN_ADDRESS, "{kept} connections of one address");
    format!("{ten} connections of ten addresses kept till their time was up; {kept} of {one} of one address")
}

/// Answers that are not read.
pub async fn unread(gateway: SocketAddr) -> String {
    let all = (0..500).map(|_| connect(gateway, [127, 0, 0, 4]));
    let ends = within(UNREAD + MARGIN, all, |mut socket| async move {
        socket.write_all(b"GET /assets/large.js HTTP/1.1\r\nHost: saffron\r\n\r\n").await?;
        until_gone(&mut socket).await;
        Ok(())
    });
    format!("{} connections, all ended by the gateway", ends.await)
}

/// Sends a byte now and then until the connection ends or there is an answer.
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

/// Waits until the other side has dropped the connection, and reads nothing.
pub async fn until_gone(socket: &mut TcpStream) {
    // The next byte after that is refused.
    while socket.write_all(b"a").await.is_ok() {
        tokio::time::sleep(Duration::from_secs(1)).await;
    }
}

/// Runs `work` on each of these connections at once, and waits until all have ended; gives their number.
async fn within<C, F>(
    patience: Duration,
    connections: impl Iterator<Item = C>,
    with: impl Fn(TcpStream) -> F,
) -> usize
where
    C: Future<Output = std::io::Result<TcpStream>>,
    F: Future<Output = std::io::Result<()>>,
{
    // The system lets only so many wait to be accepted.
    let (connecting, with) = (Semaphore::new(AT_ONCE), &with);
    let all = connections.map(|connection| async {
        let socket = {
            let _permit = connecting.acquire().await.unwrap();
            connection.await
        };
        match socket {
            // A reset is an end too.
            Ok(socket) => timeout(patience, with(socket)).await.is_ok(),
            Err(_) => true,
        }
    });
    let all = join_all(all).await;
    let kept = all.iter().filter(|ended| !**ended).count();
    assert_eq!(kept, 0, "connections of {} that were kept longer than {patience:?}", all.len());
    all.len()
}
