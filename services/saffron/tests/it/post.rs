//! A mail server that takes everything and keeps it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

use saffron_testkit::eventually;
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::{TcpListener, TcpStream};

/// What arrived: the messages as they were sent.
#[derive(Clone, Default)]
pub struct Post(Arc<Mutex<Vec<String>>>);

impl Post {
    /// Opens it on a free port; it ends with the test.
    pub async fn open() -> (Post, SocketAddr) {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let (post, address) = (Post::default(), listener.local_addr().unwrap());
        let kept = post.clone();
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                tokio::spawn(talk(stream, kept.clone()));
            }
        });
        (post, address)
    }

    /// The messages to an address, oldest first.
    pub fn mails_to(&self, address: &str) -> Vec<String> {
        let line = format!("to: {address}\r\n");
        let is_to = |mail: &&String| mail.to_ascii_lowercase().contains(&line);
        self.0.lock().unwrap().iter().filter(is_to).cloned().collect()
    }

    /// Waits until so many messages to an address have come, and gives the last one.
    pub async fn mailed(&self, address: &str, count: usize) -> String {
        let mails = eventually("the mail", || async {
            let mails = self.mails_to(address);
            (mails.len() >= count).then_some(mails)
        });
        let mut mails = mails.await;
        assert_eq!(mails.len(), count);
        mails.pop().unwrap()
    }
}

async fn talk(stream: TcpStream, post: Post) {
    let mut stream = BufReader::new(stream);
    let mut answer = "220 test\r\n";
    loop {
        if stream.get_mut().write_all(answer.as_bytes()).await.is_err() {
            return;
        }
        let mut line = String::new();
        if stream.read_line(&mut line).await.unwrap_or(0) == 0 {
            return;
        }
        answer = "250 OK\r\n";
        if line.starts_with("DATA") {
            stream.get_mut().write_all(b"354 Go on\r\n").await.unwrap();
            let mut mail = String::new();
            while !mail.ends_with("\r\n.\r\n") {
                if stream.read_line(&mut mail).await.unwrap_or(0) == 0 {
                    return;
                }
            }
            post.0.lock().unwrap().push(mail);
        }
    }
}

/// What stands behind the `#` of the link in a mail; none if it has none.
pub fn token_in(mail: &str) -> Option<String> {
    let (_, rest) = mail.split_once("/auth/").and_then(|(_, rest)| rest.split_once('#'))?;
    Some(rest.split_whitespace().next()?.to_owned())
}
