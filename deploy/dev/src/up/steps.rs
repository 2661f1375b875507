//! The steps of a start, in order.

use std::collections::BTreeMap;
use std::path::Path;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Context, Result};
use nix::sys::signal::Signal;

use super::supervisor::{Stage, Supervisor, fresh_log};
use super::{UpArgs, demo, stuck};
use crate::instance::{self, Surroundings, environment};
use crate::packages::Packages;
use crate::place::Place;
use crate::ports::StandIn;
use crate::postgres::{Psql, Server, Use};
use crate::proc::{Daemon, Tool};
use crate::say::Say;
use crate::secrets::Secrets;
use crate::services::{self, GATEWAY};
use crate::{build, nats, tools, web};

/// How long a server may take to answer; Postgres may have a log to replay.
const SERVER_PATIENCE: Duration = Duration::from_secs(60);
/// How long the services may take to answer.
const SERVICES_PATIENCE: Duration = Duration::from_secs(60);

/// From nothing to a printed address.
pub(super) async fn start(
    place: &Place,
    args: &UpArgs,
    say: &Say,
    supervisor: &mut Supervisor,
) -> Result<()> {
    if !args.no_build && !args.servers {
        tools::check(place, say).await?;
    }
    let stand_ins: &[StandIn] = match args {
        UpArgs { servers: true, .. } => &[],
        UpArgs { no_demo: true, .. } => &StandIn::ALWAYS,
        _ => &StandIn::ALL,
    };
    place.ports.are_free(&place.env, stand_ins)?;
    let secrets = Secrets::load(&place.home)?;
    let around = servers(place, &secrets, Use::Keep, say, supervisor).await?;
    if args.servers {
        say.line("`cargo dev run -- COMMAND` gives a command the services' environment.");
        return Ok(());
    }
    let binaries = if args.no_build {
        build::folder(place).await?
    } else {
        let folder = build::binaries(place, say).await?;
        web::build(place, say).await?;
        folder
    };
    let env = environment(place, &secrets, &around)?;
    let saffron = binaries.join("saffron");
    once(place, say, "database schemas", &saffron, &["migrate"], &env).await?;
    once(place, say, "streams", &saffron, &["streams", "apply"], &env).await?;
    start_services(place, say, &saffron, &env, supervisor).await?;
    let sandbox = binaries.join("saffron-sandbox");
    demo::start_mail(place, say, &sandbox, &env, supervisor).await?;
    if !args.no_demo {
        demo::start(place, say, &sandbox, &env, supervisor).await?;
    }
    say.line(welcome(place, !args.no_demo));
    Ok(())
}

/// Postgres and NATS, our own or those given by URL, with the services' databases.
pub async fn servers(
    place: &Place,
    secrets: &Secrets,
    kind: Use,
    say: &Say,
    supervisor: &mut Supervisor,
) -> Result<Surroundings> {
    let step = say.step("servers");
    let around = Surroundings::read(place, secrets)?;
    let packages = Packages::get(place, |text| step.note(text)).await?;
    let mut what = Vec::new();
    if place.env.get("SAFFRON_POSTGRES_URL").is_none() {
        let server = Server::prepare(place, &packages, &secrets.postgres, kind, &step).await?;
        fresh_log(&server.daemon.log);
        supervisor.start(server.daemon, Stage::Postgres, None)?;
        what.push(format!("Postgres on port {}", place.ports.postgres));
    }
    if around.given_nats.is_none() {
        let daemon = nats::daemon(place, &packages, secrets, kind)?;
        fresh_log(&daemon.log);
        let stuck = Arc::new(stuck::Nats::of(place, &daemon.program).context("HTTP client")?);
        supervisor.start(daemon, Stage::Nats, None)?;
        supervisor.watch("nats", move |process| {
            let stuck = stuck.clone();
            async move { stuck.is_stuck(&process).await }
        });
        what.push(format!("NATS on port {}", place.ports.nats));
    }
    let psql = Psql::new(&packages, around.postgres.clone());
    step.note("waiting for Postgres");
    supervisor.wait("Postgres", SERVER_PATIENCE, || psql.answers()).await?;
    step.note("waiting for NATS");
    let address = around.nats_address(place);
    supervisor.wait("NATS with JetStream", SERVER_PATIENCE, || nats::answers(&address)).await?;
    if kind == Use::Keep {
        psql.create_databases(secrets).await?;
    }
    step.done(&if what.is_empty() { "those given by URL".to_owned() } else { what.join(", ") });
    Ok(around)
}

async fn once(
    place: &Place,
    say: &Say,
    title: &str,
    saffron: &Path,
    args: &[&str],
    env: &BTreeMap<String, String>,
) -> Result<()> {
    let step = say.step(title);
    let log = place.logs().join(format!("{}.log", args.join("-")));
    let result = Tool::new(format!("saffron {}", args.join(" ")), saffron)
        .args(args)
        .envs(env)
        .folder(&place.repo)
        .log(log)
        .limit(Duration::from_secs(300))
        .run(|line| step.note(line))
        .await;
    match result {
        Ok(_) => step.done(""),
        Err(_) => step.failed(""),
    }
    result.map(drop)
}

async fn start_services(
    place: &Place,
    say: &Say,
    saffron: &Path,
    env: &BTreeMap<String, String>,
    supervisor: &mut Supervisor,
) -> Result<()> {
    let step = say.step("services");
    for name in services::all() {
        let stage = if name == GATEWAY { Stage::Gateway } else { Stage::Services };
        let daemon = Daemon {
            name: name.to_owned(),
            program: saffron.to_path_buf(),
            args: vec![name.to_owned()],
            env: env.clone(),
            folder: place.repo.clone(),
            log: place.logs().join(format!("{name}.log")),
            account: None,
            stop_signal: Signal::SIGTERM,
            patience: Duration::from_secs(12),
        };
        fresh_log(&daemon.log);
        supervisor.start(daemon, stage, None)?;
    }
    let client = reqwest::Client::builder()
        .timeout(Duration::from_secs(2))
        .no_proxy()
        .build()
        .context("HTTP client")?;
    let url = format!("http://127.0.0.1:{}/readyz", place.ports.gateway);
    step.note("waiting for them to answer");
    let ready = || async { client.get(&url).send().await.is_ok_and(|answer| answer.status().is_success()) };
    supervisor.wait("The services", SERVICES_PATIENCE, ready).await?;
    step.done(&services::all().collect::<Vec<_>>().join(", "));
    Ok(())
}

fn welcome(place: &Place, demo: bool) -> String {
    let sign_in = if demo {
        "  Sign in  owner@saffron.example / saffron-demo (three locations)\n           other@saffron.example / saffron-demo (one location)\n"
    } else {
        ""
    };
    let mail = instance::mail_page(place);
    let mut arrived = format!("  Mail     {mail} (what was sent by email)\n");
    if demo {
        let texts = instance::texts_page(place);
        arrived.push_str(&format!("  Texts    {texts} (what was sent by text)\n"));
    }
    let (address, logs) = (instance::address(place), place.logs());
    format!("\n  Saffron  {address}\n{sign_in}{arrived}  Logs     {}\n", logs.display())
}
