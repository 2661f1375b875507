//! The sandbox POS: four restaurants that register, have owners, and trade: the last weeks at once, on through today, each
//! check at its minute, and behind that back to 400 days ago. Those that have another POS are connected to it instead.

mod card_payments;
mod cash;
mod checks;
mod connection;
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

use anyhow::{Context as _, bail};
use clap::{Args, Subcommand};
use jiff::Timestamp;
use jiff::civil::Date;
use saffron_core::{BusinessDate, Clock, PosId};
use tokio::sync::Mutex;
use tokio::task::JoinSet;

use crate::ids::card_account;
use crate::mail::Reader;
use crate::progress::{self, Progress};
use crate::secret::{secret, value_or_file};
pub(crate) use card_payments::{CARDS, intent_keys};
use connection::Connected;
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
    /// The restaurants that come in through a connection to the stand-in of Square instead of a till, with commas
    #[arg(long, env = "SAFFRON_SANDBOX_CONNECTED", value_delimiter = ',')]
    connected: Vec<PosId>,
    /// The token with which they are connected
    #[arg(long, env = "SAFFRON_SQUARE_SANDBOX_TOKEN", hide_env_values = true)]
    square_token: Option<String>,
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
    let vendor = Vendor::new(api.clone(), Secret::new(key));
    let year = Arc::new(Year::load()?);
    let memory = Arc::new(Mutex::new(Memory::open(home)?));
    let promotions = Arc::new(RwLock::new(owners::Codes::new()));
    let mut players = Vec::new();
    let (mut of_square, mut codes) = (Vec::new(), HashMap::new());
    let restaurants = restaurants(&year)?;
    let is_known = |id: &&PosId| restaurants.iter().any(|restaurant| restaurant.pos_id == **id);
    if let Some(strange) = args.connected.iter().find(|id| !is_known(id)) {
        bail!("--connected {strange} is no location of the demo");
    }
    for restaurant in restaurants {
        let pos_id = restaurant.pos_id.clone();
        if memory.lock().await.is_connected(&pos_id, args.connected.contains(&pos_id)) {
            // Its card payments come from its POS.
            let registered = vendor.register(&registration(&restaurant)).await;
            let registered = registered.with_context(|| format!("cannot register {pos_id}"))?;
            memory.lock().await.connect(&pos_id)?;
            codes.insert(pos_id, registered.link_code);
            let today = restaurant.calendar()?.today(clock.now());
            of_square.push((restaurant, today));
            continue;
        }
        let vendor = vendor.clone().with_card_accounts(card_account);
        let (key, code) = register(&vendor, &restaurant, &memory).await?;
        codes.insert(pos_id, code);
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
    let square_token = (!of_square.is_empty())
        .then(|| secret(args.square_token.clone(), "SAFFRON_SQUARE_SANDBOX_TOKEN"))
        .transpose()?;
    progress.show("signing the owners up");
    let mail = Reader::new(&args.mail_page)?;
    let owners = owners::sign_in(&api, &mail, &restaurant::owners()?, &codes).await?;
    learn_codes(&owners, &promotions).await?;

    let (trickling, connections) = tokio::try_join!(
        catch_up(&players, args.days, &progress),
        connect(&owners, &of_square, square_token.as_ref(), args.days, &progress),
    )?;
    for owner in &owners {
        let tills =
            players.iter().map(|player| (&player.restaurant, BusinessDate::from_date(player.today())));
        let connected = of_square.iter().map(|(restaurant, today)| (restaurant, *today));
        for (restaurant, today) in tills.chain(connected) {
            if owner.locations.contains(&restaurant.pos_id) {
                owner.decide(restaurant, today).await?;
            }
        }
    }
    learn_codes(&owners, &promotions).await?;
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
    for owner in owners {
        let is_own = |one: &&Connected| owner.locations.contains(&one.pos_id);
        let own: Vec<Connected> = connections.iter().filter(is_own).cloned().collect();
        let progress = older.clone();
        filling_up.spawn(async move {
            for connected in &own {
                owner.comes_in(connected, None, &progress).await?;
            }
            owner.close().await;
            Ok(())
        });
    }
    let filled = async {
        all(filling_up).await?;
        progress::complete();
        Ok(())
    };
    tokio::try_join!(filled, all(going_on)).map(drop)
}

/// Has the tills send the last weeks of `days` and today so far; gives them with today and the moment up to which it is sent.
async fn catch_up(
    players: &[Arc<Player>],
    days: i64,
    progress: &Progress,
) -> anyhow::Result<Vec<(Timestamp, Date, Arc<Player>)>> {
    let mut catching_up = JoinSet::new();
    for player in players {
        let today = player.today();
        let recent = player.recent(today, days).await;
        progress.expect(recent.len());
        let (player, progress) = (player.clone(), progress.clone());
        let caught_up =
            async move { player.catch_up(&recent, today, &progress).await.map(|now| (now, today, player)) };
        catching_up.spawn(caught_up);
    }
    let mut caught_up = Vec::new();
    while let Some(done) = catching_up.join_next().await {
        caught_up.push(done.context("a restaurant stopped")??);
    }
    Ok(caught_up)
}

/// Has the owners connect their restaurants to Square, and waits until the last weeks of `days` and today are in.
async fn connect(
    owners: &[owners::Session],
    restaurants: &[(Restaurant, BusinessDate)],
    token: Option<&Secret>,
    days: i64,
    progress: &Progress,
) -> anyhow::Result<Vec<Connected>> {
    let mut connections = Vec::new();
    let latest = usize::try_from(days.min(player::RECENT) + 1)?;
    for (restaurant, today) in restaurants {
        let owner = owners.iter().find(|owner| owner.locations.contains(&restaurant.pos_id));
        let (Some(owner), Some(token)) = (owner, token) else { continue };
        let context = || format!("cannot connect {}", restaurant.pos_id);
        let Some(connected) = owner.connect(restaurant, *today, token).await.with_context(context)? else {
            continue;
        };
        owner.comes_in(&connected, Some(latest), progress).await.with_context(context)?;
        connections.push(connected);
    }
    Ok(connections)
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

/// What the vendor says of a restaurant.
fn registration(restaurant: &Restaurant) -> Registration {
    Registration {
        pos_id: restaurant.pos_id.clone(),
        name: Some(restaurant.name.clone()),
        time_zone: Some(restaurant.time_zone.clone()),
        day_start: Some(restaurant.day_start),
        website: Some(restaurant.website.clone()),
        postal_address: Some(restaurant.address.clone()),
        phone: Some(restaurant.phone.clone()),
        rotate_ingest_key: false,
        ingest_key_name: None,
    }
}

/// Registers a restaurant; gives its ingest key, stored or new, and a link code.
async fn register(
    vendor: &Vendor,
    restaurant: &Restaurant,
    memory: &Mutex<Memory>,
) -> anyhow::Result<(Secret, String)> {
    let pos_id = &restaurant.pos_id;
    let registration = registration(restaurant);
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
