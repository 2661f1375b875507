//! A mail server that takes everything and keeps it.

use std::net::SocketAddr;
use std::sync::{Arc, Mutex};

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

    /// The messages, oldest first.
    pub fn mails(&self) -> Vec<String> {
        self.0.lock().unwrap().clone()
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
