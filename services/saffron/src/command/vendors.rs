use saffron_core::Clock;
use saffron_kit::config::Env;
use saffron_kit::pg::{Database, PgConfig};

use crate::cli::{ClearAccount, OfVendor, VendorAccount};

/// Rows that one statement reads.
const PAGE: i64 = 1_000;

fn database(env: &Env) -> anyhow::Result<Database> {
    Ok(Database::open("auth", &PgConfig::from_env("auth", env)?, Clock::system())?)
}

/// Allows an account to a vendor.
pub async fn allow(env: &Env, what: VendorAccount) -> anyhow::Result<()> {
    saffron_auth::allow_account(&database(env)?, &what.vendor, &what.account).await?;
    println!("allowed: {} to {}", what.account, what.vendor);
    Ok(())
}

/// Takes an allowance back.
pub async fn forbid(env: &Env, what: VendorAccount) -> anyhow::Result<()> {
    saffron_auth::forbid_account(&database(env)?, &what.vendor, &what.account).await?;
    println!("no longer allowed: {} to {}", what.account, what.vendor);
    Ok(())
}

/// Prints the accounts that are allowed to a vendor, a line each.
pub async fn list(env: &Env, what: OfVendor) -> anyhow::Result<()> {
    let database = database(env)?;
    let mut after = String::new();
    loop {
        let page = saffron_auth::allowed_accounts(&database, &what.vendor, &after, PAGE).await?;
        for one in &page {
            println!("{}  {}", one.card_account, one.pos_id.as_ref().map_or("-", |pos_id| pos_id.as_str()));
        }
        match page.into_iter().next_back() {
            Some(last) => after = last.card_account,
            None => return Ok(()),
        }
    }
}

/// Takes an account off the location that has it.
pub async fn clear(env: &Env, what: ClearAccount) -> anyhow::Result<()> {
    let pos_id = saffron_auth::clear_account(&database(env)?, &what.account).await?;
    println!("cleared: {} of {pos_id}", what.account);
    Ok(())
}
