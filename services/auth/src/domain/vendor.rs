use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};

use super::code::is_base64url;

/// The shortest provisioning key, characters.
const SHORTEST_KEY: usize = 16;

/// The POS vendors that may register locations, each with its key.
#[derive(Debug, Clone)]
pub struct Vendors(Vec<(String, Secret)>);

impl Vendors {
    /// From `SAFFRON_AUTH_PROVISIONING_KEYS`: `<vendor>:<key>`, separated by commas. A vendor may have two
    /// keys while they are changed.
    pub fn from_env(env: &Env) -> Result<Vendors, ConfigError> {
        let name = "SAFFRON_AUTH_PROVISIONING_KEYS";
        let message = "must be <vendor>:<key>, separated by commas, each key with at least 16 characters";
        let text = env.secret(name)?;
        text.expose()
            .split(',')
            .map(|one| {
                let (vendor, key) = one.trim().split_once(':')?;
                (is_vendor_name(vendor) && key.len() >= SHORTEST_KEY)
                    .then(|| (vendor.to_owned(), Secret::new(key)))
            })
            .collect::<Option<Vec<_>>>()
            .map(Vendors)
            .ok_or_else(|| wrong(name, message))
    }

    /// The vendor of a key. Compares with every key, so that its time does not reveal which one matches.
    pub fn of_key(&self, key: &str) -> Option<&str> {
        self.0.iter().fold(None, |found, (name, known)| known.matches(key).then_some(name.as_str()).or(found))
    }
}

/// Stands for the vendor of locations that people make themselves; no vendor can be named so.
pub const NO_VENDOR: &str = "@people";

/// Whether a text may name a vendor: 1 to 64 characters of A-Z, a-z, 0-9, - and _.
pub fn is_vendor_name(text: &str) -> bool {
    is_base64url(text, 1..=64)
}

/// The vendors that may register any account at the card provider, if no other location has it.
#[derive(Debug, Clone, Default)]
pub struct CardVendors(Vec<String>);

impl CardVendors {
    /// From `SAFFRON_AUTH_CARD_VENDORS`: names separated by commas; none, if it is missing.
    pub fn from_env(env: &Env) -> Result<CardVendors, ConfigError> {
        let name = "SAFFRON_AUTH_CARD_VENDORS";
        let text: String = env.or(name, String::new())?;
        let names: Vec<String> =
            text.split(',').map(str::trim).filter(|one| !one.is_empty()).map(str::to_owned).collect();
        if names.iter().all(|one| is_vendor_name(one)) {
            Ok(CardVendors(names))
        } else {
            Err(wrong(name, "must be names of vendors, separated by commas"))
        }
    }

    /// Whether this vendor may register any account.
    pub fn is_trusted(&self, vendor: &str) -> bool {
        self.0.iter().any(|one| one == vendor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn vendors(text: &str) -> Result<Vendors, ConfigError> {
        Vendors::from_env(&Env::of([("SAFFRON_AUTH_PROVISIONING_KEYS", text)]))
    }

    #[test]
    fn a_key_belongs_to_one_vendor() {
        let known = vendors("acme:0123456789abcdef, till-co:fedcba9876543210").unwrap();
        assert_eq!(known.of_key("0123456789abcdef"), Some("acme"));
        assert_eq!(known.of_key("fedcba9876543210"), Some("till-co"));
        for bad in ["", "acme", "acme:0123456789abcdef", "0123456789abcde"] {
            assert_eq!(known.of_key(bad), None);
        }
    }

    #[test]
    fn only_named_vendors_may_have_any_account() {
        let of = |text: &str| CardVendors::from_env(&Env::of([("SAFFRON_AUTH_CARD_VENDORS", text)])).unwrap();
        assert!(of(" acme, till-co ").is_trusted("till-co") && of("acme").is_trusted("acme"));
        assert!(!of("acme").is_trusted("acm") && !of("").is_trusted("") && !of("").is_trusted("acme"));
    }

    #[test]
    fn an_unusable_value_is_refused_and_not_shown() {
        for bad in
            ["acme", "acme:short", ":0123456789abcdef", "a b:0123456789abcdef", "acme:0123456789abcdef,"]
        {
            let error = vendors(bad).unwrap_err().to_string();
            assert!(
                error.starts_with("SAFFRON_AUTH_PROVISIONING_KEYS: ") && !error.contains("0123"),
                "{error}"
            );
        }
    }
}
