//! An instance of the whole system for browsers: folder, ports and data of its own.

use std::fs;

use anyhow::Result;

use super::browser;
use crate::build::{self, web};
use crate::instance;
use crate::secrets::Secrets;
use crate::state;
use crate::{Config, Output, Tool};

/// The data with which an instance for browsers begins.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Demo {
    /// Nothing.
    None,
    /// This many days, unless SAFFRON_DEMO_DAYS says otherwise.
    Days(u32),
}

/// A running instance.
pub struct TestInstance {
    config: Config,
}

impl TestInstance {
    /// Starts an instance from the built binaries and web app.
    pub async fn start(outer: &Config, name: &str, demo: Demo, out: &Output) -> Result<Self> {
        let instance = Self { config: outer.separate(name)? };
        let mut tool = Tool::new("cargo dev up", &outer.launcher)
            .args(["up", "--detach", "--no-build", "--all-days"])
            .env_without("SAFFRON_")
            .envs(instance.config.variables())
            // A browser in a test asks quicker than a person.
            .env("SAFFRON_GATEWAY_ADDRESS_RATE", "200")
            .env("SAFFRON_GATEWAY_SESSION_RATE", "200")
            // Every owner that a test signs up is at an address of their own.
            .env("SAFFRON_GATEWAY_TRUSTED_PROXIES", "127.0.0.1,::1")
            // A browser does not wait for ten minutes.
            .env("SAFFRON_CONNECTORS_COMPARE_SECONDS", "1")
            // An account at Square with two locations: of the second one the figures are known from its till, too.
            .env("SAFFRON_SQUARE_SANDBOX_LOCATIONS", "demo-noodles,demo-lighthouse")
            // A machine that builds beside it answers late; that is no failure of the app.
            .env("SAFFRON_DEADLINE_FACTOR", "10")
            .log(outer.logs().join(format!("{name}-up.log")));
        tool = match demo {
            Demo::None => tool.args(["--no-demo"]),
            Demo::Days(days) => {
                let days = outer.env.get("SAFFRON_DEMO_DAYS").map_or_else(|| days.to_string(), str::to_owned);
                tool.env("SAFFRON_DEMO_DAYS", days)
            }
        };
        tool.step(out, format!("instance at {}", instance::address(&instance.config))).await?;
        Ok(instance)
    }

    /// The variables of a browser script: the app's address, the browser, the token at Square's stand-in, and the commands that import and send
    /// checks.
    pub async fn variables(&self, outer: &Config, out: &Output) -> Result<Vec<(String, String)>> {
        let mut all = self.config.variables();
        all.push(("SAFFRON_BASE_URL".to_owned(), instance::address(&self.config)));
        all.push(("SAFFRON_CHROMIUM".to_owned(), browser::find(outer, out).await?.display().to_string()));
        let secrets = Secrets::load(&self.config.home)?;
        all.push(("SAFFRON_SQUARE_SANDBOX_TOKEN".to_owned(), instance::square_token(&secrets)));
        all.push(("SAFFRON_PROVISIONING_KEY".to_owned(), secrets.provisioning_key));
        all.push(("SAFFRON_BIN".to_owned(), build::folder(outer).await?.display().to_string()));
        Ok(all)
    }

    /// The variables of a command that uses the instance's servers and HTTP API.
    pub fn environment(&self) -> Result<Vec<(String, String)>> {
        let mut all: Vec<_> = instance::variables(&self.config)?.into_iter().collect();
        all.push(("SAFFRON_BASE_URL".to_owned(), instance::address(&self.config)));
        Ok(all)
    }

    /// Stops the instance and removes its data; with `keep`, the folder stays until the next run, for inspection.
    pub async fn stop(self, keep: bool, out: &Output) -> Result<()> {
        state::down(&self.config.home, out).await?;
        if !keep {
            fs::remove_dir_all(&self.config.home)?;
        }
        Ok(())
    }
}

/// Builds everything and runs an npm script that uses the browser and is no test, with arguments and further variables,
/// its output shown.
pub async fn script(
    config: &Config,
    name: &str,
    args: &[&str],
    demo: Demo,
    further: &[(&str, String)],
    out: &Output,
) -> Result<()> {
    config.create_home()?;
    super::run::clean_up(config, out).await?;
    build::binaries(config, out).await?;
    web::build(config, out).await?;
    let instance = TestInstance::start(config, name, demo, out).await?;
    let result = async {
        let variables = instance.variables(config, out).await?;
        let tool = web::npm(config, &format!("npm run {name}"));
        let log = config.logs().join(format!("{name}.log"));
        tool.env_without("SAFFRON_")
            .envs(variables)
            .envs(further.iter().map(|(name, value)| (*name, value.as_str())))
            .args(["run", name, "--"])
            .args(args)
            .log(log)
            .run(|line| out.line(line))
            .await
    }
    .await;
    instance.stop(result.is_err(), out).await?;
    result.map(drop)
}
