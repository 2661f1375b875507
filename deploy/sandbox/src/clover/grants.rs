//! Tokens: those that merchants make, and those of applications, which expire.

use std::collections::{BTreeSet, HashMap};

use jiff::{SignedDuration, Timestamp};
use saffron_core::Secret;

use super::fault::Fault;

/// How long a code may be used.
const CODE_LIFE: SignedDuration = SignedDuration::from_mins(10);
/// How long access of an application lives.
const TOKEN_LIFE: SignedDuration = SignedDuration::from_mins(30);

/// The permissions that the stand-in's calls need.
pub const PERMISSIONS: [&str; 7] =
    ["MERCHANT_R", "ORDERS_R", "PAYMENTS_R", "INVENTORY_R", "INVENTORY_W", "EMPLOYEES_R", "CUSTOMERS_R"];

#[derive(Debug, Clone)]
struct Token {
    merchant: String,
    permissions: BTreeSet<String>,
    expires: Option<Timestamp>,
}

/// Tokens that were made.
#[derive(Debug, Clone)]
pub struct Made {
    pub access: String,
    pub refresh: String,
    pub expires: Timestamp,
}

/// All tokens and codes.
#[derive(Debug, Default)]
pub struct Grants {
    tokens: HashMap<String, Token>,
    codes: HashMap<String, (String, Timestamp)>,
    /// The merchant of each; they work once.
    refreshes: HashMap<String, String>,
}

impl Grants {
    /// Adds a merchant's own token, which does not expire; without permissions it has all of them.
    pub fn own(&mut self, token: &str, merchant: &str, permissions: Option<&[&str]>) {
        let permissions = permissions.unwrap_or(&PERMISSIONS).iter().map(|one| (*one).to_owned()).collect();
        self.tokens
            .insert(token.to_owned(), Token { merchant: merchant.to_owned(), permissions, expires: None });
    }

    /// The merchant of a token that has a permission.
    pub fn find(&self, token: Option<&str>, permission: &str, now: Timestamp) -> Result<&str, Fault> {
        let token = token.and_then(|token| self.tokens.get(token)).ok_or_else(Fault::unauthorized)?;
        let is_valid = token.expires.is_none_or(|expires| now < expires);
        if !is_valid || !token.permissions.contains(permission) {
            return Err(Fault::unauthorized());
        }
        Ok(&token.merchant)
    }

    /// A code that a person's browser brings the application.
    pub fn code(&mut self, merchant: &str, now: Timestamp) -> String {
        let code = Secret::random().expose().to_owned();
        self.codes.insert(code.clone(), (merchant.to_owned(), now));
        code
    }

    /// Exchanges a code.
    pub fn redeem(&mut self, code: &str, now: Timestamp) -> Result<Made, Fault> {
        let (merchant, made) = self.codes.remove(code).ok_or_else(Fault::unauthorized)?;
        if now.duration_since(made) > CODE_LIFE {
            return Err(Fault::unauthorized());
        }
        Ok(self.make(&merchant, now))
    }

    /// Exchanges a refresh token, which ends.
    pub fn refresh(&mut self, refresh: &str, now: Timestamp) -> Result<Made, Fault> {
        let merchant = self.refreshes.remove(refresh).ok_or_else(Fault::unauthorized)?;
        Ok(self.make(&merchant, now))
    }

    fn make(&mut self, merchant: &str, now: Timestamp) -> Made {
        let (access, refresh) =
            (Secret::random().expose().to_owned(), format!("clvroar-{}", Secret::random().expose()));
        let expires = now.saturating_add(TOKEN_LIFE).unwrap_or(now);
        self.own(&access, merchant, None);
        if let Some(token) = self.tokens.get_mut(&access) {
            token.expires = Some(expires);
        }
        self.refreshes.insert(refresh.clone(), merchant.to_owned());
        Made { access, refresh, expires }
    }

    /// Lets the access of applications end.
    pub fn expire(&mut self, merchant: &str, now: Timestamp) {
        for token in self.tokens.values_mut().filter(|token| token.merchant == merchant) {
            token.expires = token.expires.map(|_| now);
        }
    }

    /// Ends what applications have, and the merchant's own tokens too where `all`.
    pub fn revoke(&mut self, merchant: &str, all: bool) {
        self.tokens.retain(|_, token| token.merchant != merchant || (token.expires.is_none() && !all));
        self.refreshes.retain(|_, of| of != merchant);
    }
}
