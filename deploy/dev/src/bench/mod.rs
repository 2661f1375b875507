//! `cargo dev bench`: what there is to measure, the way from the launcher to the benches, and one table of what they came
//! to. A further bench is a variant in `args.rs`, and what runs it in `deploy/bench` or in the browser tests' folder.

mod args;
pub mod figure;
pub mod machine;
mod run;
pub mod table;

use anyhow::{Result, bail};

pub use args::{
    AllArgs, Asked, Bench, FootprintArgs, GrowthArgs, IngestArgs, LighthouseArgs, ListsArgs, MarketingArgs,
    PushArgs, ReportsArgs, TillsArgs,
};

use crate::place::Place;
use crate::say::Say;

/// Runs one bench, or all of them, and prints one table of their figures.
pub async fn bench(place: &Place, asked: &Asked, say: &Say) -> Result<()> {
    let benches = match asked {
        Asked::One(bench) => vec![bench.clone()],
        Asked::All(args) => but(Bench::every()?, &args.without)?,
    };
    let command = match asked {
        Asked::One(bench) => bench.words().join(" "),
        Asked::All(args) if args.without.is_empty() => "all".to_owned(),
        Asked::All(args) => format!("all --without {}", args.without.join(",")),
    };
    let outcomes = run::all(place, &benches, say).await;
    say.line(run::summary(&format!("cargo dev bench {command}"), &outcomes));
    run::verdict(outcomes)
}

/// These without some.
fn but(benches: Vec<Bench>, without: &[String]) -> Result<Vec<Bench>> {
    let names: Vec<String> = benches.iter().map(Bench::name).collect();
    if let Some(unknown) = without.iter().find(|name| !names.contains(name)) {
        bail!("there is no bench '{unknown}'; there are: {}", names.join(", "));
    }
    Ok(benches.into_iter().filter(|bench| !without.contains(&bench.name())).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_left_out_has_to_be_there() {
        let all = Bench::every().unwrap();
        let left = but(all.clone(), &["growth".into(), "live".into()]).unwrap();
        assert_eq!(left.len(), all.len() - 2);
        let error = but(all, &["growht".into()]).unwrap_err().to_string();
        assert!(error.contains("'growht'") && error.contains("growth"), "{error}");
    }
}
