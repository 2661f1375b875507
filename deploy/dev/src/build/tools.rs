//! What the machine needs: Node.js with npm, Python 3 with pip. Cargo itself refuses an older Rust than `rust-version`.

use std::time::Duration;

use anyhow::{Result, bail};

use crate::{Config, Output, Tool};

/// The oldest Node.js that npm's scripts run on.
const NODE: u32 = 20;

/// The cargo that runs us, or the one on the PATH.
pub fn cargo(config: &Config) -> String {
    config.env.get("CARGO").unwrap_or("cargo").to_owned()
}

/// Fails with instructions if a tool is missing or too old.
pub async fn check(config: &Config, out: &Output) -> Result<()> {
    let step = out.step("tools");
    let (rust, node, npm, pip) = tokio::join!(
        version("rustc", &["--version"]),
        version("node", &["--version"]),
        version("npm", &["--version"]),
        version("python3", &["-m", "pip", "--version"]),
    );
    let given = |name: &&str| config.env.get(name).is_some();
    let needs_pip =
        !config.packages.exists() && !["SAFFRON_POSTGRES_URL", "SAFFRON_NATS_SERVER_URL"].iter().all(given);
    let missing: Vec<String> = [
        (major(&node).is_none_or(|major| major < NODE), format!("Node.js {NODE} or later: https://nodejs.org, or your system's package 'nodejs'")),
        (npm.is_none(), "npm: it comes with Node.js; on Debian and Ubuntu `apt-get install npm`".into()),
        (pip.is_none() && needs_pip, "Python 3 with pip: on Debian and Ubuntu `apt-get install python3-pip`, else https://www.python.org".into()),
    ]
    .into_iter()
    .filter_map(|(is_missing, what)| is_missing.then_some(what))
    .collect();
    if !missing.is_empty() {
        step.failed("something is missing");
        bail!("please install\n  - {}\nand start this again", missing.join("\n  - "));
    }
    let first = |text: Option<String>| text.unwrap_or_default().lines().next().unwrap_or_default().to_owned();
    step.done(&format!("{}, Node.js {}, npm {}", first(rust), first(node), first(npm)));
    Ok(())
}

/// What a program prints as its version; none if it is not installed.
async fn version(program: &str, args: &[&str]) -> Option<String> {
    Tool::new(program, program).args(args).limit(Duration::from_secs(30)).run(|_| ()).await.ok()
}

/// The first number of a version as tools print it: `v20.20.2`.
fn major(version: &Option<String>) -> Option<u32> {
    version.as_ref()?.trim_start_matches('v').split('.').next()?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_tools_print_them() {
        assert_eq!(major(&Some("v20.20.2\n".into())), Some(20));
        assert_eq!(major(&Some("none".into())), None);
        assert_eq!(major(&None), None);
    }
}
