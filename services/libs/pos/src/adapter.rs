//! What a POS system is to the frame that reads it: an adapter, which offers the locations of an account and opens a reader of one
//! of them. All else (when to read, what to keep, what to try again) is the frame's.

use async_trait::async_trait;
use jiff::Timestamp;
use saffron_core::id::PosGiven as _;
use saffron_core::{BusinessDate, CheckId, ItemId, Money, Secret};
use saffron_till::{Event, Registration};
use serde::Deserialize;
use serde_json::value::RawValue;

use crate::proof::{Figure, Figures, Report};
use crate::{Place, PosError, Unmapped};

/// What opens an account at a POS.
#[derive(Debug, Clone)]
pub enum Credential {
    /// A token that a person made in the POS's own dashboard.
    Token(Secret),
    /// What a person granted to the installation's application.
    Grant {
        /// Opens the account until `expires_at`.
        access: Secret,
        /// Is exchanged for the next one.
        refresh: Secret,
        /// UTC.
        expires_at: Timestamp,
    },
    /// A client that a person made in the POS's own dashboard, by which tokens are got.
    Client {
        /// Its id.
        id: String,
        /// Its secret.
        secret: Secret,
        /// The POS's id of a location that it opens, where the POS does not list them.
        location: String,
    },
}

impl Credential {
    /// What calls carry; of a client what tokens are got with.
    #[must_use]
    pub const fn access(&self) -> &Secret {
        match self {
            Credential::Token(token) => token,
            Credential::Client { secret, .. } => secret,
            Credential::Grant { access, .. } => access,
        }
    }
}

/// The installation's application at a POS, which people grant access.
#[derive(Debug, Clone)]
pub struct Application {
    /// Its id.
    pub id: String,
    /// Its secret.
    pub secret: Secret,
}

/// An account at a POS, with the locations that a credential opens.
#[derive(Debug, Clone)]
pub struct Account {
    /// The POS's id of it.
    pub id: String,
    /// As its owner named it.
    pub name: String,
    /// Permissions that the credential lacks, by the POS's own names.
    pub lacks: Vec<String>,
    /// Its locations that can be connected.
    pub locations: Vec<Offer>,
    /// Why others cannot.
    pub unmapped: Vec<Unmapped>,
}

/// A location of an account that can be connected.
#[derive(Debug, Clone)]
pub struct Offer {
    /// Its id at the POS.
    pub location: String,
    /// ISO 4217, in upper case. The owner is asked about another one than USD before anything is sent.
    pub currency: String,
    /// How it is registered. The start of its days is not known to the API: the owner is asked.
    pub registration: Registration,
}

/// Kinds of what is read, each with its own place in time.
#[derive(
    Debug,
    Clone,
    Copy,
    PartialEq,
    Eq,
    PartialOrd,
    Ord,
    Hash,
    strum::EnumIter,
    strum::IntoStaticStr,
    strum::EnumString,
)]
#[strum(serialize_all = "camelCase")]
pub enum Feed {
    /// Checks, refunds, and the payments of both.
    Checks,
    /// Shifts.
    Shifts,
    /// Items of the menu and what is left of them.
    Menu,
    /// Guests.
    Guests,
    /// Payouts and disputes.
    Money,
}

/// What a webhook says: these feeds of an account have changed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Hint {
    /// The POS's id of the account.
    pub account: String,
    /// What has changed.
    pub feeds: Vec<Feed>,
}

/// Which objects of a feed are read. Both ends are inclusive, UTC.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Asked {
    /// Those that changed then.
    Changed(Timestamp, Timestamp),
    /// Those of that time, such as checks that were closed in it.
    Of(Timestamp, Timestamp),
}

/// A fact, and what the frame needs of it.
#[derive(Debug, Clone)]
pub struct Fact {
    /// As it is posted.
    pub event: Event,
    /// Of a check: its id and the date it counts in.
    pub check: Option<(CheckId, BusinessDate)>,
}

impl Fact {
    /// Reads from an event what the frame needs of it.
    #[must_use]
    pub fn of(event: Event) -> Fact {
        #[derive(Deserialize)]
        struct Written {
            data: Data,
        }
        #[derive(Deserialize)]
        #[serde(rename_all = "camelCase")]
        struct Data {
            #[serde(rename = "posCheckID")]
            check: Option<CheckId>,
            business_date: Option<BusinessDate>,
        }
        let written: Option<Written> = serde_json::from_str(event.json()).ok();
        let check = written.and_then(|written| written.data.check.zip(written.data.business_date));
        Fact { event, check }
    }
}

/// An object that became no fact, as the POS sent it.
#[derive(Debug, Clone)]
pub struct Unread {
    /// Which, and why.
    pub unmapped: Unmapped,
    /// Its JSON: it may hold names and addresses.
    pub raw: Box<RawValue>,
}

impl Unread {
    /// One whose JSON is read again with something else.
    pub(crate) fn without_raw(unmapped: Unmapped) -> Unread {
        Unread { unmapped, raw: RawValue::NULL.to_owned() }
    }
}

/// Some of what was asked for.
#[derive(Debug, Default)]
pub struct Page {
    /// What to post.
    pub facts: Vec<Fact>,
    /// What could not be mapped.
    pub unread: Vec<Unread>,
    /// The POS's ids of objects that were mapped, which may be among those that could not be before.
    pub read: Vec<String>,
    /// Where the next page begins; none after the last one.
    pub next: Option<String>,
}

/// The POS's own totals of a business date, cents.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub struct Totals {
    /// Before discounts, without tax.
    pub gross_sales: i64,
    /// After discounts and refunds.
    pub net_sales: i64,
    /// Sales tax.
    pub tax: i64,
    /// Tips of payments.
    pub tips: i64,
    /// Refunds, positive.
    pub refunds: i64,
    /// Closed checks.
    pub checks: i64,
}

impl From<Totals> for Figures {
    fn from(of: Totals) -> Figures {
        let mut figures = Figures::default();
        figures.set(Figure::Gross, of.gross_sales);
        figures.set(Figure::Refunds, of.refunds);
        figures.set(Figure::Net, of.net_sales);
        figures.set(Figure::Tax, of.tax);
        figures.set(Figure::Tips, of.tips);
        figures.set(Figure::Checks, of.checks);
        figures
    }
}

/// Totals, as far as the POS has them.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Counted {
    /// What it says.
    pub totals: Totals,
    /// Up to when it counted, UTC: what came later is not in it.
    pub until: Timestamp,
    /// Whether the POS counted by itself, or they were added up from its payments and refunds.
    pub is_independent: bool,
}

/// What an owner set of an item, for the POS to take over.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// The item, by its id here.
    pub item: ItemId,
    /// The number of the change among those of the location: the same one may be written twice.
    pub sequence: i64,
    /// When the owner set it, UTC.
    pub at: Timestamp,
    /// What was set.
    pub set: Set,
}

/// What is set of an item.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Set {
    /// The price of one.
    Price(Money),
    /// Whether it is sold out.
    SoldOut(bool),
}

/// One kind of POS.
#[async_trait]
pub trait Adapter: Send + Sync {
    /// The account that a credential opens.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn account(&self, credential: &Credential) -> Result<Account, PosError>;

    /// A reader of one of its locations.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn open(&self, credential: &Credential, place: Place) -> Result<Box<dyn Reader>, PosError>;

    /// Whether readers of it write prices and sold-out marks.
    fn takes_writes(&self) -> bool {
        false
    }

    /// The page of the POS on which a person grants the installation's application access. It leads back to `redirect`, with `state`.
    /// None where the installation has no application, or the POS no such page.
    fn authorization(&self, _state: &Secret, _redirect: &str) -> Option<String> {
        None
    }

    /// The grant of a code that such a page gave. A code works once, and for minutes.
    ///
    /// # Errors
    /// See [`PosError`]; `Revoked`: the code is used or too old.
    async fn redeem(&self, _code: &Secret, _redirect: &str) -> Result<Credential, PosError> {
        Err(PosError::Refused("it gives no such codes".to_owned()))
    }

    /// Exchanges a grant for the next one; none for a credential that is not exchanged.
    ///
    /// # Errors
    /// See [`PosError`]: after `Revoked` a person has to connect again.
    async fn renew(&self, credential: &Credential) -> Result<Option<Credential>, PosError>;

    /// Ends a grant at the POS, where that can be done.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn revoke(&self, credential: &Credential) -> Result<(), PosError>;
}

/// Reads one location.
#[async_trait]
pub trait Reader: Send {
    /// A page of what is asked for; `from` is where the page before ended.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn page(&mut self, feed: Feed, asked: Asked, from: Option<&str>) -> Result<Page, PosError>;

    /// The POS's own totals of a business date; none where it has none.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn totals(&mut self, on: BusinessDate) -> Result<Option<Counted>, PosError>;

    /// All that the POS counted of a business date; none where it counts nothing.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn report(&mut self, on: BusinessDate) -> Result<Option<Report>, PosError> {
        let counted = self.totals(on).await?;
        Ok(counted.map(|Counted { totals, until, is_independent }| Report {
            figures: totals.into(),
            until,
            is_independent,
        }))
    }

    /// The same by the hour, each by its beginning, UTC; none where the POS does not count by hours.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn report_by_hour(
        &mut self,
        _on: BusinessDate,
    ) -> Result<Option<Vec<(Timestamp, Figures)>>, PosError> {
        Ok(None)
    }

    /// The same by the POS's orders, by their ids; none where the POS does not count by orders.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn report_by_order(
        &mut self,
        _on: BusinessDate,
    ) -> Result<Option<Vec<(String, Figures)>>, PosError> {
        Ok(None)
    }

    /// What of the POS a change replaces, if it is needed to take the change back; it is kept before the change is written.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn before(&mut self, _change: &Change) -> Result<Option<String>, PosError> {
        Ok(None)
    }

    /// Writes a change, of which `before` was kept. The same once more changes nothing.
    ///
    /// # Errors
    /// See [`PosError`].
    async fn write(&mut self, _change: &Change, _before: Option<&str>) -> Result<(), PosError> {
        Err(PosError::Refused("it takes no changes of other apps".to_owned()))
    }

    /// The checks that an order of the POS can be.
    fn checks_of(&self, order: &str) -> Vec<CheckId> {
        CheckId::of_sent(order).into_iter().collect()
    }
}
