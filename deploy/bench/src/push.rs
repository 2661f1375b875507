//! `cargo dev bench push`: one message to every open app, beside the same clients on nginx with its nchan module; at the
//! end with clients that stop reading.

use std::net::SocketAddr;
use std::time::Instant;

use anyhow::{Context, Result, anyhow, bail, ensure};
use async_nats::jetstream;
use saffron_core::event::CloudEvent;
use saffron_core::{Clock, PosId};
use saffron_dev::bench::PushArgs;
use saffron_dev::bench::figure::Figure;
use saffron_dev::place::Place;
use saffron_dev::say::{Say, Step, seconds};
use saffron_dev::services::GATEWAY;
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::crowd::{Crowd, Heights, Stalled, allow_files, message};
use crate::facts::pos_id;
use crate::feed;
use crate::machine::{self, Meter};
use crate::nchan::Nchan;
use crate::people::{another_session, owner_of};
use crate::stack::Stack;
use crate::table::{Spread, Table, number};

/// Bytes of a message's JSON.
const BYTES: usize = 200;
/// Streams that one session may have.
const PER_SESSION: usize = 20;
/// Sockets beside those of the clients.
const OTHER_FILES: u64 = 1_000;
/// Messages after which a client that does not read has to be gone: more than its queue and the kernel's buffers hold.
const GONE_AFTER: u32 = 3_000;

/// What was measured of one side, by round.
#[derive(Default)]
struct Rounds {
    rate: Spread,
    p50: Spread,
    p99: Spread,
    limit: String,
}

impl Rounds {
    fn push(&mut self, heights: &Heights) {
        self.rate.push(heights.rate);
        self.p50.push(heights.p50);
        self.p99.push(heights.p99);
    }
}

/// Runs it.
pub async fn bench(
    outer: &Place,
    args: &PushArgs,
    command: &str,
    say: &Say,
    figures: &mut Vec<Figure>,
) -> Result<()> {
    // The clients share this thread and what they note.
    tokio::task::LocalSet::new().run_until(Box::pin(measure(outer, args, command, say, figures))).await
}

async fn measure(
    outer: &Place,
    args: &PushArgs,
    command: &str,
    say: &Say,
    figures: &mut Vec<Figure>,
) -> Result<()> {
    let began = Instant::now();
    let clients = args.clients as usize;
    allow_files(2 * u64::from(args.clients) + u64::from(args.stalled) + OTHER_FILES)?;
    let mut stack = Stack::start(outer, "bench-push", say).await?;
    let nchan = Nchan::start(&stack.place.home.join("nchan"))?;
    stack.serve_all().await?;

    let step = say.step("clients");
    let gateway = Gateway::enter(&stack, clients + args.stalled as usize, &step).await?;
    let pid = stack.processes().into_iter().find(|(name, _)| *name == GATEWAY).context("no gateway")?.1;
    let before = machine::memory(pid);
    let ours = Crowd::connect(gateway.address, clients, |number| gateway.request(number)).await?;
    let before_nchan = machine::memory(nchan.pid());
    let theirs = Crowd::connect(nchan.address, clients, |_| subscribe()).await?;
    step.done(&format!("{clients} each"));

    let (mut saffron, mut peer) = (Rounds::default(), Rounds::default());
    let publisher = reqwest::Client::builder().no_proxy().build()?;
    let publish = async |number: u32| -> Result<()> {
        let url = format!("http://{}/pub", nchan.address);
        let sent = publisher.post(url).body(gateway.as_sent(number)).send().await?;
        ensure!(sent.status().is_success(), "nchan refused a message: {}", sent.status());
        Ok(())
    };
    let mut next = 1;
    for round in 1..=args.rounds {
        for is_ours in if round % 2 == 1 { [true, false] } else { [false, true] } {
            let name = if is_ours { "Saffron" } else { "nchan" };
            let step = say.step(format!("round {round} of {}, {name}", args.rounds));
            let side = if is_ours { (GATEWAY, pid) } else { ("nginx", nchan.pid()) };
            let meter = Meter::begin([side]);
            let heights = if is_ours {
                ours.hear(next, args.messages, async |number| gateway.publish(number).await).await?
            } else {
                theirs.hear(next, args.messages, publish).await?
            };
            let rounds = if is_ours { &mut saffron } else { &mut peer };
            rounds.limit = meter.end().limit();
            rounds.push(&heights);
            step.done(&format!(
                "{} deliveries/s, p50 {} ms, p99 {} ms",
                number(heights.rate, 0),
                number(heights.p50, 1),
                number(heights.p99, 1)
            ));
        }
        next += args.messages;
    }
    let each = |pid: i32, before: u64| {
        machine::memory(pid).saturating_sub(before) as f64 / 1024.0 / f64::from(args.clients)
    };
    let (kib, kib_nchan) = (each(pid, before), each(nchan.pid(), before_nchan));
    drop(theirs);
    figures.extend([
        Figure::of("deliveries/s", "", 0, &saffron.rate).beside("nchan", &peer.rate),
        Figure::of("from sending to reading, p99", "ms", 1, &saffron.p99).beside("nchan", &peer.p99),
        Figure::one("memory a client", "KiB", 1, kib).beside("nchan", &vec![kib_nchan].into()),
    ]);

    let step = say.step(format!("{} clients that do not read", args.stalled));
    let with_stalled = async {
        let stalled = Stalled::connect(gateway.address, args.stalled as usize, |number| {
            gateway.request(clients + number)
        })
        .await?;
        until_dropped(&ours, &gateway, &stalled, next, args.messages, &step).await
    }
    .await;
    step.done(&match &with_stalled {
        Ok((_, after)) => format!("gone after {after} messages"),
        Err(error) => format!("{error:#}"),
    });
    let (lost, repeated) = ours.faults();

    let settings = stack.settings().await?;
    say.line(format!("\ncommand: {command}\nmachine: {}", machine::line()));
    settings.iter().for_each(|line| say.line(line));
    say.line(format!(
        "{} clients on a stream each, connected to both sides all the time; {} messages a round of {BYTES} bytes, each to \
         all of them, sent when everybody has the one before; from sending (Saffron: into NATS; nchan: POST) to reading\n\
         {} rounds, the sides take turns in beginning; median (min..max); ratios are of the same round; memory: what the \
         server's processes grew by, a client\n",
        number(f64::from(args.clients), 0),
        args.messages,
        args.rounds
    ));
    let mut table = Table::new(["what", "deliveries/s", "p50 ms", "p99 ms", "KiB a client", "lost", "twice"]);
    let row = |name: &str, rounds: &Rounds, kib: f64, faults: (u64, u64)| {
        [
            name.to_owned(),
            rounds.rate.text(0),
            rounds.p50.text(1),
            rounds.p99.text(1),
            number(kib, 1),
            faults.0.to_string(),
            faults.1.to_string(),
        ]
    };
    table.row(row("Saffron", &saffron, kib, (lost, repeated)));
    table.row([
        "nchan".to_owned(),
        peer.rate.text(0),
        peer.p50.text(1),
        peer.p99.text(1),
        number(kib_nchan, 1),
        "-".to_owned(),
        "-".to_owned(),
    ]);
    table.row([
        "Saffron / nchan".to_owned(),
        saffron.rate.over(&peer.rate).text(2),
        saffron.p50.over(&peer.p50).text(2),
        saffron.p99.over(&peer.p99).text(2),
        number(kib / kib_nchan.max(0.01), 2),
        String::new(),
        String::new(),
    ]);
    say.line(table.text());
    if let Ok((beside, after)) = &with_stalled {
        say.line(format!(
            "with {} clients beside them that do not read, until all of those are gone ({after} messages): {} \
             deliveries/s, p50 {} ms, p99 {} ms",
            args.stalled,
            beside.rate.text(0),
            beside.p50.text(1),
            beside.p99.text(1)
        ));
    }
    say.line(format!("Saffron, last round: limited by {}", saffron.limit));
    say.line(format!("nchan, last round: limited by {}", peer.limit));
    drop(ours);
    stack.stop().await?;
    say.line(format!("took {}", seconds(began.elapsed())));
    ensure!((lost, repeated) == (0, 0), "{lost} messages were lost and {repeated} came twice");
    with_stalled.map(drop)
}

/// Sends messages until none of those who do not read is left: what the others noted meanwhile, and how many it took.
async fn until_dropped(
    crowd: &Crowd,
    gateway: &Gateway,
    stalled: &Stalled,
    first: u32,
    messages: u32,
    step: &Step,
) -> Result<(Rounds, u32)> {
    let mut rounds = Rounds::default();
    let mut sent = 0;
    loop {
        let heights =
            crowd.hear(first + sent, messages, async |number| gateway.publish(number).await).await?;
        rounds.push(&heights);
        sent += messages;
        let dropped = stalled.dropped()?;
        step.note(&format!("{dropped} of {} gone after {sent} messages", stalled.len()));
        if dropped == stalled.len() {
            return Ok((rounds, sent));
        }
        ensure!(sent < GONE_AFTER, "{dropped} of {} are gone after {sent} messages", stalled.len());
    }
}

fn subscribe() -> Vec<u8> {
    b"GET /sub HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n".to_vec()
}

/// The way to the gateway's clients, and the sessions that they have.
struct Gateway {
    address: SocketAddr,
    sessions: Vec<String>,
    jetstream: jetstream::Context,
    pos_id: PosId,
    clock: Clock,
}

impl Gateway {
    /// Signs in as often as so many clients need it.
    async fn enter(stack: &Stack, clients: usize, step: &Step) -> Result<Gateway> {
        let mut sessions = vec![owner_of(stack, 1).await?];
        while sessions.len() < clients.div_ceil(PER_SESSION) {
            sessions.push(another_session(stack).await?);
            step.note(&format!("{} sessions", sessions.len()));
        }
        Ok(Gateway {
            address: SocketAddr::from(([127, 0, 0, 1], stack.place.ports.gateway)),
            sessions,
            jetstream: feed::operator(stack).await?,
            pos_id: pos_id(1)?,
            clock: Clock::system(),
        })
    }

    /// What the client with this number asks.
    fn request(&self, client: usize) -> Vec<u8> {
        let session = self.sessions.get(client / PER_SESSION).map_or("", String::as_str);
        format!(
            "GET /push/v1/stream HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\nAuthorization: Bearer {session}\r\n\r\n"
        )
        .into_bytes()
    }

    /// A message as the gateway's clients get it: with an id, which a gateway adds.
    fn as_sent(&self, number: u32) -> String {
        let data = message(number, BYTES);
        format!("{{\"id\":\"{}\",{}", Uuid::nil(), data.strip_prefix('{').unwrap_or_default())
    }

    /// Publishes a message to everybody who sees the location.
    async fn publish(&self, number: u32) -> Result<()> {
        let data = RawValue::from_string(message(number, BYTES))?;
        let event = CloudEvent {
            specversion: "1.0".to_owned(),
            id: Uuid::now_v7(),
            source: "bench".to_owned(),
            r#type: "saffron.bench.message.v1".to_owned(),
            subject: Some(self.pos_id.clone()),
            time: self.clock.now(),
            datacontenttype: "application/json".to_owned(),
            sequence: i64::from(number),
            data,
        };
        let subject = format!("push.v1.location.{}.message", self.pos_id);
        let body = serde_json::to_vec(&event)?;
        let refused = |error: &dyn std::fmt::Display| anyhow!("NATS refused a message: {error}");
        let stored = self.jetstream.publish(subject, body.into()).await.map_err(|error| refused(&error))?;
        match stored.await {
            Ok(_) => Ok(()),
            Err(error) => bail!(refused(&error)),
        }
    }
}
