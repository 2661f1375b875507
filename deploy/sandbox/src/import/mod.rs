//! `saffron-sandbox import`: another POS's sales, read from its export and sent through the same API as a till's.
//! docs/importing.md is for owners.

mod args;
mod book;
mod checks;
mod ids;
mod progress;
mod read;
mod refusals;
mod send;
#[cfg(test)]
mod tests;

use std::io::Write;
use std::path::{Path, PathBuf};
use std::time::Duration;

use anyhow::{Context as _, bail};
use saffron_core::Clock;
use saffron_till::{Api, ApiError, Registration, Secret, Till, Vendor};

pub use args::ImportArgs;
pub use read::columns::Field;
pub use send::Totals;

use checks::Converter;
use read::rows::Rows;
use read::survey::{Survey, survey};
use read::tenders::{Tenders, is_transactions};
use refusals::Refusals;

/// How long a server may be away before an import gives up.
const PATIENCE: Duration = Duration::from_secs(15 * 60);

/// Imports a file and prints the result.
pub async fn run(args: ImportArgs) -> anyhow::Result<()> {
    let mut out = std::io::stdout();
    import(&args, &Clock::system(), &mut out).await.map(|_| ())
}

/// Imports a file and writes the result to `out`.
pub async fn import(
    args: &ImportArgs,
    clock: &Clock,
    out: &mut (dyn Write + Send),
) -> anyhow::Result<Totals> {
    let revision = args.revision.unwrap_or_else(|| clock.now().as_second());
    let (items, transactions) = files(args)?;
    let found = survey(&items, args)?;
    announce(args, &found, transactions.is_some(), out)?;

    let mut refusals = match &args.refused {
        Some(path) => {
            Refusals::with_file(path).with_context(|| format!("cannot write {}", path.display()))?
        }
        None => Refusals::default(),
    };
    let book = read::read(&items, args, &found, &mut refusals)?;
    let mut tenders = match &transactions {
        Some(path) => Some(Tenders::read(path, &found.zone, args.form(), &mut refusals)?),
        None => None,
    };
    if book.orders.is_empty() {
        refusals.finish(out, args.refused.as_deref())?;
        bail!("{} holds no row that can be imported.", items.display());
    }

    let (till, link_code) = if args.dry_run { (None, None) } else { open(args, &found).await? };
    let converter = Converter::new(&book, args.pos_id.clone(), revision).map_err(anyhow::Error::msg)?;
    let file = items.display().to_string();
    let totals = send::send(&file, &book, &converter, tenders.as_mut(), till.as_ref(), &mut refusals).await?;
    if let (Some(tenders), Some(path)) = (&tenders, &transactions) {
        let name = path.display().to_string();
        let mut lines: Vec<u64> = tenders.left().collect();
        lines.sort_unstable();
        lines
            .into_iter()
            .try_for_each(|line| refusals.left_out(&name, line, "transactions without items"))?;
    }
    refusals.finish(out, args.refused.as_deref())?;
    summarize(args, &totals, &refusals, link_code.as_deref(), out)?;
    Ok(totals)
}

/// The items file and the transactions file, in whichever order they were given.
fn files(args: &ImportArgs) -> anyhow::Result<(PathBuf, Option<PathBuf>)> {
    let transactions = |path: &Path| anyhow::Ok(is_transactions(&Rows::open(path)?.header));
    let first = args.map.is_empty() && transactions(&args.file)?;
    match (&args.transactions, first) {
        (None, false) => Ok((args.file.clone(), None)),
        (None, true) => {
            bail!("This is Square's Transactions CSV. Give its Items detail first, then this one.")
        }
        (Some(second), false) if transactions(second)? => Ok((args.file.clone(), Some(second.clone()))),
        (Some(second), true) if !transactions(second)? => Ok((second.clone(), Some(args.file.clone()))),
        (Some(second), _) => bail!("{} is not Square's Transactions CSV.", second.display()),
    }
}

/// Writes how the file is read, and the defaults for what it lacks.
fn announce(
    args: &ImportArgs,
    found: &Survey,
    has_tenders: bool,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    writeln!(out, "Layout: {}", found.layout.kind.title())?;
    let default = if found.zone_is_default { " (default; --time-zone says another)" } else { "" };
    writeln!(out, "Time zone: {}{default}", found.zone.name())?;
    if !found.layout.unused.is_empty() {
        writeln!(out, "Columns not used: {}", found.layout.unused.join(", "))?;
    }
    writeln!(out, "What the file does not say:")?;
    for default in found.layout.defaults(has_tenders) {
        writeln!(out, "  {default}")?;
    }
    if args.name.is_none() && args.ingest_key.is_none() {
        writeln!(
            out,
            "  name of the location: {}, if it is not known yet; --name gives another",
            args.pos_id
        )?;
    }
    Ok(())
}

/// The location's till, and a link code if the location was provisioned.
async fn open(args: &ImportArgs, found: &Survey) -> anyhow::Result<(Option<Till>, Option<String>)> {
    let api = Api::new(&args.url, PATIENCE)?;
    if let Some(key) = &args.ingest_key {
        return Ok((Some(Till::new(api, Secret::new(key.as_str()))), None));
    }
    let Some(key) = &args.provisioning_key else {
        bail!(
            "A location is provisioned with the instance's provisioning key: --provisioning-key or \
             SAFFRON_PROVISIONING_KEY. Or give the ingest key of a known one: --ingest-key."
        );
    };
    let registration = Registration {
        pos_id: args.pos_id.clone(),
        name: args.name.clone(),
        time_zone: args.time_zone.as_ref().map(|_| found.zone.name().to_owned()),
        day_start: None,
        website: None,
        postal_address: None,
        phone: None,
        rotate_ingest_key: false,
        ingest_key_name: None,
    };
    let vendor = Vendor::new(api.clone(), Secret::new(key.as_str()));
    let answer = match vendor.register_with_key(&registration).await {
        // A new location needs the name and the zone that an existing one keeps.
        Err(ApiError::Refused { status: 400, .. }) => {
            let complete = Registration {
                name: Some(args.name.clone().unwrap_or_else(|| args.pos_id.to_string())),
                time_zone: Some(found.zone.name().to_owned()),
                day_start: None,
                ..registration
            };
            vendor.register_with_key(&complete).await
        }
        answer => answer,
    };
    let (key, registered) = answer.context("cannot provision the location")?;
    Ok((Some(Till::new(api, key)), Some(registered.link_code)))
}

/// Writes what was imported and what to do next.
fn summarize(
    args: &ImportArgs,
    totals: &Totals,
    refusals: &Refusals,
    link_code: Option<&str>,
    out: &mut dyn Write,
) -> std::io::Result<()> {
    let verb = if args.dry_run { "Would import" } else { "Imported" };
    writeln!(out, "{verb} into {}:", args.pos_id)?;
    writeln!(out, "  checks       {} ({} refunds, {} voided)", totals.checks, totals.refunds, totals.voided)?;
    writeln!(out, "  lines        {}", totals.lines)?;
    writeln!(out, "  gross sales  ${}", totals.gross_sales)?;
    let span = totals.days.first().zip(totals.days.last());
    let span = span.map(|(first, last)| format!(" ({first} to {last})")).unwrap_or_default();
    writeln!(out, "  days         {}{span}", totals.days.len())?;
    writeln!(out, "  refused      {}", refusals.refused)?;
    writeln!(out, "  left out     {}", refusals.rows_left_out())?;
    if let Some(code) = link_code {
        writeln!(out, "Next: sign in at {}, choose Link restaurant, and enter", args.url)?;
        writeln!(out, "  posID      {}", args.pos_id)?;
        writeln!(out, "  link code  {code}   (once, within 7 days)")?;
    }
    Ok(())
}
