//! The command line of `cargo dev import`.

use std::path::PathBuf;

use clap::Args;
use saffron_core::PosId;

use super::read::columns::{Field, field_names, mapping};
use super::read::dates::Form;

/// Brings another POS's sales in, through the same API as a till's
#[derive(Debug, Clone, Args)]
pub struct ImportArgs {
    /// The export: Square Items detail, Toast ItemSelectionDetails, or any CSV with --map
    pub file: PathBuf,
    /// Square's Transactions CSV of the same days: tips and payment types
    pub transactions: Option<PathBuf>,
    /// The location that gets the sales; a new posID is provisioned
    #[arg(long)]
    pub pos_id: PosId,
    /// Its name, as owners read it (default: the posID)
    #[arg(long)]
    pub name: Option<String>,
    /// Its time zone, an IANA name (default: the file's, else America/New_York)
    #[arg(long)]
    pub time_zone: Option<String>,
    /// The fields of the columns, e.g. 'Order No=order,Day=date,Product=item,Total=amount'
    #[arg(long, value_delimiter = ',', value_parser = mapping, value_name = "COLUMN=FIELD,…",
          long_help = format!("What the columns of a file mean that is no known export, e.g. \
          'Order No=order,Day=date,Product=item,Total=amount'. Fields: {}", field_names()))]
    pub map: Vec<(String, Field)>,
    /// 3/4/2026 is the third of April
    #[arg(long, conflicts_with = "month_first")]
    pub day_first: bool,
    /// 3/4/2026 is the fourth of March
    #[arg(long)]
    pub month_first: bool,
    /// Of a file with several restaurants: the one to import
    #[arg(long)]
    pub location: Option<String>,
    /// Replaces what was sent with a lower one (default: seconds since 1970)
    #[arg(long, value_parser = clap::value_parser!(i64).range(0..=1 << 53))]
    pub revision: Option<i64>,
    /// Writes all refused rows to this CSV file
    #[arg(long, value_name = "FILE")]
    pub refused: Option<PathBuf>,
    /// Reads and sums the file, and sends nothing
    #[arg(long)]
    pub dry_run: bool,
    /// The instance
    #[arg(long, env = "SAFFRON_GATEWAY_ORIGIN", default_value = "http://localhost:8080")]
    pub url: String,
    /// The location's ingest key; without it the location is provisioned, and an existing one gets another key
    #[arg(long, env = "SAFFRON_INGEST_KEY", hide_env_values = true, allow_hyphen_values = true)]
    pub ingest_key: Option<String>,
    /// The key with which a POS vendor provisions locations
    #[arg(long, env = "SAFFRON_PROVISIONING_KEY", hide_env_values = true, allow_hyphen_values = true)]
    pub provisioning_key: Option<String>,
}

impl ImportArgs {
    /// The form of dates that the options give.
    pub fn form(&self) -> Option<Form> {
        match (self.day_first, self.month_first) {
            (true, _) => Some(Form::DayFirst),
            (_, true) => Some(Form::MonthFirst),
            _ => None,
        }
    }
}
