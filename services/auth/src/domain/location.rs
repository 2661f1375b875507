use saffron_core::contact::is_host;
use saffron_core::{Calendar, DayStart, DayStarts, Error, PosId, UsPhone, Zone, parse_field};

use super::code::is_base64url;
use super::person::filled_label;

/// A restaurant as its owners see it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Location {
    /// Unique in the installation.
    pub pos_id: PosId,
    pub name: String,
    /// A URL or a host; may be empty.
    pub website: String,
    pub time_zone: Zone,
    /// One line; may be empty.
    pub postal_address: String,
    /// Ten digits; may be empty.
    pub phone: String,
    /// When its business days begin.
    pub day_starts: DayStarts,
}

impl Location {
    /// Its time zone and days.
    pub fn calendar(&self) -> Calendar {
        Calendar::new(self.time_zone.clone(), self.day_starts.clone())
    }
}

/// A location as a POS vendor registers it. An omitted field does not change.
#[derive(Debug, Clone)]
pub struct Registration {
    /// Empty texts are omitted fields.
    pub location: Location,
    pub card_account: CardAccount,
}

/// A location's account at the card provider, as a vendor registers it.
#[derive(Debug, Clone, PartialEq, Eq)]
pub enum CardAccount {
    /// Omitted: the account does not change.
    Unchanged,
    /// The location has no account any more.
    Clear,
    Set(String),
}

/// An account at the card provider that the operator allowed to a vendor.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct AllowedAccount {
    /// The provider's id of the account.
    pub card_account: String,
    /// The location that has it now.
    pub pos_id: Option<PosId>,
}

/// A registration as a vendor sends it, not checked yet.
#[derive(Debug, Clone, Default)]
pub struct SentLocation {
    pub pos_id: String,
    pub name: String,
    pub website: String,
    pub time_zone: String,
    pub postal_address: String,
    pub phone: String,
    /// Counts for a new location alone: of a known one its people set it. Empty if it is omitted.
    pub day_start: String,
    /// Empty if it is omitted.
    pub card_account: String,
    /// Whether `cardAccount` is null.
    pub clear_card_account: bool,
}

impl Registration {
    pub fn check(sent: SentLocation) -> Result<Registration, Error> {
        let pos_id: PosId = parse_field("posID", &sent.pos_id)?;
        if pos_id.is_sample() {
            return Err(Error::invalid("posID", "is kept for sample restaurants: choose another"));
        }
        let name = filled_label("name", sent.name)?.as_str().to_owned();
        let time_zone = sent.time_zone.trim().parse().map_err(|_| bad_time_zone())?;
        let phone = match sent.phone.trim() {
            "" => String::new(),
            text => parse_field::<UsPhone>("phone", text)?.to_string(),
        };
        let day_start = match sent.day_start.trim() {
            "" => DayStart::STANDARD,
            text => parse_field("dayStart", text)?,
        };
        let location = Location {
            pos_id,
            name,
            website: checked_website(sent.website.trim())?,
            time_zone,
            postal_address: checked_postal_address(sent.postal_address.trim())?,
            phone,
            day_starts: DayStarts::always(day_start),
        };
        let card_account = match (sent.clear_card_account, sent.card_account.trim()) {
            (true, "") => CardAccount::Clear,
            (true, _) => return Err(Error::invalid("cardAccount", "cannot be set and cleared at once")),
            (false, "") => CardAccount::Unchanged,
            (false, text) => CardAccount::Set(checked_card_account(text)?),
        };
        Ok(Registration { location, card_account })
    }
}

/// The refusal of what is no time zone.
pub fn bad_time_zone() -> Error {
    Error::invalid("timeZone", "must be the IANA name of a time zone such as America/Chicago")
}

/// Accepts only http and https, and a host that people can reach: the text becomes a link.
fn checked_website(text: &str) -> Result<String, Error> {
    let rest = text.strip_prefix("https://").or_else(|| text.strip_prefix("http://")).unwrap_or(text);
    let end = rest.find(['/', '?', '#']).unwrap_or(rest.len());
    let (authority, path) = rest.split_at_checked(end).unwrap_or((rest, ""));
    let (host, port) = authority.split_once(':').map_or((authority, None), |(host, port)| (host, Some(port)));
    let fits = text.len() <= 200
        && is_host(host)
        && port.is_none_or(|port| port.parse::<u16>().is_ok())
        && path.bytes().all(|byte| byte.is_ascii_graphic() && !b"\"<>\\^`{|}".contains(&byte));
    if text.is_empty() || fits {
        Ok(text.to_owned())
    } else {
        let message =
            "must be an http or https address or a host such as www.example.com, at most 200 characters";
        Err(Error::invalid("website", message))
    }
}

fn checked_postal_address(text: &str) -> Result<String, Error> {
    if text.chars().count() > 300 || text.chars().any(char::is_control) {
        return Err(Error::invalid("postalAddress", "must be one line of at most 300 characters"));
    }
    Ok(text.to_owned())
}

/// Checks the id of an account at the card provider.
pub fn checked_card_account(text: &str) -> Result<String, Error> {
    if !is_base64url(text, 1..=64) {
        let message = "must have 1 to 64 characters of A-Z, a-z, 0-9, _ and -";
        return Err(Error::invalid("cardAccount", message));
    }
    Ok(text.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sent() -> SentLocation {
        SentLocation {
            pos_id: "demo-pizza".into(),
            name: " Demo Pizza ".into(),
            time_zone: "America/Chicago".into(),
            ..SentLocation::default()
        }
    }

    #[test]
    fn an_optional_field_may_be_omitted() {
        let plain = Registration::check(sent()).unwrap();
        assert_eq!(
            (plain.location.name.as_str(), plain.card_account),
            ("Demo Pizza", CardAccount::Unchanged)
        );
        let full = Registration::check(SentLocation {
            website: "https://pizza.example:8443/menu?day=1".into(),
            phone: "(312) 555-0100".into(),
            day_start: "06:00".into(),
            postal_address: "1 Main St, Chicago, IL 60601".into(),
            card_account: "acct_1".into(),
            ..sent()
        });
        let full = full.unwrap();
        assert_eq!(
            (full.location.phone.as_str(), full.card_account),
            ("3125550100", CardAccount::Set("acct_1".into()))
        );
        let none = Registration::check(SentLocation { clear_card_account: true, ..sent() }).unwrap();
        assert_eq!(none.card_account, CardAccount::Clear);
    }

    #[test]
    fn a_wrong_field_is_named() {
        let wrong = |field: &str, change: fn(&mut SentLocation, String), text: String| {
            let mut sent = sent();
            change(&mut sent, text);
            let error = Registration::check(sent).unwrap_err();
            assert_eq!(error.field.as_deref(), Some(field), "{error}");
        };
        wrong("posID", |s, t| s.pos_id = t, "a b".into());
        wrong("posID", |s, t| s.pos_id = t, PosId::sample_of(&Zone::utc()).to_string());
        wrong("name", |s, t| s.name = t, " ".into());
        wrong("name", |s, t| s.name = t, "x".repeat(201));
        for zone in ["", "Chicago", "+01:00", "America/Nowhere"] {
            wrong("timeZone", |s, t| s.time_zone = t, zone.into());
        }
        for site in [
            "javascript:alert(1)",
            "ftp://a.example",
            "https://",
            "a b.example",
            "https://a@b.example",
            "a.example:99999",
            "a.example/\"<",
        ] {
            wrong("website", |s, t| s.website = t, site.into());
        }
        wrong("website", |s, t| s.website = t, format!("a.example/{}", "x".repeat(200)));
        wrong("phone", |s, t| s.phone = t, "555".into());
        wrong("dayStart", |s, t| s.day_start = t, "12:00".into());
        wrong("postalAddress", |s, t| s.postal_address = t, "x".repeat(301));
        wrong("postalAddress", |s, t| s.postal_address = t, "a\nb".into());
        wrong("cardAccount", |s, t| s.card_account = t, "acct 1".into());
        wrong("cardAccount", |s, t| (s.card_account, s.clear_card_account) = (t, true), "acct_1".into());
    }
}
