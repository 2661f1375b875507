use saffron_core::cursor::Key;
use saffron_core::{BusinessDate, Error, ItemId, parse_field};

/// Characters of a promo code: none that is confused with another when it is read aloud or typed.
const ALPHABET: &[u8] = b"23456789ABCDEFGHJKMNPQRSTVWXYZ";
/// Characters of a promo code that is made here.
const LENGTH: usize = 8;
/// The longest code that is read, in bytes of its upper case.
const LONGEST: usize = 32;
/// The longest offer, and the furthest end, in days.
const MAX_DAYS: i64 = 2 * 366;

/// What a check carries to redeem a promotion; unique within its location. Case and spaces around it do not count.
#[derive(Debug, Clone, PartialEq, Eq, PartialOrd, Ord)]
pub struct PromoCode(Box<str>);

impl PromoCode {
    /// A random code; `pick` returns a random number below its argument.
    pub fn random(mut pick: impl FnMut(usize) -> usize) -> PromoCode {
        let letter = |_| ALPHABET.get(pick(ALPHABET.len())).copied().map_or('2', char::from);
        PromoCode((0..LENGTH).map(letter).collect::<String>().into())
    }

    /// Reads a code that an owner chose for a campaign: 3 to 32 of A-Z, 0-9 and -, in any case.
    pub fn parse(text: &str) -> Result<PromoCode, Error> {
        let code = text.trim().to_ascii_uppercase();
        let plain = |byte: u8| byte.is_ascii_uppercase() || byte.is_ascii_digit() || byte == b'-';
        if !(3..=LONGEST).contains(&code.len()) || !code.bytes().all(plain) {
            return Err(Error::invalid("promoCode", "must be 3 to 32 of A-Z, 0-9 and -"));
        }
        Ok(PromoCode(code.into()))
    }

    /// Reads the code of a check; none if the text cannot be a code.
    #[must_use]
    pub fn from_check(text: &str) -> Option<PromoCode> {
        // Measured as it is stored: some letters have two or three in upper case.
        let text = text.trim().to_uppercase();
        let fits = !text.is_empty() && text.len() <= LONGEST;
        fits.then(|| PromoCode(text.into()))
    }

    /// A code from the database, which may be from before the present rules.
    #[must_use]
    pub fn stored(text: &str) -> PromoCode {
        PromoCode(text.into())
    }

    /// The code in upper case, as it is stored and shown.
    #[must_use]
    pub fn as_str(&self) -> &str {
        &self.0
    }
}

/// Codes are part of the cursor of the list of promotions; those of promotions are made here and contain no dot.
impl Key for PromoCode {
    fn text(&self) -> String {
        self.0.to_string()
    }

    fn read(text: &str) -> Option<PromoCode> {
        PromoCode::from_check(text).filter(|_| !text.contains('\0'))
    }
}

/// A discount in percent from one business date to another, both included.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Offer {
    /// 1 to 100.
    pub percent: i16,
    pub from: BusinessDate,
    pub until: BusinessDate,
}

impl Offer {
    /// Checks an offer that an owner makes on the business date `today` of the location.
    pub fn parse(percent: i32, from: &str, until: &str, today: BusinessDate) -> Result<Offer, Error> {
        let percent = match i16::try_from(percent) {
            Ok(percent @ 1..=100) => percent,
            _ => return Err(Error::invalid("offPercentage", "must lie between 0 and 100")),
        };
        let date = |field: &'static str, text: &str| {
            text.parse::<BusinessDate>().map_err(|e| Error::invalid(field, e.to_string()))
        };
        let (from, until) = (date("validFrom", from)?, date("validUntil", until)?);
        let wrong = |why: &str| Err(Error::invalid("validUntil", why));
        if until < from {
            return wrong("must not be before validFrom");
        }
        if until < today {
            return wrong("must not be before today");
        }
        if until.days_since(from) > MAX_DAYS || until.days_since(today) > MAX_DAYS {
            return wrong("must be at most two years after validFrom and today");
        }
        Ok(Offer { percent, from, until })
    }

    #[must_use]
    pub fn is_valid_on(&self, date: BusinessDate) -> bool {
        self.from <= date && date <= self.until
    }

    /// The offer as a text for people.
    pub(super) fn text(&self) -> String {
        format!("{}% off, {} to {}", self.percent, self.from, self.until)
    }
}

/// The most items of a promo code of a campaign.
const MOST_ITEMS: usize = 12;

/// What a promo code of a campaign gives.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct CodeTerms {
    /// Whole percent; 0: the POS decides.
    pub discount_percentage: i32,
    /// On these items alone; none: on the whole check.
    pub items: Vec<ItemId>,
    /// The last day; none: it does not end.
    pub valid_until: Option<BusinessDate>,
}

impl CodeTerms {
    /// Checks what an owner chose.
    pub fn parse(
        discount_percentage: i32,
        item_ids: &[String],
        valid_until: &str,
    ) -> Result<CodeTerms, Error> {
        if !(0..=100).contains(&discount_percentage) {
            return Err(Error::invalid("discountPercentage", "must lie between 0 and 100"));
        }
        if item_ids.len() > MOST_ITEMS {
            return Err(Error::invalid("posItemIDs", format!("may name {MOST_ITEMS} at most")));
        }
        let items = item_ids.iter().map(|id| parse_field("posItemIDs", id)).collect::<Result<_, _>>()?;
        let valid_until = Some(valid_until).filter(|text| !text.is_empty());
        let valid_until = valid_until.map(|text| parse_field("validUntil", text)).transpose()?;
        Ok(CodeTerms { discount_percentage, items, valid_until })
    }
}

/// The state of a promotion on a business date.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum OfferState {
    /// The date is one of the offer's days.
    Valid,
    /// The offer begins later.
    ToCome,
    /// The offer's days are over, or a person ended it.
    Ended,
}

/// An offer of an item, with the promo code by which it is redeemed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Promotion {
    pub code: PromoCode,
    pub offer: Offer,
    /// Ended by a person, or replaced by another one.
    pub ended: bool,
}

impl Promotion {
    #[must_use]
    pub fn state(&self, today: BusinessDate) -> OfferState {
        if self.ended || self.offer.until < today {
            OfferState::Ended
        } else if self.offer.from > today {
            OfferState::ToCome
        } else {
            OfferState::Valid
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn field(percent: i32, from: &str, until: &str) -> Option<String> {
        let today = "2026-07-18".parse().unwrap();
        Offer::parse(percent, from, until, today).err().and_then(|e| e.field)
    }

    #[test]
    fn wrong_field_is_named() {
        assert_eq!(field(20, "2026-07-18", "2026-07-18"), None);
        assert_eq!(field(100, "2026-07-01", "2028-07-01"), None);
        for percent in [-1, 0, 101, i32::MAX] {
            assert_eq!(field(percent, "2026-07-18", "2026-07-18").as_deref(), Some("offPercentage"));
        }
        assert_eq!(field(20, "18.7.2026", "2026-07-18").as_deref(), Some("validFrom"));
        assert_eq!(field(20, "2026-07-18", "").as_deref(), Some("validUntil"));
        assert_eq!(field(20, "2026-07-20", "2026-07-19").as_deref(), Some("validUntil"));
        assert_eq!(field(20, "2026-07-01", "2026-07-17").as_deref(), Some("validUntil"));
        assert_eq!(field(20, "2026-07-18", "2028-07-20").as_deref(), Some("validUntil"));
        assert_eq!(field(20, "2024-07-01", "2026-07-20").as_deref(), Some("validUntil"));
    }

    #[test]
    fn code_is_the_same_in_any_case() {
        assert_eq!(PromoCode::from_check(" k7wq2m9x "), PromoCode::from_check("K7WQ2M9X"));
        assert_eq!(PromoCode::from_check("  "), None);
        assert_eq!(PromoCode::from_check(&"x".repeat(33)), None);
        assert_eq!(PromoCode::from_check(&"\u{390}".repeat(16)), None, "longer in upper case");
        let mut turn = 0;
        let code = PromoCode::random(|below| {
            turn += 7;
            turn % below
        });
        assert_eq!(code.as_str().len(), LENGTH);
        assert_eq!(PromoCode::from_check(code.as_str()), Some(code));
    }

    proptest::proptest! {
        #[test]
        fn carried_code_is_read_again(text in ".{0,33}|[\u{390}\u{df}\u{149}\u{130}\u{131} ]{0,33}") {
            if let Some(code) = PromoCode::from_check(&text) {
                proptest::prop_assert!(code.as_str().len() <= LONGEST);
                proptest::prop_assert_eq!(PromoCode::from_check(code.as_str()), Some(code));
            }
        }
    }
}
