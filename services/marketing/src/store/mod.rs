//! SQL, on kit's transaction type, and the SMS provider.
//!
//! A transaction that moves recipients of a campaign holds the campaign's row first ([`hold_campaign`]): so its counters are
//! exact, and its recipients stay as they were read. Rows of `standing` are locked last.

mod campaigns;
mod codes;
mod consents;
mod contacts;
mod erasures;
mod guest_texts;
mod locations;
mod outcomes;
mod pos_consents;
mod recipients;
mod rewards;
mod sms;
#[cfg(test)]
mod tests;
mod text_status;
mod workers;

use std::convert::Infallible;

use saffron_core::{held_as, held_as_text};

pub use campaigns::{
    Campaign, find_campaign, hold_campaign, hold_unfinished, insert_campaign, page_of_campaigns,
    save_campaign, unannounced,
};
pub use codes::{CheckVersion, code_results, known_checks, move_results, put_checks};
pub use consents::{
    Entry, EntryKey, EntryRow, Scope, apply_statements, hold_number, page_of_entries, standings,
};
pub use contacts::{
    add_tombstones, contacts_at, find_contact, forget_guest, keep_upserts, kept_guests, known_tombstones,
    page_of_people,
};
pub use erasures::{erasures_pending, note_erasure, sweep};
pub use guest_texts::{GuestText, forget_texts, insert_text, page_of_texts, texts_since};
pub use locations::{describe_location, find_location, hold_location, hold_locations, share_location};
pub use outcomes::{MessageRow, OutcomeRow, page_of_messages, page_of_outcomes};
pub use pos_consents::{PosConsent, apply_pos_consents};
pub use recipients::{
    DueRow, LinkedRow, NewRecipient, RowMove, counted, due_rows, exclude_waiting, find_linked,
    forget_recipients, insert_recipients, last_texted, mark_opted_out, move_rows, next_due, rows_in_hand,
    settle_as_unknown,
};
pub use rewards::{REWARDS, RewardKey, forget_reward, forget_rewards_before, note_reward};
pub use sms::{Sms, SmsFault};
pub use text_status::{keep_status, name_texts};
pub use workers::{
    Next, campaigns_in_hand, drop_worker, hold_lease, hold_pace, lost_workers, move_pace, next_campaign,
    take_lease, waiting,
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
