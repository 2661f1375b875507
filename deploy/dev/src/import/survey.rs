//! A first look through the whole file, for what no single row can tell: the form of its dates, its time
//! zone, and whether it is of one restaurant.

use std::collections::BTreeSet;
use std::path::Path;

use anyhow::bail;
use saffron_core::Zone;

use super::args::ImportArgs;
use super::book::MAX_ROWS;
use super::columns::{Field, Layout};
use super::dates::{Evidence, Form};
use super::rows::Rows;
use super::zones;

/// Where nothing names a zone. Only 'today' depends on it: an export has wall times.
const DEFAULT_ZONE: &str = "America/New_York";

/// What the file tells as a whole.
#[derive(Debug)]
pub struct Survey {
    /// What its columns mean.
    pub layout: Layout,
    /// How its dates are to be read.
    pub form: Option<Form>,
    /// The location's zone.
    pub zone: Zone,
    /// Whether the zone is neither given nor in the file.
    pub zone_is_default: bool,
}

/// Looks through a file.
pub fn survey(path: &Path, args: &ImportArgs) -> anyhow::Result<Survey> {
    let mut rows = Rows::open(path)?;
    let layout = Layout::of(rows.header(), &args.map).map_err(anyhow::Error::msg)?;
    let mut evidence = Evidence::default();
    let (mut zone_names, mut locations) = (BTreeSet::new(), BTreeSet::new());
    let mut count = 0;
    while let Some((_, row)) = rows.next()? {
        count += 1;
        if count > MAX_ROWS {
            bail!(
                "{} has more than {MAX_ROWS} rows. Split it by date, and import the parts.",
                path.display()
            );
        }
        let Ok(record) = row else { continue };
        let cell = |field| layout.column(field).and_then(|c| record.get(c)).unwrap_or_default().trim();
        evidence.see(cell(Field::Date));
        remember(&mut zone_names, cell(Field::Zone));
        remember(&mut locations, cell(Field::Location));
    }
    match &args.location {
        Some(name) if !locations.contains(name.as_str()) => {
            let known: Vec<_> = locations.into_iter().collect();
            bail!("No row is of the location '{name}'. There are: {}.", known.join(", "));
        }
        None if locations.len() > 1 => {
            let known: Vec<_> = locations.into_iter().collect();
            bail!(
                "The file holds several restaurants: {}. Which one? Say --location NAME.",
                known.join(", ")
            );
        }
        _ => {}
    }
    let form = evidence.form(args.form(), layout.kind.usual_form()).map_err(anyhow::Error::msg)?;
    let (zone, zone_is_default) = zone(args.time_zone.as_deref(), &zone_names)?;
    Ok(Survey { layout, form, zone, zone_is_default })
}

/// A file that was damaged may name anything; a few names are enough to ask.
fn remember(names: &mut BTreeSet<String>, name: &str) {
    if !name.is_empty() && names.len() < 100 && !names.contains(name) {
        names.insert(name.to_owned());
    }
}

fn zone(said: Option<&str>, in_file: &BTreeSet<String>) -> anyhow::Result<(Zone, bool)> {
    if let Some(name) = said {
        return Ok((zones::find(name).map_err(anyhow::Error::msg)?, false));
    }
    let known: BTreeSet<String> =
        in_file.iter().filter_map(|name| zones::find(name).ok()).map(|zone| zone.name().to_owned()).collect();
    let mut known = known.into_iter();
    match (known.next(), known.next(), in_file.first()) {
        (Some(_), Some(_), _) => bail!(
            "The file names several time zones. Which is the location's? Say --time-zone, e.g. --time-zone America/New_York."
        ),
        (Some(name), None, _) => Ok((zones::find(&name).map_err(anyhow::Error::msg)?, false)),
        (None, _, Some(unknown)) => Err(anyhow::Error::msg(
            zones::find(unknown).err().unwrap_or_else(|| "unknown time zone".to_owned()),
        )),
        (None, _, None) => Ok((zones::find(DEFAULT_ZONE).map_err(anyhow::Error::msg)?, true)),
    }
}
