//! Locations: their vendors, the people linked to them and their card accounts.

mod card_accounts;
mod creating;
mod describing;
mod ingest_keys;
mod linking;
mod people;
mod provisioning;
mod samples;
