//! How long a newcomer waits: from a fresh clone with nothing built to a sign-in that shows sales, and at a later start.

use std::fs;
use std::path::Path;
use std::time::{Duration, Instant};

use anyhow::{Context, Result, ensure};
use serde_json::{Value, json};

use super::figure::Figure;
use crate::build::tools;
use crate::http::MAIN_API;
use crate::output::seconds;
use crate::packages::Packages;
use crate::scratch::Scratch;
use crate::{Config, Output, Tool, http, instance};

/// How long a first start may take at most, downloads apart, in seconds.
const FIRST: f64 = 360.0;
/// How long a later start may take at most, in seconds.
const LATER: f64 = 20.0;

/// Clones the last commit and starts it twice, with ports and data of its own. What has to be downloaded comes before,
/// and is timed apart.
pub(super) async fn measure(outer: &Config, figures: &mut Vec<Figure>, out: &Output) -> Result<()> {
    let newcomer = Newcomer(Scratch::clone_of(outer, "start").await?);
    let began = Instant::now();
    newcomer.download(outer, out).await?;
    figures.push(Figure::one(
        "downloads, where they are not here yet",
        "s",
        0,
        began.elapsed().as_secs_f64(),
    ));
    let started = newcomer.start("first start", out).await;
    let later = match &started {
        Ok(_) => newcomer.start("later start", out).await,
        Err(_) => Ok(Duration::ZERO),
    };
    newcomer.0.remove()?;
    figures.push(
        Figure::one("first start to a sign-in with sales", "s", 0, started?.as_secs_f64()).at_most(FIRST),
    );
    figures.push(Figure::one("later start", "s", 1, later?.as_secs_f64()).at_most(LATER));
    Ok(())
}

/// The clone that is started.
struct Newcomer(Scratch);

impl Newcomer {
    /// A command in the clone, without the variables that lead to builds elsewhere.
    fn tool(&self, name: &str, program: &str, folder: &Path) -> Tool {
        let log = self.0.config.logs().join(format!("start-{}.log", name.replace(' ', "-")));
        let unset = ["SAFFRON_", "CARGO_TARGET_DIR", "CARGO_INCREMENTAL"];
        let tool = unset.into_iter().fold(Tool::new(name, program), Tool::env_without);
        tool.envs(self.0.config.variables()).folder(folder).log(log)
    }

    /// Downloads everything that a first start needs into shared caches.
    async fn download(&self, outer: &Config, out: &Output) -> Result<()> {
        let step = out.step("downloads");
        Packages::get(outer, |text| step.note(text)).await?;
        let cargo = self.tool("cargo fetch", &tools::cargo(outer), &self.0.repo).args(["fetch", "--locked"]);
        cargo.run(|line| step.note(line)).await?;
        // npm fetches by installing; what it installed is removed again, what it fetched stays in its cache.
        let web = self.0.repo.join("web");
        self.tool("npm ci", "npm", &web)
            .args(["ci", "--omit=dev", "--no-audit", "--no-fund"])
            .run(|line| step.note(line))
            .await?;
        fs::remove_dir_all(web.join("node_modules"))?;
        step.done("");
        Ok(())
    }

    /// `cargo dev up` and a sign-in; gives the time from its beginning to the answer, then stops it again.
    async fn start(&self, title: &str, out: &Output) -> Result<Duration> {
        let cargo = |words: &[&str]| {
            self.tool(&format!("cargo dev {}", words.join(" ")), "cargo", &self.0.repo)
                .args(["dev"])
                .args(words)
        };
        out.line(format!("{title}:"));
        let began = Instant::now();
        let up = cargo(&["up", "--detach"]).run(|line| {
            if !line.trim_start().starts_with("Compiling") {
                out.line(format!("  {line}"));
            }
        });
        let outcome = match up.await {
            Ok(_) => sales(&instance::address(&self.0.config)).await,
            Err(error) => Err(error),
        };
        let took = began.elapsed();
        let stopped = cargo(&["down"]).run(|_| ()).await;
        let net = outcome?;
        stopped?;
        out.line(format!(
            "  a sign-in shows net sales of {net:.2} in the last seven days after {}",
            seconds(took)
        ));
        Ok(took)
    }
}

/// Signs the demo's owner in and gives the net sales of today and the six days before at their restaurants, in dollars.
async fn sales(address: &str) -> Result<f64> {
    let call = async |name: &str, body: Value| -> Result<Value> {
        let (status, text) = http::post(format!("{address}{MAIN_API}/{name}"), body).await?;
        let answer =
            serde_json::from_str(&text).with_context(|| format!("{name} answered {status} without JSON"))?;
        ensure!(status == 200, "{name} answered {status}: {answer}");
        Ok(answer)
    };
    let form = json!({ "username": "owner@saffron.example", "password": "saffron-demo", "firebaseNotificationToken": "" });
    let user = call("login", form).await?;
    let session =
        user.pointer("/body/sessionGuid").and_then(Value::as_str).context("the sign-in gave no session")?;
    let report = call(&format!("get-lastsevendays-report/{session}"), json!({})).await?;
    let net = report.pointer("/total/netSales").and_then(Value::as_f64);
    let net = net.with_context(|| format!("the report has no net sales: {report}"))?;
    ensure!(net > 0.0, "these days have no sales");
    Ok(net)
}
