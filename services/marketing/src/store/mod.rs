//! SQL, on kit's transaction type, and the SMS provider.
//!
//! A transaction that updates recipients of a campaign first locks the campaign's row ([`lock_campaign`]): so the counters are
//! exact, and the recipients stay as they were read. Rows of `standing` are locked last.

mod campaigns;
mod codes;
mod consents;
mod contacts;
mod erasures;
mod locations;
mod outcomes;
mod recipients;
mod rewards;
mod texts;
mod workers;

use std::convert::Infallible;

use saffron_core::{held_as, held_as_text};

pub use campaigns::{
    Campaign, find_campaign, insert_campaign, lock_campaign, lock_unfinished, page_of_campaigns,
    save_campaign, unannounced,
};
pub use codes::{CheckVersion, add_results, code_results, store_checks, stored_checks};
pub use consents::{
    Entry, EntryKey, EntryRow, PosConsent, Scope, apply_pos_consents, apply_statements, lock_number,
    page_of_entries, standings,
};
pub use contacts::{
    add_tombstones, contacts_at, erase_guest, find_contact, find_tombstones, page_of_guests, store_guests,
    stored_guests,
};
pub use erasures::{add_erasure, pending_erasures, vacuum};
pub use locations::{describe_location, find_location, lock_location, lock_location_shared, lock_locations};
pub use outcomes::{MessageRow, OutcomeRow, page_of_messages, page_of_outcomes};
pub use recipients::{
    DueRecipient, LinkedRecipient, NewRecipient, RowUpdate, claimed_rows, due_recipients, erase_recipients,
    exclude_waiting, find_recipient, insert_recipients, last_texted, mark_all_unknown, mark_opted_out,
    next_due, update_rows, weekly_counts,
};
pub use rewards::{REWARDS, RewardKey, clear_rewards, dequeue_reward, queue_reward};
pub use texts::{
    GuestText, Sms, SmsFault, delete_texts, insert_text, page_of_texts, store_provider_ids, store_status,
    texts_since,
};
pub use workers::{
    NextCampaign, claimed_campaigns, end_lease, lock_lease, lock_next_send, lost_workers, next_campaign,
    renew_lease, set_next_send, waiting,
};

use crate::domain::{
    Act, Address, AddressHash, CampaignKind, CampaignState, Channel, Code, Exclusion, Outcome,
};

held_as_text!(Act, CampaignKind, CampaignState, Channel, Code, Exclusion, Outcome, Scope);
held_as!(&str: Address, |address| address.as_str(), |text: &str| Ok::<_, Infallible>(Address::stored(text)));
held_as!([u8; 32]: AddressHash, |hash| hash.0, |bytes| Ok::<_, Infallible>(AddressHash(bytes)));

/// A column of rows, as a parameter of a statement.
fn column<'r, R, C>(rows: &'r [R], of: impl FnMut(&'r R) -> C) -> Vec<C> {
    rows.iter().map(of).collect()
}
