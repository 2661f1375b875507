//! The sandbox POS: four restaurants that register, have owners, and trade: 400 days back, and on through
//! today, each check at its minute (design.md section 7).

mod accounts;
mod checks;
mod day;
mod dice;
mod guests;
mod home;
mod house;
pub(crate) mod intents;
mod once;
mod pizzaplace;
mod place;
mod places;
mod play;
mod shifts;
mod tell;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use saffron_core::{Clock, PosId};
use tokio::sync::{Mutex, mpsc};
use tokio::task::JoinSet;

use crate::card::account_of;
use crate::given;
use crate::mail::Reader;
use crate::till::{Door, Registration, Secret, Till, Vendor};
pub(crate) use day::Day;
pub(crate) use dice::Dice;
use home::Home;
pub(crate) use pizzaplace::Year;
pub(crate) use place::Place;
pub(crate) use places::all as restaurants;
use play::Player;
use tell::Tell;
pub(crate) use tell::write as write_line;

/// How long a call waits for a server that is away.
const PATIENCE: Duration = Duration::from_secs(10 * 60);

/// A POS with four restaurants
#[derive(Debug, Args)]
#[command(args_conflicts_with_subcommands = true)]
pub struct PosArgs {
    #[command(subcommand)]
    command: Option<PosCommand>,
    #[command(flatten)]
    run: RunArgs,
}

#[derive(Debug, Subcommand)]
enum PosCommand {
    /// Send one check that is closed at this moment
    Check(once::CheckArgs),
}

/// How the restaurants are run.
#[derive(Debug, Args)]
struct RunArgs {
    /// The instance
    #[arg(long, env = "SAFFRON_GATEWAY_ORIGIN", default_value = "http://localhost:8080")]
    url: String,
    /// The key with which a POS vendor provisions locations
    #[arg(long, env = "SAFFRON_PROVISIONING_KEY", hide_env_values = true)]
    provisioning_key: Option<String>,
    /// Where the mail catcher's page is, as host:port: the owners use the links that are mailed to them
    #[arg(long, env = "SAFFRON_MAIL_SANDBOX_PAGE", default_value = "127.0.0.1:8106")]
    mail_page: String,
    /// The folder in which keys and the last day are kept
    #[arg(long)]
    home: Option<PathBuf>,
    /// How many days before today
    #[arg(long, default_value_t = 400, value_parser = clap::value_parser!(i64).range(0..=3650))]
    days: i64,
    /// Stop when today's checks up to now are sent
    #[arg(long)]
    no_trickle: bool,
}

/// Runs what the command line says.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: PosArgs) -> anyhow::Result<()> {
    match args.command {
        Some(PosCommand::Check(args)) => once::check(&args, &Clock::system()).await,
        None => play(&args.run, &Clock::system()).await,
    }
}

async fn play(args: &RunArgs, clock: &Clock) -> anyhow::Result<()> {
    let home = args.home.as_ref().context("--home FOLDER is missing")?;
    let key = given::secret(args.provisioning_key.clone(), "SAFFRON_PROVISIONING_KEY")?;
    let key = key.context("--provisioning-key or SAFFRON_PROVISIONING_KEY is missing")?;
    let mut tell = Tell::new();
    tell.doing("opening the restaurants");
    let door = Door::new(&args.url, PATIENCE)?;
    let vendor = Vendor::new(door.clone(), Secret::new(key)).with_card_accounts(account_of);
    let year = Arc::new(Year::load()?);
    let home = Arc::new(Mutex::new(Home::open(home)?));
    let promotions = Arc::new(RwLock::new(house::Codes::new()));
    let (progress, mut sent) = mpsc::channel(16);
    let mut players = Vec::new();
    let mut codes = HashMap::new();
    for place in places::all(&year)? {
        let (key, code) = register(&vendor, &place, &home).await?;
        codes.insert(place.pos_id.to_string(), code);
        let player = Player {
            zone: place.time_zone.parse().with_context(|| format!("time zone of {}", place.pos_id))?,
            place,
            till: Till::new(door.clone(), key),
            year: year.clone(),
            home: home.clone(),
            codes: promotions.clone(),
            clock: clock.clone(),
            longest_nap: play::LONGEST_NAP,
            progress: progress.clone(),
        };
        players.push(Arc::new(player));
    }
    drop(progress);
    tell.doing("signing the owners up");
    let mail = Reader::new(&args.mail_page)?;
    let owners = accounts::set_up(&door, &mail, &codes).await?;
    know(&door, &owners, &promotions).await?;

    let mut catching_up = JoinSet::new();
    for player in &players {
        let today = player.today();
        let missing = player.missing(today, args.days).await;
        tell.expect(missing.len());
        let player = player.clone();
        catching_up
            .spawn(async move { anyhow::Ok((player.catch_up(&missing, today).await?, today, player)) });
    }
    let mut trickling = Vec::new();
    // The restaurants hold the channel's other ends.
    loop {
        tokio::select! {
            Some(days) = sent.recv() => tell.sent(days),
            done = catching_up.join_next() => match done {
                Some(done) => trickling.push(done.context("a restaurant stopped")??),
                None => break,
            },
        }
    }
    while let Ok(days) = sent.try_recv() {
        tell.sent(days);
    }
    for owner in &owners {
        for player in players.iter().filter(|player| owner.locations.contains(&player.place.pos_id.as_str()))
        {
            let today = saffron_core::BusinessDate::from_date(player.today());
            house::set_up(&door, owner, &player.place, today).await?;
        }
    }
    know(&door, &owners, &promotions).await?;
    for owner in &owners {
        accounts::log_out(&door, owner).await;
    }
    tell.ready();
    if args.no_trickle {
        return Ok(());
    }
    let mut going_on = JoinSet::new();
    for (since, today, player) in trickling {
        going_on.spawn(async move { player.trickle(today, since).await });
    }
    while let Some(ended) = going_on.join_next().await {
        ended.context("a restaurant stopped")??;
    }
    Ok(())
}

/// Learns the codes of promotions.
async fn know(
    door: &Door,
    owners: &[accounts::Session],
    promotions: &RwLock<house::Codes>,
) -> anyhow::Result<()> {
    for owner in owners {
        let pos_ids: Vec<PosId> = owner.locations.iter().filter_map(|id| id.parse().ok()).collect();
        let codes = house::codes(door, owner, &pos_ids).await?;
        if let Ok(mut known) = promotions.write() {
            known.extend(codes);
        }
    }
    Ok(())
}

/// Registers a restaurant: its ingest key, remembered or new, and a link code.
async fn register(vendor: &Vendor, place: &Place, home: &Mutex<Home>) -> anyhow::Result<(Secret, String)> {
    let registration = Registration {
        pos_id: place.pos_id.clone(),
        name: Some(place.name.to_owned()),
        time_zone: Some(place.time_zone.to_owned()),
        website: Some(place.website.to_owned()),
        postal_address: Some(place.address.to_owned()),
        phone: Some(place.phone.to_owned()),
        rotate_ingest_key: false,
    };
    let context = || format!("cannot register {}", place.pos_id);
    let registered = vendor.register(&registration).await.with_context(context)?;
    let mut home = home.lock().await;
    if let Some(key) = registered.ingest_key {
        home.begin(&place.pos_id, &key)?;
        return Ok((key, registered.link_code));
    }
    if let Some(key) = home.key(&place.pos_id) {
        return Ok((key, registered.link_code));
    }
    let (key, registered) = vendor.register_with_key(&registration).await.with_context(context)?;
    home.replace_key(&place.pos_id, &key)?;
    Ok((key, registered.link_code))
}

#[cfg(test)]
mod tests;
