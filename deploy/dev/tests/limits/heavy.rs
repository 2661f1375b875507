//! Who sends much, or little that would become much.

use std::collections::BTreeMap;
use std::io::Cursor;
use std::net::{Ipv4Addr, SocketAddr};
use std::time::{Duration, Instant};

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD as BASE64;
use bytes::Bytes;
use futures::future::join_all;
use futures::stream;
use image::{ImageFormat, Rgb, RgbImage};
use reqwest::header::{CONTENT_ENCODING, CONTENT_TYPE};
use serde_json::json;

use crate::house::connect;
use crate::owner::Owner;
use crate::slow::until_gone;
use crate::{house::House, people::POS_ID};
use tokio::io::AsyncWriteExt as _;

const MIB: usize = 1024 * 1024;
/// How long any answer may take.
const PATIENCE: Duration = Duration::from_secs(60);
/// What a session may do a second, and at once.
const RATE: u64 = 20;
const BURST: u64 = 100;
/// What an address may do a second, and at once, without a session.
const OPEN_RATE: u64 = 200;
/// Streams of a session.
const STREAMS: usize = 20;
const SESSIONS: usize = 5;
/// How long a stream may be kept for a client that does not read. Its socket would be given up after 30 seconds even if
/// nobody counted its queue.
const QUEUE_FULL: Duration = Duration::from_secs(120);

/// Bodies far over every limit, in pieces that announce no length.
pub async fn huge(address: &str) -> String {
    let client = client([127, 0, 0, 10]);
    let calls = [
        "api-restaurant-pos/restaurantpro/login",
        "notification/api/simple-email/online-kitchen-single-location",
    ];
    let one = |number: usize| {
        let piece = Bytes::from(vec![b' '; MIB]);
        let body = stream::iter((0..32).map(move |_| Ok::<_, std::io::Error>(piece.clone())));
        let request = client.post(format!("{address}/{}", calls[number % calls.len()]));
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
    let client = client([127, 0, 0, 11]);
    let arrays = "[".repeat(MIB / 2 - 16) + &"]".repeat(MIB / 2 - 16);
    let objects = "{\"a\":".repeat(100_000) + "1" + &"}".repeat(100_000);
    let one = |number: usize| {
        let body = if number.is_multiple_of(2) { arrays.clone() } else { objects.clone() };
        let request = client.post(format!("{address}/api-restaurant-pos/restaurantpro/login"));
        request.header(CONTENT_TYPE, "application/json").body(body).send()
    };
    let answers = join_all((0..100).map(one)).await;
    let statuses = count(answers.into_iter().map(|answer| answer.unwrap().status().to_string()));
    assert_eq!(statuses.keys().collect::<Vec<_>>(), ["400 Bad Request"], "{statuses:?}");
    format!("100 bodies: {statuses:?}")
}

/// A hundred kilobytes that would be a hundred megabytes.
pub async fn bombs(address: &str) -> String {
    let (client, bomb) = (client([127, 0, 0, 12]), bomb(100 * MIB));
    let one = |_| {
        let request = client.post(format!("{address}/api-restaurant-pos/restaurantpro/login"));
        let request = request.header(CONTENT_TYPE, "application/json").header(CONTENT_ENCODING, "gzip");
        request.body(bomb.clone()).send()
    };
    let answers = join_all((0..100).map(one)).await;
    let statuses = count(answers.into_iter().map(|answer| answer.unwrap().status().to_string()));
    assert_eq!(statuses.keys().collect::<Vec<_>>(), ["415 Unsupported Media Type"], "{statuses:?}");
    format!("100 bodies of {} KiB: {statuses:?}", bomb.len() / 1024)
}

/// Passwords guessed for many accounts, from many addresses at once: each is hashed, whether there is an account or not.
pub async fn guesses(address: &str, round: u8) -> String {
    let url = format!("{address}/api-restaurant-pos/restaurantpro/login");
    let one = |number: u8| {
        // A few of one address and of one account: they would be slowed down otherwise.
        let request = client([127, 1, round, number / 8]).post(&url);
        let nobody = format!("nobody-{round}-{number}@example.org");
        request.json(&json!({ "username": nobody, "password": "a guess" })).send()
    };
    let mut statuses = BTreeMap::new();
    for _ in 0..4 {
        let answers = join_all((8..=255).map(one)).await;
        let answered = count(answers.into_iter().map(|answer| answer.unwrap().status().to_string()));
        answered.into_iter().for_each(|(status, times)| *statuses.entry(status).or_default() += times);
    }
    let hashed: usize = statuses.get("401 Unauthorized").copied().unwrap_or_default();
    assert!(hashed >= 64, "of so few passwords nothing is seen: {statuses:?}");
    format!("{statuses:?}")
}

/// Pictures as large as they may be, more at once than can be drawn.
pub async fn pictures(owner: &Owner) -> String {
    let pictures = [picture(3_000, 2_400), picture(8_000, 5_000)];
    let calls = ["upload-item-image", "upload-profile-image"];
    let until = Instant::now() + Duration::from_secs(30);
    let mut senders = Vec::new();
    for number in 0..8_u8 {
        let (client, session) = (client([127, 0, 2, number]), Owner::sign_in(&owner.address).await.session);
        let of = |image: &String| {
            Bytes::from(json!({ "sessionID": session, "posID": POS_ID, "image": image }).to_string())
        };
        let bodies = [of(&pictures[0]), of(&pictures[1])];
        for call in 0..16 {
            let url = format!("{}/api-restaurant-pos/restaurantpro/{}", owner.address, calls[call % 2]);
            let body = bodies[usize::from(call / 2 % 4 == 0)].clone();
            let request = client.post(url).header(CONTENT_TYPE, "application/json").body(body);
            senders.push(async move {
                let mut every = tokio::time::interval(Duration::from_secs(1));
                let mut statuses = Vec::new();
                while Instant::now() < until {
                    every.tick().await;
                    let answer = request.try_clone().unwrap().send().await;
                    statuses.push(answer.expect("who is refused gets to read why").status().to_string());
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

/// A JPEG of this size that takes 5 MB, as base64: what comes behind its end is nothing to who reads it.
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
pub async fn hasty(owner: &Owner) -> String {
    let client = client([127, 0, 0, 13]);
    let owner = Owner::sign_in(&owner.address).await;
    let form = json!({ "sessionID": owner.session, "posID": POS_ID });
    let url = format!("{}/api-restaurant-pos/restaurantpro/get-profile", owner.address);
    let mut every = tokio::time::interval(Duration::from_millis(1_000 / (10 * RATE)));
    let (began, mut answers) = (Instant::now(), Vec::new());
    for _ in 0..10 * 10 * RATE {
        every.tick().await;
        answers.push(tokio::spawn(client.post(&url).json(&form).send()));
    }
    let answers = join_all(answers).await.into_iter().map(|answer| answer.unwrap().unwrap());
    let statuses = count(answers.map(|answer| {
        let when = answer.headers().contains_key("retry-after");
        assert!(answer.status() != 429 || when, "a 429 says when to come again");
        answer.status().to_string()
    }));
    let most = BURST + RATE * (began.elapsed().as_secs() + 1);
    let served = statuses.get("200 OK").copied().unwrap_or_default() as u64;
    assert!(served <= most, "{served} of at most {most} were served: {statuses:?}");
    format!("{statuses:?}")
}

/// One address at ten times the rate of calls that need no session.
pub async fn open_calls(address: &str) -> String {
    let client = client([127, 0, 0, 15]);
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
    let answers = join_all(answers).await.into_iter().map(|answer| answer.unwrap().unwrap());
    let statuses = count(answers.map(|answer| {
        let when = answer.headers().contains_key("retry-after");
        assert!(answer.status() != 429 || when, "a 429 says when to come again");
        answer.status().to_string()
    }));
    let refused = statuses.get("429 Too Many Requests").copied().unwrap_or_default() as u64;
    let (asked, most) = (10 * 5 * OPEN_RATE, OPEN_RATE * (began.elapsed().as_secs() + 2));
    assert!(asked - refused <= most, "{} of at most {most} were let in: {statuses:?}", asked - refused);
    format!("{statuses:?}")
}

/// Streams that nobody reads, while every location has news all the time.
pub async fn deaf(house: &House, owner: &Owner) -> String {
    let gateway = house.gateway();
    let before = house.dropped().await;
    let mut listeners = Vec::new();
    for _ in 0..SESSIONS {
        let session = Owner::sign_in(&owner.address).await.session;
        for _ in 0..STREAMS {
            let head = format!(
                "GET /push/v1/stream HTTP/1.1\r\nHost: saffron\r\nAuthorization: Bearer {session}\r\n\r\n"
            );
            let mut socket = connect(gateway, [127, 0, 0, 14]).await.unwrap();
            socket.write_all(head.as_bytes()).await.unwrap();
            listeners.push(socket);
        }
    }
    let mut news = Vec::new();
    for number in 0..20 {
        let pos_id = format!("limits-{number}");
        let key = owner.open_location(house.provisioning_key(), &pos_id).await;
        news.push(tokio::spawn(post(owner.address.clone(), pos_id, key)));
    }
    let began = Instant::now();
    let gone = tokio::time::timeout(QUEUE_FULL, join_all(listeners.iter_mut().map(until_gone))).await;
    assert!(gone.is_ok(), "streams that nobody reads are kept for {QUEUE_FULL:?}");
    news.iter().for_each(|task| task.abort());
    let dropped = house.dropped().await - before;
    assert_eq!(dropped as usize, SESSIONS * STREAMS, "streams that ended since their queue was full");
    format!("{dropped} streams, all ended for their full queue, the last after {:.1?}", began.elapsed())
}

/// A till that posts checks, 20 a second.
async fn post(address: String, pos_id: String, key: String) {
    let client = client([127, 0, 0, 15]);
    let mut every = tokio::time::interval(Duration::from_millis(50));
    for number in 0_u64.. {
        every.tick().await;
        let event = json!({
            "specversion": "1.0", "id": format!("l-{number}"), "source": "till", "type": "check.closed",
            "data": {
                "posID": pos_id, "posCheckID": format!("l-{number}"), "revision": 1,
                "closeTime": "2026-07-18T12:59:30",
                "items": [{ "posItemID": "tea", "name": "Tea", "quantity": 1, "price": 2 }],
                "payments": [{ "type": "Cash", "amount": 2 }]
            }
        });
        let request = client.post(format!("{address}/ingest/v1/events")).bearer_auth(&key).json(&event);
        let _ = request.send().await;
    }
}

pub fn client(from: [u8; 4]) -> reqwest::Client {
    let from = SocketAddr::from((Ipv4Addr::from(from), 0)).ip();
    reqwest::Client::builder().local_address(from).timeout(PATIENCE).no_proxy().build().unwrap()
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
