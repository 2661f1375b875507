//! The benches and what each can be told. Both the launcher and the benches' own program read them.

use anyhow::Result;
use clap::{Args, CommandFactory, Parser, Subcommand};

use crate::test::Demo;

/// What is to be measured.
#[derive(Subcommand, Clone, Debug, PartialEq, Eq)]
pub enum Asked {
    /// All of what follows, one after the other, and one table of it (about an hour)
    All(AllArgs),
    /// One alone.
    #[command(flatten)]
    One(Bench),
}

/// What `bench all` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct AllArgs {
    /// Benches to leave out, comma separated
    #[arg(long, value_delimiter = ',', value_name = "NAME")]
    pub without: Vec<String>,
}

/// One bench. Every one starts servers and services of its own and stops them. All are run in this order.
#[derive(Subcommand, Clone, Debug, PartialEq, Eq)]
pub enum Bench {
    /// From a closed check to the changed number on an open screen (opens a browser)
    Live,
    /// How smoothly long lists of guests and items scroll, by the browser's own trace (opens a browser)
    Scroll,
    /// The same at full trade: a thousand checks a second, and a thousand apps open
    Tills(TillsArgs),
    /// Requests a second of the daily report through the gateway, beside the same rows from plain SQL
    Reports(ReportsArgs),
    /// Checks a second from the stream to committed roll-ups, beside INSERT alone
    Ingest(IngestArgs),
    /// Memory without a request, and from the start to ready, apart and as `saffron all`
    Footprint(FootprintArgs),
    /// Guests and items of one large location, by page and by search
    Lists(ListsArgs),
    /// Messages a second of campaigns, to a mail server and an SMS provider that take them at once
    Marketing(MarketingArgs),
    /// One message to every open app, beside nginx with its nchan module
    Push(PushArgs),
    /// What Lighthouse says of sign-in and Home, as a phone sees them (opens a browser)
    Lighthouse(LighthouseArgs),
    /// Every report with as much as the demo has, ten times and a hundred times as much
    Growth(GrowthArgs),
}

/// What `bench tills` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct TillsArgs {
    /// Checks a second, of all locations
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub rate: u32,
    /// Minutes of trade
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub minutes: u32,
    /// Open apps
    #[arg(long, default_value_t = 1_000, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub apps: u32,
    /// Owners; an app is one of theirs, and shows all of their locations
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub owners: u32,
    /// Locations of each owner
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub locations: u32,
}

/// What `bench reports` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct ReportsArgs {
    /// Interleaved rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: u32,
    /// How many times the facts the second system holds; 1 leaves it out
    #[arg(long, default_value_t = 10, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub scale: u32,
    /// Checks of each location and day in the first system
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub checks: u32,
}

/// What `bench ingest` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct IngestArgs {
    /// Interleaved rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Checks in the stream
    #[arg(long, default_value_t = 200_000, value_parser = clap::value_parser!(u32).range(1_000..=5_000_000))]
    pub checks: u32,
    /// Checks a message, each a case of its own
    #[arg(long, default_values_t = [1, 50], value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=500))]
    pub message: Vec<u32>,
}

/// What `bench growth` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct GrowthArgs {
    /// Checks of each location and day in the first pass; there are 50 locations
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub checks: u32,
    /// How many times the checks of the first pass there are in each
    #[arg(long, default_values_t = [1, 10, 100], value_delimiter = ',', value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub times: Vec<u32>,
    /// Days, ending yesterday
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=3_650))]
    pub days: u32,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: u32,
}

/// What `bench lighthouse` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct LighthouseArgs {
    /// Runs of each page, of which the median counts
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=25))]
    pub runs: u32,
}

/// What `bench footprint` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct FootprintArgs {
    /// Interleaved rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Checks of each location and day; there are 50 locations
    #[arg(long, default_value_t = 50, value_parser = clap::value_parser!(u32).range(1..=1_000))]
    pub checks: u32,
    /// Days, ending yesterday
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(u32).range(1..=3_650))]
    pub days: u32,
}

/// What `bench lists` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct ListsArgs {
    /// Rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Seconds of each measurement
    #[arg(long, default_value_t = 2, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub seconds: u32,
    /// Guests of the location; fewer than 10,000 do not have every end of a phone number
    #[arg(long, default_value_t = 50_000, value_parser = clap::value_parser!(u32).range(10_000..=1_000_000))]
    pub guests: u32,
    /// Items of the location; fewer than 1,000 do not have every price
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(1_000..=100_000))]
    pub items: u32,
}

/// What `bench marketing` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct MarketingArgs {
    /// Interleaved rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Guests whom each campaign goes to
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(100..=25_000))]
    pub guests: u32,
}

/// What `bench push` can be told.
#[derive(Args, Clone, Debug, PartialEq, Eq)]
pub struct PushArgs {
    /// Interleaved rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Clients on the stream
    #[arg(long, default_value_t = 5_000, value_parser = clap::value_parser!(u32).range(10..=10_000))]
    pub clients: u32,
    /// Messages a round, each to all of them
    #[arg(long, default_value_t = 100, value_parser = clap::value_parser!(u32).range(1..=10_000))]
    pub messages: u32,
    /// Clients that stop reading, at the end
    #[arg(long, default_value_t = 500, value_parser = clap::value_parser!(u32).range(1..=5_000))]
    pub stalled: u32,
}

/// What opens a browser: an npm script of the web app.
pub(super) struct Script {
    pub(super) name: &'static str,
    pub(super) args: Vec<String>,
    pub(super) demo: Demo,
}

#[derive(Parser)]
#[command(no_binary_name = true)]
struct Alone {
    #[command(subcommand)]
    bench: Bench,
}

impl Bench {
    /// Every bench there is, told nothing.
    pub fn every() -> Result<Vec<Bench>> {
        let command = Alone::command();
        let names = command.get_subcommands().map(|one| one.get_name());
        names.map(|name| Ok(Alone::try_parse_from([name])?.bench)).collect()
    }

    /// What it is called on the command line.
    #[must_use]
    pub fn name(&self) -> String {
        self.words().into_iter().next().unwrap_or_default()
    }

    /// The script of one that opens a browser.
    pub(super) fn in_browser(&self) -> Option<Script> {
        let bench = |file: &str| Script { name: "bench", args: vec![file.to_owned()], demo: Demo::None };
        match self {
            Bench::Live => Some(bench("live.bench.ts")),
            Bench::Scroll => Some(bench("scroll.bench.ts")),
            Bench::Lighthouse(args) => Some(Script {
                name: "lighthouse",
                args: vec!["--runs".to_owned(), args.runs.to_string()],
                demo: Demo::Days(30),
            }),
            Bench::Reports(_)
            | Bench::Tills(_)
            | Bench::Ingest(_)
            | Bench::Growth(_)
            | Bench::Footprint(_)
            | Bench::Lists(_)
            | Bench::Marketing(_)
            | Bench::Push(_) => None,
        }
    }

    /// The command line that says the same.
    #[must_use]
    pub fn words(&self) -> Vec<String> {
        let with = |name: &str, options: &[(&str, String)]| {
            let options = options.iter().flat_map(|(option, value)| [format!("--{option}"), value.clone()]);
            [name.to_owned()].into_iter().chain(options).collect()
        };
        match self {
            Bench::Live => with("live", &[]),
            Bench::Scroll => with("scroll", &[]),
            Bench::Lighthouse(args) => with("lighthouse", &[("runs", args.runs.to_string())]),
            Bench::Reports(args) => with(
                "reports",
                &[
                    ("rounds", args.rounds.to_string()),
                    ("seconds", args.seconds.to_string()),
                    ("scale", args.scale.to_string()),
                    ("checks", args.checks.to_string()),
                ],
            ),
            Bench::Tills(args) => with(
                "tills",
                &[
                    ("rate", args.rate.to_string()),
                    ("minutes", args.minutes.to_string()),
                    ("apps", args.apps.to_string()),
                    ("owners", args.owners.to_string()),
                    ("locations", args.locations.to_string()),
                ],
            ),
            Bench::Ingest(args) => with(
                "ingest",
                &[
                    ("rounds", args.rounds.to_string()),
                    ("checks", args.checks.to_string()),
                    ("message", listed(&args.message)),
                ],
            ),
            Bench::Growth(args) => with(
                "growth",
                &[
                    ("checks", args.checks.to_string()),
                    ("times", listed(&args.times)),
                    ("days", args.days.to_string()),
                    ("seconds", args.seconds.to_string()),
                ],
            ),
            Bench::Footprint(args) => with(
                "footprint",
                &[
                    ("rounds", args.rounds.to_string()),
                    ("checks", args.checks.to_string()),
                    ("days", args.days.to_string()),
                ],
            ),
            Bench::Lists(args) => with(
                "lists",
                &[
                    ("rounds", args.rounds.to_string()),
                    ("seconds", args.seconds.to_string()),
                    ("guests", args.guests.to_string()),
                    ("items", args.items.to_string()),
                ],
            ),
            Bench::Marketing(args) => {
                with("marketing", &[("rounds", args.rounds.to_string()), ("guests", args.guests.to_string())])
            }
            Bench::Push(args) => with(
                "push",
                &[
                    ("rounds", args.rounds.to_string()),
                    ("clients", args.clients.to_string()),
                    ("messages", args.messages.to_string()),
                    ("stalled", args.stalled.to_string()),
                ],
            ),
        }
    }
}

/// Numbers as they are given to an option.
fn listed(numbers: &[u32]) -> String {
    numbers.iter().map(u32::to_string).collect::<Vec<_>>().join(",")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[derive(Parser)]
    #[command(no_binary_name = true)]
    struct Whole {
        #[command(subcommand)]
        asked: Asked,
    }

    fn parse(words: &[&str]) -> Bench {
        Alone::try_parse_from(words).unwrap().bench
    }

    #[test]
    fn all_are_every_one_once() {
        let names: Vec<String> = Bench::every().unwrap().iter().map(Bench::name).collect();
        let unique: std::collections::BTreeSet<&String> = names.iter().collect();
        assert_eq!(unique.len(), names.len());
        assert!(names.iter().any(|name| name == "live") && names.last().unwrap() == "growth", "{names:?}");
        for name in &names {
            let asked = Whole::try_parse_from([name]).unwrap().asked;
            assert!(matches!(asked, Asked::One(bench) if bench.name() == *name));
        }
        let all = Whole::try_parse_from(["all", "--without", "growth,live"]).unwrap().asked;
        assert_eq!(all, Asked::All(AllArgs { without: vec!["growth".into(), "live".into()] }));
    }

    #[test]
    fn a_bench_is_told_on_as_it_was_told() {
        for words in [
            &["reports", "--rounds", "2", "--seconds", "1", "--scale", "1", "--checks", "7"][..],
            &["ingest", "--checks", "5000", "--message", "1,20,50"],
            &["growth", "--days", "30", "--times", "1,5"],
            &["lighthouse", "--runs", "1"],
            &["lists", "--guests", "20000"],
            &["marketing", "--guests", "500", "--rounds", "1"],
            &["push", "--clients", "100", "--messages", "5"],
            &["tills", "--rate", "10", "--minutes", "1", "--apps", "5"],
        ] {
            let bench = parse(words);
            let again: Vec<String> = bench.words();
            let again: Vec<&str> = again.iter().map(String::as_str).collect();
            assert_eq!(parse(&again), bench);
        }
        assert_eq!(
            parse(&["reports"]).words(),
            ["reports", "--rounds", "5", "--seconds", "5", "--scale", "10", "--checks", "3"]
        );
    }
}
