use saffron_kit::Secret;
use saffron_kit::config::{ConfigError, Env, wrong};

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
            .ok_or_else(|| {
                wrong(
                    name,
                    "must be <vendor>:<key>, separated by commas, each key with at least 16 characters",
                )
            })
    }

    /// Whose key this is. Looks at every key, so that its time does not tell where the right one stands.
    #[must_use]
    pub fn of_key(&self, key: &str) -> Option<&str> {
        self.0.iter().fold(
            None,
            |found, (vendor, known)| {
                if known.matches(key) { Some(vendor.as_str()) } else { found }
            },
        )
    }
}

/// Whether a text may name a vendor: 1 to 64 characters of A-Z, a-z, 0-9, - and _.
#[must_use]
pub fn is_vendor_name(text: &str) -> bool {
    (1..=64).contains(&text.len())
        && text.bytes().all(|b| b.is_ascii_alphanumeric() || b == b'-' || b == b'_')
}

/// The vendors that may have any account at the card provider which no other location has.
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

    /// Whether every account of this vendor is taken.
    #[must_use]
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
    fn a_key_is_of_one_vendor() {
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
    fn what_cannot_be_used_is_refused_without_showing_it() {
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
