//! Tokens: personal ones, and those that a merchant grants an application by OAuth.

use std::collections::{BTreeSet, HashMap};

use base64::Engine as _;
use base64::engine::general_purpose::URL_SAFE_NO_PAD;
use jiff::{SignedDuration, Timestamp};
use saffron_core::Secret;
use sha2::{Digest as _, Sha256};

use super::fault::Fault;

/// How long a code may be used.
const CODE_LIFE: SignedDuration = SignedDuration::from_mins(5);
/// How long an access token lives.
const TOKEN_LIFE: SignedDuration = SignedDuration::from_hours(30 * 24);
/// The same where a short one is asked for.
const SHORT_LIFE: SignedDuration = SignedDuration::from_hours(24);
/// How long the refresh token of the flow without a secret lives.
const REFRESH_LIFE: SignedDuration = SignedDuration::from_hours(90 * 24);

/// The scopes that Square has, as far as the stand-in's calls need them.
pub const SCOPES: [&str; 15] = [
    "CUSTOMERS_READ",
    "DISPUTES_READ",
    "EMPLOYEES_READ",
    "INVENTORY_READ",
    "INVENTORY_WRITE",
    "ITEMS_READ",
    "ITEMS_WRITE",
    "LOYALTY_READ",
    "MERCHANT_PROFILE_READ",
    "ORDERS_READ",
    "PAYMENTS_READ",
    "PAYOUTS_READ",
    "REPORTING_READ",
    "TIMECARDS_READ",
    "TIMECARDS_SETTINGS_READ",
];

/// A token that was found: whose it is and what it may do.
#[derive(Debug, Clone)]
pub struct Caller {
    /// The merchant.
    pub merchant: String,
    pub scopes: BTreeSet<String>,
    pub expires: Option<Timestamp>,
    /// Whether an application has it.
    pub is_granted: bool,
}

#[derive(Debug, Clone)]
struct Token {
    caller: Caller,
    is_revoked: bool,
    grant: u64,
}

#[derive(Debug, Clone)]
struct Refresh {
    merchant: String,
    scopes: BTreeSet<String>,
    /// Without a secret: it works once and ends.
    is_public: bool,
    expires: Option<Timestamp>,
    grant: u64,
}

/// What a merchant allowed on the authorization page.
#[derive(Debug, Clone)]
pub struct Allowed {
    pub merchant: String,
    pub scopes: BTreeSet<String>,
    pub redirect: Option<String>,
    /// Of the flow without a secret.
    pub challenge: Option<String>,
}

/// How a call for a token proves which application it is.
#[derive(Debug, Clone, Copy)]
pub enum Proof<'a> {
    /// With the application's secret, which was checked.
    Secret,
    /// With the text whose hash the code has.
    Verifier(&'a str),
    /// With neither: only a refresh of the flow without a secret.
    None,
}

/// Tokens that were made.
#[derive(Debug, Clone)]
pub struct Made {
    pub access: String,
    pub refresh: String,
    pub expires: Timestamp,
    pub refresh_expires: Option<Timestamp>,
    pub merchant: String,
}

/// All tokens and codes.
#[derive(Debug, Default)]
pub struct Grants {
    codes: HashMap<String, (Allowed, Timestamp)>,
    tokens: HashMap<String, Token>,
    refreshes: HashMap<String, Refresh>,
    next: u64,
}

fn random(prefix: &str) -> String {
    format!("{prefix}{}", Secret::random().expose())
}

fn refused(detail: &str) -> Fault {
    Fault::unauthorized("UNAUTHORIZED", detail)
}

impl Grants {
    /// Adds a personal token, which does not expire; without scopes it has all of them.
    pub fn personal(&mut self, token: &str, merchant: &str, scopes: Option<&[&str]>) {
        let scopes = scopes.unwrap_or(&SCOPES).iter().map(|scope| (*scope).to_owned()).collect();
        let caller = Caller { merchant: merchant.to_owned(), scopes, expires: None, is_granted: false };
        self.tokens.insert(token.to_owned(), Token { caller, is_revoked: false, grant: 0 });
    }

    /// A code for what a merchant allowed.
    pub fn code(&mut self, allowed: Allowed, now: Timestamp) -> String {
        let code = random("sq0cgp-");
        let expires = now.saturating_add(CODE_LIFE).unwrap_or(now);
        self.codes.insert(code.clone(), (allowed, expires));
        code
    }

    /// Tokens for a code, which works once.
    pub fn by_code(
        &mut self,
        code: &str,
        redirect: Option<&str>,
        proof: Proof<'_>,
        is_short: bool,
        now: Timestamp,
    ) -> Result<Made, Fault> {
        let found = self.codes.remove(code).filter(|(_, expires)| now < *expires);
        let (allowed, _) = found.ok_or_else(|| refused("Authorization code not found or expired"))?;
        if allowed.redirect.as_deref() != redirect {
            return Err(refused("The redirect_uri is not the one that was used to authorize"));
        }
        let is_public = match (proof, &allowed.challenge) {
            (Proof::Secret, None) => false,
            (Proof::Verifier(text), Some(challenge)) => {
                if URL_SAFE_NO_PAD.encode(Sha256::digest(text)) != *challenge {
                    return Err(refused("The code_verifier does not fit the code_challenge"));
                }
                true
            }
            _ => return Err(refused("Missing client_secret or code_verifier")),
        };
        self.next += 1;
        let refresh = Refresh {
            merchant: allowed.merchant,
            scopes: allowed.scopes,
            is_public,
            expires: is_public.then(|| now.saturating_add(REFRESH_LIFE).unwrap_or(now)),
            grant: self.next,
        };
        Ok(self.make(refresh, None, is_short, now))
    }

    /// Tokens for a refresh token: the same one again, another one in the flow without a secret.
    pub fn by_refresh(
        &mut self,
        token: &str,
        proof: Proof<'_>,
        is_short: bool,
        now: Timestamp,
    ) -> Result<Made, Fault> {
        let is_good = |refresh: &&Refresh| {
            let is_proved = refresh.is_public || matches!(proof, Proof::Secret);
            is_proved && refresh.expires.is_none_or(|expires| now < expires)
        };
        let refresh = self.refreshes.get(token).filter(is_good).cloned();
        let refresh = refresh.ok_or_else(|| refused("Invalid refresh token"))?;
        let kept = (!refresh.is_public).then(|| token.to_owned());
        if kept.is_none() {
            self.refreshes.remove(token);
        }
        Ok(self.make(refresh, kept, is_short, now))
    }

    fn make(&mut self, refresh: Refresh, kept: Option<String>, is_short: bool, now: Timestamp) -> Made {
        let life = if is_short { SHORT_LIFE } else { TOKEN_LIFE };
        let expires = now.saturating_add(life).unwrap_or(now);
        let (access, name) = (random("EAAA"), kept.unwrap_or_else(|| random("EQAA")));
        let caller = Caller {
            merchant: refresh.merchant.clone(),
            scopes: refresh.scopes.clone(),
            expires: Some(expires),
            is_granted: true,
        };
        self.tokens.insert(access.clone(), Token { caller, is_revoked: false, grant: refresh.grant });
        let made = Made {
            access,
            refresh: name.clone(),
            expires,
            refresh_expires: refresh.expires,
            merchant: refresh.merchant.clone(),
        };
        self.refreshes.insert(name, refresh);
        made
    }

    /// The caller with a token.
    pub fn find(&self, token: Option<&str>, now: Timestamp) -> Result<Caller, Fault> {
        let token = token.and_then(|token| self.tokens.get(token));
        let token = token.ok_or_else(|| refused("This request could not be authorized."))?;
        if token.is_revoked {
            return Err(Fault::unauthorized("ACCESS_TOKEN_REVOKED", "This access token has been revoked."));
        }
        if token.caller.expires.is_some_and(|expires| expires <= now) {
            return Err(Fault::unauthorized("ACCESS_TOKEN_EXPIRED", "This access token has expired."));
        }
        Ok(token.caller.clone())
    }

    /// The merchant of an access token, whatever its state.
    pub fn merchant_of(&self, token: &str) -> Option<String> {
        self.tokens.get(token).map(|token| token.caller.merchant.clone())
    }

    /// Revokes one access token, with its refresh token unless `only_access`.
    pub fn revoke_token(&mut self, token: &str, only_access: bool) {
        let Some(found) = self.tokens.get_mut(token) else { return };
        found.is_revoked = true;
        let grant = found.grant;
        if !only_access && grant != 0 {
            self.refreshes.retain(|_, refresh| refresh.grant != grant);
            self.tokens
                .values_mut()
                .filter(|token| token.grant == grant)
                .for_each(|token| token.is_revoked = true);
        }
    }

    /// Revokes what a merchant granted, and the personal tokens too where `all`. Gives how many access tokens.
    pub fn revoke(&mut self, merchant: &str, all: bool) -> usize {
        self.refreshes.retain(|_, refresh| refresh.merchant != merchant);
        let tokens = self.tokens.values_mut().filter(|token| token.caller.merchant == merchant);
        let tokens = tokens.filter(|token| (all || token.caller.is_granted) && !token.is_revoked);
        tokens.map(|token| token.is_revoked = true).count()
    }

    /// How many grants of a merchant can be exchanged.
    pub fn live(&self, merchant: &str) -> usize {
        self.refreshes.values().filter(|refresh| refresh.merchant == merchant).count()
    }

    /// Lets the access tokens of a merchant expire now.
    pub fn expire(&mut self, merchant: &str, now: Timestamp) {
        let tokens = self.tokens.values_mut().filter(|token| token.caller.merchant == merchant);
        tokens.for_each(|token| token.caller.expires = Some(now));
    }
}
