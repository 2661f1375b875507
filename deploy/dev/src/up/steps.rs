//! The steps of a start, in order.

use std::collections::BTreeMap;
use std::path::PathBuf;
use std::sync::Arc;
use std::time::Duration;

use anyhow::{Result, bail};
use tokio::sync::mpsc;
use tokio::time::timeout;

use super::UpArgs;
use super::supervisor::{Stage, Supervisor, fresh_log};
use crate::build::{self, tools, web};
use crate::instance::{self, Access, Servers, environment};
use crate::output::Step;
use crate::packages::Packages;
use crate::ports::StandIn;
use crate::postgres::{Psql, Server, Use};
use crate::proc::{Daemon, tail};
use crate::secrets::Secrets;
use crate::services::{self, GATEWAY};
use crate::{Config, Output, Tool, http, nats};

/// How long a server may take to answer; Postgres may have a log to replay.
const SERVER_PATIENCE: Duration = Duration::from_secs(60);
/// How long the services may take to answer.
const SERVICES_PATIENCE: Duration = Duration::from_secs(60);
/// How long a program of the sandbox may print nothing before it is ready.
const SILENCE: Duration = Duration::from_secs(180);

/// Starts everything and prints the address of the app.
pub(super) async fn start(
    config: &Config,
    args: &UpArgs,
    out: &Output,
    supervisor: &mut Supervisor,
) -> Result<()> {
    if !args.no_build && !args.servers {
        tools::check(config, out).await?;
    }
    let stand_ins: &[StandIn] = match args {
        UpArgs { servers: true, .. } => &[],
        UpArgs { no_demo: true, .. } => &StandIn::ALWAYS,
        _ => &StandIn::ALL,
    };
    config.ports.are_free(&config.env, stand_ins)?;
    let secrets = Secrets::load(&config.home)?;
    let servers = servers(config, &secrets, Use::Keep, out, supervisor);
    if args.servers {
        servers.await?;
        out.line("`cargo dev run -- COMMAND` gives a command the services' environment.");
        return Ok(());
    }
    let (servers, programs) = tokio::try_join!(servers, build(config, args, out))?;
    let env = environment(config, &secrets, &servers)?;
    let mut launch = Launch { config, out, supervisor, programs, env };
    launch.run("database schemas", &["migrate"]).await?;
    launch.run("streams", &["streams", "apply"]).await?;
    launch.services().await?;
    // Sign-up needs a link that is mailed, also where there is no demo.
    launch.stand_in("mail catcher", "mail", &["mail"]).await?;
    if !args.no_demo {
        let rest = launch.demo().await?;
        if args.all_days {
            rest.arrives(out).await?;
        } else {
            let out = out.clone();
            tokio::spawn(async move {
                if let Err(error) = rest.arrives(&out).await {
                    out.line(format!("{error:#}"));
                }
            });
        }
    }
    let accesses = (!args.no_demo).then(|| instance::accesses(config, &secrets));
    out.line(welcome(config, accesses.as_ref().map(<[Access; 3]>::as_slice)));
    Ok(())
}

/// Builds the programs and the web app at the same time; gives the folder of the programs.
async fn build(config: &Config, args: &UpArgs, out: &Output) -> Result<PathBuf> {
    if args.no_build {
        return build::folder(config).await;
    }
    let (programs, ()) = tokio::try_join!(build::binaries(config, out), web::build(config, out))?;
    Ok(programs)
}

/// Starts Postgres and NATS, unless they are given by URL, and creates the services' databases.
pub async fn servers(
    config: &Config,
    secrets: &Secrets,
    kind: Use,
    out: &Output,
    supervisor: &mut Supervisor,
) -> Result<Servers> {
    let step = out.step("servers");
    let servers = Servers::read(config, secrets)?;
    let packages = Packages::get(config, |text| step.note(text)).await?;
    let mut what = Vec::new();
    if config.env.get("SAFFRON_POSTGRES_URL").is_none() {
        let server = Server::prepare(config, &packages, &secrets.postgres, kind, &step).await?;
        fresh_log(&server.daemon.log);
        supervisor.start(server.daemon, Stage::Postgres, None)?;
        what.push(format!("Postgres on port {}", config.ports.postgres));
    }
    if servers.given_nats.is_none() {
        let daemon = nats::daemon(config, &packages, secrets, kind)?;
        fresh_log(&daemon.log);
        let health = Arc::new(nats::Probe::of(config, &daemon.program));
        supervisor.start(daemon, Stage::Nats, None)?;
        supervisor.watch("nats", move |process| {
            let health = health.clone();
            async move { health.needs_restart(&process).await }
        });
        what.push(format!("NATS on port {}", config.ports.nats));
    }
    let psql = Psql::new(&packages, servers.postgres.clone());
    step.note("waiting for Postgres");
    supervisor.wait("Postgres", SERVER_PATIENCE, || psql.answers()).await?;
    step.note("waiting for NATS");
    let address = servers.nats_address(config);
    supervisor.wait("NATS with JetStream", SERVER_PATIENCE, || nats::answers(&address)).await?;
    if kind == Use::Keep {
        psql.create_databases(secrets).await?;
    }
    step.done(&if what.is_empty() { "those given by URL".to_owned() } else { what.join(", ") });
    Ok(servers)
}

/// The later steps of a start: the servers run, and the programs are built.
struct Launch<'a> {
    config: &'a Config,
    out: &'a Output,
    supervisor: &'a mut Supervisor,
    programs: PathBuf,
    env: BTreeMap<String, String>,
}

impl Launch<'_> {
    /// Runs a command of the services' program to its end.
    async fn run(&self, title: &str, args: &[&str]) -> Result<()> {
        Tool::new(format!("saffron {}", args.join(" ")), self.programs.join("saffron"))
            .args(args)
            .envs(&self.env)
            .folder(&self.config.repo)
            .log(self.config.logs().join(format!("{}.log", args.join("-"))))
            .limit(Duration::from_secs(300))
            .step(self.out, title)
            .await
            .map(drop)
    }

    /// Starts a program with an empty log; the log of its last run is kept beside it.
    fn start(
        &mut self,
        name: &str,
        program: &str,
        args: &[&str],
        stage: Stage,
        lines: Option<mpsc::Sender<String>>,
    ) -> Result<()> {
        let daemon = Daemon::of(self.config, name, self.programs.join(program), args, &self.env);
        fresh_log(&daemon.log);
        self.supervisor.start(daemon, stage, lines)
    }

    /// Starts every service, and waits until all answer.
    async fn services(&mut self) -> Result<()> {
        let step = self.out.step("services");
        for name in services::all() {
            let stage = if name == GATEWAY { Stage::Gateway } else { Stage::Services };
            self.start(name, "saffron", &[name], stage, None)?;
        }
        let url = format!("http://127.0.0.1:{}/readyz", self.config.ports.gateway);
        step.note("waiting for them to answer");
        let ready = || async { http::get(url.clone()).await.is_ok_and(|(status, _)| status == 200) };
        self.supervisor.wait("The services", SERVICES_PATIENCE, ready).await?;
        step.done(&services::all().collect::<Vec<_>>().join(", "));
        Ok(())
    }

    /// Starts the sandbox's SMS provider, push service and Square, then its POS, and waits for the sales of the last weeks; then what of
    /// the outside world may come later. Gives the programs that still have older days to send.
    async fn demo(&mut self) -> Result<Rest> {
        let home = |name: &str| self.config.home.join(name).display().to_string();
        let (cards, pos) = (home("cards"), home("sandbox"));
        let url = format!("http://127.0.0.1:{}", self.config.ports.gateway);
        let days = self.config.env.get("SAFFRON_DEMO_DAYS").map(|days| ["--days", days]);
        let days = days.as_ref().map_or(&[][..], |days| days);
        self.stand_in("SMS provider", "sms", &["sms"]).await?;
        self.stand_in("push service", "push", &["push"]).await?;
        let square = self.begin("stand-in of Square", "square", &[&["square"], days].concat())?;
        let demo =
            self.begin("demo", "sandbox", &[&["pos", "--url", &url, "--home", &pos], days].concat())?;
        // One of its restaurants is connected to Square.
        let (_, older) = tokio::try_join!(square.ready(), demo.ready())?;
        let cards = self.begin("card provider", "cards", &[&["card", "--data", &cards], days].concat())?;
        let clover = self.begin("stand-in of Clover", "clover", &[&["clover"], days].concat())?;
        let toast = self.begin("stand-in of Toast", "toast", &[&["toast"], days].concat())?;
        Ok(Rest { older, others: [cards, clover, toast] })
    }

    /// Starts one of the sandbox's programs and waits until it is ready.
    async fn stand_in(&mut self, title: &str, name: &str, args: &[&str]) -> Result<()> {
        self.begin(title, name, args)?.ready().await.map(drop)
    }

    /// Starts one of the sandbox's programs.
    fn begin(&mut self, title: &str, name: &str, args: &[&str]) -> Result<Beginning> {
        let (sender, lines) = mpsc::channel(64);
        let log = self.config.logs().join(format!("{name}.log"));
        let step = self.out.step(title);
        self.start(name, "saffron-sandbox", args, Stage::Outside, Some(sender))?;
        Ok(Beginning { title: title.to_owned(), step, lines, log })
    }
}

/// One of the sandbox's programs that is not ready yet.
struct Beginning {
    title: String,
    step: Step,
    lines: mpsc::Receiver<String>,
    log: PathBuf,
}

impl Beginning {
    /// Waits until the program prints `ready`; gives the lines that follow.
    async fn ready(mut self) -> Result<mpsc::Receiver<String>> {
        let mut done = String::new();
        loop {
            let Ok(Some(line)) = timeout(SILENCE, self.lines.recv()).await else {
                let (title, log) = (self.title, self.log.display());
                bail!("the {title} makes no headway. The end of {log}:\n{}", tail(&self.log, 20));
            };
            if line.trim() == "ready" {
                self.step.done(&done);
                return Ok(self.lines);
            }
            if let Some((share, text)) = progress(&line) {
                self.step.note(&format!("{share} % {text}"));
                done = text;
            }
        }
    }
}

/// The programs that complete the demo after the start: older days, card payments and the trade at other POS systems.
struct Rest {
    older: mpsc::Receiver<String>,
    others: [Beginning; 3],
}

impl Rest {
    /// Waits until the demo is complete.
    async fn arrives(self, out: &Output) -> Result<()> {
        let [cards, clover, toast] = self.others.map(Beginning::ready);
        let others = async { tokio::try_join!(cards, clover, toast).map(drop) };
        let (others, ()) = tokio::join!(others, follow(out, self.older));
        others
    }
}

/// Shows how far the older days of the demo are, until they are all there.
async fn follow(out: &Output, mut lines: mpsc::Receiver<String>) {
    let (mut step, mut last) = (None, String::new());
    while let Some(line) = lines.recv().await {
        if let Some((share, text)) = progress(&line) {
            step.get_or_insert_with(|| out.step("older days of the demo")).note(&format!("{share} % {text}"));
            last = text;
        }
        if line.trim() == "complete" {
            break;
        }
    }
    if let Some(step) = step {
        step.done(&last);
    }
}

/// Reads `progress <done> <total> <text>` as per cent and text.
fn progress(line: &str) -> Option<(u64, String)> {
    let mut words = line.strip_prefix("progress ")?.splitn(3, ' ');
    let done: u64 = words.next()?.parse().ok()?;
    let total: u64 = words.next()?.parse().ok()?;
    Some((done.saturating_mul(100) / total.max(1), words.next().unwrap_or_default().to_owned()))
}

/// The text at the end of a start: addresses, accounts and logs; of a demo with what connects a location with the stand-ins of POS
/// systems.
fn welcome(config: &Config, demo: Option<&[Access]>) -> String {
    let mut text = format!("\n  Saffron  {}\n", instance::address(config));
    if demo.is_some() {
        text += "  Sign in  owner@saffron.example / saffron-demo (three locations)\n";
        text += "           other@saffron.example / saffron-demo (one location)\n";
    }
    text += &format!("  Mail     {} (what was sent by email)\n", instance::mail_page(config));
    if let Some(accesses) = demo {
        text += &format!("  Texts    {} (what was sent by text)\n", instance::texts_page(config));
        for Access { name, page, entered } in accesses {
            text += &format!("  {name:8} {page} (connect a location with {entered})\n");
        }
    }
    text + &format!("  Logs     {}\n", config.logs().display())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn progress_is_read_and_nothing_else() {
        assert_eq!(progress("progress 30 120 days sent"), Some((25, "days sent".into())));
        assert_eq!(progress("progress 0 0"), Some((0, String::new())));
        assert_eq!(progress("ready"), None);
        assert_eq!(progress("progress x 3 y"), None);
    }
}
