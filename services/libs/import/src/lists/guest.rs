//! Guests.

use std::collections::BTreeSet;

use saffron_core::CustomerId;
use saffron_core::id::PosGiven as _;
use saffron_till::Guest;

use super::{Listed, Of, plain_id, too_long};
use crate::layout::Field;
use crate::reading::Entry;

/// The guest of a row. Consent comes only from columns that a person confirmed.
///
/// # Errors
/// Why it is none.
pub fn of(entry: &Entry, confirmed: &BTreeSet<Field>, of: &Of) -> Result<Listed, String> {
    let email = entry.text(Field::Email).map(str::to_owned);
    if email.as_ref().is_some_and(|email| !is_address(email)) {
        return Err("email: it is no email address".to_owned());
    }
    let phone = entry.text(Field::Phone).map(|phone| plain_id(phone).to_owned());
    if phone.as_ref().is_some_and(|phone| is_cut(phone)) {
        return Err("phone: a spreadsheet cut its digits; export the file again".to_owned());
    }
    let given = entry.text(Field::CustomerId).map(|id| plain_id(id).to_owned());
    // An address is no id that people should read: its hash is one.
    let of_address = || {
        let digits =
            |phone: &String| phone.chars().filter(|c| c.is_ascii_digit() || *c == '+').collect::<String>();
        let by_mail = email.as_ref().map(|email| format!("email {}", email.to_lowercase()));
        by_mail.or_else(|| phone.as_ref().map(|phone| format!("phone {}", digits(phone))))
    };
    let sent =
        given.clone().or_else(of_address).ok_or("has neither an id, an email address nor a phone number")?;
    too_long(&sent)?;
    let id = CustomerId::of_sent(&sent).map_err(|e| format!("its id {e}"))?;
    let sent = given.unwrap_or_else(|| id.to_string());
    let text = |field| entry.text(field).unwrap_or_default().to_owned();
    let consent = |field| entry.flags.get(&field).copied().filter(|_| confirmed.contains(&field));
    let first_name = entry.text(Field::FirstName).or_else(|| entry.text(Field::FullName)).unwrap_or_default();
    let guest = Guest {
        pos_id: of.pos_id.clone(),
        id,
        revision: of.revision,
        first_name: first_name.to_owned(),
        last_name: text(Field::LastName),
        email,
        cell_phone_number: phone,
        email_consent: consent(Field::EmailConsent),
        sms_consent: consent(Field::SmsConsent),
    };
    Listed::new(entry.place, "customer.upserted", "posCustomerID", sent, &guest)
}

fn is_address(email: &str) -> bool {
    let parts = email.split_once('@').filter(|(name, host)| !name.is_empty() && host.contains('.'));
    parts.is_some() && !email.contains(char::is_whitespace)
}

/// `1.55512E+10`
fn is_cut(phone: &str) -> bool {
    let rest = phone.trim_start_matches(|c: char| c.is_ascii_digit() || c == '.' || c == ',');
    rest.len() < phone.len() && (rest.starts_with("E+") || rest.starts_with("e+"))
}
