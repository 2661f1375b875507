//! A first pass over the whole file for what a single row does not show: the form of dates, the time zone, and whether it
//! holds one restaurant.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::{bail, ensure};
use saffron_core::Zone;

use super::super::args::ImportArgs;
use super::super::book::MAX_ROWS;
use super::columns::{Field, Layout};
use super::dates::{Evidence, Form};
use super::rows::Rows;
use super::zones;

/// The zone if neither the file nor the caller names one. Only 'today' depends on it, as exports have wall times.
const DEFAULT_ZONE: &str = "America/New_York";

/// The result of the first pass.
#[derive(Debug)]
pub struct Survey {
    /// The meaning of the columns.
    pub layout: Layout,
    /// The form of the dates.
    pub form: Option<Form>,
    /// The location's zone.
    pub zone: Zone,
    /// Whether the zone is neither given nor in the file.
    pub zone_is_default: bool,
}

/// Surveys a file.
pub fn survey(path: &Path, args: &ImportArgs) -> anyhow::Result<Survey> {
    let mut rows = Rows::open(path)?;
    let layout = Layout::of(&rows.header, &args.map).map_err(anyhow::Error::msg)?;
    let mut evidence = Evidence::default();
    let (mut zone_names, mut locations) = (BTreeSet::new(), BTreeSet::new());
    let mut count = 0;
    while let Some((_, row)) = rows.next()? {
        count += 1;
        let file = path.display();
        ensure!(
            count <= MAX_ROWS,
            "{file} has more than {MAX_ROWS} rows. Split it by date, and import the parts."
        );
        let Ok(record) = row else { continue };
        evidence.see(layout.cell(record, Field::Date));
        remember(&mut zone_names, layout.cell(record, Field::Zone));
        remember(&mut locations, layout.cell(record, Field::Location));
    }
    let known = locations.iter().map(String::as_str).collect::<Vec<_>>().join(", ");
    match &args.location {
        Some(name) if !locations.contains(name.as_str()) => {
            bail!("No row is of the location '{name}'. There are: {known}.")
        }
        None if locations.len() > 1 => {
            bail!("The file holds several restaurants: {known}. Which one? Say --location NAME.")
        }
        _ => {}
    }
    let form = evidence.form(args.form(), layout.kind.usual_form()).map_err(anyhow::Error::msg)?;
    let (zone, zone_is_default) = zone(args.time_zone.as_deref(), &zone_names).map_err(anyhow::Error::msg)?;
    Ok(Survey { layout, form, zone, zone_is_default })
}

/// Adds a name, up to a few: a damaged file may have any number of them.
fn remember(names: &mut BTreeSet<String>, name: &str) {
    if !name.is_empty() && names.len() < 100 && !names.contains(name) {
        names.insert(name.to_owned());
    }
}

/// The zone that the caller or the file names, else the default, and whether it is the default.
fn zone(given: Option<&str>, in_file: &BTreeSet<String>) -> Result<(Zone, bool), String> {
    if let Some(name) = given {
        return Ok((zones::find(name)?, false));
    }
    let known = in_file.iter().filter_map(|name| zones::find(name).ok());
    let known: BTreeSet<String> = known.map(|zone| zone.name().to_owned()).collect();
    match known.first().or(in_file.first()) {
        _ if known.len() > 1 => Err("The file names several time zones. Which is the location's? \
             Output --time-zone, e.g. --time-zone America/New_York."
            .to_owned()),
        Some(name) => Ok((zones::find(name)?, false)),
        None => Ok((zones::find(DEFAULT_ZONE)?, true)),
    }
}
