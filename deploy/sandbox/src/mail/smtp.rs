//! The mail server's side of SMTP (RFC 5321), as much as a sender needs: EHLO, MAIL, RCPT, DATA, RSET, NOOP, QUIT,
//! with PIPELINING, 8BITMIME, SMTPUTF8 and SIZE. Everything that is read is bounded.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::tcp::{OwnedReadHalf, OwnedWriteHalf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::post::{Mode, Post, Refusal};

/// The longest line of a command, as RFC 5321 allows with its extensions, and some more.
const LINE: u64 = 4_096;
/// The longest line of a mail; RFC 5321 allows 1,000.
const TEXT_LINE: u64 = 1 << 16;
/// The most recipients of one mail.
const RECIPIENTS: usize = 100;
/// How long a client may say nothing.
const SILENCE: Duration = Duration::from_secs(300);

/// Takes connections until it is shut down.
pub async fn listen(listener: TcpListener, post: Arc<Post>, shutdown: CancellationToken) {
    let slots = Arc::new(Semaphore::new(post.config().connections));
    let mut talks = JoinSet::new();
    loop {
        let stream = tokio::select! {
            () = shutdown.cancelled() => return,
            Some(_) = talks.join_next() => continue,
            accepted = listener.accept() => match accepted {
                Ok((stream, _)) => stream,
                Err(error) => {
                    tracing::warn!("a connection was not taken: {error}");
                    tokio::time::sleep(Duration::from_millis(50)).await;
                    continue;
                }
            },
        };
        let (post, slot) = (post.clone(), slots.clone().try_acquire_owned());
        talks.spawn(async move {
            let room = slot.is_ok();
            if let Err(error) = Talk::new(stream, post).run(room).await {
                tracing::debug!("a connection ended: {error}");
            }
            drop(slot);
        });
    }
}

/// One connection.
struct Talk {
    post: Arc<Post>,
    from_client: BufReader<OwnedReadHalf>,
    to_client: OwnedWriteHalf,
    answers: Vec<u8>,
    greeted: bool,
    from: Option<String>,
    to: Vec<String>,
}

enum Go {
    On,
    Away,
}

impl Talk {
    fn new(stream: TcpStream, post: Arc<Post>) -> Talk {
        // Answers are short and awaited.
        let _ = stream.set_nodelay(true);
        let (from_client, to_client) = stream.into_split();
        Talk {
            post,
            from_client: BufReader::with_capacity(16_384, from_client),
            to_client,
            answers: Vec::new(),
            greeted: false,
            from: None,
            to: Vec::new(),
        }
    }

    async fn run(mut self, room: bool) -> io::Result<()> {
        if !room || self.post.is_closed() {
            self.say("421 4.3.2 Come back later");
            return self.flush().await;
        }
        self.say("220 saffron-sandbox ESMTP");
        loop {
            // Commands that came together are answered together.
            if self.from_client.buffer().is_empty() {
                self.flush().await?;
            }
            let Some(line) = self.line(LINE).await? else { return self.flush().await };
            if let Go::Away = self.command(&line).await? {
                return self.flush().await;
            }
        }
    }

    fn say(&mut self, answer: &str) {
        self.answers.extend_from_slice(answer.as_bytes());
        self.answers.extend_from_slice(b"\r\n");
    }

    async fn flush(&mut self) -> io::Result<()> {
        if !self.answers.is_empty() {
            self.to_client.write_all(&self.answers).await?;
            self.answers.clear();
        }
        Ok(())
    }

    /// A line with its end; none where the client has gone.
    async fn line(&mut self, longest: u64) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut bounded = (&mut self.from_client).take(longest);
        let read = bounded.read_until(b'\n', &mut line);
        tokio::time::timeout(SILENCE, read).await.map_err(|_| io::ErrorKind::TimedOut)??;
        match line.last() {
            None => Ok(None),
            Some(b'\n') => Ok(Some(line)),
            Some(_) if line.len() as u64 >= longest => Err(io::Error::other("a line is too long")),
            Some(_) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    async fn command(&mut self, line: &[u8]) -> io::Result<Go> {
        let Ok(line) = std::str::from_utf8(line) else {
            self.say("500 5.5.2 Commands are text");
            return Ok(Go::On);
        };
        let line = line.trim_end();
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        match verb.to_ascii_uppercase().as_str() {
            "EHLO" => {
                self.clear();
                self.greeted = true;
                let size = self.post.config().largest;
                self.say("250-saffron-sandbox");
                self.say("250-PIPELINING");
                self.say("250-8BITMIME");
                self.say("250-SMTPUTF8");
                self.say("250-ENHANCEDSTATUSCODES");
                self.say(&format!("250 SIZE {size}"));
            }
            "HELO" => {
                self.clear();
                self.greeted = true;
                self.say("250 saffron-sandbox");
            }
            "MAIL" => self.mail(rest),
            "RCPT" => self.recipient(rest),
            "DATA" => return self.data().await,
            "RSET" => {
                self.clear();
                self.say("250 2.0.0 OK");
            }
            "NOOP" => self.say("250 2.0.0 OK"),
            "VRFY" => self.say("252 2.5.0 Send it and see"),
            "QUIT" => {
                self.say("221 2.0.0 Bye");
                return Ok(Go::Away);
            }
            _ => self.say("502 5.5.1 There is no such command"),
        }
        Ok(Go::On)
    }

    fn clear(&mut self) {
        self.from = None;
        self.to.clear();
    }

    fn mail(&mut self, rest: &str) {
        let Some((from, parameters)) = path(rest, "FROM:") else {
            return self.say("501 5.5.4 MAIL FROM:<address>");
        };
        if !self.greeted || self.from.is_some() {
            return self.say("503 5.5.1 Not now");
        }
        let size = parameters.split(' ').find_map(|parameter| parameter.strip_prefix("SIZE="));
        if size
            .and_then(|size| size.parse().ok())
            .is_some_and(|size: usize| size > self.post.config().largest)
        {
            return self.say("552 5.3.4 The mail is too large");
        }
        self.from = Some(from.to_owned());
        self.say("250 2.1.0 OK");
    }

    fn recipient(&mut self, rest: &str) {
        let Some((to, _)) = path(rest, "TO:").filter(|(to, _)| to.contains('@')) else {
            return self.say("501 5.1.3 RCPT TO:<address>");
        };
        if self.from.is_none() {
            return self.say("503 5.5.1 MAIL comes first");
        }
        if self.to.len() >= RECIPIENTS {
            return self.say("452 4.5.3 Too many recipients");
        }
        match self.post.refusal(to) {
            Some(Refusal::Permanent) => self.say("550 5.1.1 There is no such mailbox"),
            Some(Refusal::Temporary) => self.say("450 4.2.1 The mailbox is busy"),
            None => {
                self.to.push(to.to_owned());
                self.say("250 2.1.5 OK");
            }
        }
    }

    async fn data(&mut self) -> io::Result<Go> {
        if self.to.is_empty() {
            self.say("503 5.5.1 RCPT comes first");
            return Ok(Go::On);
        }
        self.say("354 Go on, end with a dot");
        self.flush().await?;
        let Some(source) = self.text().await? else {
            self.clear();
            self.say("552 5.3.4 The mail is too large");
            return Ok(Go::On);
        };
        let mode = self.post.next_mode();
        let wait = mode.wait();
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        let (from, to) = (self.from.take().unwrap_or_default(), std::mem::take(&mut self.to));
        match mode {
            Mode::Normal | Mode::Slow { .. } => {
                let number = self.post.take(from, to, source);
                self.say(&format!("250 2.0.0 Taken as {number}"));
            }
            Mode::Later | Mode::SlowLater { .. } => self.say("451 4.3.0 Not now"),
            Mode::Never => self.say("554 5.7.1 Never"),
            Mode::Closed => {
                self.say("421 4.3.2 Come back later");
                return Ok(Go::Away);
            }
            Mode::DropBeforeData => return Err(io::ErrorKind::ConnectionReset.into()),
            Mode::DropAfterData => {
                self.post.take(from, to, source);
                return Err(io::ErrorKind::ConnectionReset.into());
            }
        }
        Ok(Go::On)
    }

    /// What follows DATA, without dot-stuffing; none if it was too large. Only CRLF ends a line, so that no part of a
    /// mail can be taken for its end.
    async fn text(&mut self) -> io::Result<Option<Vec<u8>>> {
        let largest = self.post.config().largest;
        let (mut text, mut fits, mut at_line_start) = (Vec::with_capacity(8_192), true, true);
        loop {
            let line = self.line(TEXT_LINE).await?.ok_or(io::ErrorKind::UnexpectedEof)?;
            if at_line_start && line == b".\r\n" {
                return Ok(fits.then_some(text));
            }
            let stuffed = at_line_start && line.first() == Some(&b'.');
            let line_text = if stuffed { line.get(1..).unwrap_or_default() } else { &line };
            fits &= text.len() + line_text.len() <= largest;
            if fits {
                text.extend_from_slice(line_text);
            }
            at_line_start = line.ends_with(b"\r\n");
        }
    }
}

/// The address between the brackets and what follows them.
fn path<'a>(rest: &'a str, name: &str) -> Option<(&'a str, &'a str)> {
    let (start, path) = rest.split_at_checked(name.len())?;
    if !start.eq_ignore_ascii_case(name) {
        return None;
    }
    let (address, parameters) = path.trim_start().strip_prefix('<')?.split_once('>')?;
    let odd = |letter: char| letter.is_control() || letter == '<' || letter == ' ';
    (!address.contains(odd)).then(|| (address, parameters.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_stands_in_brackets() {
        assert_eq!(path("FROM:<a@b.example> SIZE=5", "FROM:"), Some(("a@b.example", "SIZE=5")));
        assert_eq!(path("from: <>", "FROM:"), Some(("", "")));
        assert_eq!(path("TO:a@b.example", "TO:"), None);
        assert_eq!(path("TO:<a b@c.example>", "TO:"), None);
        assert_eq!(path("T", "TO:"), None);
    }
}
