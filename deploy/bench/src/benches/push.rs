//! `cargo dev bench push`: one message to every open app, beside the same clients on nginx with its nchan module; at the
//! end with clients that stop reading.

use std::net::SocketAddr;

use anyhow::{Context, Result, ensure};
use saffron_core::event::CloudEvent;
use saffron_core::{Clock, PosId};
use saffron_dev::Step;
use saffron_dev::bench::figure::Figure;
use saffron_dev::bench::table::{Table, number};
use saffron_dev::services::GATEWAY;
use saffron_instance::{Instance, Operator};
use serde_json::value::RawValue;
use uuid::Uuid;

use crate::args::PushArgs;
use crate::loads::facts::pos_id;
use crate::loads::nchan::Nchan;
use crate::loads::people::owner_of;
use crate::loads::streams::{Clients, Rounds, Stalled, allow_files, message, stream_request};
use crate::machine::{Meter, memory_of};
use crate::run::Run;

/// Bytes of a message's JSON.
const BYTES: usize = 200;
/// Streams that one session may have.
const PER_SESSION: usize = 20;
/// Sockets beside those of the clients.
const OTHER_FILES: u64 = 1_000;
/// Messages after which a client that does not read has to be disconnected: more than its queue and the kernel's buffers
/// hold.
const GONE_AFTER: u32 = 3_000;

/// Runs the bench.
pub async fn bench(run: &mut Run, args: &PushArgs) -> Result<()> {
    let clients = args.clients as usize;
    allow_files(2 * u64::from(args.clients) + u64::from(args.stalled) + OTHER_FILES)?;
    let mut instance = run.servers("bench-push", &[]).await?;
    let nchan = Nchan::start(&instance.config.home.join("nchan"))?;
    instance.serve_all().await?;

    let step = run.out.step("clients");
    let gateway = Gateway::enter(&instance, clients + args.stalled as usize, &step).await?;
    let pid = instance.processes().into_iter().find(|(name, _)| *name == GATEWAY).context("no gateway")?.1;
    let before = memory_of(pid);
    let ours = Clients::connect(gateway.address, clients, |number| gateway.request(number)).await?;
    let before_nchan = memory_of(nchan.pid());
    let theirs = Clients::connect(nchan.address, clients, |_| subscribe()).await?;
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
            let step = run.out.step(format!("round {round} of {}, {name}", args.rounds));
            let side = if is_ours { (GATEWAY, pid) } else { ("nginx", nchan.pid()) };
            let meter = Meter::begin([side]);
            let done = if is_ours {
                let publish = async |number: u32| gateway.publish(number).await;
                ours.receive(&mut saffron, next, args.messages, publish).await?
            } else {
                theirs.receive(&mut peer, next, args.messages, publish).await?
            };
            let rounds = if is_ours { &mut saffron } else { &mut peer };
            rounds.limit = meter.end().limit();
            step.done(&done);
        }
        next += args.messages;
    }
    let each = |pid: i32, before: u64| {
        memory_of(pid).saturating_sub(before) as f64 / 1024.0 / f64::from(args.clients)
    };
    let (kib, kib_nchan) = (each(pid, before), each(nchan.pid(), before_nchan));
    drop(theirs);
    run.figures.extend([
        Figure::of("deliveries/s", "", 0, &saffron.rate).beside("nchan", &peer.rate),
        Figure::of("from sending to reading, p99", "ms", 1, &saffron.p99).beside("nchan", &peer.p99),
        Figure::one("memory a client", "KiB", 1, kib).beside("nchan", &vec![kib_nchan].into()),
    ]);

    let step = run.out.step(format!("{} clients that do not read", args.stalled));
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

    run.head(&instance).await?;
    run.line(format!(
        "{} clients on a stream each, connected to both sides all the time; {} messages a round of {BYTES} bytes, each to \
         all of them, sent when everybody has the one before; from sending (Saffron: into NATS; nchan: POST) to reading\n\
         {} rounds, the sides take turns in beginning; median (min..max); ratios are of the same round; memory: what the \
         server's processes grew by, a client\n",
        number(f64::from(args.clients), 0),
        args.messages,
        args.rounds
    ));
    let mut table = Table::new(["what", "deliveries/s", "p50 ms", "p99 ms", "KiB a client", "lost", "twice"]);
    let row = |name: &str, rounds: &Rounds, kib: f64, faults: [String; 2]| {
        let spreads = [rounds.rate.text(0), rounds.p50.text(1), rounds.p99.text(1), number(kib, 1)];
        [name.to_owned()].into_iter().chain(spreads).chain(faults)
    };
    table.row(row("Saffron", &saffron, kib, [lost.to_string(), repeated.to_string()]));
    table.row(row("nchan", &peer, kib_nchan, ["-", "-"].map(str::to_owned)));
    let ratios = [(&saffron.rate, &peer.rate), (&saffron.p50, &peer.p50), (&saffron.p99, &peer.p99)];
    let ratios = ratios.map(|(ours, theirs)| ours.over(theirs).text(2)).into_iter();
    let ends = [number(kib / kib_nchan.max(0.01), 2), String::new(), String::new()];
    table.row(["Saffron / nchan".to_owned()].into_iter().chain(ratios).chain(ends));
    run.line(table.text());
    if let Ok((beside, after)) = &with_stalled {
        run.line(format!(
            "with {} clients beside them that do not read, until all of those are gone ({after} messages): {} \
             deliveries/s, p50 {} ms, p99 {} ms",
            args.stalled,
            beside.rate.text(0),
            beside.p50.text(1),
            beside.p99.text(1)
        ));
    }
    run.line(format!("Saffron, last round: limited by {}", saffron.limit));
    run.line(format!("nchan, last round: limited by {}", peer.limit));
    drop((ours, nchan));
    instance.stop().await?;
    run.took();
    ensure!((lost, repeated) == (0, 0), "{lost} messages were lost and {repeated} came twice");
    with_stalled.map(drop)
}

/// Sends messages until every stalled client is disconnected; gives the rounds of the others and the number of messages.
async fn until_dropped(
    clients: &Clients,
    gateway: &Gateway,
    stalled: &Stalled,
    first: u32,
    messages: u32,
    step: &Step,
) -> Result<(Rounds, u32)> {
    let (mut rounds, mut sent, all) = (Rounds::default(), 0, stalled.wires.len());
    loop {
        let publish = async |number: u32| gateway.publish(number).await;
        clients.receive(&mut rounds, first + sent, messages, publish).await?;
        sent += messages;
        let dropped = stalled.dropped()?;
        step.note(&format!("{dropped} of {all} gone after {sent} messages"));
        if dropped == all {
            return Ok((rounds, sent));
        }
        ensure!(sent < GONE_AFTER, "{dropped} of {all} are gone after {sent} messages");
    }
}

/// The request of a client of nchan.
fn subscribe() -> Vec<u8> {
    b"GET /sub HTTP/1.1\r\nHost: bench\r\nAccept: text/event-stream\r\n\r\n".to_vec()
}

/// The sessions of the gateway's clients, and a publisher of messages to them.
struct Gateway {
    address: SocketAddr,
    sessions: Vec<String>,
    operator: Operator,
    pos_id: PosId,
    clock: Clock,
}

impl Gateway {
    /// Opens as many sessions as this number of clients needs.
    async fn enter(instance: &Instance, clients: usize, step: &Step) -> Result<Gateway> {
        let owner = owner_of(instance, 1).await?;
        let mut sessions = vec![owner.session.clone()];
        while sessions.len() < clients.div_ceil(PER_SESSION) {
            sessions.push(owner.sign_in().await?.session);
            step.note(&format!("{} sessions", sessions.len()));
        }
        let (address, operator) = (instance.gateway(), instance.operator().await?);
        Ok(Gateway { address, sessions, operator, pos_id: pos_id(1)?, clock: Clock::system() })
    }

    /// The request of the client with this number.
    fn request(&self, client: usize) -> Vec<u8> {
        stream_request(self.sessions.get(client / PER_SESSION).map_or("", String::as_str))
    }

    /// A message as the gateway's clients get it: with an id, which a gateway adds.
    fn as_sent(&self, number: u32) -> String {
        let data = message(number, BYTES);
        format!("{{\"id\":\"{}\",{}", Uuid::nil(), data.strip_prefix('{').unwrap_or_default())
    }

    /// Publishes a message to every client of the location.
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
        let stored = self.operator.jetstream.publish(subject, body.into()).await;
        stored.context("NATS refused a message")?.await.context("NATS refused a message")?;
        Ok(())
    }
}
