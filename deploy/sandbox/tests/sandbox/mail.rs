//! The mail catcher, spoken to as a mail program and a browser do.

use std::net::SocketAddr;

use reqwest::{Client, Method};
use saffron_core::Clock;
use saffron_sandbox::mail::{Config, Mode, Refusal, Running, serve};
use serde_json::{Value, json};
use tokio::io::{AsyncBufReadExt as _, AsyncWriteExt as _, BufReader};
use tokio::net::TcpStream;
use tokio_util::sync::{CancellationToken, DropGuard};

const MAIL: &str = "From: =?utf-8?q?Caf=C3=A9?= <news@saffron.example>\r\nTo: ann@example.com\r\n\
    Subject: =?utf-8?q?Soup_f=C3=BCr_zwei?=\r\nMessage-ID: <m1@saffron.example>\r\n\
    List-Unsubscribe: <https://saffron.example/u/t>\r\nMIME-Version: 1.0\r\n\
    Content-Type: multipart/alternative; boundary=b\r\n\r\n--b\r\nContent-Type: text/plain; charset=utf-8\r\n\r\n\
    Soup today\r\n..\r\n--b\r\nContent-Type: text/html; charset=utf-8\r\n\r\n<p>Soup <b>today</b></p>\r\n--b--\r\n.\r\n";

struct Talk(BufReader<TcpStream>);

impl Talk {
    async fn open(address: SocketAddr) -> Talk {
        let mut talk = Talk(BufReader::new(TcpStream::connect(address).await.unwrap()));
        assert_eq!(talk.answer().await, 220);
        talk
    }

    async fn send(&mut self, text: &str) {
        self.0.get_mut().write_all(text.as_bytes()).await.unwrap();
    }

    /// The code of the next answer; 0: the connection ended.
    async fn answer(&mut self) -> u16 {
        loop {
            let mut line = String::new();
            if self.0.read_line(&mut line).await.unwrap_or(0) == 0 {
                return 0;
            }
            if line.as_bytes()[3] == b' ' {
                return line[..3].parse().unwrap();
            }
        }
    }

    async fn say(&mut self, text: &str) -> u16 {
        self.send(text).await;
        self.answer().await
    }

    async fn to(&mut self, address: &str) -> u16 {
        assert_eq!(self.say("RSET\r\n").await, 250);
        assert_eq!(self.say("MAIL FROM:<news@saffron.example>\r\n").await, 250);
        self.say(&format!("RCPT TO:<{address}>\r\n")).await
    }

    async fn mail(&mut self, address: &str) -> u16 {
        assert_eq!(self.to(address).await, 250);
        assert_eq!(self.say("DATA\r\n").await, 354);
        self.say(MAIL).await
    }
}

async fn start(change: impl FnOnce(&mut Config)) -> (Running, DropGuard) {
    let stop = CancellationToken::new();
    let mut config = Config::new(Clock::system());
    change(&mut config);
    (serve(config, stop.clone()).await.unwrap(), stop.drop_guard())
}

async fn get(running: &Running, path: &str) -> (u16, String) {
    let answer = Client::builder().no_proxy().build().unwrap().get(format!("{}{path}", running.page_url()));
    let answer = answer.send().await.unwrap();
    (answer.status().as_u16(), answer.text().await.unwrap())
}

#[tokio::test]
async fn mail_is_kept_as_it_was_sent() {
    let (post, _stop) = start(|_| ()).await;
    let mut talk = Talk::open(post.address).await;
    assert_eq!(talk.say("MAIL FROM:<a@b.example>\r\n").await, 503, "EHLO comes first");
    assert_eq!(talk.say("EHLO test\r\n").await, 250);
    // Together, as PIPELINING allows.
    talk.send("MAIL FROM:<news@saffron.example> BODY=8BITMIME\r\nRCPT TO:<ann@example.com>\r\nDATA\r\n")
        .await;
    assert_eq!([talk.answer().await, talk.answer().await, talk.answer().await], [250, 250, 354]);
    assert_eq!(talk.say(MAIL).await, 250);
    assert_eq!(talk.say("QUIT\r\n").await, 221);
    let mails = post.mails_to("ann@example.com");
    let [mail] = mails.as_slice() else { panic!("{mails:?}") };
    assert_eq!((mail.from.as_str(), mail.subject().as_str()), ("news@saffron.example", "Soup für zwei"));
    assert_eq!(mail.text().as_deref().map(str::trim_end), Some("Soup today\r\n."), "without dot-stuffing");
    assert!(mail.html().unwrap().contains("<b>today</b>"));
    assert_eq!(mail.header("list-unsubscribe").as_deref(), Some("<https://saffron.example/u/t>"));
    assert_eq!(post.deliveries()[0].message_id.as_ref(), "m1@saffron.example");

    let (status, list) = get(&post, "/").await;
    assert!(status == 200 && list.contains("Soup für zwei"), "{list}");
    assert_eq!(get(&post, "/mails/1").await.0, 200);
    assert!(get(&post, "/mails/1/html").await.1.contains("<b>today</b>"));
    assert!(get(&post, "/mails/1/source").await.1.contains("multipart/alternative"));
    assert_eq!(get(&post, "/mails/2").await.0, 404);
    let found: Value =
        serde_json::from_str(&get(&post, "/sandbox/v1/mails?to=ann@example.com").await.1).unwrap();
    assert_eq!((&found["taken"], &found["mails"][0]["number"]), (&json!(1), &json!(1)));
    let whole: Value = serde_json::from_str(&get(&post, "/sandbox/v1/mails/1").await.1).unwrap();
    assert!(whole["html"].as_str().unwrap().contains("today") && whole["headers"].is_array());
    let none: Value =
        serde_json::from_str(&get(&post, "/sandbox/v1/mails?to=bob@example.com").await.1).unwrap();
    assert_eq!(none["mails"], json!([]));
}

#[tokio::test]
async fn catcher_misbehaves_in_each_mode() {
    let (post, _stop) = start(|config| config.largest = 4_096).await;
    let mut talk = Talk::open(post.address).await;
    assert_eq!(talk.say("EHLO test\r\n").await, 250);
    post.refuse("No@Example.com", Some(Refusal::Permanent), None);
    post.refuse("later@example.com", Some(Refusal::Temporary), Some(1));
    assert_eq!(talk.to("no@example.com").await, 550);
    assert_eq!([talk.to("later@example.com").await, talk.to("later@example.com").await], [450, 250]);
    post.set_mode(Mode::Later, Some(1));
    assert_eq!([talk.mail("a@example.com").await, talk.mail("a@example.com").await], [451, 250]);
    assert_eq!(talk.to("a@example.com").await, 250);
    assert_eq!(talk.say("DATA\r\n").await, 354);
    assert_eq!(talk.say(&format!("{}\r\n.\r\n", "x".repeat(5_000))).await, 552);
    post.set_mode(Mode::DropBeforeData, Some(1));
    assert_eq!(talk.mail("b@example.com").await, 0);
    assert_eq!(post.mails_to("b@example.com").len(), 0);
    let mut talk = Talk::open(post.address).await;
    assert_eq!(talk.say("EHLO test\r\n").await, 250);
    post.set_mode(Mode::DropAfterData, Some(1));
    assert_eq!(talk.mail("b@example.com").await, 0);
    assert_eq!((post.mails_to("b@example.com").len(), post.taken()), (1, 2));
    let http = Client::builder().no_proxy().build().unwrap();
    let url = |path: &str| format!("{}/sandbox/v1/{path}", post.page_url());
    let set = http.request(Method::POST, url("mode")).body(json!({"mode": "closed"}).to_string());
    assert_eq!(set.send().await.unwrap().status().as_u16(), 200);
    let mut closed = BufReader::new(TcpStream::connect(post.address).await.unwrap());
    let mut line = String::new();
    closed.read_line(&mut line).await.unwrap();
    assert!(line.starts_with("421 "), "{line}");
    let foreign = http.post(url("forget")).header("origin", "https://evil.example").send().await.unwrap();
    assert_eq!((foreign.status().as_u16(), post.mails().len()), (403, 2), "another site's page");
    assert_eq!(http.post(url("forget")).send().await.unwrap().status().as_u16(), 200);
    assert_eq!(post.mails().len(), 0);
}

#[tokio::test]
async fn kept_mails_are_bounded() {
    let (post, _stop) = start(|config| (config.keep, config.remember) = (2, 3)).await;
    let mut talk = Talk::open(post.address).await;
    assert_eq!(talk.say("EHLO test\r\n").await, 250);
    for _ in 0..4 {
        assert_eq!(talk.mail("a@example.com").await, 250);
    }
    post.until_taken(4).await;
    assert_eq!((post.mails().len(), post.deliveries().len(), post.taken()), (2, 3, 4));
    assert_eq!(talk.say(&format!("NOOP {}\r\n", "x".repeat(5_000))).await, 0, "a line without end");
}
