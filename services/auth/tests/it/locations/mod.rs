//! Locations: their vendors, the people linked to them and their card accounts.

mod card_accounts;
mod describing;
mod ingest_keys;
mod linking;
mod people;
mod provisioning;
