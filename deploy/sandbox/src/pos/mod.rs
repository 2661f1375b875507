//! The sandbox POS: four restaurants that register, have owners, and trade: the last weeks at once, on through today, each
//! check at its minute, and behind that back to 400 days ago.

mod card_payments;
mod cash;
mod checks;
mod day;
mod dice;
mod guests;
mod memory;
mod one_check;
mod owners;
mod pizzaplace;
mod player;
mod restaurant;
mod shifts;

use std::collections::HashMap;
use std::path::PathBuf;
use std::sync::{Arc, RwLock};
use std::time::Duration;

use anyhow::Context as _;
use clap::{Args, Subcommand};
use saffron_core::{BusinessDate, Clock};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::ids::card_account;
use crate::mail::Reader;
use crate::progress::{self, Progress};
use crate::secret::value_or_file;
pub(crate) use card_payments::{CARDS, intent_keys};
pub(crate) use day::Day;
pub(crate) use dice::Dice;
pub(crate) use guests::known as known_guests;
use memory::Memory;
pub(crate) use pizzaplace::Year;
use player::Player;
pub(crate) use restaurant::{Restaurant, restaurants};
use saffron_core::Secret;
use saffron_till::{Api, Registration, Till, Vendor};

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
    Check(one_check::CheckArgs),
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
    /// Stop when all days and today's checks up to now are sent
    #[arg(long)]
    no_trickle: bool,
}

/// Runs what the command line asks for.
///
/// # Errors
/// What went wrong and what to do next.
pub async fn run(args: PosArgs) -> anyhow::Result<()> {
    match args.command {
        Some(PosCommand::Check(args)) => one_check::check(&args, &Clock::system()).await,
        None => play(&args.run, &Clock::system()).await,
    }
}

/// Registers the restaurants and runs them all.
async fn play(args: &RunArgs, clock: &Clock) -> anyhow::Result<()> {
    let home = args.home.as_ref().context("--home FOLDER is missing")?;
    let key = value_or_file(args.provisioning_key.clone(), "SAFFRON_PROVISIONING_KEY")?;
    let key = key.context("--provisioning-key or SAFFRON_PROVISIONING_KEY is missing")?;
    let progress = Progress::default();
    progress.show("opening the restaurants");
    let api = Api::new(&args.url, PATIENCE)?;
    let vendor = Vendor::new(api.clone(), Secret::new(key)).with_card_accounts(card_account);
    let year = Arc::new(Year::load()?);
    let memory = Arc::new(Mutex::new(Memory::open(home)?));
    let promotions = Arc::new(RwLock::new(owners::Codes::new()));
    let mut players = Vec::new();
    let mut codes = HashMap::new();
    for restaurant in restaurants(&year)? {
        let (key, code) = register(&vendor, &restaurant, &memory).await?;
        codes.insert(restaurant.pos_id.clone(), code);
        players.push(Arc::new(Player {
            calendar: restaurant.calendar()?,
            restaurant,
            till: Till::new(api.clone(), key),
            year: year.clone(),
            memory: memory.clone(),
            codes: promotions.clone(),
            clock: clock.clone(),
            longest_nap: player::LONGEST_NAP,
        }));
    }
    progress.show("signing the owners up");
    let mail = Reader::new(&args.mail_page)?;
    let owners = owners::sign_in(&api, &mail, &restaurant::owners()?, &codes).await?;
    learn_codes(&owners, &promotions).await?;

    let mut catching_up = JoinSet::new();
    for player in &players {
        let today = player.today();
        let recent = player.recent(today, args.days).await;
        progress.expect(recent.len());
        let (player, progress) = (player.clone(), progress.clone());
        let caught_up =
            async move { player.catch_up(&recent, today, &progress).await.map(|now| (now, today, player)) };
        catching_up.spawn(caught_up);
    }
    let mut trickling = Vec::new();
    while let Some(done) = catching_up.join_next().await {
        trickling.push(done.context("a restaurant stopped")??);
    }
    for owner in &owners {
        let is_own = |player: &&Arc<Player>| owner.locations.contains(&player.restaurant.pos_id);
        for player in players.iter().filter(is_own) {
            owner.decide(&player.restaurant, BusinessDate::from_date(player.today())).await?;
        }
    }
    learn_codes(&owners, &promotions).await?;
    for owner in owners {
        owner.close().await;
    }
    progress::ready();
    let mut going_on = JoinSet::new();
    if !args.no_trickle {
        for (since, today, player) in trickling.clone() {
            going_on.spawn(async move { player.trickle(today, since).await });
        }
    }
    let older = Progress::default();
    let mut filling_up = JoinSet::new();
    for (_, today, player) in trickling {
        let days = player.older(today, args.days).await;
        older.expect(days.len());
        let progress = older.clone();
        filling_up.spawn(async move { player.send(&days, &progress).await });
    }
    let filled = async {
        all(filling_up).await?;
        progress::complete();
        Ok(())
    };
    tokio::try_join!(filled, all(going_on)).map(drop)
}

/// Waits until every restaurant is done, or one has failed.
async fn all(mut restaurants: JoinSet<anyhow::Result<()>>) -> anyhow::Result<()> {
    while let Some(ended) = restaurants.join_next().await {
        ended.context("a restaurant stopped")??;
    }
    Ok(())
}

/// Reads the promotion codes of all owners.
async fn learn_codes(owners: &[owners::Session], promotions: &RwLock<owners::Codes>) -> anyhow::Result<()> {
    for owner in owners {
        let codes = owner.promotion_codes().await?;
        if let Ok(mut known) = promotions.write() {
            known.extend(codes);
        }
    }
    Ok(())
}

/// Registers a restaurant; gives its ingest key, stored or new, and a link code.
async fn register(
    vendor: &Vendor,
    restaurant: &Restaurant,
    memory: &Mutex<Memory>,
) -> anyhow::Result<(Secret, String)> {
    let pos_id = &restaurant.pos_id;
    let registration = Registration {
        pos_id: pos_id.clone(),
        name: Some(restaurant.name.clone()),
        time_zone: Some(restaurant.time_zone.clone()),
        day_start: Some(restaurant.day_start),
        website: Some(restaurant.website.clone()),
        postal_address: Some(restaurant.address.clone()),
        phone: Some(restaurant.phone.clone()),
        rotate_ingest_key: false,
        ingest_key_name: None,
    };
    let context = || format!("cannot register {pos_id}");
    let registered = vendor.register(&registration).await.with_context(context)?;
    let mut memory = memory.lock().await;
    if let Some(key) = registered.ingest_key {
        memory.begin(pos_id, &key)?;
        return Ok((key, registered.link_code));
    }
    if let Some(key) = memory.key(pos_id) {
        return Ok((key, registered.link_code));
    }
    let (key, registered) = vendor.register_with_key(&registration).await.with_context(context)?;
    memory.replace_key(pos_id, &key)?;
    Ok((key, registered.link_code))
}

#[cfg(test)]
mod tests;
