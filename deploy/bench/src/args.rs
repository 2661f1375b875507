//! The benches of this program and their options, which `cargo dev bench` passes on.

use std::path::PathBuf;

use clap::{ArgMatches, Args, Command, CommandFactory as _, FromArgMatches as _, Parser, Subcommand};

use crate::loads::facts::Holds;

/// Measures Saffron on this machine; `cargo dev bench` builds this and runs it.
#[derive(Parser)]
#[command(name = "cargo dev bench", bin_name = "cargo dev bench", disable_help_subcommand = true)]
struct Cli {
    #[command(subcommand)]
    bench: Bench,
}

/// One bench. Each starts servers and services of its own and stops them.
#[derive(Subcommand)]
pub enum Bench {
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
    /// A file of checks, from its first byte to the reports, and the memory that takes
    Imports(ImportsArgs),
    /// The past of a location at Square, from the token to the reports, and what is asked for afterwards
    Connect(ConnectArgs),
    /// Messages a second of campaigns, to a mail server and an SMS provider that take them at once
    Marketing(MarketingArgs),
    /// One message to every open app, beside nginx with its nchan module
    Push(PushArgs),
    /// Every report with as much as the demo has, ten times and a hundred times as much
    Growth(GrowthArgs),
}

/// Options of `bench tills`.
#[derive(Args)]
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

/// Options of `bench reports`.
#[derive(Args)]
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
    /// A program `saffron` of another version, measured in the same rounds with the facts of the first system
    #[arg(long)]
    pub before: Option<PathBuf>,
}

/// Options of `bench ingest`.
#[derive(Args)]
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
    /// What checks hold, each a case of its own
    #[arg(long, value_enum, default_values_t = [Holds::Plain, Holds::Full], value_delimiter = ',')]
    pub holds: Vec<Holds>,
    /// A program `saffron` of another version, measured in the same rounds with the plain checks
    #[arg(long)]
    pub before: Option<PathBuf>,
}

/// Options of `bench growth`.
#[derive(Args)]
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

/// Options of `bench footprint`.
#[derive(Args)]
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

/// Options of `bench lists`.
#[derive(Args)]
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

/// Options of `bench imports`.
#[derive(Args)]
pub struct ImportsArgs {
    /// Rounds
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Rows of a file, each a case of its own
    #[arg(long, default_values_t = [75_000], value_delimiter = ',', value_parser = clap::value_parser!(u32).range(3..=5_000_000))]
    pub rows: Vec<u32>,
    /// The least bytes of a row
    #[arg(long, default_value_t = 150, value_parser = clap::value_parser!(u32).range(1..=100_000))]
    pub row_bytes: u32,
    /// Days, ending yesterday
    #[arg(long, default_value_t = 365, value_parser = clap::value_parser!(u32).range(1..=3_650))]
    pub days: u32,
}

/// Options of `bench connect`.
#[derive(Args)]
pub struct ConnectArgs {
    /// Rounds
    #[arg(long, default_value_t = 3, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Days before today
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(i64).range(1..=3_650))]
    pub days: i64,
    /// Checks of a day
    #[arg(long, default_value_t = 250, value_parser = clap::value_parser!(u32).range(1..=600))]
    pub checks: u32,
    /// Seconds for which calls are counted once all is read
    #[arg(long, default_value_t = 180, value_parser = clap::value_parser!(u32).range(1..=3_600))]
    pub rest: u32,
}

/// Options of `bench marketing`.
#[derive(Args)]
pub struct MarketingArgs {
    /// Interleaved rounds
    #[arg(long, default_value_t = 5, value_parser = clap::value_parser!(u32).range(1..=100))]
    pub rounds: u32,
    /// Guests whom each campaign goes to
    #[arg(long, default_value_t = 20_000, value_parser = clap::value_parser!(u32).range(100..=25_000))]
    pub guests: u32,
}

/// Options of `bench push`.
#[derive(Args)]
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

impl Bench {
    /// The bench that the command line asks for, and the command with every option that it has, those by default too.
    /// Ends the process where the command line cannot be read.
    pub fn of_process() -> (Bench, String) {
        let matches = Cli::command().get_matches();
        let command = format!("cargo dev bench {}", words(&matches).join(" "));
        let cli = Cli::from_arg_matches(&matches).unwrap_or_else(|error| error.exit());
        (cli.bench, command)
    }
}

/// The bench and its options with their values.
fn words(matches: &ArgMatches) -> Vec<String> {
    let Some((name, options)) = matches.subcommand() else { return Vec::new() };
    let command = Cli::command();
    let known = command.find_subcommand(name).into_iter().flat_map(Command::get_arguments);
    let given = known.filter_map(|option| {
        let values = options.get_raw(option.get_id().as_str())?.map(|value| value.to_string_lossy());
        Some(format!("--{} {}", option.get_long()?, values.collect::<Vec<_>>().join(",")))
    });
    [name.to_owned()].into_iter().chain(given).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn command_of(words: &[&str]) -> String {
        let matches = Cli::command().try_get_matches_from([&["bench"], words].concat()).unwrap();
        super::words(&matches).join(" ")
    }

    #[test]
    fn printed_command_names_every_option() {
        assert_eq!(
            command_of(&["reports", "--rounds", "2"]),
            "reports --rounds 2 --seconds 5 --scale 10 --checks 3"
        );
        assert_eq!(
            command_of(&["ingest", "--message", "1,20,50"]),
            "ingest --rounds 5 --checks 200000 --message 1,20,50 --holds plain,full"
        );
        assert_eq!(
            command_of(&["ingest", "--holds", "full", "--before", "old/saffron"]),
            "ingest --rounds 5 --checks 200000 --message 1,50 --holds full --before old/saffron"
        );
    }

    #[test]
    fn printed_command_is_read_as_the_same_bench() {
        for words in [
            &["growth", "--days", "30", "--times", "1,5"][..],
            &["imports", "--rows", "300,3000"],
            &["connect", "--days", "30"],
            &["lists", "--guests", "20000"],
            &["marketing", "--guests", "500", "--rounds", "1"],
            &["push", "--clients", "100", "--messages", "5"],
            &["tills", "--rate", "10", "--minutes", "1", "--apps", "5"],
            &["footprint"],
        ] {
            let command = command_of(words);
            assert_eq!(command_of(&command.split(' ').collect::<Vec<_>>()), command);
        }
    }
}
