//! An instance of the whole system for browsers: folder, ports and data of its own.

use std::fs;

use anyhow::Result;

use super::browser;
use crate::instance::{self, Surroundings};
use crate::place::Place;
use crate::proc::Tool;
use crate::say::Say;
use crate::secrets::Secrets;
use crate::state;
use crate::{build, web};

/// What an instance for browsers begins with.
#[derive(Clone, Copy, PartialEq, Eq)]
pub enum Demo {
    /// Nothing.
    None,
    /// This many days, unless SAFFRON_DEMO_DAYS says otherwise.
    Days(u32),
}

/// A running instance.
pub struct Stack {
    place: Place,
}

impl Stack {
    /// Starts it from what was built before.
    pub async fn start(outer: &Place, name: &str, demo: Demo, say: &Say) -> Result<Self> {
        let stack = Self { place: outer.beside(name)? };
        let step = say.step("instance for a browser");
        let mut tool = Tool::new("cargo dev up", &outer.launcher)
            .args(["up", "--detach", "--no-build"])
            .env_without("SAFFRON_")
            .envs(stack.place.variables())
            // A browser in a test asks quicker than a person.
            .env("SAFFRON_GATEWAY_ADDRESS_RATE", "200")
            .env("SAFFRON_GATEWAY_SESSION_RATE", "200")
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
        match tool.run(|line| step.note(line)).await {
            Ok(_) => step.done(&instance::address(&stack.place)),
            Err(error) => {
                step.failed("");
                return Err(error);
            }
        }
        Ok(stack)
    }

    /// What a script in the browser's folder is told: where the app is, which browser, and how to import and send checks.
    pub async fn variables(&self, outer: &Place, say: &Say) -> Result<Vec<(String, String)>> {
        let mut all = self.place.variables();
        all.push(("SAFFRON_BASE_URL".to_owned(), instance::address(&self.place)));
        all.push(("SAFFRON_CHROMIUM".to_owned(), browser::find(outer, say).await?.display().to_string()));
        all.push(("SAFFRON_PROVISIONING_KEY".to_owned(), Secrets::load(&self.place.home)?.provisioning_key));
        all.push(("SAFFRON_BIN".to_owned(), build::folder(outer).await?.display().to_string()));
        Ok(all)
    }

    /// What a command is told that speaks with its servers and its HTTP API.
    pub fn environment(&self) -> Result<Vec<(String, String)>> {
        let place = &self.place;
        let secrets = Secrets::load(&place.home)?;
        let around = Surroundings::read(place, &secrets)?;
        let mut all: Vec<_> = instance::environment(place, &secrets, &around)?.into_iter().collect();
        all.push(("SAFFRON_BASE_URL".to_owned(), instance::address(place)));
        Ok(all)
    }

    /// Stops it and removes its data; with `keep`, the folder stays until the next run, to be looked at.
    pub async fn stop(self, keep: bool, say: &Say) -> Result<()> {
        state::down(&self.place.home, say).await?;
        if !keep {
            fs::remove_dir_all(&self.place.home)?;
        }
        Ok(())
    }
}

/// Builds everything and runs an npm script that uses the browser and is no test, with arguments and further variables,
/// its output shown.
pub async fn script(
    place: &Place,
    name: &str,
    args: &[&str],
    demo: Demo,
    further: &[(&str, String)],
    say: &Say,
) -> Result<()> {
    place.create_home()?;
    super::run::clean_up(place, say).await?;
    build::binaries(place, say).await?;
    web::build(place, say).await?;
    let stack = Stack::start(place, name, demo, say).await?;
    let result = async {
        let variables = stack.variables(place, say).await?;
        let tool = web::npm(place, &format!("npm run {name}"));
        let log = place.logs().join(format!("{name}.log"));
        tool.env_without("SAFFRON_")
            .envs(variables)
            .envs(further.iter().map(|(name, value)| (*name, value.as_str())))
            .args(["run", name, "--"])
            .args(args)
            .log(log)
            .run(|line| say.line(line))
            .await
    }
    .await;
    stack.stop(result.is_err(), say).await?;
    result.map(drop)
}
