//! The mail server's side of SMTP (RFC 5321), as much as a sender needs: EHLO, MAIL, RCPT, DATA, RSET, NOOP, QUIT,
//! with PIPELINING, 8BITMIME, SMTPUTF8 and SIZE. Everything that is read is bounded.

use std::io;
use std::sync::Arc;
use std::time::Duration;

use tokio::io::{AsyncBufReadExt as _, AsyncReadExt as _, AsyncWriteExt as _, BufReader, BufWriter};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::Semaphore;
use tokio::task::JoinSet;
use tokio_util::sync::CancellationToken;

use super::mailbox::{Mailbox, Mode, Refusal};

/// The longest line of a command, as RFC 5321 allows with its extensions, and some more.
const LINE: u64 = 4_096;
/// The longest line of a mail; RFC 5321 allows 1,000.
const TEXT_LINE: u64 = 1 << 16;
/// The most recipients of one mail.
const RECIPIENTS: usize = 100;
const EXTENSIONS: &str =
    "250-saffron-sandbox\r\n250-PIPELINING\r\n250-8BITMIME\r\n250-SMTPUTF8\r\n250-ENHANCEDSTATUSCODES";
const TOO_LARGE: &str = "552 5.3.4 The mail is too large";
/// Answers that end the connection.
const CLOSED: &str = "421 4.3.2 Come back later";
const BYE: &str = "221 2.0.0 Bye";
/// How long a client may be silent.
const SILENCE: Duration = Duration::from_secs(300);

/// Accepts connections until it is shut down.
pub async fn listen(listener: TcpListener, mailbox: Arc<Mailbox>, shutdown: CancellationToken) {
    let slots = Arc::new(Semaphore::new(mailbox.config().connections));
    let mut sessions = JoinSet::new();
    loop {
        let accepted = tokio::select! {
            () = shutdown.cancelled() => return,
            Some(_) = sessions.join_next() => continue,
            accepted = listener.accept() => accepted,
        };
        let Ok((stream, _)) = accepted else {
            tokio::time::sleep(Duration::from_millis(50)).await;
            continue;
        };
        let (mailbox, slot) = (mailbox.clone(), slots.clone().try_acquire_owned());
        sessions.spawn(async move {
            // Answers are short and awaited.
            let _ = stream.set_nodelay(true);
            let client = BufReader::with_capacity(16_384, BufWriter::new(stream));
            let session = Session { mailbox, client, greeted: false, from: None, to: Vec::new() };
            if let Err(error) = session.run(slot.is_ok()).await {
                tracing::debug!("a connection ended: {error}");
            }
            drop(slot);
        });
    }
}

/// One connection.
struct Session {
    mailbox: Arc<Mailbox>,
    client: BufReader<BufWriter<TcpStream>>,
    greeted: bool,
    from: Option<String>,
    to: Vec<String>,
}

impl Session {
    /// Serves the connection to its end; without `room` it is refused.
    async fn run(mut self, room: bool) -> io::Result<()> {
        let is_open = room && self.mailbox.modes.peek() != Mode::Closed;
        let mut answer = if is_open { "220 saffron-sandbox ESMTP" } else { CLOSED }.to_owned();
        loop {
            let is_last = answer.starts_with(CLOSED) || answer.starts_with(BYE);
            self.client.write_all(format!("{answer}\r\n").as_bytes()).await?;
            // Commands that came together are answered together.
            if is_last || self.client.buffer().is_empty() {
                self.client.flush().await?;
            }
            if is_last {
                return Ok(());
            }
            let Some(line) = self.line(LINE).await? else { return self.client.flush().await };
            answer = self.command(&String::from_utf8_lossy(&line)).await?;
        }
    }

    /// Reads a line with its end; none if the client has closed the connection.
    async fn line(&mut self, longest: u64) -> io::Result<Option<Vec<u8>>> {
        let mut line = Vec::new();
        let mut bounded = (&mut self.client).take(longest);
        let read = bounded.read_until(b'\n', &mut line);
        tokio::time::timeout(SILENCE, read).await.map_err(|_| io::ErrorKind::TimedOut)??;
        match line.last() {
            None => Ok(None),
            Some(b'\n') => Ok(Some(line)),
            Some(_) if line.len() as u64 >= longest => Err(io::Error::other("a line is too long")),
            Some(_) => Err(io::ErrorKind::UnexpectedEof.into()),
        }
    }

    /// Executes a command; gives its answer.
    async fn command(&mut self, line: &str) -> io::Result<String> {
        let line = line.trim_end();
        let (verb, rest) = line.split_once(' ').unwrap_or((line, ""));
        let verb = verb.to_ascii_uppercase();
        if ["EHLO", "HELO", "RSET"].contains(&verb.as_str()) {
            (self.from, self.to) = (None, Vec::new());
            self.greeted |= verb != "RSET";
        }
        Ok(match verb.as_str() {
            "EHLO" => format!("{EXTENSIONS}\r\n250 SIZE {}", self.mailbox.config().largest),
            "HELO" => "250 saffron-sandbox".to_owned(),
            "MAIL" => self.mail(rest).to_owned(),
            "RCPT" => self.recipient(rest).to_owned(),
            "DATA" => self.data().await?,
            "RSET" | "NOOP" => "250 2.0.0 OK".to_owned(),
            "VRFY" => "252 2.5.0 Send it and see".to_owned(),
            "QUIT" => BYE.to_owned(),
            _ => "502 5.5.1 There is no such command".to_owned(),
        })
    }

    /// Executes MAIL.
    fn mail(&mut self, rest: &str) -> &'static str {
        let Some((from, parameters)) = path(rest, "FROM:") else { return "501 5.5.4 MAIL FROM:<address>" };
        if !self.greeted || self.from.is_some() {
            return "503 5.5.1 Not now";
        }
        let size = parameters.split(' ').find_map(|parameter| parameter.strip_prefix("SIZE=")?.parse().ok());
        if size.is_some_and(|size: usize| size > self.mailbox.config().largest) {
            return TOO_LARGE;
        }
        self.from = Some(from.to_owned());
        "250 2.1.0 OK"
    }

    /// Executes RCPT.
    fn recipient(&mut self, rest: &str) -> &'static str {
        let Some((to, _)) = path(rest, "TO:").filter(|(to, _)| to.contains('@')) else {
            return "501 5.1.3 RCPT TO:<address>";
        };
        if self.from.is_none() {
            return "503 5.5.1 MAIL comes first";
        }
        if self.to.len() >= RECIPIENTS {
            return "452 4.5.3 Too many recipients";
        }
        match self.mailbox.refusal(to) {
            Some(Refusal::Permanent) => "550 5.1.1 There is no such mailbox",
            Some(Refusal::Temporary) => "450 4.2.1 The mailbox is busy",
            None => {
                self.to.push(to.to_owned());
                "250 2.1.5 OK"
            }
        }
    }

    /// Executes DATA.
    async fn data(&mut self) -> io::Result<String> {
        if self.to.is_empty() {
            return Ok("503 5.5.1 RCPT comes first".to_owned());
        }
        self.client.write_all(b"354 Go on, end with a dot\r\n").await?;
        self.client.flush().await?;
        let source = self.text().await?;
        let (from, to) = (self.from.take().unwrap_or_default(), std::mem::take(&mut self.to));
        let Some(source) = source else { return Ok(TOO_LARGE.to_owned()) };
        let mode = self.mailbox.modes.next();
        let wait = mode.wait();
        if !wait.is_zero() {
            tokio::time::sleep(wait).await;
        }
        match mode {
            Mode::Normal | Mode::Slow { .. } => {
                let number = self.mailbox.take(from, to, source);
                Ok(format!("250 2.0.0 Taken as {number}"))
            }
            Mode::Later | Mode::SlowLater { .. } => Ok("451 4.3.0 Not now".to_owned()),
            Mode::Never => Ok("554 5.7.1 Never".to_owned()),
            Mode::Closed => Ok(CLOSED.to_owned()),
            Mode::DropBeforeData => Err(io::ErrorKind::ConnectionReset.into()),
            Mode::DropAfterData => {
                self.mailbox.take(from, to, source);
                Err(io::ErrorKind::ConnectionReset.into())
            }
        }
    }

    /// Reads the message after DATA, without dot-stuffing; none if it was too large. Only CRLF ends a line, so that no part of a
    /// mail can be taken for its end.
    async fn text(&mut self) -> io::Result<Option<Vec<u8>>> {
        let largest = self.mailbox.config().largest;
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
    fn address_is_read_from_its_brackets() {
        assert_eq!(path("FROM:<a@b.example> SIZE=5", "FROM:"), Some(("a@b.example", "SIZE=5")));
        assert_eq!(path("from: <>", "FROM:"), Some(("", "")));
        assert_eq!(path("TO:a@b.example", "TO:"), None);
        assert_eq!(path("TO:<a b@c.example>", "TO:"), None);
        assert_eq!(path("T", "TO:"), None);
    }
}
