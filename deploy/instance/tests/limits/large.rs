//! Attacks by size and number: large bodies, small ones that would become large, and many requests.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use futures::future::join_all;
use futures::stream;
use image::{ImageFormat, Rgb, RgbImage};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use saffron_instance::{MAIN_API, Owner, Restaurant, Till, check, client_from};
use serde_json::json;
use tokio::io::AsyncWriteExt as _;

use crate::setup::{Setup, connect};
use crate::slow::until_gone;

const MIB: usize = 1024 * 1024;
/// How long any answer may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// The limits of a session: requests a second, and at once.
const RATE: u64 = 20;
const BURST: u64 = 100;
/// What an address may do a second, and at once, without a session.
const OPEN_RATE: u64 = 200;
/// Streams of a session.
const STREAMS: usize = 20;
const SESSIONS: usize = 5;
/// How long a stream may be kept for a client that does not read. Its socket would be dropped after 30 seconds even if its
/// queue had no bound.
const QUEUE_FULL: Duration = Duration::from_secs(120);

/// Bodies far over every limit, in pieces that announce no length.
pub async fn huge(address: &str) -> String {
    let client = from([127, 0, 0, 10]);
    let calls = [
        format!("{address}{MAIN_API}/login"),
        format!("{address}/notification/api/simple-email/online-kitchen-single-location"),
    ];
    let one = |number: usize| {
        let piece = Bytes::from(vec![b' '; MIB]);
        let body = stream::iter((0..32).map(move |_| Ok::<_, std::io::Error>(piece.clone())));
        let request = client.post(&calls[number % calls.len()]);
        request.header(CONTENT_TYPE, "application/json").body(reqwest::Body::wrap_stream(body)).send()
    };
    let answers = join_all((0..64).map(one)).await;
    let statuses = count(answers.into_iter().map(|answer| match answer {
        Ok(answer) => answer.status().to_string(),
        // The answer came before the body was sent, and the connection was closed.
        Err(_) => "closed".to_owned(),
    }));
    let refused = ["413 Payload Too Large", "503 Service Unavailable", "closed"];
    assert!(statuses.keys().all(|status| refused.contains(&status.as_str())), "{statuses:?}");
    format!("64 bodies of 32 MiB: {statuses:?}")
}

/// JSON that nests as deep as its body allows.
pub async fn deep(address: &str) -> String {
    let client = from([127, 0, 0, 11]);
    let arrays = "[".repeat(MIB / 2 - 16) + &"]".repeat(MIB / 2 - 16);
    let objects = "{\"a\":".repeat(100_000) + "1" + &"}".repeat(100_000);
    let one = |number: usize| {
        let body = if number.is_multiple_of(2) { arrays.clone() } else { objects.clone() };
        let request = client.post(format!("{address}{MAIN_API}/login"));
        request.header(CONTENT_TYPE, "application/json").body(body).send()
    };
    let statuses = statuses(join_all((0..100).map(one)).await);
    assert_eq!(statuses.keys().collect::<Vec<_>>(), ["400 Bad Request"], "{statuses:?}");
    format!("100 bodies: {statuses:?}")
}

/// A hundred kilobytes that would be a hundred megabytes.
pub async fn bombs(address: &str) -> String {
    let (client, bomb) = (from([127, 0, 0, 12]), bomb(100 * MIB));
    let one = |_| {
        let request = client.post(format!("{address}{MAIN_API}/login"));
        let request = request.header(CONTENT_TYPE, "application/json").header(CONTENT_ENCODING, "gzip");
        request.body(bomb.clone()).send()
    };
    let statuses = statuses(join_all((0..100).map(one)).await);
    assert_eq!(statuses.keys().collect::<Vec<_>>(), ["415 Unsupported Media Type"], "{statuses:?}");
    format!("100 bodies of {} KiB: {statuses:?}", bomb.len() / 1024)
}

/// Passwords guessed for many accounts, from many addresses at once: each is hashed, whether there is an account or not.
pub async fn guesses(address: &str, round: u8) -> String {
    let url = format!("{address}{MAIN_API}/login");
    let one = |number: u8| {
        // A few of one address and of one account: they would be slowed down otherwise.
        let request = from([127, 1, round, number / 8]).post(&url);
        let unknown = format!("unknown-{round}-{number}@example.org");
        request.json(&json!({ "username": unknown, "password": "a guess" })).send()
    };
    let mut answers = Vec::new();
    for _ in 0..4 {
        answers.extend(join_all((8..=255).map(one)).await);
    }
    let statuses = statuses(answers);
    let hashed: usize = statuses.get("401 Unauthorized").copied().unwrap_or_default();
    assert!(hashed >= 64, "too few passwords were hashed: {statuses:?}");
    format!("{statuses:?}")
}

/// Pictures as large as they may be, more at once than can be drawn.
pub async fn pictures(owner: &Owner) -> String {
    let pictures = [picture(3_000, 2_400), picture(8_000, 5_000)];
    let calls = ["upload-item-image", "upload-profile-image"];
    let until = Instant::now() + Duration::from_secs(30);
    let mut senders = Vec::new();
    for number in 0..8_u8 {
        let (client, session) = (from([127, 0, 2, number]), owner.sign_in().await.unwrap().session);
        let of = |image: &String| {
            Bytes::from(
                json!({ "sessionID": session, "posID": Restaurant::POS_ID, "image": image }).to_string(),
            )
        };
        let bodies = [of(&pictures[0]), of(&pictures[1])];
        for call in 0..16 {
            let url = format!("{}{MAIN_API}/{}", owner.address, calls[call % 2]);
            let body = bodies[usize::from(call / 2 % 4 == 0)].clone();
            let request = client.post(url).header(CONTENT_TYPE, "application/json").body(body);
            senders.push(async move {
                let mut every = tokio::time::interval(Duration::from_secs(1));
                let mut statuses = Vec::new();
                while Instant::now() < until {
                    every.tick().await;
                    let answer = request.try_clone().unwrap().send().await;
                    statuses.push(answer.expect("a refusal can be read").status().to_string());
                }
                statuses
            });
        }
    }
    let statuses = count(join_all(senders).await.into_iter().flatten());
    let known = ["200 OK", "429 Too Many Requests", "503 Service Unavailable"];
    assert!(statuses.keys().all(|status| known.contains(&status.as_str())), "{statuses:?}");
    assert!(statuses.get("200 OK").is_some_and(|drawn| *drawn >= 16), "{statuses:?}");
    format!("{statuses:?}")
}

/// A JPEG of this size that takes 5 MB, as base64: a decoder ignores what comes behind its end.
pub fn picture(width: u32, height: u32) -> String {
    let pixels = RgbImage::from_fn(width, height, |x, y| Rgb([(x % 256) as u8, (y % 256) as u8, 90]));
    let mut jpeg = Cursor::new(Vec::new());
    pixels.write_to(&mut jpeg, ImageFormat::Jpeg).unwrap();
    let mut jpeg = jpeg.into_inner();
    assert!(jpeg.len() < 5_000_000, "{}", jpeg.len());
    jpeg.resize(5_000_000, 0);
    BASE64.encode(jpeg)
}

/// One person at ten times their rate.
pub async fn ten_times_the_rate(owner: &Owner) -> String {
    let client = from([127, 0, 0, 13]);
    let owner = owner.sign_in().await.unwrap();
    let form = json!({ "sessionID": owner.session, "posID": Restaurant::POS_ID });
    let url = format!("{}{MAIN_API}/get-profile", owner.address);
    let mut every = tokio::time::interval(Duration::from_millis(1_000 / (10 * RATE)));
    let (began, mut answers) = (Instant::now(), Vec::new());
    for _ in 0..10 * 10 * RATE {
        every.tick().await;
        answers.push(tokio::spawn(client.post(&url).json(&form).send()));
    }
    let statuses = statuses(join_all(answers).await.into_iter().map(Result::unwrap));
    let most = BURST + RATE * (began.elapsed().as_secs() + 1);
    let served = statuses.get("200 OK").copied().unwrap_or_default() as u64;
    assert!(served <= most, "{served} of at most {most} were served: {statuses:?}");
    format!("{statuses:?}")
}

/// One address at ten times the rate of calls that need no session.
pub async fn open_calls(address: &str) -> String {
    let client = from([127, 0, 0, 15]);
    let paths = ["images/v1/0000.jpg", "images/v1/people/0000.jpg", "payments/v1/webhooks", "readyz"];
    let mut every = tokio::time::interval(Duration::from_micros(1_000_000 / (10 * OPEN_RATE)));
    let (began, mut answers) = (Instant::now(), Vec::new());
    for number in 0..10 * 5 * OPEN_RATE {
        every.tick().await;
        let path = paths[number as usize % paths.len()];
        let url = format!("{address}/{path}");
        let request =
            if path.ends_with("webhooks") { client.post(url).json(&json!({})) } else { client.get(url) };
        answers.push(tokio::spawn(request.send()));
    }
    let statuses = statuses(join_all(answers).await.into_iter().map(Result::unwrap));
    let refused = statuses.get("429 Too Many Requests").copied().unwrap_or_default() as u64;
    let (asked, most) = (10 * 5 * OPEN_RATE, OPEN_RATE * (began.elapsed().as_secs() + 2));
    assert!(asked - refused <= most, "{} of at most {most} were let in: {statuses:?}", asked - refused);
    format!("{statuses:?}")
}

/// Streams that are not read, while every location has events all the time.
pub async fn unread_streams(setup: &Setup, owner: &Owner) -> String {
    let before = setup.dropped().await;
    let mut streams = Vec::new();
    for _ in 0..SESSIONS {
        let session = owner.sign_in().await.unwrap().session;
        for _ in 0..STREAMS {
            let head = format!(
                "GET /push/v1/stream HTTP/1.1\r\nHost: saffron\r\nAuthorization: Bearer {session}\r\n\r\n"
            );
            let mut socket = connect(setup.instance.gateway(), [127, 0, 0, 14]).await.unwrap();
            socket.write_all(head.as_bytes()).await.unwrap();
            streams.push(socket);
        }
    }
    let mut posting = Vec::new();
    for number in 0..20 {
        let key = &setup.instance.secrets.provisioning_key;
        let till = owner.open_location(key, &format!("limits-{number}")).await.unwrap();
        posting.push(tokio::spawn(post(till.with_client(from([127, 0, 0, 15])))));
    }
    let began = Instant::now();
    let gone = tokio::time::timeout(QUEUE_FULL, join_all(streams.iter_mut().map(until_gone))).await;
    assert!(gone.is_ok(), "streams that are not read are kept for {QUEUE_FULL:?}");
    posting.iter().for_each(|task| task.abort());
    let dropped = setup.dropped().await - before;
    assert_eq!(dropped as usize, SESSIONS * STREAMS, "streams that ended because their queue was full");
    format!("{dropped} streams, all ended for their full queue, the last after {:.1?}", began.elapsed())
}

/// A till that posts checks, 20 a second.
async fn post(till: Till) {
    let mut every = tokio::time::interval(Duration::from_millis(50));
    for number in 0_u64.. {
        every.tick().await;
        till.post(&check(&till.pos_id, &format!("l-{number}"), "2026-07-18T12:59:30", 2)).await;
    }
}

/// A client at this address of loopback.
pub fn from(address: [u8; 4]) -> reqwest::Client {
    client_from(address, PATIENCE).unwrap()
}

/// How often each status was answered; a 429 has to have a time after which to ask again.
fn statuses(
    answers: impl IntoIterator<Item = reqwest::Result<reqwest::Response>>,
) -> BTreeMap<String, usize> {
    count(answers.into_iter().map(|answer| {
        let answer = answer.unwrap();
        let has_time = answer.headers().contains_key("retry-after");
        assert!(answer.status() != 429 || has_time, "a 429 without a time after which to ask again");
        answer.status().to_string()
    }))
}

fn count(all: impl Iterator<Item = String>) -> BTreeMap<String, usize> {
    let mut counts = BTreeMap::new();
    all.for_each(|one| *counts.entry(one).or_default() += 1);
    counts
}

/// So many zeros as gzip writes them: the same byte repeated 258 times is 13 bits (RFC 1951, section 3.2.6).
fn bomb(bytes: usize) -> Bytes {
    let mut bits: Vec<bool> = Vec::new();
    let mut put = |code: u32, length: u32| (0..length).rev().for_each(|bit| bits.push(code >> bit & 1 == 1));
    // The last block, of fixed codes; a zero; itself again and again; the end.
    put(0b110, 3);
    put(0b0011_0000, 8);
    for _ in 0..bytes / 258 {
        put(0b1100_0101, 8);
        put(0, 5);
    }
    put(0, 7);
    let packed =
        bits.chunks(8).map(|byte| byte.iter().rev().fold(0_u8, |sum, bit| sum << 1 | u8::from(*bit)));
    [0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 0xff]
        .into_iter()
        .chain(packed)
        .chain([0; 8])
        .collect::<Vec<u8>>()
        .into()
}
